"""The look of everything: palette, line widths, fonts, and the pen that draws with them."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit import pen as kit
from cloudy_pnp.draw.kit.frame import Frame
from cloudy_pnp.draw.kit.pen import Fonts

Items = kit.Items
CARD = (57.15, 88.9)  # a bridge card
BLEED = 3.0


class Palette(Struct, frozen=True):
    """The colours of the sky and everything in it."""

    ink: Colour = Colour.parse("#2b2a4a")
    paper: Colour = Colour.parse("#fffaf0")
    sky: Colour = Colour.parse("#8fcbe6")
    sky_light: Colour = Colour.parse("#e3f3f7")
    sky_deep: Colour = Colour.parse("#3f7fb5")
    dusk: Colour = Colour.parse("#5b6d92")
    dusk_light: Colour = Colour.parse("#a9b9cf")
    night: Colour = Colour.parse("#343a6b")
    cloud: Colour = Colour.parse("#ffffff")
    cloud_shade: Colour = Colour.parse("#d3e3f0")
    cloud_line: Colour = Colour.parse("#6f8fb3")
    gold: Colour = Colour.parse("#f6b93b")
    gold_light: Colour = Colour.parse("#ffe08a")
    gold_line: Colour = Colour.parse("#a35f0c")
    drop: Colour = Colour.parse("#3b7fc4")
    drop_line: Colour = Colour.parse("#1f4c80")
    wind: Colour = Colour.parse("#3d6f78")
    bow: tuple[Colour, ...] = tuple(  # of a rainbow, from outside
        Colour.parse(text) for text in ("#c23a4b", "#ee8a32", "#f6cf45", "#5aa860", "#3b7fc4", "#7a4d9f")
    )


class Lines(Struct, frozen=True):
    """Widths in mm."""

    outline: float = 0.5
    detail: float = 0.32
    fine: float = 0.22


class Look(Struct, frozen=True):
    """One look of all printed parts. `ink_saving` omits every fill and tint and keeps the lines."""

    frame: Frame
    colours: Palette
    lines: Lines
    fonts: Fonts
    ink_saving: bool = False

    @property
    def ink(self) -> Colour:
        """The colour of lines and texts."""
        return self.colours.ink

    def sized(self, width: float, height: float) -> Look:
        """Return the same look on another card format."""
        return replace(self, frame=Frame(min(width, height), max(width, height), BLEED))


LOOK = Look(Frame(*CARD, BLEED), Palette(), Lines(), Fonts("Fraunces", 600, "Alegreya Sans", 1.9))


class Pen(kit.Pen[Look]):
    """Draws in the colours of the look."""

    __slots__ = ("colours",)

    lines: Lines

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.colours = look.colours


@lru_cache(8)
def pen_for(look: Look) -> Pen:
    """Return the shared pen of a look."""
    return Pen(look)
