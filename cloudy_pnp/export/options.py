"""Print options beyond the sheet's own description: bleed, gaps, corners, and the requirements of a press."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from cloudy_pnp.draw.inks import MOST_INK, Inks
from cloudy_pnp.draw.press.standard import Press, Standard
from cloudy_pnp.export.paper import LEAST_MARKED_GUTTER, Marks, Sheet


class PrintOptions(Struct, frozen=True):
    """Print options, with lengths in mm; None: as defined by the sheet."""

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

    @property
    def ending(self) -> str:
        """The suffix of the file name of a special print."""
        special = {
            f"-bleed-{self.bleed}": self.bleed is not None,
            f"-gutter-{self.gutter}": self.gutter is not None,
            f"-corner-{self.corner}": self.corner is not None,
            "-borderless": self.borderless,
            f"-x{self.pdfx}": self.pdfx is not None,
            f"-ink-{self.ink}": self.ink is not None,
            f"-{self.printer}": self.printer,
        }
        return "".join(part.removesuffix(".0") for part, applies in special.items() if applies)


AS_THE_SHEET_SAYS = PrintOptions()


def press_for(inks: Inks, pdfx: Standard | None, ink: float | None) -> Press | None:
    """Return the press for which a file is made, or None for a screen and a home printer.

    >>> press_for(Inks.RGB, None, None) is None
    True
    """
    if inks is Inks.RGB and pdfx is None:
        return None
    return Press(pdfx or Standard.X4, MOST_INK if ink is None else ink / 100)
