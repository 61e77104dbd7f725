# mypy: disable-error-code="no-any-return"
"""Every move that may be made next, in the order of the readable `turns.legal_moves`."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.castable import (
    castable,
    code_at,
    facings,
    is_target,
    open_stack,
    option_possible,
    pile_size,
)
from cloudy_pnp.games.cloudy_kingdom.sim.compiling import Ints, jit
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    BY_GROWTH,
    CAST_SPELL,
    CHOOSE,
    CLEAR,
    DISCARD_VINE,
    DRAWN,
    DRAWN_AT,
    FIELDS,
    FROM_DRAWN,
    FROM_TAKEN,
    HAND,
    HELD,
    HELD_AT,
    LAST,
    LAST_TURNS,
    MAY_PASS,
    MISS,
    MOVE_CARD,
    MOVE_TOP,
    NAME_PLAYER,
    NONE,
    OFFER_REDRAW,
    OP,
    ORDER,
    ORDERS_AT,
    PASS,
    PC,
    PEEK,
    PILE,
    PILE_NEXT,
    PLACE_CARD,
    PLACE_SELF,
    PLACED,
    PLAY,
    PLAY_VINE,
    PLAYER,
    PLAYERS,
    PROTECT,
    REDRAW,
    REMOVE,
    SEAT_SIZE,
    SEATS_AT,
    SKIP,
    SPELL,
    STILL,
    SWAP,
    SWAP_STACKS,
    TAKE_OPTION,
    TAKEN,
    TAKEN_AT,
    TARGET,
    TURN,
    A,
    B,
    C,
    D,
)
from cloudy_pnp.games.cloudy_kingdom.sim.position import field_at, lay, lift


@jit
def seat_at(seat: int) -> int:
    """Where a seat stands in a position."""
    return SEATS_AT + SEAT_SIZE * seat


@jit
def add(moves: Ints, count: int, kind: int, a: int, b: int, c: int) -> int:
    """Write a move down; how many there are now."""
    moves[count, 0] = kind
    moves[count, 1] = a
    moves[count, 2] = b
    moves[count, 3] = c
    return count + 1


@jit
def list_moves(t: Ints, p: Ints, moves: Ints) -> int:
    """TURN-2: everything that may be done next; how many moves were written down."""
    if p[SPELL] >= 0:
        return list_choices(t, p, moves)
    seat, count = seat_at(p[PLAYER]), 0
    hand = p[seat + HAND]
    if hand >= 0:
        count = list_places(t, p, moves, count, PLAY_VINE, hand, BY_GROWTH, NONE)
    placings = count
    if p[LAST_TURNS] < 0:
        for place in range(HELD):
            spell = p[seat + HELD_AT + place]
            if spell >= 0 and not held_before(p, seat, place) and castable(t, p, spell):
                count = add(moves, count, CAST_SPELL, place, spell, 0)
    if hand >= 0 and placings == 0:
        count = add(moves, count, DISCARD_VINE, 0, 0, 0)
    if p[LAST_TURNS] >= 0 and (hand < 0 or t[MAY_PASS]):
        count = add(moves, count, PASS, 0, 0, 0)
    return count


@jit
def held_before(p: Ints, seat: int, place: int) -> bool:
    """Whether a spell is held twice, and was listed already."""
    for before in range(place):  # noqa: SIM110  (numba knows no generators)
        if p[seat + HELD_AT + before] == p[seat + HELD_AT + place]:
            return True
    return False


@jit
def list_places(t: Ints, p: Ints, moves: Ints, count: int, kind: int, face: int, where: int, last: int) -> int:
    """GRO-7: every field and facing for a card."""
    for field in range(t[FIELDS]):
        fitting = facings(t, p, face, field, where, last)
        if fitting:
            for facing in range(4):
                if fitting >> facing & 1:
                    count = add(moves, count, kind, field, facing, face)
    return count


@jit
def list_choices(t: Ints, p: Ints, moves: Ints) -> int:
    """SPL: everything that may be chosen next for the spell that is being cast."""
    row = code_at(t, p[PC])
    op, count = t[row + OP], 0
    optional = False
    if op == PLAY:
        count = list_plays(t, p, moves, t[row + A], t[row + C])
        optional = t[row + D] == 1
    elif op == PLACE_SELF:
        count = list_places(t, p, moves, 0, PLACE_CARD, t[row + A], t[row + C], p[LAST])
    elif op in (REMOVE, TURN, CLEAR, PROTECT):
        for field in range(t[FIELDS]):
            if is_target(t, p, op, t[row + A], field):
                count = add(moves, count, TARGET, field, 0, 0)
    elif op == OFFER_REDRAW:
        count = list_redraws(t, p, moves, max(0, pile_size(p) - t[row + STILL]))
    elif op == MOVE_TOP:
        count = list_card_moves(t, p, moves, t[row + C])
    elif op == SWAP:
        count = list_swaps(t, p, moves)
    elif op == PEEK:
        count = list_orders(t, p, moves, min(t[row + A], pile_size(p)))
    elif op == MISS:
        for offset in range(1, t[PLAYERS]):
            count = add(moves, count, NAME_PLAYER, (p[PLAYER] + offset) % t[PLAYERS], 0, 0)
    elif op == CHOOSE:
        for option in range(t[row + A]):
            if option_possible(t, p, t[row + B + option], 0):
                count = add(moves, count, TAKE_OPTION, option, 0, 0)
    return add(moves, count, SKIP, 0, 0, 0) if count == 0 or optional else count


@jit
def list_plays(t: Ints, p: Ints, moves: Ints, source: int, where: int) -> int:
    """SPL-2: every way to place one of the cards at hand; cards that are the same are listed once."""
    if source == FROM_DRAWN:
        first, cards = t[DRAWN_AT], p[DRAWN]
    elif source == FROM_TAKEN:
        first, cards = t[TAKEN_AT], p[TAKEN]
    else:
        first, cards = seat_at(p[PLAYER]) + HAND, 1
    count = 0
    for place in range(first, first + cards):
        known = False
        for before in range(first, place):
            known = known or p[before] == p[place]
        if not known:
            count = list_places(t, p, moves, count, PLACE_CARD, p[place], where, p[LAST])
    return count


@jit
def list_redraws(t: Ints, p: Ints, moves: Ints, cards: int) -> int:
    """SPL-6: who redraws, fewest first; bit n stands for the nth player after the caster."""
    players, offered = t[PLAYERS], 0
    for offset in range(1, players):
        if p[seat_at((p[PLAYER] + offset) % players) + HAND] >= 0:
            offered += 1
    count = 0
    for some in range(min(offered, cards) + 1):
        for choice in range((1 << offered) - 1, -1, -1):  # the first player has the highest bit: as `combinations`
            bits = number = 0
            for offset in range(1, players):
                if p[seat_at((p[PLAYER] + offset) % players) + HAND] >= 0:
                    number += 1
                    bits |= (choice >> offered - number & 1) << offset
            if ones(bits) == some:
                count = add(moves, count, REDRAW, bits, 0, 0)
    return count


@jit
def ones(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        count += bits & 1
        bits >>= 1
    return count


@jit
def list_card_moves(t: Ints, p: Ints, moves: Ints, where: int) -> int:
    """SPL-10: every way to move an uncovered card, by its field, then by where it goes."""
    count = 0
    for field in range(t[FIELDS]):
        if not open_stack(p, field):
            continue
        lying = lift(t, p, field)
        for there in range(t[FIELDS]):
            fitting = facings(t, p, lying >> 2, there, where, NONE)
            if fitting and there != field:
                for facing in range(4):
                    if fitting >> facing & 1:
                        count = add(moves, count, MOVE_CARD, field, there, facing)
        lay(t, p, field, lying)
        p[field_at(field) + PLACED] -= 1
    return count


@jit
def list_swaps(t: Ints, p: Ints, moves: Ints) -> int:
    """SPL-10: every pair of stacks that can change places."""
    count = 0
    for field in range(t[FIELDS]):
        if open_stack(p, field):
            for other in range(field + 1, t[FIELDS]):
                if open_stack(p, other):
                    count = add(moves, count, SWAP_STACKS, field, other, 0)
    return count


@jit
def order_at(t: Ints, cards: int, number: int) -> int:
    """Where an order of so many cards stands."""
    before = 0 if cards == 2 else 4 if cards == 3 else 22
    return t[ORDERS_AT] + before + cards * number


@jit
def list_orders(t: Ints, p: Ints, moves: Ints, cards: int) -> int:
    """SPL-10: every order of the cards on top of the pile; of orders that look the same, the first."""
    pile, count = t[PILE] + p[PILE_NEXT], 0
    for number in range(2 if cards == 2 else 6 if cards == 3 else 24):
        at, first = order_at(t, cards, number), True
        for place in range(cards):
            for before in range(place):
                same = p[pile + t[at + before]] == p[pile + t[at + place]]
                first = first and not (same and t[at + before] > t[at + place])
        if first:
            count = add(moves, count, ORDER, number, 0, 0)
    return count
