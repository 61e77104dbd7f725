"""Limitations of a kind of sheet for its cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.export.paper import LEAST_BLEED, CardFormat, Mode, Sheet
from cloudy_pnp.export.printer import Printer
from cloudy_pnp.export.sheets.grid import best_grid


def sheet_findings(
    sheet: Sheet, sizes: Iterable[tuple[float, float]], printer: Printer | None = None
) -> Iterator[Finding]:
    """Check PRINT-5 and PRINT-8 for cards of some sizes.

    >>> [finding.code for finding in sheet_findings(Sheet("x", Mode.SERVICE, bleed=1), [(63, 88)])]
    ['PRINT-5']
    """
    for width, height in sorted(sizes):
        if sheet.mode is Mode.SERVICE:
            bleed = sheet.bleed
        else:
            grid = best_grid(sheet, CardFormat(f"{width:g}x{height:g}", width, height))
            bleed = grid.real_bleed
            if printer is not None and sheet.mode is Mode.DUPLEX and not printer.fits(grid.width, grid.height):
                message = (
                    f"{quoted(sheet.id)} has another orientation than the page on which the printer"
                    f" {quoted(printer.name)} was measured: its backs are not corrected"
                )
                hint = "measure the printer on this sheet too, under another name"
                yield Finding("PRINT-8", (), message, hint, Severity.WARNING)
        if bleed < LEAST_BLEED - 1e-6:
            message = f"{quoted(sheet.id)} gives cards of {width:g} × {height:g} mm {bleed:.1f} mm of bleed"
            why = (
                "a slightly misaligned cut shows the neighbouring card"
                if not sheet.gutter
                else "a slightly misaligned cut shows white"
            )
            hint = f"{why}; {LEAST_BLEED:g} mm need other paper, smaller cards, or a gutter of {2 * LEAST_BLEED:g} mm"
            yield Finding("PRINT-5", (), message, hint, Severity.WARNING)
