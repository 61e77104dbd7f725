"""Small pieces of many sizes on as few pages as possible: rows by height, the tallest first, each filled to its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import Finding, Severity, UserError, quoted
from cloudy_pnp.draw.scene import Group, Item, Outline, Page, Symbol, Use
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.export.paper import Paper
from cloudy_pnp.export.sheets.marks import corner_marks
from cloudy_pnp.export.sheets.tiles import MARGIN, STRIP, furniture, lines_of
from cloudy_pnp.workspace.drawn import Piece

LEAST = 1.5  # mm around a piece: room for its cut marks, even without a bleed
_TINY = 1e-9


class Placed(Struct, frozen=True):
    """A piece on a page, cut out at a rectangle; `turned` by a quarter clockwise."""

    piece: Piece
    page: int  # from 0
    cut: Rect
    turned: bool
    margin: float  # mm printed around it

    def transform(self) -> Transform:
        """Return the transform from the piece's coordinates to the page."""
        place = Transform.translation(self.cut.x, self.cut.y)
        if not self.turned:
            return place
        return place @ Transform.translation(self.cut.width, 0.0) @ Transform.rotation(90)


class _Row(Struct):
    top: float
    height: float
    used: float = 0.0


class _Page(Struct):
    rows: list[_Row] = field(default_factory=list)
    used: float = 0.0


def nest(pieces: Sequence[Piece], width: float, height: float) -> list[Placed]:
    """Place each piece on pages of a size, starting in the corner of the first.

    A piece goes into the lowest row with enough room, upright or turned, or begins a new one (first fit, decreasing
    height). The order of pieces of one size is kept.

    >>> from cloudy_pnp.draw.scene import Symbol
    >>> face = Symbol("x", (), Rect(0, 0, 1, 1))
    >>> [one.page for one in nest([Piece("a", n, face, None, (40, 50)) for n in range(5)], 100, 110)]
    [0, 0, 0, 0, 1]
    """
    pages: list[_Page] = []
    placed = []
    for piece in sorted(pieces, key=lambda other: (-max(other.size), -min(other.size))):
        margin = margin_of(piece)
        ways = _ways(piece, margin, width, height)
        if not ways:  # a piece as large as the page gets only the bleed that fits
            margin = LEAST
            ways = _ways(piece, margin, width, height)
        if not ways:
            size = f"{piece.size[0]:g} × {piece.size[1]:g} mm"
            raise UserError(f"{quoted(piece.card)} of {size} does not fit on the paper")
        number, row, (across, down) = _room(pages, ways, width, height)
        cut = Rect(row.used, row.top, across, down).inset(margin)
        row.used += across
        placed.append(Placed(piece, number, cut, (piece.size[0] > piece.size[1]) != (across > down), margin))
    return placed


def lost_bleed(placed: Iterable[Placed], paper: str) -> Iterator[tuple[str, Finding]]:
    """PRINT-5: yield the pieces that are so large that a part of their bleed is not printed, each once."""
    for card, item in {item.piece.card: item for item in placed}.items():
        bleed = margin_of(item.piece)
        if item.margin < bleed - _TINY:
            size = f"{item.piece.size[0]:g} × {item.piece.size[1]:g} mm"
            message = (
                f"{quoted(card)} of {size} leaves room for {item.margin:g} of its {bleed:g} mm of bleed on {paper}"
            )
            yield card, Finding("PRINT-5", (), message, "use larger paper with --paper", Severity.WARNING)


def margin_of(piece: Piece) -> float:
    """Return the printed margin around a piece: the bleed of its picture, at least room for cut marks."""
    return max(LEAST, -piece.front.bounds.left, -piece.front.bounds.top)


def _ways(piece: Piece, margin: float, width: float, height: float) -> list[tuple[float, float]]:
    """List the orientations in which a piece fits on a page with its margin, upright first."""
    short, long = min(piece.size) + 2 * margin, max(piece.size) + 2 * margin
    ways = dict.fromkeys([(short, long), (long, short)])
    return [way for way in ways if way[0] <= width + _TINY and way[1] <= height + _TINY]


def _room(
    pages: list[_Page], ways: list[tuple[float, float]], width: float, height: float
) -> tuple[int, _Row, tuple[float, float]]:
    """Return the row in which a piece wastes least, or a new row, on a new page if needed."""
    fitting = [
        (row.height - way[1], number, index, way)
        for number, page in enumerate(pages)
        for index, row in enumerate(page.rows)
        for way in ways
        if row.used + way[0] <= width + _TINY and way[1] <= row.height + _TINY
    ]
    if fitting:
        _, number, index, way = min(fitting, key=lambda choice: choice[:3])
        return number, pages[number].rows[index], way
    pages_and_new = [*enumerate(pages), (len(pages), _Page())]
    number, page, way = next(
        (number, page, way) for number, page in pages_and_new for way in ways if page.used + way[1] <= height + _TINY
    )
    if number == len(pages):
        pages.append(page)
    row = _Row(page.used, way[1])
    page.rows.append(row)
    page.used += way[1]
    return number, row, way


def nested_pages(
    pieces: Sequence[Piece], paper: Paper, title: str, numbered: str, *, for_press: bool = False
) -> Iterator[tuple[Page, list[Placed]]]:
    """Yield the pages of small pieces, and their contents.

    Backs are on the page after their fronts, in the matching position when the paper is turned over its long edge.
    """
    size = (min(paper.width, paper.height), max(paper.width, paper.height))
    corner = Point(MARGIN, MARGIN)
    room = (size[0] - 2 * corner.x, size[1] - 2 * corner.y - STRIP)
    placed = _centred(nest(pieces, *room), *room)
    count = max((item.page for item in placed), default=-1) + 1
    for number in range(count):
        on_page = [item for item in placed if item.page == number]
        shift = Transform.translation(corner.x, corner.y)
        text = f"{title} · {numbered.replace('{number}', f'{number + 1}/{count}')}"
        fronts = tuple(_front(item, item.transform(), for_press) for item in on_page)
        yield Page(*size, (Group(fronts, shift), Use(furniture(size, text)))), on_page
        backs = tuple(_behind(item, item.piece.back, room[0]) for item in on_page if item.piece.back)
        if backs:
            yield Page(*size, (Group(backs, shift), Use(furniture(size, text)))), []


def _centred(placed: Sequence[Placed], width: float, height: float) -> list[Placed]:
    """Move a piece that has a page to itself, such as a score pad, to the middle of the page."""
    counts = Counter(item.page for item in placed)
    moved = []
    for item in placed:
        cut = item.cut
        middle = Rect((width - cut.width) / 2, (height - cut.height) / 2, cut.width, cut.height)
        moved.append(replace(item, cut=middle) if counts[item.page] == 1 else item)
    return moved


def _front(item: Placed, place: Transform, for_press: bool) -> Item:
    piece = item.piece
    if for_press:
        piece = replace(piece, outline=piece.outline or rectangle(Rect(0.0, 0.0, *piece.size)))
    marks = corner_marks(piece.size, item.margin) if piece.outline is None else ()
    return Group((Use(piece.front), *lines_of(piece, for_press=for_press), *marks), place, _clip(item))


def _clip(item: Placed) -> Outline:
    return rectangle(Rect(0.0, 0.0, *item.piece.size).inset(-item.margin))


def _behind(item: Placed, back: Symbol, width: float) -> Item:
    """Draw the back of a piece in the position that matches its front."""
    cut = Rect(width - item.cut.right, item.cut.y, item.cut.width, item.cut.height)
    place = Transform.translation(cut.x, cut.y)
    if item.turned:
        place = place @ Transform.translation(0.0, cut.height) @ Transform.rotation(-90)
    return Group((Use(back),), place, _clip(item))
