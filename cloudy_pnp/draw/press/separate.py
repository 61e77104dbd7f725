"""Colour separation: a scene for the screen becomes one whose colours have inks.

Text and fine dark lines get black alone, because four inks never register to a tenth of a millimetre, and overprint
what is beneath them, so that no white shows at their edges. Such lines only ever add black to the colour beneath them,
at any opacity; on the wettest background less of it. A line with a hue, such as dark green on a leaf, keeps its inks:
over colour, black alone would look darker than on the screen, and half of its own ink is black anyway. Greys are black
alone too. Only large black areas also get some of the other inks: black alone looks grey there. Nothing gets more ink
than the press can dry.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from cloudy_pnp.core.geometry import IDENTITY, Rect, Transform
from cloudy_pnp.draw.colour import Colour, Paint
from cloudy_pnp.draw.inks import LEAST_TINT, Cmyk, Lab, black_for, coated, drier, inks_for, is_neutral, lab
from cloudy_pnp.draw.scene import Group, Image, Item, Page, Path, Stroke, Symbol, TextRun, Use, bounds

FINE_LINE = 0.25  # mm (0.7 pt)
SMALL_TEXT = 12 / 72 * 25.4  # mm: larger characters may have a colour
LARGE_AREA = 15.0  # mm: a black area wider and higher than this gets rich black
RICH_BLACK: Cmyk = (0.5, 0.4, 0.4, 1.0)  # 230%: within the limits of every service

_DARK = 50.0  # lightness below which text and fine lines are printed in black
_SOLID = 35.0  # below this in solid black: a halftone frays small characters
_COLOURFUL = 30.0  # chroma from which large characters keep their colour
_TINTED = 15.0  # chroma from which fine lines do
_OVER = 0.8  # black from this share on overprints what is beneath
_LEAST_ADDED = 0.5  # where the background is too wet for this much black, a line gets all four inks


class _Ground(NamedTuple):
    """An area with so much colour that solid black over it would be too much ink."""

    box: Rect
    room: float  # the share of black that may be added


class Separator:
    """A converter of colours to inks, for one ink limit. Each symbol is converted once."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._symbols: WeakKeyDictionary[Symbol, dict[float, Symbol]] = WeakKeyDictionary()
        self._heavy: WeakKeyDictionary[Symbol, list[_Ground]] = WeakKeyDictionary()

    def page(self, page: Page) -> Page:
        """Separate a page."""
        return replace(page, items=self._items(page.items, (), 1.0))

    def symbol(self, symbol: Symbol, room: float = 1.0) -> Symbol:
        """Separate a symbol; `room` is the share of black that may be added to everything beneath it."""
        separations = self._symbols.setdefault(symbol, {})
        if room not in separations:
            separations[room] = replace(symbol, items=self._items(symbol.items, (), room))
        return separations[room]

    def _items(self, items: Sequence[Item], around: Sequence[_Ground], room: float) -> tuple[Item, ...]:
        """Separate items; `around` are the areas of much colour around them."""
        items = _without_empty_paths(items)
        heavy = [(at, ground) for at, item in enumerate(items) for ground in self._heavy_among([item])]
        done = []
        for at, item in enumerate(items):
            simple = isinstance(item, Path | TextRun)  # a picture handles its own contents
            near = [*around, *(ground for position, ground in heavy if simple or position != at)] if heavy else around
            done.append(self._item(item, near, room))
        return tuple(done)

    def _item(self, item: Item, heavy: Sequence[_Ground], room: float) -> Item:
        match item:
            case Path(outline, fill, stroke):
                box = outline.bounds
                if fill is not None:
                    fill = self._area(fill, min(box.width, box.height) >= LARGE_AREA)
                if stroke is not None:
                    stroke = self._line(stroke, _room(box.inset(-stroke.width), heavy, room))
                return replace(item, fill=fill, stroke=stroke)
            case TextRun():
                box = bounds([item]) or Rect(0.0, 0.0, 0.0, 0.0)
                return replace(item, colour=self._text(item, _room(box, heavy, room) >= 1))
            case Group(inner, transform):
                return replace(item, items=self._items(inner, _moved_grounds(heavy, transform), room))
            case Use(symbol, transform):
                return Use(self.symbol(symbol, _room(transform.bounds(symbol.bounds), heavy, room)), transform)
            case Image():
                return item  # its pixels get their inks when the file is written

    def _area(self, paint: Paint, large: bool) -> Paint:
        if isinstance(paint, Colour):
            return _area(paint, large, self._most)
        colours = _separate_gradient(tuple(stop.colour for stop in paint.stops), self._most)
        stops = (replace(stop, colour=colour) for stop, colour in zip(paint.stops, colours, strict=True))
        return replace(paint, stops=tuple(stops))

    def _line(self, stroke: Stroke, room: float) -> Stroke:
        return replace(stroke, colour=_line(stroke.colour, stroke.width <= FINE_LINE, room, self._most))

    def _text(self, run: TextRun, over: bool) -> Colour:
        return _text(run.colour, run.size < SMALL_TEXT, over, self._most)

    def _heavy_in(self, symbol: Symbol) -> list[_Ground]:
        grounds = self._heavy.get(symbol)
        if grounds is None:
            grounds = self._heavy[symbol] = list(self._heavy_among(symbol.items))
        return grounds

    def _heavy_among(self, items: Iterable[Item]) -> Iterator[_Ground]:
        for item in _without_empty_paths(items):
            match item:
                case Path(outline, fill, stroke):
                    paints = (
                        [] if fill is None else [fill] if isinstance(fill, Colour) else [s.colour for s in fill.stops]
                    )
                    room = min((self._room_over(_area(colour, False, self._most)) for colour in paints), default=1.0)
                    if room < 1:
                        yield _Ground(outline.bounds, room)
                    room = self._room_over(self._line(stroke, 1.0).colour) if stroke is not None else 1.0
                    if stroke is not None and room < 1:
                        yield _Ground(outline.bounds.inset(-stroke.width), room)
                case Group(inner, transform):
                    yield from _move_grounds(self._heavy_among(inner), transform)
                case Use(symbol, transform):
                    yield from _move_grounds(self._heavy_in(symbol), transform)
                case Image(_, place):  # the darkness of its pixels is unknown
                    yield _Ground(place, 0.0)

    def _room_over(self, colour: Colour) -> float:
        """Return the share of black that may be added to a colour."""
        return round(self._most - sum(colour.inks[:3]), 2)


def _without_empty_paths(items: Iterable[Item]) -> list[Item]:
    """Remove paths without points."""
    return [item for item in items if not isinstance(item, Path) or item.outline.segments]


def _move_grounds(grounds: Iterable[_Ground], transform: Transform) -> Iterator[_Ground]:
    return (_Ground(transform.bounds(ground.box), ground.room) for ground in grounds)


def _moved_grounds(heavy: Sequence[_Ground], transform: Transform) -> Sequence[_Ground]:
    return list(_move_grounds(heavy, transform.inverse)) if heavy and transform != IDENTITY else heavy


def _room(box: Rect, heavy: Iterable[_Ground], room: float) -> float:
    """Return the share of black that may be added within a box."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    for other, least in heavy:
        is_less = least < room
        if is_less and left < other.right and other.x < right and top < other.bottom and other.y < bottom:
            room = least
    return room


@lru_cache(maxsize=4096)
def _area(colour: Colour, large: bool, most: float) -> Colour:
    if colour.spot:
        return colour
    inks = drier(colour.cmyk, most) if colour.cmyk else inks_for(*colour.rgb, most)
    if large and inks[3] >= 0.9 and not any(inks[:3]):
        inks = drier(RICH_BLACK, most)
    return replace(colour, cmyk=inks)


@lru_cache(maxsize=4096)
def _separate_gradient(colours: tuple[Colour, ...], most: float) -> tuple[Colour, ...]:
    """Separate the colours of a gradient.

    Both ends have the inks of areas in the same colour, so that no edge shows where they meet. In between every ink of
    it stays, so that none breaks off where its dots become too small to print; only towards white they fade.
    """
    separated = [_area(colour, False, most) for colour in colours]
    present = [any(colour.inks[ink] for colour in separated) for ink in range(4)]
    ends = (separated[0], separated[-1])
    return tuple(
        replace(colour, cmyk=drier(_at_least(colour.inks, present), most))
        if any(colour.inks) and colour not in ends
        else colour
        for colour in separated
    )


def _at_least(inks: Cmyk, present: Sequence[bool]) -> Cmyk:
    c, m, y, k = (max(ink, LEAST_TINT) if is_used else ink for ink, is_used in zip(inks, present, strict=True))
    return (c, m, y, k)


@lru_cache(maxsize=4096)
def _text(colour: Colour, small: bool, over: bool, most: float) -> Colour:
    """Return the inks of text: black alone if it is dark; for large characters only if they have little colour."""
    if colour.cmyk or colour.spot:
        return _area(colour, False, most)
    look = lab(*colour.rgb)
    if look[0] < _DARK and (small or _chroma(look) < _COLOURFUL):
        black = 1.0 if look[0] <= _SOLID else black_for(look[0])
        return replace(colour, cmyk=(0.0, 0.0, 0.0, black), overprint=over and black >= _OVER)
    separated = _area(colour, False, most)
    return replace(separated, overprint=over and is_neutral(look) and separated.inks[3] >= _OVER)


@lru_cache(maxsize=4096)
def _line(colour: Colour, fine: bool, room: float, most: float) -> Colour:
    """Return the inks of a line.

    Black alone never replaces other inks: it is added to them, as far as the background has room for it; otherwise the
    line has all four.
    """
    separated = _area(colour, False, most)
    if colour.cmyk or colour.spot:
        return separated
    look = lab(*colour.rgb)
    if fine and look[0] <= _SOLID and _chroma(look) < _TINTED:
        black = 1.0
    elif is_neutral(look) and look[0] < _DARK:
        black = separated.inks[3]
    else:
        return separated
    if room < min(black, _LEAST_ADDED):
        return replace(colour, cmyk=drier(coated().inks(look), most))
    return replace(colour, cmyk=(0.0, 0.0, 0.0, min(black, room)), overprint=True)


def _chroma(look: Lab) -> float:
    return math.hypot(look[1], look[2])


def area_inks(colour: Colour, most: float) -> Colour:
    """Separate a colour of an area."""
    return _area(colour, False, most)


def text_inks(colour: Colour, *, small: bool, most: float) -> Colour:
    """Separate a colour of text."""
    return _text(colour, small, True, most)


def line_inks(colour: Colour, room: float, most: float) -> Colour:
    """Separate a colour of a fine line; `room` is the share of black that may be added to what is beneath it."""
    return _line(colour, True, room, most)
