"""Chance: one small generator (`core.splitmix`), for Python and for compiled code.

The numbers of a game depend on the seed and on the number of the game, on nothing else.
"""

from __future__ import annotations

import numpy as np

from cloudy_pnp.core.splitmix import FIRST, MASK, SECOND, STEP, mixed, stepped
from cloudy_pnp.simulate.numba_code import Words, jit

_STEP, _FIRST, _SECOND = np.uint64(STEP), np.uint64(FIRST), np.uint64(SECOND)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


class Chance:
    """The generator for the readable players.

    >>> chance = Chance(seed=1, number=0)
    >>> [chance.below(6) for _ in range(8)]
    [1, 0, 1, 3, 4, 3, 1, 2]
    """

    def __init__(self, seed: int, number: int) -> None:
        self.state = key(seed, number)

    def below(self, count: int) -> int:
        """Return a number from 0 to count − 1."""
        self.state = stepped(self.state)
        return (mixed(self.state) >> 32) * count >> 32


def key(seed: int, number: int) -> int:
    """Return the start of the generator for one game."""
    return mixed((mixed(seed & MASK) + number * STEP) & MASK)


def keys(seed: int, first: int, count: int) -> Words:
    """Return the keys of many games at once."""
    numbers = np.arange(first, first + count, dtype=np.uint64)
    words: Words = _mixed_words(np.uint64(mixed(seed & MASK)) + numbers * _STEP)
    return words


def _mixed_words(bits: Words) -> Words:
    """Mix an array of words, as `mixed` does."""
    bits = (bits ^ bits >> _30) * _FIRST
    bits = (bits ^ bits >> _27) * _SECOND
    return bits ^ bits >> _31


@jit
def _mixed_word(bits: np.uint64) -> np.uint64:
    """Mix one word, as `mixed` does."""
    bits = (bits ^ bits >> _30) * _FIRST
    bits = (bits ^ bits >> _27) * _SECOND
    return bits ^ bits >> _31


@jit
def below(chance: Words, count: int) -> int:
    """Return a number from 0 to count − 1, as `Chance.below` does; the state is `chance[0]`."""
    chance[0] += _STEP
    return np.int64(((_mixed_word(chance[0]) >> _32) * np.uint64(count)) >> _32)  # type: ignore[return-value]
