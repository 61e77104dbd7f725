"""Icons of a layout: the kit's, its own outlines, files, and those drawn by a game; in texts and in rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.icons import SIDE, icon_names, icon_outline
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.kit.trace import trace
from cloudy_pnp.draw.scene import Group, Path
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.draw.shaping import Icon
from cloudy_pnp.layouts.context import Art, LayoutContext
from cloudy_pnp.layouts.paint import Painter

_SQUARE = Rect(0.0, 0.0, SIDE, SIDE)
_TALL = 0.82  # height of an icon in a text, in ems
_DOWN = 0.11  # depth below the baseline
_AIR = 0.05  # margin on each side


class TextIcons(Mapping[str, Icon]):
    """The icons of a layout for texts of one colour, drawn when a text uses them."""

    def __init__(self, painter: Painter, context: LayoutContext, colour: Colour) -> None:
        self._painter, self._context, self._colour = painter, context, colour

    def __getitem__(self, name: str) -> Icon:
        if name in self._context.icons:
            return self._context.icons[name]
        scale = _TALL / SIDE
        place = Transform(scale, 0.0, 0.0, scale, _AIR, _DOWN - _TALL)
        items = icon_items(name, self._painter, self._context, self._colour)
        return Icon(_TALL + 2 * _AIR, (Group(items, place),))

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._painter.layout.icons, *self._context.icons, *icon_names())))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return name in self._painter.layout.icons or name in self._context.icons or name in icon_names()


def icon_items(name: str, painter: Painter, context: LayoutContext, colour: Colour) -> Items:
    """Draw an icon in a square of 10 by 10. Raises KeyError for an unknown name."""
    settings: Mapping[str, Any] = painter.layout.icons.get(name, {})
    if "colour" in settings:
        colour = painter.colour(settings["colour"])
    if "file" in settings:
        picture = context.pictures.find(settings["file"])
        return picture.items(_SQUARE, "contain", (0.5, 0.5), rectangle(_SQUARE))
    if "art" in settings:
        art: Art = context.art[settings["art"]]
        return art(_SQUARE, painter.fields.entry)
    if "path" in settings:
        return (Path(trace(settings["path"]), fill=colour, rule="evenodd"),)
    if name in context.icons and not settings:
        icon = context.icons[name]
        scale = SIDE * _TALL
        return (Group(icon.items, Transform(scale, 0.0, 0.0, scale, 0.0, SIDE * 0.88)),)
    return (Path(icon_outline(settings.get("like", name)), fill=colour, rule="evenodd"),)
