"""The look of everything: line widths, fonts, and the pen that draws with them.

The pictures are data, in `templates/luftschloesser`: parts are SVG files in named tones (`art/`); the table
`pictures.yaml` lists the tones, how the time of day and the weather change them, and the parts of each picture, from
back to front.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

import msgspec
import yaml
from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.geometry import Point, Transform
from cloudy_pnp.core.shipped import data_root
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit import art
from cloudy_pnp.draw.kit import pen as kit
from cloudy_pnp.draw.kit.frame import Frame
from cloudy_pnp.draw.kit.pen import Fonts
from cloudy_pnp.draw.scene import Group, Symbol, Use
from cloudy_pnp.game.contract import ArtPart, Data

Items = kit.Items
Palette = Mapping[str, str]  # colours by the names of tones
CARD = (57.15, 88.9)  # a bridge card
BLEED = 3.0
_FOLDER = data_root(Path(__file__).parents[1]) / "templates" / "luftschloesser" / "art"


class Wash(Struct, frozen=True):
    """A light that changes tones: a share of the way to its colour for landscapes, and tones of its own."""

    to: str = "#ffffff"
    share: float = 0.0
    tones: Palette = {}


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One layer of a picture: a part or another picture. `{time}`, `{land}`, `{shape}` in its name are filled in."""

    part: str
    at: tuple[float, float] = (0.0, 0.0)
    size: float = 1.0
    turn: float = 0.0
    mirrored: bool = False
    player: int = 0  # whose colour and shape
    time: str = ""
    weather: str = ""


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `pictures.yaml`."""

    tones: Palette
    landscape: Palette  # tones that the time of day and the weather wash
    players: Mapping[str, tuple[str, float]]  # tones made from a player's colour: mixed with a tone, by a share
    times: Mapping[str, Wash]  # by row of the board, from the north
    lands: tuple[str, ...]  # by column, from the west
    weathers: Mapping[str, Wash]
    pictures: Mapping[str, tuple[Step, ...]]


class Light(Struct, frozen=True):
    """The setting of a picture: time of day, landscape, weather, and the colour and shape of its players."""

    time: str = "noon"
    land: str = "hills"
    weather: str = "sun"
    looks: tuple[tuple[str, str], ...] = ()

    @property
    def tones(self) -> tuple[str, str, str]:
        """The settings of the tones: time, weather, and the first player's colour."""
        return self.time, self.weather, self.looks[0][0] if self.looks else "#3a7db3"

    @property
    def names(self) -> Mapping[str, str]:
        """The values for the names of parts."""
        shape = self.looks[0][1] if self.looks else "round"
        return {"time": self.time, "land": self.land, "weather": self.weather, "shape": shape}


PLAIN, ORIGIN = Light(), Point(0.0, 0.0)


@cache
def table() -> Table:
    """Return the table of pictures."""
    return msgspec.convert(yaml.load(_FOLDER.with_name("pictures.yaml").read_bytes(), yaml.CSafeLoader), Table)


class Lines(Struct, frozen=True):
    """Widths in mm."""

    outline: float = 0.5
    detail: float = 0.32
    fine: float = 0.22


class Look(Struct, frozen=True):
    """One look of all printed parts. `ink_saving` omits every fill and tint and keeps the lines."""

    frame: Frame
    lines: Lines
    fonts: Fonts
    ink_saving: bool = False
    art: art.Art = field(default_factory=lambda: art.Art(_FOLDER))

    @property
    def ink(self) -> Colour:
        """The colour of lines and texts."""
        return Colour.parse(table().tones["ink"])

    def sized(self, width: float, height: float) -> Look:
        """Return the same look on another card format."""
        return replace(self, frame=Frame(min(width, height), max(width, height), BLEED))


LOOK = Look(Frame(*CARD, BLEED), Lines(), Fonts("Fraunces", 600, "Alegreya Sans", 1.9))


def look_for(data: Data) -> Look:
    """Return the look with the pictures that a project or its packs replace."""
    own = tuple(entry["file"] for entry in data.get("art", ()))
    return replace(LOOK, art=replace(LOOK.art, own=own)) if own else LOOK


class Pen(kit.Pen[Look]):
    """Draws in the tones of the table."""

    __slots__ = ("_parts", "_same", "_tones")

    lines: Lines

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._tones: dict[tuple[str, str, str], art.Tones] = {}
        self._parts: dict[tuple[str, ...], Symbol] = {}
        self._same: dict[tuple[str, Items], Symbol] = {}

    def tone(self, name: str, light: Light = PLAIN) -> Colour:
        """Return the colour of a tone in a setting."""
        return self.tones(light).colour(name)

    def tones(self, light: Light) -> art.Tones:
        """Return all tones in a setting."""
        if light.tones not in self._tones:
            colours = _colours(*light.tones)
            self._tones[light.tones] = art.Tones(colours, self.lines, self.ink, self.style.ink_saving)
        return self._tones[light.tones]

    def part(self, name: str, light: Light = PLAIN) -> Symbol:
        """Return a part in the tones of a setting; parts that look the same are one symbol, stored once."""
        key = (name, *light.tones)
        if key not in self._parts:
            symbol = self.style.art.symbol(name, self.tones(light))
            self._parts[key] = self._same.setdefault((name, symbol.items), symbol)
        return self._parts[key]

    def draw(self, name: str, at: Point = ORIGIN, size: float = 1.0, light: Light = PLAIN) -> Items:
        """Draw a picture of the table, or a part alone, with its origin at a point."""
        place = Transform.translation(at.x, at.y) @ Transform.scaling(size)
        steps = table().pictures.get(name)
        if steps is None:
            return (Use(self.part(name, light), place),)
        return (Group(tuple(item for step in steps for item in self._step(step, light)), place),)

    def _step(self, step: Step, light: Light) -> Items:
        looks = light.looks[step.player :]
        within = Light(step.time or light.time, light.land, step.weather or light.weather, looks)
        place = Transform.translation(*step.at) @ Transform.rotation(step.turn)
        place @= Transform.scaling(-step.size if step.mirrored else step.size, step.size)
        drawn = self.draw(step.part.format(**within.names), light=within)
        return tuple(replace(item, transform=place @ item.transform) for item in drawn)  # type: ignore[union-attr]


@cache
def _colours(time: str, weather: str, player: str) -> Mapping[str, Colour]:
    """Return all tones by name."""
    content = table()
    colours = _parsed(content.landscape)
    for wash in (content.times[time], content.weathers[weather]):
        to = Colour.parse(wash.to)
        colours = {name: colour.mixed(to, wash.share) for name, colour in colours.items()} | _parsed(wash.tones)
    colours |= _parsed(content.tones)
    own = Colour.parse(player)
    return colours | {name: own.mixed(colours[tone], share) for name, (tone, share) in content.players.items()}


def _parsed(tones: Palette) -> dict[str, Colour]:
    return {name: Colour.parse(text) for name, text in tones.items()}


@lru_cache(8)
def pen_for(look: Look) -> Pen:
    """Return the shared pen of a look."""
    return Pen(look)


def _tone_names(_data: Data) -> tuple[str, ...]:
    return tuple(_colours("noon", "sun", "#3a7db3"))


ART = ArtPart(_tone_names, lambda _data: (), (CARD[0], 34.0))
