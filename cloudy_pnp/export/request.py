"""The request of a build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.inks import Inks
from cloudy_pnp.draw.press.standard import Press
from cloudy_pnp.export.options import AS_THE_SHEET_SAYS, PrintOptions, press_for
from cloudy_pnp.export.paper import Flip, Mode, Sheet
from cloudy_pnp.export.pictures.options import AS_THE_TARGET_LIKES, ExportOptions
from cloudy_pnp.export.printer import Printer, find_printer
from cloudy_pnp.export.sheets.catalogue import Catalogue
from cloudy_pnp.games.contract import RenderOptions
from cloudy_pnp.i18n.pairs import single_languages
from cloudy_pnp.workspace.packs import Pack

DEFAULT_SHEETS = ("cards-a4-duplex", "cards-a4-gutterfold", "cards-letter-duplex", "cards-service")


class BuildRequest(Struct, frozen=True):
    """The files, languages and options of a build."""

    languages: tuple[str, ...] = ()  # or pairs such as de+fr; empty: all of the game
    only: tuple[str, ...] = ()  # names of exporters; empty: all
    sheets: tuple[str, ...] = DEFAULT_SHEETS
    card_format: str | None = None
    ink_saving: bool = False
    paper: str | None = None
    flip: Flip | None = None
    inks: Inks = Inks.RGB
    shift_back: tuple[float, float] = (0.0, 0.0)
    cards: tuple[str, ...] = ()  # ids; empty: all
    quantity: Mapping[str, int] = field(default_factory=dict)
    changed: bool = False  # only cards that look different from the last build
    printing: PrintOptions = AS_THE_SHEET_SAYS
    export: ExportOptions = AS_THE_TARGET_LIKES
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
        return RenderOptions(lang, size, self.ink_saving, entries=self.entries, options=self.options, second=second)

    def sheet(self, name: str, catalogue: Catalogue) -> Sheet:
        """Return a sheet by its id, with the requested paper, flip and print options."""
        sheet = self.printing.apply_to(catalogue.sheet(name))
        if self.paper is not None and sheet.paper is not None:
            sheet = replace(sheet, paper=catalogue.paper(self.paper))
        return replace(sheet, flip=self.flip) if self.flip is not None else sheet

    @property
    def ending(self) -> str:
        """The suffix of a sheet's file name, so that a special print never replaces the deck."""
        special = {
            f"-{self.card_format}": self.card_format,
            f"-{self.paper}": self.paper,
            "-selection": self.cards or self.quantity,
            "-changed": self.changed,
            "-ink-saving": self.ink_saving,
            "-cmyk": self.inks is Inks.CMYK,
        }
        return "".join(part for part, applies in special.items() if applies) + self.printing.ending

    @property
    def press_ending(self) -> str:
        """Return the part of a file name for the press; empty for home printers."""
        if self.press() is None:
            return ""
        cmyk = "-cmyk" if self.inks is Inks.CMYK else ""
        return cmyk + PrintOptions(pdfx=self.printing.pdfx, ink=self.printing.ink).ending

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
