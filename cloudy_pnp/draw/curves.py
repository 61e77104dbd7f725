"""Curves with points, directions and lengths along them, and ribbons of changing width around them.

A branch, a tendril, a rope or a river is a `Curve` and its `ribbon`:

>>> branch = Curve.through(Point(0, 0), Point(5, 3), Point(10, 0))
>>> taper = branch.ribbon(lambda t: 2 - 1.5 * t)      # 2 mm wide where it starts, 0.5 mm where it ends
>>> branch.at(1)
Point(x=10, y=0)

A picture as a drawing in black on white: lines instead of areas, for a quick print.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from functools import cached_property
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw import scene
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour, Paint
from cloudy_pnp.draw.shapes import arc_segments, rectangle, smooth

Width = float | Callable[[float], float]

_STEPS = 24  # chords per Bézier curve when lengths are measured


class Curve(Struct, frozen=True, dict=True):
    """An open curve of cubic Béziers. Points on it are given as shares `t` of its length, from 0 to 1."""

    start: Point
    spans: tuple[scene.Cubic, ...]

    @classmethod
    def through(cls, *points: Point, tension: float = 0.5) -> Curve:
        """Return the smooth curve through at least two points."""
        spans = tuple(span for span in smooth(points, tension=tension).segments if isinstance(span, scene.Cubic))
        return cls(points[0], spans)

    @classmethod
    def bezier(cls, start: Point, first: Point, second: Point, end: Point) -> Curve:
        """Return a single cubic Bézier."""
        return cls(start, (scene.Cubic(first, second, end),))

    @classmethod
    def straight(cls, start: Point, end: Point) -> Curve:
        """Return a straight line."""
        return cls.bezier(start, start.towards(end, 1 / 3), start.towards(end, 2 / 3), end)

    @classmethod
    def hermite(cls, start: Point, leaving: Point, end: Point, arriving: Point) -> Curve:
        """Return a curve with the given directions at its ends; longer directions pull harder."""
        return cls.bezier(start, start + leaving / 3, end - arriving / 3, end)

    @property
    def end(self) -> Point:
        return self.spans[-1].to

    @property
    def length(self) -> float:
        """The length in mm."""
        return self._lengths[-1]

    def __add__(self, other: Curve) -> Curve:
        """Append another curve, which must start where this one ends."""
        if self.end.distance(other.start) > 1e-6:
            raise ValueError(f"curves do not meet: {self.end} and {other.start}")
        return Curve(self.start, self.spans + other.spans)

    def moved(self, by: Transform) -> Curve:
        """Transform the curve."""
        spans = tuple(scene.Cubic(by(span.first), by(span.second), by(span.to)) for span in self.spans)
        return Curve(by(self.start), spans)

    def outline(self) -> scene.Outline:
        """Return the outline, for stroking or as a part of a larger one."""
        return scene.Outline((scene.Move(self.start), *self.spans))

    def at(self, t: float) -> Point:
        """Return the point at a share of the length."""
        if t <= 0 or t >= 1:
            return self.start if t <= 0 else self.end
        index, u = self._locate(t)
        return _bezier(*self._span(index), u)

    def direction(self, t: float) -> Point:
        """Return the direction at a share of the length, as a unit vector."""
        index, u = self._locate(t)
        return _direction(*self._span(index), u)

    def place(self, t: float) -> tuple[Point, Point]:
        """Return the point and the direction at a share of the length."""
        index, u = self._locate(t)
        span = self._span(index)
        return _bezier(*span, u), _direction(*span, u)

    def normal(self, t: float) -> Point:
        """Return the unit vector to the left of the direction."""
        return self.direction(t).left

    def part(self, start: float, end: float) -> Curve:
        """Return the part between two shares of the length (`start < end`)."""
        i, u = self._locate(start)
        j, v = self._locate(end)
        if i == j:
            p0, p1, p2, p3 = _between(*self._span(i), u, v)
            return Curve(p0, (scene.Cubic(p1, p2, p3),))
        first, last = _between(*self._span(i), u, 1.0), _between(*self._span(j), 0.0, v)
        spans = (scene.Cubic(*first[1:]), *self.spans[i + 1 : j], scene.Cubic(*last[1:]))
        return Curve(first[0], spans)

    def offset(self, distance: float, steps: int | None = None) -> Curve:
        """Return a parallel curve, to the left of this one (negative: to the right)."""
        count = steps or self._steps()
        places = (self.place(i / count) for i in range(count + 1))
        return Curve.through(*(at + way.left * distance for at, way in places))

    def ribbon(
        self, width: Width, *, steps: int | None = None, round_start: bool = False, round_end: bool = False
    ) -> scene.Outline:
        """Return the outline of a stroke with a width that may change along the curve (a function of `t`).

        At a square end the two corners are exactly `width / 2` from the curve's end, across its direction, so that
        ribbons on two cards meet without a step.
        """
        breadth = width if callable(width) else (lambda _t, value=width: value)
        count = steps or self._steps()
        shares = [i / count for i in range(count + 1)]
        middle, ways = zip(*map(self.place, shares), strict=True)
        reach = [way.left * (breadth(t) / 2) for way, t in zip(ways, shares, strict=True)]
        left = [at + out for at, out in zip(middle, reach, strict=True)]
        right = [at - out for at, out in zip(reversed(middle), reversed(reach), strict=True)]
        out_side, back = smooth(left).segments, smooth(right).segments
        start_cap = self._cap(0, breadth(0), round_start, left[0])
        end_cap = self._cap(1, breadth(1), round_end, right[0])
        return scene.Outline((*out_side, *end_cap, *back[1:], *start_cap, scene.CLOSE))

    def _cap(self, t: int, width: float, is_round: bool, to: Point) -> tuple[scene.Segment, ...]:
        if not is_round or width <= 0:
            return (scene.Line(to),)
        angle = self.normal(t).degrees + (180 if t == 0 else 0)
        return arc_segments(self.at(t), width / 2, angle, angle + 180)

    def _steps(self) -> int:
        """Return the number of points for a precise offset: one every 2 mm, at least four per Bézier."""
        return max(4 * len(self.spans), math.ceil(self.length / 2))

    def _span(self, index: int) -> tuple[Point, Point, Point, Point]:
        start = self.spans[index - 1].to if index else self.start
        span = self.spans[index]
        return start, span.first, span.second, span.to

    @cached_property
    def _lengths(self) -> tuple[float, ...]:
        """The lengths after each chord of each Bézier, from 0."""
        walked, length = [0.0], 0.0
        x, y = self.start.x, self.start.y
        for index in range(len(self.spans)):
            p0, p1, p2, p3 = self._span(index)
            for a, b, c, d in _WEIGHTS:
                to_x = a * p0.x + b * p1.x + c * p2.x + d * p3.x
                to_y = a * p0.y + b * p1.y + c * p2.y + d * p3.y
                length += math.hypot(x - to_x, y - to_y)
                walked.append(length)
                x, y = to_x, to_y
        return tuple(walked)

    def _locate(self, t: float) -> tuple[int, float]:
        """Return the Bézier at a share of the length, and its parameter there."""
        table = self._lengths
        if t <= 0:
            return 0, 0.0
        if t >= 1:
            return len(self.spans) - 1, 1.0
        target = t * table[-1]
        after = max(1, bisect_left(table, target))
        before, beyond = table[after - 1], table[after]
        chord = after - 1 + ((target - before) / (beyond - before) if beyond > before else 0.0)
        index = min(int(chord // _STEPS), len(self.spans) - 1)
        return index, chord / _STEPS - index


def _weights(t: float) -> tuple[float, float, float, float]:
    """Return the weights of the four points of a Bézier at a parameter."""
    s = 1 - t
    return s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t


_WEIGHTS = [_weights(step / _STEPS) for step in range(1, _STEPS + 1)]


def _bezier(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    a, b, c, d = _weights(t)
    return Point(a * p0.x + b * p1.x + c * p2.x + d * p3.x, a * p0.y + b * p1.y + c * p2.y + d * p3.y)


def _direction(p0: Point, p1: Point, p2: Point, p3: Point, u: float) -> Point:
    v = 1 - u
    a, b, c = v * v, 2 * u * v, u * u
    tangent = Point(
        (p1.x - p0.x) * a + (p2.x - p1.x) * b + (p3.x - p2.x) * c,
        (p1.y - p0.y) * a + (p2.y - p1.y) * b + (p3.y - p2.y) * c,
    )
    if tangent.length < 1e-9:  # a control point coincides with its end: look a little further on
        before, beyond = max(u - 1e-3, 0.0), min(u + 1e-3, 1.0)
        tangent = _bezier(p0, p1, p2, p3, beyond) - _bezier(p0, p1, p2, p3, before)
    return tangent.unit


def _between(p0: Point, p1: Point, p2: Point, p3: Point, u: float, v: float) -> tuple[Point, Point, Point, Point]:
    """Return the part of a Bézier between two parameters (by blossoming)."""

    def blossom(a: float, b: float, c: float) -> Point:
        q0, q1, q2 = p0.towards(p1, a), p1.towards(p2, a), p2.towards(p3, a)
        return q0.towards(q1, b).towards(q1.towards(q2, b), c)

    return blossom(u, u, u), blossom(u, u, v), blossom(u, v, v), blossom(v, v, v)


_FINEST, _BOLDEST = 0.12, 0.35  # mm
_SMALL = 30.0  # mm²: a dark spot up to this size is a sign, a larger one a background
_DARK = 0.3
_FAINT = 0.35  # anything less opaque is only a tint


class Outliner:
    """A converter of symbols into line drawings; a repeated symbol is converted once."""

    def __init__(self) -> None:
        self._symbols: WeakKeyDictionary[scene.Symbol, scene.Symbol] = WeakKeyDictionary()

    def symbol(self, symbol: scene.Symbol) -> scene.Symbol:
        """Convert a symbol into lines."""
        if symbol not in self._symbols:
            self._symbols[symbol] = scene.Symbol(symbol.name, self.items(symbol.items), symbol.bounds)
        return self._symbols[symbol]

    def items(self, items: tuple[scene.Item, ...]) -> tuple[scene.Item, ...]:
        """Convert items into lines."""
        return tuple(part for item in items for part in self._item(item))

    def _item(self, item: scene.Item) -> tuple[scene.Item, ...]:
        match item:
            case scene.Path(outline, fill, stroke, opacity):
                return _path(item, outline, fill, stroke, opacity)
            case scene.TextRun():
                return (replace(item, colour=BLACK, opacity=1.0),)
            case scene.Use(symbol):
                return (replace(item, symbol=self.symbol(symbol)),)
            case scene.Image(_, box):
                return (scene.Path(_crossed_box(box), stroke=scene.Stroke(BLACK, _FINEST)),)
            case scene.Group(inner, opacity=opacity):
                if opacity < _FAINT:
                    return ()
                return (replace(item, items=self.items(inner), opacity=1.0),)


def _path(
    item: scene.Path, outline: scene.Outline, fill: Paint | None, stroke: scene.Stroke | None, opacity: float
) -> tuple[scene.Item, ...]:
    if opacity < _FAINT:
        return ()
    box = outline.bounds
    line = replace(stroke, colour=BLACK, width=min(max(stroke.width, _FINEST), _BOLDEST)) if stroke else None
    if stroke is not None and stroke.colour.luminance > 1 - _DARK:
        line = None if fill is None else replace(stroke, colour=BLACK, width=_FINEST)
    if fill is None:
        return () if line is None else (replace(item, stroke=line, opacity=1.0),)
    dark = isinstance(fill, Colour) and fill.luminance < _DARK
    if dark and box.width * box.height <= _SMALL:
        return (replace(item, fill=BLACK, stroke=line, opacity=1.0),)
    edge = line or (scene.Stroke(BLACK, _FINEST) if dark else None)
    return (replace(item, fill=WHITE, stroke=edge, opacity=1.0),)


def _crossed_box(box: Rect) -> scene.Outline:
    """Return a box with a cross: the placeholder of a picture."""
    first, second, third, fourth = box.corners
    return rectangle(box) + scene.Outline(
        (scene.Move(first), scene.Line(third), scene.Move(second), scene.Line(fourth))
    )
