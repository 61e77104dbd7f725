"""The path language of SVG, read into an outline: every command, relative or not, arcs as curves."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.draw.scene import CLOSE, Cubic, Line, Move, Outline, Segment

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
