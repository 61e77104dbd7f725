"""The request of a build, and the options of its prints and exports."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.packages import need_package
from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.draw.inks import MOST_INK, Inks, Press, Standard
from cloudy_pnp.export.paper import LEAST_MARKED_GUTTER, Flip, Marks, Mode, Printer, Sheet, find_printer
from cloudy_pnp.export.sheets import Catalogue
from cloudy_pnp.game.contract import RenderOptions
from cloudy_pnp.i18n.pairs import single_languages
from cloudy_pnp.workspace.packs import Pack

LEAST_DPI, MOST_DPI = 30, 1200
_URL = re.compile(r"https?://[A-Za-z0-9.-]+(?::\d{1,5})?(?:/[A-Za-z0-9._~%/+-]*)?")
DEFAULT_SHEETS = ("cards-a4-duplex", "cards-a4-gutterfold", "cards-letter-duplex", "cards-service")

# The options that change the look of components, the colours of a file, and a sheet of cards: for `ending`.
PIXELS = "pypdfium2"  # the package that turns pages into pixels
LOOK = ("card_format", "options", "ink_saving")
BOX = ("box", "sleeves")
PRESS = ("inks", "pdfx", "ink")
LAYOUT = ("card_format", "paper", "flip", "shift_back", "bleed", "gutter", "borderless", "printer", *PRESS)
SHEET = (*LOOK, *LAYOUT, "selection", "changed", "corner")

_PLAIN = re.compile(r"[A-Za-z0-9.,=+-]{1,60}")
_FOR_URLS = str.maketrans({"/": ",", ":": "="})


class PrintOptions(Struct, frozen=True):
    """Print options beyond the sheet's own description, with lengths in mm; None: as defined by the sheet."""

    bleed: float | None = None
    gutter: float | None = None
    corner: float | None = None
    borderless: bool = False  # the printer can print to the edge
    pdfx: Standard | None = None  # implies print colours
    ink: float | None = None  # percent
    printer: str | None = None  # whose measured errors are corrected on back pages

    def apply_to(self, sheet: Sheet) -> Sheet:
        """Apply the options to a sheet.

        >>> from cloudy_pnp.export.paper import Mode
        >>> PrintOptions(bleed=2).apply_to(Sheet("x", Mode.SERVICE)).bleed
        2
        """
        changes: dict[str, Any] = {
            name: value
            for name, value in asdict(self).items()
            if name in ("bleed", "gutter", "corner", "pdfx", "ink") and value is not None
        }
        if self.borderless:
            changes["margin"] = 0.0
        if self.gutter is not None and sheet.marks is not Marks.NONE:
            changes["marks"] = Marks.CARD if self.gutter >= LEAST_MARKED_GUTTER else Marks.EDGE
        return replace(sheet, **changes)


def press_for(inks: Inks, pdfx: Standard | None, ink: float | None) -> Press | None:
    """Return the press for which a file is made, or None for a screen and a home printer.

    >>> press_for(Inks.RGB, None, None) is None
    True
    """
    if inks is Inks.RGB and pdfx is None:
        return None
    need_package("pikepdf", "a file for a press")
    return Press(pdfx or Standard.X4, MOST_INK if ink is None else ink / 100)


class ExportOptions(Struct, frozen=True):
    """Export options; each target has its own defaults."""

    dpi: int | None = None
    images_at: str = ""  # the public address of the pictures
    services: tuple[str, ...] = ()  # ids of print services
    marks: int = 3  # registration marks of a cutting machine

    def __post_init__(self) -> None:
        if self.dpi is not None and not LEAST_DPI <= self.dpi <= MOST_DPI:
            raise UserError(f"{self.dpi} dpi is not possible: use {LEAST_DPI} to {MOST_DPI}")
        if self.images_at and not _URL.fullmatch(self.images_at):
            example = "https://example.org/my-game/"
            raise UserError(f"--images-at {quoted(self.images_at)} is not a web address such as {example}")


class BuildRequest(Struct, frozen=True):
    """The files, languages and options of a build."""

    languages: tuple[str, ...] = ()  # or pairs such as de+fr; empty: all of the game
    only: tuple[str, ...] = ()  # names of exporters; empty: all
    sheets: tuple[str, ...] = DEFAULT_SHEETS
    card_format: str | None = None
    ink_saving: bool = False
    box: str | None = None  # how the cards are made that the box is for: paper, bought, glued
    sleeves: bool = False  # the box is for cards in sleeves
    paper: str | None = None
    flip: Flip | None = None
    inks: Inks = Inks.RGB
    shift_back: tuple[float, float] = (0.0, 0.0)
    cards: tuple[str, ...] = ()  # ids; empty: all
    quantity: Mapping[str, int] = field(default_factory=dict)
    changed: bool = False  # only cards that look different from the last build
    printing: PrintOptions = PrintOptions()
    export: ExportOptions = ExportOptions()
    entries: tuple[str, ...] | None = None  # only components that show one of these entries (ids); None: everything
    options: Mapping[str, str] = field(default_factory=dict)  # values of the game's own options, by name
    names: Mapping[str, str] = field(default_factory=dict)  # printed next to the name of the game, by language

    def for_packs(self, packs: Sequence[Pack]) -> BuildRequest:
        """Print what packs add or override, and nothing else; the rulebook is the game's."""
        kinds = tuple(kind for kind in self.only if kind != "rulebook")
        cards = tuple(card for pack in packs for card in pack.ids)
        if not kinds:
            raise UserError("a pack does not have its own rulebook: print the game with the pack (--merged)")
        if not cards:
            raise UserError("the pack adds no cards: print the game with the pack (--merged)")
        names = {lang: ", ".join(pack.name(lang) for pack in packs) for lang in single_languages(self.languages)}
        return replace(self, only=kinds, entries=cards, names=names)

    def render_options(self, lang: str, catalogue: Catalogue, second: str = "") -> RenderOptions:
        """Return the options for drawing the components."""
        card = catalogue.format(self.card_format) if self.card_format is not None else None
        size = (card.width, card.height) if card else None
        box: dict[str, Any] = ({"cards": self.box} if self.box else {}) | ({"sleeves": True} if self.sleeves else {})
        return RenderOptions(
            lang, size, self.ink_saving, entries=self.entries, options=self.options, second=second, box=box
        )

    def sheet(self, name: str, catalogue: Catalogue) -> Sheet:
        """Return a sheet by its id, with the requested paper, flip and print options."""
        sheet = self.printing.apply_to(catalogue.sheet(name))
        if self.paper is not None and sheet.paper is not None:
            sheet = replace(sheet, paper=catalogue.paper(self.paper))
        return replace(sheet, flip=self.flip) if self.flip is not None else sheet

    def ending(self, *options: str) -> str:
        """Return the suffix of a file's name: a part for each of the options that may change its bytes.

        So no two different files have the same name. An option with its default value has no part.

        >>> BuildRequest(ink_saving=True, paper="a3").ending(*LOOK, "paper")
        '-a3-ink-saving'
        """
        printing, export = self.printing, self.export
        chosen = [*sorted(self.cards), *(f"{card}={count}" for card, count in sorted(self.quantity.items()))]
        parts: dict[str, object] = {
            "dpi": export.dpi and f"{export.dpi}dpi",
            "images_at": export.images_at and _in_name("at", export.images_at.rstrip("/").translate(_FOR_URLS)),
            "marks": export.marks != ExportOptions().marks and f"{export.marks}-marks",
            "card_format": self.card_format,
            "paper": self.paper,
            "options": "-".join(f"{name}-{value}" for name, value in sorted(self.options.items())),
            "selection": chosen and _in_name("selection", "+".join(chosen)),
            "changed": self.changed and "changed",
            "flip": self.flip and f"flip-{self.flip}",
            "shift_back": any(self.shift_back) and "shift-" + ",".join(map(_number, self.shift_back)),
            "ink_saving": self.ink_saving and "ink-saving",
            "box": self.box and f"for-{self.box}",
            "sleeves": self.sleeves and "sleeves",
            "inks": self.inks is Inks.CMYK and "cmyk",
            "bleed": printing.bleed is not None and f"bleed-{_number(printing.bleed)}",
            "gutter": printing.gutter is not None and f"gutter-{_number(printing.gutter)}",
            "corner": printing.corner is not None and f"corner-{_number(printing.corner)}",
            "borderless": printing.borderless and "borderless",
            "pdfx": printing.pdfx and f"x{printing.pdfx}",
            "ink": printing.ink is not None and f"ink-{_number(printing.ink)}",
            "printer": printing.printer,
        }
        if unknown := set(options) - set(parts):
            raise ValueError(f"these options have no part of a file name: {unknown}")
        return "".join(f"-{part}" for name, part in parts.items() if part and name in options)

    def press(self, sheet: Sheet | None = None) -> Press | None:
        """Return the press for which a file is made, if print colours are requested or required by the sheet."""
        printing = self.printing
        return press_for(self.inks, sheet.pdfx if sheet else printing.pdfx, sheet.ink if sheet else printing.ink)

    def known_printer(self) -> Printer | None:
        """Return the printer whose errors are corrected."""
        return find_printer(self.printing.printer) if self.printing.printer else None

    def duplex_sheet(self, catalogue: Catalogue) -> Sheet | None:
        """Return the first sheet that is printed on both sides."""
        sheets = (self.sheet(name, catalogue) for name in self.sheets)
        return next((sheet for sheet in sheets if sheet.mode is Mode.DUPLEX), None)


def _number(value: float) -> str:
    return str(value).removesuffix(".0")


def _in_name(label: str, text: str) -> str:
    """Return a text with its label, or a fingerprint of one that is too long or unusual for a file name."""
    return f"{label}-{text if _PLAIN.fullmatch(text) else fingerprint.of_data(text)[:12]}"
