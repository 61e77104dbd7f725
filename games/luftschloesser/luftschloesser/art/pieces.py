"""Castles and cloud beings of a colour: its shape is in every part, so that they are distinct without the colour."""

from __future__ import annotations

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.heraldry import Tones, tones_of
from cloudy_pnp.draw.scene import Group, Outline
from cloudy_pnp.draw.shapes import circle, ellipse, polygon, rectangle, rounded, smooth, star, wedge
from luftschloesser.art.look import Items, Pen


def tones(pen: Pen, colour: str) -> Tones:
    """Return the tones of a player's colour."""
    return tones_of(Colour.parse(colour), pen.colours.ink, pen.colours.paper)


def emblem(shape: str, centre: Point, radius: float) -> Outline:
    """Return the shape that identifies a colour."""
    match shape:
        case "round":
            return circle(centre, radius)
        case "square":
            return rectangle(Rect.centred(centre, 1.75 * radius, 1.75 * radius))
        case "pointed":
            return polygon(
                centre + Point(0, -1.15 * radius),
                centre + Point(1.1 * radius, 0.8 * radius),
                centre + Point(-1.1 * radius, 0.8 * radius),
            )
    return star(centre, 1.25 * radius, 0.55 * radius, 5)


def castle(pen: Pen, foot: Point, width: float, colour: str, shape: str) -> Items:
    """Draw a castle with its foot at a point: three towers with roofs of the shape of the colour, 1.5 widths high."""
    palette = tones(pen, colour)
    stone = palette.colour.mixed(pen.colours.paper, 0.72)
    unit = width / 20
    items: Items = ()
    for x, wide, high in ((-6.2, 5.6, 13.0), (6.2, 5.6, 13.0), (0.0, 7.6, 18.0)):
        body = Rect(x - wide / 2, -high, wide, high)
        items += pen.shape(rectangle(body), stone, palette.line)
        items += _roof(pen, palette, Point(x, -high), wide + 1.4, shape)
        window = Rect(x - 0.85, -high + 2.6, 1.7, 3.2)
        items += pen.shape(rounded(window, 0.85), palette.line, palette.line, pen.lines.fine)
    wall = Rect(-8.4, -7.4, 16.8, 7.4)
    items += pen.shape(rectangle(wall), stone, palette.line)
    items += pen.shape(rounded(Rect(-2.1, -5.4, 4.2, 7.0), 2.1), palette.line, palette.line)
    items += pen.shape(emblem(shape, Point(-5.6, -3.8), 1.5), palette.colour, palette.line, pen.lines.fine)
    items += pen.shape(emblem(shape, Point(5.6, -3.8), 1.5), palette.colour, palette.line, pen.lines.fine)
    place = Transform.translation(foot.x, foot.y) @ Transform.scaling(unit)
    clip = rectangle(Rect(-14, -34, 28, 34))
    return (Group(items, place, clip),)


def _roof(pen: Pen, palette: Tones, top: Point, width: float, shape: str) -> Items:
    """Draw a dome, battlements, a spire, or a flag with a star."""
    half = width / 2
    match shape:
        case "round":
            knob = circle(top + Point(0, -half - 1.4), 0.9)
            return (
                *pen.shape(knob, palette.colour, palette.line),
                *pen.shape(wedge(top, half, 180, 360), palette.colour, palette.line),
            )
        case "square":
            tooth = width / 5
            points = [top + Point(-half, 0), top + Point(-half, -4.0)]
            for index in range(5):
                x = -half + index * tooth
                y = -4.0 if index % 2 == 0 else -2.4
                points += [top + Point(x, y), top + Point(x + tooth, y)]
            points += [top + Point(half, 0)]
            return pen.shape(polygon(*points), palette.colour, palette.line)
        case "pointed":
            spire = polygon(top + Point(-half, 0), top + Point(0, -1.6 * width), top + Point(half, 0))
            return pen.shape(spire, palette.colour, palette.line)
    cap = polygon(
        top + Point(-half, 0), top + Point(-half * 0.55, -2.6), top + Point(half * 0.55, -2.6), top + Point(half, 0)
    )
    return (
        *pen.shape(star(top + Point(0, -5.4), 3.5, 1.6, 5), palette.colour, palette.line),
        *pen.shape(cap, palette.colour, palette.line),
    )


def being(pen: Pen, foot: Point, width: float, colour: str, shape: str) -> Items:
    """Draw a cloud being with its foot at a point, its head of the shape of its colour, 1.4 widths high."""
    palette = tones(pen, colour)
    unit = width / 12
    hem = [Point(-5, 0), Point(-3, -1.4), Point(-1.2, 0), Point(0.8, -1.4), Point(2.8, 0), Point(5, -1.2)]
    body = smooth([*hem, Point(4.4, -5), Point(2.6, -8), Point(-2.6, -8), Point(-4.6, -5)], closed=True)
    head = emblem(shape, Point(0, -10.2 if shape != "pointed" else -9.6), 4.6)
    items = pen.shape(body, palette.colour.mixed(pen.colours.paper, 0.35), palette.line)
    items += pen.shape(head, palette.colour, palette.line)
    for side in (-1, 1):
        eye = Point(side * 1.55, -10.2)
        items += pen.shape(ellipse(eye, 1.05, 1.3), pen.colours.paper, palette.line, pen.lines.fine)
        items += pen.solid(circle(eye + Point(0.2, 0.25), 0.5), pen.ink)
    items += pen.line(smooth([Point(-1, -8.2), Point(0, -7.7), Point(1, -8.2)]), palette.figure, 0.4)
    return (Group(items, Transform.translation(foot.x, foot.y) @ Transform.scaling(unit)),)
