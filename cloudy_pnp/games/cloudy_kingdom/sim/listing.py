# mypy: disable-error-code="no-any-return"
"""Moves written down one by one: every way to place, move or swap cards, to redraw, or to put cards in order."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    CLEAR_BREAK,
    COLS,
    DRAWN,
    DRAWN_AT,
    FACE_SIZE,
    FACES_AT,
    FIELDS,
    FROM_DRAWN,
    FROM_TAKEN,
    HAND,
    KEEP_CARD,
    LAST,
    MOST_BREAKS,
    MOVE_CARD,
    MOVE_SIZE,
    NAME_PLAYER,
    NONE,
    ORDER,
    ORDERS_AT,
    PILE,
    PILE_NEXT,
    PLACE_CARD,
    PLACED,
    PLAYER,
    PLAYERS,
    REDRAW,
    ROLL,
    SWAP_STACKS,
    TAKEN,
    TAKEN_AT,
    VINES,
    WITHOUT_ONE,
)
from cloudy_pnp.games.cloudy_kingdom.sim.places import facings, open_stack, seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.position import field_at, lay, lift, top_lying
from cloudy_pnp.simulate.numba_code import Ints, jit


@jit
def add(moves: Ints, count: int, kind: int, a: int, b: int, c: int) -> int:
    """Write a move down; how many there are now."""
    row = MOVE_SIZE * count
    moves[row] = kind
    moves[row + 1] = a
    moves[row + 2] = b
    moves[row + 3] = c
    return count + 1


@jit
def about_unseen_cards(kind: int) -> bool:
    """Return whether a choice is about unseen cards: it does not change the board."""
    return kind in (REDRAW, ORDER)


@jit
def left_to_chance(kind: int) -> bool:
    """STEP-7: return whether a coin or a die decides, not the player."""
    return kind == ROLL


@jit
def list_places(t: Ints, p: Ints, moves: Ints, count: int, kind: int, face: int, where: int, last: int) -> int:
    """GRO-7: list every field and facing for a card."""
    for field in range(t[FIELDS]):
        fitting = facings(t, p, face, field, where, last)
        if fitting:
            for facing in range(4):
                if fitting >> facing & 1:
                    count = add(moves, count, kind, field, facing, face)
    return count


@jit
def list_plays(t: Ints, p: Ints, moves: Ints, source: int, where: int) -> int:
    """SPL-2: list every way to place one of the cards at hand; equal cards are listed once."""
    if source == FROM_DRAWN:
        first, cards = t[DRAWN_AT], p[DRAWN]
    elif source == FROM_TAKEN:
        first, cards = t[TAKEN_AT], p[TAKEN]
    else:
        first, cards = seat_at(p[PLAYER]) + HAND, 1
    count = 0
    for place in range(first, first + cards):
        listed = False
        for before in range(first, place):
            listed = listed or p[before] == p[place]
        if not listed:
            count = list_places(t, p, moves, count, PLACE_CARD, p[place], where, p[LAST])
    return count


@jit
def list_kept(t: Ints, p: Ints, moves: Ints, taken: int) -> int:
    """STEP-1: list the vine cards that can be kept; equal cards are listed once."""
    first, cards = (t[TAKEN_AT], p[TAKEN]) if taken else (t[DRAWN_AT], p[DRAWN])
    count = 0
    for place in range(first, first + cards):
        listed = p[place] >= t[VINES]
        for before in range(first, place):
            listed = listed or p[before] == p[place]
        if not listed:
            count = add(moves, count, KEEP_CARD, p[place], 0, 0)
    return count


@jit
def list_breaks(t: Ints, p: Ints, moves: Ints, count: int, field: int) -> int:
    """STEP-4: list the breaks of the top card of a field."""
    face = t[FACES_AT] + FACE_SIZE * (top_lying(t, p, field) >> 2)
    for number in range(MOST_BREAKS):
        if t[face + WITHOUT_ONE + number] >= 0:
            count = add(moves, count, CLEAR_BREAK, field, number, 0)
    return count


@jit
def list_redraws(t: Ints, p: Ints, moves: Ints, cards: int) -> int:
    """SPL-6: list the sets of players who redraw, fewest first; bit n is the nth player after the caster."""
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
def list_holders(t: Ints, p: Ints, moves: Ints) -> int:
    """SPL-10: list the other players who hold a vine card, clockwise."""
    count = 0
    for offset in range(1, t[PLAYERS]):
        seat = (p[PLAYER] + offset) % t[PLAYERS]
        if p[seat_at(seat) + HAND] >= 0:
            count = add(moves, count, NAME_PLAYER, seat, 0, 0)
    return count


@jit
def ones(bits: int) -> int:
    """Count the bits that are set."""
    count = 0
    while bits:
        bits &= bits - 1  # one less; LLVM knows this loop, and makes one instruction of it
        count += 1
    return count


@jit
def list_card_moves(t: Ints, p: Ints, moves: Ints, where: int) -> int:
    """SPL-10: list every way to move an uncovered card, by its field, then by its destination."""
    count = 0
    for field in range(t[FIELDS]):
        if not open_stack(p, field):
            continue
        lying = lift(t, p, field)
        for goal in range(t[FIELDS]):
            fitting = facings(t, p, lying >> 2, goal, where, NONE)
            if fitting and goal != field:
                for facing in range(4):
                    if fitting >> facing & 1:
                        count = add(moves, count, MOVE_CARD, field, goal, facing)
        lay(t, p, field, lying)
        p[field_at(field) + PLACED] -= 1
    return count


@jit
def side_by_side(t: Ints, field: int, other: int) -> bool:
    """Return whether two fields share a side; `other` is the later one."""
    return other - field == t[COLS] or (other - field == 1 and other % t[COLS] != 0)


@jit
def list_swaps(t: Ints, p: Ints, moves: Ints, neighbours: int) -> int:
    """SPL-10: list every pair of stacks that can change places; or only neighbours."""
    count = 0
    for field in range(t[FIELDS]):
        if open_stack(p, field):
            for other in range(field + 1, t[FIELDS]):
                if open_stack(p, other) and (not neighbours or side_by_side(t, field, other)):
                    count = add(moves, count, SWAP_STACKS, field, other, 0)
    return count


@jit
def order_at(t: Ints, cards: int, number: int) -> int:
    """Return the offset of an order of this many cards."""
    before = 0 if cards == 2 else 4 if cards == 3 else 22
    return t[ORDERS_AT] + before + cards * number


@jit
def list_orders(t: Ints, p: Ints, moves: Ints, cards: int) -> int:
    """SPL-10: list every order of the cards on top of the pile; of orders that look the same, the first."""
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
