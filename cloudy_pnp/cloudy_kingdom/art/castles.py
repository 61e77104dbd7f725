"""The marks of a family (colour, pattern, shield, banner), and the parts of its castle: towers, roofs, walls, gates."""

from __future__ import annotations

from collections.abc import Mapping

from cloudy_pnp.cloudy_kingdom.art.style import Items, Pen
from cloudy_pnp.cloudy_kingdom.model.cards import Family
from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit import heraldry as kit
from cloudy_pnp.draw.kit.heraldry import SHIELD, Pattern, Tones
from cloudy_pnp.draw.scene import CLOSE, Cubic, Group, Line, Move, Outline, Segment
from cloudy_pnp.draw.shapes import circle, line, polygon, rectangle

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


def arch(x: float, bottom: float, width: float, height: float, *, pointed: bool = False) -> Outline:
    """Return the outline of a door or window with a round or pointed top."""
    left, right = x - width / 2, x + width / 2
    spring = bottom - height + width * (0.8 if pointed else 0.5)
    top = Point(x, bottom - height)
    if pointed:
        curves = (
            Cubic(Point(left, spring - width * 0.35), Point(x - width * 0.2, top.y + width * 0.2), top),
            Cubic(
                Point(x + width * 0.2, top.y + width * 0.2), Point(right, spring - width * 0.35), Point(right, spring)
            ),
        )
    else:
        pull = width / 2 * 0.5523
        curves = (
            Cubic(Point(left, spring - pull), Point(x - pull, top.y), top),
            Cubic(Point(x + pull, top.y), Point(right, spring - pull), Point(right, spring)),
        )
    return Outline((Move(Point(left, bottom)), Line(Point(left, spring)), *curves, Line(Point(right, bottom)), CLOSE))


def wall(pen: Pen, box: Rect, *, crenels: int = 0) -> Items:
    """Draw a piece of wall, shaded on the right, with a few stones; with merlons on top if it has any."""
    colours = pen.colours
    top: list[Segment] = [Move(Point(box.left, box.bottom)), Line(Point(box.left, box.top))]
    if crenels:
        step = box.width / (2 * crenels - 1)
        for index in range(crenels):
            x = box.left + 2 * index * step
            top += [
                Line(Point(x, box.top)),
                Line(Point(x, box.top - 1.5)),
                Line(Point(x + step, box.top - 1.5)),
                Line(Point(x + step, box.top)),
            ]
    else:
        top.append(Line(Point(box.right, box.top)))
    outline = Outline((*top, Line(Point(box.right, box.bottom)), CLOSE))
    shaded = Rect(box.right - box.width * 0.3, box.top, box.width * 0.3, box.height)
    return (
        *pen.shape(outline, colours.stone, colours.stone_line, pen.lines.detail),
        *pen.tint(rectangle(shaded), colours.stone_shade, 0.8),
        *_stones(pen, box),
        *pen.line(outline, colours.stone_line, pen.lines.detail),
    )


def _stones(pen: Pen, box: Rect) -> Items:
    items: Items = ()
    rows = int(box.height / 4.2)
    for row in range(rows):
        y = box.top + 2.4 + row * 4.2
        x = box.left + box.width * ((row * 37 + int(box.left * 7)) % 50) / 100
        if x + 2.6 < box.right - 0.4:
            items += pen.line(line(Point(x + 0.4, y), Point(x + 2.2, y)), pen.colours.stone_line, pen.lines.fine, 0.5)
    return items


def window(
    pen: Pen,
    x: float,
    bottom: float,
    width: float = 1.5,
    height: float = 3.0,
    *,
    pointed: bool = False,
    lit: bool = False,
) -> Items:
    """Draw a dark or a lit window."""
    colours = pen.colours
    fill = colours.flame_light if lit else colours.dusk.mixed(colours.ink, 0.45)
    items = pen.shape(arch(x, bottom, width, height, pointed=pointed), fill, colours.stone_line, pen.lines.detail)
    if lit:
        cross = bottom - height * 0.42
        items += pen.line(line(Point(x, bottom), Point(x, bottom - height + 0.3)), colours.stone_line, pen.lines.fine)
        items += pen.line(
            line(Point(x - width / 2, cross), Point(x + width / 2, cross)), colours.stone_line, pen.lines.fine
        )
    sill = line(Point(x - width / 2 - 0.4, bottom), Point(x + width / 2 + 0.4, bottom))
    return (*items, *pen.line(sill, colours.stone_line, pen.lines.detail))


def tower(pen: Pen, x: float, width: float, top: float, bottom: float) -> Items:
    """Draw a round tower with a wider head."""
    head = min(3.2, (bottom - top) * 0.3)
    return (
        *wall(pen, Rect(x - width / 2, top + head - 0.4, width, bottom - top - head + 0.4)),
        *wall(pen, Rect(x - width / 2 - 0.7, top, width + 1.4, head)),
    )


def spire(pen: Pen, arms: Arms, x: float, width: float, base: float, height: float, lean: float = 0.0) -> Items:
    """Draw a steep roof whose sides curve in like a witch's hat; its tip leans to one side."""
    half, tip = width / 2, Point(x + lean, base - height)
    outline = Outline(
        (
            Move(Point(x - half, base)),
            Cubic(Point(x - half * 0.5, base - height * 0.2), Point(x - half * 0.3, base - height * 0.62), tip),
            Cubic(
                Point(x + half * 0.3 + lean * 0.2, base - height * 0.6),
                Point(x + half * 0.5, base - height * 0.2),
                Point(x + half, base),
            ),
            Cubic(Point(x + half * 0.4, base + 0.9), Point(x - half * 0.4, base + 0.9), Point(x - half, base)),
            CLOSE,
        )
    )
    return patterned(pen, outline, arms)


def bulb(pen: Pen, arms: Arms, x: float, width: float, base: float, height: float) -> Items:
    """Draw a dome like a rosebud: round below, drawn out to a tip."""
    half = width / 2
    outline = Outline(
        (
            Move(Point(x - half * 0.62, base)),
            Cubic(
                Point(x - half * 1.55, base - height * 0.32),
                Point(x - half * 0.7, base - height * 0.66),
                Point(x, base - height),
            ),
            Cubic(
                Point(x + half * 0.7, base - height * 0.66),
                Point(x + half * 1.55, base - height * 0.32),
                Point(x + half * 0.62, base),
            ),
            Cubic(Point(x + half * 0.3, base + 0.7), Point(x - half * 0.3, base + 0.7), Point(x - half * 0.62, base)),
            CLOSE,
        )
    )
    return patterned(pen, outline, arms)


def cone(pen: Pen, arms: Arms, x: float, width: float, base: float, height: float) -> Items:
    """Draw a wide straight roof with far eaves."""
    half = width / 2
    eaves = Cubic(Point(x + half * 0.4, base + 1.2), Point(x - half * 0.4, base + 1.2), Point(x - half, base))
    outline = Outline(
        (Move(Point(x - half, base)), Line(Point(x, base - height)), Line(Point(x + half, base)), eaves, CLOSE)
    )
    return patterned(pen, outline, arms)


def dome(pen: Pen, arms: Arms, x: float, width: float, base: float, height: float) -> Items:
    """Draw a half-sphere on a drum, with a golden orb."""
    half = width / 2
    drum = wall(pen, Rect(x - half * 0.82, base - 0.2, half * 1.64, 3.2))
    pull = 0.5523
    outline = Outline(
        (
            Move(Point(x - half, base)),
            Cubic(
                Point(x - half, base - height * pull), Point(x - half * pull, base - height), Point(x, base - height)
            ),
            Cubic(Point(x + half * pull, base - height), Point(x + half, base - height * pull), Point(x + half, base)),
            CLOSE,
        )
    )
    orb = circle(Point(x, base - height - 1.1), 1.1)
    return (*drum, *patterned(pen, outline, arms), *pen.shape(orb, pen.colours.gold, pen.colours.ink, pen.lines.detail))


def flag(pen: Pen, arms: Arms, x: float, base: float, hand: int = 1, size: float = 1.0) -> Items:
    """Draw a pennant on a pole on top of a tip."""
    top = base - 4.6 * size
    pole = line(Point(x, base + 0.4), Point(x, top))
    tip = Point(x + hand * 5.0 * size, top + 1.1 * size)
    cloth = Outline(
        (
            Move(Point(x, top)),
            Cubic(Point(x + hand * 1.7 * size, top - 0.9 * size), Point(x + hand * 3.0 * size, top + 1.2 * size), tip),
            Cubic(
                Point(x + hand * 3.0 * size, top + 2.4 * size),
                Point(x + hand * 1.6 * size, top + 1.4 * size),
                Point(x, top + 2.4 * size),
            ),
            CLOSE,
        )
    )
    return (
        *pen.line(pole, pen.colours.ink, pen.lines.outline),
        *pen.shape(cloth, arms.colour, arms.line, pen.lines.detail),
    )


def gate_shade(pen: Pen, outline: Outline, bottom: float, height: float) -> Items:
    """Darken the vine inside the gate, in two flat steps."""
    dark = pen.colours.ink.mixed(pen.colours.dusk, 0.3)
    shade: Items = ()
    for depth in (0.6, 0.4):
        box = Rect(outline.bounds.left, bottom - height, outline.bounds.width, height * depth)
        shade += pen.tint(rectangle(box), dark, 0.55)
    return (Group(shade, clip=outline),) if shade else ()


def gate(pen: Pen, bottom: float, width: float, height: float) -> Items:
    """Draw the open gate in the middle: dark inside, stones around it."""
    colours = pen.colours
    frame, hole = arch(0.0, bottom, width + 3.2, height + 1.8), arch(0.0, bottom, width, height)
    return (
        *pen.shape(frame, colours.stone_shade, colours.stone_line, pen.lines.detail),
        *pen.shape(hole, colours.ink.mixed(colours.dusk, 0.3), colours.stone_line, pen.lines.outline),
    )


def portcullis(pen: Pen, bottom: float, width: float, height: float) -> Items:
    """Draw the grille, drawn up in the top of the gate."""
    colours, top = pen.colours, bottom - height
    hem = top + height * 0.36
    items: Items = ()
    for index in range(-2, 3):
        x = index * width / 5.5
        items += pen.line(line(Point(x, top + width * 0.03 * index * index + 0.5), Point(x, hem)), colours.metal, 0.6)
        items += pen.solid(polygon(Point(x - 0.55, hem), Point(x + 0.55, hem), Point(x, hem + 1.2)), colours.metal)
    bar = top + height * 0.26
    items += pen.line(line(Point(-width * 0.42, bar), Point(width * 0.42, bar)), colours.metal, 0.55)
    return items
