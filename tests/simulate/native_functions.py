"""Functions for the tests of `simulate.native`: each runs as plain Python and as machine code."""

from __future__ import annotations

import numpy as np

from cloudy_pnp.games.cloudy_kingdom.sim.compiling import Ints, Words
from cloudy_pnp.simulate.native.expressions import compiled

KNOWN = (3, 5, 8)
_SHIFT = np.uint64(7)


@compiled
def divided(a: int, b: int) -> int:
    """Rounded down, whatever the signs; and the rest."""
    return 1000 * (a // b) + a % b


@compiled
def shifted(a: int, b: int) -> int:
    """Bits, as Python counts them."""
    return (a << (b & 7) | a >> (b & 3)) ^ ~b & a


@compiled
def either(a: int, b: int) -> int:
    """`or` and `and` give one of their values; what need not be looked at is not."""
    return (a and b) + 10 * (a or b) + 100 * (a > b or a == b) + int(a != 0 and 7 // a > 1)


@compiled
def chosen(a: int, b: int) -> int:
    """The smaller and the larger, and one of two."""
    larger = a if a > b else b
    return 10_000 * min(a, b, 5) + 100 * max(a, b) + abs(a - b) + larger + (1 if not a else 2)


@compiled
def known(a: int, b: int) -> int:
    """Whether a number is one of some."""
    found = 0
    for item in KNOWN:
        if item == a:
            continue
        if item == b:
            break
        found += item
    for other in (a, b, a + b):
        found += 100 * (other in KNOWN) + 1000 * (other not in (1, 2))
    return found


@compiled
def counted(a: int, b: int) -> int:
    """Loops in loops, left early, and backwards."""
    total = 0
    for first in range(a):
        if first == 7:
            continue
        for second in range(b, first, -1):
            total += first * second
            if total > 500:
                break
        first = 0  # does not change the loop
    while True:
        total -= 3
        if total < a:
            break
    while total < 2 * b:
        total += 1
    return total


@compiled
def swapped(a: int, b: int) -> int:
    """Everything on the right is looked at before anything on the left changes."""
    a, b = b, a
    first = second = a - b
    first -= 1
    return 100 * first + second + helped(a > b, b)


@compiled
def helped(flag: bool, b: int) -> int:
    """Called by another."""
    if flag:
        return b
    if b > 3:
        return -b
    return 0


@compiled
def filled(numbers: Ints, words: Words, count: int) -> int:
    """Arrays, and parts of arrays."""
    for place in range(count):
        numbers[place] = place * place
        words[0] = (words[0] ^ np.uint64(numbers[place])) * np.uint64(2654435761) + (words[0] >> _SHIFT)
    rest = numbers[count // 2 :]
    rest[0] += 1000
    note(rest)
    low = np.int64(words[0] & np.uint64(65535))
    return int(low) + int(words[0] > np.uint64(1) << np.uint64(63)) + int(rest[0])


@compiled
def note(numbers: Ints) -> None:
    """Returns nothing."""
    if numbers[0] > 2000:
        return
    numbers[0] += 1


def plain(a: int) -> int:
    """Not marked."""
    return a


@compiled
def calls_plain(a: int) -> int:
    """Refused: what it calls is not compiled."""
    return plain(a)


@compiled
def makes_a_list(a: int) -> int:
    """Refused: there are no lists."""
    return len([a])


@compiled
def changes_its_mind(a: int) -> int:
    """Refused: a variable has one kind."""
    found = a > 1
    found = a  # type: ignore[assignment]
    return found + 1


@compiled
def takes_a_text(a: str) -> int:
    """Refused: there are no texts."""
    return int(a)
