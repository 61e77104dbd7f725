"""What shows whose it is: a family's colour, pattern, shield and banner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.scene import Cubic, Group, Line, Move, Outline
from cloudy_pnp.draw.shapes import circle, line, polygon
from cloudy_pnp.games.cloudy_kingdom.art.emblems import EMBLEMS
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen
from cloudy_pnp.games.cloudy_kingdom.art.trace import trace
from cloudy_pnp.games.cloudy_kingdom.model.cards import Family

SHIELD = trace(
    "M -9 -10.5 C -5 -9.6 -2.4 -10.6 0 -12 C 2.4 -10.6 5 -9.6 9 -10.5 C 9.6 -2 9 7 0 12.5 C -9 7 -9.6 -2 -9 -10.5 Z"
)
_LIGHT = 0.6  # a colour lighter than this carries dark figures


@dataclass(frozen=True, slots=True)
class Arms:
    """The tones of a family: its colour, a second shade of it, and what stands out on it."""

    emblem: str
    colour: Colour
    shade: Colour
    figure: Colour
    line: Colour


def arms_of(pen: Pen, family: Family) -> Arms:
    """A family's tones; light colours carry dark figures and the other way round."""
    colour = Colour.parse(family.colour)
    ink, paper = pen.colours.ink, pen.colours.paper
    if colour.luminance > _LIGHT:
        return Arms(family.emblem, colour, colour.mixed(ink, 0.16), ink.mixed(colour, 0.12), colour.mixed(ink, 0.72))
    return Arms(family.emblem, colour, colour.mixed(paper, 0.26), paper, colour.mixed(ink, 0.7))


# Patterns: each fills a rectangle and is clipped by whoever uses it. Saving ink, they are drawn in fine lines.


def _patch(pen: Pen, outline: Outline, arms: Arms) -> Items:
    if pen.style.ink_saving:
        return pen.line(outline, arms.line, pen.lines.fine)
    return pen.tint(outline, arms.shade)


def _band(pen: Pen, outline: Outline, arms: Arms, width: float) -> Items:
    if pen.style.ink_saving:
        return pen.line(outline, arms.line, pen.lines.fine)
    return pen.line(outline, arms.shade, width)


def _lozenges(pen: Pen, box: Rect, arms: Arms) -> Items:
    across, down = 4.4, 6.6
    items: Items = ()
    for x, y in _grid(box, across, down):
        rim = (Point(x, y - down / 2), Point(x + across / 2, y), Point(x, y + down / 2), Point(x - across / 2, y))
        items += _patch(pen, polygon(*rim), arms)
    return items


def _dots(pen: Pen, box: Rect, arms: Arms) -> Items:
    items: Items = ()
    for x, y in _grid(box, 4.6, 2.1, staggered=True):
        items += _patch(pen, circle(Point(x, y), 0.95), arms)
    return items


def _waves(pen: Pen, box: Rect, arms: Arms) -> Items:
    items: Items = ()
    y = box.top + 1
    while y < box.bottom + 2:
        x = box.left
        segments: list[Move | Cubic] = [Move(Point(x, y))]
        while x < box.right:
            segments.append(Cubic(Point(x + 1.2, y - 1.6), Point(x + 2.0, y - 1.6), Point(x + 3.2, y)))
            segments.append(Cubic(Point(x + 4.4, y + 1.6), Point(x + 5.2, y + 1.6), Point(x + 6.4, y)))
            x += 6.4
        items += _band(pen, Outline(tuple(segments)), arms, 1.0)
        y += 3.6
    return items


def _stripes(pen: Pen, box: Rect, arms: Arms) -> Items:
    items: Items = ()
    x = box.left + 1.2
    while x < box.right + 2:
        items += _band(pen, line(Point(x, box.top), Point(x, box.bottom)), arms, 1.5)
        x += 3.4
    return items


def _grid(box: Rect, across: float, down: float, *, staggered: bool = False) -> Iterator[tuple[float, float]]:
    for row in range(int(box.height / down) + 2):
        shift = across / 2 if staggered and row % 2 else 0.0
        for column in range(int(box.width / across) + 2):
            yield box.left + column * across + shift, box.top + row * down


_PATTERNS: Mapping[str, Callable[[Pen, Rect, Arms], Items]] = {
    "raven": _lozenges,
    "rose": _dots,
    "heron": _waves,
    "sun": _stripes,
}


def patterned(pen: Pen, outline: Outline, arms: Arms, width: float | None = None) -> Items:
    """A shape in the family's colour and pattern, with a line around it."""
    pattern = _PATTERNS[arms.emblem](pen, outline.bounds, arms)
    return (
        *pen.shape(outline, arms.colour, arms.line, width),
        Group(pattern, clip=outline),
        *pen.line(outline, arms.line, width or pen.lines.outline),
    )


def emblem(pen: Pen, arms: Arms, at: Point, size: float) -> Items:
    """The emblem on the family's ground, `size` mm across. Saving ink, it is dark on white."""
    figure, ground = arms.figure, arms.colour
    if pen.style.ink_saving:
        figure, ground = pen.colours.ink, pen.colours.paper
    place = Transform.translation(at.x, at.y) @ Transform.scaling(size / 20)
    return (Group(EMBLEMS[arms.emblem](pen, figure, ground), place),)


def shield(pen: Pen, arms: Arms, at: Point, height: float) -> Items:
    """A shield with the emblem: gold rim, plain ground, so that the emblem is clear."""
    scale = height / 24.5
    place = Transform.translation(at.x, at.y) @ Transform.scaling(scale)
    rim = SHIELD.moved(place)
    inner = SHIELD.moved(place @ Transform.scaling(0.87, 0.88))
    return (
        *pen.shape(rim, pen.colours.gold, pen.colours.ink, pen.lines.outline),
        *pen.shape(inner, arms.colour, arms.line, pen.lines.detail),
        *emblem(pen, arms, at + Point(0.0, -0.6 * scale), 13.6 * scale),
    )


def banner(pen: Pen, arms: Arms, at: Point, width: float, height: float) -> Items:
    """A long banner that hangs from a rod, forked below, with pattern and emblem; `at` is the middle of its top."""
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
        *emblem(pen, arms, Point(at.x, top + height * 0.4), width * 0.7),
        *pen.cord(rod, pen.colours.gold, pen.colours.ink, 0.9),
        *pen.shape(circle(Point(left - 1.6, top), 0.95), pen.colours.gold, pen.colours.ink, pen.lines.detail),
        *pen.shape(circle(Point(right + 1.6, top), 0.95), pen.colours.gold, pen.colours.ink, pen.lines.detail),
    )
