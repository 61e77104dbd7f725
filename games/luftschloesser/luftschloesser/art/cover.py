"""The picture of the rulebook's title page.

Castles on clouds under a rainbow, all kinds of weather, and the beings who dream it up. The upper third is calm, for
the title.
"""

from __future__ import annotations

from collections.abc import Mapping

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.scene import Page
from luftschloesser.art import pieces, sky
from luftschloesser.art.look import LOOK, Items, pen_for

WIDE, HIGH = 134.0, 196.0  # mm
# Where the castles and the beings stand: foot and width, in the order of the colours.
_CASTLES = ((67.0, 128.0, 40.0), (26.0, 112.0, 25.0), (109.0, 116.0, 25.0), (30.0, 158.0, 27.0))
_BEINGS = ((88.0, 160.0), (99.0, 162.0), (110.0, 160.0), (121.0, 162.0))


def cover_page(looks: Mapping[str, tuple[str, str]]) -> Page:
    """Draw the whole picture; `looks` are colour and shape of each player."""
    pen = pen_for(LOOK)
    colours = pen.colours
    deep = colours.sky_deep.darker(0.35)
    items: Items = sky.heavens(pen, Rect(0, 0, WIDE, HIGH), deep, colours.sky_light)
    items += sky.rainbow(pen, Point(67, 150), 66, 4.2)
    items += sky.sun(pen, Point(112, 78), 11)
    for x, y, width in ((20.0, 82.0, 26.0), (62.0, 74.0, 18.0), (8.0, 132.0, 24.0), (126.0, 138.0, 26.0)):
        items += sky.cloud(pen, Point(x, y), width)
    items += sky.cloud(pen, Point(22, 78), 30, dark=True)
    items += sky.drops(pen, Rect(11, 84, 22, 12), 1.5)
    for (x, y, width), (colour, shape) in zip(_CASTLES, looks.values(), strict=False):
        items += sky.cloud(pen, Point(x, y + width * 0.1), width * 1.75)
        items += pieces.castle(pen, Point(x, y + width * 0.08), width, colour, shape)
    items += sky.cloud(pen, Point(104, 166), 66)
    for (x, y), (colour, shape) in zip(_BEINGS, looks.values(), strict=False):
        items += pieces.being(pen, Point(x, y + 4), 11, colour, shape)
    for x, y, width in ((10.0, 186.0, 60.0), (60.0, 190.0, 70.0), (118.0, 188.0, 64.0), (88.0, 198.0, 70.0)):
        items += sky.cloud(pen, Point(x, y), width)
    return Page(WIDE, HIGH, items)
