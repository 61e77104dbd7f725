"""Parts that several pictures share: clouds with an up, light, little cards, arrows, loose pieces of beanstalk."""

from __future__ import annotations

from cloudy_pnp.cloudy_kingdom.art import stalk as stalks
from cloudy_pnp.cloudy_kingdom.art.stalk import Taper
from cloudy_pnp.cloudy_kingdom.art.style import Items, Pen, around
from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import RadialGradient, fading
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.clouds import scalloped, spiral
from cloudy_pnp.draw.kit.frame import trace
from cloudy_pnp.draw.scene import Group, Outline, Symbol
from cloudy_pnp.draw.shapes import arc, circle, polygon, rounded

# The feet of the bumps, clockwise from the left, for clouds about 20 mm wide; the last two are the flat underside.
_CLOUDS = (
    ((-10, 1.6), (-9.2, -2.2), (-5.4, -4.6), (0.6, -5.4), (5.2, -3.2), (8.6, -0.8), (10, 1.8), (4.6, 2.6), (-4.8, 2.6)),
    ((-10, 2.0), (-7.6, -1.4), (-3, -2.6), (-0.6, -5.6), (4.8, -5.2), (7.4, -1.6), (10, 2.0), (3.2, 2.8), (-4, 2.8)),
    ((-10, 1.4), (-8.4, -1.6), (-4, -3.2), (1.2, -2.4), (5, -3), (8.8, -1), (10, 1.4), (3.6, 2), (-3.6, 2)),
)
_CURLS = ((-4.4, -1.4, 2.5, 1), (3.6, -1.2, 2.1, -1), (5.0, -0.4, 1.9, 1))  # one in each: place, size, hand
KINDS = len(_CLOUDS)


def cloud_outline(kind: int) -> Outline:
    """Return the outline of a cloud, about 20 mm wide around the origin."""
    return scalloped([Point(x, y) for x, y in _CLOUDS[kind]])


def cloud(pen: Pen, kind: int) -> Symbol:
    """Draw a nearby cloud: white, shaded below, with a curl."""

    def draw() -> Symbol:
        colours, outline = pen.colours, cloud_outline(kind)
        x, y, radius, hand = _CURLS[kind]
        lit = outline.moved(Transform.scaling(0.93, 0.86, about=Point(0.0, -6.0)))
        items = (
            *pen.shape(outline, colours.cloud_shade, colours.cloud_line if pen.style.ink_saving else None),
            *pen.tint(lit, colours.cloud),
            *pen.line(spiral(Point(x, y), radius, hand).outline(), colours.cloud_line, pen.lines.detail),
        )
        return Symbol(f"cloud-{kind}", items, around(14, 10))

    return pen.kept(f"cloud-{kind}", draw)


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


def branch(pen: Pen, way: Curve, half: float, taper: Taper, *, grooved: bool = True, rounded: bool = True) -> Items:
    """Draw a piece of vine along a curve, rounded at its ends or cut off; `taper` gives the share of its width."""
    line = pen.lines.outline

    def outline(inset: float) -> Outline:
        # The outline keeps its weight; everything inside shrinks with the vine.
        inner = max(0.0, inset - line)
        return way.ribbon(
            lambda t: max(0.1, 2 * ((half - inner) * taper(t) - min(inset, line))),
            round_end=rounded,
            round_start=rounded,
        )

    items = stalks.layers(pen, outline, half)
    if grooved:
        wrung = stalks.grooves(pen, way, half * 0.4, way.length * 0.85, half, taper)
        items += (stalks.inside(pen, outline, wrung),)
    return items


def tapering(end: float = 0.2) -> Taper:
    """Return a taper from thick at the start to thin at the end."""
    return lambda t: 1 - (1 - end) * t
