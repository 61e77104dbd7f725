"""Spell cards that stay in the hand: a ribbon with the name, an illustration, and the rules on a cloud."""

from __future__ import annotations

from itertools import pairwise

from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour, LinearGradient
from cloudy_pnp.draw.kit import clouds
from cloudy_pnp.draw.kit.frame import HALF
from cloudy_pnp.draw.kit.heraldry import Tones, ribbon
from cloudy_pnp.draw.kit.lettering import Drawn, Letterer
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.scene import CLOSE, Group, Line, Move, Outline, Symbol, Use
from cloudy_pnp.draw.shapes import circle, ellipse, line, polygon, rectangle, rounded, star
from cloudy_pnp.games.cloudy_kingdom.art import sky
from cloudy_pnp.games.cloudy_kingdom.art.heraldry import Arms, shield
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, around, placed
from cloudy_pnp.games.cloudy_kingdom.art.spell_pictures import BOX, illustration, may_be_mirrored, quiet_side
from cloudy_pnp.games.cloudy_kingdom.model.steps import Step
from cloudy_pnp.i18n.pairs import Words

_EDGE = 5.0  # no text is nearer to the cut
_RIBBON, _TWO_LINES = 9.4, 14.0  # height of the ribbon, for a name on one line and on two
_NAME, _RULES = 5.0, 3.75  # sizes of type
_HEAD = 7.2  # from the top of the cloud to the rules


def spell_face(
    pen: Pen,
    letterer: Letterer,
    arms: Arms,
    name: Words,
    steps: tuple[Step, ...],
    text: Words,
    key: str = "",
    motifs: tuple[str, ...] = (),
) -> Drawn:
    """Draw a whole spell card. Its id is the random `key`, so that two spells with the same steps look different.

    `motifs` compose its picture; without them its steps decide.
    """
    random = Random("spell", key)
    width = _ribbon_box(pen).inset(2.2, 0.0).width
    lines = 2 if letterer.is_long(name, width, _NAME) else 1
    ribbon_box = _ribbon_box(pen, lines)
    # The rules are set once, where the cloud is highest, and move down with it.
    rules, needed = letterer.measured_rules(text, _rules_box(pen, _bank(pen)), _RULES)
    bank = _bank_for(pen, needed)
    down = Transform.translation(0.0, _rules_box(pen, bank).centre.y - _rules_box(pen, _bank(pen)).centre.y)
    room = Rect(-HALF + 4, ribbon_box.bottom + 2.4, 2 * HALF - 8, bank - ribbon_box.bottom - 2.6)
    scale = min(room.width / BOX.width, room.height / BOX.height)
    # On slim cards there is room above: growth out of the cloud must reach it.
    place = Transform.translation(room.centre.x, room.bottom - scale * BOX.bottom) @ Transform.scaling(scale)
    hand = random.part("hand").sign() if may_be_mirrored(pen, steps, key, motifs) else 1
    place = place @ Transform.scaling(hand, 1.0)
    items = _sky(pen, bank, random, quiet_side(pen, steps, key, motifs) * hand)
    items += (Use(illustration(pen, steps, key, motifs), place),)
    items += _cloud(pen, bank, random)
    items += shield(pen, arms, Point(-HALF + 9.6, bank + 0.4), 13.0)
    items += ribbon(pen, arms, ribbon_box)
    title = letterer.name(
        name,
        ribbon_box.inset(2.2, 0.6) - Point(0.0, 0.45),
        ribbon_ink(pen, arms),
        _NAME if lines == 1 else _NAME * 0.94,
        lines=lines,
    )
    return Drawn(items) + title + Drawn((Group(rules.items, down),), rules.findings)


def _bank_for(pen: Pen, needed: float) -> float:
    """Return the top of the cloud: as low as the rules allow, so that a short text leaves a tall picture."""
    return max(_bank(pen), min(0.47 * pen.frame.top, pen.frame.top - _EDGE - needed - _HEAD - 1.2))


def _rules_box(pen: Pen, bank: float) -> Rect:
    return Rect(-HALF + _EDGE, bank + _HEAD, 2 * (HALF - _EDGE), pen.frame.top - _EDGE - bank - _HEAD)


def blank_spell(pen: Pen, arms: Arms) -> Items:
    """Draw a spell card to write on: a pale ribbon for the name, a field for a picture, lines for the rules."""
    colours, random = pen.colours, Random("spell", "blank")
    bank, box = _bank(pen), _ribbon_box(pen)
    items = _sky(pen, bank, random)
    field = Rect(-HALF + 7, box.bottom + 3.2, 2 * HALF - 14, bank - box.bottom - 5.4)
    items += pen.shape(rounded(field, 3.0), colours.paper, colours.gold, pen.lines.outline)
    items += _cloud(pen, bank, random)
    items += shield(pen, arms, Point(-HALF + 9.6, bank + 0.4), 13.0)
    items += ribbon(pen, Tones(colours.paper, colours.stone_shade, colours.ink, arms.line), box)
    for index in range(int((pen.frame.top - _EDGE - bank - 7.0) / 5.2) + 1):
        y = pen.frame.top - _EDGE - 5.2 * index
        left = -HALF + _EDGE + 1 if y > bank + 9 else -HALF + 18
        items += pen.line(line(Point(left, y), Point(HALF - _EDGE - 1, y)), colours.cloud_line, pen.lines.detail)
    return items


def ribbon_ink(pen: Pen, arms: Arms) -> Colour:
    """Return the colour of a name on its ribbon."""
    return pen.colours.ink if pen.style.ink_saving else arms.figure


def _bank(pen: Pen) -> float:
    """Return the top of the text's cloud."""
    return pen.frame.top - 0.74 * pen.frame.top


def _ribbon_box(pen: Pen, lines: int = 1) -> Rect:
    height = _RIBBON if lines == 1 else _TWO_LINES
    return Rect(-HALF + 6.4, -pen.frame.top + 4.8, 2 * HALF - 12.8, height)


def _sky(pen: Pen, bank: float, random: Random, quiet: int = 0) -> Items:
    """Draw dusk in one of four lights, with stars and something in the sky."""
    colours, top = pen.colours, pen.frame.top
    above, below = random.part("light").pick(
        (
            (colours.dusk, colours.dusk_light),
            (colours.night_light.mixed(colours.dusk, 0.35), colours.dusk_light.mixed(colours.flame_light, 0.45)),
            (colours.dusk.mixed(colours.berry, 0.3), colours.dusk_light.mixed(colours.flame_light, 0.3)),
            (colours.night.mixed(colours.dusk, 0.5), colours.sky.mixed(colours.dusk_light, 0.35)),
        )
    )
    light = LinearGradient.between(Point(0, -top), Point(0, bank + 4), above, below)
    items = pen.tint(rectangle(pen.frame.sheet), light)
    for _ in range(26):
        at = Point(random.between(-HALF, HALF), -top + random.number() * (bank + top) * 0.75)
        items += pen.tint(circle(at, random.between(0.14, 0.4)), colours.cloud, 0.85)
    for hand in (-1, 1):
        at = Point(hand * random.between(16, 21), bank - random.between(6, 22))
        items += (placed(_dusk_cloud(pen), at, random.between(0.6, 0.8), mirrored=hand < 0),)
    return items + _wonder(pen, random.part("wonder"), quiet)


def _wonder(pen: Pen, random: Random, quiet: int) -> Items:
    """Draw a moon, a falling star, a ringed planet, a kite's tail of stars, or nothing, far up next to the picture."""
    colours = pen.colours
    hand = random.sign()
    hand = quiet or hand
    at = Point(hand * (HALF - 7.0), -pen.frame.top + 24.0 + random.between(-1, 4))
    pale = colours.cloud.mixed(colours.flame_light, 0.35)
    match int(random.number() * 5):
        case 0:
            moon = trace("M 1.2 -3.4 C -4.2 -3.0 -4.2 3.0 1.2 3.4 C -1.4 1.8 -1.4 -1.8 1.2 -3.4 Z")
            return pen.tint(moon.moved(Transform.translation(at.x, at.y) @ Transform.scaling(-hand, 1.0)), pale, 0.9)
        case 1:
            tail = polygon(at, at + Point(hand * 9.0, -5.4), at + Point(hand * 0.6, 0.9))
            return (*pen.tint(tail, pale, 0.45), *pen.tint(star(at, 2.0, 0.8, 5), pale, 0.95))
        case 2:
            ring = ellipse(ORIGIN, 4.2, 1.1).moved(Transform.translation(at.x, at.y) @ Transform.rotation(-22))
            return (*pen.tint(circle(at, 2.3), pale, 0.75), *pen.gleam(ring, pale, 0.5, 0.9))
        case 3:
            items: Items = ()
            here = at + Point(-hand * 2.0, -4.0)
            for x, y in ((1.4, 2.6), (-2.0, 2.2), (1.8, 2.8), (2.2, -1.2)):
                next_star = here + Point(x, y)
                items += pen.gleam(line(here, next_star), pale, 0.16, 0.7)
                items += pen.tint(star(here, 0.95, 0.35, 4), pale)
                here = next_star
            return items + pen.tint(star(here, 0.95, 0.35, 4), pale)
    return ()


def _dusk_cloud(pen: Pen) -> Symbol:
    name = "dusk-cloud"
    return pen.kept(name, lambda: Symbol(name, pen.tint(sky.cloud_outline(0), pen.colours.cloud, 0.38), around(14, 10)))


def _cloud(pen: Pen, bank: float, random: Random) -> Items:
    """Draw the cloud under the rules text, out to the edges."""
    colours, across, bottom = pen.colours, HALF + pen.frame.margin, pen.frame.top + pen.frame.margin
    items: Items = ()
    for drop, tone in ((0.0, colours.cloud_shade), (2.2, colours.cloud)):
        feet = [Point(-across - 3, bank + drop + 1)]
        while feet[-1].x < across + 1:
            feet.append(Point(feet[-1].x + random.between(7.0, 11.0), bank + drop + random.between(0.2, 2.0)))
        bumps = (clouds.bump(a, b, 0.3) for a, b in pairwise(feet))
        outline = Outline(
            (Move(Point(feet[0].x, bottom + 2)), Line(feet[0]), *bumps, Line(Point(feet[-1].x, bottom + 2)), CLOSE)
        )
        items += pen.shape(outline, tone, colours.cloud_line if pen.style.ink_saving else None)
    return items
