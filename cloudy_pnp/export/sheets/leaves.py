"""The pages of a file of sheets, one by one and in any order: for somebody who turns pages before printing.

Every page is made by `impose`, as the file has it; only the cards that lie on it are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.export.paper import CardFormat, Mode, Sheet
from cloudy_pnp.export.sheets.grid import best_grid
from cloudy_pnp.export.sheets.impose import Before, Imposed, impose
from cloudy_pnp.export.sheets.texts import SheetTexts
from cloudy_pnp.workspace.drawn import Copy, Piece


@dataclass(frozen=True, slots=True)
class _Leaf:
    """One sheet of paper: the pieces on it, and what lies before it in the file."""

    pieces: Sequence[Copy]
    card: CardFormat
    before: Before
    pages: int


class Leaves:
    """All pages of pieces of any sizes, in the order of `impose_all`."""

    def __init__(
        self, pieces: Sequence[Copy], sheet: Sheet, texts: SheetTexts, drawn: Callable[[Copy], Piece], title: str = ""
    ) -> None:
        self._sheet = sheet
        self._texts = texts
        self._drawn = drawn
        self._title = title
        self._leaves = _leaves(pieces, sheet)
        self._pages = [(leaf, number) for leaf in self._leaves for number in range(leaf.pages)]
        if not self._pages:
            raise UserError("there is no card to print")

    def __len__(self) -> int:
        return len(self._pages)

    @property
    def sheets(self) -> int:
        """How many sheets of paper they are."""
        return len(self._leaves)

    def size(self, index: int) -> tuple[float, float]:
        """The size of a page in mm; nothing is drawn for that."""
        card = self._pages[index][0].card
        if self._sheet.mode is Mode.SERVICE:
            return card.width + 2 * self._sheet.bleed, card.height + 2 * self._sheet.bleed
        grid = best_grid(self._sheet, card)
        return grid.width, grid.height

    def page(self, index: int) -> tuple[Page, list[Imposed]]:
        """A page, from 0, and what lies on it."""
        leaf, number = self._pages[index]
        imposed: list[Imposed] = []
        pages = impose(
            map(self._drawn, leaf.pieces),
            self._sheet,
            leaf.card,
            self._texts,
            title=self._title,
            count=len(leaf.pieces),
            imposed=imposed,
            before=leaf.before,
        )
        page = list(pages)[number]
        return page, [one for one in imposed if one.page == index + 1]


def _leaves(pieces: Sequence[Copy], sheet: Sheet) -> list[_Leaf]:
    by_size: dict[tuple[float, float], list[Copy]] = {}
    for piece in pieces:
        by_size.setdefault(piece.size, []).append(piece)
    parts: list[tuple[Sequence[Copy], CardFormat, int]] = []
    for size, some in by_size.items():
        card = CardFormat(f"{size[0]:g}x{size[1]:g}", *size)
        if sheet.mode is Mode.SERVICE:
            parts += [([one], card, 1 if one.component.back is None else 2) for one in some]
            continue
        room = best_grid(sheet, card).capacity
        pages = 2 if sheet.mode is Mode.DUPLEX else 1
        parts += [(some[start : start + room], card, pages) for start in range(0, len(some), room)]
    leaves, done = [], 0
    for number, (some_pieces, card, pages) in enumerate(parts):
        leaves.append(_Leaf(some_pieces, card, Before(done, number, len(parts) - number - 1), pages))
        done += pages
    return leaves
