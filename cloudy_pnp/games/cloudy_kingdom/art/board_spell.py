"""Spells that are placed on the board: they show their face like a vine card, from edge to edge.

Name and rules are in two quarters of the card that no vine crosses, written along the long side. A sealed card
burns: flames replace the leaves.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.draw.colour import RadialGradient, fading
from cloudy_pnp.draw.kit.frame import HALF
from cloudy_pnp.draw.kit.heraldry import ribbon
from cloudy_pnp.draw.kit.lettering import Drawn, Letterer
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.scene import Group, Symbol
from cloudy_pnp.draw.shapes import circle, rounded
from cloudy_pnp.games.cloudy_kingdom.art import air, vine_face
from cloudy_pnp.games.cloudy_kingdom.art.heraldry import Arms, shield
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, around, placed
from cloudy_pnp.games.cloudy_kingdom.art.spell_face import ribbon_ink
from cloudy_pnp.games.cloudy_kingdom.model.face import Face
from cloudy_pnp.i18n.pairs import TextPair, Words

_EDGE = 4.3  # panels keep so far from the cut
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
    width, height = pen.frame.top - _EDGE - _OFF, HALF - _EDGE - _OFF
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
