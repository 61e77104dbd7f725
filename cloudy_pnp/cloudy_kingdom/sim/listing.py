# mypy: disable-error-code="no-any-return"
"""Moves written down one by one: every way to place, move or swap cards, to redraw, or to put cards in order."""

from __future__ import annotations

from cloudy_pnp.cloudy_kingdom.sim import layout as m
from cloudy_pnp.cloudy_kingdom.sim.position import facings, field_at, lay, lift, open_stack, seat_at, top_lying
from cloudy_pnp.simulate.numba_code import Ints, jit


@jit
def add(moves: Ints, count: int, kind: int, a: int, b: int, c: int) -> int:
    """Write a move down; how many there are now."""
    row = m.MOVE_SIZE * count
    moves[row] = kind
    moves[row + 1] = a
    moves[row + 2] = b
    moves[row + 3] = c
    return count + 1


@jit
def about_unseen_cards(kind: int) -> bool:
    """Return whether a choice is about unseen cards: it does not change the board."""
    return kind in (m.REDRAW, m.ORDER)


@jit
def left_to_chance(kind: int) -> bool:
    """STEP-7: return whether a coin or a die decides, not the player."""
    return kind == m.ROLL


@jit
def list_places(t: Ints, p: Ints, moves: Ints, count: int, kind: int, face: int, where: int, last: int) -> int:
    """GRO-7: list every field and facing for a card."""
    for field in range(t[m.FIELDS]):
        fitting = facings(t, p, face, field, where, last)
        if fitting:
            for facing in range(4):
                if fitting >> facing & 1:
                    count = add(moves, count, kind, field, facing, face)
    return count


@jit
def list_plays(t: Ints, p: Ints, moves: Ints, source: int, where: int) -> int:
    """SPL-2: list every way to place one of the cards at hand; equal cards are listed once."""
    if source == m.FROM_DRAWN:
        first, cards = t[m.DRAWN_AT], p[m.DRAWN]
    elif source == m.FROM_TAKEN:
        first, cards = t[m.TAKEN_AT], p[m.TAKEN]
    else:
        first, cards = seat_at(p[m.PLAYER]) + m.HAND, 1
    count = 0
    for place in range(first, first + cards):
        listed = False
        for before in range(first, place):
            listed = listed or p[before] == p[place]
        if not listed:
            count = list_places(t, p, moves, count, m.PLACE_CARD, p[place], where, p[m.LAST])
    return count


@jit
def list_kept(t: Ints, p: Ints, moves: Ints, taken: int) -> int:
    """STEP-1: list the vine cards that can be kept; equal cards are listed once."""
    first, cards = (t[m.TAKEN_AT], p[m.TAKEN]) if taken else (t[m.DRAWN_AT], p[m.DRAWN])
    count = 0
    for place in range(first, first + cards):
        listed = p[place] >= t[m.VINES]
        for before in range(first, place):
            listed = listed or p[before] == p[place]
        if not listed:
            count = add(moves, count, m.KEEP_CARD, p[place], 0, 0)
    return count


@jit
def list_breaks(t: Ints, p: Ints, moves: Ints, count: int, field: int) -> int:
    """STEP-4: list the breaks of the top card of a field."""
    face = t[m.FACES_AT] + m.FACE_SIZE * (top_lying(t, p, field) >> 2)
    for number in range(m.MOST_BREAKS):
        if t[face + m.WITHOUT_ONE + number] >= 0:
            count = add(moves, count, m.CLEAR_BREAK, field, number, 0)
    return count


@jit
def list_redraws(t: Ints, p: Ints, moves: Ints, cards: int) -> int:
    """SPL-6: list the sets of players who redraw, fewest first; bit n is the nth player after the caster."""
    players, offered = t[m.PLAYERS], 0
    for offset in range(1, players):
        if p[seat_at((p[m.PLAYER] + offset) % players) + m.HAND] >= 0:
            offered += 1
    count = 0
    for some in range(min(offered, cards) + 1):
        for choice in range((1 << offered) - 1, -1, -1):  # the first player has the highest bit: as `combinations`
            bits = number = 0
            for offset in range(1, players):
                if p[seat_at((p[m.PLAYER] + offset) % players) + m.HAND] >= 0:
                    number += 1
                    bits |= (choice >> offered - number & 1) << offset
            if ones(bits) == some:
                count = add(moves, count, m.REDRAW, bits, 0, 0)
    return count


@jit
def list_holders(t: Ints, p: Ints, moves: Ints) -> int:
    """SPL-10: list the other players who hold a vine card, clockwise."""
    count = 0
    for offset in range(1, t[m.PLAYERS]):
        seat = (p[m.PLAYER] + offset) % t[m.PLAYERS]
        if p[seat_at(seat) + m.HAND] >= 0:
            count = add(moves, count, m.NAME_PLAYER, seat, 0, 0)
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
    for field in range(t[m.FIELDS]):
        if not open_stack(p, field):
            continue
        lying = lift(t, p, field)
        for goal in range(t[m.FIELDS]):
            fitting = facings(t, p, lying >> 2, goal, where, m.NONE)
            if fitting and goal != field:
                for facing in range(4):
                    if fitting >> facing & 1:
                        count = add(moves, count, m.MOVE_CARD, field, goal, facing)
        lay(t, p, field, lying)
        p[field_at(field) + m.PLACED] -= 1
    return count


@jit
def side_by_side(t: Ints, field: int, other: int) -> bool:
    """Return whether two fields share a side; `other` is the later one."""
    return other - field == t[m.COLS] or (other - field == 1 and other % t[m.COLS] != 0)


@jit
def list_swaps(t: Ints, p: Ints, moves: Ints, neighbours: int) -> int:
    """SPL-10: list every pair of stacks that can change places; or only neighbours."""
    count = 0
    for field in range(t[m.FIELDS]):
        if open_stack(p, field):
            for other in range(field + 1, t[m.FIELDS]):
                if open_stack(p, other) and (not neighbours or side_by_side(t, field, other)):
                    count = add(moves, count, m.SWAP_STACKS, field, other, 0)
    return count


@jit
def order_at(t: Ints, cards: int, number: int) -> int:
    """Return the offset of an order of this many cards."""
    before = 0 if cards == 2 else 4 if cards == 3 else 22
    return t[m.ORDERS_AT] + before + cards * number


@jit
def list_orders(t: Ints, p: Ints, moves: Ints, cards: int) -> int:
    """SPL-10: list every order of the cards on top of the pile; of orders that look the same, the first."""
    pile, count = t[m.PILE] + p[m.PILE_NEXT], 0
    for number in range(2 if cards == 2 else 6 if cards == 3 else 24):
        at, first = order_at(t, cards, number), True
        for place in range(cards):
            for before in range(place):
                same = p[pile + t[at + before]] == p[pile + t[at + place]]
                first = first and not (same and t[at + before] > t[at + place])
        if first:
            count = add(moves, count, m.ORDER, number, 0, 0)
    return count
