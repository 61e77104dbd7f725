"""A position on the board: clouds, castles and beings, and the supply of every player.

Players are counted from 0 in turn order. Clouds are alike, and so are the pieces of one player: numbers are enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from luftschloesser.model.board import Board


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
        """END-1: count the castles of a player on the board."""
        return sum(field.castles.count(player) for field in self.fields)

    def beings_standing(self, player: int) -> int:
        """END-2: count the beings of a player on the board."""
        return sum(field.beings[player] for field in self.fields)


def _plus(numbers: Sequence[int], index: int, more: int) -> tuple[int, ...]:
    return (*numbers[:index], numbers[index] + more, *numbers[index + 1 :])
