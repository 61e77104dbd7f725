"""`tabletop-simulator/<game>.json`: a saved object with its pictures, thumbnail and rulebook."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cloudy_pnp.core import fingerprint
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.exporters.rulebook import RulebookExporter, pages_of_book
from cloudy_pnp.export.store import Artifact

if TYPE_CHECKING:
    from cloudy_pnp.export.tabletop.setting import Setting

DPI = 300
BOOK = "rulebook.pdf"
_THUMBNAIL = 256  # pixels


class SimulatorExporter:
    """A folder with the file and its pictures, which are local unless an address is given."""

    name = "tabletop-simulator"

    def plan(self, context: PlanContext) -> Groups:
        """Plan the folder, including the rulebook if there is one."""
        if context.home.game.components is None:
            return {}
        options = context.request.export
        book = RulebookExporter().plan(context) if context.request.entries is None else {}
        key = fingerprint.of_data([context.look, options.dpi, options.images_at, book])
        return {f"{context.folder}/{self.name}/": key}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write everything in the folder."""
        from cloudy_pnp.draw.pixels import PictureFormat, Shot, take
        from cloudy_pnp.export.pictures.things import things_of
        from cloudy_pnp.export.tabletop.setting import setting_of
        from cloudy_pnp.export.tabletop.simulator import SavedObject
        from cloudy_pnp.rulebook.booklet import page_count

        setting = setting_of(job.deck.printed.name, things_of(job))
        pdf = pages_of_book(job) if job.request.entries is None else None
        for folder, key in groups.items():
            saved = SavedObject(partial(_address, job, folder), job.request.export.dpi or DPI)
            content = saved.contents(setting, BOOK if pdf else None)
            for form in (PictureFormat.PNG, PictureFormat.JPEG):
                chosen = {name: picture for name, picture in saved.pictures.items() if name.endswith(form.ending)}
                shots = [
                    Shot(picture.page, picture.pixels, job.place(folder + name), picture.clear)
                    for name, picture in chosen.items()
                ]
                take(shots, form, job.workers)
                for name, picture in chosen.items():
                    yield job.record(folder + name, key, 1, (picture.page.width, picture.page.height), [])
            if pdf:
                count, size = page_count(pdf)
                yield job.write(folder + BOOK, key, pdf, pages=count, page_size=size)
            text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
            yield job.write(f"{folder}{job.game_id}.json", key, text.encode())
            yield _thumbnail(job, f"{folder}{job.game_id}.png", key, setting)


def _address(job: Job, folder: str, file: str) -> str:
    """Return the location of a picture: an address, or its final folder."""
    address = job.request.export.images_at
    if address:
        return f"{address.rstrip('/')}/{file}"
    place = Path(job.staging.parent.resolve(), folder, file)
    return "file:///" + place.as_posix().lstrip("/")


def _thumbnail(job: Job, path: str, key: str, setting: Setting) -> Artifact:
    """Draw the first face of the game on a square."""
    from cloudy_pnp.core.geometry import Transform
    from cloudy_pnp.draw.pixels import PictureFormat, Shot, take
    from cloudy_pnp.draw.scene import Group, Page

    front = setting.boards[0].copies[0].front if setting.boards else None
    front = front or (setting.decks[0].cards[0].copy.front if setting.decks else setting.pieces[0].copies[0].front)
    page = front.page()
    side = max(page.width, page.height)
    place = Transform.translation((side - page.width) / 2, (side - page.height) / 2)
    square = Page(side, side, (Group(page.items, place),))
    take([Shot(square, (_THUMBNAIL, _THUMBNAIL), job.place(path), clear=True)], PictureFormat.PNG)
    return job.record(path, key, 1, (side, side), [])


EXPORTER = SimulatorExporter()
