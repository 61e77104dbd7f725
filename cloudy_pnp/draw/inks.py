"""From screen colours to printing inks, through the profile of the printing condition.

Neutral colours are printed with black alone: three inks that should make a grey never quite do. Inks are whole
percentages, because a press is no more precise, and so that every machine gets the same values.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from cloudy_pnp.draw.press.profile import Cmyk, Lab, Profile, coated, difference, lab

__all__ = ["LEAST_TINT", "MOST_INK", "Cmyk", "Inks", "black_for", "inks_for", "is_neutral"]

MOST_INK = 3.0  # wetter paper sticks to the next sheet
LEAST_TINT = 0.03  # lighter dots vanish on the press
_NEUTRAL = 3.0  # chroma below which a colour is a grey
_STEP = 0.02


class Inks(StrEnum):
    """The colours of a file: RGB for screens and home printers, CMYK for print services."""

    RGB = "rgb"
    CMYK = "cmyk"


@lru_cache(maxsize=4096)
def inks_for(red: float, green: float, blue: float, most: float = MOST_INK) -> Cmyk:
    """Return cyan, magenta, yellow and black for a screen colour, together never more than `most`.

    >>> inks_for(0.5, 0.7, 0.85)[3] < 0.2
    True
    >>> inks_for(0, 0, 0)
    (0.0, 0.0, 0.0, 1.0)
    """
    colour = lab(red, green, blue)
    if is_neutral(colour):
        return (0.0, 0.0, 0.0, black_for(colour[0]))
    return drier(coated().inks(colour), most)


def is_neutral(colour: Lab) -> bool:
    """Check whether a colour looks grey."""
    return colour[1] ** 2 + colour[2] ** 2 < _NEUTRAL**2


@lru_cache(maxsize=1024)
def black_for(lightness: float) -> float:
    """Return the amount of black that has a lightness. Black ink is not perfectly black: the scale is compressed.

    >>> black_for(0), black_for(100)
    (1.0, 0.0)
    """
    darkest = coated().looks((0.0, 0.0, 0.0, 1.0))[0]
    target = darkest + (100 - darkest) * lightness / 100
    return _tint(min(range(101), key=lambda k: abs(coated().looks((0.0, 0.0, 0.0, k / 100))[0] - target)) / 100)


def drier(inks: Cmyk, most: float) -> Cmyk:
    """Reduce the ink, keeping the look: black replaces the grey of the other three inks.

    >>> wet = (0.8, 0.8, 0.8, 0.4)
    >>> sum(drier(wet, 2.4)) <= 2.4
    True
    """
    printed = _printable(inks)
    if sum(printed) <= most + 1e-9:
        return printed
    profile, target, best = coated(), coated().looks(inks), inks
    black = inks[3]
    while sum(_printable(best)) > most + 1e-9 and black < 1:
        black = min(1.0, black + _STEP)
        best = _match_look(profile, target, (*best[:3], black))
    c, m, y, k = _printable(best)
    over = c + m + y + k - most
    if over > 1e-9:  # darker than any black: only less colour is left
        c, m, y = (ink * (most - k) / (c + m + y) for ink in (c, m, y))
    return tuple(int(ink * 100 + 1e-6) / 100 for ink in (c, m, y, k))  # type: ignore[return-value]


def _match_look(profile: Profile, target: Lab, start: Cmyk) -> Cmyk:
    """Return the three inks that come closest to a look with a given black: descend in ever smaller steps."""
    best, error = start, difference(profile.looks(start), target)
    step = 0.08
    while step > 0.004:
        moved = False
        for at in (0, 1, 2):
            for by in (-step, step):
                trial = list(best)
                trial[at] = min(1.0, max(0.0, trial[at] + by))
                inks = (trial[0], trial[1], trial[2], trial[3])
                far = difference(profile.looks(inks), target)
                if far < error - 1e-9:
                    best, error, moved = inks, far, True
        if not moved:
            step /= 2
    return best


def _printable(inks: Cmyk) -> Cmyk:
    c, m, y, k = (_tint(ink) for ink in inks)
    return (c, m, y, k)


def _tint(ink: float) -> float:
    """Round to whole percent, and to zero below the lightest printable tint."""
    return round(ink, 2) if ink >= LEAST_TINT else 0.0
