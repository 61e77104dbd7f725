"""A game before its first turn: families, deck and spells, drawn in this order by the game's own chance.

Chance: one small generator (`core.splitmix`), for Python and for compiled code.

The numbers of a game depend on the seed and on the number of the game, on nothing else.
"""

from __future__ import annotations

import numpy as np

from cloudy_pnp.cloudy_kingdom.sim import layout as m
from cloudy_pnp.cloudy_kingdom.sim.config import SPREAD
from cloudy_pnp.cloudy_kingdom.sim.position import field_at, open_facings, seat_at
from cloudy_pnp.core.splitmix import FIRST, MASK, SECOND, STEP, mixed, stepped
from cloudy_pnp.simulate.numba_code import Ints, Words, jit

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


@jit
def deal(t: Ints, p: Ints, w: Ints, chance: Words, counts: Ints) -> None:
    """TURN-1: set up the position before the first turn; `counts` gets the copies of each vine in the deck."""
    for place in range(t[m.POSITION]):
        p[place] = 0
    p[m.LAST_TURNS] = p[m.SPELL] = p[m.FREE] = p[m.NEWEST] = p[m.KEPT] = m.NONE
    draw_families(t, p, w, chance)
    draw_counts(t, chance, counts)
    draw_spells(t, p, w, chance)
    shuffle_deck(t, p, chance, counts)
    for seat in range(t[m.PLAYERS]):
        p[seat_at(seat) + m.HAND] = p[t[m.PILE] + seat]
        p[seat_at(seat) + m.OWN_NEWEST] = m.NONE
    p[m.PILE_NEXT] = t[m.PLAYERS]
    for field in range(t[m.FIELDS]):
        p[field_at(field) + m.TOP] = m.NONE
    for field in range(t[m.FIELDS]):
        p[field_at(field) + m.OPEN] = open_facings(t, p, field)


@jit
def draw_families(t: Ints, p: Ints, w: Ints, chance: Words) -> None:
    """LAY-5, LAY-6: draw the chosen families, or two neighbours of the cycle, or any, in any order.

    A family that waits sits last and misses its first turn.
    """
    players, families = t[m.PLAYERS], t[m.FAMILIES]
    for number in range(families):
        w[number] = t[t[m.CYCLE_AT] + number]
    if t[t[m.CHOSEN_FAMILIES_AT]] >= 0:
        for seat in range(players):
            w[seat] = t[t[m.CHOSEN_FAMILIES_AT] + seat]
    elif players == 2:
        first, swapped = below(chance, families), below(chance, 2)
        second = (first + 1) % families
        w[swapped] = t[t[m.CYCLE_AT] + first]
        w[1 - swapped] = t[t[m.CYCLE_AT] + second]
    else:
        for number in range(players):
            mix_in(w, number, number + below(chance, families - number))
    for seat in range(players):
        if w[seat] == t[m.WAITS]:
            mix_in(w, seat, players - 1)
            p[seat_at(players - 1) + m.MISSES] = 1
    laid = (1 << families) - 1 if t[m.LAYS_ALL] else 0
    for seat in range(players):
        p[seat_at(seat) + m.FAMILY] = w[seat]
        laid |= 1 << w[seat]
    p[m.LAID] = laid
    forget(t, w)


@jit
def forget(t: Ints, w: Ints) -> None:
    """Clear the notes."""
    for place in range(t[m.NOTES]):
        w[place] = 0


@jit
def mix_in(w: Ints, place: int, other: int) -> None:
    """Exchange two numbers."""
    kept = w[place]
    w[place] = w[other]
    w[other] = kept


@jit
def draw_counts(t: Ints, chance: Words, counts: Ints) -> None:
    """Count the cards of the deck; if varied, change each by up to half, the total nearly the same."""
    total = 0
    for vine in range(t[m.VINES]):
        counts[vine] = t[t[m.COUNTS_AT] + vine]
        total += counts[vine]
    if not t[m.VARIED]:
        return
    now = 0
    for vine in range(t[m.VINES]):
        reach = max(1, counts[vine] // 2)
        counts[vine] = max(0, counts[vine] + below(chance, 2 * reach + 1) - reach)
        now += counts[vine]
    while abs(now - total) > SPREAD:
        vine = below(chance, t[m.VINES])
        if now < total:
            counts[vine] += 1
            now += 1
        elif counts[vine]:
            counts[vine] -= 1
            now -= 1


@jit
def draw_spells(t: Ints, p: Ints, w: Ints, chance: Words) -> None:
    """TURN-1: draw the same three spells for all players, unless they are chosen.

    SPL-12: never both sides of a card if possible.
    """
    chosen = t[m.CHOSEN_SPELLS_AT]
    if t[chosen] < m.NONE:
        for spell in range(t[m.SPELLS]):
            w[spell] = spell
        left, drawn = t[m.SPELLS], 0
        while drawn < m.HELD:
            place = drawn + below(chance, left - drawn)
            rival = t[t[m.RIVALS_AT] + w[place]]
            mix_in(w, drawn, place)
            drawn += 1
            for other in range(drawn, left):
                if w[other] == rival and left - 1 >= m.HELD:
                    left -= 1
                    mix_in(w, other, left)
                    break
    for seat in range(t[m.PLAYERS]):
        for place in range(m.HELD):
            spell = w[place] if t[chosen] < m.NONE else t[chosen + m.HELD * seat + place]
            p[seat_at(seat) + m.HELD_AT + place] = p[seat_at(seat) + m.DEALT_AT + place] = spell
    forget(t, w)


@jit
def shuffle_deck(t: Ints, p: Ints, chance: Words, counts: Ints) -> None:
    """Shuffle the deck, starting from its cards sorted by kind."""
    pile, size = t[m.PILE], 0
    for vine in range(t[m.VINES]):
        for _ in range(counts[vine]):
            p[pile + size] = vine
            size += 1
    for place in range(size - 1, 0, -1):
        mix_in(p, pile + place, pile + below(chance, place + 1))
    p[m.PILE_END] = size
