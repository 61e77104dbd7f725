"""The pen of this game: the kit's, with the game's palette at hand."""

from __future__ import annotations

from functools import lru_cache

from cloudy_pnp.draw.kit import pen as kit
from cloudy_pnp.games.cloudy_kingdom.art.style import Lines, Style

Items = kit.Items
around, placed = kit.around, kit.placed


class Pen(kit.Pen[Style]):
    """Draws in the colours and line widths of the style file."""

    __slots__ = ("colours",)

    lines: Lines

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self.colours = style.colours


@lru_cache(8)  # somebody who tries out colours has hundreds of styles in a day
def pen_for(style: Style) -> Pen:
    """The one pen of a style."""
    return Pen(style)
