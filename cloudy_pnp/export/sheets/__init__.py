"""Components and a sheet description (data) to pages: imposition, marks, bleed, duplex backs."""

from __future__ import annotations

CODES = {
    "PRINT-4": "A card format, a paper or a sheet is described in a way that cannot be printed.",
}
