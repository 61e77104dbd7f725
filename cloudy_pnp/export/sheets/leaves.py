"""The pages of a file of sheets, one by one and in any order, for a print preview.

Every page is made by `impose`, as in the file; only its own cards are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.export.paper import CardFormat, Mode, Sheet
from cloudy_pnp.export.sheets.catalogue import SheetTexts
from cloudy_pnp.export.sheets.grid import best_grid
from cloudy_pnp.export.sheets.impose import Before, Imposed, impose
from cloudy_pnp.workspace.drawn import Copy, Piece


class _Leaf(Struct, frozen=True):
    """A sheet of paper: its pieces, and the pages before it in the file."""

    pieces: Sequence[Copy]
    card: CardFormat
    before: Before
    pages: int


class Leaves:
    """All pages of pieces of any sizes, in the order of `impose_all`."""

    def __init__(
        self, pieces: Sequence[Copy], sheet: Sheet, texts: SheetTexts, draw: Callable[[Copy], Piece], title: str = ""
    ) -> None:
        self._sheet = sheet
        self._texts = texts
        self._draw = draw
        self._title = title
        self._leaves = _leaves(pieces, sheet)
        self._pages = [(leaf, number) for leaf in self._leaves for number in range(leaf.pages)]
        if not self._pages:
            raise UserError("there is no card to print")

    def __len__(self) -> int:
        return len(self._pages)

    @property
    def sheets(self) -> int:
        """The number of sheets of paper."""
        return len(self._leaves)

    def size(self, index: int) -> tuple[float, float]:
        """Return the size of a page in mm, without drawing anything."""
        card = self._pages[index][0].card
        if self._sheet.mode is Mode.SERVICE:
            return card.width + 2 * self._sheet.bleed, card.height + 2 * self._sheet.bleed
        grid = best_grid(self._sheet, card)
        return grid.width, grid.height

    def page(self, index: int) -> tuple[Page, list[Imposed]]:
        """Return a page, from 0, and its contents."""
        leaf, number = self._pages[index]
        imposed: list[Imposed] = []
        pages = impose(
            map(self._draw, leaf.pieces),
            self._sheet,
            leaf.card,
            self._texts,
            title=self._title,
            count=len(leaf.pieces),
            imposed=imposed,
            before=leaf.before,
        )
        page = list(pages)[number]
        return page, [face for face in imposed if face.page == index + 1]


def _leaves(pieces: Sequence[Copy], sheet: Sheet) -> list[_Leaf]:
    by_size: dict[tuple[float, float], list[Copy]] = {}
    for piece in pieces:
        by_size.setdefault(piece.size, []).append(piece)
    parts: list[tuple[Sequence[Copy], CardFormat, int]] = []
    for size, copies in by_size.items():
        card = CardFormat(f"{size[0]:g}x{size[1]:g}", *size)
        if sheet.mode is Mode.SERVICE:
            parts += [([copy], card, 1 if copy.component.back is None else 2) for copy in copies]
            continue
        room = best_grid(sheet, card).capacity
        pages = 2 if sheet.mode is Mode.DUPLEX else 1
        parts += [(copies[start : start + room], card, pages) for start in range(0, len(copies), room)]
    leaves, done = [], 0
    for number, (leaf_pieces, card, pages) in enumerate(parts):
        leaves.append(_Leaf(leaf_pieces, card, Before(done, number, len(parts) - number - 1), pages))
        done += pages
    return leaves
