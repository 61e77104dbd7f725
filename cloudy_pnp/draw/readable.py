"""Texts of a scene that no one can read: in the colour of what is behind them, or painted over.

Only simple shapes decide: filled with one colour, with few corners. Behind a text on anything else (a picture, a
gradient, a drawing) may be any colour, and nothing is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice

from msgspec import Struct

from cloudy_pnp.core.geometry import IDENTITY, Point, Rect, Transform
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
_WITHIN = 0.1  # share of a text's height that a covering shape may leave free


class _Piece(Struct, frozen=True, dict=True):
    """An item of a scene on the card. Its place is computed when it is asked for: most pieces are never asked."""

    item: Path | TextRun | Image | Use
    to_card: Transform
    opacity: float
    clip: Rect | None

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


def unreadable_texts(symbol: Symbol) -> Iterator[tuple[str, bool]]:
    """Yield every text that cannot be read, and whether it is hidden by a shape painted over it."""
    pieces = list(islice(_pieces(symbol.items, IDENTITY, None, 1.0), _MOST_PIECES + 1))
    if len(pieces) > _MOST_PIECES:
        return
    for at, piece in enumerate(pieces):
        if isinstance(piece.item, TextRun) and piece.item.text.strip():
            corners = piece.box.inset(_WITHIN * piece.box.height).corners
            if piece.opacity < _INVISIBLE:
                yield piece.item.text, False
            elif any(other.colour is not None and other.covers(corners) for other in pieces[at + 1 :]):
                yield piece.item.text, True
            elif _is_lost(piece.box, piece.item.colour, pieces[:at]):
                yield piece.item.text, False


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast of two colours by WCAG 2, from 1 to 21."""
    light, dark = sorted((_luminance(colour) for colour in (first, second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(part) for part in colour.rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _is_lost(box: Rect, colour: Colour, before: Sequence[_Piece]) -> bool:
    """Check whether a text has the colour of the shape behind it; without any shape, of white paper."""
    centre = box.centre
    for piece in reversed(before):
        if isinstance(piece.item, TextRun) or piece.opacity <= _FAINT or centre not in piece.box:
            continue
        if isinstance(piece.item, Path) and piece.item.fill is None:
            continue
        if piece.colour is None or not piece.covers(box.corners):
            return False
        return contrast(colour, piece.colour) < _LEAST_CONTRAST
    return contrast(colour, _WHITE) < _LEAST_CONTRAST


def _pieces(items: Iterable[Item], to_card: Transform, clip: Rect | None, opacity: float) -> Iterator[_Piece]:
    for item in items:
        match item:
            case Group(inner, transform, cut):
                place_on_card = to_card @ transform
                inside = clip
                if cut is not None:
                    inside = place_on_card.bounds(cut.bounds)
                    inside = inside if clip is None else (inside & clip) or Rect(0.0, 0.0, 0.0, 0.0)
                yield from _pieces(inner, place_on_card, inside, opacity * item.opacity)
            case Use(symbol, transform) if len(symbol.items) <= _MOST_CORNERS:
                yield from _pieces(symbol.items, to_card @ transform, clip, opacity)
            case Use():
                yield _Piece(item, to_card, opacity, clip)
            case _:
                yield _Piece(item, to_card, opacity * item.opacity, clip)


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
