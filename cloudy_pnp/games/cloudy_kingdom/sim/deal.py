"""A game before its first turn: families, deck and spells, drawn in this order by the game's own chance."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.config import SPREAD
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    CHOSEN_FAMILIES_AT,
    CHOSEN_SPELLS_AT,
    COUNTS_AT,
    CYCLE_AT,
    DEALT_AT,
    FAMILIES,
    FAMILY,
    FIELDS,
    FREE,
    HAND,
    HELD,
    HELD_AT,
    KEPT,
    LAID,
    LAST_TURNS,
    LAYS_ALL,
    MISSES,
    NEWEST,
    NONE,
    NOTES,
    OPEN,
    OWN_NEWEST,
    PILE,
    PILE_END,
    PILE_NEXT,
    PLAYERS,
    POSITION,
    RIVALS_AT,
    SPELL,
    SPELLS,
    TOP,
    VARIED,
    VINES,
    WAITS,
)
from cloudy_pnp.games.cloudy_kingdom.sim.places import seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.position import field_at, open_facings
from cloudy_pnp.games.cloudy_kingdom.sim.random import below
from cloudy_pnp.simulate.numba_code import Ints, Words, jit


@jit
def deal(t: Ints, p: Ints, w: Ints, chance: Words, counts: Ints) -> None:
    """TURN-1: set up the position before the first turn; `counts` gets the copies of each vine in the deck."""
    for place in range(t[POSITION]):
        p[place] = 0
    p[LAST_TURNS] = p[SPELL] = p[FREE] = p[NEWEST] = p[KEPT] = NONE
    draw_families(t, p, w, chance)
    draw_counts(t, chance, counts)
    draw_spells(t, p, w, chance)
    shuffle_deck(t, p, chance, counts)
    for seat in range(t[PLAYERS]):
        p[seat_at(seat) + HAND] = p[t[PILE] + seat]
        p[seat_at(seat) + OWN_NEWEST] = NONE
    p[PILE_NEXT] = t[PLAYERS]
    for field in range(t[FIELDS]):
        p[field_at(field) + TOP] = NONE
    for field in range(t[FIELDS]):
        p[field_at(field) + OPEN] = open_facings(t, p, field)


@jit
def draw_families(t: Ints, p: Ints, w: Ints, chance: Words) -> None:
    """LAY-5, LAY-6: draw the chosen families, or two neighbours of the cycle, or any, in any order.

    A family that waits sits last and misses its first turn.
    """
    players, families = t[PLAYERS], t[FAMILIES]
    for number in range(families):
        w[number] = t[t[CYCLE_AT] + number]
    if t[t[CHOSEN_FAMILIES_AT]] >= 0:
        for seat in range(players):
            w[seat] = t[t[CHOSEN_FAMILIES_AT] + seat]
    elif players == 2:
        first, swapped = below(chance, families), below(chance, 2)
        second = (first + 1) % families
        w[swapped] = t[t[CYCLE_AT] + first]
        w[1 - swapped] = t[t[CYCLE_AT] + second]
    else:
        for number in range(players):
            mix_in(w, number, number + below(chance, families - number))
    for seat in range(players):
        if w[seat] == t[WAITS]:
            mix_in(w, seat, players - 1)
            p[seat_at(players - 1) + MISSES] = 1
    laid = (1 << families) - 1 if t[LAYS_ALL] else 0
    for seat in range(players):
        p[seat_at(seat) + FAMILY] = w[seat]
        laid |= 1 << w[seat]
    p[LAID] = laid
    forget(t, w)


@jit
def forget(t: Ints, w: Ints) -> None:
    """Clear the notes."""
    for place in range(t[NOTES]):
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
    for vine in range(t[VINES]):
        counts[vine] = t[t[COUNTS_AT] + vine]
        total += counts[vine]
    if not t[VARIED]:
        return
    now = 0
    for vine in range(t[VINES]):
        reach = max(1, counts[vine] // 2)
        counts[vine] = max(0, counts[vine] + below(chance, 2 * reach + 1) - reach)
        now += counts[vine]
    while abs(now - total) > SPREAD:
        vine = below(chance, t[VINES])
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
    chosen = t[CHOSEN_SPELLS_AT]
    if t[chosen] < NONE:
        for spell in range(t[SPELLS]):
            w[spell] = spell
        left, drawn = t[SPELLS], 0
        while drawn < HELD:
            place = drawn + below(chance, left - drawn)
            rival = t[t[RIVALS_AT] + w[place]]
            mix_in(w, drawn, place)
            drawn += 1
            for other in range(drawn, left):
                if w[other] == rival and left - 1 >= HELD:
                    left -= 1
                    mix_in(w, other, left)
                    break
    for seat in range(t[PLAYERS]):
        for place in range(HELD):
            spell = w[place] if t[chosen] < NONE else t[chosen + HELD * seat + place]
            p[seat_at(seat) + HELD_AT + place] = p[seat_at(seat) + DEALT_AT + place] = spell
    forget(t, w)


@jit
def shuffle_deck(t: Ints, p: Ints, chance: Words, counts: Ints) -> None:
    """Shuffle the deck, starting from its cards sorted by kind."""
    pile, size = t[PILE], 0
    for vine in range(t[VINES]):
        for _ in range(counts[vine]):
            p[pile + size] = vine
            size += 1
    for place in range(size - 1, 0, -1):
        mix_in(p, pile + place, pile + below(chance, place + 1))
    p[PILE_END] = size
