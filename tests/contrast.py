"""The contrast of two colours, for what people read."""

from __future__ import annotations

from cloudy_pnp.draw.colour import Colour


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours by WCAG 2, from 1 to 21."""
    light, dark = sorted((_luminance(Colour.parse(colour)) for colour in (first, second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(part) for part in colour.rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
