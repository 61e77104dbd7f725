"""Print services: their requirements are data, and violations are reported before anything is written."""

from __future__ import annotations

CODES = {
    "EXPORT-1": "The profile of a print service has no product for cards of this size.",
    "EXPORT-2": "An order has more cards than a print service accepts at once.",
    "EXPORT-3": "A picture ends before the bleed a print service requires: the outer edge stays white.",
    "EXPORT-4": "There is text in the margin that a print service requires to be free.",
    "EXPORT-5": "The profile of a print service has no product for a board or a piece: it is omitted from the order.",
    "EXPORT-6": "The cards have several sizes, but an order file of a print service is for one.",
}
