"""Spell cards that stay in the hand: a ribbon with the name, an illustration, and the rules on a cloud.

Spells that are placed on the board: they show their face like a vine card, from edge to edge.

Name and rules are in two quarters of the card that no vine crosses, written along the long side. A sealed card
burns: flames replace the leaves.
"""

from __future__ import annotations

import math
from itertools import pairwise

from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.art import air, parts, vine_face
from cloudy_pnp.cloudy_kingdom.art.castles import Arms, shield
from cloudy_pnp.cloudy_kingdom.art.spell_pictures import BOX, illustration, may_be_mirrored, quiet_side
from cloudy_pnp.cloudy_kingdom.art.style import Items, Pen, around, placed
from cloudy_pnp.cloudy_kingdom.model.face import Face
from cloudy_pnp.cloudy_kingdom.model.steps import Step
from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour, LinearGradient, RadialGradient, fading
from cloudy_pnp.draw.kit import clouds
from cloudy_pnp.draw.kit.frame import HALF, trace
from cloudy_pnp.draw.kit.heraldry import Tones, ribbon
from cloudy_pnp.draw.kit.lettering import Drawn, Letterer
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import CLOSE, Group, Line, Move, Outline, Symbol, Use
from cloudy_pnp.draw.shapes import circle, ellipse, line, polygon, rectangle, rounded, star
from cloudy_pnp.i18n.pairs import TextPair, Words

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
    return pen.kept(
        name, lambda: Symbol(name, pen.tint(parts.cloud_outline(0), pen.colours.cloud, 0.38), around(14, 10))
    )


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


_BOARD_EDGE = 4.3  # panels keep so far from the cut
_OFF = 7.5  # and from the axes of the card
_LANDSCAPE = Transform.rotation(-90)  # the top of the writing is at the long side w
# The quarters of the card held sideways, by the signs of x and y, with the ends next to each.
_QUARTERS = {(-1, -1): (2, 3), (1, -1): (3, 0), (-1, 1): (1, 2), (1, 1): (0, 1)}
_FLAME = trace(
    "M 0 1.6 C -3.4 1.6 -4.4 -1.2 -3.2 -3.6 C -2.6 -4.8 -2.8 -5.6 -3.2 -6.6 C -1.6 -6.0 -1.0 -5.0 -0.9 -4.2 "
    "C -0.2 -5.6 -0.4 -7.8 -1.4 -9.6 C 2.0 -8.4 2.6 -5.6 2.2 -4.0 C 2.8 -4.4 3.0 -5.2 2.9 -6.0 "
    "C 4.2 -4.0 4.6 1.6 0 1.6 Z"
)
_HEART = trace("M 0.1 1.0 C -1.9 1.0 -2.4 -0.8 -1.6 -2.2 C -1.0 -3.0 -0.2 -3.8 0.0 -5.0 C 1.4 -3.6 2.6 1.0 0.1 1.0 Z")


def board_spell(
    pen: Pen, letterer: Letterer, arms: Arms, face: Face, sealed: bool, name: Words, text: Words, key: str = ""
) -> Drawn:
    """Draw a whole card that can be placed on the board; `key` is its id."""
    texts = [(text, letterer)]
    parts = ["name", "text", "arms"]
    quarters = _free_quarters(pen, face)
    curls = any(len(strand) == 1 for strand in face.vines)  # their ends must be seen
    if isinstance(text, TextPair) and len(quarters) > len(parts) and not curls:  # each language has a quarter
        texts = [(text.first, letterer), (text.second, replace(letterer, lang=text.lang))]
        parts.append("second")
    boxes = dict(zip(parts, quarters, strict=False))
    if "arms" in boxes:  # in the outer corner of its quarter, off whatever curls there
        quarter = boxes["arms"].centre
        at = Point(math.copysign(pen.frame.top - 12.0, quarter.x), math.copysign(HALF - 11.2, quarter.y))
        boxes["arms"] = Rect.centred(at, 11.0, 14.0)
    random = Random("board-spell", key)
    laid = vine_face.plan(pen.frame, face, pen.lines.vine / 2, 2.0)
    taken = [_LANDSCAPE.bounds(box).inset(-3.5) for box in boxes.values()]
    laid = replace(laid, sites=tuple(site for site in laid.sites if not any(site.middle in box for box in taken)))
    items = air.background(pen, random.part("sky")) + strands(pen, laid, sealed, random)
    writing = _name(pen, letterer, arms, boxes["name"], name)
    for (words, own), (part, size) in zip(texts, (("text", 3.4), ("second", 2.8)), strict=False):
        writing += _text(pen, own, boxes[part], words, size)
    badge: Items = shield(pen, arms, boxes["arms"].centre, 14.0) if "arms" in boxes else ()
    return Drawn((*items, Group((*writing.items, *badge), _LANDSCAPE)), writing.findings)


def strands(pen: Pen, laid: vine_face.Plan, sealed: bool, random: Random) -> Items:
    """Draw the vines of a placed spell, burning if it is sealed."""
    if not sealed:
        return vine_face.vines(pen, laid, random)
    glow = RadialGradient(ORIGIN, HALF, fading(pen.colours.flame_light, 0.9, 0.0))
    bare = replace(laid, sites=())
    burning = _flames(pen, laid, random.part("flames"))
    return (
        *pen.tint(circle(ORIGIN, HALF), glow),
        *burning,
        *vine_face.vines(pen, bare, random, rosettes=False),
        *_ring(pen),
    )


def _ring(pen: Pen) -> Items:
    """Draw a ring of fire around the middle of the card; it has no top, so the card may be turned."""
    colours = pen.colours
    items: Items = ()
    for size, turn in ((1.0, 15.0), (1.16, 0.0)):
        for number in range(12):
            angle = turn + 30.0 * number
            # The fire spreads along the vines; between them, where name and rules stand, it burns low.
            along = math.cos(math.radians(2 * angle)) ** 2
            grown = size * (0.52 + 0.42 * along)
            items += (placed(flame(pen), Point.polar(7.4, angle), grown, turn=angle + 90),)
    for number in range(10):
        items += (placed(flame(pen), Point.polar(6.9, 36.0 * number), 0.3, turn=36.0 * number - 90),)
    items += pen.cord(circle(ORIGIN, 7.2), colours.flame_light, colours.flame_line, 1.3)
    return items


def flame(pen: Pen) -> Symbol:
    """Draw a flame about 10 mm high, with its foot at the origin."""

    def draw() -> Symbol:
        colours = pen.colours
        items = pen.shape(_FLAME, colours.flame, colours.flame_line, pen.lines.outline)
        items += pen.shape(_HEART, colours.flame_light, colours.flame_line if pen.style.ink_saving else None)
        return Symbol("flame", items, around(6, 12))

    return pen.kept("flame", draw)


def _flames(pen: Pen, laid: vine_face.Plan, random: Random) -> Items:
    """Draw flames on the vines that all lean away from the ring in the middle."""
    items: Items = ()
    taken: list[Point] = []
    sites = [
        site for site in laid.sites if site.foot.length > 14 and Point.polar(1.0, site.turn).dot(site.foot.unit) > 0.2
    ]
    for _ in range(160 if sites else 0):
        site = random.pick(sites)
        if len(taken) > 17 or any(site.foot.distance(other) < 4.4 for other in taken):
            continue
        taken.append(site.foot)
        near = 1 - site.foot.length / 60
        items += (placed(flame(pen), site.foot, near * random.between(0.85, 1.15), turn=site.turn + 90),)
    return items


def _free_quarters(pen: Pen, face: Face) -> list[Rect]:
    """Return the quarters that no bend crosses: first the one for the name, then the one for the text."""
    bends = [set(strand) for strand in face.vines if len(strand) == 2 and (strand[0] + strand[1]) % 2]
    width, height = pen.frame.top - _BOARD_EDGE - _OFF, HALF - _BOARD_EDGE - _OFF
    quarters = []
    for x, y in ((-1, -1), (1, 1), (1, -1), (-1, 1)):
        if set(_QUARTERS[x, y]) not in bends:
            left, top = (_OFF if x > 0 else -_OFF - width), (_OFF if y > 0 else -_OFF - height)
            quarters.append(Rect(left, top, width, height))
    return quarters


def _name(pen: Pen, letterer: Letterer, arms: Arms, box: Rect, name: Words) -> Drawn:
    """Draw the name on a ribbon; on a plain label if the quarter is too short for one."""
    ink = ribbon_ink(pen, arms)
    if box.width < 26:
        label = pen.shape(rounded(box, 1.6), arms.colour, arms.line)
        return Drawn(label) + letterer.name(name, box.inset(1.2, 0.9), ink, 4.0, lines=2)
    height = min(box.height, 13.0)
    strip = Rect(box.x + 2.2, box.centre.y - height / 2, box.width - 4.4, height - 2.2)
    title = letterer.name(name, strip.inset(0.9, 0.9) - Point(0.0, 0.4), ink, 4.4, lines=2)
    return Drawn(ribbon(pen, arms, strip)) + title


def _text(pen: Pen, letterer: Letterer, box: Rect, text: Words, size: float) -> Drawn:
    panel = pen.shape(rounded(box, 2.6), pen.colours.cloud, pen.colours.cloud_line, pen.lines.detail)
    return Drawn(panel) + letterer.rules(text, box.inset(1.4, 0.9), size)
