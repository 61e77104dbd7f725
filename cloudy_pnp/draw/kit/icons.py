"""Icons for many games, as filled outlines in a square of 10 by 10; the caller chooses their colour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.data.source import read_own
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
    return _COMPUTED[name]() if name in _COMPUTED else trace(_written()[name])


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
    return tuple(sorted((*_COMPUTED, *_written())))


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


@cache
def _written() -> Mapping[str, str]:
    """Return the icons that are written as paths, by name."""
    paths: Mapping[str, str] = read_own(Path(__file__).with_suffix(".yaml"))
    return paths


_COMPUTED: Mapping[str, Callable[[], Outline]] = {
    "sun": _sun,
    "gear": _gear,
    "card": _card,
    "coin": _coin,
    "hexagon": _hexagon,
    "star": lambda: star(Point(5.0, 5.3), 5.0, 2.1, 5),
    "dot": lambda: circle(_MIDDLE, 3.6),
    "ring": lambda: circle(_MIDDLE, 4.4) + circle(_MIDDLE, 2.7),
    "square": lambda: rounded(Rect(1.2, 1.2, 7.6, 7.6), 1.0),
    "diamond": lambda: polygon(Point(5, 0.3), Point(9, 5), Point(5, 9.7), Point(1, 5)),
    "cross": _cross,
}
