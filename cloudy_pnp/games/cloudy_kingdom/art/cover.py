"""The picture of the rulebook's title page.

Evening over the clouds, four castles, and one vine that reaches for all of them. The upper third is calm, for the
title.
"""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Item, Page, Use
from cloudy_pnp.games.cloudy_kingdom.art import sky
from cloudy_pnp.games.cloudy_kingdom.art.castle_face import GROUND, standing
from cloudy_pnp.games.cloudy_kingdom.art.heraldry import arms_of
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, pen_for, placed
from cloudy_pnp.games.cloudy_kingdom.art.style import Style
from cloudy_pnp.games.cloudy_kingdom.model.cards import Family

WIDE, HIGH = 134.0, 196.0  # mm
# Where the castles stand: the middle of the gate's foot, and their size; the last one is the nearest.
_PLACES = ((28.0, 106.0, 0.62), (107.0, 112.0, 0.66), (68.0, 122.0, 0.9), (26.0, 152.0, 0.72))


def cover_page(style: Style, families: Sequence[Family]) -> Page:
    """Draw the whole picture."""
    pen = pen_for(style)
    random = Random("cover")
    items: list[Item] = [Use(pen.art("cover-air"))]
    castles = list(zip(families, _PLACES, strict=False))
    for family, (x, y, size) in castles:
        items += _castle(pen, family, Point(x, y), size, random.part(family.id))
    items += (Use(pen.art("cover-vine")), Use(pen.art("cover-clouds")))
    return Page(WIDE, HIGH, tuple(items))


def _castle(pen: Pen, family: Family, at: Point, size: float, random: Random) -> Items:
    """Draw a castle on its cloud; `at` is the foot of its gate."""
    foot = at + Point(0.0, -(GROUND + 3.0) * size)
    items: list[Item] = [placed(standing(pen, arms_of(pen, family)), foot, size)]
    for hand, shift, scale in ((-1, 0.55, 1.7), (1, 0.6, 1.6), (0, 0.0, 2.3)):
        kind = int(random.number() * sky.KINDS)
        where = at + Point(hand * shift * 40 * size, (4.0 if hand else 8.5) * size)
        items.append(placed(sky.cloud(pen, kind), where, scale * size, mirrored=random.chance(0.5)))
    return tuple(items)
