"""Colours and gradients. A colour is RGB on screen and has CMYK values for print."""

from __future__ import annotations

from string import hexdigits

from msgspec import Struct

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.draw.inks import Cmyk, inks_for


class Colour(Struct, frozen=True):
    """Red, green and blue from 0 to 1; `cmyk` only where the automatic inks are not good enough.

    On a press, a colour may print on top of what is beneath it instead of replacing it (`overprint`), and it may be a
    separate ink (`spot`, its name), such as the line a cutting machine follows. Screens ignore both.

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
        """Parse `#rrggbb` or `#rgb`. Raises ValueError, quoting any other text."""
        digits = text.removeprefix("#")
        if len(digits) == 3:
            digits = "".join(digit * 2 for digit in digits)
        if not text.startswith("#") or len(digits) != 6 or set(digits) - set(hexdigits):
            raise ValueError(f'"{text}" is not a colour: write it as "#rrggbb"')
        red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
        return cls(red, green, blue, cmyk)

    @classmethod
    def grey(cls, level: float) -> Colour:
        """Return a neutral grey from 0 (black) to 1 (white), printed with black ink only."""
        return cls(level, level, level)

    @property
    def hex(self) -> str:
        """The colour as SVG and people write it."""
        return "#" + "".join(f"{int(part * 255 + 0.5):02x}" for part in (self.red, self.green, self.blue))

    @property
    def rgb(self) -> tuple[float, float, float]:
        return (self.red, self.green, self.blue)

    @property
    def inks(self) -> Cmyk:
        """Cyan, magenta, yellow, black: the given values, or those that look like the colour (see `inks.py`).

        >>> Colour.grey(0.25).inks
        (0.0, 0.0, 0.0, 0.79)
        """
        return self.cmyk or inks_for(self.red, self.green, self.blue)

    @property
    def luminance(self) -> float:
        """The lightness of the colour in grey (Rec. 709 weights on the sRGB values), 0 to 1."""
        return 0.2126 * self.red + 0.7152 * self.green + 0.0722 * self.blue

    def mixed(self, other: Colour, share: float) -> Colour:
        """Mix the colour with another, `share` (0 to 1) of the way to it."""

        def between(mine: float, theirs: float) -> float:
            return mine + (theirs - mine) * share

        cmyk = None
        if self.cmyk is not None or other.cmyk is not None:
            c, m, y, k = (between(mine, theirs) for mine, theirs in zip(self.inks, other.inks, strict=True))
            cmyk = (c, m, y, k)
        red, green, blue = (between(mine, theirs) for mine, theirs in zip(self.rgb, other.rgb, strict=True))
        return Colour(red, green, blue, cmyk)

    def lighter(self, share: float) -> Colour:
        """Mix the colour with white."""
        return self.mixed(WHITE, share)

    def darker(self, share: float) -> Colour:
        """Mix the colour with black."""
        return self.mixed(BLACK, share)


BLACK = Colour.grey(0.0)
WHITE = Colour.grey(1.0)


class Stop(Struct, frozen=True):
    """A colour at an offset (0 to 1) of a gradient."""

    offset: float
    colour: Colour
    opacity: float = 1.0


class LinearGradient(Struct, frozen=True):
    """Colours changing from `start` to `end`; the first and the last colour continue beyond them."""

    start: Point
    end: Point
    stops: tuple[Stop, ...]

    @classmethod
    def between(cls, start: Point, end: Point, *colours: Colour) -> LinearGradient:
        """Return a gradient of evenly spaced colours (at least two)."""
        return cls(start, end, even_stops(*colours))


class RadialGradient(Struct, frozen=True):
    """Colours changing from the centre to the radius; the last colour continues beyond it."""

    centre: Point
    radius: float
    stops: tuple[Stop, ...]

    @classmethod
    def between(cls, centre: Point, radius: float, *colours: Colour) -> RadialGradient:
        """Return a gradient of evenly spaced colours (at least two), the first in the centre."""
        return cls(centre, radius, even_stops(*colours))


Gradient = LinearGradient | RadialGradient
Paint = Colour | LinearGradient | RadialGradient


def even_stops(*colours: Colour) -> tuple[Stop, ...]:
    """Space the colours evenly from 0 to 1.

    >>> [stop.offset for stop in even_stops(BLACK, WHITE, BLACK)]
    [0.0, 0.5, 1.0]
    """
    if len(colours) < 2:
        raise ValueError("a gradient needs at least two colours")
    return tuple(Stop(index / (len(colours) - 1), colour) for index, colour in enumerate(colours))


def fading(colour: Colour, start: float = 1.0, end: float = 0.0) -> tuple[Stop, ...]:
    """Return the stops of a colour that becomes transparent: for glows, mist, soft shadows."""
    return (Stop(0.0, colour, start), Stop(1.0, colour, end))
