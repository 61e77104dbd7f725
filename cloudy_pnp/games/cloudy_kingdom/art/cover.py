"""The picture of the rulebook's title page: evening over the clouds, four castles, and one vine that wants to reach all
of them. The upper third is calm, for the title.
"""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import LinearGradient, RadialGradient, fading
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Item, Page, Path
from cloudy_pnp.draw.shapes import circle, rectangle
from cloudy_pnp.games.cloudy_kingdom.art import flora, sky
from cloudy_pnp.games.cloudy_kingdom.art.branch import branch, tapering
from cloudy_pnp.games.cloudy_kingdom.art.castle_face import GROUND, standing
from cloudy_pnp.games.cloudy_kingdom.art.heraldry import arms_of
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, pen_for, placed
from cloudy_pnp.games.cloudy_kingdom.art.spell_motifs import sparkles
from cloudy_pnp.games.cloudy_kingdom.art.style import Style
from cloudy_pnp.games.cloudy_kingdom.model.cards import Family

WIDE, HIGH = 134.0, 196.0  # mm
_SUN = Point(67.0, 108.0)
# Where the castles stand: the middle of the gate's foot, and their size; the last one is the nearest.
_PLACES = ((28.0, 106.0, 0.62), (107.0, 112.0, 0.66), (68.0, 122.0, 0.9), (26.0, 152.0, 0.72))


def cover_page(style: Style, families: Sequence[Family]) -> Page:
    """The whole picture."""
    pen = pen_for(style)
    random = Random("cover")
    items: list[Item] = [*_air(pen, random.part("air"))]
    castles = list(zip(families, _PLACES, strict=False))
    for family, (x, y, size) in castles:
        items += _castle(pen, family, Point(x, y), size, random.part(family.id))
    items += _vine(pen, random.part("vine"))
    items += _foreground(pen, random.part("near"))
    return Page(WIDE, HIGH, tuple(items))


def _air(pen: Pen, random: Random) -> Items:
    """Night above, the last light behind the castles, and stars."""
    colours = pen.colours
    deep = colours.night.darker(0.25)
    fall = LinearGradient.between(
        Point(0, 0), Point(0, HIGH), deep, colours.night, colours.dusk, colours.dusk_light, colours.flame_light
    )
    items: Items = (Path(rectangle(Rect(0, 0, WIDE, HIGH)), fall),)
    for radius, opacity in ((74.0, 0.75), (46.0, 0.8)):
        items += pen.tint(circle(_SUN, radius), RadialGradient(_SUN, radius, fading(colours.flame_light, opacity, 0.0)))
    items += pen.tint(circle(_SUN, 27.0), colours.flame_light, 0.85)
    for _ in range(70):
        at = Point(random.between(2, WIDE - 2), random.between(2, 88))
        items += pen.tint(circle(at, random.between(0.14, 0.42)), colours.cloud, random.between(0.4, 0.95))
    items += sparkles(pen, ((16.0, 66.0, 2.2), (118.0, 72.0, 1.8), (101.0, 60.0, 1.2), (37.0, 72.0, 1.2)))
    for y, size, opacity in ((96.0, 2.3, 0.28), (118.0, 2.8, 0.4), (140.0, 3.2, 0.5)):
        for x in (random.between(0, 30), random.between(50, 80), random.between(100, 134)):
            outline = sky.cloud_outline(int(random.number() * sky.KINDS))
            veil = outline.moved(_at(Point(x, y + random.between(-5, 5)), size))
            items += pen.tint(veil, colours.cloud, opacity)
    return items


def _castle(pen: Pen, family: Family, at: Point, size: float, random: Random) -> Items:
    """A castle on its cloud; `at` is the foot of its gate."""
    foot = at + Point(0.0, -(GROUND + 3.0) * size)
    items: list[Item] = [placed(standing(pen, arms_of(pen, family)), foot, size)]
    for hand, shift, scale in ((-1, 0.55, 1.7), (1, 0.6, 1.6), (0, 0.0, 2.3)):
        kind = int(random.number() * sky.KINDS)
        where = at + Point(hand * shift * 40 * size, (4.0 if hand else 8.5) * size)
        items.append(placed(sky.cloud(pen, kind), where, scale * size, mirrored=random.chance(0.5)))
    return tuple(items)


def _vine(pen: Pen, random: Random) -> Items:
    """One thick stalk out of the clouds below, and its branches to the gates."""
    gates = [Point(x, y - 4.0) for x, y, _ in _PLACES]
    stem = Curve.through(Point(94, 200), Point(82, 180), Point(92, 161), Point(76, 146), Point(80, 133), gates[2])
    right = Curve.through(stem.at(0.36), Point(108, 152), Point(102, 136), Point(112, 124), gates[1])
    left = Curve.through(stem.at(0.55), Point(58, 150), Point(50, 136), Point(36, 128), Point(40, 115), gates[0])
    near = Curve.through(stem.at(0.2), Point(66, 178), Point(52, 166), Point(38, 168), gates[3])
    items: Items = ()
    for way, half, end in ((left, 1.9, 0.4), (right, 2.2, 0.4), (near, 2.4, 0.45), (stem, 4.2, 0.45)):
        items += _leaves(pen, way, half, random)
        items += branch(pen, way, half, tapering(end))
    return items


def _leaves(pen: Pen, way: Curve, half: float, random: Random) -> Items:
    items: list[Item] = []
    count = int(way.length / 7.5)
    for number in range(1, count):
        share = (number + random.between(-0.3, 0.3)) / count
        hand = 1 if number % 2 else -1
        side = way.direction(share).left * hand
        grow = (way.direction(share) * random.between(0.3, 0.9) + side).unit
        size = random.between(0.55, 0.85) * (0.7 + half / 8) * (1.1 - 0.4 * share)
        foot = way.at(share) + side * (half * 0.5)
        items.append(placed(flora.leaf(pen, int(random.number() * 3)), foot, size, turn=grow.degrees))
    return tuple(items)


def _foreground(pen: Pen, random: Random) -> Items:
    """Clouds before everything, from edge to edge."""
    items: list[Item] = []
    for y, size in ((182.0, 2.2), (191.0, 2.8), (200.0, 3.4)):
        x = -10.0
        while x < WIDE + 20:
            kind = int(random.number() * sky.KINDS)
            at = Point(x, y + random.between(-2.5, 2.5))
            items.append(placed(sky.cloud(pen, kind), at, size, mirrored=random.chance(0.5)))
            x += random.between(22, 30)
    return tuple(items)


def _at(at: Point, size: float) -> Transform:
    return Transform.translation(at.x, at.y) @ Transform.scaling(size)
