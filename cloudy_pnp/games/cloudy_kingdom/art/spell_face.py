"""Spell cards that stay in the hand: a ribbon with the name, an illustration, and the rules on a cloud."""

from __future__ import annotations

from itertools import pairwise

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour, LinearGradient
from cloudy_pnp.draw.kit import clouds
from cloudy_pnp.draw.kit.frame import HALF
from cloudy_pnp.draw.kit.heraldry import Tones, ribbon
from cloudy_pnp.draw.kit.lettering import Drawn, Letterer
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import CLOSE, Line, Move, Outline, Symbol, Use
from cloudy_pnp.draw.shapes import circle, line, rectangle, rounded
from cloudy_pnp.games.cloudy_kingdom.art import sky
from cloudy_pnp.games.cloudy_kingdom.art.heraldry import Arms, shield
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, around, placed
from cloudy_pnp.games.cloudy_kingdom.art.spell_pictures import illustration
from cloudy_pnp.games.cloudy_kingdom.model.steps import Step

_EDGE = 5.0  # no text is nearer to the cut
_RIBBON = 9.4  # height of the ribbon
_NAME, _RULES = 5.0, 3.3  # sizes of type
_PICTURE = Rect(-22.0, -21.0, 44.0, 42.0)  # what an illustration takes


def spell_face(pen: Pen, letterer: Letterer, arms: Arms, name: str, steps: tuple[Step, ...], text: str) -> Drawn:
    """A whole spell card."""
    random = Random("spell", name)
    bank = _bank(pen)
    ribbon_box = _ribbon_box(pen)
    room = Rect(-HALF + 4, ribbon_box.bottom + 2.4, 2 * HALF - 8, bank - ribbon_box.bottom - 2.6)
    scale = min(room.width / _PICTURE.width, room.height / _PICTURE.height)
    # On slim cards room is left above: what grows out of the cloud must reach it.
    place = Transform.translation(room.centre.x, room.bottom - scale * _PICTURE.bottom) @ Transform.scaling(scale)
    items = _sky(pen, bank, random)
    items += (Use(illustration(pen, steps), place),)
    items += _cloud(pen, bank, random)
    items += shield(pen, arms, Point(-HALF + 9.6, bank + 0.4), 13.0)
    items += ribbon(pen, arms, ribbon_box)
    title = letterer.name(name, ribbon_box.inset(2.2, 0.6) - Point(0.0, 0.45), ribbon_ink(pen, arms), _NAME)
    box = Rect(-HALF + _EDGE, bank + 7.6, 2 * (HALF - _EDGE), pen.frame.top - _EDGE - bank - 7.6)
    return Drawn(items) + title + letterer.rules(text, box, _RULES)


def blank_spell(pen: Pen, arms: Arms) -> Items:
    """A spell card to write on: a pale ribbon for the name, a field for a picture, lines for the rules."""
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
    """The colour of a name on its ribbon."""
    return pen.colours.ink if pen.style.ink_saving else arms.figure


def _bank(pen: Pen) -> float:
    """Where the cloud of the text begins."""
    return pen.frame.top - 0.74 * pen.frame.top


def _ribbon_box(pen: Pen) -> Rect:
    return Rect(-HALF + 6.4, -pen.frame.top + 4.8, 2 * HALF - 12.8, _RIBBON)


def _sky(pen: Pen, bank: float, random: Random) -> Items:
    """Dusk: from violet to rose, with stars."""
    colours, top = pen.colours, pen.frame.top
    light = LinearGradient.between(Point(0, -top), Point(0, bank + 4), colours.dusk, colours.dusk_light)
    items = pen.tint(rectangle(pen.frame.sheet), light)
    for _ in range(26):
        at = Point(random.between(-HALF, HALF), -top + random.number() * (bank + top) * 0.75)
        items += pen.tint(circle(at, random.between(0.14, 0.4)), colours.cloud, 0.85)
    for hand in (-1, 1):
        at = Point(hand * random.between(16, 21), bank - random.between(6, 22))
        items += (placed(_dusk_cloud(pen), at, random.between(0.6, 0.8), mirrored=hand < 0),)
    return items


def _dusk_cloud(pen: Pen) -> Symbol:
    name = "dusk-cloud"
    return pen.kept(name, lambda: Symbol(name, pen.tint(sky.cloud_outline(0), pen.colours.cloud, 0.38), around(14, 10)))


def _cloud(pen: Pen, bank: float, random: Random) -> Items:
    """The cloud under the rules text, out to the edges."""
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
