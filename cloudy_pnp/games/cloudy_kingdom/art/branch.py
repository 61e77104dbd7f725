"""Loose pieces of beanstalk for illustrations and backs: along any curve, of any width."""

from __future__ import annotations

from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.scene import Outline
from cloudy_pnp.games.cloudy_kingdom.art import bark
from cloudy_pnp.games.cloudy_kingdom.art.bark import Taper
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen


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

    items = bark.layers(pen, outline, half)
    if grooved:
        wrung = bark.grooves(pen, way, half * 0.4, way.length * 0.85, half, taper)
        items += (bark.inside(pen, outline, wrung),)
    return items


def tapering(end: float = 0.2) -> Taper:
    """Return a taper from thick at the start to thin at the end."""
    return lambda t: 1 - (1 - end) * t
