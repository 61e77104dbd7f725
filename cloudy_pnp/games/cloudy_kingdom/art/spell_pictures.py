"""Illustrations of spells, chosen by what a spell does: its steps, never its name.

Each picture is drawn around the origin, about 44 mm wide and 40 mm high.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.scene import Group, Symbol, Use
from cloudy_pnp.draw.shapes import arc, circle, ellipse, line, polygon, rounded
from cloudy_pnp.games.cloudy_kingdom.art import flora
from cloudy_pnp.games.cloudy_kingdom.art import spell_pictures_board as board
from cloudy_pnp.games.cloudy_kingdom.art import spell_pictures_turns as turns
from cloudy_pnp.games.cloudy_kingdom.art.branch import branch, tapering
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, around, placed
from cloudy_pnp.games.cloudy_kingdom.art.spell_motifs import arrow, glow, little_card, mound, sparkles
from cloudy_pnp.games.cloudy_kingdom.model.steps import (
    ChooseOne,
    Clear,
    Draw,
    ExtraTurn,
    MissTurn,
    MoveTop,
    OfferRedraw,
    OnlyIf,
    Peek,
    Play,
    Protect,
    Remove,
    Step,
    Swap,
    Take,
    Turn,
    written_out,
)

Steps = Sequence[Step]
Illustration = Callable[[Pen, Steps], Items]


def illustration(pen: Pen, steps: Steps) -> Symbol:
    """The picture of a spell, drawn once for all families and languages."""

    def draw() -> Symbol:
        shown = picture_of(steps)
        return Symbol(shown.__name__.strip("_"), shown(pen, unfolded(steps)), around(28))

    return pen.kept(f"picture of {steps}", draw)


def picture_of(steps: Steps) -> Illustration:
    """The illustration that fits best: by the most telling step of a spell."""
    kinds = [type(step) for step in unfolded(steps)]
    for kind, picture in _BY_STEP:
        if kind in kinds:
            return picture
    plays = kinds.count(Play)
    if plays > 1:
        return _sprouts
    if plays or Draw in kinds:
        return _idea
    return _magic


def unfolded(steps: Steps) -> tuple[Step, ...]:
    """What a spell does when all goes well: steps that are repeated stand as often as they are carried out, and those
    that wait for a condition stand for themselves. A choice stays one step.
    """
    return tuple(one for step in written_out(steps) for one in (step.steps if isinstance(step, OnlyIf) else (step,)))


# The pictures


def _axe(pen: Pen, _steps: Steps) -> Items:
    """Remove: an axe goes through a vine."""
    colours = pen.colours
    stump = Curve.through(Point(-5.0, 20), Point(-5.4, 14), Point(-5.0, 8.4))
    fallen = Curve.through(Point(-6.6, -2.6), Point(-8.6, -9), Point(-15.0, -15.5))
    items: Items = (placed(flora.leaf(pen, 0), Point(-8.6, 14.5), 0.9, turn=200),)
    items += (placed(flora.leaf(pen, 2), Point(-5.6, -9.0), 0.85, turn=-45),)
    for piece, taper, foot, lean in (
        (stump, tapering(1.0), stump.end, 14.0),
        (fallen, tapering(0.5), fallen.start, 26.0),
    ):
        items += branch(pen, piece, 4.4, taper)
        face = ellipse(ORIGIN, 4.4, 1.7).moved(Transform.translation(foot.x, foot.y) @ Transform.rotation(-lean))
        items += pen.shape(face, colours.torn, colours.vine_line)
        items += pen.line(face.moved(Transform.scaling(0.5, about=foot)), colours.wood_line, pen.lines.fine, 0.7)
    items += (
        placed(flora.leaf(pen, 1), Point(-14.0, -14.5), 0.9, turn=215),
        placed(flora.tendril(pen, 0), Point(-12.5, -9.0), 0.9, turn=140),
    )
    for x, y, turn in ((-12.6, 1.6, 20), (-15.0, 6.0, 65), (-11.6, 7.6, 110), (-13.0, -2.8, 40)):
        chip = polygon(Point(-1.2, -0.5), Point(1.4, -0.8), Point(1.0, 0.7), Point(-0.9, 0.6)).moved(
            Transform.translation(x, y) @ Transform.rotation(turn)
        )
        items += pen.shape(chip, colours.torn, colours.wood_line, pen.lines.detail)
    handle = trace("M 1.0 -2.0 L 17.6 -17.4 C 18.6 -18.2 20.0 -16.8 19.2 -15.8 L 3.2 0.4 Z")
    blade = trace(
        "M -5.2 1.4 C -2.2 2.4 0.6 1.6 2.0 0.2 L 5.4 3.6 C 3.8 5.2 3.6 8.0 4.8 10.8 C -0.6 10.6 -4.8 6.6 -5.2 1.4 Z"
    )
    move = Transform.translation(1.2, -3.2)
    items += pen.shape(handle.moved(move), colours.wood, colours.wood_line)
    items += pen.shape(blade.moved(move), colours.metal.lighter(0.35), colours.ink)
    items += pen.gleam(trace("M -3.6 3.0 C -2.4 6.4 0.4 8.8 3.4 9.4").moved(move), colours.paper, 0.8)
    items += pen.shape(
        polygon(Point(0.4, -2.0), Point(3.0, -4.6), Point(6.4, -1.2), Point(3.8, 1.4)).moved(move),
        colours.metal,
        colours.ink,
    )
    for radius, start in ((27.5, 88), (30.5, 92), (33.5, 97)):
        items += pen.gleam(arc(Point(17.0, -18.0), radius, start, start + 14), colours.paper, 0.8)
    return items


def _swirl(pen: Pen, steps: Steps) -> Items:
    """Turn: a stack that is turned, with an arrow as long as the turn."""
    quarters = next(step.quarters for step in steps if isinstance(step, Turn))
    items = glow(pen, ORIGIN, 19.0)
    items += little_card(pen, ORIGIN, 90, 1.35, ends="ns")
    items += little_card(pen, ORIGIN, 22, 1.35, ends="nesw")
    items += arrow(pen, ORIGIN, 17.2, -125, 90.0 * quarters - 22)
    if quarters == 1:
        items += arrow(pen, ORIGIN, 17.2, 55, 68)
    return items


def _pot(pen: Pen, _steps: Steps) -> Items:
    """Take: a seedling that is planted again."""
    colours = pen.colours
    stem = Curve.through(Point(0.0, 6.0), Point(-1.6, 0.0), Point(1.4, -6.0), Point(0.2, -11.0))
    items = glow(pen, Point(0.0, -6.0), 17.0)
    items += branch(pen, stem, 1.9, tapering(0.5), grooved=False)
    for x, y, turn, kind, size in (
        (0.4, -11.0, -60, 0, 0.95),
        (0.2, -11.0, -135, 1, 0.9),
        (-1.2, 0.4, 200, 2, 1.0),
        (1.4, -5.0, -10, 0, 1.0),
    ):
        items += (placed(flora.leaf(pen, kind), Point(x, y), size, turn=turn),)
    soil = trace("M -8.6 6.2 C -6.0 3.4 6.0 3.4 8.6 6.2 Z")
    items += pen.shape(soil, colours.wood_line, colours.ink, pen.lines.detail)
    body = trace("M -8.0 9.0 L -5.6 19.2 C -5.4 20.2 5.4 20.2 5.6 19.2 L 8.0 9.0 Z")
    clay = colours.flame.mixed(colours.wood_line, 0.35)
    items += pen.shape(body, clay, colours.ink)
    items += pen.tint(trace("M 3.6 9.2 L 2.6 19.8 C 4.0 19.8 5.4 19.8 5.6 19.2 L 7.8 9.2 Z"), colours.wood_line, 0.28)
    items += pen.shape(rounded(Rect(-9.6, 5.8, 19.2, 4.2), 1.0), clay.lighter(0.12), colours.ink)
    items += pen.gleam(trace("M -5.0 13.0 C -3.0 15.0 3.0 15.0 5.0 13.0"), clay.lighter(0.45), 0.7)
    items += little_card(pen, Point(-16.4, 8.4), -14, 0.82)
    items += arrow(pen, Point(-5.0, 4.0), 15.0, -172, 62)
    return items


def _hand(pen: Pen, _steps: Steps) -> Items:
    """OfferRedraw: a green thumb, generous to the others."""
    colours = pen.colours
    skin, shade = colours.vine, colours.vine_shade
    items = glow(pen, Point(0.0, -2.0), 20.0)
    for hand in (-1, 1):
        items += little_card(pen, Point(hand * 16.0, 3.0), hand * 18, 0.8)
    sleeve = trace("M -9.2 12.6 L 7.8 12.6 L 9.6 20.6 L -11.0 20.6 Z")
    palm = trace(
        "M -7.6 13.0 C -9.4 8.4 -9.2 1.6 -7.0 -1.4 C -5.0 -4.0 -3.6 -6.4 -3.4 -10.2 C -3.4 -14.8 2.4 -15.4 3.0 -10.4 "
        "C 3.2 -7.6 2.6 -5.2 2.0 -3.2 L 6.6 -3.2 C 8.6 -3.2 9.4 -1.4 8.6 0.2 C 9.8 1.2 9.8 3.2 8.6 4.2 "
        "C 9.4 5.4 9.2 7.2 7.8 8.0 C 8.4 9.4 7.8 11.0 6.8 11.8 L 6.4 13.0 Z"
    )
    items += pen.shape(sleeve, colours.dusk.lighter(0.25), colours.ink)
    items += pen.shape(palm, skin, colours.vine_line)
    items += pen.tint(
        trace(
            "M -7.4 12.8 C -9.2 8.4 -8.9 1.8 -6.8 -1.2 C -6.4 -1.8 -5.9 -2.4 -5.5 -3.1 C -6.6 1.2 -6.2 8.6 -4.2 12.8 Z"
        ),
        shade,
        0.6,
    )
    for y, right in ((0.4, 8.4), (4.4, 8.4), (8.2, 7.6)):
        items += pen.line(line(Point(1.6, y), Point(right, y)), colours.vine_line, pen.lines.detail)
    items += pen.line(
        trace("M 2.0 -3.2 C 0.8 -2.4 0.8 -0.6 1.6 0.4 C 0.6 1.6 0.6 3.2 1.6 4.4 C 0.6 5.6 0.8 7.2 1.6 8.2"),
        colours.vine_line,
        pen.lines.detail,
    )
    items += pen.gleam(trace("M -1.6 -12.0 C -0.8 -13.0 0.6 -13.0 1.2 -11.8"), colours.vine_light, 0.8)
    stem = Curve.through(Point(-0.2, -13.6), Point(-0.8, -16.0), Point(0.2, -18.0))
    items += pen.cord(stem.outline(), colours.vine, colours.vine_line, 0.7)
    items += (
        placed(flora.leaf(pen, 0), Point(0.2, -18.0), 0.75, turn=-30),
        placed(flora.leaf(pen, 1), Point(0.2, -18.0), 0.75, turn=-155),
    )
    items += sparkles(pen, ((-11.5, -10.0, 2.0), (11.5, -11.0, 2.4), (13.5, -5.0, 1.3)))
    return items


def _sprouts(pen: Pen, steps: Steps) -> Items:
    """Several plays: as many sprouts shoot up."""
    count = min(4, sum(isinstance(step, Play) for step in steps))
    items = glow(pen, Point(0.0, -4.0), 20.0)
    for index in range(count):
        x = (index - (count - 1) / 2) * (26.0 / count)
        height = 25.0 + 7.0 * (index % 2)
        lean = (-1) ** index * 2.6
        stem = Curve.through(
            Point(x, 15.0),
            Point(x + lean, 8.0),
            Point(x - lean, 15.0 - height * 0.6),
            Point(x + lean * 0.4, 15.0 - height),
        )
        for share, hand in ((0.3, 1), (0.52, -1), (0.72, 1)):
            at = stem.at(share)
            turn = -90 + hand * 58
            items += (placed(flora.leaf(pen, index % 3), at + Point(hand * 1.6, 0.0), 0.92 - share * 0.3, turn=turn),)
        items += branch(pen, stem, 2.9, tapering(0.45))
        tip = stem.end
        items += (placed(flora.leaf(pen, 1), tip, 0.8, turn=-62), placed(flora.leaf(pen, 0), tip, 0.8, turn=-122))
        for hand in (-1, 1):
            streak = line(Point(x + hand * 6.4, 12.5 - height * 0.45), Point(x + hand * 6.4, 17.0 - height * 0.85))
            items += pen.gleam(streak, pen.colours.paper, 0.7)
    items += mound(pen, 16.0, 17.0)
    return items


def _idea(pen: Pen, steps: Steps) -> Items:
    """Draw and play: a shining bean over the cards that are drawn."""
    colours = pen.colours
    count = min(4, sum(step.count for step in steps if isinstance(step, Draw)) or 1)
    light = Point(0.0, -7.5)
    items = glow(pen, light, 19.0)
    for index in range(count):
        turn = (index - (count - 1) / 2) * 26
        at = Point(0.0, 25.0) + Point.polar(15.0, turn - 90)
        items += little_card(pen, at, turn, 1.05, ends=("ns", "nesw", "ne", "nes")[index % 4])
    for index in range(-4, 5):
        way = Point.polar(1.0, index * 28 - 90)
        reach = 16.0 if index % 2 == 0 else 14.0
        items += pen.line(
            line(light + way * 11.4, light + way * reach),
            colours.gold if pen.style.ink_saving else colours.flame_light,
            1.0,
        )
    bean = trace(
        "M -4.0 7.4 C -8.6 5.0 -8.8 -2.6 -4.8 -6.6 C -1.0 -10.2 5.6 -9.0 6.8 -4.4 C 7.8 -0.8 5.0 0.6 4.0 2.4 "
        "C 2.8 4.6 1.4 9.8 -4.0 7.4 Z"
    )
    place = Transform.translation(light.x, light.y)
    items += pen.shape(bean.moved(place), colours.gold, colours.wood_line)
    items += pen.tint(
        trace(
            "M -3.6 6.4 C -7.2 4.2 -7.4 -2.0 -4.0 -5.6 C -0.8 -8.6 4.6 -7.8 5.8 -4.2 C 2.0 -6.4 -2.4 -4.4 -3.8 -0.6 "
            "C -4.8 2.2 -4.4 4.6 -3.6 6.4 Z"
        ).moved(place),
        colours.flame_light,
    )
    sprout = trace("M 4.6 -1.2 C 3.4 0.2 3.0 1.6 3.0 3.0").moved(place)
    items += pen.line(sprout, colours.wood_line, 0.6)
    stem = Curve.through(Point(2.0, -8.0), Point(3.0, -11.0), Point(2.0, -13.0)).moved(place)
    items += pen.cord(stem.outline(), colours.vine, colours.vine_line, 0.6)
    items += (placed(flora.leaf(pen, 0), stem.end, 0.5, turn=-25), placed(flora.leaf(pen, 1), stem.end, 0.5, turn=-150))
    return items


def _magic(pen: Pen, _steps: Steps) -> Items:
    """Anything else: a wand of beanstalk, and stars."""
    wand = Curve.through(Point(-13.0, 16.0), Point(-5.0, 7.0), Point(1.0, 2.0), Point(6.0, -5.0))
    items = glow(pen, Point(7.5, -7.5), 18.0)
    items += branch(pen, wand, 2.2, tapering(0.55))
    items += (
        placed(flora.leaf(pen, 0), Point(-5.0, 5.6), 0.8, turn=-110),
        placed(flora.leaf(pen, 1), Point(0.4, 3.8), 0.7, turn=60),
    )
    items += sparkles(
        pen,
        (
            (7.5, -8.0, 7.0),
            (-6.0, -9.0, 2.4),
            (16.5, 1.5, 2.2),
            (1.0, -17.0, 2.0),
            (17.0, -15.0, 1.8),
            (-13.0, -2.0, 1.5),
        ),
    )
    return items


def _fork(pen: Pen, steps: Steps) -> Items:
    """ChooseOne: a beanstalk forks, and each branch bears one of the choices."""
    options = next(step.options for step in steps if isinstance(step, ChooseOne))
    colours = pen.colours
    places, radius = _FORKS[len(options)]
    items = glow(pen, Point(0.0, -4.0), 20.0)
    for at in places:
        way = Curve.bezier(Point(0.0, 21.0), Point(0.0, 8.0), Point(at.x * 0.6, 12.0), at)
        items += branch(pen, way, 2.8, tapering(0.6))
    items += (
        placed(flora.leaf(pen, 0), Point(2.4, 16.0), 0.8, turn=-20),
        placed(flora.leaf(pen, 1), Point(-2.4, 14.5), 0.75, turn=200),
    )
    for at, option in zip(places, options, strict=True):
        rim = circle(at, radius)
        inside = Use(illustration(pen, option), Transform.translation(at.x, at.y) @ Transform.scaling(radius / 25))
        items += pen.shape(rim, colours.dusk.lighter(0.35), colours.ink, 2.6)
        items += (Group((inside,), clip=circle(at, radius - 0.4)),)
        items += pen.line(rim, colours.paper if pen.style.ink_saving else colours.gold, 1.6)
    return items


# Where the choices hang, and how large they are.
_FORKS = {
    2: ((Point(-11.1, -5.0), Point(11.1, -5.0)), 9.8),
    3: ((Point(-13.2, 0.6), Point(0.0, -12.0), Point(13.2, 0.6)), 7.8),
}

# From the most telling step to the least.
_BY_STEP: tuple[tuple[type[Step], Illustration], ...] = (
    (ChooseOne, _fork),
    (Swap, board.whirlwind),
    (MoveTop, board.gust),
    (Clear, board.clearing),
    (Protect, board.dome),
    (ExtraTurn, turns.boots),
    (MissTurn, turns.moon),
    (Remove, _axe),
    (Turn, _swirl),
    (Take, _pot),
    (OfferRedraw, _hand),
    (Peek, turns.spyglass),
)
