"""Sheets, and other pages, as PDF files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from cloudy_pnp.core import progress
from cloudy_pnp.draw.pdf import Duplex, write_pdf
from cloudy_pnp.draw.press.standard import Press
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.export.paper import Flip, Mode, Sheet

_DUPLEX = {Flip.LONG: Duplex.LONG_EDGE, Flip.SHORT: Duplex.SHORT_EDGE}


def write_sheets(
    target: Path, pages: Iterable[Page], sheet: Sheet | None, title: str, lang: str, press: Press | None = None
) -> tuple[int, tuple[float, float]]:
    """Write pages to a file, and return their number and the size of the last one in mm.

    A sheet determines the duplex setting. A file for a press is checked.
    """
    size = (0.0, 0.0)

    def measured_pages() -> Iterator[Page]:
        nonlocal size
        for number, page in enumerate(pages, 1):
            if press is not None:  # flattening is slow
                progress.at(f"{target.name}, page {number}")
            size = (page.width, page.height)
            yield page

    with target.open("wb") as out:
        count = write_pdf(
            measured_pages(),
            out,
            title=f"{title} – {target.stem}",
            lang=lang,
            duplex=_DUPLEX[sheet.flip] if sheet and sheet.mode is Mode.DUPLEX else None,
            press=press,
        )
    if press is not None:
        from cloudy_pnp.draw.press.preflight import require_valid  # slow to import

        require_valid(target, press)
    return count, size
