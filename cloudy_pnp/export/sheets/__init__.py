"""Cards and a sheet description (data) to pages: imposition, marks, bleed, duplex backs."""

from __future__ import annotations

CODES = {
    "PRINT-2": "Text stands outside the safe zone of its card: a cut beside the line may take it away.",
    "PRINT-3": "A picture ends before the bleed: a cut beside the line may leave a white rim.",
    "PRINT-4": "A card format, a paper or a sheet is described in a way that cannot be printed.",
}
