"""AIR-1 to AIR-3: the board, and a position on it: clouds, castles and beings, and the supply of every player.

Players are counted from 0 in turn order. Clouds are alike, and so are the pieces of one player: numbers are enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace


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


class Board(Struct, frozen=True, rename="kebab"):
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
        """AIR-1 (reading): the fields, numbered from 1 row by row from the north-west.

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


class Field(Struct, frozen=True):
    """AIR-2, AIR-3: the pieces on one field.

    >>> Field(empty=1, castles=(0, 0), beings=(2, 0)).clouds
    3
    """

    empty: int  # clouds without a castle
    castles: tuple[int, ...]  # the owner of each castle, sorted; each is on a separate cloud
    beings: tuple[int, ...]  # of each player

    @property
    def clouds(self) -> int:
        """All clouds of the field, empty or not."""
        return self.empty + len(self.castles)

    def owners(self) -> tuple[int, ...]:
        """Return the players who have a castle here, each once."""
        return tuple(dict.fromkeys(self.castles))

    def without_castle(self, owner: int) -> tuple[int, ...]:
        """Return the castles without one of an owner."""
        index = self.castles.index(owner)
        return self.castles[:index] + self.castles[index + 1 :]

    def with_beings(self, player: int, more: int) -> Field:
        """Return the field with this many more beings of a player, or fewer."""
        beings = (*self.beings[:player], self.beings[player] + more, *self.beings[player + 1 :])
        return Field(self.empty, self.castles, beings)


class Sky(Struct, frozen=True):
    """All fields, and the supplies: clouds of all, beings and castles of each player."""

    fields: tuple[Field, ...]
    clouds: int
    beings: tuple[int, ...]
    castles: tuple[int, ...]

    @staticmethod
    def clear(board: Board, players: int) -> Sky:
        """SET-1: return a board without clouds.

        >>> Sky.clear(Board(), 2).beings
        (6, 6)
        """
        field = Field(0, (), (0,) * players)
        return Sky((field,) * board.size, board.clouds, (board.beings,) * players, (board.castles,) * players)

    def __getitem__(self, at: int) -> Field:
        return self.fields[at - 1]

    def changed(self, at: int, field: Field, clouds: int = 0) -> Sky:
        """Return the sky with another field, and with this many more clouds in the supply, or fewer."""
        fields = (*self.fields[: at - 1], field, *self.fields[at:])
        return Sky(fields, self.clouds + clouds, self.beings, self.castles)

    def supplied(self, player: int, beings: int = 0, castles: int = 0) -> Sky:
        """Return the sky in which a player has this many more pieces in the supply, or fewer."""
        return replace(self, beings=_plus(self.beings, player, beings), castles=_plus(self.castles, player, castles))

    def castles_standing(self, player: int) -> int:
        """END-1 (reading): count the castles of a player on the board."""
        return sum(field.castles.count(player) for field in self.fields)

    def beings_standing(self, player: int) -> int:
        """END-2: count the beings of a player on the board."""
        return sum(field.beings[player] for field in self.fields)


def _plus(numbers: Sequence[int], index: int, more: int) -> tuple[int, ...]:
    return (*numbers[:index], numbers[index] + more, *numbers[index + 1 :])
