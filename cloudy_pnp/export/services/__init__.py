"""Print services: what each takes is data, what it would reject is a problem before anything is written."""

from __future__ import annotations

CODES = {
    "EXPORT-1": "A print service cuts no card of this size.",
    "EXPORT-2": "An order has more cards than a print service takes at once.",
    "EXPORT-3": "A picture ends before the bleed that a print service asks for: the outermost rim stays white.",
    "EXPORT-4": "There is text in the margin that a print service wants kept free.",
    "EXPORT-5": "A print service makes nothing that a board or a piece fits: it is left out of the order.",
    "EXPORT-6": "The cards have several sizes, but an order file of a print service is for one.",
}
