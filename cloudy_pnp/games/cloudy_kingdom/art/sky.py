"""Clouds seen from the side, for pictures that have an up: a few symbols, used at other places, sizes and hands."""

from __future__ import annotations

from cloudy_pnp.core.geometry import Point, Transform
from cloudy_pnp.draw.kit.clouds import scalloped, spiral
from cloudy_pnp.draw.scene import Outline, Symbol
from cloudy_pnp.games.cloudy_kingdom.art.pen import Pen, around

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
