"""Randomness that depends only on its key: the same card and copy look the same on every machine, for ever."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

from cloudy_pnp.core.splitmix import mixed, stepped

T = TypeVar("T")


class Random:
    """A stream of numbers that depends only on its key (SplitMix64 over a hash of the key).

    >>> Random("stem", 1).number() == Random("stem", 1).number()
    True
    >>> Random("stem", 1).number() == Random("stem", 2).number()
    False
    """

    __slots__ = ("_key", "_state")

    def __init__(self, *key: str | int) -> None:
        self._key = "|".join(map(str, key))
        self._state = int.from_bytes(blake2b(self._key.encode(), digest_size=8).digest(), "big")

    def part(self, name: str) -> Random:
        """Return a separate stream for a part of a picture, so that changing it leaves the other parts unchanged."""
        return Random(self._key, name)

    def number(self) -> float:
        """Return a number from 0 to 1, excluding 1."""
        self._state = stepped(self._state)
        return (mixed(self._state) >> 11) / (1 << 53)

    def between(self, low: float, high: float) -> float:
        """Return a number between two others."""
        return low + (high - low) * self.number()

    def chance(self, share: float) -> bool:
        """Return True with this probability."""
        return self.number() < share

    def sign(self) -> int:
        """Return 1 or -1."""
        return 1 if self.number() < 0.5 else -1

    def pick(self, items: Sequence[T]) -> T:
        """Return a random item."""
        return items[int(self.number() * len(items))]
