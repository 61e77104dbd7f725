"""The game of the rules in a few lines of code, to compare the shipped data with.

A test compares it with `cards/luftschloesser/`, so that they cannot diverge.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from luftschloesser.model.board import Board
from luftschloesser.model.realm import Options, Realm, Weather

CORNERS, MIDDLE, EDGES = (1, 4, 13, 16), (6, 7, 10, 11), (2, 3, 5, 8, 9, 12, 14, 15)
COLOURS = {"red": "#a02048", "blue": "#3a7db3", "green": "#6fae55", "yellow": "#f2d24b"}


def _fields_with(*more: Iterable[int]) -> tuple[int, ...]:
    """Return every field once, and some of them again."""
    return tuple(sorted([*range(1, 17), *(field for fields in more for field in fields)]))


@cache
def example_realm() -> Realm:
    """AIR-4, AIR-5: return the game with 65 cards.

    >>> sum(kind.count for kind in example_realm().weather.values())
    65
    """
    suns = {"middle": _fields_with(MIDDLE, MIDDLE), "edges": _fields_with(EDGES)}
    kinds = (
        Weather("sun", "sun", 24, _fields_with(CORNERS, MIDDLE), suns),
        Weather("rain", "rain", 16, _fields_with()),
        Weather("sun-joker", "sun", 7),
        Weather("rain-joker", "rain", 3),
        Weather("storm", "storm", 6),
        Weather("lightning", "lightning", 3),
        Weather("rainbow", "rainbow", 4),
        Weather("new-hands", "new-hands", 2),
    )
    return Realm(Board(), {kind.id: kind for kind in kinds}, COLOURS, Options())
