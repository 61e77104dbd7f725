"""The card list on paper: a small picture, the number of copies, name and text, in two columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.scene import Font, Group, Item, Page, Path, Stroke
from cloudy_pnp.draw.shapes import line
from cloudy_pnp.draw.text import TextStyle, fit_text, text_line
from cloudy_pnp.export.paper import Paper
from cloudy_pnp.export.pictures.things import Thing

_MARGIN, _GAP, _COLUMNS = 12.0, 6.0, 2
_HEAD, _FOOT = 12.0, 5.0
_PICTURE = (13.0, 18.0)  # mm: the maximum size of a picture
_LEAST = 20.0  # mm: the minimum height of a row
_SANS = Font("Alegreya Sans")
_NAME = TextStyle(Font("Alegreya Sans", 700), 3.6, 2.4, hyphenate=False)
_TEXT = TextStyle(_SANS, 3.0, 2.4)
_TITLE = TextStyle(Font("Alegreya Sans", 700), 7.0, 3.0, one_line=True)
_RULE = Stroke(Colour.grey(0.7), 0.15)


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
