"""Chance: a small generator (splitmix64) whose numbers depend on a seed and the number of the game, on nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_MASK = (1 << 64) - 1
_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
Item = TypeVar("Item")


class Chance:
    """A generator for one game.

    >>> chance = Chance(seed=1, number=0)
    >>> [chance.below(6) for _ in range(8)]
    [1, 0, 1, 3, 4, 3, 1, 2]
    """

    def __init__(self, seed: int, number: int) -> None:
        self.state = _mixed((_mixed(seed & _MASK) + number * _STEP) & _MASK)

    def below(self, count: int) -> int:
        """Return a number from 0 to count − 1."""
        self.state = (self.state + _STEP) & _MASK
        return (_mixed(self.state) >> 32) * count >> 32

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def some(self, items: Sequence[Item], count: int) -> list[Item]:
        """Return this many of the items, in a random order; all of them if there are fewer."""
        left = list(items)
        for place in range(min(count, len(left))):
            other = place + self.below(len(left) - place)
            left[place], left[other] = left[other], left[place]
        return left[:count]


def _mixed(bits: int) -> int:
    bits = (bits ^ bits >> 30) * _FIRST & _MASK
    bits = (bits ^ bits >> 27) * _SECOND & _MASK
    return bits ^ bits >> 31
