"""Removal of transparency by the order of drawing: nothing becomes pixels.

Items that show through a faded item are drawn a second time, inside its outline and in colours mixed with its own. For
one opacity this is exact: mixing is linear. A gradient that fades out is cut into bands of one opacity each. Items
hidden by something opaque are not drawn again, so files stay small.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.geometry import IDENTITY, Rect, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.colour import WHITE, Colour, Gradient, LinearGradient, RadialGradient, Stop
from cloudy_pnp.draw.press.areas import Cells, Raster, stroke_outline, text_outline
from cloudy_pnp.draw.scene import Group, Image, Item, Outline, Page, Path, Stroke, Symbol, TextRun, Use
from cloudy_pnp.draw.shapes import circle, polygon, rectangle

_BAND = 0.025  # opacity: finer steps show no edges
_PAPER = replace(WHITE, cmyk=(0.0, 0.0, 0.0, 0.0))


class _Clip(Struct, frozen=True):
    """An outline outside of which nothing is painted."""

    outline: Outline  # in page coordinates
    evenodd: bool = False


class _Leaf(Struct, eq=False, dict=True):
    """A single paint on a shape: a filled path, a stroked path, or a text."""

    item: Path | TextRun
    place: Transform
    clips: tuple[_Clip, ...]
    opacity: float
    raster: Raster
    within: Cells  # of the clips

    @cached_property
    def edges(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of the bounding rectangle."""
        box = self._box()
        return box.x, box.y, box.x + box.width, box.y + box.height

    def _box(self) -> Rect:
        item = self.item
        if isinstance(item, TextRun):
            box = Rect(item.origin.x, item.origin.y - item.size, item.width, item.size * 1.4)
        else:
            box = Rect.around(item.outline.points())
            if item.stroke is not None:
                box = box.inset(-2 * item.stroke.width)
        return self.place.bounds(box)

    @cached_property
    def cells(self) -> Cells:
        """The cells it covers; none for certain if it is a line, a text, or fades out."""
        item = self.item
        if isinstance(item, TextRun):
            return self.raster.rect(self._box()) & self.within
        if item.stroke is not None:
            scale = math.sqrt(abs(self.place.a * self.place.d - self.place.b * self.place.c))
            return self.raster.line(item.outline, item.stroke.width * scale, self.place) & self.within
        return self.raster.area(item.outline, item.rule == "evenodd", self.place) & self.within

    def mixed(
        self,
        colour: Colour,
        share: float,
        outer: tuple[_Clip, ...],
        clip: _Clip,
        cells: Cells,
        edges: tuple[float, float, float, float],
    ) -> _Leaf:
        """Return a copy inside some clips, as seen through a colour."""
        item = self.item
        if isinstance(item, TextRun):
            item = replace(item, colour=_mix(item.colour, colour, share))
        elif item.stroke is not None:
            item = Path(item.outline, stroke=_mix_stroke(item.stroke, colour, share))
        elif isinstance(item.fill, Colour):
            item = Path(item.outline, _mix(item.fill, colour, share), rule=item.rule)
        elif item.fill is not None:
            item = Path(item.outline, _mix_gradient(item.fill, colour, share), rule=item.rule)
        leaf = _Leaf(item, self.place, (*outer, *self.clips, clip), 1.0, self.raster, self.within & cells)
        # The outline is the same: its cells need not be computed again.
        left, top, right, bottom = self.edges
        start, high, end, low = edges
        both = (max(left, start), max(top, high), min(right, end), min(bottom, low))
        leaf.__dict__.update(cells=self.cells & cells, edges=both)
        return leaf


@lru_cache(maxsize=4096)
def _mix_stroke(under: Stroke, over: Colour, share: float) -> Stroke:
    return replace(under, colour=_mix(under.colour, over, share))


@lru_cache(maxsize=4096)
def _mix_gradient(under: Gradient, over: Colour, share: float) -> Gradient:
    return replace(under, stops=tuple(replace(stop, colour=_mix(stop.colour, over, share)) for stop in under.stops))


@lru_cache(maxsize=4096)
def _mix(under: Colour, over: Colour, share: float) -> Colour:
    """Mix a colour with another on top of it. Inks that one of them leaves untouched by overprinting are unchanged."""
    mixed = under.mixed(over, share)
    if not under.overprint and not over.overprint:
        return mixed
    c, m, y, k = (
        low if (low == 0 and under.overprint) or (high == 0 and over.overprint) else both
        for low, high, both in zip(under.inks, over.inks, mixed.inks, strict=True)
    )
    return replace(mixed, cmyk=(c, m, y, k), overprint=under.overprint)


class Flattener:
    """A flattener of pages that caches symbols: the same face on several sheets is computed once."""

    def __init__(self) -> None:
        self._symbols: WeakKeyDictionary[Symbol, Symbol] = WeakKeyDictionary()
        self._clear: WeakKeyDictionary[Symbol, bool] = WeakKeyDictionary()

    def page(self, page: Page) -> Page:
        """Return a page without transparency. Pictures used on it must not overlap."""
        if all(self._plain(item) for item in page.items):
            return replace(page, items=tuple(self._flatten_uses(item) for item in page.items))
        return replace(page, items=_flat(page.items, page.media))

    def symbol(self, symbol: Symbol) -> Symbol:
        """Return a symbol without transparency, on white paper."""
        flattened = self._symbols.get(symbol)
        if flattened is None:
            if self._is_clear(symbol.items):
                flattened = replace(symbol, items=tuple(symbol.items))
            else:
                flattened = replace(symbol, items=tuple(_text_apart(_flat(symbol.items, symbol.bounds), symbol)))
            self._symbols[symbol] = flattened
        return flattened

    def _plain(self, item: Item) -> bool:
        """Check whether nothing fades except inside used pictures."""
        match item:
            case Use():
                return True
            case Group(inner, _, _, opacity):
                return opacity == 1 and all(self._plain(part) for part in inner)
        return self._is_clear((item,))

    def _flatten_uses(self, item: Item) -> Item:
        match item:
            case Use(symbol, transform):
                return Use(self.symbol(symbol), transform)
            case Group(inner):
                return replace(item, items=tuple(self._flatten_uses(part) for part in inner))
        return item

    def _is_clear(self, items: Iterable[Item]) -> bool:
        for item in items:
            match item:
                case Path(_, fill, _, opacity):
                    if opacity < 1 or (isinstance(fill, Gradient) and any(stop.opacity < 1 for stop in fill.stops)):
                        return False
                case TextRun(opacity=opacity) | Image(opacity=opacity):
                    if opacity < 1:
                        return False
                case Group(inner, _, _, opacity):
                    if opacity < 1 or not self._is_clear(inner):
                        return False
                case Use(symbol):
                    if symbol not in self._clear:
                        self._clear[symbol] = self._is_clear(symbol.items)
                    if not self._clear[symbol]:
                        return False
        return True


def _flat(items: Iterable[Item], box: Rect) -> tuple[Item, ...]:
    raster = Raster(box)
    done: list[_Leaf] = []
    for leaf in _leaves(items, IDENTITY, (), 1.0, raster, raster.whole):
        fill = leaf.item.fill if isinstance(leaf.item, Path) else None
        fades = isinstance(fill, Gradient) and any(stop.opacity < 1 for stop in fill.stops)
        if fades or leaf.opacity < 1:
            clip = _Clip(_area(leaf), isinstance(leaf.item, Path) and leaf.item.rule == "evenodd")
            if isinstance(fill, Gradient):
                done += _split_bands(leaf, fill, clip, done)
            else:
                done += _through(leaf, _colour(leaf), leaf.opacity, clip, leaf.cells, done)
        else:
            done.append(leaf)
    return tuple(_items_of(done))


def _text_apart(items: Iterable[Item], symbol: Symbol) -> Iterator[Item]:
    """Yield flattened items, everything between two texts as one symbol.

    A symbol without text is translated to PDF once for all files; text is not, and a flattened face is large.
    """
    for has_text, run in groupby(items, key=_has_text):
        if has_text:
            yield from run
        else:
            yield Use(Symbol(symbol.name, tuple(run), symbol.bounds))


def _has_text(item: Item) -> bool:
    return isinstance(item, TextRun) or (isinstance(item, Group) and any(map(_has_text, item.items)))


def _leaves(
    items: Iterable[Item],
    place: Transform,
    clips: tuple[_Clip, ...],
    opacity: float,
    raster: Raster,
    within: Cells,
) -> Iterator[_Leaf]:
    """Yield every paint separately. In a faded group each item fades by itself: where they overlap, both show."""
    for item in items:
        match item:
            case Path(_, fill, stroke, share):
                if fill is not None:
                    yield _Leaf(replace(item, stroke=None, opacity=1.0), place, clips, share * opacity, raster, within)
                if stroke is not None:
                    yield _Leaf(replace(item, fill=None, opacity=1.0), place, clips, share * opacity, raster, within)
            case TextRun(opacity=share):
                yield _Leaf(replace(item, opacity=1.0), place, clips, share * opacity, raster, within)
            case Group(inner, transform, clip, share):
                inner_place = place @ transform
                inside, cells = clips, within
                if clip is not None:
                    outline = clip.moved(inner_place)
                    inside, cells = (*clips, _Clip(outline)), within & raster.area(outline)
                yield from _leaves(inner, inner_place, inside, share * opacity, raster, cells)
            case Use(symbol, transform):
                yield from _leaves(symbol.items, place @ transform, clips, opacity, raster, within)
            case Image(picture):
                raise UserError(
                    f"{picture.name}: a bitmap that overlaps something transparent cannot be printed"
                    " without transparency; choose PDF/X-4"
                )


def _colour(leaf: _Leaf) -> Colour:
    item = leaf.item
    if isinstance(item, TextRun):
        return item.colour
    if item.stroke is not None:
        return item.stroke.colour
    if not isinstance(item.fill, Colour):
        raise AssertionError("a leaf of one colour")
    return item.fill


def _area(leaf: _Leaf) -> Outline:
    """Return the area of a leaf as an outline in page coordinates."""
    item = leaf.item
    if isinstance(item, TextRun):
        return text_outline(item).moved(leaf.place)
    if item.stroke is not None:
        return stroke_outline(item.outline, item.stroke, leaf.place)
    return item.outline.moved(leaf.place)


def _through(
    leaf: _Leaf, colour: Colour, share: float, clip: _Clip, cells: Cells, done: Sequence[_Leaf]
) -> list[_Leaf]:
    """Return the leaves beneath a leaf, seen through its colour: from the topmost opaque one, or from the paper."""
    if share <= 0 or not cells.outer:
        return []
    beneath: list[_Leaf] = []
    visible = cells.outer
    left, top, right, bottom = leaf.edges
    for other in reversed(done):
        start, high, end, low = other.edges
        if left < end and start < right and top < low and high < bottom and other.cells.outer & visible:
            beneath.append(other)
            visible &= ~other.cells.inner
            if not visible:
                break
    if visible:
        paper = Path(rectangle(leaf.raster.box.inset(-1.0)), fill=_PAPER)
        beneath.append(_Leaf(paper, IDENTITY, (), 1.0, leaf.raster, leaf.raster.whole))
    return [other.mixed(colour, share, leaf.clips, clip, cells, leaf.edges) for other in reversed(beneath)]


def _split_bands(leaf: _Leaf, gradient: Gradient, clip: _Clip, done: Sequence[_Leaf]) -> list[_Leaf]:
    """Split a gradient that fades out into bands."""
    below = list(done)
    leaves: list[_Leaf] = []
    for outline, stop in bands(gradient, leaf.raster.box, leaf.place):
        band = _Clip(outline)
        cells = leaf.cells & leaf.raster.area(outline)
        inside = replace(leaf, clips=(*leaf.clips, band), within=leaf.within & cells)
        leaves += _through(inside, stop.colour, stop.opacity * leaf.opacity, clip, cells, below)
    return leaves


def bands(gradient: Gradient, box: Rect, place: Transform) -> Iterator[tuple[Outline, Stop]]:
    """Yield the bands of a gradient without overlaps, with the colour and the opacity in the middle of each."""
    stops = gradient.stops
    change = sum(abs(after.opacity - before.opacity) for before, after in pairwise(stops))
    count = max(8, math.ceil(change / _BAND))
    edges = [index / count for index in range(count + 1)]
    far = (box.width + box.height) * 2 / max(1e-6, math.sqrt(abs(place.a * place.d - place.b * place.c)))
    for index, (start, end) in enumerate(pairwise(edges)):
        stop = stop_at(stops, (start + end) / 2)
        last = index == count - 1
        if isinstance(gradient, LinearGradient):
            way = gradient.end - gradient.start
            across = way.unit.left * far
            low = gradient.start + way * start if index else gradient.start - way.unit * far
            high = gradient.end + way.unit * far if last else gradient.start + way * end
            outline = polygon(low + across, high + across, high - across, low - across)
        else:
            outline = _ring(gradient, start, end, far if last else 0.0)
        yield outline.moved(place), stop


def _ring(gradient: RadialGradient, start: float, end: float, beyond: float) -> Outline:
    outer = circle(gradient.centre, max(beyond, gradient.radius * end))
    if start == 0:
        return outer
    inner = circle(gradient.centre, gradient.radius * start)
    mirrored = inner.moved(Transform.scaling(-1, 1, about=gradient.centre))  # drawn the other way round: a hole
    return outer + mirrored


def stop_at(stops: Sequence[Stop], place: float) -> Stop:
    """Return the colour and the opacity at an offset of a gradient.

    >>> from cloudy_pnp.draw.colour import BLACK
    >>> stop_at((Stop(0, BLACK, 0.0), Stop(1, BLACK, 1.0)), 0.25).opacity
    0.25
    """
    if place <= stops[0].offset:
        return stops[0]
    for before, after in pairwise(stops):
        if place <= after.offset:
            share = (place - before.offset) / ((after.offset - before.offset) or 1.0)
            opacity = before.opacity + (after.opacity - before.opacity) * share
            return Stop(place, before.colour.mixed(after.colour, share), opacity)
    return stops[-1]


def _items_of(leaves: Iterable[_Leaf]) -> Iterator[Item]:
    """Yield the leaves as items; neighbours inside the same clips share them."""
    for clips, run in groupby(leaves, key=lambda leaf: leaf.clips):
        items: tuple[Item, ...] = tuple(
            leaf.item if leaf.place == IDENTITY else Group((leaf.item,), leaf.place) for leaf in run
        )
        for clip in reversed(clips):
            items = (Group(items, clip=clip.outline, clip_rule="evenodd" if clip.evenodd else "nonzero"),)
        yield from items
