"""A game on a few pages: the list of its cards in several formats, and half-size outlines for playtesting."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path as File

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import page_template
from cloudy_pnp.data.tables.write import csv_bytes
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.curves import Outliner
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.pixels import PictureFormat, Shot, picture, pixels_for
from cloudy_pnp.draw.scene import Font, Group, Item, Page, Path, Stroke, Symbol, Use, page_of
from cloudy_pnp.draw.shapes import line, rectangle
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.draw.text import TextStyle, fit_text, text_line
from cloudy_pnp.export.exporter import Groups, Job
from cloudy_pnp.export.paper import Paper
from cloudy_pnp.export.sheets.marks import FONT, HAIRLINE
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.export.things import CORNER, Thing, chosen_components, faces_of, things_of
from cloudy_pnp.game.contract import Component, ComponentKind

_HEADS = ("id", "kind", "component", "copies", "name", "text", "width", "height")
_MARKDOWN = re.compile(r"([\\`*_\[\]#|<>~$&])")
_MARGIN, _GAP, _COLUMNS = 12.0, 6.0, 2
_HEAD, _FOOT = 12.0, 5.0
_PICTURE = (13.0, 18.0)  # mm: the maximum size of a picture
_LEAST = 20.0  # mm: the minimum height of a row
_SANS = Font("Alegreya Sans")
_NAME = TextStyle(Font("Alegreya Sans", 700), 3.6, 2.4, hyphenate=False)
_TEXT = TextStyle(_SANS, 3.0, 2.4)
_TITLE = TextStyle(Font("Alegreya Sans", 700), 7.0, 3.0, one_line=True)
_RULE = Stroke(Colour.grey(0.7), 0.15)
SCALE = 0.5  # of cards for playtesting, in mm their margin, the room for the line at the foot and its size
MARGIN, _FOOTLINE, _SIZE = 8.0, 4.0, 2.6


class CardList(Struct, frozen=True):
    """A game's card list, which can be written in several formats."""

    name: str  # of the game
    lang: str
    things: Sequence[Thing]

    def csv(self) -> bytes:
        """Write a table for spreadsheets; text that looks like a formula is marked as text."""
        rows = [
            [thing.id, thing.group, thing.kind.value, len(thing.copies), thing.title, thing.text, *thing.size]
            for thing in self.things
        ]
        return csv_bytes(_HEADS, rows)

    def markdown(self) -> bytes:
        """Write a list that is readable as plain text; nothing in a text is treated as markup."""
        lines = [f"# {escape_markdown(self.name)}", ""]
        for thing in self.things:
            text = " ".join(thing.text.split())
            description = f": {escape_markdown(text)}" if text else ""
            lines.append(f"- {len(thing.copies)} × **{escape_markdown(thing.title)}**{description}")
        return ("\n".join(lines) + "\n").encode()

    def html(self, pictures: Sequence[str]) -> bytes:
        """Write a self-contained page with a small picture of each card (as data URI)."""
        template = page_template(File(__file__).with_name("list.html.j2"))
        rows = list(zip(self.things, pictures, strict=True))
        return template.render(name=self.name, lang=self.lang, rows=rows).encode()


def escape_markdown(text: str) -> str:
    r"""Escape a text on one line so that nothing in it is markup.

    >>> print(escape_markdown("a *b* [c](d)"))
    a \*b\* \[c\](d)
    """
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


class _Row(Struct, frozen=True):
    items: tuple[Item, ...]
    height: float


def list_pages(things: Sequence[Thing], paper: Paper, title: str, lang: str) -> Iterator[Page]:
    """Yield the numbered pages of a list."""
    short, long = sorted((paper.width, paper.height))
    width = (short - 2 * _MARGIN - (_COLUMNS - 1) * _GAP) / _COLUMNS
    bottom = long - _MARGIN - _FOOT
    heads = fit_text(title, Rect(_MARGIN, _MARGIN, short - 2 * _MARGIN, _HEAD - 2), _TITLE, lang).items
    columns: list[list[Item]] = [[]]
    first = _MARGIN + _HEAD
    at = first
    for row in (_row(thing, width, bottom - first, lang) for thing in things):
        top = first if len(columns) <= _COLUMNS else _MARGIN
        if at + row.height > bottom and at > top:
            columns.append([])
            at = first if len(columns) <= _COLUMNS else _MARGIN
        left = _MARGIN + (len(columns) - 1) % _COLUMNS * (width + _GAP)
        columns[-1].append(Group(row.items, Transform.translation(left, at)))
        at += row.height
    pages = [columns[start : start + _COLUMNS] for start in range(0, len(columns), _COLUMNS)]
    for number, page_columns in enumerate(pages, 1):
        items = [item for column in page_columns for item in column]
        foot = text_line(f"{number}/{len(pages)}", Point(_MARGIN, long - _MARGIN), _SANS, 2.6)
        yield Page(short, long, (*(heads if number == 1 else ()), *items, foot))


def _row(thing: Thing, width: float, most: float, lang: str) -> _Row:
    """Set a row as high as its text needs."""
    left = _PICTURE[0] + 2.0
    title = f"{len(thing.copies)} × {_escape_markup(thing.title)}"
    name = fit_text(title, Rect(left, 1.0, width - left, 9.0), _NAME, lang)
    top = name.bounds.bottom + 0.8
    text = fit_text(_escape_markup(thing.text), Rect(left, top, width - left, most - top - 2.0), _TEXT, lang)
    height = max(_LEAST, (text.bounds.bottom if thing.text else top) + 2.0)
    edge = Path(line(Point(0.0, 0.0), Point(width, 0.0)), stroke=_RULE)
    return _Row((edge, _picture(thing), *name.items, *(text.items if thing.text else ())), height)


def _escape_markup(text: str) -> str:
    """Escape markup in a name or a text that should be shown literally."""
    return text.replace("**", "*\u2060*").replace("[", "(").replace("]", ")")


def _picture(thing: Thing) -> Item:
    page = thing.copies[0].front.page()
    scale = min(_PICTURE[0] / page.width, _PICTURE[1] / page.height)
    return Group(page.items, Transform.translation(0.0, 1.0) @ Transform.scaling(scale))


class Room(Struct, frozen=True):
    """The number of cards of a size on a page, which may be turned."""

    page: tuple[float, float]
    columns: int
    rows: int

    @property
    def capacity(self) -> int:
        """The number of cards on a page."""
        return self.columns * self.rows


def room_for(size: tuple[float, float], paper: Paper) -> Room:
    """Return the better orientation of the paper.

    >>> room_for((28.575, 44.45), Paper("a4", 210, 297)).capacity
    36
    """
    short, long = sorted((paper.width, paper.height))
    ways = [
        Room(
            page,
            int((page[0] - 2 * MARGIN + 1e-9) // size[0]),
            int((page[1] - 2 * MARGIN - _FOOTLINE + 1e-9) // size[1]),
        )
        for page in ((short, long), (long, short))
    ]
    best = max(ways, key=lambda way: way.capacity)
    if not best.capacity:
        raise UserError(
            f"a card of {size[0] / SCALE:g} × {size[1] / SCALE:g} mm does not fit on the paper at half size"
        )
    return best


def playtest_pages(faces: Iterable[tuple[Symbol, tuple[float, float]]], paper: Paper, title: str) -> Iterator[Page]:
    """Yield the pages of faces with their sizes in mm; those of one size share pages."""
    outliner = Outliner()
    by_size: dict[tuple[float, float], list[Symbol]] = {}
    for symbol, size in faces:
        by_size.setdefault(size, []).append(symbol)
    rooms = {size: room_for((size[0] * SCALE, size[1] * SCALE), paper) for size in by_size}
    count = sum(-(-len(symbols) // rooms[size].capacity) for size, symbols in by_size.items())
    number = 0
    for size, symbols in by_size.items():
        room = rooms[size]
        for first in range(0, len(symbols), room.capacity):
            number += 1
            items = tuple(
                item
                for index, symbol in enumerate(symbols[first : first + room.capacity])
                for item in _cell(outliner.symbol(symbol), size, divmod(index, room.columns))
            )
            foot = text_line(f"{title} · {number}/{count}", Point(MARGIN, room.page[1] - MARGIN), FONT, _SIZE)
            yield Page(*room.page, (*items, foot))


def _cell(symbol: Symbol, size: tuple[float, float], cell: tuple[int, int]) -> tuple[Item, Item]:
    row, column = cell
    corner = Point(MARGIN + column * size[0] * SCALE, MARGIN + row * size[1] * SCALE)
    place = Transform.translation(corner.x, corner.y) @ Transform.scaling(SCALE)
    outline = rectangle(Rect(0.0, 0.0, *size))
    cut = Path(rectangle(Rect(corner.x, corner.y, size[0] * SCALE, size[1] * SCALE)), stroke=HAIRLINE)
    return Group((Use(symbol),), place, clip=outline), cut


DPI = 300


def write_svg(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write a file for every face as it is cut, or only for the chosen cards."""
    for folder, key in groups.items():
        for face in faces_of(job):
            page, name = page_of(face.picture.symbol), face.picture.name
            content = svg_text(page, title=name).encode()
            path, size = f"{folder}{name}.svg", (page.width, page.height)
            yield job.write(path, key, content, page_size=size, cards=[{"card": face.card}])


def write_pictures(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write a file for every face, or for those of the chosen cards."""
    dpi, printing = job.request.export.dpi or DPI, job.request.printing
    for folder, key in groups.items():
        form = PictureFormat(folder.removeprefix(f"{job.folder}/").partition("-")[0].rstrip("/"))
        shots: dict[str, Shot] = {}
        cards: dict[str, str] = {}
        for face in faces_of(job):
            if printing.bleed:
                page = face.picture.beyond(printing.bleed)
            else:
                usual = CORNER if face.kind is ComponentKind.CARD else 0.0
                page = face.picture.page(usual if printing.corner is None else printing.corner)
            path = f"{folder}{face.picture.name}.{form.ending}"
            pixels = pixels_for((page.width, page.height), dpi)
            shots[path] = Shot(page, pixels, job.place(path), clear=not printing.bleed)
            cards[path] = face.card
        yield from job.pictures(shots, key, form, cards)


_PIXELS = 72  # the width of a picture on the web page


def write_list(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write the missing files: the cards of the game with their numbers and texts."""
    things = things_of(job)
    name = job.deck.printed.name
    cards = CardList(name, job.lang, things)
    listed = [{"card": thing.id, "copies": len(thing.copies)} for thing in things]
    for path, key in groups.items():
        match path.rpartition(".")[2]:
            case "pdf":
                pages = list_pages(things, job.catalogue.paper(job.request.paper or "a4"), name, job.lang)
                yield job.pdf(path, key, pages, listed, title=name)
            case "html":
                yield job.write(path, key, cards.html(_small(things)), cards=listed)
            case "md":
                yield job.write(path, key, cards.markdown(), cards=listed)
            case "csv":
                yield job.write(path, key, cards.csv(), cards=listed)


def _small(things: Sequence[Thing]) -> list[str]:
    """Return a small picture of each card, as data URI."""
    import pypdfium2

    pages = [thing.copies[0].front.page() for thing in things]
    out = io.BytesIO()
    write_pdf(pages, out)
    document = pypdfium2.PdfDocument(out.getvalue())
    addresses = []
    for page, rendered in zip(pages, document, strict=True):
        image = picture(rendered, (_PIXELS, max(round(_PIXELS * page.height / page.width), 1)), 72, clear=True)
        packed = io.BytesIO()
        image.save(packed, "WEBP", quality=80, method=2)
        addresses.append(f"data:image/webp;base64,{base64.b64encode(packed.getvalue()).decode('ascii')}")
    document.close()
    return addresses


def write_playtest(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write all cards at half size, on as few pages as possible, drawn in the game's ink-saving look."""
    printed = job.saving_ink.printed
    cards = chosen_components(job, job.saving_ink, ComponentKind.CARD)
    paper = job.catalogue.paper(job.request.paper or "a4")
    faces = [(symbol, card.size) for card in cards for symbol in _faces(job, card)]
    listed = [{"card": card.id, "copies": card.copies} for card in cards]
    for path, key in groups.items() if faces else ():
        pages = playtest_pages(faces, paper, printed.name)
        yield job.pdf(path, key, pages, listed, title=f"{printed.name} – playtest")


def _faces(job: Job, component: Component) -> Iterator[Symbol]:
    """Yield the faces of a component: a back with its own text is next to its front."""
    for copy in range(1, component.copies + 1):
        piece = job.saving_ink.piece(component, copy)
        yield piece.front
        back = component.back(copy) if component.back else None
        if back is not None and back.entry is not None and piece.back is not None:
            yield piece.back
