"""Fast connection: faces compiled to small tables, for uses that ask millions of times.

A field is one small number, its *ways*: which of its ports lead on to which. It comes from a table of top
card × facing × lower card × facing (`Tables.ways`), filled by the readable rule itself (`joined_ports`).
`Frame` answers CON-8 for a board of such numbers in one pass over its fields, without walking any route:
labels are carried south and east, and joined where a field joins them. `compiled` does the same with numba.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTIONS, Direction, Face
from cloudy_pnp.games.cloudy_kingdom.rules.board import (
    AXES,
    Axis,
    Board,
    Castle,
    Placed,
    Stack,
    castle_at,
    castles_of,
    families,
    joined_ports,
    neighbour,
)

N, E, S, W = (1 << direction for direction in DIRECTIONS)

# Ways of a field: bits 0 to 5 say which pairs of ports are joined, in the order of PAIRS; bits 8 to 11 say
# which ports exist. An empty field is 0.
Ways: TypeAlias = int
PAIRS = (N | W, N | S, W | S, N | E, W | E, S | E)
JOINED = (1 << len(PAIRS)) - 1


def ways_of(groups: Iterable[Sequence[Direction]]) -> Ways:
    """Joined ports (CON-4, CON-5) as one number.

    >>> bin(ways_of([(Direction.N, Direction.S), (Direction.E,)]))
    '0b11100000010'
    """
    ways = 0
    for group in groups:
        for port in group:
            ways |= 1 << 8 + port
        for first, second in combinations(group, 2):
            ways |= 1 << PAIRS.index(1 << first | 1 << second)
    return ways


def _exits(ways: Ways, port: Direction) -> int:
    """The ports, as bits, that a walker who comes in at one port can leave by."""
    exits = 0
    for index, pair in enumerate(PAIRS):
        if ways >> index & 1 and pair >> port & 1:
            exits |= pair & ~(1 << port)
    return exits


EXITS = tuple(tuple(_exits(ways, port) for port in DIRECTIONS) for ways in range(JOINED + 1))
_GROUPS = tuple(tuple(sorted({1 << port | exits[port] for port in DIRECTIONS if exits[port]})) for exits in EXITS)


@dataclass(frozen=True, slots=True)
class Tables:
    """A deck's faces as numbers: `4 × card + facing` names a card as it lies; `nothing` stands for no card."""

    number: Mapping[str, int]
    ways: tuple[tuple[Ways, ...], ...]  # [top][below]

    @classmethod
    def of(cls, faces: Mapping[str, Face]) -> Tables:
        """Compile the faces of a game; the readable rule fills the table."""
        lying = [Placed(card, face, facing) for card, face in faces.items() for facing in DIRECTIONS]
        rows = [
            (*(ways_of(joined_ports((below, top))) for below in lying), ways_of(joined_ports((top,)))) for top in lying
        ]
        return cls({card: 4 * index for index, card in enumerate(faces)}, (*rows, (0,) * (len(lying) + 1)))

    @property
    def nothing(self) -> int:
        """The number for no card: an empty field has it on top, a single card has it below."""
        return len(self.ways) - 1

    def lying(self, stack: Stack) -> tuple[int, int]:
        """The numbers of the two cards of a stack that can be seen (GEO-5), the top one first."""
        numbers = [self.number[card.card] + card.facing for card in stack[-2:]]
        top, below, *_ = [*reversed(numbers), self.nothing, self.nothing]
        return top, below

    def fields(self, board: Board) -> list[Ways]:
        """A whole board, row by row."""
        return [self.ways[top][below] for top, below in map(self.lying, board.stacks)]


@dataclass(frozen=True, slots=True)
class Frame:
    """The castles around a board, as the fast pass needs them; it stays the same whatever is placed.

    Castles are counted north, west, south, east. `beyond[4 × field + direction]` is the next field, or −1 − the
    castle's number. `pairs` are (index into `axes`, castle, castle on the opposite side).
    """

    rows: int
    cols: int
    axes: tuple[tuple[str, Axis], ...]
    pairs: tuple[tuple[int, int, int], ...]
    beyond: tuple[int, ...]

    @classmethod
    def of(cls, board: Board) -> Frame:
        """The frame of a board."""
        axes = tuple((family, axis) for family in families(board) for axis, _, _ in AXES)
        sides = {axis: (side, opposite) for axis, side, opposite in AXES}
        pairs = tuple(
            (index, _number(board, castle), _number(board, other))
            for index, (family, axis) in enumerate(axes)
            for castle in castles_of(board, family, sides[axis][0])
            for other in castles_of(board, family, sides[axis][1])
        )
        beyond = []
        for field in board.fields():
            for side in DIRECTIONS:
                castle_there, (row, col) = castle_at(board, field, side), neighbour(field, side)
                beyond.append(-1 - _number(board, castle_there) if castle_there else row * board.cols + col)
        return cls(board.rows, board.cols, axes, pairs, tuple(beyond))

    def names(self, bits: int) -> frozenset[tuple[str, Axis]]:
        """Axes as `board.standing` names them."""
        return frozenset(name for index, name in enumerate(self.axes) if bits >> index & 1)

    def connected(self, fields: Sequence[Ways]) -> int:
        """CON-8: the axes that are connected, as bits in the order of `axes`."""
        rows, cols = self.rows, self.cols
        above = list(range(cols))  # the label at each column's rim to the north; −1 where no vine is
        parent = list(range(cols + rows))  # labels that were joined; a castle's label is its number
        rims: list[int] = []  # the label at each row's rim in the east
        ways = iter(fields)
        for row in range(rows):
            left = cols + row
            for col in range(cols):
                down = right = -1
                for group in _GROUPS[next(ways) & JOINED]:
                    label = above[col] if group & N else -1
                    if group & W and left >= 0:
                        if label < 0:
                            label = left
                        else:
                            other = left
                            while parent[label] != label:
                                label = parent[label]
                            while parent[other] != other:
                                other = parent[other]
                            parent[other] = label
                    if label < 0:
                        if group & (S | E) != S | E:
                            continue  # nothing leads here, so nobody can come through
                        label = len(parent)
                        parent.append(label)
                    if group & S:
                        down = label
                    if group & E:
                        right = label
                above[col] = down
                left = right
            rims.append(left)
        labels = [*range(cols + rows), *above, *rims]
        bits = 0
        for axis, castle, opposite in self.pairs:
            label, other = labels[castle], labels[opposite]
            if label >= 0 and other >= 0:
                while parent[label] != label:
                    label = parent[label]
                while parent[other] != other:
                    other = parent[other]
                if label == other:
                    bits |= 1 << axis
        return bits

    def connected_through(self, fields: Sequence[Ways], at: int) -> int:
        """CON-8 for what one placement connects: the axes, as bits, with a route through field number `at`.

        A placement changes one field, so whatever it newly connects leads through it.
        """
        bits = 0
        for group in _GROUPS[fields[at] & JOINED]:
            castles = self._castles_from(fields, at, group)
            for axis, castle, opposite in self.pairs:
                if castles >> castle & castles >> opposite & 1:
                    bits |= 1 << axis
        return bits

    def _castles_from(self, fields: Sequence[Ways], at: int, group: int) -> int:
        """The castles, as bits, that can be walked to from joined ports of a field."""
        castles, known, waiting = 0, set(), [(at, group)]
        while waiting:
            field, exits = waiting.pop()
            for port in DIRECTIONS:
                if exits >> port & 1:
                    there = self.beyond[4 * field + port]
                    if there < 0:
                        castles |= 1 << -1 - there
                    elif (onward := EXITS[fields[there] & JOINED][port ^ 2]) and (there, port) not in known:
                        known.add((there, port))
                        waiting.append((there, onward))
        return castles


def _number(board: Board, castle: Castle) -> int:
    first = {
        Direction.N: 0,
        Direction.W: board.cols,
        Direction.S: board.cols + board.rows,
        Direction.E: 2 * board.cols + board.rows,
    }
    return first[castle.side] + castle.slot
