"""Hand-drawn outlines, written as short strings."""

from __future__ import annotations

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.draw.scene import CLOSE, Cubic, Line, Move, Outline, Segment


def trace(text: str) -> Outline:
    """Parse an outline of letters and numbers: `M` starts at a point, `L` is a line, `C` a curve, `Z` closes.

    >>> trace("M 0 0 L 4 0 C 4 2 2 4 0 4 Z").bounds
    Rect(x=0.0, y=0.0, width=4.0, height=4.0)
    """
    segments: list[Segment] = []
    words = text.split()
    at = 0
    while at < len(words):
        letter = words[at]
        at += 1
        count = {"M": 1, "L": 1, "C": 3, "Z": 0}[letter]
        points = [Point(float(words[at + 2 * i]), float(words[at + 2 * i + 1])) for i in range(count)]
        at += 2 * count
        match letter:
            case "M":
                segments.append(Move(points[0]))
            case "L":
                segments.append(Line(points[0]))
            case "C":
                segments.append(Cubic(*points))
            case _:
                segments.append(CLOSE)
    return Outline(tuple(segments))
