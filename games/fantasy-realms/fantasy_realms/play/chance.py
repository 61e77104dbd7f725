"""Chance: a small generator (`core.splitmix`) whose numbers depend only on a seed and the number of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from cloudy_pnp.core.splitmix import MASK, STEP, mixed, stepped

Item = TypeVar("Item")


class Chance:
    """A generator for one game.

    >>> chance = Chance(seed=1, number=0)
    >>> [chance.below(6) for _ in range(8)]
    [1, 0, 1, 3, 4, 3, 1, 2]
    """

    def __init__(self, seed: int, number: int) -> None:
        self.state = mixed((mixed(seed & MASK) + number * STEP) & MASK)

    def below(self, count: int) -> int:
        """Return a number from 0 to count − 1."""
        self.state = stepped(self.state)
        return (mixed(self.state) >> 32) * count >> 32

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def some(self, items: Sequence[Item], count: int) -> list[Item]:
        """Return this many of the items, in a random order; all of them if there are fewer."""
        left = list(items)
        for place in range(min(count, len(left))):
            other = place + self.below(len(left) - place)
            left[place], left[other] = left[other], left[place]
        return left[:count]
