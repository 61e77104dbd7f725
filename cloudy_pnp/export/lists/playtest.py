"""Cards at half size in black lines, as many on a page as fit: to playtest an idea tonight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.outlines import Outliner
from cloudy_pnp.draw.scene import Group, Item, Page, Path, Symbol, Use
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.draw.text import text_line
from cloudy_pnp.export.paper import Paper
from cloudy_pnp.export.sheets.marks import FONT, HAIRLINE

SCALE = 0.5
MARGIN = 8.0
_FOOT = 4.0
_SIZE = 2.6


class Room(Struct, frozen=True):
    """The number of cards of a size on a page, which may be turned."""

    page: tuple[float, float]
    columns: int
    rows: int

    @property
    def capacity(self) -> int:
        """The number of cards on a page."""
        return self.columns * self.rows


def room_for(size: tuple[float, float], paper: Paper) -> Room:
    """Return the better orientation of the paper.

    >>> room_for((28.575, 44.45), Paper("a4", 210, 297)).capacity
    36
    """
    short, long = sorted((paper.width, paper.height))
    ways = [
        Room(page, int((page[0] - 2 * MARGIN + 1e-9) // size[0]), int((page[1] - 2 * MARGIN - _FOOT + 1e-9) // size[1]))
        for page in ((short, long), (long, short))
    ]
    best = max(ways, key=lambda way: way.capacity)
    if not best.capacity:
        raise UserError(
            f"a card of {size[0] / SCALE:g} × {size[1] / SCALE:g} mm does not fit on the paper at half size"
        )
    return best


def playtest_pages(faces: Iterable[tuple[Symbol, tuple[float, float]]], paper: Paper, title: str) -> Iterator[Page]:
    """Yield the pages of faces with their sizes in mm; those of one size share pages."""
    outliner = Outliner()
    by_size: dict[tuple[float, float], list[Symbol]] = {}
    for symbol, size in faces:
        by_size.setdefault(size, []).append(symbol)
    rooms = {size: room_for((size[0] * SCALE, size[1] * SCALE), paper) for size in by_size}
    count = sum(-(-len(symbols) // rooms[size].capacity) for size, symbols in by_size.items())
    number = 0
    for size, symbols in by_size.items():
        room = rooms[size]
        for first in range(0, len(symbols), room.capacity):
            number += 1
            items = tuple(
                item
                for index, symbol in enumerate(symbols[first : first + room.capacity])
                for item in _cell(outliner.symbol(symbol), size, divmod(index, room.columns))
            )
            foot = text_line(f"{title} · {number}/{count}", Point(MARGIN, room.page[1] - MARGIN), FONT, _SIZE)
            yield Page(*room.page, (*items, foot))


def _cell(symbol: Symbol, size: tuple[float, float], cell: tuple[int, int]) -> tuple[Item, Item]:
    row, column = cell
    corner = Point(MARGIN + column * size[0] * SCALE, MARGIN + row * size[1] * SCALE)
    place = Transform.translation(corner.x, corner.y) @ Transform.scaling(SCALE)
    outline = rectangle(Rect(0.0, 0.0, *size))
    cut = Path(rectangle(Rect(corner.x, corner.y, size[0] * SCALE, size[1] * SCALE)), stroke=HAIRLINE)
    return Group((Use(symbol),), place, clip=outline), cut
