# mypy: disable-error-code="no-any-return"
"""Every step of a spell in compiled form: its changes, conditions, choices and effect.

The numbers of the steps come from the table (`bytecode.OPCODES`). This is the only compiled module that knows one step
from another.
"""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.cloudy_kingdom.sim import layout as m
from cloudy_pnp.cloudy_kingdom.sim import listing as lists
from cloudy_pnp.cloudy_kingdom.sim import position as board
from cloudy_pnp.cloudy_kingdom.sim import turns
from cloudy_pnp.cloudy_kingdom.sim.bytecode import END, JUMP, OPCODES
from cloudy_pnp.cloudy_kingdom.sim.distance import sight_lifted, sight_of, sight_with, top_of
from cloudy_pnp.cloudy_kingdom.sim.turns import changed
from cloudy_pnp.simulate.numba_code import Ints, jit

DRAW = OPCODES["draw"]  # A: how many
PLAY = OPCODES["play"]  # A: source, B: count or ALL, C: where, D: optional
DISCARD_CARDS = OPCODES["discard"]  # A: source
TAKE = OPCODES["take"]
OFFER_REDRAW = OPCODES["offer-redraw"]
REMOVE = OPCODES["remove"]  # A: whether a vine card goes to the discard pile
TURN = OPCODES["turn"]  # A: 0 a whole stack, 1 its top card; B: quarters
PLACE_SELF = OPCODES["place-self"]  # A: where, B: sealed, C: face
MOVE_TOP = OPCODES["move"]  # A: where
SWAP = OPCODES["swap"]  # A: whether they are neighbours
CLEAR = OPCODES["clear"]  # A: 0 blocks, 1 holes, 2 breaks, 3 a single one
PEEK = OPCODES["peek"]  # A: how many, B: whether they are put back as they were
SEE_HAND = OPCODES["see-hand"]
SWAP_HANDS = OPCODES["swap-hands"]
MISS = OPCODES["miss-turn"]  # A: whether the player is chosen
EXTRA = OPCODES["extra-turn"]
PROTECT = OPCODES["protect"]  # A: 0 from everything, 1 from cards, 2 from spells
FORCE_REDRAW = OPCODES["redraw"]  # A: 0 the others, 1 a chosen player, 2 those with the most connections
STEAL = OPCODES["steal"]
GIVE = OPCODES["give"]
TAKE_BACK = OPCODES["take-back"]  # A: whether it is the caster's own last card
KEEP = OPCODES["keep"]  # A: 0 a drawn card, 1 a taken one
PASS_HANDS = OPCODES["pass-hands"]  # A: 0 to the left, 1 to the right
FORBID = OPCODES["forbid"]
CHOOSE = OPCODES["choose"]  # A: how many options; B, C, D: where each begins
ONLY_IF = OPCODES["only-if"]  # A: what, B: at least (1) or at most (0), C: the number, D: where to otherwise

_BOARD, _DRAW_PILE, _DISCARD_PILE = 1, 2, 4  # the parts that earlier steps may have changed


def most_choices(op: int, fields: int) -> int:
    """Return how many choices a step can offer if a card has fewer places; at least the orders of four cards."""
    pairs = fields * (fields - 1)
    return {SWAP: pairs // 2 + 1, MOVE_TOP: 4 * pairs + 1, CLEAR: m.MOST_BREAKS * fields + 1}.get(op, 24)


def changes(row: Sequence[int]) -> int:
    """Return the parts of the game that a step may change."""
    op, changed = row[m.OP], 0
    if op in (PLAY, REMOVE, TURN, PLACE_SELF, MOVE_TOP, SWAP, CLEAR, PROTECT, TAKE_BACK):
        changed = _BOARD
    if op in (DRAW, OFFER_REDRAW, FORCE_REDRAW, STEAL):
        changed |= _DRAW_PILE
    if op in (DISCARD_CARDS, TAKE, OFFER_REDRAW, FORCE_REDRAW, STEAL, GIVE) or (op == REMOVE and row[m.A]):
        changed |= _DISCARD_PILE
    return changed


@jit
def is_target(t: Ints, p: Ints, row: int, field: int) -> bool:
    """SPL-1, SPL-8, SPL-10: return whether a step with one target field can affect this one."""
    op, kind = t[row + m.OP], t[row + m.A]
    if op == PROTECT:
        return p[board.field_at(field) + m.WARDS] == 0 and (kind != 1 or p[board.field_at(field) + m.GUARDS] == 0)
    if not board.open_stack(p, field):
        return False
    if op == TURN and kind and t[row + m.B] & 1:  # STEP-3: cards of a stack lie crosswise
        return p[board.field_at(field) + m.HEIGHT] == 1
    return (
        op != CLEAR
        or t[t[m.FACES_AT] + m.FACE_SIZE * (board.top_lying(t, p, field) >> 2) + m.WITHOUT + min(kind, 2)] != m.NONE
    )


@jit
def others_hold(t: Ints, p: Ints) -> bool:
    """Return whether another player holds a vine card."""
    for offset in range(1, t[m.PLAYERS]):
        if p[board.seat_at((p[m.PLAYER] + offset) % t[m.PLAYERS]) + m.HAND] >= 0:
            return True
    return False


@jit
def swappable(t: Ints, p: Ints, neighbours: int) -> bool:
    """Return whether two stacks can change places."""
    for field in range(t[m.FIELDS]):
        if board.open_stack(p, field):
            for other in range(field + 1, t[m.FIELDS]):
                if board.open_stack(p, other) and (not neighbours or lists.side_by_side(t, field, other)):
                    return True
    return False


@jit
def newest_open(t: Ints, p: Ints, own: int) -> int:
    """Return the field whose top card was placed last, if a spell can take it back; −1 otherwise.

    STEP-5: `own` asks for the card that the caster placed last.
    """
    field = p[m.NEWEST]
    if own:
        field, node = m.NONE, p[board.seat_at(p[m.PLAYER]) + m.OWN_NEWEST]
        for other in range(t[m.FIELDS]):
            if node >= 0 and p[board.field_at(other) + m.TOP] == node:
                field = other
    if field < 0 or p[board.field_at(field) + m.WARDS]:
        return m.NONE
    return m.NONE if t[t[m.FACES_AT] + m.FACE_SIZE * (board.top_lying(t, p, field) >> 2) + m.SEALED] else field


@jit
def step_possible(t: Ints, p: Ints, pc: int, changed: int) -> bool:
    """Return whether a plain step can be carried out; parts that may have changed are checked when it is reached."""
    row = board.code_at(t, pc)
    op, kind = t[row + m.OP], t[row + m.A]
    if op == TAKE:
        return changed & _DISCARD_PILE != 0 or p[m.DISCARDS] > 0
    if op == PEEK:
        return changed & _DRAW_PILE != 0 or kind <= board.pile_size(p)
    if op in (FORCE_REDRAW, STEAL, GIVE, PASS_HANDS, SEE_HAND):
        return others_hold(t, p)
    if op == SWAP_HANDS:
        return t[m.PLAYERS] > 2
    if changed & _BOARD:
        return True
    if op == TAKE_BACK:
        return newest_open(t, p, kind) >= 0
    if op == SWAP:
        return swappable(t, p, kind)
    if op in (REMOVE, TURN, CLEAR, PROTECT):
        for field in range(t[m.FIELDS]):  # noqa: SIM110  (numba knows no generators)
            if is_target(t, p, row, field):
                return True
        return False
    if op == MOVE_TOP:
        return board.movable(t, p, kind)
    last = p[m.LAST] if p[m.SPELL] >= 0 else m.NONE
    if op == PLACE_SELF:
        return board.place_anywhere(t, p, t[row + m.C], kind, last, m.NONE)
    if op == PLAY and not t[row + m.D]:
        return board.place_anywhere(t, p, board.ANY_FACE, t[row + m.C], last, m.NONE)
    return True


@jit
def block_possible(t: Ints, p: Ints, pc: int, end: int, changed: int) -> bool:
    """Return whether plain steps can be carried out one after the other."""
    if t[board.code_at(t, pc) + m.OWN] > board.pile_size(p):
        return False
    while pc < end:
        if not step_possible(t, p, pc, changed):
            return False
        changed |= t[board.code_at(t, pc) + m.CHANGES]
        pc += 1
    return True


@jit
def option_possible(t: Ints, p: Ints, start: int, changed: int) -> bool:
    """Return whether an option of `choose` can be carried out."""
    return block_possible(t, p, start, t[board.code_at(t, start) + m.BLOCK], changed)


@jit
def connections(p: Ints, family: int) -> int:
    """CON-8: return the number of axes on which a family is connected."""
    return (p[m.CONNECTED] >> 2 * family & 1) + (p[m.CONNECTED] >> 2 * family + 1 & 1)


@jit
def most_connections(t: Ints, p: Ints) -> int:
    """STEP-15: return the most connections of another player, and at least one."""
    most = 1
    for offset in range(1, t[m.PLAYERS]):
        seat = board.seat_at((p[m.PLAYER] + offset) % t[m.PLAYERS])
        most = max(most, connections(p, p[seat + m.FAMILY]))
    return most


@jit
def measured(t: Ints, p: Ints, w: Ints, measure: int) -> int:
    """Return the count an `only-if` compares."""
    if measure == m.DRAW_PILE:
        return board.pile_size(p)
    if measure == m.DISCARD_PILE:
        return p[m.DISCARDS]
    if measure in (m.OWN_CONNECTIONS, m.CONNECTIONS_BEHIND):
        connected, most = connections(p, p[board.seat_at(p[m.PLAYER]) + m.FAMILY]), 0
        for family in range(t[m.FAMILIES]):
            most = max(most, connections(p, family))
        return connected if measure == m.OWN_CONNECTIONS else most - connected
    if measure == m.OWN_CASTLES:
        return board.castles_joined(t, p, w, p[board.seat_at(p[m.PLAYER]) + m.FAMILY])
    if measure == m.HAND_ENDS:
        hand = p[board.seat_at(p[m.PLAYER]) + m.HAND]
        return 0 if hand < 0 else lists.ones(board.ends_of(t, 4 * hand))
    if measure == m.OWN_SPELLS:
        held = 0 if p[m.SPELL] >= 0 else -1  # the spell in question, before it is cast
        for place in range(m.HELD):
            held += p[board.seat_at(p[m.PLAYER]) + m.HELD_AT + place] >= 0
        return held
    empty = tallest = 0
    for field in range(t[m.FIELDS]):
        height = p[board.field_at(field) + m.HEIGHT]
        empty += height == 0
        tallest = max(tallest, height)
    return empty if measure == m.EMPTY_FIELDS else tallest


@jit
def holds(t: Ints, p: Ints, w: Ints, pc: int) -> bool:
    """Return whether the condition of an `only-if` is met now."""
    row = board.code_at(t, pc)
    return enough(t, row, measured(t, p, w, t[row + m.A]))


@jit
def enough(t: Ints, row: int, count: int) -> bool:
    """Return whether a count meets the condition of an `only-if`."""
    return count >= t[row + m.C] if t[row + m.B] else count <= t[row + m.C]


@jit
def rolls(t: Ints, row: int) -> bool:
    """STEP-7: return whether a coin or a die decides an `only-if`."""
    return t[row + m.A] in (m.COIN, m.DIE)


@jit
def list_choices(t: Ints, p: Ints, moves: Ints) -> int:
    """SPL: list the choices for the spell being cast."""
    row = board.code_at(t, p[m.PC])
    op, count = t[row + m.OP], 0
    optional = False
    if op == PLAY:
        count = lists.list_plays(t, p, moves, t[row + m.A], t[row + m.C])
        optional = t[row + m.D] == 1
    elif op == PLACE_SELF:
        count = lists.list_places(t, p, moves, 0, m.PLACE_CARD, t[row + m.C], t[row + m.A], p[m.LAST])
    elif op in (REMOVE, TURN, CLEAR, PROTECT):
        for field in range(t[m.FIELDS]):
            if is_target(t, p, row, field):
                if op == CLEAR and t[row + m.A] == 3:
                    count = lists.list_breaks(t, p, moves, count, field)
                else:
                    count = lists.add(moves, count, m.TARGET, field, 0, 0)
    elif op == KEEP:
        count = lists.list_kept(t, p, moves, t[row + m.A])
    elif op == ONLY_IF:
        for shows in range(0 if t[row + m.A] == m.COIN else 1, 2 if t[row + m.A] == m.COIN else 7):
            count = lists.add(moves, count, m.ROLL, shows, 0, 0)
    elif op == OFFER_REDRAW:
        count = lists.list_redraws(t, p, moves, max(0, board.pile_size(p) - t[row + m.STILL]))
    elif op == MOVE_TOP:
        count = lists.list_card_moves(t, p, moves, t[row + m.A])
    elif op == SWAP:
        count = lists.list_swaps(t, p, moves, t[row + m.A])
    elif op == FORCE_REDRAW:
        count = lists.list_holders(t, p, moves) if board.pile_size(p) > t[row + m.STILL] else 0
    elif op in (STEAL, GIVE):
        count = lists.list_holders(t, p, moves)
    elif op == PEEK:
        count = lists.list_orders(t, p, moves, min(t[row + m.A], board.pile_size(p)))
    elif op == MISS:
        for offset in range(1, t[m.PLAYERS]):
            count = lists.add(moves, count, m.NAME_PLAYER, (p[m.PLAYER] + offset) % t[m.PLAYERS], 0, 0)
    elif op == CHOOSE:
        for option in range(t[row + m.A]):
            if option_possible(t, p, t[row + m.B + option], 0):
                count = lists.add(moves, count, m.TAKE_OPTION, option, 0, 0)
    return lists.add(moves, count, m.SKIP, 0, 0, 0) if count == 0 or optional else count


@jit
def run(t: Ints, p: Ints, w: Ints) -> None:
    """Carry out steps that need no choice, up to the next one that does or to the end of the spell."""
    while True:
        row = board.code_at(t, p[m.PC])
        op = t[row + m.OP]
        if op == END:
            break
        if op == DRAW:
            for _ in range(min(t[row + m.A], board.pile_size(p))):
                p[t[m.DRAWN_AT] + p[m.DRAWN]] = turns.draw(t, p)
                p[m.DRAWN] += 1
        elif op == DISCARD_CARDS:
            if t[row + m.A] == m.FROM_DRAWN:
                turns.discard_cards(t, p, t[m.DRAWN_AT], p[m.DRAWN])
                p[m.DRAWN] = 0
            else:
                turns.discard_hand(t, p)
        elif op == TAKE:
            if p[m.DISCARDS]:
                p[m.DISCARDS] -= 1
                p[t[m.TAKEN_AT] + p[m.TAKEN]] = p[t[m.DISCARD] + p[m.DISCARDS]]
                p[m.TAKEN] += 1
        elif op == PLAY:
            available = turns.cards_at_hand(p, t[row + m.A])
            if available:
                if p[m.PLAYS_LEFT] < 0:
                    p[m.PLAYS_LEFT] = available if t[row + m.B] == m.ALL else min(t[row + m.B], available)
                return
        elif op == JUMP:
            p[m.PC] = t[row + m.A]
            continue
        elif op == ONLY_IF:
            if rolls(t, row):
                return
            p[m.PC] = p[m.PC] + 1 if holds(t, p, w, p[m.PC]) else t[row + m.D]
            continue
        elif op == EXTRA:
            p[m.EXTRA_TURN] = 1
        elif op == MISS and t[row + m.A] == 0:
            p[board.seat_at((p[m.PLAYER] + 1) % t[m.PLAYERS]) + m.MISSES] += 1
        elif op == FORCE_REDRAW and t[row + m.A] != 1:
            most = most_connections(t, p) if t[row + m.A] else 0
            for offset in range(1, t[m.PLAYERS]):
                seat = board.seat_at((p[m.PLAYER] + offset) % t[m.PLAYERS])
                is_meant = connections(p, p[seat + m.FAMILY]) >= most
                if is_meant and p[seat + m.HAND] >= 0 and board.pile_size(p) > t[row + m.STILL]:
                    turns.discard(t, p, p[seat + m.HAND])
                    p[seat + m.HAND] = turns.draw(t, p)
        elif op == TAKE_BACK:
            take_back(t, p, w, t[row + m.A])
            if p[m.ENDED]:
                return
        elif op == GIVE:
            if p[board.seat_at(p[m.PLAYER]) + m.HAND] >= 0:
                return
        elif op == KEEP:
            if turns.keep_only_card(t, p, t[row + m.A]):
                return
        elif op == PASS_HANDS:
            turns.pass_hands(t, p, t[row + m.A])
        elif op == FORBID:
            p[m.FORBIDDING] |= 1 << p[m.PLAYER]
        elif op == SWAP_HANDS:
            left = board.seat_at((p[m.PLAYER] + 1) % t[m.PLAYERS]) + m.HAND
            right = board.seat_at((p[m.PLAYER] + t[m.PLAYERS] - 1) % t[m.PLAYERS]) + m.HAND
            p[left], p[right] = p[right], p[left]
        elif op != SEE_HAND and (op != PEEK or (t[row + m.B] == 0 and board.pile_size(p) > 1)):
            return
        p[m.PC] += 1
        p[m.PLAYS_LEFT] = m.NONE
    turns.discard_cards(t, p, t[m.DRAWN_AT], p[m.DRAWN])
    for place in range(t[m.TAKEN_AT], t[m.TAKEN_AT] + p[m.TAKEN]):
        if p[place] < t[m.VINES]:  # a placed spell that was taken back goes to the box
            turns.discard(t, p, p[place])
    turns.discard_hand(t, p)
    p[board.seat_at(p[m.PLAYER]) + m.HAND] = p[m.KEPT]
    p[m.SPELL] = p[m.KEPT] = m.NONE


@jit
def take_back(t: Ints, p: Ints, w: Ints, own: int) -> None:
    """SPL-10: take the card placed last off the board; it waits as taken."""
    field = newest_open(t, p, own)
    if field >= 0:
        p[t[m.TAKEN_AT] + p[m.TAKEN]] = t[t[m.FACES_AT] + m.FACE_SIZE * (take_off(t, p, field) >> 2) + m.CARD]
        p[m.TAKEN] += 1
        changed(t, p, w, field, m.NONE)


@jit
def take_off(t: Ints, p: Ints, field: int) -> int:
    """Take the top card off a field for good: no one placed it last any more. Return the card as it lay."""
    node = p[board.field_at(field) + m.TOP]
    for seat in range(t[m.PLAYERS]):
        if p[board.seat_at(seat) + m.OWN_NEWEST] == node:
            p[board.seat_at(seat) + m.OWN_NEWEST] = m.NONE
    if p[m.LAST] == field:
        p[m.LAST] = m.NONE
    if p[m.NEWEST] == field:
        p[m.NEWEST] = m.NONE
    return board.lift(t, p, field)


@jit
def note_newest(p: Ints, field: int) -> None:
    """STEP-5: note that the current player has just placed or moved the top card of a field."""
    p[m.NEWEST] = field
    p[board.seat_at(p[m.PLAYER]) + m.OWN_NEWEST] = p[board.field_at(field) + m.TOP]


@jit
def name_player(t: Ints, p: Ints, row: int, number: int) -> None:
    """SPL-10: apply a step to the player whom the caster names."""
    seat, caster, op = board.seat_at(number), board.seat_at(p[m.PLAYER]), t[row + m.OP]
    if op == MISS:
        p[seat + m.MISSES] += 1
    elif op == FORCE_REDRAW:
        turns.discard(t, p, p[seat + m.HAND])
        p[seat + m.HAND] = turns.draw(t, p)
    elif op == STEAL:
        p[t[m.TAKEN_AT] + p[m.TAKEN]] = p[seat + m.HAND]
        p[m.TAKEN] += 1
        turns.new_hand(t, p, seat, t[row + m.STILL])
    else:
        turns.discard(t, p, p[seat + m.HAND])
        p[seat + m.HAND] = p[caster + m.HAND]
        p[caster + m.HAND] = m.NONE


@jit
def choose(t: Ints, p: Ints, w: Ints, kind: int, a: int, b: int, c: int) -> None:
    """Carry out a choice and run on; the game may end on the way (END-4)."""
    row = board.code_at(t, p[m.PC])
    if kind == m.TAKE_OPTION:
        p[m.PC] = t[row + m.B + a]
        run(t, p, w)
        return
    if kind == m.ROLL:
        p[m.PC] = p[m.PC] + 1 if enough(t, row, a) else t[row + m.D]
        run(t, p, w)
        return
    if kind == m.PLACE_CARD:
        place_card(t, p, w, a, b, c)
    elif kind == m.TARGET:
        affect(t, p, w, t[row + m.OP], how_affected(t, row), a)
    elif kind == m.REDRAW:
        turns.redraw(t, p, a)
    elif kind == m.SWAP_STACKS:
        p[m.LAST] = b if p[m.LAST] == a else a if p[m.LAST] == b else p[m.LAST]
        p[m.NEWEST] = b if p[m.NEWEST] == a else a if p[m.NEWEST] == b else p[m.NEWEST]
        board.swap_stacks(t, p, a, b)
        changed(t, p, w, a, b)
    elif kind == m.MOVE_CARD:
        board.lay(t, p, b, board.lift(t, p, a) & ~3 | c)  # it keeps its node
        p[m.LAST] = b
        note_newest(p, b)
        changed(t, p, w, a, b)
    elif kind == m.CLEAR_BREAK:
        clear_face(t, p, a, m.WITHOUT_ONE + b)
        changed(t, p, w, a, m.NONE)
    elif kind == m.KEEP_CARD:
        turns.keep_card(t, p, t[row + m.A], a)
    elif kind == m.ORDER:
        put_back(t, p, min(t[row + m.A], board.pile_size(p)), a)
    elif kind == m.NAME_PLAYER:
        name_player(t, p, row, a)
    if p[m.PLAYS_LEFT] > 1:
        p[m.PLAYS_LEFT] -= 1
    else:
        p[m.PLAYS_LEFT] = m.NONE
        p[m.PC] += 1
        if t[row + m.OP] == CHOOSE:  # none of its options was possible
            p[m.PC] = t[board.code_at(t, t[board.code_at(t, t[row + m.B]) + m.BLOCK]) + m.A]
    if not p[m.ENDED]:
        run(t, p, w)


@jit
def place_card(t: Ints, p: Ints, w: Ints, field: int, facing: int, face: int) -> None:
    """SPL-2, SPL-3, SPL-4: place a card that the spell plays, or the spell card itself, on the board."""
    row = board.code_at(t, p[m.PC])
    if t[row + m.OP] == PLAY:
        if t[row + m.A] == m.FROM_DRAWN:
            turns.take_out(p, t[m.DRAWN_AT], p[m.DRAWN], face)
            p[m.DRAWN] -= 1
        elif t[row + m.A] == m.FROM_TAKEN:
            turns.take_out(p, t[m.TAKEN_AT], p[m.TAKEN], face)
            p[m.TAKEN] -= 1
        else:
            p[board.seat_at(p[m.PLAYER]) + m.HAND] = m.NONE
    p[m.LAST] = field
    if places_under(t, p):
        p[board.seat_at(p[m.PLAYER]) + m.OWN_NEWEST] = board.lay_under(t, p, field, 4 * face + facing)
        p[m.NEWEST] = m.NONE
    else:
        board.lay(t, p, field, 4 * face + facing)
        note_newest(p, field)
    changed(t, p, w, field, m.NONE)


@jit
def places_under(t: Ints, p: Ints) -> bool:
    """STEP-10: return whether the waiting step places cards under a stack."""
    row = board.code_at(t, p[m.PC])
    return t[row + m.OP] == PLAY and t[row + m.C] == m.UNDER


@jit
def how_affected(t: Ints, row: int) -> int:
    """Return how a step affects a field: the kind of protection or breaks, or the quarters, 4 more for one card."""
    return t[row + m.B] + 4 * t[row + m.A] if t[row + m.OP] == TURN else t[row + m.A]


@jit
def affect(t: Ints, p: Ints, w: Ints, op: int, how: int, field: int) -> None:
    """SPL-1: remove the top card; SPL-8: turn the stack; SPL-10: clear the top card, or protect the field."""
    if op == PROTECT:
        p[m.PROTECTORS] |= 1 << p[m.PLAYER]
        if how != 2:
            p[board.field_at(field) + m.GUARDS] |= 1 << p[m.PLAYER]
        if how != 1:
            p[board.field_at(field) + m.WARDS] |= 1 << p[m.PLAYER]
        return
    if op == TURN:
        if how >= 4:
            board.turn_top(t, p, field, how - 4)
        else:
            board.turn_stack(t, p, field, how)
    elif op == CLEAR:
        clear_face(t, p, field, m.WITHOUT + how)
    elif op == REMOVE:
        card = t[t[m.FACES_AT] + m.FACE_SIZE * (take_off(t, p, field) >> 2) + m.CARD]
        if how and card < t[m.VINES]:
            turns.discard(t, p, card)
    changed(t, p, w, field, m.NONE)


@jit
def clear_face(t: Ints, p: Ints, field: int, column: int) -> None:
    """SPL-10: replace the face of the top card by the one without some breaks, named by its column in FACES."""
    lying = board.top_lying(t, p, field)
    face = t[t[m.FACES_AT] + m.FACE_SIZE * (lying >> 2) + column]
    p[board.node_at(t, p[board.field_at(field) + m.TOP]) + m.NODE_LYING] = 4 * face + (lying & 3)
    board.refresh(t, p, field)


@jit
def put_back(t: Ints, p: Ints, cards: int, number: int) -> None:
    """SPL-10: put the cards the caster has seen back on the pile in another order."""
    pile, at = t[m.PILE] + p[m.PILE_NEXT], lists.order_at(t, cards, number)
    first, second = p[pile + t[at]], p[pile + t[at + 1]]
    third = p[pile + t[at + 2]] if cards > 2 else 0
    fourth = p[pile + t[at + 3]] if cards > 3 else 0
    p[pile], p[pile + 1] = first, second
    if cards > 2:
        p[pile + 2] = third
    if cards > 3:
        p[pile + 3] = fourth


@jit
def unseen_in(t: Ints, start: int, end: int) -> int:
    """Count unseen cards as `code.unseen` does, for the plain steps of an option."""
    drawn = cards = 0  # as `unseen`: of cards that were drawn before, or stolen
    for pc in range(start, end):
        row = board.code_at(t, pc)
        if t[row + m.OP] == DRAW:
            drawn += t[row + m.A]
        elif t[row + m.OP] == STEAL:
            cards += 1
        elif t[row + m.OP] == PLAY and t[row + m.A] == m.FROM_DRAWN and drawn:
            cards += drawn if t[row + m.B] == m.ALL else t[row + m.B]
    return max(cards, 1) if drawn else cards


@jit
def sight_affected(t: Ints, p: Ints, op: int, how: int, field: int) -> int:
    """Return the sight of a field after a step that affects it."""
    if op == REMOVE:
        return sight_lifted(t, p, field)
    node = p[board.field_at(field) + m.TOP]
    if op == PROTECT and how == 2:
        return sight_of(p, field)
    if op == PROTECT:
        return 0 if node < 0 else board.ways_with(t, top_of(t, p, field), board.lower_lying(t, p, node)) & 63
    top, under = p[board.node_at(t, node) + m.NODE_LYING], board.lower_lying(t, p, node)
    if op == CLEAR:
        return sight_cleared(t, p, field, m.WITHOUT + how)
    turned = top & ~3 | top + how & 3
    return sight_with(t, turned, under if under < 0 or how >= 4 else under & ~3 | under + how & 3)


@jit
def sight_cleared(t: Ints, p: Ints, field: int, column: int) -> int:
    """Return the sight of a field whose top card has lost some breaks, named by the column of its new face."""
    top, under = board.top_lying(t, p, field), board.lower_lying(t, p, p[board.field_at(field) + m.TOP])
    return sight_with(t, 4 * t[t[m.FACES_AT] + m.FACE_SIZE * (top >> 2) + column] + (top & 3), under)
