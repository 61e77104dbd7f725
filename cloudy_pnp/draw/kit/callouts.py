"""Callouts for parts of a picture: numbers in discs, leader lines, thick arrows, visible on light and dark."""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.core.geometry import Point, Transform
from cloudy_pnp.draw.colour import WHITE, Colour
from cloudy_pnp.draw.scene import Cap, Font, Item, Join, Path, Stroke
from cloudy_pnp.draw.shapes import circle, line, polygon, smooth
from cloudy_pnp.draw.text import Align, text_line

_FONT = Font("Alegreya Sans", 700)


def numbered(at: Point, number: int, radius: float, colour: Colour) -> tuple[Item, ...]:
    """Draw a number in a disc, like those of the steps in the text."""
    size = radius * 1.42
    return (
        Path(circle(at, radius), colour, Stroke(WHITE, radius * 0.2)),
        text_line(str(number), at + Point(0, size * 0.33), _FONT, size, colour=WHITE, align=Align.CENTRE),
    )


def leader(start: Point, end: Point, width: float, colour: Colour) -> tuple[Item, ...]:
    """Draw a line from a number to the part it refers to, with a dot at its end."""
    path = line(start, end)
    return (
        Path(path, None, Stroke(WHITE, width * 2.6, Cap.ROUND)),
        Path(circle(end, width * 2.6), WHITE),
        Path(path, None, Stroke(colour, width, Cap.ROUND)),
        Path(circle(end, width * 1.7), colour),
    )


def swung(points: Sequence[Point], width: float, colour: Colour) -> tuple[Item, ...]:
    """Draw an arrow along a smooth curve through some points; its head ends at the last one."""
    ahead = (points[-1] - points[-2]).unit
    neck = points[-1] - ahead * (width * 2.2)
    shaft = smooth([*points[:-1], neck])
    head = polygon(Point(0, -1.5 * width), Point(2.6 * width, 0), Point(0, 1.5 * width))
    turned = Transform.translation(neck.x, neck.y) @ Transform.rotation(ahead.degrees)
    return (
        Path(shaft, None, Stroke(WHITE, width * 1.9, Cap.ROUND, Join.ROUND)),
        Path(head.moved(turned), WHITE, Stroke(WHITE, width * 0.9, join=Join.ROUND)),
        Path(shaft, None, Stroke(colour, width, Cap.ROUND, Join.ROUND)),
        Path(head.moved(turned), colour),
    )
