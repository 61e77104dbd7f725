"""Bumps and curls: the outlines of clouds, bushes and foam."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.scene import CLOSE, Cubic, Move, Outline


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
