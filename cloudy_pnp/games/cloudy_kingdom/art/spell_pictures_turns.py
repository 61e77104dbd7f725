"""Illustrations of what spells do to turns and to the draw pile: miss a turn, have another one, peek."""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import LinearGradient, fading
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.scene import Group
from cloudy_pnp.draw.shapes import arc, circle, ellipse, polygon, polyline, rounded
from cloudy_pnp.games.cloudy_kingdom.art import sky
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, placed
from cloudy_pnp.games.cloudy_kingdom.art.spell_motifs import breeze, glow, little_card, sparkles
from cloudy_pnp.games.cloudy_kingdom.model.steps import Peek, Step

Steps = Sequence[Step]


def moon(pen: Pen, _steps: Steps) -> Items:
    """MissTurn: the moon sleeps in the fog."""
    colours = pen.colours
    items = glow(pen, Point(-2.0, -1.0), 21.0)
    face = trace(
        "M 7.0 -14.5 C -5.0 -17.5 -14.5 -9.5 -14.5 0.0 C -14.5 9.5 -5.0 17.5 7.0 14.5 C 4.0 13.6 1.5 12.0 2.2 9.4 "
        "C 0.4 8.6 -0.6 7.6 0.0 6.6 C 1.2 6.2 1.4 5.2 0.2 4.6 C 1.4 4.2 1.2 3.0 -0.2 2.6 C 2.6 2.8 5.4 1.6 4.4 -0.4 "
        "C 3.4 -2.2 0.4 -3.6 -0.8 -6.0 C -1.0 -9.5 2.5 -13.0 7.0 -14.5 Z"
    )
    items += pen.shape(face, colours.flame_light, colours.wood_line)
    items += pen.tint(
        trace(
            "M 7.0 14.5 C -5.0 17.5 -14.5 9.5 -14.5 0.0 C -14.5 -2.0 -14.0 -4.0 -13.4 -5.6 "
            "C -14.0 5.0 -6.0 13.6 7.0 14.5 Z"
        ),
        colours.gold,
    )
    items += pen.tint(circle(Point(-4.0, 3.4), 2.3), colours.flame, 0.4)
    items += pen.line(arc(Point(-4.4, -2.4), 2.4, 20, 160), colours.wood_line, 0.8)
    for angle in (35, 75, 115):
        lash = Point.polar(1.0, angle)
        foot = Point(-4.4, -2.4) + lash * 2.4
        items += pen.line(polyline((foot, foot + lash * 1.3)), colours.wood_line, 0.55)
    items += pen.line(trace("M -3.0 3.8 C -2.4 4.9 -1.0 5.2 0.2 4.6"), colours.wood_line, pen.lines.outline)
    cap = trace(
        "M -14.2 -5.6 C -13.6 -17.0 -3.0 -22.0 6.0 -19.6 C 12.6 -17.8 16.4 -13.6 17.4 -9.0 "
        "C 13.6 -12.8 8.0 -13.8 3.8 -12.0 C 1.6 -10.8 0.6 -9.0 0.4 -6.4 C -4.0 -8.8 -9.6 -8.8 -14.2 -5.6 Z"
    )
    items += pen.shape(cap, colours.night_light, colours.ink)
    stripes: Items = ()
    for stripe in _STRIPES:
        stripes += pen.gleam(trace(stripe), colours.cloud, 1.9, 0.85)
    items += (Group(stripes, clip=cap), *pen.line(cap, colours.ink, pen.lines.outline))
    hem = Curve.through(Point(-14.0, -5.4), Point(-6.8, -8.0), Point(0.6, -6.0))
    items += pen.cord(hem.outline(), colours.cloud, colours.ink, 2.6)
    items += pen.shape(circle(Point(17.4, -8.4), 2.3), colours.cloud, colours.ink)
    for x, y, size in ((6.6, 4.8, 2.2), (11.0, 0.6, 2.9), (16.6, -1.4, 3.6)):
        letter = trace(f"M 0 0 L {size} 0 L 0 {size} L {size} {size}").moved(
            Transform.translation(x - size / 2, y - size / 2)
        )
        items += pen.cord(letter, colours.paper, colours.ink, 0.9)
    for x, y, size, mirrored in ((-10.6, 15.6, 1.05, False), (11.0, 15.4, 1.05, True), (0.4, 18.4, 1.15, False)):
        items += (placed(sky.cloud(pen, 2), Point(x, y), size, mirrored=mirrored),)
    for y, left, right in ((8.0, -20.0, -7.0), (9.2, 8.0, 20.0), (4.8, -21.0, -15.0)):
        wave = Curve.through(
            Point(left, y),
            Point(left + (right - left) * 0.3, y - 0.8),
            Point(left + (right - left) * 0.7, y + 0.8),
            Point(right, y),
        )
        items += breeze(pen, wave, 1.1)
    return items


_STRIPES = (
    "M -12.0 -14.6 C -8.0 -14.0 -4.0 -12.6 -1.0 -9.4",
    "M -6.0 -19.6 C -2.8 -18.0 0.6 -15.0 2.4 -11.4",
    "M 3.0 -21.0 C 5.0 -19.0 7.0 -16.0 7.4 -12.4",
    "M 11.0 -19.0 C 11.6 -17.0 11.8 -14.6 11.6 -11.6",
)

_BOOT = trace(
    "M -6.6 -14.0 L 4.4 -14.4 C 4.4 -8.0 4.0 -2.6 5.2 0.6 C 8.4 3.6 14.4 4.2 16.4 8.8 C 17.2 11.0 16.8 12.6 15.8 13.2 "
    "L -7.6 13.2 C -8.6 13.2 -8.6 11.6 -8.4 10.0 C -7.6 5.0 -6.2 -4.0 -6.6 -14.0 Z"
)
_SOLE = trace(
    "M -8.6 12.6 L 16.6 12.6 C 17.2 13.6 16.8 15.0 16.0 15.2 L 2.4 15.2 C 1.4 15.2 0.6 15.6 0.0 17.4 L -8.0 17.4 Z"
)
_CUFF = trace(
    "M -8.8 -17.2 C -4.0 -18.4 1.6 -18.6 6.4 -17.8 C 7.0 -15.0 6.6 -12.0 5.8 -10.2 C 1.2 -8.8 -3.6 -8.8 -7.8 -9.8 "
    "C -8.8 -12.0 -9.2 -15.0 -8.8 -17.2 Z"
)
_FEATHERS = (
    "M 0 0 C -4.0 -7.0 -10.0 -11.4 -16.6 -12.0 C -15.6 -7.4 -11.0 -1.6 -3.0 2.4 Z",
    "M 0 1.0 C -5.0 -4.0 -11.0 -6.4 -16.4 -5.4 C -14.4 -1.6 -9.0 2.6 -2.0 4.2 Z",
    "M 0 2.0 C -4.0 -0.6 -9.6 -1.4 -13.8 0.6 C -11.0 3.6 -6.0 5.6 -0.6 5.4 Z",
)


def boots(pen: Pen, _steps: Steps) -> Items:
    """ExtraTurn: boots with wings."""
    colours = pen.colours
    items = glow(pen, Point(1.0, -2.0), 21.0)
    leather = colours.flame.mixed(colours.wood_line, 0.3)
    for place, tone in (
        (
            Transform.translation(5.4, -3.4) @ Transform.rotation(-10) @ Transform.scaling(0.86),
            leather.mixed(colours.wood_line, 0.35),
        ),
        (Transform.translation(-1.0, 1.0) @ Transform.rotation(-6), leather),
    ):
        boot: Items = pen.shape(_BOOT, tone, colours.ink)
        boot += pen.tint(
            trace(
                "M -6.4 -9.0 C -6.0 -2.0 -7.4 5.0 -8.2 10.0 "
                "C -8.4 11.6 -8.4 12.6 -7.6 12.8 L -2.6 12.8 C -4.4 6.0 -3.4 -2.0 -3.2 -9.0 Z"
            ),
            colours.wood_line,
            0.3,
        )
        boot += pen.gleam(
            trace("M 2.2 -7.0 C 2.0 -3.0 2.0 0.0 3.4 2.2 C 5.6 4.6 9.4 5.2 12.0 7.0"), colours.flame_light, 0.9, 0.7
        )
        boot += pen.shape(_SOLE, colours.wood_line, colours.ink)
        boot += pen.shape(_CUFF, colours.gold, colours.ink)
        boot += pen.line(trace("M -7.6 -11.6 C -3.4 -10.4 1.4 -10.4 5.6 -11.8"), colours.wood_line, pen.lines.detail)
        items += (Group(boot, place),)
    wing: Items = ()
    for feather in _FEATHERS:
        wing += pen.shape(trace(feather), colours.cloud, colours.ink)
    wing += pen.shape(circle(Point(-0.6, 2.6), 2.0), colours.gold, colours.ink)
    items += (Group(wing, Transform.translation(-4.6, 2.6)),)
    for y, left, right in ((9.0, -20.0, -12.0), (12.6, -17.0, -11.6)):
        items += breeze(pen, Curve.straight(Point(left, y), Point(right, y)), 0.9)
    items += sparkles(pen, ((17.6, -13.0, 2.4), (19.0, -3.0, 1.5), (-13.0, -16.0, 1.8)))
    return items


def spyglass(pen: Pen, steps: Steps) -> Items:
    """Peek: a spyglass finds the next cards behind a cloud."""
    colours = pen.colours
    count = next(step.count for step in steps if isinstance(step, Peek))
    goal = Point(-8.0, -6.0)
    items = glow(pen, goal, 17.0)
    for index in range(count):
        turn = (index - (count - 1) / 2) * 60 / count
        at = goal + Point(0.0, 15.0) + Point.polar(17.0, turn - 90)
        items += little_card(pen, at, turn, 0.95, ends=("ns", "nesw", "ne", "nes")[index % 4])
    items += (placed(sky.cloud(pen, 0), goal + Point(0.0, 9.6), 1.2),)
    axis = Transform.translation(19.0, 16.4) @ Transform.rotation(-138)
    ray = polygon(Point(26.0, -4.0), Point(40.0, -9.0), Point(40.0, 9.0), Point(26.0, 4.0)).moved(axis)
    ends = (axis(Point(26.0, 0.0)), axis(Point(38.0, 0.0)))
    items += pen.tint(ray, LinearGradient(*ends, fading(colours.flame_light, 0.8, 0.0)))
    tube: Items = ()
    for left, right, thin, wide, tone in (
        (0.0, 8.4, 2.0, 2.3, colours.gold),
        (8.0, 16.4, 2.8, 3.1, colours.wood),
        (16.0, 25.0, 3.6, 4.2, colours.wood),
    ):
        body = polygon(Point(left, -thin), Point(right, -wide), Point(right, wide), Point(left, thin))
        tube += pen.shape(body, tone, colours.ink)
        tube += pen.gleam(polyline((Point(left + 1, thin * 0.5), Point(right - 1, wide * 0.5))), tone.lighter(0.5), 0.9)
        tube += pen.shape(rounded(Rect(right - 1.2, -wide - 0.5, 2.4, 2 * wide + 1.0), 0.8), colours.gold, colours.ink)
    tube += pen.shape(rounded(Rect(-1.6, -2.8, 2.4, 5.6), 0.8), colours.ink, colours.ink)
    tube += pen.shape(ellipse(Point(26.2, 0.0), 1.3, 4.0), colours.sky_light, colours.ink)
    items += (Group(tube, axis),)
    return items
