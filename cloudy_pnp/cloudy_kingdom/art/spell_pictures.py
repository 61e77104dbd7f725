"""Illustrations of spells, chosen by the steps of a spell, never by its name.

Each picture is drawn around the origin, about 44 mm wide and 40 mm high. It is a file `art/spell-<name>.svg`; functions
here draw the parts that depend on the steps. A picture with the id of a spell replaces all this, and so do
the motifs that its author names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cloudy_pnp.cloudy_kingdom.art import parts
from cloudy_pnp.cloudy_kingdom.art.parts import arrow, branch, glow, little_card, tapering
from cloudy_pnp.cloudy_kingdom.art.style import Items, Pen, around, placed
from cloudy_pnp.cloudy_kingdom.model.cards import motif_files
from cloudy_pnp.cloudy_kingdom.model.steps import (
    ChooseOne,
    Clear,
    Draw,
    ExtraTurn,
    Forbid,
    ForceRedraw,
    Give,
    Keep,
    MissTurn,
    MoveTop,
    OfferRedraw,
    OnlyIf,
    PassHands,
    Peek,
    Play,
    Protect,
    Remove,
    Say,
    Steal,
    Step,
    Swap,
    SwapCastles,
    Take,
    TakeBack,
    Turn,
    expand_repeats,
)
from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Group, Symbol, Use
from cloudy_pnp.draw.shapes import circle, line

Steps = Sequence[Step]
BOX = Rect(-22.0, -21.0, 44.0, 42.0)  # the arguments of an illustration
WHOLE = around(28)  # the view box of its file


def illustration(pen: Pen, steps: Steps, key: str = "", motifs: Sequence[str] = ()) -> Symbol:
    """Return the picture of a spell, drawn once for all families and languages.

    `key`, its id, selects the spell's own picture; without one it is composed from its motifs. Without motifs
    it is one of those for its steps: the first without a key.
    """
    portrait = pen.portrait(key, BOX, WHOLE)
    if portrait is not None:
        return portrait
    if motifs:
        return pen.kept(f"picture of {motifs}", lambda: Symbol("-".join(motifs), compose_motifs(pen, motifs), WHOLE))
    name = chosen_picture(steps, key)
    if name == "wand":
        generic = (_BY_MOTIFS.get(type(step)) for step in unfold(steps))
        if shown := next(filter(None, generic), None):
            return illustration(pen, (), key, shown)
    if name not in _COMPUTED:
        return pen.art(f"spell-{name}", BOX)

    def draw() -> Symbol:
        return Symbol(name, _COMPUTED[name](pen, unfold(steps)), WHOLE)

    return pen.kept(f"picture {name} of {steps}", draw)


def chosen_picture(steps: Steps, key: str) -> str:
    """Name the picture of a spell by its steps, and by its id if several fit."""
    first = picture_of(steps)
    return Random("picture", _SALT, key).pick((first, *_OTHERS.get(first, ()))) if key else first


def picture_of(steps: Steps) -> str:
    """Name the picture that fits best: by the most telling step of a spell."""
    whole = unfold(steps)
    for kind, picture in _BY_STEP:
        for step in whole:
            if isinstance(step, kind):
                return _CLEARING[step.kind] if isinstance(step, Clear) else picture
    kinds = [type(step) for step in whole]
    plays = kinds.count(Play)
    if plays > 1:
        return "sprouts"
    return "bean" if plays or Draw in kinds else "wand"


def compose_motifs(pen: Pen, motifs: Sequence[str]) -> Items:
    """Draw motifs from back to front: those as large as a whole picture where they are, the others in places."""
    files = motif_files(file.name for file in pen.style.art.own)
    symbols = [pen.art(files[name]) for name in motifs]
    places = iter(_places(sum(symbol.bounds != WHOLE for symbol in symbols)))
    return tuple(
        Use(symbol) if symbol.bounds == WHOLE else Use(symbol, _standing(symbol.bounds, next(places)))
        for symbol in symbols
    )


def _places(count: int) -> tuple[Rect, ...]:
    """Return where things stand: one large, two side by side, three with the middle one higher, more in two rows."""
    if count <= 3:
        return _FEW[count]
    columns = -(-count // 2)
    width = BOX.width / columns
    return tuple(
        Rect(BOX.left + width * column + 0.5, BOX.top + 20.0 * row + 1.0, width - 1.0, 18.5)
        for row in range(2)
        for column in range(columns)
    )


# The places of up to three things.
_FEW = (
    (),
    (Rect(-20.0, -16.0, 40.0, 35.0),),
    (Rect(-22.0, -12.0, 21.5, 31.0), Rect(0.5, -12.0, 21.5, 31.0)),
    (Rect(-21.5, -9.0, 14.2, 25.0), Rect(-7.1, -17.0, 14.2, 25.0), Rect(7.3, -9.0, 14.2, 25.0)),
)


def _standing(thing: Rect, place: Rect) -> Transform:
    """Fit a thing into a place; it stands on the ground of it."""
    scale = min(place.width / thing.width, place.height / thing.height)
    return Transform(
        scale, 0.0, 0.0, scale, place.centre.x - scale * thing.centre.x, place.bottom - scale * thing.bottom
    )


def may_be_mirrored(pen: Pen, steps: Steps, key: str = "", motifs: Sequence[str] = ()) -> bool:
    """Return whether the picture may be mirrored: not a clockwise arrow, text or a custom picture."""
    custom = motifs or pen.style.art.has_portrait(key)
    return not custom and picture_of(steps) not in ("swirl", "fork", "moon")


def quiet_side(pen: Pen, steps: Steps, key: str = "", motifs: Sequence[str] = ()) -> int:
    """Return the side of the picture with most sky: -1 left, 1 right, 0 both."""
    shown = chosen_picture(steps, key)
    if motifs or pen.style.art.has_portrait(key):
        return 0
    if shown in ("axe", "gust", "moon"):
        return -1
    return 1 if shown in ("pot", "goat", "mending", "mending-all", "spyglass", "jar") else 0


def unfold(steps: Steps) -> tuple[Step, ...]:
    """Return the steps with every `repeat` expanded and every condition taken as met. A choice stays one step."""
    return tuple(
        inner for step in expand_repeats(steps) for inner in (step.steps if isinstance(step, OnlyIf) else (step,))
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


def _sprouts(pen: Pen, steps: Steps) -> Items:
    """Draw one sprout for each of several plays."""
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
            items += (placed(pen.art(f"leaf-{index % 3}"), at + Point(hand * 1.6, 0.0), 0.92 - share * 0.3, turn=turn),)
        items += branch(pen, stem, 2.9, tapering(0.45))
        tip = stem.end
        items += (placed(pen.art("leaf-1"), tip, 0.8, turn=-62), placed(pen.art("leaf-0"), tip, 0.8, turn=-122))
    for hand in (-1, 1):  # streaks of speed on the outer sides, where nothing crosses them
        x = hand * (27.0 / count * (count - 1) / 2 + 10.4)
        for off, top, bottom in ((0.0, -9.0, 4.0), (2.6, -3.0, 7.5)):
            items += pen.gleam(line(Point(x + hand * off, bottom), Point(x + hand * off, top)), pen.colours.paper, 0.8)
    for x, y, size, mirrored in ((-10.5, 20.4, 1.05, False), (10.5, 20.8, 1.05, True), (0.0, 21.6, 1.3, False)):
        items += (placed(parts.cloud(pen, 2), Point(x, y), size, mirrored=mirrored),)
    return items


def _bean(pen: Pen, steps: Steps) -> Items:
    """Draw and play: a shining bean over the cards that are drawn."""
    count = _drawn_cards(steps)
    items = glow(pen, Point(0.0, -4.4), 19.0)
    for index in range(count):
        turn = (index - (count - 1) / 2) * 26
        at = Point(0.0, 27.5) + Point.polar(15.0, turn - 90)
        items += little_card(pen, at, turn, 1.05, ends=("ns", "nesw", "ne", "nes")[index % 4])
    return (*items, Use(pen.art("spell-bean", BOX)))


def _sack(pen: Pen, steps: Steps) -> Items:
    """Draw and play: a sack of magic beans, and the cards that come out of it."""
    count = _drawn_cards(steps)
    items = glow(pen, Point(0.0, -3.0), 18.5)
    for index in range(count):
        turn = (index - (count - 1) / 2) * (30 if count < 4 else 26)
        at = Point(0.0, 10.0) + Point.polar(19.0, turn - 90)
        items += little_card(pen, at, turn, 0.95, ends=("nes", "ns", "nesw", "ne")[index % 4])
    return (*items, Use(pen.art("spell-sack", BOX)))


def _drawn_cards(steps: Steps) -> int:
    return min(4, sum(step.count for step in steps if isinstance(step, Draw)) or 1)


def _spyglass(pen: Pen, steps: Steps) -> Items:
    """Draw a spyglass that finds the next cards behind a cloud (Peek)."""
    count = next(step.count for step in steps if isinstance(step, Peek))
    goal = Point(-8.0, -6.0)
    items = glow(pen, goal, 17.0)
    for index in range(count):
        turn = (index - (count - 1) / 2) * 60 / count
        at = goal + Point(0.0, 15.0) + Point.polar(17.0, turn - 90)
        items += little_card(pen, at, turn, 0.95, ends=("ns", "nesw", "ne", "nes")[index % 4])
    return (*items, Use(pen.art("spell-spyglass", BOX)))


def _windmill(pen: Pen, steps: Steps) -> Items:
    """Turn: a paper windmill on its stalk; the arrow is as long as the turn."""
    quarters = next((step.quarters for step in steps if isinstance(step, Turn)), 1)
    return (Use(pen.art("spell-windmill", BOX)), *arrow(pen, Point(0.0, -1.6), 15.2, -150, 90.0 * quarters - 22))


def _fork(pen: Pen, steps: Steps) -> Items:
    """Draw a beanstalk that forks into one branch per option (ChooseOne)."""
    options = next(step.options for step in steps if isinstance(step, ChooseOne))
    colours = pen.colours
    places, radius = _FORKS[len(options)]
    items = glow(pen, Point(0.0, -4.0), 20.0)
    for at in places:
        way = Curve.bezier(Point(0.0, 21.0), Point(0.0, 8.0), Point(at.x * 0.6, 12.0), at)
        items += branch(pen, way, 2.8, tapering(0.6))
    items += (
        placed(pen.art("leaf-0"), Point(2.4, 16.0), 0.8, turn=-20),
        placed(pen.art("leaf-1"), Point(-2.4, 14.5), 0.75, turn=200),
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

_COMPUTED: Mapping[str, Callable[[Pen, Steps], Items]] = {
    "bean": _bean,
    "fork": _fork,
    "sack": _sack,
    "sprouts": _sprouts,
    "spyglass": _spyglass,
    "swirl": _swirl,
    "windmill": _windmill,
}

# Second pictures, by the name of the first. The salt is such that each spell of the box keeps its own first picture.
_OTHERS: Mapping[str, tuple[str, ...]] = {
    "axe": ("lightning",),
    "bean": ("sack",),
    "swirl": ("windmill",),
    "pot": ("jar",),
}
_SALT = 14

_CLEARING = {"blocks": "goat", "holes": "mending", "break": "mending", "breaks": "mending-all"}

# Steps without an illustration.
_BY_MOTIFS: Mapping[type[Step], tuple[str, ...]] = {
    Forbid: ("glow", "lock"),
    PassHands: ("glow", "card", "arrows"),
    Keep: ("glow", "chest"),
    Say: ("glow", "book"),
}

# From the most telling step to the least.
_BY_STEP: tuple[tuple[type[Step], str], ...] = (
    (ChooseOne, "fork"),
    (SwapCastles, "castles"),
    (Swap, "whirlwind"),
    (MoveTop, "gust"),
    (Clear, "clearing"),
    (Protect, "dome"),
    (ExtraTurn, "boots"),
    (MissTurn, "moon"),
    (Remove, "axe"),
    (Turn, "swirl"),
    (Steal, "dragon"),
    (TakeBack, "pot"),
    (Take, "pot"),
    (Give, "hand"),
    (ForceRedraw, "hand"),
    (OfferRedraw, "hand"),
    (Peek, "spyglass"),
)
