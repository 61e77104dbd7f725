"""Icons of a layout: the kit's, its own outlines, files, and those drawn by a game; in texts and in rows.

Every icon, or motif, with its name on a page, to print or to look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour
from cloudy_pnp.draw.kit.frame import trace
from cloudy_pnp.draw.kit.icons import SIDE, icon_names, icon_outline, without_holes
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.scene import Font, Group, Item, Page, Path, TextRun
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.draw.shaping import Icon
from cloudy_pnp.draw.text import Align, text_line, text_width
from cloudy_pnp.layouts.paint import Art, LayoutContext, Painter
from cloudy_pnp.layouts.pictures import NoPicture, Pictures

_SQUARE = Rect(0.0, 0.0, SIDE, SIDE)
_TALL = 0.82  # height of an icon in a text, in ems
_DOWN = 0.11  # how far it goes below the baseline
_AIR = 0.05  # on each side
_NUMBERED = 1.25  # how much larger an icon with a number is
_NUMBER = 0.73  # height of a number on an icon, in ems
_ROOM = 0.6  # of the icon's width, for that number
_LIGHT = 0.35
_HOLLOW = ("card", "ring")  # icons whose middle is empty


class TextIcons(Mapping[str, Icon]):
    """The icons of a layout for texts of one colour, drawn when a text uses them."""

    def __init__(self, painter: Painter, context: LayoutContext, colour: Colour) -> None:
        self._painter, self._context, self._colour = painter, context, colour

    def __getitem__(self, name: str) -> Icon:
        name, _, number = name.partition(":")
        if number:
            icon = self._plain(name, solid=name not in _HOLLOW)
            larger = Transform(_NUMBERED, 0.0, 0.0, _NUMBERED, 0.0, (_NUMBERED - 1) * (_TALL / 2 - _DOWN))
            width = icon.width * _NUMBERED
            return Icon(width, (Group(icon.items, larger), self._number(number, width, hollow=name in _HOLLOW)))
        return self._plain(name)

    def _plain(self, name: str, *, solid: bool = False) -> Icon:
        if name in self._context.icons:
            return self._context.icons[name]
        scale = _TALL / SIDE
        place = Transform(scale, 0.0, 0.0, scale, _AIR, _DOWN - _TALL)
        items = icon_items(name, self._painter, self._context, self._colour, solid=solid)
        return Icon(_TALL + 2 * _AIR, (Group(items, place),))

    def _number(self, number: str, width: float, *, hollow: bool) -> TextRun:
        """Characters in the middle of an icon, in a colour that stands out from it."""
        font = self._painter.style({"weight": 700}).font.alone
        size = min(_NUMBER, _NUMBER * (width * _ROOM) / max(text_width(number, font, _NUMBER), 0.01))
        colour = self._colour if hollow else WHITE if self._colour.luminance < _LIGHT else BLACK
        middle = _DOWN - _TALL / 2 + size * 0.33
        return text_line(number, Point(width / 2, middle), font, size, colour=colour, align=Align.CENTRE)

    def __iter__(self) -> Iterator[str]:
        files = self._context.pictures.icons()
        return iter(dict.fromkeys((*self._painter.layout.icons, *self._context.icons, *files, *icon_names())))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        plain = str(name).partition(":")[0]
        known = (self._painter.layout.icons, self._context.icons, icon_names(), self._context.pictures.icons())
        return any(plain in names for names in known)


def file_of(name: str, settings: Mapping[str, Any], pictures: Pictures) -> str | None:
    """Return the picture file of an icon, which a layout may define with some settings."""
    return settings.get("file") or (None if settings else pictures.icons().get(name))


def tint_finding(name: str, path: DataPath, cause: DataPath = ()) -> Finding:
    """Return ICON-COLOUR: a colour of an icon has no effect."""
    message = f"the colour has no effect: the picture of the icon {quoted(name)} has several colours, or pixels"
    hint = "delete the colour, or draw the picture in a single one"
    return Finding("ICON-COLOUR", path, message, hint, Severity.WARNING, cause=cause)


def icon_items(
    name: str, painter: Painter, context: LayoutContext, colour: Colour, *, wanted: bool = False, solid: bool = False
) -> Items:
    """Draw an icon in a square of 10 by 10; a `solid` one without its holes. Raises KeyError for an unknown name.

    A file in black only has the colour of its text or row; one in another colour only where that is `wanted`.
    """
    settings: Mapping[str, Any] = painter.layout.icons.get(name, {})
    if "colour" in settings:
        colour, wanted = painter.colour(settings["colour"]), True
    file = file_of(name, settings, context.pictures)
    if file:
        picture = context.pictures.find(file)
        if picture.tone is not None and (wanted or picture.tone == BLACK):
            picture = picture.tinted(colour)
        return picture.items(_SQUARE, "contain", (0.5, 0.5), rectangle(_SQUARE))
    if "art" in settings:
        art: Art = context.art[settings["art"]]
        return art(_SQUARE, painter.fields.entry)
    if "path" in settings:
        return (Path(trace(settings["path"]), fill=colour, rule="evenodd"),)
    if name in context.icons and not settings:
        icon = context.icons[name]
        scale = SIDE * _TALL
        return (Group(icon.items, Transform(scale, 0.0, 0.0, scale, 0.0, SIDE * 0.88)),)
    outline = icon_outline(settings.get("like", name))
    return (Path(without_holes(outline) if solid else outline, fill=colour, rule="evenodd"),)


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
