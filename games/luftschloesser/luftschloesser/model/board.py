"""AIR-1: the board, its numbered fields, and which of them are neighbours."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from msgspec import Struct


class Direction(Enum):
    """The direction of a storm; the value is the step in rows and columns."""

    N = (-1, 0)
    NE = (-1, 1)
    E = (0, 1)
    SE = (1, 1)
    S = (1, 0)
    SW = (1, -1)
    W = (0, -1)
    NW = (-1, -1)

    @property
    def text(self) -> str:
        """The name in data: n, ne, e and so on."""
        return self.name.lower()


EIGHT = tuple(Direction)
FOUR = (Direction.N, Direction.E, Direction.S, Direction.W)
DIRECTION = {direction.text: direction for direction in EIGHT}


class Board(Struct, frozen=True):
    """AIR-1 to AIR-3: the size of the board, and how many pieces there are."""

    rows: int = 4
    cols: int = 4
    clouds: int = 20  # in the common supply
    clouds_per_field: int = 3
    beings: int = 6  # of each player
    castles: int = 4  # of each player

    @property
    def size(self) -> int:
        """The number of fields."""
        return self.rows * self.cols

    @property
    def fields(self) -> range:
        """AIR-1: the fields, numbered from 1 row by row from the north-west.

        >>> Board().fields
        range(1, 17)
        """
        return range(1, self.size + 1)

    def place(self, field: int) -> tuple[int, int]:
        """Return row and column of a field, from 0.

        >>> Board().place(7)
        (1, 2)
        """
        return divmod(field - 1, self.cols)

    def step(self, field: int, direction: Direction) -> int | None:
        """Return the field next to a field, or None beyond the edge.

        >>> Board().step(7, Direction.NE), Board().step(8, Direction.E)
        (4, None)
        """
        (row, col), (down, right) = self.place(field), direction.value
        row, col = row + down, col + right
        return row * self.cols + col + 1 if 0 <= row < self.rows and 0 <= col < self.cols else None

    def neighbours(self, field: int) -> tuple[int, ...]:
        """ACT-2: return the fields around a field, diagonals included, by their numbers.

        >>> Board().neighbours(1)
        (2, 5, 6)
        """
        return _neighbours(self, field)


@lru_cache(maxsize=4096)
def _neighbours(board: Board, field: int) -> tuple[int, ...]:
    around = (board.step(field, direction) for direction in EIGHT)
    return tuple(sorted(neighbour for neighbour in around if neighbour is not None))
