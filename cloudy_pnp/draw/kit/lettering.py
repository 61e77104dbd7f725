"""Texts on cards: names on ribbons, rules on paper. A text that does not fit is reported, not hidden."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.problems import Finding
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.pen import Items, Pen, Style
from cloudy_pnp.draw.scene import Font, Group
from cloudy_pnp.draw.shaping import Icon
from cloudy_pnp.draw.text import NO_ICONS, Align, Setting, TextStyle, Vertical, fit_text, note_fit, text_width
from cloudy_pnp.i18n.pairs import TextPair, Words

_MUCH = 0.86  # a name that would need a smaller share takes two lines
_LEAST = 0.44  # no name is set smaller than this share of its size
_NEARLY = 0.88  # of the size that hyphens would allow
_SMALLER = (1.0, 0.97, 0.94, 0.91)
_NARROWER = (1.0, 0.96, 0.92, 0.88, 0.84, 0.8, 0.76)


class Drawn(Struct, frozen=True):
    """A part of a card, with the findings about its texts."""

    items: Items = ()
    findings: tuple[Finding, ...] = ()

    def __add__(self, other: Drawn) -> Drawn:
        return Drawn(self.items + other.items, self.findings + other.findings)


class Letterer(Struct, frozen=True):
    """Sets the texts of a language with the fonts of a style. Sizes are those of the drawing (`Frame`).

    `icons` are the icons that texts may name in brackets.
    """

    pen: Pen[Style]
    lang: str
    icons: Mapping[str, Icon] = field(default_factory=lambda: NO_ICONS)

    def is_long(self, name: Words, width: float, size: float) -> bool:
        """Check whether a name of several words would shrink so much on one line that two are better.

        A name in two languages always needs two lines.
        """
        if isinstance(name, TextPair):
            return True
        fonts = self.pen.style.fonts
        wide = text_width(name, Font(fonts.display, fonts.display_weight), size)
        return " " in name.strip() and wide * _MUCH > width

    def name(self, text: Words, box: Rect, colour: Colour, size: float, *, lines: int = 1) -> Drawn:
        """Set a card's name, as large as fits; one in two languages has a line for each."""
        fonts = self.pen.style.fonts
        style = TextStyle(
            Font(fonts.display, fonts.display_weight),
            size,
            max(self._smallest(size), size * _LEAST),
            colour=colour,
            leading=1.08,
            align=Align.CENTRE,
            vertical=Vertical.MIDDLE,
            hyphenate=False,
            one_line=lines == 1 or isinstance(text, TextPair),
        )
        return self._finish(self._at_most(text, box, style, lines), "name", box, style, text)

    def rules(self, text: Words, box: Rect, size: float) -> Drawn:
        """Set a rules text, centred."""
        return self.measured_rules(text, box, size)[0]

    def measured_rules(self, text: Words, box: Rect, size: float, align: Align = Align.CENTRE) -> tuple[Drawn, float]:
        """Set a rules text and return it with its height."""
        style = replace(self._rules(size), align=align)
        setting = self._fit(text, box, style)
        return self._finish(setting, "text", box, style, text), setting.bounds.height / self.pen.frame.unit

    def _rules(self, size: float) -> TextStyle:
        return TextStyle(
            Font(self.pen.style.fonts.body),
            size,
            self._smallest(size),
            colour=self.pen.ink,
            leading=1.16,
            align=Align.CENTRE,
            vertical=Vertical.MIDDLE,
        )

    def _smallest(self, size: float) -> float:
        return min(size, self.pen.style.fonts.smallest / self.pen.frame.unit)

    def _at_most(self, text: Words, box: Rect, style: TextStyle, lines: int) -> Setting:
        """Set a text in at most this many lines, as large as fits; a name that needs more is reported."""
        least = style.min_size or style.size
        setting = self._fit(text, box, style)
        while not style.one_line and len(setting.words) > lines and not setting.overflow:
            smaller = setting.size / self.pen.frame.unit * 0.97
            if smaller < least:
                low = Rect(box.x, box.y, box.width, least * style.leading * (lines + 0.5))
                return self._fit(text, low, replace(style, size=least))
            setting = self._fit(text, box, replace(style, size=smaller))
        return setting

    def _finish(self, setting: Setting, field: str, box: Rect, style: TextStyle, text: Words) -> Drawn:
        note_fit(field, *self._real(box, style), setting)
        path = (field, self.lang) if isinstance(text, str) else (field,)
        findings = tuple(finding.under(*path) for finding in setting.findings)
        return Drawn((Group(setting.items, Transform.scaling(1 / self.pen.frame.unit)),), findings)

    def _real(self, box: Rect, style: TextStyle) -> tuple[Rect, TextStyle]:
        """Convert a box and a style of the drawing to real millimetres."""
        unit = self.pen.frame.unit
        smallest = None if style.min_size is None else style.min_size * unit
        real = Rect(box.x * unit, box.y * unit, box.width * unit, box.height * unit)
        return real, replace(style, size=style.size * unit, min_size=smallest)

    def _fit(self, text: Words, box: Rect, style: TextStyle) -> Setting:
        """Set a text in real millimetres, so that reported sizes can be measured on the card.

        Short lines read better without hyphens: where a text is nearly as large without them, it has none. A last line
        of one word looks lost: where the text fits in a narrower box, or else a little smaller, it is set that way.
        """
        real, sized = self._real(box, style)
        smallest = sized.min_size
        setting = fit_text(text, real, sized, self.lang, self.icons)
        if style.hyphenate and any(line[-1].text.endswith("-") for line in setting.words):
            unhyphenated = replace(sized, hyphenate=False)
            plain = fit_text(text, real, unhyphenated, self.lang, self.icons)
            if not plain.overflow and plain.size >= setting.size * _NEARLY:
                setting, sized = plain, unhyphenated
        if isinstance(text, TextPair) or style.one_line or setting.overflow or not _is_lost(setting):
            return setting
        for smaller, share in product(_SMALLER, _NARROWER):
            indent = real.width * (1 - share) / 2 if style.align is Align.CENTRE else 0.0
            room = Rect(real.x + indent, real.y, real.width * share, real.height)
            narrower = replace(sized, size=max(setting.size * smaller, smallest or 0.0), min_size=None)
            candidate = fit_text(text, room, narrower, self.lang, self.icons)
            if not candidate.overflow and not _is_lost(candidate):
                return candidate
        return setting


def _is_lost(setting: Setting) -> bool:
    """Check whether the last of at least three lines is a single word."""
    return len(setting.words) > 2 and len(setting.words[-1]) == 1
