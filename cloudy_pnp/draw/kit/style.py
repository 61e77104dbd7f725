"""The parts of a game's style that a pen needs. A game's own style has more: its palette, its own line widths."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.frame import Frame


class Lines(Protocol):
    """Line widths in mm of the drawing, from the boldest to the finest."""

    @property
    def outline(self) -> float: ...
    @property
    def detail(self) -> float: ...
    @property
    def fine(self) -> float: ...


class Fonts(Struct, frozen=True):
    """Font families: `display` for names, `body` for texts; no text is set smaller than `smallest` mm."""

    display: str
    display_weight: int
    body: str
    smallest: float


class Style(Protocol):
    """The look of a whole deck. `ink_saving` omits every fill and tint and keeps the lines."""

    @property
    def frame(self) -> Frame: ...
    @property
    def lines(self) -> Lines: ...
    @property
    def fonts(self) -> Fonts: ...
    @property
    def ink(self) -> Colour: ...
    @property
    def ink_saving(self) -> bool: ...
