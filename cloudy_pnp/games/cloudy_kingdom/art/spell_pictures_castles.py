"""Illustrations of what spells do to castles and to the hands of others: castles change places, a card is taken."""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.shapes import circle, polygon
from cloudy_pnp.games.cloudy_kingdom.art import creatures, masonry, sky
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, placed
from cloudy_pnp.games.cloudy_kingdom.art.spell_motifs import arrow, glow, little_card, sparkles
from cloudy_pnp.games.cloudy_kingdom.model.steps import Step

Steps = Sequence[Step]


def changing(pen: Pen, _steps: Steps) -> Items:
    """SwapCastles: two castles on their clouds, and two arrows between them."""
    items = glow(pen, Point(0.0, -2.0), 21.0)
    items += arrow(pen, Point(0.0, 2.0), 14.0, 215, 95)
    for x, mirrored in ((-12.0, False), (12.0, True)):
        items += (placed(sky.cloud(pen, 2), Point(x, 13.0), 1.1, mirrored=mirrored),)
        items += _castle(pen, x, 12.0)
    items += arrow(pen, Point(0.0, 4.0), 14.0, 52, 60)
    items += sparkles(pen, ((0.0, 1.0, 2.4), (-18.0, -12.0, 1.8), (18.4, -11.0, 2.2)))
    return items


def _castle(pen: Pen, x: float, ground: float) -> Items:
    """A small castle, 12 mm wide: a wall with a gate between two towers."""
    colours = pen.colours
    items: Items = ()
    for side in (-4.4, 4.4):
        items += masonry.wall(pen, Rect(x + side - 1.9, ground - 11.0, 3.8, 11.0))
        roof = polygon(
            Point(x + side - 2.7, ground - 10.8), Point(x + side + 2.7, ground - 10.8), Point(x + side, ground - 17.0)
        )
        items += pen.shape(roof, colours.berry if x < 0 else colours.night_light, colours.ink)
        items += pen.solid(circle(Point(x + side, ground - 17.2), 0.5), colours.gold)
    items += masonry.wall(pen, Rect(x - 3.0, ground - 7.6, 6.0, 7.6), crenels=3)
    items += pen.shape(masonry.arch(x, ground, 3.2, 4.8), colours.dusk, colours.ink)
    return items


def dragon_with_card(pen: Pen, _steps: Steps) -> Items:
    """Steal: a small dragon flies off with somebody's card; a new one lies ready."""
    colours = pen.colours
    items = glow(pen, Point(2.0, -4.0), 21.0)
    items += (placed(sky.cloud(pen, 2), Point(-8.0, 15.0), 1.3, mirrored=False),)
    items += little_card(pen, Point(-10.0, 6.0), -14, 0.85)
    for string in ("M 6.0 -8.0 C 4.6 -3.0 4.4 -1.0 5.0 2.0", "M 8.4 -8.0 C 9.4 -3.0 10.6 -1.0 10.6 2.0"):
        items += pen.cord(trace(string), colours.rope, colours.ink, 0.7)
    items += little_card(pen, Point(8.0, 8.0), 10, 0.9, ends="nesw")
    items += (placed(creatures.dragon(pen), Point(7.0, -9.0), 1.35, turn=24),)
    items += sparkles(pen, ((-4.0, -8.0, 2.2), (-15.0, -6.0, 1.6), (18.0, 2.0, 2.0), (15.0, 14.0, 1.6)))
    return items
