"""The look of everything: palette, line widths, fonts, and the pen that draws with them."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit import pen as kit
from cloudy_pnp.draw.kit.frame import Frame
from cloudy_pnp.draw.kit.style import Fonts

Items = kit.Items
CARD = (57.15, 88.9)  # a bridge card
BLEED = 3.0


class Palette(Struct, frozen=True):
    """The colours of the sky and everything in it."""

    ink: Colour
    paper: Colour
    sky: Colour
    sky_light: Colour
    sky_deep: Colour
    dusk: Colour
    dusk_light: Colour
    night: Colour
    cloud: Colour
    cloud_shade: Colour
    cloud_line: Colour
    gold: Colour
    gold_light: Colour
    gold_line: Colour
    drop: Colour
    drop_line: Colour
    wind: Colour
    bow: tuple[Colour, ...]  # of a rainbow, from outside


_COLOURS = {
    "ink": "#2b2a4a",
    "paper": "#fffaf0",
    "sky": "#8fcbe6",
    "sky_light": "#e3f3f7",
    "sky_deep": "#3f7fb5",
    "dusk": "#5b6d92",
    "dusk_light": "#a9b9cf",
    "night": "#343a6b",
    "cloud": "#ffffff",
    "cloud_shade": "#d3e3f0",
    "cloud_line": "#6f8fb3",
    "gold": "#f6b93b",
    "gold_light": "#ffe08a",
    "gold_line": "#a35f0c",
    "drop": "#3b7fc4",
    "drop_line": "#1f4c80",
    "wind": "#3d6f78",
}
_BOW = ("#c23a4b", "#ee8a32", "#f6cf45", "#5aa860", "#3b7fc4", "#7a4d9f")
PALETTE = Palette(
    **{name: Colour.parse(text) for name, text in _COLOURS.items()}, bow=tuple(Colour.parse(text) for text in _BOW)
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


LOOK = Look(Frame(*CARD, BLEED), PALETTE, Lines(), Fonts("Fraunces", 600, "Alegreya Sans", 1.9))


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
