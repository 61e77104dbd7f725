"""Chance for compiled code: the generator of `model.chance`, with its state in an array.

`chance[0]` shuffles; the players draw from `chance[1]`.
"""

from __future__ import annotations

import numpy as np

from cloudy_pnp.simulate.numba_code import Ints, Words, jit
from luftschloesser.model.chance import FIRST, SECOND, STEP, key

_STEP, _FIRST, _SECOND, _ALL = np.uint64(STEP), np.uint64(FIRST), np.uint64(SECOND), np.uint64((1 << 64) - 1)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


def keys(seed: int, first: int, count: int) -> Words:
    """Return the seeds of many games."""
    return np.array([key(seed, number) for number in range(first, first + count)], np.uint64)


@jit
def mixed(bits: np.uint64) -> np.uint64:
    """Mix as `model.chance.mixed` does."""
    bits = (bits ^ (bits >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    return bits ^ (bits >> _31)


@jit
def below(chance: Words, which: int, count: int) -> int:
    """Return a number from 0 to count − 1, as `Chance.below` does."""
    chance[which] += _STEP
    return np.int64(((mixed(chance[which]) >> _32) * np.uint64(count)) >> _32)  # type: ignore[return-value]


@jit
def begin(chance: Words, seed: np.uint64) -> None:
    """Start the streams of one game; `chance[2]` shuffles the deck."""
    chance[0] = seed
    chance[1] = mixed(seed ^ _ALL)
    chance[2] = mixed(seed)


@jit
def shuffle(chance: Words, which: int, cards: Ints, first: int, count: int) -> None:
    """Shuffle as `Chance.shuffled` does, for cards with the next one first."""
    for last in range(count - 1, 0, -1):
        other = below(chance, which, last + 1)
        cards[first + last], cards[first + other] = cards[first + other], cards[first + last]
