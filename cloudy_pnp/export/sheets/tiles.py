"""Components that may be larger than the paper: on one page where they fit, otherwise on several glued together.

Every page except those at the right and at the bottom shows a strip more than its own part: the next page is cut
exactly at the join and glued onto that strip. Ticks outside the picture mark every cut and every join, on both pages,
so that no text is needed; a hatched bar next to the strip marks where the glue goes.

Small pieces of many sizes on as few pages as possible: rows by height, the tallest first, each filled to its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import Finding, Severity, UserError, quoted
from cloudy_pnp.draw.colour import BLACK, WHITE
from cloudy_pnp.draw.scene import Group, Item, Line, Move, Outline, Page, Path, Stroke, Symbol, Use
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.draw.text import text_line, text_width
from cloudy_pnp.export.paper import Paper
from cloudy_pnp.export.sheets.marks import FONT, HAIRLINE, contour, corner_marks, registration, ruler
from cloudy_pnp.workspace.drawn import Piece

MARGIN = 5.0  # the white border of a printer
STRIP = 4.5  # ruler and footer, at the bottom
OVERLAP = 10.0
BLEED = 3.0
_TICK, _NEAR = 3.5, 0.6  # the length of a tick, and its distance from the picture
_EDGE = 1.2  # minimum space for ticks, around picture and bleed
_HALO = Stroke(WHITE, 0.6)
_FOLD = Stroke(BLACK, 0.2, dashes=(2.0, 1.2))
_TEXT = 2.4


class Tile(Struct, frozen=True):
    """A page: the part of the whole that stays visible (`part`), and the shown area (`shown`).

    Both are in the coordinates of the whole; `shift` leads from there to the page.
    """

    row: int
    col: int
    part: Rect
    shown: Rect
    shift: Point
    page: tuple[float, float]

    @property
    def cut(self) -> Rect:
        """The cutting line of the page, which keeps the strip for glue."""
        right = self.part.right if self.shown.right < self.part.right + OVERLAP else self.shown.right
        bottom = self.part.bottom if self.shown.bottom < self.part.bottom + OVERLAP else self.shown.bottom
        return Rect(self.part.x, self.part.y, right - self.part.x, bottom - self.part.y)


def tiles_of(size: tuple[float, float], paper: Paper, bleed: float = BLEED) -> list[Tile]:
    """Return the fewest pages for a component on a paper, which may be turned; ties go to the upright one.

    >>> [len(tiles_of((260, 260), Paper("a", *sides))) for sides in ((297, 420), (210, 297), (215.9, 279.4))]
    [1, 2, 2]
    """
    short, long = sorted((paper.width, paper.height))
    candidates = [_tiles(size, page, bleed) for page in dict.fromkeys(((short, long), (long, short)))]
    return min(candidates, key=len)


def _tiles(size: tuple[float, float], page: tuple[float, float], bleed: float) -> list[Tile]:
    edge = MARGIN + _EDGE
    room = Rect(edge, edge, page[0] - 2 * edge, page[1] - 2 * edge - STRIP)
    cols, rows = _parts(size[0], room.width, bleed), _parts(size[1], room.height, bleed)
    tiles = []
    for row, (top, bottom) in enumerate(rows):
        for col, (left, right) in enumerate(cols):
            part = Rect(left, top, right - left, bottom - top)
            shown = Rect.around(
                (
                    Point(left - (bleed if col == 0 else OVERLAP / 2), top - (bleed if row == 0 else OVERLAP / 2)),
                    Point(
                        right + (bleed if col == len(cols) - 1 else OVERLAP),
                        bottom + (bleed if row == len(rows) - 1 else OVERLAP),
                    ),
                )
            )
            tiles.append(Tile(row, col, part, shown, room.centre - shown.centre, page))
    return tiles


def _parts(length: float, room: float, bleed: float) -> list[tuple[float, float]]:
    """Return the positions of the joins along a side: equal parts, as few as fit."""
    if length + 2 * bleed <= room:
        return [(0.0, length)]
    least = room - 1.5 * OVERLAP - bleed
    if least <= 0:
        raise UserError(f"paper of {room:.0f} mm is too small to lay out anything in tiles")
    count = max(2, ceil((length - 1e-9) / least))
    return [(length * index / count, length * (index + 1) / count) for index in range(count)]


def tiled_pages(piece: Piece, paper: Paper, title: str, numbered: str, *, for_press: bool = False) -> Iterator[Page]:
    """Yield the pages of a piece; `numbered` is the text of a page number, with `{number}` in it."""
    tiles = tiles_of(piece.size, paper, max(0.0, -piece.front.bounds.left))
    for number, tile in enumerate(tiles, 1):
        shift = Transform.translation(tile.shift.x, tile.shift.y)
        items: list[Item] = [
            Group((Use(piece.front), *lines_of(piece, for_press=for_press)), shift, rectangle(tile.shown))
        ]
        marks = _marks(piece, tile, tiles)
        items += [Group((Path(marks, stroke=HAIRLINE), *_glue(tile, tiles)), shift)]
        text = numbered.replace("{number}", f"{number}/{len(tiles)}")
        items.append(Use(furniture(tile.page, f"{title} · {text}")))
        yield Page(*tile.page, tuple(items), trim=shift.bounds(tile.cut), bleed=shift.bounds(tile.shown))


def lines_of(piece: Piece, *, for_press: bool = False) -> tuple[Item, ...]:
    """Draw the cutting line of a piece with its own outline, and its folds.

    For a press they have inks of their own, which the print shop removes before printing.
    """
    if for_press:
        return contour(piece.outline, piece.folds)
    items: list[Item] = []
    if piece.outline is not None:
        items += [Path(piece.outline, stroke=_HALO), Path(piece.outline, stroke=Stroke(BLACK, 0.2))]
    if piece.folds is not None:
        items += [Path(piece.folds, stroke=_HALO), Path(piece.folds, stroke=_FOLD)]
    return tuple(items)


def _marks(piece: Piece, tile: Tile, tiles: list[Tile]) -> Outline:
    """Return ticks at both ends of every line along which the page is cut or joined."""
    if piece.outline is not None and len(tiles) == 1:
        return Outline(())  # its own outline is the cut
    part, shown = tile.part, tile.shown
    ticks: list[tuple[Point, Point]] = []
    for x in (part.left, part.right):
        ticks += [(Point(x, shown.top - _NEAR - _TICK), Point(x, shown.top - _NEAR))]
        ticks += [(Point(x, shown.bottom + _NEAR), Point(x, shown.bottom + _NEAR + _TICK))]
    for y in (part.top, part.bottom):
        ticks += [(Point(shown.left - _NEAR - _TICK, y), Point(shown.left - _NEAR, y))]
        ticks += [(Point(shown.right + _NEAR, y), Point(shown.right + _NEAR + _TICK, y))]
    return Outline(tuple(part for start, end in ticks for part in (Move(start), Line(end))))


def _glue(tile: Tile, tiles: list[Tile]) -> Iterator[Item]:
    """Draw a hatched bar at both ends of a strip for glue: the page to the right, or below, is glued onto it."""
    cols, rows = max(other.col for other in tiles), max(other.row for other in tiles)
    part, shown = tile.part, tile.shown
    bars = []
    if tile.col < cols:
        bars += [Rect(part.right, y, shown.right - part.right, 1.6) for y in (shown.top - 2.6, shown.bottom + 1.0)]
    if tile.row < rows:
        bars += [Rect(x, part.bottom, 1.6, shown.bottom - part.bottom) for x in (shown.left - 2.6, shown.right + 1.0)]
    for bar in bars:
        length = max(bar.width, bar.height)
        slant = min(bar.width, bar.height)
        parts: list[Move | Line] = []
        for step in range(int(length / 1.6)):
            at = step * 1.6
            start = Point(bar.x + at, bar.bottom) if bar.width > bar.height else Point(bar.x, bar.y + at + slant)
            parts += [Move(start), Line(start + Point(slant, -slant))]
        yield Path(Outline(tuple(parts)), stroke=Stroke(BLACK, 0.3))


def furniture(page: tuple[float, float], text: str) -> Symbol:
    """Draw ruler, registration mark and footer in the strip at the bottom."""
    width, height = page
    y = height - MARGIN - 4.0
    footer = text_line(text, Point(width - MARGIN - text_width(text, FONT, _TEXT), y + 2.8), FONT, _TEXT)
    items = (*ruler(Point(MARGIN, y)), *registration(Point(width / 2, y + 2.0)), footer)
    return Symbol("furniture", items, Rect(0.0, 0.0, width, height))


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
