"""Illustrations of spells, chosen by what a spell does: its steps, never its name.

Each picture is drawn around the origin, about 44 mm wide and 40 mm high.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.scene import Group, Symbol, Use
from cloudy_pnp.draw.shapes import arc, circle, ellipse, line, polygon, rounded
from cloudy_pnp.games.cloudy_kingdom.art import flora, sky
from cloudy_pnp.games.cloudy_kingdom.art import spell_pictures_board as board
from cloudy_pnp.games.cloudy_kingdom.art import spell_pictures_castles as castles
from cloudy_pnp.games.cloudy_kingdom.art import spell_pictures_more as more
from cloudy_pnp.games.cloudy_kingdom.art import spell_pictures_turns as turns
from cloudy_pnp.games.cloudy_kingdom.art.branch import branch, tapering
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, around, placed
from cloudy_pnp.games.cloudy_kingdom.art.spell_motifs import arrow, glow, little_card, sparkles
from cloudy_pnp.games.cloudy_kingdom.model.steps import (
    ChooseOne,
    Clear,
    Draw,
    ExtraTurn,
    ForceRedraw,
    Give,
    MissTurn,
    MoveTop,
    OfferRedraw,
    OnlyIf,
    Peek,
    Play,
    Protect,
    Remove,
    Steal,
    Step,
    Swap,
    SwapCastles,
    Take,
    TakeBack,
    Turn,
    written_out,
)

Steps = Sequence[Step]
Illustration = Callable[[Pen, Steps], Items]


def illustration(pen: Pen, steps: Steps, key: str = "") -> Symbol:
    """The picture of a spell, drawn once for all families and languages. `key`, its id, chooses among the pictures of
    what it does: without one it is the first."""
    shown = chosen_picture(steps, key)

    def draw() -> Symbol:
        return Symbol(shown.__name__.strip("_"), shown(pen, unfolded(steps)), around(28))

    return pen.kept(f"picture {shown.__name__} of {steps}", draw)


def chosen_picture(steps: Steps, key: str) -> Illustration:
    """The picture of a spell by its steps, and by its id where there are several of what it does."""
    first = picture_of(steps)
    others = _OTHERS.get(first.__name__, ())
    return Random("picture", _SALT, key).pick((first, *others)) if key else first


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


def may_be_mirrored(steps: Steps) -> bool:
    """Whether the picture says the same the other way round: an arrow that turns clockwise does not, nor do letters."""
    return picture_of(steps) not in (_swirl, _fork, turns.moon)


def quiet_side(steps: Steps, key: str = "") -> int:
    """On which side of the picture there is most sky: -1 left, 1 right, 0 both."""
    shown = chosen_picture(steps, key)
    if shown in (_axe, board.gust, turns.moon):
        return -1
    return 1 if shown in (_pot, board.clearing, turns.spyglass, more.seeds_in_jar) else 0


def unfolded(steps: Steps) -> tuple[Step, ...]:
    """What a spell does when all goes well: steps that are repeated stand as often as they are carried out, and those
    that wait for a condition stand for themselves. A choice stays one step.
    """
    return tuple(one for step in written_out(steps) for one in (step.steps if isinstance(step, OnlyIf) else (step,)))


# The pictures


def _axe(pen: Pen, _steps: Steps) -> Items:
    """Remove: an axe has gone through a vine, and the upper part falls."""
    colours = pen.colours
    stump = Curve.through(Point(-6.2, 25.0), Point(-6.8, 16.0), Point(-6.0, 8.6))
    fallen = Curve.through(Point(-8.6, -2.2), Point(-11.4, -8.0), Point(-12.4, -12.4), Point(-16.6, -15.4))
    items: Items = (placed(flora.leaf(pen, 0), Point(-10.4, 16.0), 0.9, turn=200),)
    items += (placed(flora.leaf(pen, 2), Point(-8.6, -9.4), 0.85, turn=-50),)
    items += (placed(flora.leaf(pen, 1), Point(-14.2, -9.0), 0.8, turn=165),)
    items += branch(pen, fallen, 4.6, tapering(0.42), rounded=False)
    items += branch(pen, stump, 4.6, tapering(1.0), rounded=False)
    for piece, t in ((stump, 1.0), (fallen, 0.0)):
        items += _cut_face(pen, piece.at(t), piece.direction(t), 4.6)
    items += (
        placed(flora.leaf(pen, 1), fallen.end, 0.62, turn=-165),
        placed(flora.leaf(pen, 0), fallen.end, 0.62, turn=-100),
        placed(flora.tendril(pen, 0), Point(-13.8, -5.0), 0.7, turn=160),
    )
    for x, y, turn, size in (
        (-14.6, 4.4, 20, 1.0),
        (-17.4, 1.0, 65, 0.8),
        (-14.4, 9.2, 110, 0.9),
        (-18.6, 7.0, 40, 0.7),
    ):
        chip = polygon(Point(-1.4, -0.5), Point(1.6, -0.9), Point(1.1, 0.8), Point(-1.0, 0.7)).moved(
            Transform.translation(x, y) @ Transform.rotation(turn) @ Transform.scaling(size)
        )
        items += pen.shape(chip, colours.torn, colours.wood_line, pen.lines.detail)
    grip = _SWING(Point(27.0, 0.0))  # the swing turns about the hands that hold the axe there
    for radius, start, sweep in ((19.0, 247, 26), (22.4, 243, 34), (25.8, 246, 24)):
        items += pen.gleam(arc(grip, radius, start, start + sweep), colours.paper, 0.9)
    return (*items, Group(_axe_itself(pen), _SWING))


_SWING = Transform.translation(-1.6, -6.6) @ Transform.rotation(45)


def _cut_face(pen: Pen, at: Point, way: Point, half: float) -> Items:
    """The end of a piece that was cut through, with its rings; the piece ends in the middle of it."""
    colours = pen.colours
    place = Transform.translation(at.x, at.y) @ Transform.rotation(way.degrees + 90)
    items = pen.shape(ellipse(ORIGIN, half - 0.2, half * 0.42).moved(place), colours.torn, colours.vine_line)
    for size in (0.62, 0.28):
        ring = ellipse(ORIGIN, half * size, half * size * 0.42).moved(place)
        items += pen.line(ring, colours.wood_line, pen.lines.fine, 0.8)
    return items


def _axe_itself(pen: Pen) -> Items:
    """The handle along x from its head, the edge of the blade parallel to it."""
    colours = pen.colours
    handle = trace(
        "M -2.6 -1.1 C 6.0 -1.5 14.0 -0.6 22.0 -1.2 C 24.2 -1.4 25.6 -2.2 27.2 -2.0 C 28.6 -1.8 28.8 1.4 27.6 2.0 "
        "C 26.0 2.6 24.2 1.6 22.0 1.3 C 14.0 0.6 6.0 1.6 -2.6 1.2 Z"
    )
    blade = trace(
        "M 0.6 -3.0 L 6.4 -3.0 C 6.6 -0.6 7.0 2.4 8.6 4.8 C 9.6 6.2 10.6 7.2 11.8 7.8 C 7.6 10.8 0.4 10.8 -4.4 7.8 "
        "C -3.0 7.0 -1.8 6.0 -0.9 4.6 C 0.4 2.4 0.6 -0.6 0.6 -3.0 Z"
    )
    ground = trace("M 11.8 7.8 C 7.6 10.8 0.4 10.8 -4.4 7.8 C -3.4 7.2 -2.5 6.5 -1.8 5.8 C 2.0 8.0 6.4 8.0 9.6 6.0 Z")
    return (
        *pen.shape(handle, colours.wood, colours.wood_line),
        *pen.gleam(trace("M 8.0 -0.4 C 13.0 0.0 18.0 -0.1 22.0 -0.2"), colours.rope, 0.5, 0.8),
        *pen.shape(blade, colours.metal, colours.ink),
        *pen.tint(ground, colours.metal.lighter(0.62)),
        *pen.line(blade, colours.ink, pen.lines.outline),
        *pen.gleam(trace("M 1.8 -1.8 C 1.8 1.2 1.2 3.6 -0.2 5.4"), colours.metal.lighter(0.5), 0.7),
        *pen.line(trace("M 6.4 -1.4 L 0.7 -1.4 M 0.7 1.6 L 6.7 1.6"), colours.ink, pen.lines.detail),
    )


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
        x = (index - (count - 1) / 2) * (27.0 / count)
        height = 29.0 + 6.5 * (index % 2)
        lean = (-1) ** index * 2.6
        stem = Curve.through(
            Point(x, 20.0),
            Point(x + lean, 12.0),
            Point(x - lean, 20.0 - height * 0.62),
            Point(x + lean * 0.4, 20.0 - height),
        )
        for share, hand in ((0.34, 1), (0.54, -1), (0.74, 1)):
            at = stem.at(share)
            turn = -90 + hand * 58
            items += (placed(flora.leaf(pen, index % 3), at + Point(hand * 1.6, 0.0), 0.92 - share * 0.3, turn=turn),)
        items += branch(pen, stem, 2.9, tapering(0.45))
        tip = stem.end
        items += (placed(flora.leaf(pen, 1), tip, 0.8, turn=-62), placed(flora.leaf(pen, 0), tip, 0.8, turn=-122))
    for hand in (-1, 1):  # streaks of speed on the outer sides, where nothing crosses them
        x = hand * (27.0 / count * (count - 1) / 2 + 10.4)
        for off, top, bottom in ((0.0, -9.0, 4.0), (2.6, -3.0, 7.5)):
            items += pen.gleam(line(Point(x + hand * off, bottom), Point(x + hand * off, top)), pen.colours.paper, 0.8)
    for x, y, size, mirrored in ((-10.5, 20.4, 1.05, False), (10.5, 20.8, 1.05, True), (0.0, 21.6, 1.3, False)):
        items += (placed(sky.cloud(pen, 2), Point(x, y), size, mirrored=mirrored),)
    return items


def _idea(pen: Pen, steps: Steps) -> Items:
    """Draw and play: a shining bean over the cards that are drawn."""
    colours = pen.colours
    count = min(4, sum(step.count for step in steps if isinstance(step, Draw)) or 1)
    light = Point(0.0, -4.4)
    items = glow(pen, light, 19.0)
    for index in range(count):
        turn = (index - (count - 1) / 2) * 26
        at = Point(0.0, 27.5) + Point.polar(15.0, turn - 90)
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

# Second pictures, by the name of the first. The salt is such that each spell of the box keeps its own first picture.
_OTHERS: Mapping[str, tuple[Illustration, ...]] = {
    "_axe": (more.lightning,),
    "_idea": (more.sack,),
    "_swirl": (more.vane,),
    "_pot": (more.seeds_in_jar,),
}
_SALT = 14

# From the most telling step to the least.
_BY_STEP: tuple[tuple[type[Step], Illustration], ...] = (
    (ChooseOne, _fork),
    (SwapCastles, castles.changing),
    (Swap, board.whirlwind),
    (MoveTop, board.gust),
    (Clear, board.clearing),
    (Protect, board.dome),
    (ExtraTurn, turns.boots),
    (MissTurn, turns.moon),
    (Remove, _axe),
    (Turn, _swirl),
    (Steal, castles.dragon_with_card),
    (TakeBack, _pot),
    (Take, _pot),
    (Give, _hand),
    (ForceRedraw, _hand),
    (OfferRedraw, _hand),
    (Peek, turns.spyglass),
)
