# mypy: disable-error-code="no-any-return"
"""The end of a turn and of a game, the piles and the hands: the compiled `turns` and the end in `state`."""

from __future__ import annotations

from cloudy_pnp.cloudy_kingdom.sim import layout as m
from cloudy_pnp.cloudy_kingdom.sim.position import connect, field_at, pile_size, seat_at
from cloudy_pnp.simulate.numba_code import Ints, jit


@jit
def families_of(t: Ints, axes: int) -> int:
    """Return the families of some axes, as bits."""
    families = 0
    for family in range(t[m.FAMILIES]):
        if axes >> 2 * family & 3:
            families |= 1 << family
    return families


@jit
def end_by_vine(t: Ints, p: Ints, new: int) -> None:
    """END-1, END-2: end the game if a vine card connects families; the player wins before the others."""
    if new:
        families, player = families_of(t, new), 1 << p[seat_at(p[m.PLAYER]) + m.FAMILY]
        p[m.ENDED] = m.END_1
        p[m.WINNERS] = player if families & player else families


@jit
def changed(t: Ints, p: Ints, w: Ints, field: int, other: int) -> None:
    """END-3, END-4: check the connections after a step of a spell that changes the board."""
    new = connect(t, p, w, field, other)
    if new:
        seat = seat_at(p[m.PLAYER])
        family = p[seat + m.FAMILY]
        p[seat + m.CLAIMS] |= new >> 2 * family & 3
        others = families_of(t, new) & ~(1 << family)
        if others:
            p[m.ENDED] = m.END_4
            p[m.WINNERS] = others


@jit
def turn_done(t: Ints, p: Ints) -> None:
    """TURN-2: draw a vine card; END-5: the pile may be empty now; the next player follows, or the same again."""
    if p[m.LAST_TURNS] >= 0:
        p[m.LAST_TURNS] -= 1
    else:
        if pile_size(p) and p[seat_at(p[m.PLAYER]) + m.HAND] < 0:  # STEP-1: unless a card was kept
            p[seat_at(p[m.PLAYER]) + m.HAND] = draw(t, p)
        if pile_size(p) == 0:
            p[m.LAST_TURNS] = t[m.PLAYERS]
    p[m.TURNS] += 1
    again = p[m.EXTRA_TURN] and p[m.LAST_TURNS] < 0
    p[m.EXTRA_TURN] = 0
    if again:
        unguard(t, p)
    else:
        next_begins(t, p)


@jit
def next_begins(t: Ints, p: Ints) -> None:
    """END-3: resolve claims when their player's turn begins; end a missed turn at once (SPL-10)."""
    while True:
        p[m.PLAYER] = (p[m.PLAYER] + 1) % t[m.PLAYERS]
        if p[m.LAST_TURNS] == 0:
            p[m.ENDED] = m.END_5
            return
        seat = seat_at(p[m.PLAYER])
        if p[seat + m.CLAIMS] & p[m.CONNECTED] >> 2 * p[seat + m.FAMILY]:
            p[m.ENDED] = m.END_3
            p[m.WINNERS] = 1 << p[seat + m.FAMILY]
        p[seat + m.CLAIMS] = 0
        unguard(t, p)
        if p[m.ENDED] or p[seat + m.MISSES] == 0:
            return
        p[seat + m.MISSES] -= 1
        if p[m.LAST_TURNS] >= 0:
            p[m.LAST_TURNS] -= 1


@jit
def unguard(t: Ints, p: Ints) -> None:
    """SPL-10: lift a player's protection at the start of their next turn; STEP-6: allow spells again."""
    player = 1 << p[m.PLAYER]
    p[m.FORBIDDING] &= ~player
    if p[m.PROTECTORS] & player:
        p[m.PROTECTORS] &= ~player
        for field in range(t[m.FIELDS]):
            at = field_at(field)
            p[at + m.GUARDS] &= ~player
            p[at + m.WARDS] &= ~player


@jit
def draw(t: Ints, p: Ints) -> int:
    """Return the next card of the draw pile."""
    p[m.PILE_NEXT] += 1
    return p[t[m.PILE] + p[m.PILE_NEXT] - 1]


@jit
def discard(t: Ints, p: Ints, card: int) -> None:
    """Put a card on top of the discard pile."""
    p[t[m.DISCARD] + p[m.DISCARDS]] = card
    p[m.DISCARDS] += 1


@jit
def discard_hand(t: Ints, p: Ints) -> None:
    """Discard the vine card of the current player."""
    seat = seat_at(p[m.PLAYER])
    if p[seat + m.HAND] >= 0:
        discard(t, p, p[seat + m.HAND])
        p[seat + m.HAND] = m.NONE


@jit
def discard_cards(t: Ints, p: Ints, first: int, count: int) -> None:
    """Discard the cards that a spell has at hand, the last on top."""
    for place in range(first, first + count):
        discard(t, p, p[place])


@jit
def new_hand(t: Ints, p: Ints, seat: int, still: int) -> None:
    """SPL-10: draw a new vine card for a player who lost theirs, if the spell does not need it itself."""
    p[seat + m.HAND] = draw(t, p) if pile_size(p) > still else m.NONE


@jit
def keep_only_card(t: Ints, p: Ints, source: int) -> bool:
    """STEP-1: keep the card that waits, if there is only one kind; return whether the caster has to choose."""
    first, count = (t[m.TAKEN_AT], p[m.TAKEN]) if source else (t[m.DRAWN_AT], p[m.DRAWN])
    card = m.NONE
    for place in range(first, first + count):
        if p[m.KEPT] < 0 and p[place] < t[m.VINES]:
            if card >= 0 and p[place] != card:
                return True
            card = p[place]
    if card >= 0:
        keep_card(t, p, source, card)
    return False


@jit
def keep_card(t: Ints, p: Ints, source: int, card: int) -> None:
    """STEP-1: put a card aside that the caster holds when the spell is done."""
    if source:
        take_out(p, t[m.TAKEN_AT], p[m.TAKEN], card)
        p[m.TAKEN] -= 1
    else:
        take_out(p, t[m.DRAWN_AT], p[m.DRAWN], card)
        p[m.DRAWN] -= 1
    p[m.KEPT] = card


@jit
def pass_hands(t: Ints, p: Ints, to_right: int) -> None:
    """STEP-2: everyone gives their vine card to a neighbour; the caster keeps the one they get."""
    players, player = t[m.PLAYERS], p[m.PLAYER]
    step = 1 if to_right else players - 1  # from each player to the one whose card they get
    own = p[seat_at(player) + m.HAND]
    given = own if p[m.KEPT] < 0 else p[m.KEPT]
    kept = p[seat_at((player + step) % players) + m.HAND]
    seat = (player + step) % players
    while seat != player:
        giver = (seat + step) % players
        p[seat_at(seat) + m.HAND] = given if giver == player else p[seat_at(giver) + m.HAND]
        seat = giver
    p[seat_at(player) + m.HAND] = m.NONE if p[m.KEPT] < 0 else own
    p[m.KEPT] = kept


@jit
def cards_at_hand(p: Ints, source: int) -> int:
    """Return how many cards a step `play` can place."""
    if source == m.FROM_DRAWN:
        return p[m.DRAWN]
    if source == m.FROM_TAKEN:
        return p[m.TAKEN]
    return int(p[seat_at(p[m.PLAYER]) + m.HAND] >= 0)


@jit
def take_out(p: Ints, first: int, count: int, card: int) -> None:
    """Take the first copy of a card out of those at hand; the others close up."""
    taken_out = False
    for place in range(first, first + count - 1):
        taken_out = taken_out or p[place] == card
        if taken_out:
            p[place] = p[place + 1]


@jit
def redraw(t: Ints, p: Ints, offsets: int) -> None:
    """SPL-6: let the players, clockwise, discard their vine card and draw a new one."""
    for offset in range(1, t[m.PLAYERS]):
        if offsets >> offset & 1:
            seat = seat_at((p[m.PLAYER] + offset) % t[m.PLAYERS])
            discard(t, p, p[seat + m.HAND])
            p[seat + m.HAND] = draw(t, p)
