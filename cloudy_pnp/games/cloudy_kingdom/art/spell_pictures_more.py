"""Second pictures for what many spells do, so that two of them on one table do not look alike."""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.core.geometry import Point, Transform
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.clouds import scalloped
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.scene import Group
from cloudy_pnp.draw.shapes import circle, ellipse, polygon, polyline
from cloudy_pnp.games.cloudy_kingdom.art import flora
from cloudy_pnp.games.cloudy_kingdom.art.branch import branch, tapering
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, placed
from cloudy_pnp.games.cloudy_kingdom.art.spell_motifs import arrow, glow, little_card, sparkles
from cloudy_pnp.games.cloudy_kingdom.model.steps import Draw, Step

Steps = Sequence[Step]

_STORM = (
    (-15.0, -8.6),
    (-15.8, -13.0),
    (-11.4, -16.6),
    (-5.6, -17.8),
    (0.4, -17.4),
    (6.4, -18.0),
    (11.6, -15.8),
    (15.6, -12.4),
    (14.8, -8.4),
    (8.0, -7.0),
    (0.4, -6.6),
    (-7.6, -7.0),
)
_BOLT = trace("M 2.0 -9.6 L 8.6 -9.6 L 4.8 -2.6 L 9.4 -2.6 L -2.4 10.8 L 0.6 1.2 L -3.4 1.2 Z")
_TEETH = ((1.0, 0.0), (0.8, 2.0), (0.5, 0.5), (0.2, 3.0), (-0.15, 0.4), (-0.5, 2.2), (-0.75, 0.3), (-1.0, 1.2))
_SACK = trace(
    "M -4.2 -3.4 C -10.6 1.0 -14.4 8.4 -13.2 14.4 C -12.4 18.4 -8.0 20.2 0.0 20.2 C 8.0 20.2 12.4 18.4 13.2 14.4 "
    "C 14.4 8.4 10.6 1.0 4.2 -3.4 Z"
)
_BEAN = trace(
    "M -1.6 2.4 C -3.4 1.4 -3.4 -1.6 -1.8 -2.8 C 0.0 -4.0 2.8 -3.2 2.9 -1.2 C 3.0 0.2 1.8 0.4 1.4 1.2 "
    "C 0.9 2.4 0.2 3.4 -1.6 2.4 Z"
)


def lightning(pen: Pen, _steps: Steps) -> Items:
    """Remove: lightning has split a vine."""
    colours = pen.colours
    items = glow(pen, Point(1.0, 6.0), 17.0)
    for hand, way, taper in (
        (1, Curve.through(Point(0.6, 24.0), Point(0.2, 18.0), Point(0.8, 12.4)), tapering(0.92)),
        (-1, Curve.through(Point(-5.6, 8.8), Point(-11.0, 5.2), Point(-14.2, -1.0), Point(-19.0, -3.4)), tapering(0.4)),
        (1, Curve.through(Point(7.2, 8.8), Point(12.6, 6.4), Point(15.8, 1.0), Point(19.6, -0.6)), tapering(0.4)),
    ):
        at = way.at(0.6)
        items += (placed(flora.leaf(pen, 0), at + Point(0.0, -2.4), 0.8, turn=-90 + 50 * hand),)
        items += (placed(flora.leaf(pen, 2), at + Point(0.0, 2.4), 0.7, turn=90 - 60 * hand),)
        items += branch(pen, way, 4.2, taper, rounded=False)
        t, sign = (1.0, 1) if abs(way.end.x) < 3 else (0.0, -1)
        out, side = way.direction(t) * sign, way.normal(t)
        end, wide = way.at(t), 4.2 * taper(t)
        dark = colours.vine_line.mixed(colours.ink, 0.6)
        teeth = [
            end + side * (wide * v) + out * u
            for v, u in (
                (1.0, 0.0),
                (0.8, 2.0),
                (0.5, 0.5),
                (0.2, 3.0),
                (-0.15, 0.4),
                (-0.5, 2.2),
                (-0.75, 0.3),
                (-1.0, 1.2),
            )
        ]
        items += pen.shape(polygon(*teeth, end - side * wide, end - out * 1.2), colours.torn, dark)
        items += pen.line(polyline((end + side * wide, end - out * 1.2, end - side * wide)), dark, pen.lines.outline)
    items += pen.shape(_BOLT, colours.flame_light, colours.flame_line, pen.lines.outline * 1.4)
    items += pen.gleam(trace("M 3.8 -8.2 L 0.2 -0.4"), colours.paper, 0.9)
    storm = scalloped([Point(x, y) for x, y in _STORM], 0.34)
    items += pen.shape(storm, colours.night_light.mixed(colours.ink, 0.25), colours.ink)
    lit = storm.moved(Transform.scaling(0.9, 0.8, about=Point(0.0, -19.0)))
    items += pen.tint(lit, colours.night_light.mixed(colours.cloud, 0.3))
    return items + sparkles(pen, ((-8.4, -1.0, 1.6), (12.0, -3.4, 1.8), (-6.0, 15.6, 1.4), (9.4, 15.0, 1.6)))


def sack(pen: Pen, steps: Steps) -> Items:
    """Draw and play: a sack of magic beans, and the cards that come out of it."""
    colours = pen.colours
    count = min(4, sum(step.count for step in steps if isinstance(step, Draw)) or 1)
    items = glow(pen, Point(0.0, -3.0), 18.5)
    for index in range(count):
        turn = (index - (count - 1) / 2) * (30 if count < 4 else 26)
        at = Point(0.0, 10.0) + Point.polar(19.0, turn - 90)
        items += little_card(pen, at, turn, 0.95, ends=("nes", "ns", "nesw", "ne")[index % 4])
    cloth, dark = colours.wood.mixed(colours.dusk_light, 0.35), colours.wood_line
    items += pen.shape(
        trace("M -5.6 -7.0 C -3.0 -5.6 3.0 -5.6 5.6 -7.0 L 4.2 -3.0 L -4.2 -3.0 Z"), cloth.darker(0.12), dark
    )
    items += pen.shape(_SACK, cloth, dark)
    items += pen.tint(
        trace("M 6.4 -1.2 C 10.4 3.4 12.6 9.0 12.4 14.0 C 12.0 18.0 7.0 19.4 1.0 19.6 C 8.0 16.0 9.0 6.0 6.4 -1.2 Z"),
        dark,
        0.22,
    )
    items += pen.line(
        trace("M -3.0 -1.4 C -4.6 2.4 -5.6 5.0 -5.8 8.0 M 0.4 -1.6 C 0.6 1.6 0.4 3.4 0.0 5.4"), dark, pen.lines.detail
    )
    items += pen.cord(
        Curve.through(Point(-4.8, -3.2), Point(0.0, -2.2), Point(4.8, -3.2)).outline(), colours.rope, dark, 1.4
    )
    items += (Group(pen.shape(_BEAN, colours.gold, dark), Transform.translation(-0.4, 11.6) @ Transform.scaling(1.7)),)
    for x, y, turn, size in (
        (-15.4, 17.8, 20, 0.9),
        (15.6, 18.2, 110, 0.9),
        (-17.0, -6.0, 200, 0.8),
        (17.2, -4.0, 300, 0.8),
    ):
        place = Transform.translation(x, y) @ Transform.rotation(turn) @ Transform.scaling(size)
        items += (
            Group(
                pen.shape(_BEAN, colours.gold, dark)
                + pen.tint(ellipse(Point(-1.2, -1.0), 0.5, 0.9), colours.flame_light),
                place,
            ),
        )
    return items + sparkles(pen, ((-11.4, -13.6, 2.0), (12.0, -13.0, 1.8), (-19.0, 5.0, 1.4), (19.0, 6.0, 1.5)))


def vane(pen: Pen, steps: Steps) -> Items:
    """Turn: a paper windmill on its stalk; the arrow is as long as the turn."""
    quarters = next((getattr(step, "quarters", 1) for step in steps if hasattr(step, "quarters")), 1)
    colours = pen.colours
    hub = Point(0.0, -1.6)
    items = glow(pen, hub, 19.0)
    stalk = Curve.through(Point(0.6, 23.4), Point(-1.2, 14.0), Point(0.4, 6.0), hub)
    items += (
        placed(flora.leaf(pen, 0), Point(1.0, 12.0), 0.8, turn=-25),
        placed(flora.leaf(pen, 1), Point(-1.6, 16.0), 0.8, turn=205),
    )
    items += branch(pen, stalk, 1.7, tapering(0.8), grooved=False)
    sail = trace("M 0 0 L 0 -11.4 C 4.6 -10.4 8.0 -7.4 8.6 -3.4 Z")
    fold = trace("M 0 0 L 8.6 -3.4 C 7.4 -0.8 4.0 0.8 0 0 Z")
    for number, tone in enumerate((colours.berry, colours.gold, colours.night_light, colours.leaf)):
        place = Transform.translation(hub.x, hub.y) @ Transform.rotation(90 * number + 20)
        items += pen.shape(sail.moved(place), tone.lighter(0.18), colours.ink)
        items += pen.shape(fold.moved(place), tone.darker(0.2), colours.ink, pen.lines.detail)
    items += pen.shape(circle(hub, 1.7), colours.gold, colours.ink)
    return items + arrow(pen, hub, 15.2, -150, 90.0 * quarters - 22)


def seeds_in_jar(pen: Pen, _steps: Steps) -> Items:
    """Take: a seedling that was kept under glass and is planted again."""
    colours = pen.colours
    items: Items = ()
    jar = trace(
        "M -13.0 -6.0 C -16.6 -3.4 -17.0 0.0 -17.0 4.0 L -17.0 16.6 C -17.0 20.4 3.0 20.4 3.0 16.6 "
        "L 3.0 4.0 C 3.0 0.0 2.6 -3.4 -1.0 -6.0 Z"
    )
    items += pen.tint(jar, colours.sky_light, 0.5)
    soil = trace("M -16.4 11.6 C -12.0 9.6 -2.0 9.6 2.4 11.6 L 2.4 16.4 C 2.4 19.6 -16.4 19.6 -16.4 16.4 Z")
    items += pen.shape(soil, colours.wood_line, None)
    stem = Curve.through(Point(-7.0, 11.4), Point(-8.2, 6.0), Point(-5.6, 1.0), Point(-7.0, -8.0), Point(-6.4, -12.4))
    items += branch(pen, stem, 1.6, tapering(0.55), grooved=False)
    for x, y, turn, size in (
        (-6.4, -12.4, -55, 0.9),
        (-6.6, -12.4, -130, 0.85),
        (-7.6, 5.6, 205, 0.7),
        (-6.0, 2.0, -20, 0.8),
    ):
        items += (placed(flora.leaf(pen, 0), Point(x, y), size, turn=turn),)
    items += pen.cord(jar, colours.cloud, colours.ink, 0.7)
    items += pen.gleam(trace("M -14.4 10.0 L -14.4 2.6 C -14.4 0.4 -13.6 -1.2 -12.4 -2.4"), colours.paper, 1.1)
    items += pen.shape(trace("M -13.6 -8.2 L -0.4 -8.2 L -0.4 -5.4 L -13.6 -5.4 Z"), colours.gold, colours.ink)
    items += branch(pen, stem.part(0.66, 1.0), 1.2, tapering(0.8), grooved=False)
    items += (placed(flora.leaf(pen, 1), Point(-6.4, -12.4), 0.9, turn=-55),)
    return (
        *glow(pen, Point(0.0, 0.0), 20.0),
        Group(items, Transform.scaling(-1.0, 1.0)),
        *little_card(pen, Point(-14.6, 9.0), -14, 0.95),
        *arrow(pen, Point(-4.0, 5.0), 14.6, -168, 62),
        *sparkles(pen, ((15.6, -13.0, 1.8), (-5.0, -15.6, 2.0), (-18.6, -9.0, 1.5))),
    )
