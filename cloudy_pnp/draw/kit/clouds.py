"""Bumps and curls: the outlines of clouds, bushes and foam.

Decorations along the foot of a page: a bank of clouds or a range of hills, in layers from far to near.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import CLOSE, Cubic, Item, Line, Move, Outline, Page, Path
from cloudy_pnp.draw.shapes import rounded, smooth


def scalloped(feet: Sequence[Point], bulge: float = 0.36) -> Outline:
    """Return a closed outline of round bumps between feet listed clockwise."""
    bumps = (bump(start, end, bulge) for start, end in zip(feet, (*feet[1:], feet[0]), strict=True))
    return Outline((Move(feet[0]), *bumps, CLOSE))


def bump(start: Point, end: Point, bulge: float) -> Cubic:
    """Return an arc that rises to the left of the line from start to end, by a share of their distance."""
    chord = end - start
    half_angle = 2 * math.atan(2 * bulge)
    pull = chord.length * 2 / 3 * math.tan(half_angle / 2) / math.sin(half_angle)
    along, up = chord.unit, chord.unit.left
    cos, sin = math.cos(half_angle), math.sin(half_angle)
    leave, arrive = along * cos + up * sin, along * cos - up * sin
    return Cubic(start + leave * pull, end - arrive * pull, end)


def spiral(centre: Point, radius: float, hand: int, start: float = 180.0, turns: float = 400.0) -> Curve:
    """Return a spiral that begins on its outer edge and winds inwards, clockwise for hand 1."""
    steps = 10
    points = []
    for step in range(steps + 1):
        share = step / steps
        r = radius * (1 - 0.82 * share)
        angle = math.radians(start + turns * share)
        points.append(centre + Point(hand * r * math.cos(angle), r * math.sin(angle)))
    return Curve.through(*points)


WIDE, HIGH = 134.0, 10.5  # mm
_CORNER = 4.0


def cloud_bank(key: str, layers: Sequence[Colour]) -> Page:
    """Draw clouds seen from the side, the nearest layer the lowest."""
    return _page([Path(_clouds(Random(key, str(at)), _level(at, layers)), paint) for at, paint in enumerate(layers)])


def hills(key: str, layers: Sequence[Colour]) -> Page:
    """Draw hills, the nearest layer the lowest."""
    return _page([Path(_hills(Random(key, str(at)), _level(at, layers)), paint) for at, paint in enumerate(layers)])


def _level(at: int, layers: Sequence[Colour]) -> float:
    """Return the distance of a layer from the upper edge: the farthest rises above the others."""
    return 2.6 + 4.4 * at / max(1, len(layers) - 1)


def _page(items: Sequence[Item]) -> Page:
    from cloudy_pnp.draw.scene import Group

    # Only the lower corners are round: the upper ones are far above everything.
    frame = rounded(Rect(0, -20, WIDE, HIGH + 20), _CORNER)
    return Page(WIDE, HIGH, (Group(tuple(items), clip=frame),))


def _clouds(random: Random, level: float) -> Outline:
    here = Point(-6.0, level + 2)
    parts: list[Move | Line] = [Move(here)]
    bumps = []
    while here.x < WIDE + 6:
        after = Point(here.x + random.between(7, 15), level + random.between(0.6, 3.2))
        bumps.append(bump(here, after, 0.22))
        here = after
    return Outline((*parts, *bumps, Line(Point(here.x, HIGH + 8)), Line(Point(-6.0, HIGH + 8)), CLOSE))


def _hills(random: Random, level: float) -> Outline:
    crest = [Point(x, level + random.between(-2.0, 2.2)) for x in range(-12, int(WIDE) + 24, 12)]
    return smooth([Point(-14, HIGH + 8), *crest, Point(WIDE + 14, HIGH + 8)], closed=True)
