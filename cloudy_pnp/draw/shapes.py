"""Outlines of simple shapes. All run clockwise as seen on the page.

>>> from cloudy_pnp.draw.colour import Colour
>>> from cloudy_pnp.draw.scene import Path
>>> sun = Path(circle(Point(10, 10), 4), fill=Colour.parse("#ffcc00"))
>>> sun.outline.bounds
Rect(x=6, y=6, width=8, height=8)
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.scene import CLOSE, Cubic, Line, Move, Outline, Segment

# Control points at this share of the radius make a quarter circle that is off by less than 0.03%.
QUARTER = 4 / 3 * (math.sqrt(2) - 1)


def line(start: Point, end: Point) -> Outline:
    """Return a straight line."""
    return Outline((Move(start), Line(end)))


def polyline(points: Sequence[Point], *, closed: bool = False) -> Outline:
    """Return straight lines through at least two points."""
    if len(points) < 2:
        raise ValueError("a polyline needs at least two points")
    end: tuple[Segment, ...] = (CLOSE,) if closed else ()
    return Outline((Move(points[0]), *(Line(point) for point in points[1:]), *end))


def polygon(*points: Point) -> Outline:
    """Return a closed shape with straight sides.

    >>> len(polygon(Point(0, 0), Point(1, 0), Point(0, 1)).segments)
    4
    """
    return polyline(points, closed=True)


def rectangle(rect: Rect) -> Outline:
    """Return the outline of a rectangle."""
    return polyline(rect.corners, closed=True)


def rounded(rect: Rect, radius: float) -> Outline:
    """Return a rectangle with rounded corners; a radius too large for it is reduced."""
    r = min(radius, rect.width / 2, rect.height / 2)
    if r <= 0:
        return rectangle(rect)
    pull = r * (1 - QUARTER)
    left, top, right, bottom = rect.left, rect.top, rect.right, rect.bottom
    return Outline(
        (
            Move(Point(left + r, top)),
            Line(Point(right - r, top)),
            Cubic(Point(right - pull, top), Point(right, top + pull), Point(right, top + r)),
            Line(Point(right, bottom - r)),
            Cubic(Point(right, bottom - pull), Point(right - pull, bottom), Point(right - r, bottom)),
            Line(Point(left + r, bottom)),
            Cubic(Point(left + pull, bottom), Point(left, bottom - pull), Point(left, bottom - r)),
            Line(Point(left, top + r)),
            Cubic(Point(left, top + pull), Point(left + pull, top), Point(left + r, top)),
            CLOSE,
        )
    )


def circle(centre: Point, radius: float) -> Outline:
    """Return a circle."""
    return ellipse(centre, radius, radius)


def ellipse(centre: Point, across: float, down: float) -> Outline:
    """Return an upright ellipse with two half axes."""
    x, y, kx, ky = centre.x, centre.y, across * QUARTER, down * QUARTER
    return Outline(
        (
            Move(Point(x + across, y)),
            Cubic(Point(x + across, y + ky), Point(x + kx, y + down), Point(x, y + down)),
            Cubic(Point(x - kx, y + down), Point(x - across, y + ky), Point(x - across, y)),
            Cubic(Point(x - across, y - ky), Point(x - kx, y - down), Point(x, y - down)),
            Cubic(Point(x + kx, y - down), Point(x + across, y - ky), Point(x + across, y)),
            CLOSE,
        )
    )


def arc(centre: Point, radius: float, start: float, end: float) -> Outline:
    """Return an open arc between two angles in degrees (0° east, 90° south), clockwise when `end > start`."""
    return Outline((Move(centre + Point.polar(radius, start)), *arc_segments(centre, radius, start, end)))


def wedge(centre: Point, radius: float, start: float, end: float) -> Outline:
    """Return a slice of a circle."""
    begin = centre + Point.polar(radius, start)
    return Outline((Move(centre), Line(begin), *arc_segments(centre, radius, start, end), CLOSE))


def arc_segments(centre: Point, radius: float, start: float, end: float) -> tuple[Cubic, ...]:
    """Return the curves of an arc, at most a quarter circle each, for use inside another outline."""
    parts = max(1, math.ceil(abs(end - start) / 90 - 1e-9))
    step = (end - start) / parts
    pull = radius * 4 / 3 * math.tan(math.radians(step) / 4)
    curves = []
    for index in range(parts):
        a, b = start + index * step, start + (index + 1) * step
        first, last = centre + Point.polar(radius, a), centre + Point.polar(radius, b)
        curves.append(Cubic(first + Point.polar(pull, a + 90), last - Point.polar(pull, b + 90), last))
    return tuple(curves)


def star(centre: Point, outer: float, inner: float, rays: int, turn: float = -90.0) -> Outline:
    """Return a star; `turn` is the angle of its first ray, by default straight up."""
    step = 180 / rays
    radii = [outer, inner] * rays
    points = [centre + Point.polar(radius, turn + index * step) for index, radius in enumerate(radii)]
    return polyline(points, closed=True)


def smooth(points: Sequence[Point], *, closed: bool = False, tension: float = 0.5) -> Outline:
    """Return a smooth curve through all points (centripetal Catmull-Rom: it never loops between two points).

    `tension` is the roundness of the curve: 0 gives straight lines, 0.5 the usual curve.

    >>> wave = smooth([Point(0, 0), Point(5, 3), Point(10, 0)])
    >>> len(wave.segments)
    3
    """
    if len(points) < 2:
        raise ValueError("a smooth curve needs at least two points")
    count = len(points)
    if closed:
        ring = [points[-1], *points, points[0], points[1 % count]]
    else:  # mirror the neighbours at the two ends, so that the curve starts and ends without a hook
        ring = [points[0] * 2 - points[1], *points, points[-1] * 2 - points[-2]]
    spans = zip(ring, ring[1:], ring[2:], ring[3:], strict=False)
    curves = [_catmull_rom(p0, p1, p2, p3, tension * 2) for p0, p1, p2, p3 in spans]
    return Outline((Move(points[0]), *curves, *((CLOSE,) if closed else ())))


def _catmull_rom(p0: Point, p1: Point, p2: Point, p3: Point, roundness: float) -> Cubic:
    """Return the Bézier form of a centripetal Catmull-Rom span from p1 to p2."""
    d1, d2, d3 = math.sqrt(p0.distance(p1)), math.sqrt(p1.distance(p2)), math.sqrt(p2.distance(p3))
    if d2 == 0:
        return Cubic(p1, p2, p2)
    first, second, pull = p1, p2, d2 / 3 * roundness
    if d1 > 0:
        x, y = _tangent(p0.x, p1.x, p2.x, d1, d2), _tangent(p0.y, p1.y, p2.y, d1, d2)
        first = Point(p1.x + x * pull, p1.y + y * pull)
    if d3 > 0:
        x, y = _tangent(p1.x, p2.x, p3.x, d2, d3), _tangent(p1.y, p2.y, p3.y, d2, d3)
        second = Point(p2.x - x * pull, p2.y - y * pull)
    return Cubic(first, second, p2)


def _tangent(before: float, here: float, beyond: float, back: float, ahead: float) -> float:
    """Return a coordinate of the direction at `here`, from its neighbours and the square roots of their distances."""
    return (here - before) / back - (beyond - before) / (back + ahead) + (beyond - here) / ahead
