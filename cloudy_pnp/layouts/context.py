"""The context in which a layout is drawn, in addition to the card itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.draw.fontbook import NO_FONTS, FontBook
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.shaping import Icon
from cloudy_pnp.layouts.pictures import Pictures

Art = Callable[[Rect, Mapping[str, Any]], Items]  # the box to fill, and the card's fields → items to paint, in mm


class LayoutContext(Struct, frozen=True):
    """The context in which layouts are drawn, for one language, or with a `second` one below it.

    A game with its own package passes its code-drawn pictures as `art` (boxes `art: {art: mountain}`) and its own icons
    for texts; `optional` are the names of fields that a card may lack.
    """

    lang: str
    art: Mapping[str, Art] = field(default_factory=dict)
    icons: Mapping[str, Icon] = field(default_factory=dict)
    pictures: Pictures = field(default_factory=Pictures)
    fonts: FontBook = NO_FONTS
    optional: frozenset[str] | None = None
    ink_saving: bool = False
    pseudo: bool = False  # texts 30% longer and accented, to find boxes that are too tight
    second: str = ""
