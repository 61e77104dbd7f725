"""Colours, fills, lines and text styles of a layout, for a card.

The context in which a layout is drawn, in addition to the card itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.draw.colour import BLACK, Colour, LinearGradient, Paint, RadialGradient, Stop
from cloudy_pnp.draw.fontbook import NO_FONTS, FontBook
from cloudy_pnp.draw.kit.frame import SHORT, Frame
from cloudy_pnp.draw.kit.pen import Fonts, Items
from cloudy_pnp.draw.scene import Join, Stroke
from cloudy_pnp.draw.shaping import Icon
from cloudy_pnp.draw.text import Align, TextStyle, Vertical
from cloudy_pnp.layouts.model import Layout
from cloudy_pnp.layouts.pictures import Pictures
from cloudy_pnp.layouts.values import BadValue, Fields, Settings

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


SIZE = 3.2
MOST_LIKE = 8
_LIGHT = 0.6  # lighter text is not readable on white paper


class LineWidths(Struct, frozen=True):
    """The line widths of the kit's drawings, in mm."""

    outline: float = 0.35
    detail: float = 0.22
    fine: float = 0.13


_FRAME, _FONTS = Frame(SHORT, SHORT, 0.0), Fonts(NO_FONTS.body, 700, NO_FONTS.body, 2.0)


class KitStyle(Struct, frozen=True):
    """The style for the kit's pen; layouts draw in real millimetres."""

    ink_saving: bool = False
    ink: Colour = BLACK
    frame: Frame = _FRAME
    lines: LineWidths = LineWidths()
    fonts: Fonts = _FONTS


class Painter(Struct, frozen=True):
    """The colours and styles of a layout, applied to a card."""

    layout: Layout
    fields: Fields
    ink_saving: bool = False
    fonts: FontBook = NO_FONTS

    def colour(self, text: str) -> Colour:
        """Return a colour: literal, by its name, or from a field."""
        value = self.fields.value(text) if "{" in text else text
        word = self.layout.colours.get(str(value), value)
        try:
            return Colour.parse(word)
        except (ValueError, AttributeError, TypeError):
            raise BadValue(f"{text} is not a colour here: {value!r}") from None

    def shade(self, spec: str | Settings) -> Colour:
        """Return a colour, optionally lighter or darker."""
        if isinstance(spec, str):
            return self.colour(spec)
        colour = self.colour(spec["colour"]) if "colour" in spec else BLACK
        colour = colour.lighter(spec["lighter"]) if "lighter" in spec else colour
        return colour.darker(spec["darker"]) if "darker" in spec else colour

    def fill(self, spec: str | Settings | None, box: Rect) -> Paint | None:
        """Return a colour or a gradient over a box."""
        if spec is None:
            return None
        if isinstance(spec, str) or "gradient" not in spec:
            return self.shade(spec)
        parts = spec["gradient"]
        stops = tuple(
            Stop(
                index / (len(parts) - 1),
                self.shade(part),
                part.get("opacity", 1.0) if isinstance(part, Mapping) else 1.0,
            )
            for index, part in enumerate(parts)
        )
        match spec.get("towards", "bottom"):
            case "right":
                return LinearGradient(box.at(0, 0.5), box.at(1, 0.5), stops)
            case "corner":
                return LinearGradient(box.at(0, 0), box.at(1, 1), stops)
            case "rim":
                return RadialGradient(box.centre, max(box.width, box.height) / 2, stops)
        return LinearGradient(box.at(0.5, 0), box.at(0.5, 1), stops)

    def stroke(self, spec: Settings | None) -> Stroke | None:
        """Return a line with round joins."""
        if spec is None:
            return None
        dashes = tuple(float(length) for length in spec.get("dashes", ()))
        return Stroke(self.colour(spec["colour"]), spec.get("width", 0.3), join=Join.ROUND, dashes=dashes)

    def style(self, spec: str | Settings | None) -> TextStyle:
        """Return a style with everything it is based on."""
        merged = merged_style(self.layout.styles, spec)
        family, italic = merged.get("font", self.fonts.body), merged.get("italic", False)
        font = self.fonts.font(family, merged.get("weight", 400), italic)
        colour = self.colour(merged["colour"]) if "colour" in merged else BLACK
        if self.ink_saving and colour.luminance > _LIGHT:
            colour = BLACK
        return TextStyle(
            font,
            _length(merged.get("size", SIZE)) or SIZE,
            _length(merged.get("smallest")),
            self.fonts.font(family, merged.get("bold", 700), italic),
            colour,
            merged.get("leading", 1.2),
            merged.get("gap", 0.4),
            Align(merged.get("align", "left")),
            Vertical(merged.get("vertical", "top")),
            merged.get("hyphenate", True),
            merged.get("one-line", False) or bool(merged.get("arc")),
        )


def _length(value: float | str | None) -> float | None:
    """Return a size in mm; an unknown constant, which the check reports, counts as none."""
    return None if isinstance(value, str) else value


def merged_style(styles: Mapping[str, Settings], spec: str | Settings | None) -> dict[str, Any]:
    """Merge the settings of a style with those of the styles it is based on.

    >>> merged_style({"body": {"size": 3}, "small": {"like": "body", "size": 2, "italic": True}}, "small")
    {'size': 2, 'like': 'body', 'italic': True}
    """
    line: list[Settings] = []
    while spec is not None and len(line) < MOST_LIKE:
        style = styles.get(spec) if isinstance(spec, str) else spec
        if style is None:
            break
        line.append(style)
        spec = style.get("like")
    merged: dict[str, Any] = {}
    for style_settings in reversed(line):
        merged |= style_settings
    return merged
