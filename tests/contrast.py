"""The contrast of two colours, for what people read."""

from __future__ import annotations

from cloudy_pnp.draw import painted
from cloudy_pnp.draw.colour import Colour


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours by WCAG 2, from 1 to 21."""
    return painted.contrast(Colour.parse(first), Colour.parse(second))
