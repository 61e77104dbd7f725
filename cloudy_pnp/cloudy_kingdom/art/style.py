"""The look of everything as the author's style file says, and the pen that draws in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from cloudy_pnp.cloudy_kingdom.model.cards import shipped_art
from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit import pen as kit
from cloudy_pnp.draw.kit.art import Art, ArtFile, Tones
from cloudy_pnp.draw.kit.frame import Frame
from cloudy_pnp.draw.kit.pen import Fonts
from cloudy_pnp.draw.scene import Symbol


class Colours(Struct, frozen=True):
    """The palette; the names in the file are the same with `-` for `_`."""

    sky: Colour
    sky_light: Colour
    haze: Colour
    cloud: Colour
    cloud_shade: Colour
    cloud_line: Colour
    vine: Colour
    vine_light: Colour
    vine_shade: Colour
    vine_line: Colour
    torn: Colour
    leaf: Colour
    leaf_shade: Colour
    leaf_line: Colour
    bloom: Colour
    bloom_heart: Colour
    bean: Colour
    wood: Colour
    wood_line: Colour
    rope: Colour
    thorn: Colour
    thorn_line: Colour
    berry: Colour
    flame: Colour
    flame_light: Colour
    flame_line: Colour
    stone: Colour
    stone_shade: Colour
    stone_line: Colour
    metal: Colour
    dusk: Colour
    dusk_light: Colour
    night: Colour
    night_light: Colour
    paper: Colour
    ink: Colour
    gold: Colour
    route: Colour
    table: Colour


class Lines(Struct, frozen=True):
    """Widths in mm on a bridge card; other formats scale them."""

    vine: float  # how wide a vine is at every end
    outline: float
    detail: float
    fine: float


class Sky(Struct, frozen=True):
    """One of the skies that vine cards take turns with: its colour along the cut and in the middle, and its weather."""

    edge: Colour
    light: Colour
    weather: str


class Style(Struct, frozen=True):
    """One look of the whole deck. `ink_saving` omits every fill and tint and keeps the lines."""

    frame: Frame
    colours: Colours
    lines: Lines
    fonts: Fonts
    skies: tuple[Sky, ...]
    ink_saving: bool = False
    art: Art = field(default_factory=lambda: Art(shipped_art()))

    @property
    def ink(self) -> Colour:
        """The colour of lines and texts."""
        return self.colours.ink

    def sized(self, width: float, height: float) -> Style:
        """Return the same look on another card format; the shorter side is n and s."""
        return replace(self, frame=Frame(min(width, height), max(width, height), self.frame.bleed))

    def saving_ink(self) -> Style:
        """Return the same look in outlines only."""
        return replace(self, ink_saving=True)


def style_from_data(data: Mapping[str, Any]) -> Style:
    """Build a style from the map under the key `style` of a style file that has passed its schema."""
    size = data["format"]
    short, long = sorted((size["width"], size["height"]))
    palette = {name: Colour.parse(data["colours"][name.replace("_", "-")]) for name in Colours.__struct_fields__}
    lines, fonts = data["lines"], data["fonts"]
    return Style(
        Frame(short, long, size["bleed"]),
        Colours(**palette),
        Lines(lines["vine"], lines["outline"], lines["detail"], lines["fine"]),
        Fonts(fonts["display"], fonts["display-weight"], fonts["body"], fonts["smallest"]),
        tuple(
            Sky(Colour.parse(sky["edge"]), Colour.parse(sky["light"]), sky["weather"]) for sky in data.get("skies", ())
        )
        or (Sky(palette["sky"], palette["sky_light"], "fair"),),
    )


def pictured_spells(data: Mapping[str, Sequence[Mapping[str, Any]]]) -> set[str]:
    """Return the ids of the spells whose cards have a picture; the others show a face."""
    return {spell["id"] for spell in data.get("spells", ()) if "face" not in spell}


def art_of(data: Mapping[str, Sequence[Mapping[str, Any]]]) -> Art:
    """Return the game's pictures with those of a project and of packs."""
    spells = pictured_spells(data)
    files: list[ArtFile] = [entry["file"] for entry in data.get("art", ())]
    return Art(
        shipped_art(),
        tuple(file for file in files if file.name not in spells),
        tuple(file for file in files if file.name in spells),
    )


Items = kit.Items
around, placed = kit.around, kit.placed


class Pen(kit.Pen[Style]):
    """Draws in the colours and line widths of the style file."""

    __slots__ = ("_palette", "colours")

    lines: Lines

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self.colours = style.colours
        self._palette = {name.replace("_", "-"): colour for name, colour in asdict(style.colours).items()}

    def art(self, name: str, box: Rect | None = None, **tones: Colour) -> Symbol:
        """Return a picture of the game's art; `tones` are those that only this picture has.

        A project's own picture that is drawn to another size is fitted into the box.
        """
        return self.kept(f"art {name} {tones}", lambda: self.style.art.symbol(name, self.tones(**tones), box))

    def portrait(self, entry: str, box: Rect, whole: Rect) -> Symbol | None:
        """Return the picture that a project or a pack has for an entry, None without one; see `Art.portrait`."""
        art = self.style.art
        if not art.has_portrait(entry):
            return None
        return self.kept(f"portrait {entry}", lambda: art.portrait(entry, self.tones(), box, whole))

    def tones(self, **more: Colour) -> Tones:
        """Return the tones that the classes of a picture name."""
        return Tones({**self._palette, **more}, self.lines, self.ink, self.style.ink_saving)


@lru_cache(8)  # a user who tries colours has hundreds of styles in a day
def pen_for(style: Style) -> Pen:
    """Return the shared pen of a style."""
    return Pen(style)
