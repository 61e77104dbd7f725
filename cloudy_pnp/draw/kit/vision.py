"""Tell whether two colours can be distinguished: in print, in grey, and with every kind of colour vision.

Colours are compared in CIE Lab, where a distance of about 2 can just be seen side by side. Reduced colour vision is
simulated with the matrices of Machado, Oliveira and Fernandes (2009) for a missing kind of cone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from cloudy_pnp.draw.colour import Colour

Lab = tuple[float, float, float]
Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

FAR = 15.0  # the smallest distance of two colours that must not be confused
LIGHT = 10.0  # the smallest difference in lightness, for prints in grey

VISIONS: Mapping[str, Matrix] = {
    "with normal colour vision": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "for people who do not see red (protanopia)": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "for people who do not see green (deuteranopia)": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "for people who do not see blue (tritanopia)": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour: Colour, vision: Matrix) -> Colour:
    """Return a colour as seen with another colour vision.

    >>> red, green = Colour.parse("#c83232"), Colour.parse("#6e6e14")
    >>> deuteranopia = VISIONS["for people who do not see green (deuteranopia)"]
    >>> round(distance(red, green)), round(distance(seen(red, deuteranopia), seen(green, deuteranopia)))
    (70, 5)
    """
    linear = [_linear(part) for part in colour.rgb]
    red, green, blue = (
        _gamma(min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, linear, strict=True)))))
        for row in vision
    )
    return Colour(red, green, blue)


def lab(colour: Colour) -> Lab:
    """Convert a colour to CIE Lab under daylight (D65).

    >>> [round(part) for part in lab(Colour.parse("#ffffff"))]
    [100, 0, 0]
    """
    r, g, b = (_linear(part) for part in colour.rgb)
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (_cube_root(value) for value in (x, y, z))
    return (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))


def distance(first: Colour, second: Colour) -> float:
    """Return the difference between two colours (ΔE, CIE 1976)."""
    return math.dist(lab(first), lab(second))


@lru_cache(maxsize=2_000)  # a preview asks for the same pairs after every key press
def too_close(first: Colour, second: Colour, far: float = FAR, light: float = LIGHT) -> str:
    """Describe in which ways two colours are hard to distinguish; empty when they are not.

    >>> too_close(Colour.parse("#101010"), Colour.parse("#f4e890"))
    ''
    """
    reasons = []
    for name, vision in VISIONS.items():
        apart = distance(seen(first, vision), seen(second, vision))
        if apart < far:
            reasons.append(f"{apart:.0f} apart {name} (at least {far:.0f} wanted)")
    lighter = abs(lab(first)[0] - lab(second)[0])
    if lighter < light:
        reasons.append(f"{lighter:.0f} apart in grey (at least {light:.0f} wanted)")
    return "; ".join(reasons)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4)


def _gamma(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else 1.055 * math.pow(part, 1 / 2.4) - 0.055


def _cube_root(value: float) -> float:
    return math.cbrt(value) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
