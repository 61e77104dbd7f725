# mypy: disable-error-code="no-any-return"
"""Moves carried out: vine cards, spells step by step, the turn's end, and END. The compiled `turns` and `casting`."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.castable import code_at, holds, pile_size
from cloudy_pnp.games.cloudy_kingdom.sim.compiling import Ints, jit
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    ALL,
    BLOCK,
    CARD,
    CAST_AT,
    CAST_SPELL,
    CHOOSE,
    CLAIMS,
    CLEAR,
    CONNECTED,
    DISCARD,
    DISCARD_CARDS,
    DISCARD_VINE,
    DISCARDS,
    DRAW,
    DRAWN,
    DRAWN_AT,
    END,
    END_1,
    END_3,
    END_4,
    END_5,
    ENDED,
    EXTRA,
    EXTRA_TURN,
    FACE_SIZE,
    FACES_AT,
    FAMILIES,
    FAMILY,
    FIELDS,
    FROM_DRAWN,
    FROM_TAKEN,
    GUARDS,
    HAND,
    HELD_AT,
    JUMP,
    LAST,
    LAST_TURNS,
    MISS,
    MISSES,
    MOVE_CARD,
    NAME_PLAYER,
    NODE_LYING,
    NONE,
    ONLY_IF,
    OP,
    OPEN,
    ORDER,
    PC,
    PEEK,
    PILE,
    PILE_NEXT,
    PLACE_CARD,
    PLAY,
    PLAY_VINE,
    PLAYER,
    PLAYERS,
    PLAYS_LEFT,
    PROTECT,
    REDRAW,
    REMOVE,
    SPELL,
    SPELL_SIZE,
    SPELLS_AT,
    START,
    SWAP_STACKS,
    TAKE,
    TAKE_OPTION,
    TAKEN,
    TAKEN_AT,
    TARGET,
    TOP,
    TURN,
    TURNS,
    VINES,
    WINNERS,
    WITHOUT,
    A,
    B,
    D,
)
from cloudy_pnp.games.cloudy_kingdom.sim.moves import order_at, seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.position import (
    connect,
    field_at,
    lay,
    lift,
    node_at,
    open_facings,
    refresh,
    swap_stacks,
    top_lying,
    turn_stack,
)


@jit
def carry_out(t: Ints, p: Ints, w: Ints, kind: int, a: int, b: int, c: int) -> None:
    """The position after a move that is legal."""
    seat = seat_at(p[PLAYER])
    if kind == PLAY_VINE:
        p[seat + HAND] = NONE
        lay(t, p, a, 4 * c + b)
        end_by_vine(t, p, connect(t, p, w, a, NONE))
    elif kind == CAST_SPELL:
        begin_cast(t, p, a, b)
    elif kind == DISCARD_VINE:
        discard_hand(t, p)
    elif p[SPELL] >= 0:
        choose(t, p, w, kind, a, b, c)
    if p[ENDED]:
        p[TURNS] += 1
    elif p[SPELL] < 0:
        turn_done(t, p)


# --- END ---------------------------------------------------------------------------------------------------


@jit
def families_of(t: Ints, axes: int) -> int:
    """The families of some axes, as bits."""
    families = 0
    for family in range(t[FAMILIES]):
        if axes >> 2 * family & 3:
            families |= 1 << family
    return families


@jit
def end_by_vine(t: Ints, p: Ints, new: int) -> None:
    """END-1, END-2: a vine card that connects families ends the game; the player wins before the others."""
    if new:
        families, own = families_of(t, new), 1 << p[seat_at(p[PLAYER]) + FAMILY]
        p[ENDED] = END_1
        p[WINNERS] = own if families & own else families


@jit
def changed(t: Ints, p: Ints, w: Ints, field: int, other: int) -> None:
    """END-3, END-4: looked at after every step of a spell that changes the board."""
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
        if pile_size(p):
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
    """END-3: claims are won or lapse when their player's turn begins; a missed turn is over at once (SPL-10)."""
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
    """SPL-10: what a player protects is free again at the start of their next turn."""
    own = 1 << p[PLAYER]
    for field in range(t[FIELDS]):
        at = field_at(field)
        if p[at + GUARDS] & own:
            p[at + GUARDS] &= ~own
            p[at + OPEN] = open_facings(t, p, field)


# --- piles -------------------------------------------------------------------------------------------------


@jit
def draw(t: Ints, p: Ints) -> int:
    """The next card of the draw pile."""
    p[PILE_NEXT] += 1
    return p[t[PILE] + p[PILE_NEXT] - 1]


@jit
def discard(t: Ints, p: Ints, card: int) -> None:
    """Put a card on top of the discard pile."""
    p[t[DISCARD] + p[DISCARDS]] = card
    p[DISCARDS] += 1


@jit
def discard_hand(t: Ints, p: Ints) -> None:
    """The vine card of the player whose turn it is goes to the discard pile."""
    seat = seat_at(p[PLAYER])
    if p[seat + HAND] >= 0:
        discard(t, p, p[seat + HAND])
        p[seat + HAND] = NONE


@jit
def discard_cards(t: Ints, p: Ints, first: int, count: int) -> None:
    """Cards that a spell has at hand go to the discard pile, the last on top."""
    for place in range(first, first + count):
        discard(t, p, p[place])


# --- casting -----------------------------------------------------------------------------------------------


@jit
def begin_cast(t: Ints, p: Ints, place: int, spell: int) -> None:
    """TURN-3: begin to cast a spell, which is then used up, and run to its first choice."""
    seat = seat_at(p[PLAYER])
    p[seat + HELD_AT + place] = NONE
    p[seat + CAST_AT + place] = p[TURNS] + 1
    p[SPELL] = spell
    p[PC] = t[t[SPELLS_AT] + SPELL_SIZE * spell + START]
    p[PLAYS_LEFT] = p[LAST] = NONE
    p[DRAWN] = p[TAKEN] = 0
    run(t, p)


@jit
def run(t: Ints, p: Ints) -> None:
    """Carry out steps that need no choice, up to the next one that does or to the end of the spell."""
    while True:
        row = code_at(t, p[PC])
        op = t[row + OP]
        if op == END:
            break
        if op == DRAW:
            for _ in range(min(t[row + A], pile_size(p))):
                p[t[DRAWN_AT] + p[DRAWN]] = draw(t, p)
                p[DRAWN] += 1
        elif op == DISCARD_CARDS:
            if t[row + A] == FROM_DRAWN:
                discard_cards(t, p, t[DRAWN_AT], p[DRAWN])
                p[DRAWN] = 0
            else:
                discard_hand(t, p)
        elif op == TAKE:
            if p[DISCARDS]:
                p[DISCARDS] -= 1
                p[t[TAKEN_AT] + p[TAKEN]] = p[t[DISCARD] + p[DISCARDS]]
                p[TAKEN] += 1
        elif op == PLAY:
            available = cards_at_hand(p, t[row + A])
            if available:
                if p[PLAYS_LEFT] < 0:
                    p[PLAYS_LEFT] = available if t[row + B] == ALL else min(t[row + B], available)
                return
        elif op == JUMP:
            p[PC] = t[row + A]
            continue
        elif op == ONLY_IF:
            p[PC] = p[PC] + 1 if holds(t, p, p[PC]) else t[row + D]
            continue
        elif op == EXTRA:
            p[EXTRA_TURN] = 1
        elif op == MISS and t[row + A] == 0:
            p[seat_at((p[PLAYER] + 1) % t[PLAYERS]) + MISSES] += 1
        elif op != PEEK or pile_size(p) > 1:
            return
        p[PC] += 1
        p[PLAYS_LEFT] = NONE
    discard_cards(t, p, t[DRAWN_AT], p[DRAWN])
    discard_cards(t, p, t[TAKEN_AT], p[TAKEN])
    discard_hand(t, p)
    p[SPELL] = NONE


@jit
def cards_at_hand(p: Ints, source: int) -> int:
    """How many cards a step `play` can place."""
    if source == FROM_DRAWN:
        return p[DRAWN]
    if source == FROM_TAKEN:
        return p[TAKEN]
    return int(p[seat_at(p[PLAYER]) + HAND] >= 0)


@jit
def choose(t: Ints, p: Ints, w: Ints, kind: int, a: int, b: int, c: int) -> None:
    """Carry out a choice and run on; the game may end on the way (END-4)."""
    row = code_at(t, p[PC])
    if kind == TAKE_OPTION:
        p[PC] = t[row + B + a]
        run(t, p)
        return
    if kind == PLACE_CARD:
        place_card(t, p, w, a, b, c)
    elif kind == TARGET:
        affect(t, p, w, t[row + OP], t[row + A], a)
    elif kind == REDRAW:
        redraw(t, p, a)
    elif kind == SWAP_STACKS:
        p[LAST] = b if p[LAST] == a else a if p[LAST] == b else p[LAST]
        swap_stacks(t, p, a, b)
        changed(t, p, w, a, b)
    elif kind == MOVE_CARD:
        lay(t, p, b, lift(t, p, a) & ~3 | c)
        p[LAST] = b
        changed(t, p, w, a, b)
    elif kind == ORDER:
        put_back(t, p, min(t[row + A], pile_size(p)), a)
    elif kind == NAME_PLAYER:
        p[seat_at(a) + MISSES] += 1
    if p[PLAYS_LEFT] > 1:
        p[PLAYS_LEFT] -= 1
    else:
        p[PLAYS_LEFT] = NONE
        p[PC] += 1
        if t[row + OP] == CHOOSE:  # none of its options was possible
            p[PC] = t[code_at(t, t[code_at(t, t[row + B]) + BLOCK]) + A]
    if not p[ENDED]:
        run(t, p)


@jit
def place_card(t: Ints, p: Ints, w: Ints, field: int, facing: int, face: int) -> None:
    """SPL-2, SPL-3, SPL-4: a card that the spell plays, or the spell card itself, goes to the board."""
    row = code_at(t, p[PC])
    if t[row + OP] == PLAY:
        if t[row + A] == FROM_DRAWN:
            take_out(p, t[DRAWN_AT], p[DRAWN], face)
            p[DRAWN] -= 1
        elif t[row + A] == FROM_TAKEN:
            take_out(p, t[TAKEN_AT], p[TAKEN], face)
            p[TAKEN] -= 1
        else:
            p[seat_at(p[PLAYER]) + HAND] = NONE
    p[LAST] = field
    lay(t, p, field, 4 * face + facing)
    changed(t, p, w, field, NONE)


@jit
def take_out(p: Ints, first: int, count: int, card: int) -> None:
    """Take the first copy of a card out of those at hand; the others close up."""
    found = False
    for place in range(first, first + count - 1):
        found = found or p[place] == card
        if found:
            p[place] = p[place + 1]


@jit
def affect(t: Ints, p: Ints, w: Ints, op: int, how: int, field: int) -> None:
    """SPL-1: remove the top card; SPL-8: turn the stack; SPL-10: clear the top card, or protect the field."""
    if op == PROTECT:
        p[field_at(field) + GUARDS] |= 1 << p[PLAYER]
        p[field_at(field) + OPEN] = 0
        return
    if op == TURN:
        turn_stack(t, p, field, how)
    elif op == CLEAR:
        lying = top_lying(t, p, field)
        face = t[t[FACES_AT] + FACE_SIZE * (lying >> 2) + WITHOUT + how]
        p[node_at(t, p[field_at(field) + TOP]) + NODE_LYING] = 4 * face + (lying & 3)
        refresh(t, p, field)
    elif op == REMOVE:
        if p[LAST] == field:
            p[LAST] = NONE
        card = t[t[FACES_AT] + FACE_SIZE * (lift(t, p, field) >> 2) + CARD]
        if how and card < t[VINES]:
            discard(t, p, card)
    changed(t, p, w, field, NONE)


@jit
def redraw(t: Ints, p: Ints, offsets: int) -> None:
    """SPL-6: one after the other, clockwise, they discard their vine card and draw a new one."""
    for offset in range(1, t[PLAYERS]):
        if offsets >> offset & 1:
            seat = seat_at((p[PLAYER] + offset) % t[PLAYERS])
            discard(t, p, p[seat + HAND])
            p[seat + HAND] = draw(t, p)


@jit
def put_back(t: Ints, p: Ints, cards: int, number: int) -> None:
    """SPL-10: the cards that were looked at go back on the pile in another order."""
    pile, at = t[PILE] + p[PILE_NEXT], order_at(t, cards, number)
    first, second = p[pile + t[at]], p[pile + t[at + 1]]
    third = p[pile + t[at + 2]] if cards > 2 else 0
    fourth = p[pile + t[at + 3]] if cards > 3 else 0
    p[pile], p[pile + 1] = first, second
    if cards > 2:
        p[pile + 2] = third
    if cards > 3:
        p[pile + 3] = fourth
