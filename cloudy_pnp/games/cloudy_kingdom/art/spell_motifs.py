"""Parts that several illustrations of spells share: light, little cards and arrows."""

from __future__ import annotations

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import RadialGradient, fading
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.scene import Group
from cloudy_pnp.draw.shapes import arc, circle, polygon, rounded
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen


def glow(pen: Pen, at: Point, radius: float) -> Items:
    """Draw soft light around something magic."""
    return pen.tint(circle(at, radius), RadialGradient(at, radius, fading(pen.colours.flame_light, 0.95, 0.0)))


def little_card(pen: Pen, at: Point, turn: float, scale: float = 1.0, *, ends: str = "ns") -> Items:
    """Draw a vine card, 11 by 17 mm, with a simple vine on it: never straight, or it looks like a parcel."""
    colours = pen.colours
    box = Rect(-5.5, -8.5, 11.0, 17.0)
    outline = rounded(box, 1.0)
    items = pen.shape(outline, colours.paper, colours.ink, pen.lines.detail)
    items += pen.tint(rounded(box.inset(0.9, 0.9), 0.6), colours.sky)
    ways = [trace(_WAYS[end]) for end in ends]
    strands: Items = ()
    for width, tone in ((3.0, colours.vine_line), (2.2, colours.vine), (0.8, colours.vine_light)):
        for way in ways:
            strands += pen.line(way, tone, width)
    if pen.style.ink_saving:
        strands = tuple(item for way in ways for item in pen.cord(way, colours.vine, colours.vine_line, 1.6))
    items += (Group(strands, clip=outline),)
    items += pen.line(outline, colours.ink, pen.lines.detail)
    for leaf in _LEAVES:
        items += pen.shape(trace(leaf), colours.leaf, colours.leaf_line, pen.lines.fine)
    return (Group(items, Transform.translation(at.x, at.y) @ Transform.rotation(turn) @ Transform.scaling(scale)),)


_WAYS = {
    "n": "M 0 0 C 2.6 -2.6 -2.6 -5.2 0 -8.5",
    "e": "M 0 0 C 1.6 -2.2 3.6 1.6 5.5 0",
    "s": "M 0 0 C -2.6 2.6 2.6 5.2 0 8.5",
    "w": "M 0 0 C -1.6 2.2 -3.6 -1.6 -5.5 0",
}
_LEAVES = (
    "M -0.2 -3.6 C -1.4 -6 -3.6 -6 -4.2 -4.6 C -3.4 -2.8 -1.4 -2.6 -0.2 -3.6 Z",
    "M 0.2 3.6 C 1.4 6 3.6 6 4.2 4.6 C 3.4 2.8 1.4 2.6 0.2 3.6 Z",
)


def arrow(pen: Pen, centre: Point, radius: float, start: float, sweep: float) -> Items:
    """Draw a bold golden arrow along an arc, clockwise."""
    colours = pen.colours
    end = start + sweep
    way = arc(centre, radius, start, end)
    tip, back = centre + Point.polar(radius, end + 17 * 14 / radius), Point.polar(1.0, end)
    foot = centre + Point.polar(radius, end - 3)
    head = polygon(tip, foot + back * 3.6, foot - back * 3.6)
    return (
        *pen.line(way, colours.ink, 3.4),
        *pen.shape(head, colours.gold, colours.ink, 2 * pen.lines.outline),
        *pen.line(way, colours.paper if pen.style.ink_saving else colours.gold, 2.4),
        *pen.tint(head, colours.gold),
    )
