"""Illustrations of what spells do to cards on the board: swap, move, clear and protect."""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit import clouds
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.scene import Group
from cloudy_pnp.draw.shapes import arc, circle, ellipse, line, rounded, smooth
from cloudy_pnp.games.cloudy_kingdom.art import breaks, flora
from cloudy_pnp.games.cloudy_kingdom.art.branch import branch, tapering
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, placed
from cloudy_pnp.games.cloudy_kingdom.art.spell_motifs import arrow, breeze, glow, little_card, mound, sparkles
from cloudy_pnp.games.cloudy_kingdom.model.steps import Clear, Step

Steps = Sequence[Step]


def whirlwind(pen: Pen, _steps: Steps) -> Items:
    """Swap: a whirlwind between two stacks that change places."""
    colours = pen.colours
    items = glow(pen, Point(0.0, -2.0), 20.0)
    items += arrow(pen, Point(0.0, -1.0), 17.4, 28, 106)
    for hand in (-1, 1):
        items += little_card(pen, Point(hand * 14.9, 0.4), hand * -22, 0.9)
        items += little_card(pen, Point(hand * 14.3, -0.4), hand * 14, 0.9, ends="ne" if hand < 0 else "nesw")
    rim = [(x - across, y) for x, y, across in _FUNNEL] + [(x + across, y) for x, y, across in reversed(_FUNNEL)]
    body = smooth([Point(x, y) for x, y in rim], closed=True, tension=0.4)
    items += pen.shape(body, colours.cloud_shade, colours.night_light)
    light: Items = ()
    for x, y, across in _FUNNEL:
        light += pen.tint(ellipse(Point(x, y), across, across * 0.3), colours.cloud)
        front = arc(ORIGIN, across, 4, 176).moved(Transform.translation(x, y) @ Transform.scaling(1.0, 0.3))
        light += pen.line(front, colours.night_light, pen.lines.detail)
    items += (Group(light, clip=body),)
    x, y, across = _FUNNEL[-1]
    top = ellipse(Point(x, y), across, across * 0.3)
    items += pen.shape(top, colours.cloud, colours.night_light)
    eye = clouds.spiral(ORIGIN, across * 0.78, 1, 150, 700).outline()
    items += pen.line(
        eye.moved(Transform.translation(x, y) @ Transform.scaling(1.0, 0.28)), colours.night_light, pen.lines.detail
    )
    items += arrow(pen, Point(0.0, -1.0), 17.4, -152, 106)
    return items


# The rings of the whirlwind from the ground up: place and half width.
_FUNNEL = (
    (1.2, 15.6, 1.6),
    (0.2, 12.4, 2.4),
    (-0.8, 8.8, 3.5),
    (-0.4, 4.8, 4.8),
    (0.6, 0.4, 6.2),
    (0.2, -4.6, 7.8),
    (-0.4, -10.2, 9.4),
)


def gust(pen: Pen, _steps: Steps) -> Items:
    """MoveTop: a cloud puffs its cheeks and blows a card away."""
    colours = pen.colours
    items = glow(pen, Point(12.0, -9.0), 14.0)
    for end, bend, hand in ((Point(16.4, 5.2), 2.6, 1), (Point(10.4, 10.4), 8.6, -1)):  # they curl up or down
        curl = clouds.spiral(end + Point(0.0, -hand * 2.7), 2.7, 1, hand * 90.0, -hand * 340.0)
        items += breeze(pen, Curve.through(Point(0.0, 4.6), Point(6.0, bend), end) + curl, 1.2)
    items += breeze(pen, Curve.through(Point(0.0, 4.6), Point(6.0, 5.4), Point(11.6, 7.2)), 1.2)
    for x, y in ((0.6, -8.2), (2.2, -4.8), (4.6, -1.6)):
        items += pen.gleam(line(Point(x, y), Point(x + 4.0, y - 2.1)), colours.paper, 0.8)
    items += little_card(pen, Point(13.0, -10.6), 28, 1.07, ends="nes")
    items += (
        placed(flora.leaf(pen, 0), Point(-1.6, -13.4), 0.66, turn=-35),
        placed(flora.leaf(pen, 1), Point(14.6, 14.0), 0.66, turn=-15),
    )
    body = clouds.scalloped([Point(x, y) for x, y in _BLOWER], 0.3)
    items += pen.shape(body, colours.cloud_shade, colours.night_light)
    lit = body.moved(Transform.scaling(0.93, 0.88, about=Point(-11.0, -12.0)))
    items += pen.tint(lit, colours.cloud)
    lips = trace(
        "M -2.6 1.6 C -0.4 1.8 1.6 2.6 1.4 3.6 C 1.2 4.2 0.6 4.4 0.4 4.6 "
        "C 0.8 4.8 1.4 5.2 1.2 5.8 C 0.8 7.0 -1.2 7.4 -2.8 7.4"
    )
    items += pen.shape(lips, colours.cloud, colours.night_light)
    items += pen.tint(circle(Point(-6.2, 3.8), 3.4), colours.bloom.mixed(colours.berry, 0.32))
    items += pen.line(arc(Point(-6.2, 3.8), 4.3, 35, 160), colours.night_light, pen.lines.detail)
    items += pen.line(arc(Point(-5.0, -3.2), 2.3, 25, 155), colours.ink, 0.75)
    items += pen.line(arc(Point(-5.2, -3.0), 5.6, -122, -64), colours.ink, 0.75)
    items += pen.line(clouds.spiral(Point(-15.0, -1.6), 3.0, 1).outline(), colours.cloud_line, pen.lines.detail)
    return items


_BLOWER = (
    (-19.6, 5.0),
    (-20.4, -2.0),
    (-17.0, -8.0),
    (-10.4, -10.6),
    (-3.8, -8.4),
    (-0.6, -3.0),
    (-1.4, 3.4),
    (-2.4, 7.2),
    (-7.0, 11.0),
    (-14.0, 10.6),
)


def clearing(pen: Pen, steps: Steps) -> Items:
    """Clear: a goat eats what blocks the way; whatever is torn is mended."""
    kind = next(step.kind for step in steps if isinstance(step, Clear))
    return _goat(pen) if kind == "blocks" else _mending(pen, brambles=kind == "breaks")


def _goat(pen: Pen) -> Items:
    """It looks to the left, where brambles choke a beanstalk."""
    colours = pen.colours
    coat, edge = colours.stone, colours.stone_line
    stalk = Curve.through(Point(-14.0, 20.6), Point(-15.2, 10.0), Point(-13.4, -2.0), Point(-15.0, -16.0))
    items = glow(pen, Point(0.0, -3.0), 20.0)
    items += (placed(flora.leaf(pen, 0), Point(-15.6, -11.6), 0.72, turn=212),)
    items += (placed(flora.leaf(pen, 2), Point(-13.0, -13.0), 0.8, turn=-50),)
    items += branch(pen, stalk, 3.6, tapering(0.7))
    items += (placed(breaks.brambles(pen, 0), Point(-13.0, 0.0), 0.74, turn=80),)
    neck = trace(
        "M 5.0 -5.0 C 13.0 -7.0 16.0 0.0 17.0 7.0 C 17.8 13.0 18.8 19.0 20.0 24.0 L -0.4 24.0 "
        "C 2.6 16.0 3.0 10.0 1.4 3.0 Z"
    )
    items += pen.shape(neck, coat, edge)
    items += pen.tint(
        trace("M 1.8 5.0 C 5.6 8.0 7.6 13.0 7.0 24.0 L -0.2 24.0 C 2.6 16.0 3.0 10.0 1.8 5.0 Z"), colours.stone_shade
    )
    for shift, tone in ((Point(3.0, 0.6), colours.wood.darker(0.25)), (ORIGIN, colours.wood)):
        horn = Curve.through(Point(2.6, -8.0), Point(4.0, -14.6), Point(10.0, -18.6), Point(17.0, -15.6))
        horn = horn.moved(Transform.translation(shift.x, shift.y))
        items += pen.shape(horn.ribbon(lambda t: 4.2 - 3.6 * t, round_end=True), tone, colours.wood_line)
        for t in (0.2, 0.36, 0.52, 0.68):
            across = horn.normal(t) * (1.7 - 1.5 * t)
            items += pen.line(line(horn.at(t) - across, horn.at(t) + across), colours.wood_line, pen.lines.detail)
    beard = trace("M -4.4 6.0 C -5.0 10.0 -4.4 14.6 -1.4 17.6 C -1.4 14.6 0.6 11.0 2.4 6.4 Z")
    items += pen.shape(beard, colours.cloud, edge)
    items += pen.line(trace("M -1.8 8.6 C -2.2 11.0 -2.0 13.0 -1.6 14.8"), edge, pen.lines.detail)
    sprig = Curve.through(Point(-13.0, 1.6), Point(-10.6, 5.4), Point(-6.4, 5.0))
    items += pen.cord(sprig.outline(), colours.thorn, colours.thorn_line, 1.0)
    head = trace(
        "M 8.4 -6.0 C 6.4 -11.4 -0.8 -11.8 -2.6 -7.4 C -4.2 -3.6 -8.0 -1.6 -9.8 1.6 C -11.0 4.0 -9.8 6.6 -7.2 6.8 "
        "C -3.6 7.8 0.6 7.8 4.2 5.6 C 7.8 3.4 9.6 -1.6 8.4 -6.0 Z"
    )
    items += pen.shape(head, coat, edge)
    items += pen.tint(
        trace("M -9.4 1.6 C -10.4 4.0 -9.4 6.2 -7.2 6.5 C -5.2 7.0 -4.0 7.2 -3.0 7.2 C -5.4 5.0 -6.4 2.0 -6.2 -1.0 Z"),
        colours.dusk_light,
    )
    items += pen.line(
        trace("M -9.6 4.4 C -7.6 5.2 -5.4 4.8 -3.8 3.6 C -3.4 3.2 -3.2 2.8 -3.2 2.4"), edge, pen.lines.outline
    )
    items += pen.solid(ellipse(Point(-8.2, 1.8), 0.7, 0.45), edge)
    items += pen.shape(circle(Point(-0.2, -4.0), 2.0), colours.flame_light, edge)
    items += pen.solid(rounded(Rect(-1.7, -4.5, 3.0, 1.2), 0.5), colours.ink)
    items += pen.line(trace("M -2.8 -6.4 C -1.4 -7.4 0.8 -7.4 2.0 -6.4"), edge, 0.8)
    ear = trace("M 6.4 -5.4 C 9.4 -8.4 14.4 -8.0 17.6 -5.0 C 15.0 -1.6 10.2 -0.6 7.4 -2.4 Z")
    items += pen.shape(ear, coat, edge)
    items += pen.tint(
        trace("M 8.4 -4.8 C 10.8 -6.6 13.8 -6.4 16.0 -5.0 C 13.8 -3.0 11.0 -2.4 8.8 -3.4 Z"), colours.dusk_light
    )
    for x, y in ((-10.4, 10.0), (-8.0, 13.0), (-7.0, 9.6)):
        items += pen.shape(circle(Point(x, y), 0.9), colours.berry, colours.thorn_line, pen.lines.detail)
    return items


def _mending(pen: Pen, *, brambles: bool) -> Items:
    """A patch on a beanstalk, and perhaps brambles that were pulled off it."""
    colours = pen.colours
    items = glow(pen, ORIGIN, 20.0)
    stalk = Curve.through(Point(-11.0, 19.4), Point(-6.6, 9.0), Point(2.0, -2.0), Point(5.6, -13.6))
    items += (
        placed(flora.leaf(pen, 0), Point(-12.4, 11.0), 0.9, turn=215),
        placed(flora.leaf(pen, 2), Point(6.4, -9.0), 0.95, turn=10),
        placed(flora.leaf(pen, 1), Point(5.2, -13.8), 0.8, turn=-25),
        placed(flora.leaf(pen, 0), Point(4.4, -14.4), 0.76, turn=-120),
    )
    items += branch(pen, stalk, 5.6, tapering(0.55))
    if brambles:
        items += (placed(breaks.brambles(pen, 1), Point(12.0, 14.4), 0.6, turn=70),)
    patch = Transform.translation(-2.8, 3.4) @ Transform.rotation(-40)
    cloth = rounded(Rect(-6.6, -6.6, 13.2, 13.2), 1.6)
    items += pen.shape(cloth.moved(patch), colours.bloom.mixed(colours.berry, 0.55), colours.ink)
    dots: Items = ()
    for x in (-4.4, 0.0, 4.4):
        for y in (-4.4, 0.0, 4.4):
            dots += pen.shape(circle(Point(x, y), 0.95), colours.paper, colours.berry, pen.lines.fine)
    items += (Group(dots, patch),)
    for index in range(4):
        for along in (-4.2, 0.0, 4.2):
            turn = patch @ Transform.rotation(90 * index)
            stitch = line(Point(along - 0.7, -8.0), Point(along + 0.7, -5.4))
            items += pen.cord(stitch.moved(turn), colours.rope, colours.ink, 0.55)
    thread = Curve.through(
        Point(4.0, 0.6), Point(9.0, 1.4), Point(13.6, 6.0), Point(17.6, 3.6), Point(15.6, -1.0), Point(17.2, -4.6)
    )
    items += pen.cord(thread.outline(), colours.rope, colours.ink, 0.7)
    needle = trace("M -1.3 0.6 C -1.3 -1.2 1.3 -1.2 1.3 0.6 L 0.3 14.6 L -0.3 14.6 Z")
    place = Transform.translation(thread.end.x, thread.end.y) @ Transform.rotation(195)
    items += pen.shape(needle.moved(place), colours.metal.lighter(0.55), colours.ink)
    items += pen.line(line(Point(0.0, 0.5), Point(0.0, 2.0)).moved(place), colours.ink, 0.7)
    items += sparkles(pen, ((-13.0, -6.0, 2.4), (-8.0, -13.0, 1.7), (-17.0, 1.0, 1.4)))
    return items


def dome(pen: Pen, _steps: Steps) -> Items:
    """Protect: a field under a glass bell."""
    colours = pen.colours
    items = glow(pen, Point(0.0, -2.0), 21.0)
    items += mound(pen, 15.6, 20.0)
    base = trace("M -15.0 13.2 L 15.0 13.2 L 13.6 17.4 C 13.4 18.2 -13.4 18.2 -13.6 17.4 Z")
    items += pen.shape(base, colours.wood, colours.wood_line)
    items += pen.shape(ellipse(Point(0.0, 13.0), 15.0, 3.0), colours.wood.lighter(0.25), colours.wood_line)
    items += little_card(pen, Point(0.0, 2.4), 0, 1.1, ends="nesw")
    glass = trace(
        "M -12.4 12.6 L -12.4 -3.6 C -12.4 -19.4 12.4 -19.4 12.4 -3.6 L 12.4 12.6 C 9.0 15.2 -9.0 15.2 -12.4 12.6 Z"
    )
    items += pen.tint(glass, colours.sky_light, 0.34)
    items += pen.cord(glass, colours.cloud, colours.ink, 0.7)
    items += pen.gleam(trace("M -9.6 8.0 L -9.6 -3.6 C -9.6 -8.4 -7.8 -11.2 -5.0 -12.8"), colours.paper, 1.5)
    items += pen.gleam(trace("M -6.8 2.0 L -6.8 -3.0"), colours.paper, 0.9)
    items += pen.gleam(trace("M 9.8 9.0 L 9.8 2.0"), colours.paper, 0.9)
    items += pen.shape(circle(Point(0.0, -17.4), 2.2), colours.gold, colours.wood_line)
    items += sparkles(pen, ((-17.0, -9.0, 2.6), (17.0, -11.0, 2.0), (18.4, -1.0, 2.8), (-18.0, 3.0, 1.8)))
    return items
