"""The pictures without a face: the backs of the cards, and the cover of the rulebook.

The backs are a look through the clouds; each is the same when it is turned by 180°. The cover shows an evening over the
clouds, four castles, and one vine that reaches for all of them. Its upper third is calm, for the title.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cloudy_pnp.cloudy_kingdom.art import castles, parts
from cloudy_pnp.cloudy_kingdom.art.castle_face import GROUND, standing
from cloudy_pnp.cloudy_kingdom.art.castles import Arms, arms_of
from cloudy_pnp.cloudy_kingdom.art.parts import branch, glow, tapering
from cloudy_pnp.cloudy_kingdom.art.style import Items, Pen, Style, pen_for, placed
from cloudy_pnp.cloudy_kingdom.model.cards import Family
from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.draw.colour import RadialGradient
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit import clouds
from cloudy_pnp.draw.kit.frame import HALF
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Group, Item, Outline, Page, Symbol, Use
from cloudy_pnp.draw.shapes import circle, rectangle, star

_HALF_TURN = Transform.rotation(180)
# Leaves of the vine back: place along the vine, hand, kind, size.
_LEAVES = (
    (0.16, 1, 0, 1.0),
    (0.2, -1, 2, 0.9),
    (0.3, 1, 1, 1.05),
    (0.4, -1, 0, 0.95),
    (0.36, 1, 2, 0.8),
    (0.5, 1, 1, 0.9),
)


def vine_back(pen: Pen) -> Symbol:
    """Draw two beanstalks that grow towards each other and curl together in the night."""
    return pen.kept("vine-back", lambda: pen.frame.symbol("vine-back", _window(pen) + _twice(_stalk(pen))))


def castle_back(pen: Pen) -> Symbol:
    """Draw two castles back to back on one cloud."""
    return pen.kept(
        "castle-back", lambda: pen.frame.symbol("castle-back", _window(pen) + _twice(_castle(pen)) + _carrier(pen))
    )


def blank_back(pen: Pen) -> Symbol:
    """Draw only clouds and a star, for cards that players make themselves."""
    return pen.kept("blank-back", lambda: pen.frame.symbol("blank-back", _window(pen) + _shining(pen)))


def _twice(items: Items) -> Items:
    return (*items, Group(items, _HALF_TURN))


def _window(pen: Pen) -> Items:
    """Draw clouds all around, and the night sky behind them."""
    colours, frame = pen.colours, pen.frame
    items = pen.tint(rectangle(frame.sheet), colours.cloud)
    for inset, tone in ((5.4, colours.cloud_shade), (7.6, None)):
        hole = _scallops(frame.card.inset(inset), Random("window", int(inset * 10)))
        if tone is not None:
            items += pen.shape(hole, tone, colours.cloud_line if pen.style.ink_saving else None)
            continue
        light = RadialGradient.between(ORIGIN, frame.top, colours.night_light, colours.night)
        items += pen.shape(hole, light, colours.cloud_line if pen.style.ink_saving else None)
        items += _stars(pen)
    curls: Items = ()
    for x, y, hand in ((-1, -1, 1), (1, -1, -1)):
        at = Point(x * (HALF - 5.0), y * (frame.top - 5.0))
        curls += pen.line(clouds.spiral(at, 2.6, hand, 200.0).outline(), colours.cloud_line, pen.lines.detail)
    return (*items, *_twice(curls))


def _scallops(box: Rect, random: Random) -> Outline:
    """Return an outline of cloud bumps inside a rectangle; the second half is the first one turned."""
    corners = [Point(box.left, box.top), Point(box.left, box.bottom), Point(box.right, box.bottom)]
    feet: list[Point] = []
    for start, end in pairwise(corners):
        count = max(2, round(start.distance(end) / 8.5))
        way = end - start
        for index in range(count):
            share = (index + 0.5 + random.between(-0.14, 0.14)) / count
            inwards = way.unit.left * random.between(-0.9, 0.9)
            feet.append(start + way * share + inwards)
    # counter-clockwise, so that the bumps rise inwards
    return clouds.scalloped([*feet, *(_HALF_TURN(foot) for foot in feet)], 0.3)


def _stars(pen: Pen) -> Items:
    random = Random("night")
    items: Items = ()
    for _ in range(34):
        at = Point(random.between(-HALF + 11, HALF - 11), random.between(-pen.frame.top + 11, 0))
        items += pen.tint(circle(at, random.between(0.15, 0.42)), pen.colours.cloud, 0.8)
    return _twice(items)


def _stalk(pen: Pen) -> Items:
    top = pen.frame.top
    reach = top + pen.frame.margin + 1
    curl = clouds.spiral(Point(-8.7, 1.5), 6.9, -1, 0.0, 430.0)
    way = Curve.through(
        Point(1.0, -reach),
        Point(0.0, -top + 3),
        Point(-8.0, -top * 0.66),
        Point(1.0, -top * 0.4),
        Point(-11.0, -top * 0.2),
        curl.start,
    )
    stem = way + curl
    items: Items = ()
    for share, hand, kind, size in _LEAVES:
        at, way_there = stem.at(share), stem.direction(share)
        side = way_there.left * hand
        grow = (way_there * 0.6 + side * 0.8).unit
        items += (placed(pen.art(f"leaf-{kind}"), at + side * 2.2, size, turn=grow.degrees),)
    return (*items, *branch(pen, stem, 3.4, tapering(0.28)))


def _castle(pen: Pen) -> Items:
    colours = pen.colours
    shade, edge = colours.gold.mixed(colours.ink, 0.15), colours.gold.mixed(colours.ink, 0.65)
    arms = Arms(colours.gold, shade, colours.ink, edge, "sun")
    items = glow(pen, Point(0.0, -14.0), 19.0)
    for x, width, top, height in (
        (-12.0, 4.4, -9.0, 8.0),
        (12.0, 4.4, -9.0, 8.0),
        (-6.6, 5.0, -15.0, 9.0),
        (6.6, 5.0, -15.0, 9.0),
        (0.0, 6.6, -18.0, 10.5),
    ):
        items += castles.tower(pen, x, width, top, 2.0)
        items += castles.window(pen, x, top + 8.0, 1.6, 3.2)
        items += castles.cone(pen, arms, x, width + 3.4, top + 0.3, height)
    items += castles.flag(pen, arms, 0.0, -28.0, 1, 0.8)
    return items


def _carrier(pen: Pen) -> Items:
    """Draw the cloud between the two castles, symmetrical under a half turn."""
    colours = pen.colours
    half = [
        Point(x, y)
        for x, y in ((-18, 1.0), (-15, -3.6), (-9.5, -4.4), (-3.5, -3.2), (2.0, -4.6), (8.0, -3.4), (14, -4.2))
    ]
    outline = clouds.scalloped([*half, *(_HALF_TURN(foot) for foot in half)])
    curls = pen.line(clouds.spiral(Point(-9.0, 0.0), 2.4, 1).outline(), colours.cloud_line, pen.lines.detail)
    return (
        *pen.shape(outline, colours.cloud_shade, colours.cloud_line if pen.style.ink_saving else None),
        *pen.tint(outline.moved(Transform.scaling(0.95, 0.84)), colours.cloud),
        *_twice(curls),
    )


def _shining(pen: Pen) -> Items:
    colours = pen.colours
    items: Items = ()
    for size, turn in ((8.0, 45.0), (13.0, 0.0)):
        shine = star(ORIGIN, size, size * 0.22, 4, turn)
        items += pen.shape(shine, colours.flame_light, colours.gold.mixed(colours.ink, 0.4), pen.lines.detail)
    return items


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
        items += _castle_on_cloud(pen, family, Point(x, y), size, random.part(family.id))
    items += (Use(pen.art("cover-vine")), Use(pen.art("cover-clouds")))
    return Page(WIDE, HIGH, tuple(items))


def _castle_on_cloud(pen: Pen, family: Family, at: Point, size: float, random: Random) -> Items:
    """Draw a castle on its cloud; `at` is the foot of its gate."""
    foot = at + Point(0.0, -(GROUND + 3.0) * size)
    items: list[Item] = [placed(standing(pen, arms_of(pen, family)), foot, size)]
    for hand, shift, scale in ((-1, 0.55, 1.7), (1, 0.6, 1.6), (0, 0.0, 2.3)):
        kind = int(random.number() * parts.KINDS)
        where = at + Point(hand * shift * 40 * size, (4.0 if hand else 8.5) * size)
        items.append(placed(parts.cloud(pen, kind), where, scale * size, mirrored=random.chance(0.5)))
    return tuple(items)
