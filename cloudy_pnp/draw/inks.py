"""From screen colours to printing inks, by asking which inks would look like the colour on paper.

The usual formula (cyan is what red lacks, and so on) takes inks for pure lights and prints skies violet and leaves
grey. Here a small model says how a mixture of inks looks: a dot pattern shows paper, inks and their overprints side
by side, each in its share (Demichel, Neugebauer), and the inks are adjusted until the mixture looks right. Only
sums and products are used, so every machine gets the same numbers.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

Cmyk = tuple[float, float, float, float]
Rgb = tuple[float, float, float]

# How solid inks on coated paper look on a screen: [cyan][magenta][yellow], 0 without and 1 with that ink.
_SOLIDS = {
    (0, 0, 0): (255, 255, 255),
    (0, 0, 1): (255, 237, 0),
    (0, 1, 0): (230, 0, 126),
    (0, 1, 1): (227, 6, 19),
    (1, 0, 0): (0, 158, 227),
    (1, 0, 1): (0, 150, 64),
    (1, 1, 0): (49, 39, 131),
    (1, 1, 1): (60, 55, 50),
}
_BLACK = 29 / 255  # what solid black leaves of a colour
_MOST = 3.0  # wetter paper sticks to the next sheet: printers refuse more than 300 % of ink
_ROUNDS = 14
_STEPS = 8
_NEAR = 0.06  # how much too light the mixture may stay, all three parts together


class Inks(StrEnum):
    """The colours of a file: RGB for screens and home printers, CMYK for print services."""

    RGB = "rgb"
    CMYK = "cmyk"


@lru_cache(maxsize=4096)
def inks_for(red: float, green: float, blue: float) -> Cmyk:
    """Cyan, magenta, yellow and black for a screen colour; greys are printed with black alone.

    >>> [round(ink, 2) for ink in inks_for(0.5, 0.7, 0.85)]
    [0.5, 0.13, 0.03, 0.02]
    >>> inks_for(0.25, 0.25, 0.25)
    (0.0, 0.0, 0.0, 0.75)
    """
    if red == green == blue:
        return (0.0, 0.0, 0.0, 1.0 - red)
    dark = 1.0 - max(red, green, blue)
    inks = (0.0, 0.0, 0.0, dark)
    for step in range(_STEPS + 1):
        # Little black first: it makes light colours dirty. More when the other inks are not dark enough.
        black = dark * dark + (dark - dark * dark) * step / _STEPS
        inks, look = _mixed(red, green, blue, black)
        if sum(look) - red - green - blue < _NEAR and sum(inks) <= _MOST:
            break
    cyan, magenta, yellow, black = inks
    drier = min(1.0, (_MOST - black) / (cyan + magenta + yellow))
    return (cyan * drier, magenta * drier, yellow * drier, black)


def _mixed(red: float, green: float, blue: float, black: float) -> tuple[Cmyk, Rgb]:
    """The three colours that look right together with so much black, and how they look."""
    cyan, magenta, yellow = 1.0 - red, 1.0 - green, 1.0 - blue
    look = appearance(cyan, magenta, yellow, black)
    for _ in range(_ROUNDS):
        cyan = min(1.0, max(0.0, cyan + (look[0] - red) * 0.9))
        magenta = min(1.0, max(0.0, magenta + (look[1] - green) * 0.9))
        yellow = min(1.0, max(0.0, yellow + (look[2] - blue) * 0.9))
        look = appearance(cyan, magenta, yellow, black)
    return (cyan, magenta, yellow, black), look


def appearance(cyan: float, magenta: float, yellow: float, black: float) -> Rgb:
    """How inks look on paper, as screen colour from 0 to 1."""
    red = green = blue = 0.0
    for (c, m, y), solid in _SOLIDS.items():
        share = (cyan if c else 1 - cyan) * (magenta if m else 1 - magenta) * (yellow if y else 1 - yellow)
        red += share * solid[0]
        green += share * solid[1]
        blue += share * solid[2]
    left = (1.0 - black * (1.0 - _BLACK)) / 255
    return (red * left, green * left, blue * left)
