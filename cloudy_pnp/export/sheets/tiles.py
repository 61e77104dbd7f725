"""Components that may be larger than the paper: on one page where they fit, otherwise on several glued together.

Every page except those at the right and at the bottom shows a strip more than its own part: the next page is cut
exactly at the join and glued onto that strip. Ticks outside the picture mark every cut and every join, on both pages,
so that no text is needed; a hatched bar next to the strip marks where the glue goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.colour import BLACK, WHITE
from cloudy_pnp.draw.scene import Group, Item, Line, Move, Outline, Page, Path, Stroke, Symbol, Use
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.draw.text import text_line, text_width
from cloudy_pnp.export.paper import Paper
from cloudy_pnp.export.sheets.marks import FONT, HAIRLINE, contour, registration, ruler
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
