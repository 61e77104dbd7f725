"""A field as one small number, its *ways*: which of its ports lead on to which.

The readable rule itself (`joined_ports`) fills the tables of the simulator with these numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTIONS, Direction

N, E, S, W = (1 << direction for direction in DIRECTIONS)

# Ways of a field: bits 0 to 5 say which pairs of ports are joined, in the order of PAIRS; bits 8 to 11 say
# which ports exist. An empty field is 0.
Ways: TypeAlias = int
PAIRS = (N | W, N | S, W | S, N | E, W | E, S | E)
JOINED = (1 << len(PAIRS)) - 1


def ways_of(groups: Iterable[Sequence[Direction]]) -> Ways:
    """Encode joined ports (CON-4, CON-5) as one number.

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
    """Return the ports, as bits, that can be reached from one port."""
    exits = 0
    for index, pair in enumerate(PAIRS):
        if ways >> index & 1 and pair >> port & 1:
            exits |= pair & ~(1 << port)
    return exits


EXITS = tuple(tuple(_exits(ways, port) for port in DIRECTIONS) for ways in range(JOINED + 1))
