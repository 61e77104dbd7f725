"""Texts on cards: names on ribbons, rules on paper. What does not fit is reported, not hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.problems import Finding
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.pen import Items, Pen
from cloudy_pnp.draw.kit.style import Style
from cloudy_pnp.draw.scene import Font, Group
from cloudy_pnp.draw.shaping import Icon
from cloudy_pnp.draw.text import NO_ICONS, Align, TextStyle, Vertical, fit_text


@dataclass(frozen=True, slots=True)
class Drawn:
    """A part of a card, and what was wrong with its texts."""

    items: Items = ()
    findings: tuple[Finding, ...] = ()

    def __add__(self, other: Drawn) -> Drawn:
        return Drawn(self.items + other.items, self.findings + other.findings)


@dataclass(frozen=True, slots=True)
class Letterer:
    """Sets the texts of one language with the fonts of a style. Sizes are those of the drawing (`Frame`).

    `icons` are the little pictures that texts may name in brackets.
    """

    pen: Pen[Style]
    lang: str
    icons: Mapping[str, Icon] = field(default_factory=lambda: NO_ICONS)

    def name(self, text: str, box: Rect, colour: Colour, size: float, *, lines: int = 1) -> Drawn:
        """A card's name, as large as fits."""
        fonts = self.pen.style.fonts
        style = TextStyle(
            Font(fonts.display, fonts.display_weight),
            size,
            self._smallest(size),
            colour=colour,
            leading=1.08,
            align=Align.CENTRE,
            vertical=Vertical.MIDDLE,
            hyphenate=False,
            one_line=lines == 1,
        )
        return self._set(text, box, style, "name")

    def rules(self, text: str, box: Rect, size: float) -> Drawn:
        """A rules text, centred."""
        style = TextStyle(
            Font(self.pen.style.fonts.body),
            size,
            self._smallest(size),
            colour=self.pen.ink,
            leading=1.16,
            align=Align.CENTRE,
            vertical=Vertical.MIDDLE,
        )
        return self._set(text, box, style, "text")

    def _smallest(self, size: float) -> float:
        return min(size, self.pen.style.fonts.smallest / self.pen.frame.unit)

    def _set(self, text: str, box: Rect, style: TextStyle, what: str) -> Drawn:
        """Set in real millimetres, so that what is reported is what somebody can measure on the card."""
        unit = self.pen.frame.unit
        real = Rect(box.x * unit, box.y * unit, box.width * unit, box.height * unit)
        smallest = None if style.min_size is None else style.min_size * unit
        setting = fit_text(text, real, replace(style, size=style.size * unit, min_size=smallest), self.lang, self.icons)
        found = tuple(finding.under(what, self.lang) for finding in setting.findings)
        return Drawn((Group(setting.items, Transform.scaling(1 / unit)),), found)
