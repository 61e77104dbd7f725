"""Silhouette machines: cards on a landscape page, and the registration marks that locate them.

Three marks are a filled square at the top left and two angles; four angles are for the Cameo 5 Alpha. Lengths follow
the layouts of silhouette-card-maker (MIT), whose files people cut with: see docs/export.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.colour import BLACK
from cloudy_pnp.draw.scene import Group, Item, Join, Line, Move, Outline, Page, Path, Stroke, Symbol, Use
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.export.cutting.paths import CutPath, rounded_cut
from cloudy_pnp.export.paper import Paper
from cloudy_pnp.workspace.drawn import Piece

INSET, THICK, SQUARE = 10.0, 1.0, 5.0  # mm
SHORTEST, LONGEST = 5.0, 20.0  # mm: an arm of an angle
GAP = 1.25  # mm between cards
BLEED = GAP / 2
CORNER = 3.0
PAPERS = ("letter", "legal", "tabloid", "a4", "a3", "arch-b")
_DPI = 300
_CLEAR = 0.5  # mm of white around a mark


def _px(mm: float) -> int:
    return round(mm * _DPI / 25.4)  # half to even


class CutSheet(Struct, frozen=True, dict=True):
    """A landscape page with cards of one size in its middle."""

    page: tuple[float, float]
    card: tuple[float, float]  # as placed on the page
    columns: int
    rows: int
    turned: bool  # a quarter turn clockwise
    marks: int = 3

    @property
    def capacity(self) -> int:
        """The number of cards on a page."""
        return self.columns * self.rows

    @cached_property
    def block(self) -> Rect:
        """The bounds of all cards."""
        width = self.columns * self.card[0] + (self.columns - 1) * GAP
        height = self.rows * self.card[1] + (self.rows - 1) * GAP
        return Rect((self.page[0] - width) / 2, (self.page[1] - height) / 2, width, height)

    @property
    def cells(self) -> list[Rect]:
        """The cut rectangles of the cards, row by row."""
        left, top = self.block.left, self.block.top
        return [
            Rect(left + column * (self.card[0] + GAP), top + row * (self.card[1] + GAP), *self.card)
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    @cached_property
    def length(self) -> float:
        """The length of the angles' arms: up to the wider margin, in whole pixels at 300 dpi.

        >>> CutSheet((279.4, 215.9), (63, 88), 4, 2, False).length  # 95 pixels
        8.043333333333333
        """
        gap = _px(GAP)
        rims = [
            (_px(side) - count * _px(card) - (count + 1) * gap) // 2 + gap
            for side, count, card in zip(self.page, (self.columns, self.rows), self.card, strict=True)
        ]
        length = (max(rims) - _px(INSET) - gap) * 25.4 / _DPI
        return min(max(length, SHORTEST), LONGEST)

    @property
    def ink(self) -> list[Rect]:
        """The areas of the marks."""
        half, (width, height) = THICK / 2, self.page
        far = self.length
        across = {"left": (INSET - half, INSET + far), "right": (width - INSET - far, width - INSET + half)}
        down = {"top": (INSET - half, INSET + far), "bottom": (height - INSET - far, height - INSET + half)}
        boxes = []
        if self.marks == 3:
            boxes.append(Rect(INSET - half, INSET - half, SQUARE + THICK, SQUARE + THICK))
        for vertical, horizontal in self._angles():
            (x1, x2), (y1, y2) = across[horizontal], down[vertical]
            y = INSET if vertical == "top" else height - INSET
            x = INSET if horizontal == "left" else width - INSET
            boxes += [Rect(x1, y - half, x2 - x1, THICK), Rect(x - half, y1, THICK, y2 - y1)]
        return boxes

    def _angles(self) -> tuple[tuple[str, str], ...]:
        three = (("top", "right"), ("bottom", "left"))
        return three if self.marks == 3 else (*three, ("top", "left"), ("bottom", "right"))

    @property
    def is_clear(self) -> bool:
        """Return whether no card is near a mark, and all marks have the required length."""
        painted = self.block.inset(-BLEED)
        inside = painted.left >= 0 and painted.top >= 0
        return inside and all((box.inset(-_CLEAR) & painted) is None for box in self.ink)

    def drawn_marks(self) -> tuple[Item, ...]:
        """Draw the marks in black."""
        width, height = self.page
        stroke = Stroke(BLACK, THICK, join=Join.MITER)
        items: list[Item] = []
        if self.marks == 3:
            items.append(Path(rectangle(Rect(INSET, INSET, SQUARE, SQUARE)), fill=BLACK, stroke=stroke))
        for vertical, horizontal in self._angles():
            corner = Point(
                INSET if horizontal == "left" else width - INSET, INSET if vertical == "top" else height - INSET
            )
            along = self.length if horizontal == "left" else -self.length
            towards = self.length if vertical == "top" else -self.length
            ends = (Point(corner.x + along, corner.y), Point(corner.x, corner.y + towards))
            items.append(Path(Outline((Move(ends[0]), Line(corner), Line(ends[1]))), stroke=stroke))
        return tuple(items)

    def cuts(self, corner: float = CORNER) -> list[CutPath]:
        """Return the cut paths of a full page."""
        return [rounded_cut(cell, corner) for cell in self.cells]

    def pages(self, pieces: Sequence[Piece]) -> Iterator[Page]:
        """Yield fronts with marks, then their backs, for duplex printing flipped on the long edge."""
        backs = any(piece.back is not None for piece in pieces)
        for first in range(0, len(pieces), self.capacity):
            placed_pieces = list(zip(self.cells, pieces[first : first + self.capacity], strict=False))
            fronts = tuple(self._face(piece.front, cell, 90 if self.turned else 0) for cell, piece in placed_pieces)
            yield Page(*self.page, (*fronts, *self.drawn_marks()))
            if backs:
                behind = tuple(
                    self._face(piece.back, self._behind(cell), 90 if self.turned else 180)
                    for cell, piece in placed_pieces
                    if piece.back is not None
                )
                yield Page(*self.page, behind)

    def _behind(self, cell: Rect) -> Rect:
        """Return the cell of a card on the back of the page, which is turned over its upper edge."""
        return Rect(cell.x, self.page[1] - cell.bottom, cell.width, cell.height)

    def _face(self, symbol: Symbol, cell: Rect, turn: int) -> Item:
        size = (cell.height, cell.width) if self.turned else (cell.width, cell.height)
        upright = Transform.translation(cell.centre.x - size[0] / 2, cell.centre.y - size[1] / 2)
        place = Transform.rotation(turn, cell.centre) @ upright if turn else upright
        return Group((Group((Use(symbol),), place),), clip=rectangle(cell.inset(-BLEED)))


def cut_sheet(card: tuple[float, float], paper: Paper, marks: int = 3) -> CutSheet:
    """Return the sheet with the most cards that keep clear of the marks; ties go to upright cards.

    >>> sheet = cut_sheet((63.0, 88.0), Paper("letter", 215.9, 279.4))
    >>> (sheet.columns, sheet.rows, sheet.turned)
    (4, 2, False)
    """
    page = (max(paper.width, paper.height), min(paper.width, paper.height))
    ways = []
    for turned in (False, True):
        width, height = (card[1], card[0]) if turned else card
        for columns in range(1, int(page[0] // width) + 1):
            for rows in range(1, int(page[1] // height) + 1):
                sheet = CutSheet(page, (width, height), columns, rows, turned, marks)
                if sheet.is_clear:
                    ways.append(sheet)
    if not ways:
        raise UserError(f"a card of {card[0]:g} × {card[1]:g} mm does not fit between the marks on {paper.id}")
    return max(ways, key=lambda way: (way.capacity, not way.turned, -abs(way.columns - way.rows)))
