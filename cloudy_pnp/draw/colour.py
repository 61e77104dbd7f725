"""Colours and gradients. A colour is RGB on screen and knows its CMYK for print."""

from __future__ import annotations

from dataclasses import dataclass
from string import hexdigits

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.draw.inks import Cmyk, inks_for


@dataclass(frozen=True, slots=True)
class Colour:
    """Red, green and blue from 0 to 1; `cmyk` only where the automatic inks are not good enough.

    On a press, a colour may print over what lies beneath instead of taking its place (`overprint`), and it may be an
    ink of its own (`spot`, its name), such as the line that a cutting machine follows. Screens know neither.

    >>> Colour.parse("#ff8000").darker(0.5).hex
    '#804000'
    """

    red: float
    green: float
    blue: float
    cmyk: Cmyk | None = None
    overprint: bool = False
    spot: str = ""

    @classmethod
    def parse(cls, text: str, cmyk: Cmyk | None = None) -> Colour:
        """From `#rrggbb` or `#rgb`; anything else is a ValueError that quotes it."""
        digits = text.removeprefix("#")
        if len(digits) == 3:
            digits = "".join(digit * 2 for digit in digits)
        if not text.startswith("#") or len(digits) != 6 or set(digits) - set(hexdigits):
            raise ValueError(f'"{text}" is not a colour: write it as "#rrggbb"')
        red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
        return cls(red, green, blue, cmyk)

    @classmethod
    def grey(cls, level: float) -> Colour:
        """A neutral grey from 0 (black) to 1 (white), printed with black ink only."""
        return cls(level, level, level)

    @property
    def hex(self) -> str:
        """As SVG and people write it."""
        return "#" + "".join(f"{int(part * 255 + 0.5):02x}" for part in (self.red, self.green, self.blue))

    @property
    def rgb(self) -> tuple[float, float, float]:
        return (self.red, self.green, self.blue)

    @property
    def inks(self) -> Cmyk:
        """Cyan, magenta, yellow, black: those given, or those that look like the colour (see `inks.py`).

        >>> Colour.grey(0.25).inks
        (0.0, 0.0, 0.0, 0.79)
        """
        return self.cmyk or inks_for(self.red, self.green, self.blue)

    @property
    def luminance(self) -> float:
        """How light the colour looks in grey (Rec. 709 weights on the sRGB values), 0 to 1."""
        return 0.2126 * self.red + 0.7152 * self.green + 0.0722 * self.blue

    def mixed(self, other: Colour, share: float) -> Colour:
        """`share` (0 to 1) of the way to another colour."""

        def between(mine: float, theirs: float) -> float:
            return mine + (theirs - mine) * share

        cmyk = None
        if self.cmyk is not None or other.cmyk is not None:
            c, m, y, k = (between(mine, theirs) for mine, theirs in zip(self.inks, other.inks, strict=True))
            cmyk = (c, m, y, k)
        red, green, blue = (between(mine, theirs) for mine, theirs in zip(self.rgb, other.rgb, strict=True))
        return Colour(red, green, blue, cmyk)

    def lighter(self, share: float) -> Colour:
        """Towards white."""
        return self.mixed(WHITE, share)

    def darker(self, share: float) -> Colour:
        """Towards black."""
        return self.mixed(BLACK, share)


BLACK = Colour.grey(0.0)
WHITE = Colour.grey(1.0)


@dataclass(frozen=True, slots=True)
class Stop:
    """A colour at a place (0 to 1) of a gradient."""

    offset: float
    colour: Colour
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class LinearGradient:
    """Colours change from `start` to `end`; beyond them the first and the last colour go on."""

    start: Point
    end: Point
    stops: tuple[Stop, ...]

    @classmethod
    def between(cls, start: Point, end: Point, *colours: Colour) -> LinearGradient:
        """Evenly spaced colours (at least two)."""
        return cls(start, end, even_stops(*colours))


@dataclass(frozen=True, slots=True)
class RadialGradient:
    """Colours change from the centre to the radius; beyond it the last colour goes on."""

    centre: Point
    radius: float
    stops: tuple[Stop, ...]

    @classmethod
    def between(cls, centre: Point, radius: float, *colours: Colour) -> RadialGradient:
        """Evenly spaced colours (at least two), the first in the centre."""
        return cls(centre, radius, even_stops(*colours))


Gradient = LinearGradient | RadialGradient
Paint = Colour | LinearGradient | RadialGradient


def even_stops(*colours: Colour) -> tuple[Stop, ...]:
    """Evenly spaced stops from 0 to 1.

    >>> [stop.offset for stop in even_stops(BLACK, WHITE, BLACK)]
    [0.0, 0.5, 1.0]
    """
    if len(colours) < 2:
        raise ValueError("a gradient needs at least two colours")
    return tuple(Stop(index / (len(colours) - 1), colour) for index, colour in enumerate(colours))


def fading(colour: Colour, start: float = 1.0, end: float = 0.0) -> tuple[Stop, ...]:
    """Stops of one colour that grow transparent: glows, mist, soft shadows."""
    return (Stop(0.0, colour, start), Stop(1.0, colour, end))
