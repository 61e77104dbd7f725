"""Chance for compiled code: the generator of `model.chance`, with its state in an array.

`chance[0]` shuffles, `chance[1]` is what the players draw from.
"""

from __future__ import annotations

import numpy as np

from cloudy_pnp.simulate.numba_code import Ints, Words, jit
from luftschloesser.model.chance import FIRST, SECOND, STEP, key

_STEP, _FIRST, _SECOND, _ALL = np.uint64(STEP), np.uint64(FIRST), np.uint64(SECOND), np.uint64((1 << 64) - 1)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


def keys(seed: int, first: int, count: int) -> Words:
    """The seeds of many games."""
    return np.array([key(seed, number) for number in range(first, first + count)], np.uint64)


@jit
def mixed(bits: np.uint64) -> np.uint64:
    """As `model.chance.mixed`."""
    bits = (bits ^ (bits >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    return bits ^ (bits >> _31)


@jit
def below(chance: Words, which: int, count: int) -> int:
    """As `Chance.below`."""
    chance[which] += _STEP
    return np.int64(((mixed(chance[which]) >> _32) * np.uint64(count)) >> _32)  # type: ignore[return-value]


@jit
def begin(chance: Words, own: np.uint64) -> None:
    """The streams of one game; `chance[2]` shuffles the deck."""
    chance[0] = own
    chance[1] = mixed(own ^ _ALL)
    chance[2] = mixed(own)


@jit
def shuffle(chance: Words, which: int, cards: Ints, first: int, count: int) -> None:
    """As `Chance.shuffled`, for cards that lie with the next one first."""
    for last in range(count - 1, 0, -1):
        other = below(chance, which, last + 1)
        cards[first + last], cards[first + other] = cards[first + other], cards[first + last]
