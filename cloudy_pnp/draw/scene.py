"""Scenes: immutable display lists in millimetres, painted in order, later items over earlier.

Nothing here depends on SVG or PDF, measures text or reads files. A back end translates a `Page` literally: anything
that is not in the scene is not drawn.

>>> from cloudy_pnp.draw.colour import BLACK
>>> line = Outline((Move(Point(0, 0)), Line(Point(10, 0))))
>>> page = Page(63.5, 88.9, (Path(line, stroke=Stroke(BLACK, 0.2)),))
>>> page.trim_box
Rect(x=0.0, y=0.0, width=63.5, height=88.9)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.geometry import IDENTITY, Point, Rect, Transform
from cloudy_pnp.draw.colour import BLACK, Colour, Paint


class Move(Struct, frozen=True):
    """The start of a new part of the outline."""

    to: Point


class Line(Struct, frozen=True):
    """A straight line."""

    to: Point


class Cubic(Struct, frozen=True):
    """A cubic Bézier curve with two control points."""

    first: Point
    second: Point
    to: Point


class Close(Struct, frozen=True):
    """A straight line back to the start of the part, joined there."""


Segment = Move | Line | Cubic | Close
CLOSE = Close()


class Outline(Struct, frozen=True):
    """Pure geometry: one or more parts, each a `Move` and its segments. `a + b` combines two."""

    segments: tuple[Segment, ...]

    def __add__(self, other: Outline) -> Outline:
        return Outline(self.segments + other.segments)

    def moved(self, by: Transform) -> Outline:
        """Transform the outline."""

        def move_segment(segment: Segment) -> Segment:
            match segment:
                case Move(to):
                    return Move(by(to))
                case Line(to):
                    return Line(by(to))
                case Cubic(first, second, to):
                    return Cubic(by(first), by(second), by(to))
            return segment

        return Outline(tuple(move_segment(segment) for segment in self.segments))

    def points(self) -> Iterator[Point]:
        """Yield every point, control points included."""
        for segment in self.segments:
            match segment:
                case Move(to) | Line(to):
                    yield to
                case Cubic(first, second, to):
                    yield first
                    yield second
                    yield to

    @property
    def bounds(self) -> Rect:
        """The exact rectangle around the outline (not its control points), without any stroke."""
        places: list[Point] = []
        current = start = Point(0.0, 0.0)
        for segment in self.segments:
            match segment:
                case Move(to):
                    current = start = to
                case Line(to):
                    current = to
                case Cubic(first, second, to):
                    places.extend(_extremes(current, first, second, to))
                    current = to
                case Close():
                    current = start
            places.append(current)
        return Rect.around(places)


def _extremes(p0: Point, p1: Point, p2: Point, p3: Point) -> Iterator[Point]:
    """Yield the points where a cubic turns back in x or in y: the roots of its derivative inside (0, 1)."""
    for axis in ("x", "y"):
        v0, v1, v2, v3 = (getattr(p, axis) for p in (p0, p1, p2, p3))
        a, b, c = v3 - 3 * v2 + 3 * v1 - v0, 2 * (v2 - 2 * v1 + v0), v1 - v0
        for t in _roots(a, b, c):
            if 0 < t < 1:
                s = 1 - t
                yield p0 * s**3 + p1 * (3 * s * s * t) + p2 * (3 * s * t * t) + p3 * t**3


def _roots(a: float, b: float, c: float) -> tuple[float, ...]:
    if abs(a) < 1e-12:
        return (-c / b,) if abs(b) > 1e-12 else ()
    inner = b * b - 4 * a * c
    if inner < 0:
        return ()
    root = math.sqrt(inner)
    return ((-b - root) / (2 * a), (-b + root) / (2 * a))


class Cap(StrEnum):
    """The end of an open line."""

    BUTT = "butt"
    ROUND = "round"
    SQUARE = "square"


class Join(StrEnum):
    """The corner of a line; a mitre longer than four widths is cut off (`bevel`)."""

    MITER = "miter"
    ROUND = "round"
    BEVEL = "bevel"


class Stroke(Struct, frozen=True):
    """The style of a line. `dashes` are lengths in mm, line and gap in turn; empty means solid."""

    colour: Colour
    width: float
    cap: Cap = Cap.BUTT
    join: Join = Join.MITER
    dashes: tuple[float, ...] = ()
    phase: float = 0.0


class Path(Struct, frozen=True):
    """A filled and/or stroked outline; the stroke is on top of the fill.

    `opacity` applies to fill and stroke separately: where they overlap both show. To fade them as one, use a `Group`.
    """

    outline: Outline
    fill: Paint | None = None
    stroke: Stroke | None = None
    opacity: float = 1.0
    rule: Literal["nonzero", "evenodd"] = "nonzero"


class Font(Struct, frozen=True):
    """A font face; `fonts.py` finds and prepares it."""

    family: str
    weight: int = 400
    italic: bool = False
    file: str = ""  # of a game's own font; empty: an installed one
    sha256: str = ""  # of that file
    fallback: tuple[Font, ...] = ()  # for characters that this one lacks

    def __repr__(self) -> str:  # without paths, because keys of caches contain it
        return f"Font(family={self.family!r}, weight={self.weight}, italic={self.italic})"

    @property
    def alone(self) -> Font:
        """The same font without fallbacks, as runs of text name it."""
        return replace(self, fallback=()) if self.fallback else self


class TextRun(Struct, frozen=True):
    """Text of one font on one line, measured and placed: a back end only copies it.

    `origin` is the left end of the baseline, `size` the em in mm. `kerns` moves what follows each character, in
    thousandths of an em (positive is further right), one per character, or is empty if all are 0.
    """

    origin: Point
    text: str
    font: Font
    size: float
    width: float
    colour: Colour = BLACK
    kerns: tuple[int, ...] = ()
    opacity: float = 1.0


class Group(Struct, frozen=True):
    """Items that are moved, clipped or faded together. The clip is in the coordinates of the items.

    PDF readers show or hide a `layer` by its name; other back ends draw it like everything else.
    """

    items: tuple[Item, ...]
    transform: Transform = IDENTITY
    clip: Outline | None = None
    opacity: float = 1.0
    layer: str = ""
    clip_rule: Literal["nonzero", "evenodd"] = "nonzero"


class Symbol(Struct, frozen=True, weakref=True, eq=False):
    """A picture stored once in a file however often it is used (a Form XObject, a `<symbol>`).

    It is compared by identity: create it once, keep it, and `Use` the same object each time. `bounds` must contain
    everything the items paint; the rest is cut off.
    """

    name: str
    items: tuple[Item, ...]
    bounds: Rect


class Use(Struct, frozen=True):
    """A symbol at a position."""

    symbol: Symbol
    transform: Transform = IDENTITY


class Raster(Struct, frozen=True, weakref=True, eq=False):
    """A raster picture from a file.

    It is compared by identity and stored once in a PDF; its bytes are read when a back end needs them, and not kept.
    """

    name: str
    width: int  # pixels
    height: int
    key: str  # the fingerprint of the file: equal keys, equal pictures
    read: Callable[[], bytes]  # reads the file: PNG, JPEG or WebP
    form: str  # "PNG", "JPEG" or "WEBP", and the mode (RGB or L) of a file that a PDF can embed unchanged
    orientation: int = 1  # EXIF rotation of the pixels; applied when the picture is placed


class Image(Struct, frozen=True):
    """A raster picture, stretched to a box."""

    raster: Raster
    box: Rect
    opacity: float = 1.0


Item = Path | TextRun | Group | Use | Image


class Page(Struct, frozen=True):
    """A sheet of paper or a single card.

    `trim` is where it will be cut, `bleed` how far the picture extends beyond that; both default to the whole page.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    trim: Rect | None = None
    bleed: Rect | None = None

    @property
    def media(self) -> Rect:
        """The whole page."""
        return Rect(0.0, 0.0, self.width, self.height)

    @property
    def trim_box(self) -> Rect:
        """The cutting line of the page."""
        return self.trim or self.media

    @property
    def bleed_box(self) -> Rect:
        """The extent of the picture."""
        return self.bleed or self.trim_box


def bounds(items: Iterable[Item]) -> Rect | None:
    """Return a rectangle around everything some items paint (text by its em, mitres at their longest); None if nothing.

    >>> bounds([Path(Outline((Move(Point(0, 0)), Line(Point(10, 0)))), stroke=Stroke(BLACK, 1))])
    Rect(x=-2, y=-2, width=14, height=4)
    """
    total: Rect | None = None
    for item in items:
        box = _item_bounds(item)
        if box is not None:
            total = box if total is None else total | box
    return total


def _item_bounds(item: Item) -> Rect | None:
    match item:
        case Path(outline, _, stroke):
            return outline.bounds.inset(-2 * stroke.width if stroke else 0.0)
        case TextRun(origin, _, _, size, width):
            return Rect(origin.x - size / 2, origin.y - size * 1.2, width + size, size * 1.7)
        case Use(symbol, transform):
            return transform.bounds(symbol.bounds)
        case Image(_, place):
            return place
        case Group(inner, transform, clip):
            box = bounds(inner)
            if box is not None and clip is not None:
                box = box & clip.bounds
            return None if box is None else transform.bounds(box)


def page_of(symbol: Symbol) -> Page:
    """Show a face as a picture of the cut component: anything painted beyond the cut is dropped."""
    box = symbol.bounds
    return Page(box.width + 2 * box.x, box.height + 2 * box.y, (Use(symbol),))
