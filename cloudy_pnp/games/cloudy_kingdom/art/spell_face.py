"""Spell cards that stay in the hand: a ribbon with the name, an illustration, and the rules on a cloud."""

from __future__ import annotations

from itertools import pairwise

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour, LinearGradient
from cloudy_pnp.draw.scene import CLOSE, Cubic, Line, Move, Outline, Symbol, Use
from cloudy_pnp.draw.shapes import circle, line, polygon, rectangle, rounded
from cloudy_pnp.games.cloudy_kingdom.art import sky
from cloudy_pnp.games.cloudy_kingdom.art.chance import Chance
from cloudy_pnp.games.cloudy_kingdom.art.frame import HALF
from cloudy_pnp.games.cloudy_kingdom.art.heraldry import Arms, shield
from cloudy_pnp.games.cloudy_kingdom.art.lettering import Drawn, Letterer
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, around, placed
from cloudy_pnp.games.cloudy_kingdom.art.spell_pictures import illustration
from cloudy_pnp.games.cloudy_kingdom.model.steps import Step

_EDGE = 5.0  # no text is nearer to the cut
_RIBBON = 9.4  # height of the ribbon
_NAME, _RULES = 5.0, 3.3  # sizes of type
_PICTURE = Rect(-22.0, -21.0, 44.0, 42.0)  # what an illustration takes


def spell_face(pen: Pen, letterer: Letterer, arms: Arms, name: str, steps: tuple[Step, ...], text: str) -> Drawn:
    """A whole spell card."""
    chance = Chance("spell", name)
    bank = _bank(pen)
    ribbon_box = _ribbon_box(pen)
    room = Rect(-HALF + 4, ribbon_box.bottom + 2.4, 2 * HALF - 8, bank - ribbon_box.bottom - 2.6)
    scale = min(room.width / _PICTURE.width, room.height / _PICTURE.height)
    # On slim cards room is left above: what grows out of the cloud must reach it.
    place = Transform.translation(room.centre.x, room.bottom - scale * _PICTURE.bottom) @ Transform.scaling(scale)
    items = _sky(pen, bank, chance)
    items += (Use(illustration(pen, steps), place),)
    items += _cloud(pen, bank, chance)
    items += shield(pen, arms, Point(-HALF + 9.6, bank + 0.4), 13.0)
    items += ribbon(pen, arms, ribbon_box)
    title = letterer.name(name, ribbon_box.inset(2.2, 0.6) - Point(0.0, 0.45), ribbon_ink(pen, arms), _NAME)
    box = Rect(-HALF + _EDGE, bank + 7.6, 2 * (HALF - _EDGE), pen.frame.top - _EDGE - bank - 7.6)
    return Drawn(items) + title + letterer.rules(text, box, _RULES)


def blank_spell(pen: Pen, arms: Arms) -> Items:
    """A spell card to write on: a pale ribbon for the name, a field for a picture, lines for the rules."""
    colours, chance = pen.colours, Chance("spell", "blank")
    bank, box = _bank(pen), _ribbon_box(pen)
    items = _sky(pen, bank, chance)
    field = Rect(-HALF + 7, box.bottom + 3.2, 2 * HALF - 14, bank - box.bottom - 5.4)
    items += pen.shape(rounded(field, 3.0), colours.paper, colours.gold, pen.lines.outline)
    items += _cloud(pen, bank, chance)
    items += shield(pen, arms, Point(-HALF + 9.6, bank + 0.4), 13.0)
    items += ribbon(pen, Arms(arms.emblem, colours.paper, colours.stone_shade, colours.ink, arms.line), box)
    for index in range(int((pen.frame.top - _EDGE - bank - 7.0) / 5.2) + 1):
        y = pen.frame.top - _EDGE - 5.2 * index
        left = -HALF + _EDGE + 1 if y > bank + 9 else -HALF + 18
        items += pen.line(line(Point(left, y), Point(HALF - _EDGE - 1, y)), colours.cloud_line, pen.lines.detail)
    return items


def ribbon(pen: Pen, arms: Arms, box: Rect) -> Items:
    """A ribbon in the family's colour with its ends folded back."""
    back = arms.colour.mixed(pen.colours.ink, 0.35)
    sag, fold = 0.9, 3.2
    items: Items = ()
    for hand in (-1, 1):
        x = box.centre.x + hand * box.width / 2
        out, inner = x + hand * 3.4, x - hand * fold
        tail = polygon(
            Point(inner, box.top + 2.2),
            Point(out, box.top + 2.2),
            Point(out - hand * 2.2, box.centre.y + 2.2),
            Point(out, box.bottom + 2.2),
            Point(inner, box.bottom + 2.2),
        )
        items += pen.shape(tail, back, arms.line)
        items += pen.shape(
            polygon(Point(inner, box.bottom), Point(x, box.bottom), Point(inner, box.bottom + 2.2)),
            arms.line,
            arms.line,
            pen.lines.detail,
        )
    third = box.width / 3
    front = Outline(
        (
            Move(Point(box.left, box.top)),
            Cubic(
                Point(box.left + third, box.top - sag),
                Point(box.right - third, box.top - sag),
                Point(box.right, box.top),
            ),
            Line(Point(box.right, box.bottom)),
            Cubic(
                Point(box.right - third, box.bottom - sag),
                Point(box.left + third, box.bottom - sag),
                Point(box.left, box.bottom),
            ),
            CLOSE,
        )
    )
    items += pen.shape(front, arms.colour, arms.line)
    for y in (box.top + 0.9, box.bottom - 0.9):
        seam = Outline(
            (
                Move(Point(box.left + 0.8, y)),
                Cubic(Point(box.left + third, y - sag), Point(box.right - third, y - sag), Point(box.right - 0.8, y)),
            )
        )
        items += pen.gleam(seam, arms.figure.mixed(arms.colour, 0.5), pen.lines.fine)
    return items


def ribbon_ink(pen: Pen, arms: Arms) -> Colour:
    """The colour of a name on its ribbon."""
    return pen.colours.ink if pen.style.ink_saving else arms.figure


def _bank(pen: Pen) -> float:
    """Where the cloud of the text begins."""
    return pen.frame.top - 0.74 * pen.frame.top


def _ribbon_box(pen: Pen) -> Rect:
    return Rect(-HALF + 6.4, -pen.frame.top + 4.8, 2 * HALF - 12.8, _RIBBON)


def _sky(pen: Pen, bank: float, chance: Chance) -> Items:
    """Dusk: from violet to rose, with stars."""
    colours, top = pen.colours, pen.frame.top
    light = LinearGradient.between(Point(0, -top), Point(0, bank + 4), colours.dusk, colours.dusk_light)
    items = pen.tint(rectangle(pen.frame.sheet), light)
    for _ in range(26):
        at = Point(chance.between(-HALF, HALF), -top + chance.number() * (bank + top) * 0.75)
        items += pen.tint(circle(at, chance.between(0.14, 0.4)), colours.cloud, 0.85)
    for hand in (-1, 1):
        at = Point(hand * chance.between(16, 21), bank - chance.between(6, 22))
        items += (placed(_dusk_cloud(pen), at, chance.between(0.6, 0.8), mirrored=hand < 0),)
    return items


def _dusk_cloud(pen: Pen) -> Symbol:
    name = "dusk-cloud"
    return pen.kept(name, lambda: Symbol(name, pen.tint(sky.cloud_outline(0), pen.colours.cloud, 0.38), around(14, 10)))


def _cloud(pen: Pen, bank: float, chance: Chance) -> Items:
    """The cloud under the rules text, out to the edges."""
    colours, across, bottom = pen.colours, HALF + pen.frame.margin, pen.frame.top + pen.frame.margin
    items: Items = ()
    for drop, tone in ((0.0, colours.cloud_shade), (2.2, colours.cloud)):
        feet = [Point(-across - 3, bank + drop + 1)]
        while feet[-1].x < across + 1:
            feet.append(Point(feet[-1].x + chance.between(7.0, 11.0), bank + drop + chance.between(0.2, 2.0)))
        bumps = (sky.bump(a, b, 0.3) for a, b in pairwise(feet))
        outline = Outline(
            (Move(Point(feet[0].x, bottom + 2)), Line(feet[0]), *bumps, Line(Point(feet[-1].x, bottom + 2)), CLOSE)
        )
        items += pen.shape(outline, tone, colours.cloud_line if pen.style.ink_saving else None)
    return items
