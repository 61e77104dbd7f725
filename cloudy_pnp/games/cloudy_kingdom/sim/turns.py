# mypy: disable-error-code="no-any-return"
"""The end of a turn and of a game, and the piles: the compiled `turns` and `ending`."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    CLAIMS,
    CONNECTED,
    DISCARD,
    DISCARDS,
    END_1,
    END_3,
    END_4,
    END_5,
    ENDED,
    EXTRA_TURN,
    FAMILIES,
    FAMILY,
    FIELDS,
    FORBIDDING,
    GUARDS,
    HAND,
    LAST_TURNS,
    MISSES,
    NONE,
    PILE,
    PILE_NEXT,
    PLAYER,
    PLAYERS,
    PROTECTORS,
    TURNS,
    WARDS,
    WINNERS,
)
from cloudy_pnp.games.cloudy_kingdom.sim.places import pile_size, seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.position import connect, field_at
from cloudy_pnp.simulate.numba_code import Ints, jit


@jit
def families_of(t: Ints, axes: int) -> int:
    """Return the families of some axes, as bits."""
    families = 0
    for family in range(t[FAMILIES]):
        if axes >> 2 * family & 3:
            families |= 1 << family
    return families


@jit
def end_by_vine(t: Ints, p: Ints, new: int) -> None:
    """END-1, END-2: end the game if a vine card connects families; the player wins before the others."""
    if new:
        families, player = families_of(t, new), 1 << p[seat_at(p[PLAYER]) + FAMILY]
        p[ENDED] = END_1
        p[WINNERS] = player if families & player else families


@jit
def changed(t: Ints, p: Ints, w: Ints, field: int, other: int) -> None:
    """END-3, END-4: check the connections after a step of a spell that changes the board."""
    new = connect(t, p, w, field, other)
    if new:
        seat = seat_at(p[PLAYER])
        family = p[seat + FAMILY]
        p[seat + CLAIMS] |= new >> 2 * family & 3
        others = families_of(t, new) & ~(1 << family)
        if others:
            p[ENDED] = END_4
            p[WINNERS] = others


@jit
def turn_done(t: Ints, p: Ints) -> None:
    """TURN-2: draw a vine card; END-5: the pile may be empty now; the next player follows, or the same again."""
    if p[LAST_TURNS] >= 0:
        p[LAST_TURNS] -= 1
    else:
        if pile_size(p) and p[seat_at(p[PLAYER]) + HAND] < 0:  # STEP-1: unless a card was kept
            p[seat_at(p[PLAYER]) + HAND] = draw(t, p)
        if pile_size(p) == 0:
            p[LAST_TURNS] = t[PLAYERS]
    p[TURNS] += 1
    again = p[EXTRA_TURN] and p[LAST_TURNS] < 0
    p[EXTRA_TURN] = 0
    if again:
        unguard(t, p)
    else:
        next_begins(t, p)


@jit
def next_begins(t: Ints, p: Ints) -> None:
    """END-3: resolve claims when their player's turn begins; end a missed turn at once (SPL-10)."""
    while True:
        p[PLAYER] = (p[PLAYER] + 1) % t[PLAYERS]
        if p[LAST_TURNS] == 0:
            p[ENDED] = END_5
            return
        seat = seat_at(p[PLAYER])
        if p[seat + CLAIMS] & p[CONNECTED] >> 2 * p[seat + FAMILY]:
            p[ENDED] = END_3
            p[WINNERS] = 1 << p[seat + FAMILY]
        p[seat + CLAIMS] = 0
        unguard(t, p)
        if p[ENDED] or p[seat + MISSES] == 0:
            return
        p[seat + MISSES] -= 1
        if p[LAST_TURNS] >= 0:
            p[LAST_TURNS] -= 1


@jit
def unguard(t: Ints, p: Ints) -> None:
    """SPL-10: lift a player's protection at the start of their next turn; STEP-6: allow spells again."""
    player = 1 << p[PLAYER]
    p[FORBIDDING] &= ~player
    if p[PROTECTORS] & player:
        p[PROTECTORS] &= ~player
        for field in range(t[FIELDS]):
            at = field_at(field)
            p[at + GUARDS] &= ~player
            p[at + WARDS] &= ~player


@jit
def draw(t: Ints, p: Ints) -> int:
    """Return the next card of the draw pile."""
    p[PILE_NEXT] += 1
    return p[t[PILE] + p[PILE_NEXT] - 1]


@jit
def discard(t: Ints, p: Ints, card: int) -> None:
    """Put a card on top of the discard pile."""
    p[t[DISCARD] + p[DISCARDS]] = card
    p[DISCARDS] += 1


@jit
def discard_hand(t: Ints, p: Ints) -> None:
    """Discard the vine card of the current player."""
    seat = seat_at(p[PLAYER])
    if p[seat + HAND] >= 0:
        discard(t, p, p[seat + HAND])
        p[seat + HAND] = NONE


@jit
def discard_cards(t: Ints, p: Ints, first: int, count: int) -> None:
    """Discard the cards that a spell has at hand, the last on top."""
    for place in range(first, first + count):
        discard(t, p, p[place])
