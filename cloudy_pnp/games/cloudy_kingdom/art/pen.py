"""The pen of this game: the kit's, with the game's palette and pictures at hand."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import asdict

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit import pen as kit
from cloudy_pnp.draw.kit.art import Tones
from cloudy_pnp.draw.scene import Symbol
from cloudy_pnp.games.cloudy_kingdom.art.style import Lines, Style

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
