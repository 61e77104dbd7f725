"""Decorations along the foot of a page: a bank of clouds or a range of hills, in layers from far to near."""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.clouds import bump
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import CLOSE, Item, Line, Move, Outline, Page, Path
from cloudy_pnp.draw.shapes import rounded, smooth

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
