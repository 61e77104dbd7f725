"""Where a face is painted: a coarse picture of the strip around its cut, made of cells, one bit each.

A paint *adds* the cells in which it can be seen on white paper, and *hides* those that it covers in white. Two paints
over each other are again one paint, so that a symbol on many cards is computed once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from weakref import WeakKeyDictionary

from msgspec import Struct

from cloudy_pnp.core import budget
from cloudy_pnp.core.geometry import IDENTITY, Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour, LinearGradient, RadialGradient
from cloudy_pnp.draw.press.areas import Cells, Raster
from cloudy_pnp.draw.press.flatten import bands
from cloudy_pnp.draw.scene import Group, Image, Item, Outline, Path, Symbol, Use
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
