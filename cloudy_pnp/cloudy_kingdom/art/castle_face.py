"""The castle cards: landscape, the gate in the middle of one long side, the castle on its cloud.

The picture is drawn lying: x along the long sides, the gate at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise

from cloudy_pnp.cloudy_kingdom.art import castles, parts
from cloudy_pnp.cloudy_kingdom.art import stalk as stalks
from cloudy_pnp.cloudy_kingdom.art.castles import Arms, arms_of, banner, figure, shield
from cloudy_pnp.cloudy_kingdom.art.style import Items, Pen, placed
from cloudy_pnp.cloudy_kingdom.model.cards import Family
from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import LinearGradient
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit import clouds
from cloudy_pnp.draw.kit.clouds import scalloped, spiral
from cloudy_pnp.draw.kit.frame import HALF, trace
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import CLOSE, Cubic, Group, Item, Line, Move, Outline, Symbol, Use
from cloudy_pnp.draw.shapes import circle, line, rectangle, star

GROUND = 18.0  # where the castle stands on its cloud
_GATE = 12.6  # how wide the gate is
_GATE_HEIGHT = 14.6
_BANNERS_FROM = 36.0  # the least half width of a card with banners next to the castle


def castle_face(pen: Pen, family: Family, random: Random) -> Items:
    """Draw a castle card; the copies differ in their clouds and leaves."""
    arms = arms_of(pen, family)
    return (
        *_sky(pen, arms, random),
        Use(_castle(pen, arms)),
        *_cloud_bank(pen, random),
        *_way(pen, random),
        *castles.portcullis(pen, GROUND + 3.0, _GATE, _GATE_HEIGHT),
    )


def _castle(pen: Pen, arms: Arms) -> Symbol:
    """Draw banners, castle and gatehouse: the same on all copies."""
    name = f"the castle of {arms.emblem} {arms.colour.hex}"

    def draw() -> Symbol:
        across = pen.frame.top
        items: Items = ()
        if across >= _BANNERS_FROM:
            for hand in (-1, 1):
                at = Point(hand * (across - 10.4), -HALF + 5.6)
                items += banner(pen, arms, at, 11.4, 30.0)
        room = min(1.0, (across - (16.5 if across >= _BANNERS_FROM else 1.0)) / 27.5)
        castle = _CASTLES[arms.emblem](pen, arms)
        items += castle if room == 1 else (Group(castle, Transform.scaling(room, 1.0)),)
        items += _gatehouse(pen, arms)
        if arms.emblem == "raven":
            items += _draw_ravens(pen, arms)
        return Symbol(name, items, Rect(-across - 5, -HALF - 5, 2 * across + 10, 2 * HALF + 10))

    return pen.kept(name, draw)


def standing(pen: Pen, arms: Arms) -> Symbol:
    """Draw a castle alone, its foot at y = GROUND + 3, for pictures other than cards."""
    name = f"standing castle of {arms.emblem} {arms.colour.hex}"

    def draw() -> Symbol:
        items = _CASTLES[arms.emblem](pen, arms) + _gatehouse(pen, arms)
        items += _draw_ravens(pen, arms) if arms.emblem == "raven" else ()
        items += castles.portcullis(pen, GROUND + 3.0, _GATE, _GATE_HEIGHT)
        return Symbol(name, items, Rect(-40, -HALF - 5, 80, 2 * HALF + 10))

    return pen.kept(name, draw)


def _sky(pen: Pen, arms: Arms, random: Random) -> Items:
    """Draw the family's own light: its colour above, paler towards the cloud, and a great disc behind the castle."""
    frame, colours = pen.frame, pen.colours
    m = frame.margin
    sheet = Rect(-frame.top - m, -HALF - m, 2 * (frame.top + m), 2 * (HALF + m))
    # Blue air would turn a light colour muddy.
    deep = arms.colour.mixed(colours.cloud if arms.colour.luminance > 0.6 else colours.sky, 0.42)
    pale = arms.colour.mixed(colours.cloud, 0.86)
    items = pen.tint(rectangle(sheet), LinearGradient.between(Point(0, -HALF), Point(0, HALF * 0.7), deep, pale))
    disc = circle(Point(0.0, -3.0), 25.0)
    items += pen.tint(disc, colours.cloud, 0.34)
    items += pen.tint(circle(Point(0.0, -3.0), 20.5), colours.cloud, 0.4)
    uses: list[Item] = []
    for hand in (-1, 1):
        at = Point(hand * random.between(15, 19), -random.between(17, 21))
        uses.append(
            placed(
                parts.cloud(pen, int(random.number() * 3)), at, random.between(0.42, 0.6), mirrored=random.chance(0.5)
            )
        )
    return (*items, *uses)


def _cloud_bank(pen: Pen, random: Random) -> Items:
    """Draw the cloud that carries the castle, from edge to edge, open in the middle for the vine."""
    across, colours = pen.frame.top + pen.frame.margin, pen.colours
    bottom = HALF + pen.frame.margin + 2
    items: Items = ()
    for height, tone, line_tone in ((0.0, colours.cloud_shade, None), (4.2, colours.cloud, None)):
        feet = [Point(-across - 6, bottom), Point(-across - 5, GROUND + height)]
        x = -across - 5
        while x < across + 3:
            x += random.between(6.5, 10.5)
            lift = 2.4 * (abs(x) / across) ** 2
            feet.append(Point(x, GROUND + height + random.between(-1.2, 1.2) - lift))
        feet.append(Point(across + 6, bottom))
        segments = [clouds.bump(a, b, 0.3) for a, b in pairwise(feet[1:-1])]
        outline = Outline((Move(feet[0]), Line(feet[1]), *segments, Line(feet[-1]), CLOSE))
        items += pen.shape(outline, tone, colours.cloud_line if pen.style.ink_saving else line_tone)
    for hand in (-1, 1):
        for share in (0.34, 0.72):
            at = Point(hand * across * (share + random.between(-0.05, 0.05)), HALF - 3.6)
            curl = clouds.spiral(at, random.between(1.8, 2.6), hand if random.chance(0.7) else -hand)
            items += pen.line(curl.outline(), colours.cloud_line, pen.lines.detail)
    return items


def way_outline(pen: Pen, inset: float = 0.0) -> Outline:
    """Return the outline of the vine from the edge of the card into the gate."""
    rail, bottom, top = pen.lines.vine / 2 - inset, HALF + pen.frame.margin, GROUND - 8.0 + inset
    return Outline(
        (
            Move(Point(-rail, bottom)),
            Line(Point(-rail, top + 3)),
            Cubic(Point(-rail, top), Point(-rail * 0.5, top), Point(0.0, top)),
            Cubic(Point(rail * 0.5, top), Point(rail, top), Point(rail, top + 3)),
            Line(Point(rail, bottom)),
            CLOSE,
        )
    )


def _way(pen: Pen, random: Random) -> Items:
    """Draw the vine that grows into the gate, with leaves where it passes the cloud."""
    half, m = pen.lines.vine / 2, pen.frame.margin
    run = Curve.straight(Point(0.0, HALF + m), Point(0.0, GROUND - 8))
    leaves: list[Item] = []
    for hand in (-1, 1):
        turn = -90 + hand * random.between(35, 65)
        at = Point(hand * (half - 0.6), GROUND + random.between(4.5, 6.0))
        leaves.append(placed(pen.art(f"leaf-{int(random.number() * 3)}"), at, 0.75, turn=turn))
    outline = partial(way_outline, pen)
    return (
        *stalks.layers(pen, outline, half),
        stalks.inside(pen, outline, stalks.grooves(pen, run, m, m + HALF - GROUND + 8.0, half)),
        *castles.gate_shade(pen, outline(0.0), GROUND + 3.0, _GATE_HEIGHT),
        *leaves,
    )


def _gatehouse(pen: Pen, arms: Arms) -> Items:
    """Draw the gatehouse with the great shield over it; the same for every family, so that the gate is easy to find."""
    items = castles.wall(pen, Rect(-10.4, -1.0, 20.8, GROUND + 5), crenels=5)
    items += castles.gate(pen, GROUND + 3.0, _GATE, _GATE_HEIGHT)
    items += shield(pen, arms, Point(0.0, -6.8), 22.0)
    return items


def _raven(pen: Pen, arms: Arms) -> Items:
    """Draw a tall, narrow, crooked castle: spires like witches' hats, late lights, and ravens about."""
    items: Items = ()
    for x, width, top, height, lean, lit in (
        (-21.5, 5.0, 3.0, 15.0, -2.6, True),
        (20.5, 5.0, -0.5, 15.0, 2.2, False),
        (-9.4, 5.4, -7.6, 14.0, 1.4, False),
        (9.8, 5.2, -5.0, 16.0, -1.6, True),
        (-15.6, 5.6, -3.6, 17.0, -1.8, False),
        (15.4, 6.0, 1.2, 14.0, 2.0, True),
    ):
        items += castles.tower(pen, x, width, top, GROUND + 3)
        if abs(x) > 11:  # the gatehouse stands before the others
            items += castles.window(pen, x, top + 8.0, 1.8, 3.6, pointed=True, lit=lit)
        items += castles.spire(pen, arms, x, width + 3.2, top + 0.3, height, lean)
    items += castles.flag(pen, arms, -8.0, -21.0, -1, 0.7)
    items += castles.flag(pen, arms, 8.2, -20.6, 1, 0.7)
    for x, y, size in ((-26.0, -10.4, 0.9), (-24.4, -13.6, 0.65), (25.8, -11.4, 0.8)):
        wings = _FLYING.moved(Transform.translation(x, y) @ Transform.scaling(size))
        items += pen.line(wings, arms.colour, 0.5)
    return items


_FLYING = trace("M -2.6 -1.0 C -1.6 -1.6 -0.6 -0.9 0 0.2 C 0.6 -0.9 1.6 -1.6 2.6 -1.0")


def _draw_ravens(pen: Pen, arms: Arms) -> Items:
    """Draw two ravens on the battlements of the gatehouse."""
    items: Items = ()
    for hand in (-1, 1):
        place = Transform.translation(hand * 9.6, -4.3) @ Transform.scaling(-hand * 0.2, 0.2)
        items += (Group(figure(pen, "raven", arms.colour, pen.colours.paper), place),)
    return items


def _rose(pen: Pen, arms: Arms) -> Items:
    """Draw a round and blooming castle: domes like rosebuds, roses that climb the walls."""
    items = castles.wall(pen, Rect(-24.5, 6.5, 49.0, GROUND - 3), crenels=10)
    for x, width, top, height in (
        (-21.0, 7.4, 1.5, 11.5),
        (21.0, 7.4, 1.5, 11.5),
        (-12.4, 7.8, -5.5, 13.5),
        (12.4, 7.8, -5.5, 13.5),
    ):
        items += castles.tower(pen, x, width, top, GROUND + 3)
        items += castles.window(pen, x, top + 8.2, 2.3, 3.6, lit=abs(x) < 15)
        items += castles.bulb(pen, arms, x, width + 1.6, top + 0.3, height)
        items += pen.shape(circle(Point(x, top - height), 0.8), pen.colours.gold, pen.colours.ink, pen.lines.detail)
    for hand in (-1, 1):
        for way in _CLIMBERS:
            cane = Curve.through(*(Point(hand * x, y) for x, y in way))
            items += pen.cord(cane.outline(), pen.colours.vine, pen.colours.vine_line, 0.5)
            for index, t in enumerate((0.12, 0.34, 0.56, 0.78, 1.0)):
                at = cane.at(t)
                turn = cane.direction(t).degrees + (60 if index % 2 else -60)
                items += (placed(pen.art("leaf-0"), at, 0.3, turn=turn),)
                items += _little_rose(pen, arms, at, 1.25 if index % 2 else 1.0)
    return items


_CLIMBERS = (
    ((12.0, 19.0), (14.0, 14.0), (11.6, 9.4), (13.2, 5.6)),
    ((17.0, 19.0), (19.4, 14.8), (22.4, 15.0), (23.6, 12.0)),
)


def _little_rose(pen: Pen, arms: Arms, at: Point, size: float) -> Items:
    """Draw a rose in the family's colour, as small as a pinhead."""
    items = pen.shape(
        scalloped([at + Point.polar(size, 72 * number) for number in range(5)], 0.3),
        arms.colour,
        arms.line,
        pen.lines.fine,
    )
    return items + pen.gleam(spiral(at, size * 0.62, 1, 0.0, 420.0).outline(), arms.shade.lighter(0.3), 0.22)


def _heron(pen: Pen, arms: Arms) -> Items:
    """Draw slender towers on high arches; water falls through the arches into the cloud."""
    colours = pen.colours
    items: Items = ()
    water = arms.colour.mixed(colours.cloud, 0.45)
    items += castles.wall(pen, Rect(-25.0, 4.0, 50.0, 3.6), crenels=0)
    for x in (-22.6, -17.4, 17.4, 22.6):
        items += castles.wall(pen, Rect(x - 3.0, 7.0, 6.0, GROUND - 3))
        opening = castles.arch(x, GROUND + 3.5, 3.8, 12.5)
        items += pen.shape(opening, colours.dusk.mixed(colours.ink, 0.35), colours.stone_line, pen.lines.detail)
        fall = castles.arch(x, GROUND + 5.0, 2.9, 11.6)
        items += pen.shape(fall, water, None)
        for off, top in ((-0.8, 12.2), (0.0, 13.4), (0.8, 11.6)):
            items += pen.gleam(line(Point(x + off, top), Point(x + off, GROUND + 2)), colours.cloud, 0.35, 0.85)
        for off in (-1.6, 0.2, 1.7):
            items += pen.tint(circle(Point(x + off, GROUND + 1.4), 1.3), colours.cloud)
    for x, width, top, height, window in (
        (-21.8, 4.2, -2.4, 7.5, 3.4),
        (21.6, 4.2, -4.2, 7.5, 2.4),
        (-14.6, 4.6, -9.0, 8.5, -1.6),
        (14.2, 4.4, -12.5, 8.5, -5.2),
    ):
        items += castles.tower(pen, x, width, top, 5.0)
        items += castles.window(pen, x, window, 1.5, 2.8, lit=x > 0)
        items += castles.cone(pen, arms, x, width + 6.2, top + 0.3, height)
        items += castles.flag(pen, arms, x, top - height + 0.4, -1 if x < 0 else 1, 0.72)
    items += castles.window(pen, 14.2, 1.6, 1.5, 2.8)
    for hand in (-1, 1):
        for x, top in ((27.0, 10.0), (28.2, 12.0), (26.0, 12.6)):  # reeds
            items += pen.line(line(Point(hand * x, GROUND + 3), Point(hand * (x + 0.6), top)), colours.leaf_line, 0.5)
            items += pen.line(
                line(Point(hand * (x + 0.5), top + 1.6), Point(hand * (x + 0.6), top - 0.6)), colours.wood_line, 1.1
            )
    return items


def _sun(pen: Pen, arms: Arms) -> Items:
    """Draw broad steps of wall, golden domes, a crown of rays, sunflowers at its feet."""
    items: Items = ()
    rays = star(Point(0.0, -6.6), 18.6, 11.6, 16)
    items += pen.shape(rays, arms.colour, arms.line, pen.lines.detail)
    items += pen.tint(star(Point(0.0, -6.6), 14.6, 10.8, 16, -90 + 11.25), arms.colour.lighter(0.4))
    for width, top in ((52.0, 9.0), (40.0, 2.0), (29.0, -4.5)):
        items += castles.wall(pen, Rect(-width / 2, top, width, GROUND + 3 - top), crenels=round(width / 4.4))
    for x, width, base, height in (
        (-22.5, 7.6, 5.2, 5.6),
        (22.5, 7.6, 5.2, 5.6),
        (-16.6, 7.0, -1.6, 5.4),
        (16.6, 7.0, -1.6, 5.4),
    ):
        items += castles.dome(pen, arms, x, width, base, height)
    for x, bottom in ((-23.6, 14.6), (-12.4, 3.6), (12.4, 3.6), (23.6, 14.6)):
        items += castles.window(pen, x, bottom, 2.2, 3.8, lit=True)
    for hand in (-1, 1):
        for x, top, size in ((14.4, 10.4, 1.0), (17.6, 12.4, 0.85), (20.4, 10.8, 1.05), (27.6, 11.6, 1.0)):
            items += _sunflower(pen, arms, Point(hand * x, top), size)
    return items


def _sunflower(pen: Pen, arms: Arms, at: Point, size: float) -> Items:
    """Draw a sunflower on its stem."""
    colours = pen.colours
    items = pen.cord(line(at, Point(at.x, GROUND + 4)), colours.vine, colours.vine_line, 0.4)
    items += (placed(pen.art("leaf-0"), Point(at.x, at.y + 4.4), 0.3, turn=-30),)
    items += (placed(pen.art("leaf-0"), Point(at.x, at.y + 5.4), 0.3, turn=210),)
    items += pen.shape(star(at, 2.3 * size, 1.4 * size, 11), arms.colour, arms.line, pen.lines.fine)
    return items + pen.shape(circle(at, 1.05 * size), colours.wood_line, arms.line, pen.lines.fine)


_CASTLES: Mapping[str, Callable[[Pen, Arms], Items]] = {"raven": _raven, "rose": _rose, "heron": _heron, "sun": _sun}
