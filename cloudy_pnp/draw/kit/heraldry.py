"""Marks of ownership: tones of a colour, patterns, a shield, a ribbon."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.frame import trace
from cloudy_pnp.draw.kit.pen import Items, Pen, Style
from cloudy_pnp.draw.scene import CLOSE, Cubic, Group, Line, Move, Outline
from cloudy_pnp.draw.shapes import circle, line, polygon

SHIELD = trace(
    "M -9 -10.5 C -5 -9.6 -2.4 -10.6 0 -12 C 2.4 -10.6 5 -9.6 9 -10.5 C 9.6 -2 9 7 0 12.5 C -9 7 -9.6 -2 -9 -10.5 Z"
)
_LIGHT = 0.6  # a colour lighter than this carries dark figures


class Tones(Struct, frozen=True):
    """A colour, a second shade of it, a contrasting colour for figures on it, and its outline."""

    colour: Colour
    shade: Colour
    figure: Colour
    line: Colour


def tones_of(colour: Colour, ink: Colour, paper: Colour) -> Tones:
    """Return the tones for a colour: light colours carry dark figures and vice versa."""
    if colour.luminance > _LIGHT:
        return Tones(colour, colour.mixed(ink, 0.16), ink.mixed(colour, 0.12), colour.mixed(ink, 0.72))
    return Tones(colour, colour.mixed(paper, 0.26), paper, colour.mixed(ink, 0.7))


# Patterns: each fills a rectangle and is clipped by its caller. Saving ink, they are drawn in fine lines.

Pattern = Callable[[Pen[Style], Rect, Tones], Items]


def _patch(pen: Pen[Style], outline: Outline, tones: Tones) -> Items:
    if pen.style.ink_saving:
        return pen.line(outline, tones.line, pen.lines.fine)
    return pen.tint(outline, tones.shade)


def _band(pen: Pen[Style], outline: Outline, tones: Tones, width: float) -> Items:
    if pen.style.ink_saving:
        return pen.line(outline, tones.line, pen.lines.fine)
    return pen.line(outline, tones.shade, width)


def lozenges(pen: Pen[Style], box: Rect, tones: Tones) -> Items:
    """Draw diamonds, point to point."""
    across, down = 4.4, 6.6
    items: Items = ()
    for x, y in _grid(box, across, down):
        rim = (Point(x, y - down / 2), Point(x + across / 2, y), Point(x, y + down / 2), Point(x - across / 2, y))
        items += _patch(pen, polygon(*rim), tones)
    return items


def dots(pen: Pen[Style], box: Rect, tones: Tones) -> Items:
    """Draw staggered rows of dots."""
    items: Items = ()
    for x, y in _grid(box, 4.6, 2.1, staggered=True):
        items += _patch(pen, circle(Point(x, y), 0.95), tones)
    return items


def waves(pen: Pen[Style], box: Rect, tones: Tones) -> Items:
    """Draw horizontal wavy lines."""
    items: Items = ()
    y = box.top + 1
    while y < box.bottom + 2:
        x = box.left
        segments: list[Move | Cubic] = [Move(Point(x, y))]
        while x < box.right:
            segments.append(Cubic(Point(x + 1.2, y - 1.6), Point(x + 2.0, y - 1.6), Point(x + 3.2, y)))
            segments.append(Cubic(Point(x + 4.4, y + 1.6), Point(x + 5.2, y + 1.6), Point(x + 6.4, y)))
            x += 6.4
        items += _band(pen, Outline(tuple(segments)), tones, 1.0)
        y += 3.6
    return items


def stripes(pen: Pen[Style], box: Rect, tones: Tones) -> Items:
    """Draw upright stripes."""
    items: Items = ()
    x = box.left + 1.2
    while x < box.right + 2:
        items += _band(pen, line(Point(x, box.top), Point(x, box.bottom)), tones, 1.5)
        x += 3.4
    return items


def _grid(box: Rect, across: float, down: float, *, staggered: bool = False) -> Iterator[tuple[float, float]]:
    for row in range(int(box.height / down) + 2):
        shift = across / 2 if staggered and row % 2 else 0.0
        for column in range(int(box.width / across) + 2):
            yield box.left + column * across + shift, box.top + row * down


def patterned(pen: Pen[Style], outline: Outline, tones: Tones, pattern: Pattern, width: float | None = None) -> Items:
    """Draw a shape in a colour and pattern, with a line around it."""
    return (
        *pen.shape(outline, tones.colour, tones.line, width),
        Group(pattern(pen, outline.bounds, tones), clip=outline),
        *pen.line(outline, tones.line, width or pen.lines.outline),
    )


def ribbon(pen: Pen[Style], tones: Tones, box: Rect) -> Items:
    """Draw a ribbon with its ends folded back."""
    back = tones.colour.mixed(pen.ink, 0.35)
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
        items += pen.shape(tail, back, tones.line)
        items += pen.shape(
            polygon(Point(inner, box.bottom), Point(x, box.bottom), Point(inner, box.bottom + 2.2)),
            tones.line,
            tones.line,
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
    items += pen.shape(front, tones.colour, tones.line)
    for y in (box.top + 0.9, box.bottom - 0.9):
        seam = Outline(
            (
                Move(Point(box.left + 0.8, y)),
                Cubic(Point(box.left + third, y - sag), Point(box.right - third, y - sag), Point(box.right - 0.8, y)),
            )
        )
        items += pen.gleam(seam, tones.figure.mixed(tones.colour, 0.5), pen.lines.fine)
    return items
