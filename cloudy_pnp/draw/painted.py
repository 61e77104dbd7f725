"""Where a face is painted: a coarse picture of the strip around its cut, made of cells, one bit each.

A paint *adds* the cells in which it can be seen on white paper, and *hides* those that it covers in white. Two paints
over each other are again one paint, so that a symbol on many cards is computed once.

Texts of a scene that no one can read: in the colour of what is behind them, or painted over.

Only simple shapes decide: filled with one colour, with few corners. Behind a text on anything else (a picture, a
gradient, a drawing) may be any colour, and nothing is reported.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import cached_property, lru_cache
from itertools import islice
from types import MappingProxyType
from weakref import WeakKeyDictionary

from msgspec import Struct

from cloudy_pnp.core import budget
from cloudy_pnp.core.geometry import IDENTITY, Point, Rect, Transform
from cloudy_pnp.core.problems import DataPath
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.colour import Colour, LinearGradient, RadialGradient
from cloudy_pnp.draw.press.areas import Cells, Raster
from cloudy_pnp.draw.press.flatten import bands
from cloudy_pnp.draw.scene import Cubic, Group, Image, Item, Line, Move, Outline, Path, Symbol, TextRun, Use
from cloudy_pnp.draw.shapes import rectangle

_CELL = 0.5  # mm: 50 dpi
_MOST_CELLS = 1_600  # along a side: cells of a larger board are larger
_ROOM = 2.0  # mm around the bleed
_DEEP = 2.5  # mm inside the cut, as far as the strip goes
_NEAR = 1.25  # mm: paint that ends so close to the cut would show a rim of changing width
_LEAST_LENGTH = 4.0  # mm of the cut along which paint ends
_ALL_ROUND = 0.5  # share of the cut, for paint that only comes close to it
_VISIBLE = 0.06  # how far a colour is from white
_FAINT = 0.1  # opacity
_TINY = 1e-3  # mm
_SIMPLE, _KEPT = 12, 200  # segments of an outline whose cells are kept; how many are kept


class WhiteEdge(Struct, frozen=True):
    """Paint at the cut that does not go on into the bleed."""

    reach: float  # mm beyond the cut; negative: inside it
    items: tuple[Item, ...]  # that which paints most of it, and the items that it is in


class _Paint(Struct, frozen=True):
    adds: int = 0
    hides: int = 0

    def __or__(self, above: _Paint) -> _Paint:
        return _Paint((self.adds & ~above.hides) | above.adds, self.hides | above.hides)


def white_edge(
    symbol: Symbol, size: tuple[float, float], bleed: float, outline: Outline | None = None
) -> WhiteEdge | None:
    """Return where paint ends that reaches the cut, or almost, and is not painted `bleed` mm beyond it.

    Paper-white edges are fine: nothing is painted there that a misaligned cut could uncover.
    """
    strip = _strip(size, outline, bleed)
    if symbol not in strip.edges:
        strip.edges[symbol] = strip.white_edge(symbol)
    return strip.edges[symbol]


@lru_cache(maxsize=64)
def _strip(size: tuple[float, float], outline: Outline | None, bleed: float) -> _Strip:
    return _Strip(size, outline, bleed)


class _Strip:
    """The cells on both sides of a cut, and what was painted there by symbols."""

    def __init__(self, size: tuple[float, float], outline: Outline | None, bleed: float) -> None:
        card = Rect(0.0, 0.0, *size)
        self.cell = max(_CELL, max(size) / _MOST_CELLS)
        self.bleed = bleed
        self.raster = Raster(card.inset(-bleed - _ROOM), self.cell)
        self.cut = self.raster.area(outline or rectangle(card)).inner
        self.free = None if outline else card.inset(_DEEP + self.cell)  # what is in it is not in the strip
        self.symbols: WeakKeyDictionary[Symbol, dict[Transform, _Paint]] = WeakKeyDictionary()
        self.areas: dict[tuple[Outline, bool, Transform], Cells] = {}
        self.edges: WeakKeyDictionary[Symbol, WhiteEdge | None] = WeakKeyDictionary()
        self.covered = False  # by the face that is evaluated
        self.edge = self._ring(-self.cell, self.cell)
        self.near = self._ring(-_NEAR - self.cell, self.cell)
        self.deep = self._ring(-_DEEP, self.cell)
        self.outer = self._ring(bleed - 2 * self.cell, self.cell)

    def white_edge(self, symbol: Symbol) -> WhiteEdge | None:
        """Return where paint ends that does not go on into the bleed."""
        layers, whole = list[tuple[tuple[Item, ...], _Paint]](), _Paint()
        self.covered = False
        clip = self._area(rectangle(symbol.bounds))
        for items, paint in self._layers(symbol.items, IDENTITY, clip, 1.0, ()):
            layers.append((items, paint))
            whole |= paint
            self.covered = not self.outer & ~whole.adds
        touching, ends = self.ends(whole.adds)
        clipped = min(-symbol.bounds.left, -symbol.bounds.top)  # nothing is painted beyond the bounds
        if ends:
            most, _ = max(layers, key=lambda layer: (layer[1].adds & ends).bit_count())
            return WhiteEdge(min(self.reach(whole.adds, ends), clipped), most)
        return WhiteEdge(clipped, ()) if touching and clipped < self.bleed - _TINY else None

    def _steps(self, length: float) -> int:
        return round(length / self.cell)

    def _moved_cut(self, by: float) -> int:
        """Return everything inside a line so many mm outside the cut, or inside it."""
        steps = self._steps(by)
        if steps >= 0:
            return self.raster.grown(self.cut, steps)
        every = self.raster.whole.outer
        return every & ~self.raster.grown(every & ~self.cut, -steps)

    def _ring(self, start: float, width: float) -> int:
        return self._moved_cut(start + width) & ~self._moved_cut(start)

    def _length(self, cells: int) -> float:
        return cells.bit_count() * self.cell

    def ends(self, painted: int) -> tuple[bool, int]:
        """Return whether paint reaches the cut, and the cells of it that do not go on into the bleed."""
        touching = painted & self.edge
        if self.covered:
            return bool(touching), 0
        ends = touching & self._beside_gaps(painted, self.bleed + self.cell)
        if self._length(ends) >= _LEAST_LENGTH:
            return True, ends
        deep = self.raster.grown(painted & self.deep, self._steps(_DEEP - _NEAR + self.cell))
        ends = painted & self.near & deep & self._beside_gaps(painted, self.bleed + _NEAR + self.cell)
        return bool(touching), ends if self._length(ends) >= _ALL_ROUND * self._length(self.near) else 0

    def _beside_gaps(self, painted: int, far: float) -> int:
        """Return the cells so near to the end of the bleed that could be painted there, but are not."""
        covered, steps = painted & self.outer, self._steps(far)
        gaps = self.raster.grown(self.outer & ~covered, steps)
        return gaps & ~self.raster.grown(covered, steps) if gaps and covered else gaps

    def reach(self, painted: int, ends: int) -> float:
        """Return how far beyond the cut the paint around some cells goes."""
        near = painted & self.raster.grown(ends, self._steps(self.bleed))
        for steps in range(self._steps(self.bleed), -self._steps(_NEAR) - 1, -1):
            if self._length(near & self._ring(steps * self.cell, self.cell)) >= _LEAST_LENGTH / 2:
                return steps * self.cell
        return -_NEAR

    def _area(self, outline: Outline, evenodd: bool = False, place: Transform = IDENTITY) -> Cells:
        """Return the cells of an outline; those of backgrounds are kept."""
        if len(outline.segments) > _SIMPLE:
            return self.raster.area(outline, evenodd, place)
        key = (outline, evenodd, place)
        if key not in self.areas:
            if len(self.areas) >= _KEPT:
                self.areas.clear()
            self.areas[key] = self.raster.area(outline, evenodd, place)
        return self.areas[key]

    def _layers(
        self, items: Iterable[Item], place: Transform, clip: Cells, opacity: float, around: tuple[Item, ...]
    ) -> Iterator[tuple[tuple[Item, ...], _Paint]]:
        """Yield what each item paints in the strip, with the items it is in.

        Where the bleed is covered, only paper-white could uncover it.
        """
        for item in items:
            if self.covered and not _has_white(item):
                continue
            match item:
                case Group(inner, transform, outline, share):
                    inside, cells = place @ transform, clip
                    if outline is not None:
                        cells = clip & self._area(outline, item.clip_rule == "evenodd", inside)
                    yield from self._layers(inner, inside, cells, opacity * share, (*around, item))
                case Use(symbol, transform):
                    inside = place @ transform
                    if self._is_near(inside.bounds(symbol.bounds)):
                        paint = self._of_symbol(symbol, inside)
                        adds = paint.adds & clip.outer if opacity > _FAINT else 0
                        yield (*around, item), _Paint(adds, paint.hides & clip.inner if opacity >= 1.0 else 0)
                case Path() | Image():
                    if self._is_near(place.bounds(_rough_bounds(item))):
                        yield (*around, item), self._of_item(item, place, clip, opacity * item.opacity)

    def _is_near(self, box: Rect) -> bool:
        free, all_around = self.free, self.raster.box
        if free and box.x > free.x and box.y > free.y and box.right < free.right and box.bottom < free.bottom:
            return False
        right, bottom = box.right, box.bottom
        return all_around.x < right and all_around.y < bottom and box.x < all_around.right and box.y < all_around.bottom

    def _of_symbol(self, symbol: Symbol, place: Transform) -> _Paint:
        known = self.symbols.setdefault(symbol, {})
        if place not in known:
            paint = _Paint()
            covered, self.covered = self.covered, False  # its paint is kept for other faces
            for _, one in self._layers(symbol.items, place, self.raster.whole, 1.0, ()):
                paint |= one
            known[place], self.covered = paint, covered
        return known[place]

    def _of_item(self, item: Path | Image, place: Transform, clip: Cells, opacity: float) -> _Paint:
        budget.tick()
        if opacity <= _FAINT:
            return _Paint()
        if isinstance(item, Image):
            form, _, mode = item.raster.form.partition(" ")
            if form == "PNG" and not mode:  # it may be transparent there
                return _Paint()
            return _Paint((self._area(rectangle(item.box), place=place) & clip).outer)
        paint = _Paint()
        if item.fill is not None:
            area = self._area(item.outline, item.rule == "evenodd", place) & clip
            if isinstance(item.fill, Colour):
                paint = _of_colour(item.fill, area, opacity)
            else:
                paint = self._of_gradient(item.fill, area, place, opacity)
        if item.stroke is not None and _is_visible(item.stroke.colour, opacity):
            width = item.stroke.width * math.sqrt(abs(place.a * place.d - place.b * place.c))
            paint |= _Paint(self.raster.line(item.outline, width, place).outer & clip.outer)
        return paint

    def _of_gradient(
        self, gradient: LinearGradient | RadialGradient, area: Cells, place: Transform, opacity: float
    ) -> _Paint:
        if len({_is_visible(stop.colour, opacity * stop.opacity) for stop in gradient.stops}) == 1:
            stop = gradient.stops[0]
            return _of_colour(stop.colour, area, min(opacity, *(stop.opacity for stop in gradient.stops)))
        paint = _Paint()
        for outline, stop in bands(gradient, self.raster.box, place):
            paint |= _of_colour(stop.colour, area & self.raster.area(outline), opacity * stop.opacity)
        return paint


def _rough_bounds(item: Path | Image) -> Rect:
    """Return a rectangle around an item, by the control points of its curves."""
    if isinstance(item, Image):
        return item.box
    points = list(item.outline.points()) or [Point(0.0, 0.0)]
    across, down = [point.x for point in points], [point.y for point in points]
    left, top, more = min(across), min(down), item.stroke.width if item.stroke else 0.0
    return Rect(left - more, top - more, max(across) - left + 2 * more, max(down) - top + 2 * more)


def _has_white(item: Item) -> bool:
    """Check whether an item covers anything in white."""
    match item:
        case Group(inner):
            return any(map(_has_white, inner))
        case Use(symbol):
            if symbol not in _WHITE:
                _WHITE[symbol] = any(map(_has_white, symbol.items))
            return _WHITE[symbol]
        case Path(fill=Colour() as fill):
            return not _is_visible(fill, 1.0)
        case Path(fill=LinearGradient() | RadialGradient() as fill):
            return not all(_is_visible(stop.colour, 1.0) for stop in fill.stops)
    return False


_WHITE: WeakKeyDictionary[Symbol, bool] = WeakKeyDictionary()


def _of_colour(colour: Colour, area: Cells, opacity: float) -> _Paint:
    if _is_visible(colour, opacity):
        return _Paint(area.outer)
    return _Paint(0, area.inner if opacity >= 1.0 else 0)


def _is_visible(colour: Colour, opacity: float) -> bool:
    return (1 - min(colour.rgb)) * opacity > _VISIBLE


_PAPER = Colour.grey(1.0)
_LEAST_CONTRAST = 1.2  # by WCAG; 21 is black on white
_INVISIBLE = 0.05  # opacity of a text that cannot be seen
_UNSEEN = 0.2  # opacity of a pattern that does not change what is behind a text
_OPAQUE = 0.99
_MOST_CORNERS = 16
_MOST_PIECES = 3_000  # of a face
_MOST_TEXTS = 200  # of a face that are compared with each other
_MOST_POINTS = 64  # of an icon's outline
_GHOST = 0.3  # opacity of a watermark or a shadow, on which other texts may be printed
_CROSSING = 0.35  # share of the smaller text's height
_SPECK = 1e-6
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
        slanted = abs(place.a * place.b) > _SPECK or abs(place.c * place.d) > _SPECK
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
        if isinstance(piece.item, TextRun) or piece.opacity <= _UNSEEN or centre not in piece.box:
            continue
        if isinstance(piece.item, Path) and piece.item.fill is None:
            continue
        if piece.colour is None or not piece.covers(points):
            return False
        return contrast(colour, piece.colour) < _LEAST_CONTRAST
    return contrast(colour, _PAPER) < _LEAST_CONTRAST


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
