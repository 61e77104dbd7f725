"""Every icon, or motif, with its name on a page, to print or to look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.icons import SIDE, icon_names, icon_outline
from cloudy_pnp.draw.scene import Font, Group, Item, Page, Path
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.draw.text import Align, text_line
from cloudy_pnp.layouts.pictures import NoPicture, Pictures

_WIDTH, _MARGIN, _CELL, _ICON = 210.0, 12.0, (31.0, 24.0), 13.0  # mm
_INK, _FONT = Colour.parse("#2a2530"), Font("Alegreya Sans")


def icon_sheet(pictures: Pictures) -> Page:
    """Draw a page with the kit's icons and those in folders `icons/`, as wide as A4 and as high as needed."""
    names = dict.fromkeys((*pictures.icons(), *icon_names()))
    return named_sheet({name: tuple(_icon(name, pictures)) for name in names}, SIDE)


def named_sheet(pictures: Mapping[str, Sequence[Item]], side: float, size: float = _ICON) -> Page:
    """Draw pictures with their names below, in rows; each is a square of `side`, and `size` mm large on the page."""
    columns = int((_WIDTH - 2 * _MARGIN) // _CELL[0])
    height = _CELL[1] + size - _ICON
    items: list[Item] = []
    for index, (name, picture) in enumerate(pictures.items()):
        row, column = divmod(index, columns)
        x, y = _MARGIN + column * _CELL[0], _MARGIN + row * height
        scale = size / side
        place = Transform(scale, 0.0, 0.0, scale, x + (_CELL[0] - size) / 2, y)
        items.append(Group(tuple(picture), place))
        middle = Point(x + _CELL[0] / 2, y + size + 4.5)
        items.append(text_line(name, middle, _FONT, 3.2, colour=_INK, align=Align.CENTRE))
    return Page(_WIDTH, 2 * _MARGIN + -(-len(pictures) // columns) * height, tuple(items))


def _icon(name: str, pictures: Pictures) -> Iterator[Item]:
    square = Rect(0.0, 0.0, SIDE, SIDE)
    file = pictures.icons().get(name)
    if file is None:
        yield Path(icon_outline(name), fill=_INK, rule="evenodd")
        return
    try:
        yield from pictures.find(file).items(square, "contain", (0.5, 0.5), rectangle(square))
    except NoPicture:
        return  # `check` reports it
