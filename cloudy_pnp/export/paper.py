"""Sizes of cards and of paper, and the description of a sheet of cards. All lengths are millimetres.

Anything unprintable is rejected by the constructor: every existing `Sheet` can be used.
"""

from __future__ import annotations

import re
from enum import StrEnum

from msgspec import Struct

from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.draw.press.standard import Standard

DEFAULT_FORMAT = "bridge"
DEFAULT_SHEET = "cards-a4-duplex"

CARD_SIDES = (10.0, 500.0)
PAPER_SIDES = (50.0, 2000.0)
MOST_SAFE = 20.0
MOST_MARGIN = 100.0
MOST_GUTTER = 50.0
MOST_BLEED = 20.0
MOST_CORNER = 20.0
LEAST_BLEED = 2.0  # needed for cutting by hand

_SIZE = re.compile(r"\s*+(\d++(?:\.\d++)?+)\s*+[x×]\s*+(\d++(?:\.\d++)?+)\s*+(?:mm)?+\s*+", re.IGNORECASE)


class CardFormat(Struct, frozen=True):
    """The size of a cut card. Text stays `safe` mm away from the cut, which is never quite exact.

    >>> CardFormat.custom("60x90")
    CardFormat(id='60x90', width=60.0, height=90.0, safe=3.0)
    """

    id: str
    width: float
    height: float
    safe: float = 3.0

    def __post_init__(self) -> None:
        _check(f"the width of the card {quoted(self.id)}", self.width, *CARD_SIDES)
        _check(f"the height of the card {quoted(self.id)}", self.height, *CARD_SIDES)
        most = min(MOST_SAFE, self.width / 2, self.height / 2)
        _check(f"the safe zone of the card {quoted(self.id)}", self.safe, 0.0, most)

    @classmethod
    def custom(cls, text: str) -> CardFormat:
        """Parse a custom format from its width and height: `60x90`."""
        return cls(text.strip(), *_size(text, "card"))


class Paper(Struct, frozen=True):
    """A sheet of paper. Its orientation depends on what fits best.

    >>> Paper.custom("200 × 300 mm").height
    300.0
    """

    id: str
    width: float
    height: float

    def __post_init__(self) -> None:
        _check(f"the width of the paper {quoted(self.id)}", self.width, *PAPER_SIDES)
        _check(f"the height of the paper {quoted(self.id)}", self.height, *PAPER_SIDES)

    @classmethod
    def custom(cls, text: str) -> Paper:
        """Parse a custom paper from its width and height: `200x300`."""
        return cls(text.strip(), *_size(text, "paper"))


class Mode(StrEnum):
    """The way fronts and backs are combined."""

    DUPLEX = "duplex"  # printed on both sides: a page of fronts, a page of backs, and so on
    GUTTERFOLD = "gutterfold"  # printed on one side, folded in the middle and glued
    FRONTS = "fronts"  # no backs
    SERVICE = "service"  # for a print service: one card per page, front and back in turn


class Flip(StrEnum):
    """The edge of the paper about which a duplex printer turns it."""

    LONG = "long"
    SHORT = "short"


class Marks(StrEnum):
    """The position of cut marks."""

    EDGE = "edge"  # only around all the cards
    CARD = "card"  # also in the gaps between them
    NONE = "none"


class Sheet(Struct, frozen=True):
    """The layout of cards on paper.

    `margin` is the border that a printer leaves white, `gutter` the gap between two cards (0: they touch and share
    their cut), `bleed` how far pictures extend beyond the cut where there is room for it, `corner` the radius of the
    die line (0: none is drawn). A service has no paper: its pages are as large as a card with bleed. `pdfx` and `ink`
    are the requirements of a service: a standard (then the sheet is always in print colours), and the total ink limit
    (%).
    """

    id: str
    mode: Mode
    paper: Paper | None = None
    margin: float = 5.0
    gutter: float = 0.0
    bleed: float = 3.0
    marks: Marks = Marks.EDGE
    flip: Flip = Flip.LONG
    corner: float = 0.0
    pdfx: Standard | None = None
    ink: float | None = None

    def __post_init__(self) -> None:
        sheet = f"of the sheet {quoted(self.id)}"
        _check(f"the margin {sheet}", self.margin, 0.0, MOST_MARGIN)
        _check(f"the gutter {sheet}", self.gutter, 0.0, MOST_GUTTER)
        _check(f"the bleed {sheet}", self.bleed, 0.0, MOST_BLEED)
        _check(f"the corner {sheet}", self.corner, 0.0, MOST_CORNER)
        if self.paper is None and self.mode is not Mode.SERVICE:
            raise UserError(f"the sheet {quoted(self.id)} needs a paper, such as a4")
        if self.paper is not None and min(self.paper.width, self.paper.height) - 2 * self.margin < LEAST_ROOM:
            size = f"{self.paper.width:g} × {self.paper.height:g} mm"
            raise UserError(f"the margin {sheet} is {self.margin:g} mm: it leaves no room on paper of {size}")
        if self.marks is Marks.CARD and self.gutter < LEAST_MARKED_GUTTER:
            raise UserError(
                f"the sheet {quoted(self.id)} marks every card, but its gutter of {self.gutter:g} mm has no room for"
                f" marks: make it at least {LEAST_MARKED_GUTTER:g} mm, or mark only the edge"
            )


LEAST_MARKED_GUTTER = 2.0
LEAST_ROOM = 20.0  # mm of the shorter side of the paper


def _check(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:  # also rejects NaN
        raise UserError(f"{name} is {value:g} mm: it must be from {least:g} to {most:g} mm")


def _size(text: str, kind: str) -> tuple[float, float]:
    match = _SIZE.fullmatch(text)
    if not match:
        example = {"card": "60x90", "paper": "200x300"}[kind]
        raise UserError(f"{quoted(text)} is not a size of a {kind}: write width and height in mm, such as {example}")
    return float(match[1]), float(match[2])
