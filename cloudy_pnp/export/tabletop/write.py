"""The files of virtual tables: a saved object, a set-up table, a folder to open, or pictures to upload."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from cloudy_pnp.core.geometry import Transform
from cloudy_pnp.data.tables.write import csv_bytes
from cloudy_pnp.draw.pixels import PictureFormat, Shot, take
from cloudy_pnp.draw.scene import Group, Page
from cloudy_pnp.export.exporter import Groups, Job
from cloudy_pnp.export.exporters.book import pages_of_book
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.export.tabletop.formats import HEADS, CgsGame, PictureSet, Room, zip_members
from cloudy_pnp.export.tabletop.setting import Setting, setting_of
from cloudy_pnp.export.tabletop.simulator import SavedObject
from cloudy_pnp.export.things import Thing, things_of

BOOK = "rulebook.pdf"
_THUMBNAIL = 256  # pixels
_CGS_DPI, _CGS_MOST = 200, 2048  # pixels of a board
_PCIO_DPI, _PCIO_MOST = 150, 1600  # the maximum size of a board: files above 2 MB are rejected
_SET_DPI = 200
_SAVED_DPI = 300


def _setting(job: Job) -> tuple[Setting, Sequence[Thing]]:
    """Return what is on the table, and the components that it is made of."""
    things = things_of(job)
    return setting_of(job.deck.printed.name, things), things


def write_saved(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write `<game>.json` and its pictures, which are local unless an address is given, thumbnail and rulebook."""
    setting, _ = _setting(job)
    pdf = pages_of_book(job) if job.request.entries is None else None
    for folder, key in groups.items():
        saved = SavedObject(partial(_address, job, folder), job.request.export.dpi or _SAVED_DPI)
        content = saved.contents(setting, BOOK if pdf else None)
        for form in (PictureFormat.PNG, PictureFormat.JPEG):
            shots = {
                folder + name: Shot(picture.page, picture.pixels, job.place(folder + name), picture.clear)
                for name, picture in saved.pictures.items()
                if name.endswith(form.ending)
            }
            yield from job.pictures(shots, key, form)
        if pdf:
            from cloudy_pnp.rulebook.booklet import page_count  # some systems have no build of what it needs

            count, size = page_count(pdf)
            yield job.write(folder + BOOK, key, pdf, pages=count, page_size=size)
        yield job.write(f"{folder}{job.game_id}.json", key, _json(content))
        yield from _thumbnail(job, f"{folder}{job.game_id}.png", key, setting)


def _json(content: object) -> bytes:
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def _address(job: Job, folder: str, file: str) -> str:
    """Return the location of a picture: an address, or its final folder."""
    address = job.request.export.images_at
    if address:
        return f"{address.rstrip('/')}/{file}"
    place = Path(job.staging.parent.resolve(), folder, file)
    return "file:///" + place.as_posix().lstrip("/")


def _thumbnail(job: Job, path: str, key: str, setting: Setting) -> Iterator[Artifact]:
    """Draw the first face of the game on a square."""
    boards = [board.copies[0] for board in setting.boards]
    first = next(iter([*boards, *(deck.cards[0].copy for deck in (*setting.decks, *setting.pieces))]))
    page = first.front.page()
    side = max(page.width, page.height)
    place = Transform.translation((side - page.width) / 2, (side - page.height) / 2)
    square = Page(side, side, (Group(page.items, place),))
    shot = Shot(square, (_THUMBNAIL, _THUMBNAIL), job.place(path), clear=True)
    return job.pictures({path: shot}, key, PictureFormat.PNG)


def write_pcio(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write one file with everything in it: widgets, and their pictures."""
    dpi = job.request.export.dpi or _PCIO_DPI
    for path, key in groups.items():
        room = Room()
        setting, things = _setting(job)
        widgets = room.widgets(setting)
        pictures = [(f"{path}.parts/{file}", picture.page()) for file, picture in room.pictures.items()]
        shots = [job.shot(file, page, dpi, _PCIO_MOST) for file, page in pictures]
        take(shots, PictureFormat.PNG, job.workers)
        members = {"widgets.json": json.dumps(widgets, ensure_ascii=False, indent=1).encode()}
        members |= {f"userassets/{shot.target.name}": shot.target.read_bytes() for shot in shots}
        shutil.rmtree(job.staging / f"{path}.parts")
        yield job.write(path, key, zip_members(members), cards=[{"card": thing.id} for thing in things])


def write_cgs(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write a folder that the program opens directly, or from an address: cgs.json, cards, decks, pictures."""
    options = job.request.export
    for top, key in groups.items():
        folder = f"{top}{job.game_id}/"
        setting, _ = _setting(job)
        game = CgsGame(job.game_id, job.lang, setting, options.images_at)
        pictures = {f"sets/{job.game_id}/{name}.png": picture for name, picture in game.fronts().items()}
        pictures |= {f"backs/{back.name}.png": back for back in game.backs()}
        pictures |= {f"boards/{board.id}.png": board.copies[0].front for board in setting.boards}
        if game.main and (back := game.main.back or game.main.cards[0].copy.back):
            pictures["CardBack.png"] = back
        shots = {
            folder + path: job.shot(folder + path, picture.page(), options.dpi or _CGS_DPI, _CGS_MOST)
            for path, picture in pictures.items()
        }
        yield from job.pictures(shots, key, PictureFormat.PNG)
        texts = {"cgs.json": game.definition(), "AllCards.json": game.cards(), "AllSets.json": game.sets()}
        for path, content in texts.items():
            yield job.write(folder + path, key, _json(content))
        files = game.deck_files()
        for deck in setting.decks:
            yield job.write(f"{folder}decks/{files[deck.id]}.txt", key, game.deck(deck).encode())


def write_set(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write every picture, sheets of them, and their table `cards.csv`."""
    for folder, key in groups.items():
        setting, things = _setting(job)
        pictures = PictureSet(job.request.export.dpi or _SET_DPI)
        rows = list(pictures.rows(setting, {thing.id: thing for thing in things}))
        shots = {
            folder + path: Shot(page, pixels, job.place(folder + path), clear=True)
            for path, (page, pixels) in pictures.pictures.items()
        }
        yield from job.pictures(shots, key, PictureFormat.PNG)
        yield job.write(f"{folder}cards.csv", key, csv_bytes(HEADS, rows))
