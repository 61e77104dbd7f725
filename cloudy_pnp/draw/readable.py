"""Texts of a scene that no one can read: in the colour of what is behind them, or painted over.

Only simple shapes decide: filled with one colour, with few corners. Behind a text on anything else (a picture, a
gradient, a drawing) may be any colour, and nothing is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import cached_property
from itertools import islice
from types import MappingProxyType

from msgspec import Struct

from cloudy_pnp.core.geometry import IDENTITY, Point, Rect, Transform
from cloudy_pnp.core.problems import DataPath
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.scene import Cubic, Group, Image, Item, Line, Move, Path, Symbol, TextRun, Use

_WHITE = Colour.grey(1.0)
_LEAST_CONTRAST = 1.2  # by WCAG; 21 is black on white
_INVISIBLE = 0.05  # opacity of a text that cannot be seen
_FAINT = 0.2  # opacity of a pattern that does not change what is behind a text
_OPAQUE = 0.99
_MOST_CORNERS = 16
_MOST_PIECES = 3_000  # of a face
_MOST_TEXTS = 200  # of a face that are compared with each other
_MOST_POINTS = 64  # of an icon's outline
_GHOST = 0.3  # opacity of a watermark or a shadow, on which other texts may be printed
_CROSSING = 0.35  # share of the smaller text's height
_TINY = 1e-6
_WITHIN = 0.1  # share of a text's height that a covering shape may leave free


Boxes = Mapping[int, DataPath]  # the box of a layout, by the id() of the items that it paints


class Fault(Enum):
    """The reason why a text or an icon cannot be read."""

    LOST = auto()  # in the colour of its background
    HIDDEN = auto()  # by a shape painted over it
    CROSSED = auto()  # by another text


class Unreadable(Struct, frozen=True):
    """A text that cannot be read, or an icon that cannot be seen."""

    fault: Fault
    text: str  # empty: an icon
    box: DataPath = ()  # of a layout
    other: str = ""  # the other text


def box_of(items: Sequence[Item], boxes: Boxes) -> DataPath:
    """Return the box that paints the last of some items, each inside the one before."""
    return next((boxes[id(item)] for item in reversed(items) if id(item) in boxes), ())


class _Piece(Struct, frozen=True, dict=True):
    """An item of a scene on the card. Its place is computed when it is asked for: most pieces are never asked."""

    item: Path | TextRun | Image | Use
    to_card: Transform
    opacity: float
    clip: Rect | None
    around: tuple[Item, ...] = ()  # the items that it is in, and itself

    @cached_property
    def box(self) -> Rect:
        """The rectangle around it on the card."""
        match self.item:
            case TextRun(origin, _, font, size, width):
                above = fonts.load(font).cap_height * size / 1000
                return self.to_card.bounds(Rect(origin.x, origin.y - above, width, above))
            case Path(outline):
                return self.to_card.bounds(outline.bounds)
            case Image(_, place):
                return self.to_card.bounds(place)
            case Use(symbol, transform):
                return (self.to_card @ transform).bounds(symbol.bounds)

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """The corners of a simple shape on the card; empty for anything else."""
        return tuple(map(self.to_card, _simple(self.item))) if isinstance(self.item, Path) else ()

    @property
    def colour(self) -> Colour | None:
        """The colour of a simple opaque shape; None for anything else."""
        if not isinstance(self.item, Path) or not isinstance(self.item.fill, Colour):
            return None
        return self.item.fill if self.opacity >= _OPAQUE and self.corners else None

    def covers(self, points: Iterable[Point]) -> bool:
        """Check whether points are certainly inside a simple shape, and inside what it is clipped to."""
        return bool(self.corners) and all(
            _is_inside(point, self.corners) and (self.clip is None or point in self.clip) for point in points
        )


def unreadable(symbol: Symbol, boxes: Boxes = MappingProxyType({})) -> Iterator[Unreadable]:
    """Yield every text that cannot be read, and every icon of a layout's boxes that cannot be seen."""
    pieces = list(islice(_pieces(symbol.items, IDENTITY, None, 1.0, ()), _MOST_PIECES + 1))
    if len(pieces) > _MOST_PIECES:
        return
    for at, piece in enumerate(pieces):
        if isinstance(piece.item, TextRun) and piece.item.text.strip():
            text, box = piece.item.text, box_of(piece.around, boxes)
            corners = piece.box.inset(_WITHIN * piece.box.height).corners
            if any(other.colour is not None and other.covers(corners) for other in pieces[at + 1 :]):
                yield Unreadable(Fault.HIDDEN, text, box)
            elif piece.opacity < _INVISIBLE or _is_lost(piece.box.corners, piece.item.colour, pieces[:at]):
                yield Unreadable(Fault.LOST, text, box)
    yield from _crossed(pieces, boxes)
    yield from _lost_icons(pieces, boxes)


def _crossed(pieces: Iterable[_Piece], boxes: Boxes) -> Iterator[Unreadable]:
    """Yield texts of different boxes that are printed over each other; slanted ones only seem to be."""
    seen: list[tuple[_Piece, str, DataPath]] = []
    for piece in pieces:
        place, item = piece.to_card, piece.item
        slanted = abs(place.a * place.b) > _TINY or abs(place.c * place.d) > _TINY
        if not isinstance(item, TextRun) or not item.text.strip() or slanted or piece.opacity < _GHOST:
            continue
        box = box_of(piece.around, boxes)
        for other, text, other_box in seen:
            common = piece.box & other.box
            if common is None or text == item.text or (box and box == other_box):
                continue
            height = min(piece.box.height, other.box.height)
            if common.height > _CROSSING * height and common.width > _CROSSING * height:
                yield Unreadable(Fault.CROSSED, text, box, item.text)
        if len(seen) < _MOST_TEXTS:
            seen.append((piece, item.text, box))


def _lost_icons(pieces: Sequence[_Piece], boxes: Boxes) -> Iterator[Unreadable]:
    """Yield icons of which no part stands out from what is behind the icon."""
    icons: dict[int, list[int]] = {}  # the pieces of each
    for at, piece in enumerate(pieces):
        icon = next((item for item in piece.around if id(item) in boxes), None)
        if icon is None or icon is piece.item:
            continue
        if boxes[id(icon)][-1] == "icons" or (boxes[id(icon)][-1] == "text" and isinstance(icon, Group)):
            icons.setdefault(id(icon), []).append(at)
    for of, parts in icons.items():
        if all(_is_lost_shape(pieces[at], pieces[: parts[0]]) for at in parts):
            yield Unreadable(Fault.LOST, "", boxes[of])


def _is_lost_shape(piece: _Piece, before: Sequence[_Piece]) -> bool:
    item = piece.item
    if not isinstance(item, Path) or not isinstance(item.fill, Colour):
        return False
    points = tuple(map(piece.to_card, islice(item.outline.points(), _MOST_POINTS)))
    return _is_lost(points, item.fill, before)


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast of two colours by WCAG 2, from 1 to 21."""
    light, dark = sorted((_luminance(colour) for colour in (first, second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(part) for part in colour.rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _is_lost(points: Sequence[Point], colour: Colour, before: Sequence[_Piece]) -> bool:
    """Check whether something has the colour of the shape behind its points; without any shape, of white paper."""
    centre = Rect.around(points).centre
    for piece in reversed(before):
        if isinstance(piece.item, TextRun) or piece.opacity <= _FAINT or centre not in piece.box:
            continue
        if isinstance(piece.item, Path) and piece.item.fill is None:
            continue
        if piece.colour is None or not piece.covers(points):
            return False
        return contrast(colour, piece.colour) < _LEAST_CONTRAST
    return contrast(colour, _WHITE) < _LEAST_CONTRAST


def _pieces(
    items: Iterable[Item], to_card: Transform, clip: Rect | None, opacity: float, outside: tuple[Item, ...]
) -> Iterator[_Piece]:
    for item in items:
        around = (*outside, item)
        match item:
            case Group(inner, transform, cut):
                place_on_card = to_card @ transform
                inside = clip
                if cut is not None:
                    inside = place_on_card.bounds(cut.bounds)
                    inside = inside if clip is None else (inside & clip) or Rect(0.0, 0.0, 0.0, 0.0)
                yield from _pieces(inner, place_on_card, inside, opacity * item.opacity, around)
            case Use(symbol, transform) if len(symbol.items) <= _MOST_CORNERS:
                yield from _pieces(symbol.items, to_card @ transform, clip, opacity, around)
            case Use():
                yield _Piece(item, to_card, opacity, clip, around)
            case _:
                yield _Piece(item, to_card, opacity * item.opacity, clip, around)


def _simple(path: Path) -> tuple[Point, ...]:
    """Return the corners of a simple shape; of one with curves, a polygon inside it. Nothing for other shapes."""
    segments = path.outline.segments
    if len(segments) > _MOST_CORNERS or sum(isinstance(segment, Move) for segment in segments) != 1:
        return ()
    return tuple(segment.to for segment in segments if isinstance(segment, Move | Line | Cubic))


def _is_inside(point: Point, corners: Sequence[Point]) -> bool:
    """Check whether a point is inside a polygon, by the crossings of a ray to the right."""
    inside = False
    for first, second in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (first.y > point.y) != (second.y > point.y):
            across = first.x + (point.y - first.y) / (second.y - first.y) * (second.x - first.x)
            inside ^= point.x < across
    return inside
