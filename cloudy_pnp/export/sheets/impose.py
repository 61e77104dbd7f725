"""Pieces to pages: their positions, with marks and footer.

Pages are generated one by one and keep nothing of earlier pages, so a deck may be of any size.

The pages of a file of sheets, one by one and in any order, for a print preview.

Every page is made by `impose`, as in the file; only its own cards are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from functools import lru_cache
from itertools import islice
from typing import Any, Literal

from msgspec import Struct

from cloudy_pnp.core.geometry import IDENTITY, Point, Rect, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.scene import Group, Item, Outline, Page, Symbol, Use
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.export.paper import CardFormat, Mode, Printer, Sheet
from cloudy_pnp.export.sheets import SheetTexts
from cloudy_pnp.export.sheets.grid import Cell, Grid, best_grid
from cloudy_pnp.export.sheets.marks import cut_marks, die_line, footer, furniture
from cloudy_pnp.workspace.drawn import Copy, Piece

MOST_SHIFT = 10.0
NO_SHIFT = Point(0.0, 0.0)

Side = Literal["front", "back"]


class Imposed(Struct, frozen=True):
    """A face of a card in a file: pages and sheets count from 1, `cut` is its cut rectangle."""

    card: str
    copy: int
    side: Side
    page: int
    sheet: int
    cut: Rect
    turned: bool  # upside down on the page

    def as_dict(self) -> dict[str, Any]:
        """Return the entry for the manifest: millimetres from the top left corner of the page, to a thousandth."""
        cut = {side: round(getattr(self.cut, side), 3) for side in ("x", "y", "width", "height")}
        place = {"card": self.card, "copy": self.copy, "side": self.side, "page": self.page, "sheet": self.sheet}
        return {**place, **cut, "turned": self.turned}


class Before(Struct, frozen=True):
    """The pages and sheets before some pages in their file, and the number of sheets after them."""

    pages: int = 0
    sheets: int = 0
    to_come: int = 0


def impose_all(
    pieces: Sequence[Copy],
    sheet: Sheet,
    texts: SheetTexts,
    draw: Callable[[Copy], Piece],
    *,
    title: str = "",
    shift_back: Point = NO_SHIFT,
    printer: Printer | None = None,
    imposed: list[Imposed] | None = None,
) -> Iterator[Page]:
    """Yield the pages of pieces of any sizes.

    Pieces of one size share sheets, in the order of the sizes. A piece is drawn by `draw` when its page is made.
    """
    leaves = _leaves(pieces, sheet)  # fails at once

    def pages() -> Iterator[Page]:
        for leaf in leaves:
            yield from leaf.impose(sheet, texts, draw, title, imposed, shift_back, printer)

    return _require_pages(pages())


def impose(
    pieces: Iterable[Piece],
    sheet: Sheet,
    card: CardFormat,
    texts: SheetTexts,
    *,
    title: str = "",
    count: int | None = None,
    shift_back: Point = NO_SHIFT,
    printer: Printer | None = None,
    imposed: list[Imposed] | None = None,
    before: Before | None = None,
) -> Iterator[Page]:
    """Yield the pages of pieces of one size on a kind of sheet.

    `title` is the game's name in the footer. `count` is the number of pieces, for "sheet 3/12", if `pieces` has no
    length. `shift_back` moves the back pages of a duplex sheet right and down, to correct the printer's error; so does
    a `printer` that was measured on such pages. The contents of the generated pages are added to `imposed`.

    Raises UserError at once, before the first page, for an impossible request (a card larger than the paper).
    """
    if not (abs(shift_back.x) <= MOST_SHIFT and abs(shift_back.y) <= MOST_SHIFT):
        raise UserError(
            f"the back is shifted by {shift_back.x:g}, {shift_back.y:g} mm: at most {MOST_SHIFT:g} mm are possible"
        )
    note = imposed.append if imposed is not None else _forget
    if sheet.mode is Mode.SERVICE:
        return _require_pages(_service(pieces, sheet, card, note, before or Before()))
    grid = best_grid(sheet, card)
    if count is None and isinstance(pieces, Sized):
        count = len(pieces)
    back = back_place(grid, shift_back, printer)
    return _require_pages(_Imposer(grid, texts, title, count, back, note, before or Before()).pages(pieces))


def back_place(grid: Grid, shift: Point, printer: Printer | None) -> Transform:
    """Return the transform of back pages."""
    moved = Transform.translation(shift.x, shift.y)
    if printer is not None and printer.fits(grid.width, grid.height):
        return moved @ printer.correction(grid.width, grid.height)
    return moved


def _forget(_: Imposed) -> None:
    return


def _require_pages(pages: Iterator[Page]) -> Iterator[Page]:
    """Yield the pages. Raises UserError if there are none: a PDF needs one."""
    first = next(pages, None)
    if first is None:
        raise UserError("there is no card to print")
    yield first
    yield from pages


def _service(
    pieces: Iterable[Piece], sheet: Sheet, card: CardFormat, note: Callable[[Imposed], None], before: Before
) -> Iterator[Page]:
    """Yield front and back of each card in turn, each a page as large as the card with its bleed."""
    cut = Rect(sheet.bleed, sheet.bleed, card.width, card.height)
    page_box = Rect(0.0, 0.0, card.width + 2 * sheet.bleed, card.height + 2 * sheet.bleed)
    number = before.pages
    for index, piece in enumerate(pieces, start=before.sheets + 1):
        sides: tuple[tuple[Side, Symbol | None], ...] = (("front", piece.front), ("back", piece.back))
        for side, symbol in sides:
            if symbol is None:
                continue
            number += 1
            note(Imposed(piece.card, piece.copy, side, number, index, cut, False))
            items: tuple[Item, ...] = (Use(symbol, Transform.translation(cut.x, cut.y)),)
            if sheet.corner and side == "front":
                items += (die_line([cut], sheet.corner),)
            yield Page(page_box.width, page_box.height, items, trim=cut, bleed=page_box)


class _Imposer(Struct, frozen=True):
    grid: Grid
    texts: SheetTexts
    title: str
    count: int | None
    back: Transform
    note: Callable[[Imposed], None]
    before: Before

    def pages(self, pieces: Iterable[Piece]) -> Iterator[Page]:
        grid = self.grid
        cells = tuple(grid.fronts)
        deck = iter(pieces)
        sheet, page = self.before.sheets, self.before.pages
        while batch := tuple(islice(deck, len(cells))):
            sheet += 1
            fronts = list(zip(cells, batch, strict=False))
            backs = [(grid.behind(cell), piece) for cell, piece in fronts] if grid.mirror else []
            if grid.sheet.mode is Mode.DUPLEX:
                page += 2
                yield self._page(self._faces(fronts, "front", page - 1, sheet), sheet, self.texts.front)
                yield self._page(self._faces(backs, "back", page, sheet), sheet, self.texts.back, self.back)
            else:
                page += 1
                faces = self._faces(fronts, "front", page, sheet) | self._faces(backs, "back", page, sheet)
                yield self._page(faces, sheet, "" if backs else self.texts.front)

    def _faces(
        self, cards: list[tuple[Cell, Piece]], side: Side, page: int, sheet: int
    ) -> dict[Cell, tuple[Symbol, bool]]:
        """Return the symbol in each cell, and whether it is upside down."""
        turned = side == "back" and self.grid.backs_turned
        moved = self.back if side == "back" and self.grid.sheet.mode is Mode.DUPLEX else IDENTITY
        faces = {}
        for cell, piece in cards:
            symbol = piece.front if side == "front" else piece.back
            if symbol is not None:
                cut = self.grid.rect(cell)
                cut += moved(cut.centre) - cut.centre
                self.note(Imposed(piece.card, piece.copy, side, page, sheet, cut, turned))
                faces[cell] = (symbol, turned)
        return faces

    def _page(self, faces: dict[Cell, tuple[Symbol, bool]], sheet: int, side: str, place: Transform = IDENTITY) -> Page:
        grid = self.grid
        places, clips, marks = _frame(grid, frozenset(faces))
        items: list[Item] = []
        for cell, (symbol, turned) in faces.items():
            items.append(Group((Use(symbol, places[cell][turned]),), clip=clips[cell]))
        items.append(Use(marks))
        items.append(footer(grid, self.title, self._footer(sheet, side)))
        fronts = set(grid.fronts)
        if grid.sheet.corner and side != self.texts.back:
            items.append(die_line((grid.rect(cell) for cell in faces if cell in fronts), grid.sheet.corner))
        if place != IDENTITY:
            items = [Group(tuple(items), place)]
        return Page(grid.width, grid.height, tuple(items))

    def _footer(self, sheet: int, side: str) -> str:
        number = str(sheet)
        if self.count is not None:
            number += f"/{self.before.sheets + -(-self.count // self.grid.capacity) + self.before.to_come}"
        mode, texts = self.grid.sheet.mode, self.texts
        parts = [texts.sheet.replace("{number}", number), side]
        if mode is Mode.DUPLEX:
            parts.append(texts.flip(self.grid.sheet.flip))
        if mode is Mode.GUTTERFOLD:
            parts.append(texts.fold)
        return " · ".join(part for part in (*parts, texts.lang) if part)


@lru_cache(maxsize=64)
def _frame(
    grid: Grid, filled: frozenset[Cell]
) -> tuple[dict[Cell, tuple[Transform, Transform]], dict[Cell, Outline], Symbol]:
    """Return the shared parts of all pages with the same filled cells.

    These are the transforms of upright and turned faces in each cell, their visible areas, and the marks and the ruler
    as one symbol, so that they are stored once.
    """
    places = {}
    for cell in filled:
        cut = grid.rect(cell)
        upright = Transform.translation(cut.x, cut.y)
        places[cell] = (upright, Transform.rotation(180, cut.centre) @ upright)
    clips = {cell: rectangle(grid.painted(cell, filled)) for cell in filled}
    page = Rect(0.0, 0.0, grid.width, grid.height)
    return places, clips, Symbol("marks", (*cut_marks(grid, filled), *furniture(grid)), page)


class _Leaf(Struct, frozen=True):
    """A sheet of paper: its pieces, and the pages before it in the file."""

    pieces: Sequence[Copy]
    card: CardFormat
    before: Before
    pages: int

    def impose(
        self,
        sheet: Sheet,
        texts: SheetTexts,
        draw: Callable[[Copy], Piece],
        title: str,
        imposed: list[Imposed] | None,
        shift_back: Point = NO_SHIFT,
        printer: Printer | None = None,
    ) -> Iterator[Page]:
        """Yield its pages."""
        return impose(
            map(draw, self.pieces),
            sheet,
            self.card,
            texts,
            title=title,
            count=len(self.pieces),
            shift_back=shift_back,
            printer=printer,
            imposed=imposed,
            before=self.before,
        )


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
        page = list(leaf.impose(self._sheet, self._texts, self._draw, self._title, imposed))[number]
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
