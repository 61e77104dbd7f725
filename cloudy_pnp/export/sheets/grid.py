"""The positions of cards on a sheet: as many as fit, in rows and columns about the middle of the page.

From the edge of the paper inwards come the margin, the strip with ruler and footer (on one pair of sides), the cut
marks, the bleed of the outermost cards, and the cards. Because everything is symmetrical, the back of a card has its
place in the same grid: mirrored at the line about which the paper is turned or folded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.core.problems import Finding, Severity, UserError, quoted
from cloudy_pnp.export.paper import LEAST_BLEED, CardFormat, Flip, Marks, Mode, Paper, Printer, Sheet

RULER = 50.0
STRIP = 4.5  # the height of the strip with ruler and footer
LEAST_TICK = 1.0  # space around the cards for the cut marks
LEAST_FOLD = 1.0  # the smallest distance of cards from the fold

# A registration mark in the middle of the strip, and on each side of it the ruler with its label or the footer.
_LEAST_STRIP = 2 * (RULER + 12.0)

Cell = tuple[int, int]  # row and column, from 0 at the top left


class Axis(StrEnum):
    """A line through the middle of the page."""

    VERTICAL = "vertical"
    HORIZONTAL = "horizontal"


class Strips(StrEnum):
    """The pair of sides where ruler, footer and registration marks are."""

    BELOW = "below"  # and above
    BESIDE = "beside"


class Grid(Struct, frozen=True):
    """The positions of cards on one side of a sheet.

    `mirror` is the line about which a duplex sheet is turned, or a gutterfold sheet folded. `outer` is the bleed of the
    outermost cards, `reach` the extent of their marks, both across and down.
    """

    sheet: Sheet
    card: CardFormat
    width: float
    height: float
    lefts: tuple[float, ...]
    tops: tuple[float, ...]
    mirror: Axis | None
    strips: Strips
    outer: Point
    reach: Point

    @property
    def fronts(self) -> Iterator[Cell]:
        """The cells of fronts, in reading order: all, or with gutterfold one half."""
        folded = self.sheet.mode is Mode.GUTTERFOLD
        rows = len(self.tops) // (2 if folded and self.mirror is Axis.HORIZONTAL else 1)
        cols = len(self.lefts) // (2 if folded and self.mirror is Axis.VERTICAL else 1)
        return ((row, col) for row in range(rows) for col in range(cols))

    @property
    def capacity(self) -> int:
        """The number of cards on a sheet."""
        cells = len(self.tops) * len(self.lefts)
        return cells // 2 if self.sheet.mode is Mode.GUTTERFOLD else cells

    @property
    def block(self) -> Rect:
        """The rectangle around all cells."""
        right, bottom = self.lefts[-1] + self.card.width, self.tops[-1] + self.card.height
        return Rect(self.lefts[0], self.tops[0], right - self.lefts[0], bottom - self.tops[0])

    @property
    def real_bleed(self) -> float:
        """The smallest bleed of any card on any side.

        >>> best_grid(Sheet("x", Mode.DUPLEX, Paper("a4", 210, 297)), CardFormat("bridge", 57.15, 88.9)).real_bleed
        0.0
        """
        gaps = [self.gap(self.lefts, index, self.card.width) for index in range(1, len(self.lefts))]
        gaps += [self.gap(self.tops, index, self.card.height) for index in range(1, len(self.tops))]
        return round(min(self.sheet.bleed, self.outer.x, self.outer.y, *(gap / 2 for gap in gaps)), 3) + 0.0

    def rect(self, cell: Cell) -> Rect:
        """Return the cut rectangle of the card in a cell."""
        row, col = cell
        return Rect(self.lefts[col], self.tops[row], self.card.width, self.card.height)

    def behind(self, cell: Cell) -> Cell:
        """Return the cell behind another one when the paper is turned or folded."""
        row, col = cell
        if self.mirror is Axis.VERTICAL:
            return row, len(self.lefts) - 1 - col
        return len(self.tops) - 1 - row, col

    @property
    def backs_turned(self) -> bool:
        """Return whether backs are upside down on the page.

        Turned like the page of a book, the top stays at the top. Turned over its top like a calendar, it does not: then
        a back must be upside down to be upright behind its front.
        """
        return self.mirror is Axis.HORIZONTAL

    def painted(self, cell: Cell, filled: Collection[Cell]) -> Rect:
        """Return the visible area of the picture in a cell: its bleed, at most to the middle of a gap."""
        row, col = cell
        across, down, bleed = self.outer.x, self.outer.y, self.sheet.bleed
        left = across if col == 0 else _half(self.gap(self.lefts, col, self.card.width), (row, col - 1), filled, bleed)
        top = down if row == 0 else _half(self.gap(self.tops, row, self.card.height), (row - 1, col), filled, bleed)
        right, bottom = across, down
        if col < len(self.lefts) - 1:
            right = _half(self.gap(self.lefts, col + 1, self.card.width), (row, col + 1), filled, bleed)
        if row < len(self.tops) - 1:
            bottom = _half(self.gap(self.tops, row + 1, self.card.height), (row + 1, col), filled, bleed)
        cut = self.rect(cell)
        return Rect(cut.x - left, cut.y - top, cut.width + left + right, cut.height + top + bottom)

    @staticmethod
    def gap(starts: tuple[float, ...], index: int, size: float) -> float:
        """Return the gap before a row or column."""
        return starts[index] - starts[index - 1] - size


def _half(gap: float, neighbour: Cell, filled: Collection[Cell], bleed: float) -> float:
    return min(bleed, gap / 2) if neighbour in filled else bleed


def best_grid(sheet: Sheet, card: CardFormat) -> Grid:
    """Return the grid with the most cards; ties go to more bleed, then to the upright one.

    If there are gaps between cards, grids with at least 2 mm of bleed for all cards are preferred.

    >>> grid = best_grid(Sheet("x", Mode.DUPLEX, Paper("a4", 210, 297)), CardFormat("bridge", 57.15, 88.9))
    >>> len(grid.tops), len(grid.lefts), grid.width
    (3, 3, 210)
    """
    paper = sheet.paper
    if paper is None:
        raise UserError(f'the sheet "{sheet.id}" has no paper to lay cards on')
    short, long = sorted((paper.width, paper.height))
    pages = dict.fromkeys(((short, long), (long, short)))
    candidates = [
        _grid(sheet, card, width, height, mirror, strips)
        for width, height in pages
        for mirror in _mirrors(sheet, width, height)
        for strips in Strips
    ]
    fitting = [grid for grid in candidates if grid is not None]
    if not fitting:
        raise UserError(_too_small(sheet, card, paper))
    least = min(LEAST_BLEED, sheet.bleed) if sheet.gutter else 0.0

    def merit(grid: Grid) -> tuple[bool, int, float]:
        return grid.real_bleed >= least, grid.capacity, round(min(grid.outer.x, grid.outer.y), 2)

    return max(fitting, key=merit)


def _mirrors(sheet: Sheet, width: float, height: float) -> tuple[Axis | None, ...]:
    if sheet.mode is Mode.GUTTERFOLD:
        return (Axis.VERTICAL, Axis.HORIZONTAL)
    if sheet.mode is Mode.DUPLEX:
        upright = width <= height
        return (Axis.VERTICAL if upright == (sheet.flip is Flip.LONG) else Axis.HORIZONTAL,)
    return (None,)


def _grid(
    sheet: Sheet, card: CardFormat, width: float, height: float, mirror: Axis | None, strips: Strips
) -> Grid | None:
    """Return the grid for one way to use the paper, or None if nothing fits."""
    if (width if strips is Strips.BELOW else height) - 2 * sheet.margin < _LEAST_STRIP:
        return None
    tick = 0.0 if sheet.marks is Marks.NONE else LEAST_TICK
    edge_x = sheet.margin + (STRIP if strips is Strips.BESIDE else 0.0)
    edge_y = sheet.margin + (STRIP if strips is Strips.BELOW else 0.0)
    fold = mirror if sheet.mode is Mode.GUTTERFOLD else None
    lefts = _starts(width, edge_x + tick, card.width, sheet, fold is Axis.VERTICAL)
    tops = _starts(height, edge_y + tick, card.height, sheet, fold is Axis.HORIZONTAL)
    if not lefts or not tops:
        return None
    reach = Point(lefts[0] - edge_x, tops[0] - edge_y)
    outer = Point(min(sheet.bleed, reach.x - tick), min(sheet.bleed, reach.y - tick))
    return Grid(sheet, card, width, height, lefts, tops, mirror, strips, outer, reach)


def _starts(length: float, edge: float, size: float, sheet: Sheet, folded: bool) -> tuple[float, ...]:
    """Return the start positions of cards along a side of the page, as many as fit between the edges, centred."""
    step = size + sheet.gutter
    from_middle = max(sheet.bleed, sheet.gutter / 2, LEAST_FOLD) if folded else 0.0
    room = (length - 2 * edge) / (2 if folded else 1) - from_middle
    count = int((room + sheet.gutter) / step + 1e-9)
    if folded:
        half = [length / 2 + from_middle + index * step for index in range(count)]
        return (*(length - start - size for start in reversed(half)), *half)
    first = (length - count * size - (count - 1) * sheet.gutter) / 2
    return tuple(first + index * step for index in range(count))


def _too_small(sheet: Sheet, card: CardFormat, paper: Paper) -> str:
    size = f"paper of {paper.width:g} × {paper.height:g} mm"
    longest = max(paper.width, paper.height) - 2 * sheet.margin
    if longest < _LEAST_STRIP:
        return (
            f"the {RULER:g} mm ruler and the footer do not fit on {size} with a margin of {sheet.margin:g} mm:"
            f" its longer side needs at least {_LEAST_STRIP + 2 * sheet.margin:g} mm"
        )
    extras = "front and back side by side" if sheet.mode is Mode.GUTTERFOLD else "marks and ruler"
    return (
        f"a card of {card.width:g} × {card.height:g} mm does not fit on {size}"
        f" with a margin of {sheet.margin:g} mm, {extras}"
    )


def sheet_findings(
    sheet: Sheet, sizes: Iterable[tuple[float, float]], printer: Printer | None = None
) -> Iterator[Finding]:
    """Check PRINT-5 and PRINT-8 for cards of some sizes.

    >>> [finding.code for finding in sheet_findings(Sheet("x", Mode.SERVICE, bleed=1), [(63, 88)])]
    ['PRINT-5']
    """
    for width, height in sorted(sizes):
        if sheet.mode is Mode.SERVICE:
            bleed = sheet.bleed
        else:
            grid = best_grid(sheet, CardFormat(f"{width:g}x{height:g}", width, height))
            bleed = grid.real_bleed
            if printer is not None and sheet.mode is Mode.DUPLEX and not printer.fits(grid.width, grid.height):
                message = (
                    f"{quoted(sheet.id)} has another orientation than the page on which the printer"
                    f" {quoted(printer.name)} was measured: its backs are not corrected"
                )
                hint = "measure the printer on this sheet too, under another name"
                yield Finding("PRINT-8", (), message, hint, Severity.WARNING)
        if bleed < LEAST_BLEED - 1e-6:
            message = f"{quoted(sheet.id)} gives cards of {width:g} × {height:g} mm {bleed:.1f} mm of bleed"
            why = (
                "a slightly misaligned cut shows the neighbouring card"
                if not sheet.gutter
                else "a slightly misaligned cut shows white"
            )
            hint = f"{why}; {LEAST_BLEED:g} mm need other paper, smaller cards, or a gutter of {2 * LEAST_BLEED:g} mm"
            yield Finding("PRINT-5", (), message, hint, Severity.WARNING)
