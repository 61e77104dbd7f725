"""Small pieces of many sizes on as few pages as possible: rows by height, the tallest first, each filled to its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.draw.scene import Group, Item, Outline, Page, Symbol, Use
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.export.paper import Paper
from cloudy_pnp.export.sheets.marks import corner_marks
from cloudy_pnp.export.sheets.tiles import MARGIN, STRIP, furniture, lines_of
from cloudy_pnp.workspace.drawn import Piece

LEAST = 1.5  # mm around a piece: room for its cut marks, even without a bleed
_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece on a page, cut out at a rectangle; `turned` by a quarter clockwise."""

    piece: Piece
    page: int  # from 0
    cut: Rect
    turned: bool
    margin: float  # mm that are printed around it

    def transform(self) -> Transform:
        """From the piece's own coordinates to the page."""
        place = Transform.translation(self.cut.x, self.cut.y)
        if not self.turned:
            return place
        return place @ Transform.translation(self.cut.width, 0.0) @ Transform.rotation(90)


@dataclass(slots=True)
class _Row:
    top: float
    height: float
    used: float = 0.0


@dataclass(slots=True)
class _Page:
    rows: list[_Row] = field(default_factory=list)
    used: float = 0.0


def nest(pieces: Sequence[Piece], width: float, height: float) -> list[Placed]:
    """Where each piece lies on pages of a size, in whose corner the first one lies.

    A piece is laid into the lowest row that it fits into, upright or turned, else begins a new one (first fit,
    decreasing height). The order of pieces of one size is kept.

    >>> from cloudy_pnp.draw.scene import Symbol
    >>> face = Symbol("x", (), Rect(0, 0, 1, 1))
    >>> [one.page for one in nest([Piece("a", n, face, None, (40, 50)) for n in range(5)], 100, 110)]
    [0, 0, 0, 0, 1]
    """
    pages: list[_Page] = []
    placed = []
    for piece in sorted(pieces, key=lambda one: (-max(one.size), -min(one.size))):
        margin = margin_of(piece)
        ways = _ways(piece, margin, width, height)
        if not ways:  # a piece as large as the page keeps what bleed there is room for
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


def margin_of(piece: Piece) -> float:
    """Return how far a piece is printed beyond its cut: the bleed of its picture, at least room for cut marks."""
    return max(LEAST, -piece.front.bounds.left, -piece.front.bounds.top)


def _ways(piece: Piece, margin: float, width: float, height: float) -> list[tuple[float, float]]:
    """List the ways in which a piece fits on a page with its margin, upright first."""
    short, long = min(piece.size) + 2 * margin, max(piece.size) + 2 * margin
    ways = dict.fromkeys([(short, long), (long, short)])
    return [way for way in ways if way[0] <= width + _TINY and way[1] <= height + _TINY]


def _room(
    pages: list[_Page], ways: list[tuple[float, float]], width: float, height: float
) -> tuple[int, _Row, tuple[float, float]]:
    """The row in which a piece wastes least, or a new row, on a new page if there must be one."""
    fitting = [
        (row.height - way[1], number, index, way)
        for number, page in enumerate(pages)
        for index, row in enumerate(page.rows)
        for way in ways
        if row.used + way[0] <= width + _TINY and way[1] <= row.height + _TINY
    ]
    if fitting:
        _, number, index, way = min(fitting, key=lambda one: one[:3])
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
    pieces: Sequence[Piece], paper: Paper, title: str, numbered: str
) -> Iterator[tuple[Page, list[Placed]]]:
    """The pages of small pieces, and what lies on them; pieces with a back get it on the page after theirs, in its
    place when the paper is turned over its long edge.
    """
    size = (min(paper.width, paper.height), max(paper.width, paper.height))
    corner = Point(MARGIN, MARGIN)
    room = (size[0] - 2 * corner.x, size[1] - 2 * corner.y - STRIP)
    placed = nest(pieces, *room)
    count = max((one.page for one in placed), default=-1) + 1
    for number in range(count):
        here = [one for one in placed if one.page == number]
        shift = Transform.translation(corner.x, corner.y)
        text = f"{title} · {numbered.replace('{number}', f'{number + 1}/{count}')}"
        fronts = tuple(_shown(one, one.transform()) for one in here)
        yield Page(*size, (Group(fronts, shift), Use(furniture(size, text)))), here
        backs = tuple(_behind(one, one.piece.back, room[0]) for one in here if one.piece.back)
        if backs:
            yield Page(*size, (Group(backs, shift), Use(furniture(size, text)))), []


def _shown(one: Placed, place: Transform) -> Item:
    marks = corner_marks(one.piece.size, one.margin) if one.piece.outline is None else ()
    return Group((Use(one.piece.front), *lines_of(one.piece), *marks), place, _clip(one))


def _clip(one: Placed) -> Outline:
    return rectangle(Rect(0.0, 0.0, *one.piece.size).inset(-one.margin))


def _behind(one: Placed, back: Symbol, width: float) -> Item:
    """The back of a piece, where the turned paper has its front."""
    cut = Rect(width - one.cut.right, one.cut.y, one.cut.width, one.cut.height)
    place = Transform.translation(cut.x, cut.y)
    if one.turned:
        place = place @ Transform.translation(0.0, cut.height) @ Transform.rotation(-90)
    return Group((Use(back),), place, _clip(one))
