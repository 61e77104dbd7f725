"""Sheets, and other pages, as PDF files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from cloudy_pnp.core import progress
from cloudy_pnp.draw.pdf import Duplex, write_pdf
from cloudy_pnp.draw.press.standard import Press
from cloudy_pnp.draw.scene import Page


def write_pages(
    target: Path, pages: Iterable[Page], title: str, lang: str, press: Press | None = None, duplex: Duplex | None = None
) -> tuple[int, tuple[float, float]]:
    """Write pages, and return their number and the size of the last one in mm. A file for a press is checked."""
    size = (0.0, 0.0)

    def measured_pages() -> Iterator[Page]:
        nonlocal size
        for number, page in enumerate(pages, 1):
            if press is not None:  # flattening is slow
                progress.at(f"{target.name}, page {number}")
            size = (page.width, page.height)
            yield page

    with target.open("wb") as out:
        count = write_pdf(measured_pages(), out, title=title, lang=lang, duplex=duplex, press=press)
    if press is not None:
        from cloudy_pnp.draw.press.preflight import require_valid  # slow to import

        require_valid(target, press)
    return count, size
