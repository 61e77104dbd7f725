"""Points, rectangles and affine transforms: millimetres everywhere, x to the right, y **down**.

Because y points down, a positive angle turns **clockwise** as seen on the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from msgspec import Struct


class Point(Struct, frozen=True):
    """A position or a distance on the page.

    >>> Point(1, 2) + Point(3, 4) * 2
    Point(x=7, y=10)
    """

    x: float
    y: float

    def __add__(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Point) -> Point:
        return Point(self.x - other.x, self.y - other.y)

    def __mul__(self, factor: float) -> Point:
        return Point(self.x * factor, self.y * factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor: float) -> Point:
        return Point(self.x / divisor, self.y / divisor)

    def __neg__(self) -> Point:
        return Point(-self.x, -self.y)

    @classmethod
    def polar(cls, length: float, degrees: float) -> Point:
        """Return the point at a distance and an angle from the origin; 0° is east, 90° is south.

        >>> Point.polar(2, 90).rounded()
        Point(x=0.0, y=2.0)
        """
        angle = math.radians(degrees)
        return cls(length * math.cos(angle), length * math.sin(angle))

    @property
    def length(self) -> float:
        """The distance from the origin."""
        return math.hypot(self.x, self.y)

    @property
    def degrees(self) -> float:
        """The direction as an angle: 0° is east, 90° is south."""
        return math.degrees(math.atan2(self.y, self.x))

    @property
    def unit(self) -> Point:
        """The same direction with length 1. Raises ZeroDivisionError for the origin."""
        return self / self.length

    @property
    def left(self) -> Point:
        """The same length turned a quarter counter-clockwise: the left-hand side of this direction.

        >>> Point(1, 0).left
        Point(x=0, y=-1)
        """
        return Point(self.y, -self.x)

    def dot(self, other: Point) -> float:
        """Return the scalar product."""
        return self.x * other.x + self.y * other.y

    def cross(self, other: Point) -> float:
        """Return the third component of the cross product; positive when `other` is clockwise of this."""
        return self.x * other.y - self.y * other.x

    def distance(self, other: Point) -> float:
        """Return the distance to another point."""
        return math.hypot(self.x - other.x, self.y - other.y)

    def towards(self, other: Point, share: float) -> Point:
        """Return the point `share` (0 to 1) of the way to another one."""
        return Point(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)

    def turned(self, degrees: float, about: Point | None = None) -> Point:
        """Turn clockwise about a point, by default the origin."""
        return Transform.rotation(degrees, about)(self)

    def rounded(self, digits: int = 6) -> Point:
        """Round for comparing and printing; -0.0 becomes 0.0."""
        return Point(round(self.x, digits) + 0.0, round(self.y, digits) + 0.0)


ORIGIN = Point(0.0, 0.0)


class Rect(Struct, frozen=True):
    """An upright rectangle by its top left corner and its size.

    >>> Rect(0, 0, 60, 90).inset(5).centre
    Point(x=30.0, y=45.0)
    """

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def centred(cls, centre: Point, width: float, height: float) -> Rect:
        """Return the rectangle of a size about a centre."""
        return cls(centre.x - width / 2, centre.y - height / 2, width, height)

    @classmethod
    def around(cls, points: Iterable[Point]) -> Rect:
        """Return the smallest rectangle that contains all points (at least one).

        >>> Rect.around([Point(1, 5), Point(3, 2)])
        Rect(x=1, y=2, width=2, height=3)
        """
        places = list(points)
        left, top = min(p.x for p in places), min(p.y for p in places)
        return cls(left, top, max(p.x for p in places) - left, max(p.y for p in places) - top)

    @property
    def left(self) -> float:
        return self.x

    @property
    def top(self) -> float:
        return self.y

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners, clockwise from the top left."""
        return (
            Point(self.x, self.y),
            Point(self.right, self.y),
            Point(self.right, self.bottom),
            Point(self.x, self.bottom),
        )

    def at(self, across: float, down: float) -> Point:
        """Return the point at shares of the width and the height: `at(0.5, 0)` is the middle of the top side."""
        return Point(self.x + self.width * across, self.y + self.height * down)

    def inset(self, by: float, vertical: float | None = None) -> Rect:
        """Shrink by a margin on every side; a negative margin enlarges (bleed)."""
        down = by if vertical is None else vertical
        return Rect(self.x + by, self.y + down, self.width - 2 * by, self.height - 2 * down)

    def __add__(self, shift: Point) -> Rect:
        return Rect(self.x + shift.x, self.y + shift.y, self.width, self.height)

    def __sub__(self, shift: Point) -> Rect:
        return Rect(self.x - shift.x, self.y - shift.y, self.width, self.height)

    def __or__(self, other: Rect) -> Rect:
        """Return the smallest rectangle that contains both."""
        return Rect.around((*self.corners, *other.corners))

    def __and__(self, other: Rect) -> Rect | None:
        """Return the intersection, or None when they do not overlap."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(left, top, right - left, bottom - top) if right > left and bottom > top else None

    def __contains__(self, item: Point | Rect) -> bool:
        if isinstance(item, Rect):
            return all(corner in self for corner in item.corners)
        return self.x <= item.x <= self.right and self.y <= item.y <= self.bottom


class Transform(Struct, frozen=True):
    """The affine map `x' = a·x + c·y + e`, `y' = b·x + d·y + f` (the order of SVG and PDF).

    `outer @ inner` applies `inner` first. Calling a transform moves a point.

    >>> (Transform.translation(10, 0) @ Transform.rotation(90))(Point(1, 0)).rounded()
    Point(x=10.0, y=1.0)
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @classmethod
    def translation(cls, x: float, y: float) -> Transform:
        """Return a transform that moves by a distance."""
        return cls(e=x, f=y)

    @classmethod
    def scaling(cls, x: float, y: float | None = None, about: Point | None = None) -> Transform:
        """Return a transform that scales about a point, by default the origin; `scaling(-1, 1)` mirrors."""
        down = x if y is None else y
        centre = about or ORIGIN
        return cls(a=x, d=down, e=centre.x * (1 - x), f=centre.y * (1 - down))

    @classmethod
    def rotation(cls, degrees: float, about: Point | None = None) -> Transform:
        """Return a transform that turns clockwise about a point, by default the origin. Quarter turns are exact."""
        quarters, rest = divmod(degrees, 90)
        if rest == 0:
            cos, sin = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarters) % 4]
        else:
            cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        centre = about or ORIGIN
        x, y = centre.x, centre.y
        return cls(cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)

    def __call__(self, point: Point) -> Point:
        return Point(self.a * point.x + self.c * point.y + self.e, self.b * point.x + self.d * point.y + self.f)

    def __matmul__(self, inner: Transform) -> Transform:
        return Transform(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            self.a * inner.e + self.c * inner.f + self.e,
            self.b * inner.e + self.d * inner.f + self.f,
        )

    @property
    def inverse(self) -> Transform:
        """The inverse transform. Raises ZeroDivisionError if this one is flattening."""
        scale = 1 / (self.a * self.d - self.b * self.c)
        a, b, c, d = self.d * scale, -self.b * scale, -self.c * scale, self.a * scale
        return Transform(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))

    def bounds(self, rect: Rect) -> Rect:
        """Return the upright rectangle around a transformed one."""
        right, bottom, e, f = rect.x + rect.width, rect.y + rect.height, self.e, self.f
        (al, ar), (ct, cb) = (self.a * rect.x, self.a * right), (self.c * rect.y, self.c * bottom)
        (bl, br), (dt, db) = (self.b * rect.x, self.b * right), (self.d * rect.y, self.d * bottom)
        across = (al + ct + e, ar + ct + e, ar + cb + e, al + cb + e)
        down = (bl + dt + f, br + dt + f, br + db + f, bl + db + f)
        x, y = min(across), min(down)
        return Rect(x, y, max(across) - x, max(down) - y)


IDENTITY = Transform()
