"""Components and a sheet description (data) to pages: imposition, marks, bleed, duplex backs."""

from __future__ import annotations

CODES = {
    "PRINT-4": "A card format, a paper or a sheet is described in a way that cannot be printed.",
    "PRINT-5": "A sheet gives its cards less than 2 mm of bleed: a misaligned cut shows white or the next card.",
    "PRINT-8": "A printer was measured on pages with another orientation than a sheet: backs are not corrected.",
    "PRINT-9": "A rulebook is PDF/X-4 although PDF/X-1a was requested: its figures are transparent.",
    "PRINT-10": "The paper is too small for a booklet, so it is made for A4.",
}
