"""Clouds, suns, drops, bolts, wind and rainbows, each about the origin or a given point."""

from __future__ import annotations

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import Colour, LinearGradient, RadialGradient
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.clouds import scalloped, spiral
from cloudy_pnp.draw.kit.frame import trace
from cloudy_pnp.draw.scene import Outline
from cloudy_pnp.draw.shapes import arc, circle, ellipse, polygon, rectangle, star
from luftschloesser.art.look import Items, Pen

# The feet of a cloud's bumps about its middle, in shares of half its width, clockwise from the left.
_FEET = (
    (-0.86, 0.28),
    (-0.72, -0.3),
    (-0.2, -0.56),
    (0.42, -0.46),
    (0.8, -0.08),
    (0.84, 0.36),
    (0.3, 0.52),
    (-0.36, 0.52),
)
BOLT = trace("M 1 -9 L -5 1.5 L -1 1.5 L -4 10 L 6 -2.5 L 1.4 -2.5 L 5.4 -9 Z")
_DROP = trace(
    "M 0 -2.4 C 0.6 -1 1.5 -0.1 1.5 1 C 1.5 1.9 0.8 2.5 0 2.5 C -0.8 2.5 -1.5 1.9 -1.5 1 C -1.5 -0.1 -0.6 -1 0 -2.4 Z"
)


def cloud_outline(centre: Point, width: float) -> Outline:
    """Return the outline of a cloud."""
    return scalloped([centre + Point(x, y) * (width / 2) for x, y in _FEET], 0.3)


def cloud(pen: Pen, centre: Point, width: float, *, dark: bool = False) -> Items:
    """Draw a cloud with a shade below and a curl."""
    colours = pen.colours
    outline = cloud_outline(centre, width)
    body, shade = (colours.dusk_light, colours.dusk) if dark else (colours.cloud, colours.cloud_shade)
    box = outline.bounds
    fill = LinearGradient.between(box.at(0.5, 0.25), box.at(0.5, 1.05), body, body.mixed(shade, 0.35), shade)
    curl = spiral(centre + Point(-0.12 * width, 0.02 * width), 0.12 * width, 1, 200.0, 380.0)
    line = colours.ink if dark else colours.cloud_line
    return (
        *pen.shape(outline, fill, line, max(pen.lines.detail, width / 55)),
        *pen.line(curl.outline(), line.mixed(body, 0.35), max(pen.lines.fine, width / 90)),
    )


def heavens(pen: Pen, box: Rect, high: Colour, low: Colour) -> Items:
    """Draw a sky that fills a rectangle."""
    return pen.tint(rectangle(box), LinearGradient.between(box.at(0.5, 0), box.at(0.5, 1), high, low))


def sun(pen: Pen, centre: Point, radius: float, *, face: bool = True) -> Items:
    """Draw a friendly sun; without a face it is symmetrical under a half turn."""
    colours = pen.colours
    glow = RadialGradient.between(centre, radius * 2.1, colours.gold_light, colours.gold_light.lighter(0.75))
    items = pen.tint(circle(centre, radius * 1.0), glow, 0.5)
    items += pen.shape(star(centre, radius * 1.62, radius * 1.08, 12), colours.gold_light, colours.gold_line)
    items += pen.shape(circle(centre, radius), colours.gold, colours.gold_line)
    if not face:
        return items
    eye = radius * 0.12
    for side in (-1, 1):
        items += pen.solid(ellipse(centre + Point(side * radius * 0.34, -radius * 0.1), eye, eye * 1.4), colours.ink)
        cheek = centre + Point(side * radius * 0.56, radius * 0.22)
        items += pen.tint(circle(cheek, radius * 0.15), colours.bow[0], 0.35)
    items += pen.line(arc(centre + Point(0, radius * 0.05), radius * 0.4, 35, 145), colours.ink, radius * 0.08)
    return items


def drops(pen: Pen, box: Rect, size: float = 1.0) -> Items:
    """Draw rain in a rectangle, in slanting rows."""
    colours = pen.colours
    items: Items = ()
    step = 5.2 * size
    rows, cols = max(1, int(box.height / step)), max(1, int(box.width / step))
    for row in range(rows):
        for col in range(cols):
            at = Point(box.x + (col + 0.5 + 0.25 * (row % 2)) * step, box.y + (row + 0.5) * step)
            place = Transform.translation(at.x, at.y) @ Transform.scaling(size)
            items += pen.shape(_DROP.moved(place), colours.drop, colours.drop_line, pen.lines.detail)
    return items


def bolt(pen: Pen, centre: Point, size: float) -> Items:
    """Draw a bolt of lightning, 19 mm high at size 1."""
    outline = BOLT.moved(Transform.translation(centre.x, centre.y) @ Transform.scaling(size))
    return pen.shape(outline, pen.colours.gold_light, pen.colours.gold_line)


def gust(pen: Pen, start: Point, length: float, curl: float, width: float = 1.1) -> Items:
    """Draw a line of wind that ends in a curl."""
    colour = pen.colours.wind
    end = start + Point(length, 0)
    way = Curve.through(start, start + Point(length * 0.35, -curl * 0.35), start + Point(length * 0.7, curl * 0.1), end)
    hook = spiral(end + Point(0, -curl), curl, 1, 90.0, -330.0)
    return (*pen.line(way.outline(), colour, width), *pen.line(hook.outline(), colour, width))


def rainbow(pen: Pen, centre: Point, radius: float, band: float) -> Items:
    """Draw six bands; saving ink, their edges."""
    items: Items = ()
    for index, colour in enumerate(pen.colours.bow):
        items += pen.line(
            arc(centre, radius - index * band, 180, 360), colour, pen.lines.fine if pen.style.ink_saving else band
        )
    for edge in (radius + band / 2, radius - (len(pen.colours.bow) - 0.5) * band):
        items += pen.line(arc(centre, edge, 180, 360), pen.ink, pen.lines.fine)
    return items


def arrow(pen: Pen, centre: Point, degrees: float, length: float, colour: Colour) -> Items:
    """Draw a stout arrow that points away from its middle."""
    half = length / 2
    shape = polygon(
        Point(-half, -0.16 * length),
        Point(0.05 * length, -0.16 * length),
        Point(0.05 * length, -0.38 * length),
        Point(half, 0),
        Point(0.05 * length, 0.38 * length),
        Point(0.05 * length, 0.16 * length),
        Point(-half, 0.16 * length),
    )
    return pen.shape(
        shape.moved(Transform.translation(centre.x, centre.y) @ Transform.rotation(degrees)), colour, pen.ink
    )
