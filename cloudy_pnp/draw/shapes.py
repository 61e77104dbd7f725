"""Outlines of simple shapes. All run clockwise as seen on the page.

>>> from cloudy_pnp.draw.colour import Colour
>>> from cloudy_pnp.draw.scene import Path
>>> sun = Path(circle(Point(10, 10), 4), fill=Colour.parse("#ffcc00"))
>>> sun.outline.bounds
Rect(x=6, y=6, width=8, height=8)
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

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


MOST_SEGMENTS = 50_000
_NUMBER = r"[-+]?+(?:\d++\.?+\d*+|\.\d++)(?:[eE][-+]?\d++)?+"
_TOKEN = re.compile(rf"[\s,]*+(?:([MmLlHhVvCcSsQqTtAaZz])|({_NUMBER})|(.)|\Z)", re.S)
_FLAG = re.compile(r"[\s,]*+([01])")
_FLAGS = (3, 4)  # the positions of an arc's two flags, which need no space between them: `a5 5 0 013 4`
_LONGEST_NUMBER = 100  # characters
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class BadPath(Exception):
    """A path is invalid; the message says why."""


def path_outline(text: str) -> Outline:
    """Parse the `d` of a path.

    >>> len(path_outline("M0 0h10v10a5 5 0 0 1-5 5z").segments)
    5
    """
    builder = _Builder()
    for letter, numbers in _commands(text):
        builder.add(letter, numbers)
        if len(builder.segments) > MOST_SEGMENTS:
            raise BadPath(f"a path has more than {MOST_SEGMENTS:,} parts")
    return Outline(tuple(builder.segments))


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers; a command repeated without its letter gets it again."""
    letter, numbers, at = "", list[float](), 0
    while at < len(text):
        flag = _FLAG.match(text, at) if letter in "Aa" and len(numbers) in _FLAGS else None
        match = flag or _TOKEN.match(text, at)
        if match is None:  # pragma: no cover - a token is any character
            break
        at = match.end()
        command, number, other = (None, flag[1], None) if flag else match.groups()
        if command:
            if numbers:
                raise BadPath("a path lacks a number")
            letter = command
            if letter in "Zz":
                yield letter, []
        elif number:
            if not letter or letter in "Zz":
                raise BadPath("a path has a number without a command")
            numbers.append(_value(number))
            if len(numbers) == _NUMBERS[letter.upper()]:
                yield letter, numbers
                numbers = []
                letter = {"M": "L", "m": "l"}.get(letter, letter)
        elif other:
            raise BadPath(f"a path has {other!r}, which is not understood")
    if numbers:
        raise BadPath("a path lacks a number")


def _value(number: str) -> float:
    value = float(number) if len(number) <= _LONGEST_NUMBER else math.inf
    if not -1e6 < value < 1e6:
        raise BadPath("a number in a path is far too large")
    return value


class _Builder:
    """The position of the pen, and the segments it has drawn."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._here = self._start = Point(0.0, 0.0)
        self._pull: Point | None = None  # the last control point, which S and T mirror
        self._last = ""

    def add(self, letter: str, n: list[float]) -> None:
        """Execute a command."""
        upper = letter.upper()
        base = self._here if letter.islower() else Point(0.0, 0.0)
        if not self.segments and upper != "M":
            raise BadPath("a path does not begin with M")
        match upper:
            case "M":
                self._here = self._start = base + Point(n[0], n[1])
                self.segments.append(Move(self._here))
            case "L":
                self._line(base + Point(n[0], n[1]))
            case "H":
                self._line(Point(base.x + n[0], self._here.y))
            case "V":
                self._line(Point(self._here.x, base.y + n[0]))
            case "C":
                self._curve(base + Point(n[0], n[1]), base + Point(n[2], n[3]), base + Point(n[4], n[5]))
            case "S":
                first = self._mirrored_point("CS")
                self._curve(first, base + Point(n[0], n[1]), base + Point(n[2], n[3]))
            case "Q":
                self._quadratic(base + Point(n[0], n[1]), base + Point(n[2], n[3]))
            case "T":
                self._quadratic(self._mirrored_point("QT"), base + Point(n[0], n[1]))
            case "A":
                self._arc(n, base + Point(n[5], n[6]))
            case _:
                self.segments.append(CLOSE)
                self._here = self._start
        self._last = upper

    def _line(self, to: Point) -> None:
        self.segments.append(Line(to))
        self._here = to

    def _curve(self, first: Point, second: Point, to: Point) -> None:
        self.segments.append(Cubic(first, second, to))
        self._pull, self._here = second, to

    def _quadratic(self, pull: Point, to: Point) -> None:
        here = self._here
        self._curve(here.towards(pull, 2 / 3), to.towards(pull, 2 / 3), to)
        self._pull = pull

    def _mirrored_point(self, after: str) -> Point:
        if self._pull is None or self._last not in after:
            return self._here
        return self._here * 2 - self._pull

    def _arc(self, n: list[float], to: Point) -> None:
        """Draw an arc as curves; the last one ends where it is written, without rounding."""
        from fontTools.pens.recordingPen import RecordingPen  # slow to import, and few pictures have arcs
        from fontTools.svgLib.path.arc import EllipticalArc

        rx, ry, here, curves = abs(n[0]), abs(n[1]), self._here, RecordingPen()
        if min(rx, ry, here.distance(to)) > 1e-9:
            start, end = complex(here.x, here.y), complex(to.x, to.y)
            EllipticalArc(start, rx, ry, n[2], bool(n[3]), bool(n[4]), end).draw(curves)
        *others, last = [[Point(*point) for point in points] for _, points in curves.value] or [[]]
        for points in others:
            self._curve(*points)
        if last:
            self._curve(last[0], last[1], to)
        else:
            self._line(to)
