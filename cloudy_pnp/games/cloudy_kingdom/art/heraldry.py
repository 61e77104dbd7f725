"""The marks of a family: colour, pattern, shield and banner."""

from __future__ import annotations

from collections.abc import Mapping

from cloudy_pnp.core.geometry import Point, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit import heraldry as kit
from cloudy_pnp.draw.kit.heraldry import SHIELD, Pattern, Tones
from cloudy_pnp.draw.scene import Cubic, Group, Line, Move, Outline
from cloudy_pnp.draw.shapes import circle, line
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen
from cloudy_pnp.games.cloudy_kingdom.model.cards import Family

_DARK = 0.2  # a colour with less luminance than this
_PATTERNS: Mapping[str, Pattern] = {
    "raven": kit.lozenges,
    "rose": kit.dots,
    "heron": kit.waves,
    "sun": kit.stripes,
}


class Arms(Tones, frozen=True):
    """The tones of a family, and its emblem."""

    emblem: str


def arms_of(pen: Pen, family: Family) -> Arms:
    """Return a family's tones and emblem."""
    tones = kit.tones_of(Colour.parse(family.colour), pen.colours.ink, pen.colours.paper)
    return Arms(tones.colour, tones.shade, tones.figure, tones.line, family.emblem)


def patterned(pen: Pen, outline: Outline, arms: Arms) -> Items:
    """Draw a shape in the family's colour and pattern, with a line around it."""
    return kit.patterned(pen, outline, arms, _PATTERNS[arms.emblem])


def emblem(pen: Pen, arms: Arms, at: Point, size: float) -> Items:
    """Draw the emblem on the family's ground, `size` mm across.

    It is on a light roundel if the family's colour is so dark that a light figure would look like another animal.
    Saving ink, it is dark on white.
    """
    tone, ground = arms.figure, arms.colour
    place = Transform.translation(at.x, at.y) @ Transform.scaling(size / 20)
    roundel: Items = ()
    if pen.style.ink_saving:
        tone, ground = pen.colours.ink, pen.colours.paper
    elif is_dark(arms):
        tone, ground = arms.colour, pen.colours.paper
        roundel = pen.solid(circle(at, size * 0.56), ground)
    return (*roundel, Group(figure(pen, arms.emblem, tone, ground), place))


def figure(pen: Pen, name: str, tone: Colour, ground: Colour) -> Items:
    """Draw a family's heraldic figure, 20 mm across around the origin, in two tones."""
    return pen.art(f"emblem-{name}", figure=tone, ground=ground).items


def is_dark(arms: Arms) -> bool:
    """Return whether a family's emblem is a dark figure on a light roundel."""
    return arms.colour.luminance < _DARK


def shield(pen: Pen, arms: Arms, at: Point, height: float) -> Items:
    """Draw a shield with a gold border and a plain ground, so that the emblem is clear."""
    scale = height / 24.5
    place = Transform.translation(at.x, at.y) @ Transform.scaling(scale)
    rim = SHIELD.moved(place)
    inner = SHIELD.moved(place @ Transform.scaling(0.87, 0.88))
    size = 12.6 if is_dark(arms) and not pen.style.ink_saving else 13.2
    return (
        *pen.shape(rim, pen.colours.gold, pen.colours.ink, pen.lines.outline),
        *pen.shape(inner, arms.colour, arms.line, pen.lines.detail),
        *emblem(pen, arms, at + Point(0.0, -1.3 * scale), size * scale),
    )


def banner(pen: Pen, arms: Arms, at: Point, width: float, height: float) -> Items:
    """Draw a long forked banner on a rod, with pattern and emblem; `at` is the middle of its top."""
    left, right, top, bottom = at.x - width / 2, at.x + width / 2, at.y, at.y + height
    cloth = Outline(
        (
            Move(Point(left, top)),
            Line(Point(right, top)),
            Cubic(Point(right + 0.5, top + height * 0.4), Point(right - 0.5, top + height * 0.7), Point(right, bottom)),
            Line(Point(at.x, bottom - width * 0.42)),
            Line(Point(left, bottom)),
            Cubic(Point(left - 0.5, top + height * 0.7), Point(left + 0.5, top + height * 0.4), Point(left, top)),
        )
    )
    field = circle(Point(at.x, top + height * 0.4), width * 0.43)
    rod = line(Point(left - 1.4, top), Point(right + 1.4, top))
    return (
        *patterned(pen, cloth, arms),
        *pen.shape(field, arms.colour, arms.figure if not pen.style.ink_saving else arms.line, pen.lines.detail),
        *emblem(pen, arms, Point(at.x, top + height * 0.4), width * 0.66),
        *pen.cord(rod, pen.colours.gold, pen.colours.ink, 0.9),
        *pen.shape(circle(Point(left - 1.6, top), 0.95), pen.colours.gold, pen.colours.ink, pen.lines.detail),
        *pen.shape(circle(Point(right + 1.6, top), 0.95), pen.colours.gold, pen.colours.ink, pen.lines.detail),
    )
