"""Icons for many games, as filled outlines in a square of 10 by 10; the caller chooses their colour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.kit.frame import trace
from cloudy_pnp.draw.scene import Move, Outline
from cloudy_pnp.draw.shapes import circle, polygon, rectangle, rounded, star

SIDE = 10.0
_MIDDLE = Point(5.0, 5.0)


@cache
def icon_outline(name: str) -> Outline:
    """Return the outline of an icon; holes are cut by the even-odd rule.

    >>> icon_outline("star").bounds.width < 10
    True
    """
    return _ICONS[name]()


def without_holes(outline: Outline) -> Outline:
    """Return an outline without the parts inside another part, so that a number on it can be read.

    >>> without_holes(icon_outline("coin")) == circle(_MIDDLE, 4.6)
    True
    """
    starts = [at for at, segment in enumerate(outline.segments) if isinstance(segment, Move)]
    ends = [*starts[1:], len(outline.segments)]
    kept: list[Outline] = []
    for start, end in zip(starts, ends, strict=True):
        part = Outline(outline.segments[start:end])
        if not any(part.bounds in other.bounds for other in kept):
            kept.append(part)
    return Outline(tuple(segment for part in kept for segment in part.segments))


def icon_names() -> tuple[str, ...]:
    """Return the names of all icons in alphabetical order."""
    return tuple(sorted(_ICONS))


def _sun() -> Outline:
    rays = [
        polygon(
            _MIDDLE + Point.polar(3.1, turn - 11),
            _MIDDLE + Point.polar(4.8, turn),
            _MIDDLE + Point.polar(3.1, turn + 11),
        )
        for turn in range(0, 360, 45)
    ]
    outline = circle(_MIDDLE, 2.4)
    for ray in rays:
        outline += ray
    return outline


def _gear() -> Outline:
    points = []
    for tooth in range(8):
        for radius, shift in ((3.5, -15), (4.8, -10), (4.8, 10), (3.5, 15)):
            points.append(_MIDDLE + Point.polar(radius, tooth * 45 + shift))
    return polygon(*points) + circle(_MIDDLE, 1.6)


def _card() -> Outline:
    return rounded(Rect(1.9, 0.5, 6.2, 9.0), 1.0) + rounded(Rect(2.7, 1.3, 4.6, 7.4), 0.5)


def _coin() -> Outline:
    return circle(_MIDDLE, 4.6) + circle(_MIDDLE, 3.7) + circle(_MIDDLE, 2.9)


def _hexagon() -> Outline:
    return polygon(*(_MIDDLE + Point.polar(4.8, turn) for turn in range(-90, 270, 60)))


def _cross() -> Outline:
    return (
        rectangle(Rect(3.6, 0.8, 2.8, 8.4)) + rectangle(Rect(0.8, 3.6, 2.8, 2.8)) + rectangle(Rect(6.4, 3.6, 2.8, 2.8))
    )


def _tracer(text: str) -> Callable[[], Outline]:
    return lambda: trace(text)


_ICONS: Mapping[str, Callable[[], Outline]] = {
    "sun": _sun,
    "gear": _gear,
    "card": _card,
    "coin": _coin,
    "hexagon": _hexagon,
    "cloud": _tracer(
        "M 2.5 8.2 C 1.2 8.2 0.3 7.3 0.3 6.2 C 0.3 5.1 1.1 4.3 2.1 4.2 C 2.3 2.7 3.5 1.7 4.9 1.7 C 6.1 "
        "1.7 7.1 2.4 7.5 3.5 C 8.8 3.5 9.7 4.5 9.7 5.8 C 9.7 7.1 8.8 8.2 7.5 8.2 Z"
    ),
    "star": lambda: star(Point(5.0, 5.3), 5.0, 2.1, 5),
    "dot": lambda: circle(_MIDDLE, 3.6),
    "ring": lambda: circle(_MIDDLE, 4.4) + circle(_MIDDLE, 2.7),
    "square": lambda: rounded(Rect(1.2, 1.2, 7.6, 7.6), 1.0),
    "diamond": lambda: polygon(Point(5, 0.3), Point(9, 5), Point(5, 9.7), Point(1, 5)),
    "cross": _cross,
    "moon": _tracer(
        "M 6.6 0.6 C 3.4 0.4 0.9 2.6 0.9 5.3 C 0.9 7.8 3 9.6 5.5 9.6 C 7.5 9.6 9 8.6 9.6 7 C 6.2 8 3.9 "
        "6.3 3.9 4.1 C 3.9 2.4 4.9 1.2 6.6 0.6 Z"
    ),
    "heart": _tracer(
        "M 5 9.4 C 2 7.2 0.5 5.3 0.5 3.3 C 0.5 1.8 1.6 0.8 2.8 0.8 C 3.8 0.8 4.6 1.4 5 2.3 C 5.4 1.4 6.2 "
        "0.8 7.2 0.8 C 8.4 0.8 9.5 1.8 9.5 3.3 C 9.5 5.3 8 7.2 5 9.4 Z"
    ),
    "drop": _tracer(
        "M 5 0.3 C 6.4 2.6 8.6 4.4 8.6 6.5 C 8.6 8.4 7 9.7 5 9.7 C 3 9.7 1.4 8.4 1.4 6.5 C 1.4 4.4 3.6 2.6 5 0.3 Z"
    ),
    "flame": _tracer(
        "M 5.4 0.3 C 6 2.4 8.7 3.7 8.7 6.5 C 8.7 8.5 7.1 9.8 5 9.8 C 2.9 9.8 1.3 8.5 1.3 6.6 C 1.3 5.2 2 "
        "4.3 2.9 3.4 C 3 4.4 3.4 4.9 4 5.2 C 3.9 3.2 4.2 1.5 5.4 0.3 Z M 5.1 5.9 C 4.9 6.9 3.8 7.2 3.8 "
        "8.2 C 3.8 9 4.4 9.3 5 9.3 C 5.7 9.3 6.3 8.9 6.3 8.2 C 6.3 7.3 5.5 6.9 5.1 5.9 Z"
    ),
    "leaf": _tracer(
        "M 9.4 0.6 C 9.8 5.6 7.4 8.6 3.2 8.2 L 1.4 9.6 L 0.6 8.8 L 2 7.2 C 1 3 4 0.6 9.4 0.6 Z M 7.6 2.3 "
        "C 5.4 3.4 3.8 4.9 2.7 6.9 L 3 7.2 C 4.2 5.3 5.7 3.8 7.6 2.3 Z"
    ),
    "shield": _tracer(
        "M 0.9 1.4 C 2.6 1.6 3.9 1.2 5 0.3 C 6.1 1.2 7.4 1.6 9.1 1.4 C 9.4 5 8.6 8 5 9.7 C 1.4 8 0.6 5 0.9 1.4 Z"
    ),
    "sword": _tracer(
        "M 9.6 0.4 L 9.2 2.6 L 4.6 7.2 L 5.4 8 L 4.7 8.7 L 3.4 7.6 L 1.6 9.5 L 0.5 8.4 L 2.4 6.6 L 1.3 "
        "5.3 L 2 4.6 L 2.8 5.4 L 7.4 0.8 Z"
    ),
    "bolt": _tracer("M 6.6 0.3 L 1.6 5.8 L 4.4 5.8 L 3.2 9.7 L 8.4 4 L 5.5 4 Z"),
    "eye": _tracer(
        "M 0.3 5 C 2.2 2.5 3.6 1.8 5 1.8 C 6.4 1.8 7.8 2.5 9.7 5 C 7.8 7.5 6.4 8.2 5 8.2 C 3.6 8.2 2.2 "
        "7.5 0.3 5 Z M 5 3 C 3.8 3 3 3.9 3 5 C 3 6.1 3.8 7 5 7 C 6.2 7 7 6.1 7 5 C 7 3.9 6.2 3 5 3 Z"
    ),
    "hourglass": _tracer(
        "M 1.8 0.5 L 8.2 0.5 L 8.2 1.6 L 7.5 1.6 C 7.5 3.4 6.6 4.2 5.7 5 C 6.6 5.8 7.5 6.6 7.5 8.4 L 8.2 "
        "8.4 L 8.2 9.5 L 1.8 9.5 L 1.8 8.4 L 2.5 8.4 C 2.5 6.6 3.4 5.8 4.3 5 C 3.4 4.2 2.5 3.4 2.5 1.6 L "
        "1.8 1.6 Z"
    ),
    "house": _tracer("M 5 0.6 L 9.7 5 L 8.4 5 L 8.4 9.4 L 6 9.4 L 6 6.2 L 4 6.2 L 4 9.4 L 1.6 9.4 L 1.6 5 L 0.3 5 Z"),
    "tree": _tracer(
        "M 5 0.4 L 7.6 3.6 L 6.7 3.6 L 8.8 6.7 L 5.7 6.7 L 5.7 9.6 L 4.3 9.6 L 4.3 6.7 L 1.2 6.7 L 3.3 3.6 L 2.4 3.6 Z"
    ),
    "mountain": _tracer("M 0.3 8.8 L 3.8 2.2 L 5.4 5 L 6.6 3.4 L 9.7 8.8 Z"),
    "wave": _tracer(
        "M 0.3 5.2 C 1.4 2.6 3 2.6 5 4.2 C 6.8 5.6 8.2 5.4 9.7 3.8 L 9.7 5.6 C 8.2 7.4 6.4 7.4 4.6 6 C "
        "2.9 4.7 1.6 5 0.3 7 Z"
    ),
    "arrow": _tracer("M 0.5 3.8 L 5.4 3.8 L 5.4 1.2 L 9.6 5 L 5.4 8.8 L 5.4 6.2 L 0.5 6.2 Z"),
    "anchor": _tracer(
        "M 5 0.4 C 6 0.4 6.7 1.1 6.7 2 C 6.7 2.7 6.3 3.3 5.7 3.5 L 5.7 4.2 L 7.4 4.2 L 7.4 5.4 L 5.7 5.4 "
        "L 5.7 8.1 C 7.2 7.8 8.1 6.9 8.4 5.8 L 9.6 7 C 8.8 8.7 7.2 9.7 5 9.7 C 2.8 9.7 1.2 8.7 0.4 7 L "
        "1.6 5.8 C 1.9 6.9 2.8 7.8 4.3 8.1 L 4.3 5.4 L 2.6 5.4 L 2.6 4.2 L 4.3 4.2 L 4.3 3.5 C 3.7 3.3 "
        "3.3 2.7 3.3 2 C 3.3 1.1 4 0.4 5 0.4 Z M 5 1.4 C 4.6 1.4 4.4 1.7 4.4 2 C 4.4 2.3 4.6 2.6 5 2.6 C "
        "5.4 2.6 5.6 2.3 5.6 2 C 5.6 1.7 5.4 1.4 5 1.4 Z"
    ),
    "crown": _tracer("M 0.6 2.2 L 3 4.8 L 5 1 L 7 4.8 L 9.4 2.2 L 8.6 8.8 L 1.4 8.8 Z"),
    "hand": _tracer(
        "M 2.8 9.6 C 1.6 8 1 6.6 0.8 5.4 C 1.4 4.8 2 5.2 2.6 6 L 2.6 2 C 2.8 1.3 3.6 1.3 3.8 2 L 4 4.4 L "
        "4.2 0.9 C 4.4 0.2 5.2 0.2 5.4 0.9 L 5.5 4.4 L 5.9 1.4 C 6.1 0.8 6.9 0.8 7 1.5 L 6.9 4.7 L 7.5 "
        "2.8 C 7.8 2.2 8.5 2.4 8.5 3.1 C 8.5 5.6 8.2 7.8 7.2 9.6 Z"
    ),
    "scroll": _tracer(
        "M 2.4 0.6 L 8.2 0.6 C 9.4 0.6 9.4 2.4 8.4 2.6 L 8 2.6 L 8 8.2 C 8 9.2 7.4 9.6 6.6 9.6 L 1.8 9.6 "
        "C 0.6 9.6 0.6 7.8 1.6 7.6 L 2 7.6 L 2 1.6 C 2 1 2.1 0.6 2.4 0.6 Z M 3.2 2.8 L 3.2 3.5 L 6.8 3.5 "
        "L 6.8 2.8 Z M 3.2 4.5 L 3.2 5.2 L 6.8 5.2 L 6.8 4.5 Z M 3.2 6.2 L 3.2 6.9 L 5.8 6.9 L 5.8 6.2 Z"
    ),
}
