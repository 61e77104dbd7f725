# mypy: disable-error-code="no-any-return"
"""Every step of a spell in compiled form: its changes, conditions, choices and effect.

The numbers of the steps come from the table (`bytecode.OPCODES`). This is the only compiled module that knows one step
from another.
"""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.games.cloudy_kingdom.sim.bytecode import END, JUMP, OPCODES
from cloudy_pnp.games.cloudy_kingdom.sim.distance import sight_of
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    ALL,
    BLOCK,
    CARD,
    CHANGES,
    CLEAR_BREAK,
    COIN,
    CONNECTED,
    CONNECTIONS_BEHIND,
    DIE,
    DISCARD,
    DISCARD_PILE,
    DISCARDS,
    DRAW_PILE,
    DRAWN,
    DRAWN_AT,
    EMPTY_FIELDS,
    ENDED,
    EXTRA_TURN,
    FACE_SIZE,
    FACES_AT,
    FAMILIES,
    FAMILY,
    FIELDS,
    FORBIDDING,
    FROM_DRAWN,
    FROM_TAKEN,
    GUARDS,
    HAND,
    HAND_ENDS,
    HEIGHT,
    HELD,
    HELD_AT,
    KEEP_CARD,
    KEPT,
    LAST,
    MISSES,
    MOST_BREAKS,
    MOVE_CARD,
    NAME_PLAYER,
    NEWEST,
    NODE_LYING,
    NONE,
    OP,
    ORDER,
    OWN,
    OWN_CASTLES,
    OWN_CONNECTIONS,
    OWN_NEWEST,
    OWN_SPELLS,
    PC,
    PILE,
    PILE_NEXT,
    PLACE_CARD,
    PLAYER,
    PLAYERS,
    PLAYS_LEFT,
    PROTECTORS,
    REDRAW,
    ROLL,
    SEALED,
    SKIP,
    SPELL,
    STILL,
    SWAP_STACKS,
    TAKE_OPTION,
    TAKEN,
    TAKEN_AT,
    TARGET,
    TOP,
    UNDER,
    VINES,
    WARDS,
    WITHOUT,
    WITHOUT_ONE,
    A,
    B,
    C,
    D,
)
from cloudy_pnp.games.cloudy_kingdom.sim.listing import (
    add,
    list_breaks,
    list_card_moves,
    list_holders,
    list_kept,
    list_orders,
    list_places,
    list_plays,
    list_redraws,
    list_swaps,
    ones,
    order_at,
    side_by_side,
)
from cloudy_pnp.games.cloudy_kingdom.sim.places import (
    ANY_FACE,
    code_at,
    movable,
    open_stack,
    pile_size,
    place_anywhere,
    seat_at,
)
from cloudy_pnp.games.cloudy_kingdom.sim.position import (
    castles_joined,
    ends_of,
    field_at,
    lay,
    lay_under,
    lift,
    lower_lying,
    node_at,
    refresh,
    swap_stacks,
    top_lying,
    turn_stack,
    turn_top,
    ways_with,
)
from cloudy_pnp.games.cloudy_kingdom.sim.sight import sight_lifted, sight_with, top_of
from cloudy_pnp.games.cloudy_kingdom.sim.turns import changed, discard, discard_cards, discard_hand, draw
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
PEEK = OPCODES["peek"]  # A: how many
MISS = OPCODES["miss-turn"]  # A: whether the player is chosen
EXTRA = OPCODES["extra-turn"]
PROTECT = OPCODES["protect"]  # A: 0 from everything, 1 from cards, 2 from spells
FORCE_REDRAW = OPCODES["redraw"]  # A: whether the player is chosen
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
    return {SWAP: pairs // 2 + 1, MOVE_TOP: 4 * pairs + 1, CLEAR: MOST_BREAKS * fields + 1}.get(op, 24)


def changes(row: Sequence[int]) -> int:
    """Return the parts of the game that a step may change."""
    op, changed = row[OP], 0
    if op in (PLAY, REMOVE, TURN, PLACE_SELF, MOVE_TOP, SWAP, CLEAR, PROTECT, TAKE_BACK):
        changed = _BOARD
    if op in (DRAW, OFFER_REDRAW, FORCE_REDRAW, STEAL):
        changed |= _DRAW_PILE
    if op in (DISCARD_CARDS, TAKE, OFFER_REDRAW, FORCE_REDRAW, STEAL, GIVE) or (op == REMOVE and row[A]):
        changed |= _DISCARD_PILE
    return changed


@jit
def is_target(t: Ints, p: Ints, row: int, field: int) -> bool:
    """SPL-1, SPL-8, SPL-10: return whether a step with one target field can affect this one."""
    op, kind = t[row + OP], t[row + A]
    if op == PROTECT:
        return p[field_at(field) + WARDS] == 0 and (kind != 1 or p[field_at(field) + GUARDS] == 0)
    if not open_stack(p, field):
        return False
    if op == TURN and kind and t[row + B] & 1:  # STEP-3: cards of a stack lie crosswise
        return p[field_at(field) + HEIGHT] == 1
    return op != CLEAR or t[t[FACES_AT] + FACE_SIZE * (top_lying(t, p, field) >> 2) + WITHOUT + min(kind, 2)] != NONE


@jit
def others_hold(t: Ints, p: Ints) -> bool:
    """Return whether another player holds a vine card."""
    for offset in range(1, t[PLAYERS]):  # noqa: SIM110  (numba knows no generators)
        if p[seat_at((p[PLAYER] + offset) % t[PLAYERS]) + HAND] >= 0:
            return True
    return False


@jit
def swappable(t: Ints, p: Ints, neighbours: int) -> bool:
    """Return whether two stacks can change places."""
    for field in range(t[FIELDS]):
        if open_stack(p, field):
            for other in range(field + 1, t[FIELDS]):
                if open_stack(p, other) and (not neighbours or side_by_side(t, field, other)):
                    return True
    return False


@jit
def newest_open(t: Ints, p: Ints, own: int) -> int:
    """Return the field whose top card was placed last, if a spell can take it back; −1 otherwise.

    STEP-5: `own` asks for the card that the caster placed last.
    """
    field = p[NEWEST]
    if own:
        field, node = NONE, p[seat_at(p[PLAYER]) + OWN_NEWEST]
        for other in range(t[FIELDS]):
            if node >= 0 and p[field_at(other) + TOP] == node:
                field = other
    if field < 0 or p[field_at(field) + WARDS]:
        return NONE
    return NONE if t[t[FACES_AT] + FACE_SIZE * (top_lying(t, p, field) >> 2) + SEALED] else field


@jit
def step_possible(t: Ints, p: Ints, pc: int, changed: int) -> bool:
    """Return whether a plain step can be carried out; parts that may have changed are checked when it is reached."""
    row = code_at(t, pc)
    op, kind = t[row + OP], t[row + A]
    if op == TAKE:
        return changed & _DISCARD_PILE != 0 or p[DISCARDS] > 0
    if op == PEEK:
        return changed & _DRAW_PILE != 0 or kind <= pile_size(p)
    if op in (FORCE_REDRAW, STEAL, GIVE, PASS_HANDS):
        return others_hold(t, p)
    if changed & _BOARD:
        return True
    if op == TAKE_BACK:
        return newest_open(t, p, kind) >= 0
    if op == SWAP:
        return swappable(t, p, kind)
    if op in (REMOVE, TURN, CLEAR, PROTECT):
        for field in range(t[FIELDS]):  # noqa: SIM110  (numba knows no generators)
            if is_target(t, p, row, field):
                return True
        return False
    if op == MOVE_TOP:
        return movable(t, p, kind)
    last = p[LAST] if p[SPELL] >= 0 else NONE
    if op == PLACE_SELF:
        return place_anywhere(t, p, t[row + C], kind, last, NONE)
    if op == PLAY and not t[row + D]:
        return place_anywhere(t, p, ANY_FACE, t[row + C], last, NONE)
    return True


@jit
def block_possible(t: Ints, p: Ints, pc: int, end: int, changed: int) -> bool:
    """Return whether plain steps can be carried out one after the other."""
    if t[code_at(t, pc) + OWN] > pile_size(p):
        return False
    while pc < end:
        if not step_possible(t, p, pc, changed):
            return False
        changed |= t[code_at(t, pc) + CHANGES]
        pc += 1
    return True


@jit
def option_possible(t: Ints, p: Ints, start: int, changed: int) -> bool:
    """Return whether an option of `choose` can be carried out."""
    return block_possible(t, p, start, t[code_at(t, start) + BLOCK], changed)


@jit
def connections(p: Ints, family: int) -> int:
    """CON-8: return the number of axes on which a family is connected."""
    return (p[CONNECTED] >> 2 * family & 1) + (p[CONNECTED] >> 2 * family + 1 & 1)


@jit
def measured(t: Ints, p: Ints, w: Ints, measure: int) -> int:
    """Return the count an `only-if` compares."""
    if measure == DRAW_PILE:
        return pile_size(p)
    if measure == DISCARD_PILE:
        return p[DISCARDS]
    if measure in (OWN_CONNECTIONS, CONNECTIONS_BEHIND):
        connected, most = connections(p, p[seat_at(p[PLAYER]) + FAMILY]), 0
        for family in range(t[FAMILIES]):
            most = max(most, connections(p, family))
        return connected if measure == OWN_CONNECTIONS else most - connected
    if measure == OWN_CASTLES:
        return castles_joined(t, p, w, p[seat_at(p[PLAYER]) + FAMILY])
    if measure == HAND_ENDS:
        hand = p[seat_at(p[PLAYER]) + HAND]
        return 0 if hand < 0 else ones(ends_of(t, 4 * hand))
    if measure == OWN_SPELLS:
        held = 0 if p[SPELL] >= 0 else -1  # the spell in question, before it is cast
        for place in range(HELD):
            held += p[seat_at(p[PLAYER]) + HELD_AT + place] >= 0
        return held
    empty = tallest = 0
    for field in range(t[FIELDS]):
        height = p[field_at(field) + HEIGHT]
        empty += height == 0
        tallest = max(tallest, height)
    return empty if measure == EMPTY_FIELDS else tallest


@jit
def holds(t: Ints, p: Ints, w: Ints, pc: int) -> bool:
    """Return whether the condition of an `only-if` is met now."""
    row = code_at(t, pc)
    return enough(t, row, measured(t, p, w, t[row + A]))


@jit
def enough(t: Ints, row: int, count: int) -> bool:
    """Return whether a count meets the condition of an `only-if`."""
    return count >= t[row + C] if t[row + B] else count <= t[row + C]


@jit
def rolls(t: Ints, row: int) -> bool:
    """STEP-7: return whether a coin or a die decides an `only-if`."""
    return t[row + A] in (COIN, DIE)


@jit
def list_choices(t: Ints, p: Ints, moves: Ints) -> int:
    """SPL: list the choices for the spell being cast."""
    row = code_at(t, p[PC])
    op, count = t[row + OP], 0
    optional = False
    if op == PLAY:
        count = list_plays(t, p, moves, t[row + A], t[row + C])
        optional = t[row + D] == 1
    elif op == PLACE_SELF:
        count = list_places(t, p, moves, 0, PLACE_CARD, t[row + C], t[row + A], p[LAST])
    elif op in (REMOVE, TURN, CLEAR, PROTECT):
        for field in range(t[FIELDS]):
            if is_target(t, p, row, field):
                if op == CLEAR and t[row + A] == 3:
                    count = list_breaks(t, p, moves, count, field)
                else:
                    count = add(moves, count, TARGET, field, 0, 0)
    elif op == KEEP:
        count = list_kept(t, p, moves, t[row + A])
    elif op == ONLY_IF:
        for shows in range(0 if t[row + A] == COIN else 1, 2 if t[row + A] == COIN else 7):
            count = add(moves, count, ROLL, shows, 0, 0)
    elif op == OFFER_REDRAW:
        count = list_redraws(t, p, moves, max(0, pile_size(p) - t[row + STILL]))
    elif op == MOVE_TOP:
        count = list_card_moves(t, p, moves, t[row + A])
    elif op == SWAP:
        count = list_swaps(t, p, moves, t[row + A])
    elif op == FORCE_REDRAW:
        count = list_holders(t, p, moves) if pile_size(p) > t[row + STILL] else 0
    elif op in (STEAL, GIVE):
        count = list_holders(t, p, moves)
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
def run(t: Ints, p: Ints, w: Ints) -> None:
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
            if rolls(t, row):
                return
            p[PC] = p[PC] + 1 if holds(t, p, w, p[PC]) else t[row + D]
            continue
        elif op == EXTRA:
            p[EXTRA_TURN] = 1
        elif op == MISS and t[row + A] == 0:
            p[seat_at((p[PLAYER] + 1) % t[PLAYERS]) + MISSES] += 1
        elif op == FORCE_REDRAW and t[row + A] == 0:
            for offset in range(1, t[PLAYERS]):
                seat = seat_at((p[PLAYER] + offset) % t[PLAYERS])
                if p[seat + HAND] >= 0 and pile_size(p) > t[row + STILL]:
                    discard(t, p, p[seat + HAND])
                    p[seat + HAND] = draw(t, p)
        elif op == TAKE_BACK:
            take_back(t, p, w, t[row + A])
            if p[ENDED]:
                return
        elif op == GIVE:
            if p[seat_at(p[PLAYER]) + HAND] >= 0:
                return
        elif op == KEEP:
            if keep_only_card(t, p, t[row + A]):
                return
        elif op == PASS_HANDS:
            pass_hands(t, p, t[row + A])
        elif op == FORBID:
            p[FORBIDDING] |= 1 << p[PLAYER]
        elif op != PEEK or pile_size(p) > 1:
            return
        p[PC] += 1
        p[PLAYS_LEFT] = NONE
    discard_cards(t, p, t[DRAWN_AT], p[DRAWN])
    for place in range(t[TAKEN_AT], t[TAKEN_AT] + p[TAKEN]):
        if p[place] < t[VINES]:  # a placed spell that was taken back goes to the box
            discard(t, p, p[place])
    discard_hand(t, p)
    p[seat_at(p[PLAYER]) + HAND] = p[KEPT]
    p[SPELL] = p[KEPT] = NONE


@jit
def new_hand(t: Ints, p: Ints, seat: int, still: int) -> None:
    """SPL-10: draw a new vine card for a player who lost theirs, if the spell does not need it itself."""
    p[seat + HAND] = draw(t, p) if pile_size(p) > still else NONE


@jit
def keep_only_card(t: Ints, p: Ints, source: int) -> bool:
    """STEP-1: keep the card that waits, if there is only one kind; return whether the caster has to choose."""
    first, count = (t[TAKEN_AT], p[TAKEN]) if source else (t[DRAWN_AT], p[DRAWN])
    card = NONE
    for place in range(first, first + count):
        if p[KEPT] < 0 and p[place] < t[VINES]:
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
        take_out(p, t[TAKEN_AT], p[TAKEN], card)
        p[TAKEN] -= 1
    else:
        take_out(p, t[DRAWN_AT], p[DRAWN], card)
        p[DRAWN] -= 1
    p[KEPT] = card


@jit
def pass_hands(t: Ints, p: Ints, to_right: int) -> None:
    """STEP-2: everyone gives their vine card to a neighbour; the caster keeps the one they get."""
    players, player = t[PLAYERS], p[PLAYER]
    step = 1 if to_right else players - 1  # from each player to the one whose card they get
    own = p[seat_at(player) + HAND]
    given = own if p[KEPT] < 0 else p[KEPT]
    kept = p[seat_at((player + step) % players) + HAND]
    seat = (player + step) % players
    while seat != player:
        giver = (seat + step) % players
        p[seat_at(seat) + HAND] = given if giver == player else p[seat_at(giver) + HAND]
        seat = giver
    p[seat_at(player) + HAND] = NONE if p[KEPT] < 0 else own
    p[KEPT] = kept


@jit
def take_back(t: Ints, p: Ints, w: Ints, own: int) -> None:
    """SPL-10: take the card placed last off the board; it waits as taken."""
    field = newest_open(t, p, own)
    if field >= 0:
        p[t[TAKEN_AT] + p[TAKEN]] = t[t[FACES_AT] + FACE_SIZE * (take_off(t, p, field) >> 2) + CARD]
        p[TAKEN] += 1
        changed(t, p, w, field, NONE)


@jit
def take_off(t: Ints, p: Ints, field: int) -> int:
    """Take the top card off a field for good: no one placed it last any more. Return the card as it lay."""
    node = p[field_at(field) + TOP]
    for seat in range(t[PLAYERS]):
        if p[seat_at(seat) + OWN_NEWEST] == node:
            p[seat_at(seat) + OWN_NEWEST] = NONE
    if p[LAST] == field:
        p[LAST] = NONE
    if p[NEWEST] == field:
        p[NEWEST] = NONE
    return lift(t, p, field)


@jit
def note_newest(p: Ints, field: int) -> None:
    """STEP-5: note that the current player has just placed or moved the top card of a field."""
    p[NEWEST] = field
    p[seat_at(p[PLAYER]) + OWN_NEWEST] = p[field_at(field) + TOP]


@jit
def name_player(t: Ints, p: Ints, row: int, number: int) -> None:
    """SPL-10: apply a step to the player whom the caster names."""
    seat, caster, op = seat_at(number), seat_at(p[PLAYER]), t[row + OP]
    if op == MISS:
        p[seat + MISSES] += 1
    elif op == FORCE_REDRAW:
        discard(t, p, p[seat + HAND])
        p[seat + HAND] = draw(t, p)
    elif op == STEAL:
        p[t[TAKEN_AT] + p[TAKEN]] = p[seat + HAND]
        p[TAKEN] += 1
        new_hand(t, p, seat, t[row + STILL])
    else:
        discard(t, p, p[seat + HAND])
        p[seat + HAND] = p[caster + HAND]
        p[caster + HAND] = NONE


@jit
def cards_at_hand(p: Ints, source: int) -> int:
    """Return how many cards a step `play` can place."""
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
        run(t, p, w)
        return
    if kind == ROLL:
        p[PC] = p[PC] + 1 if enough(t, row, a) else t[row + D]
        run(t, p, w)
        return
    if kind == PLACE_CARD:
        place_card(t, p, w, a, b, c)
    elif kind == TARGET:
        affect(t, p, w, t[row + OP], how_affected(t, row), a)
    elif kind == REDRAW:
        redraw(t, p, a)
    elif kind == SWAP_STACKS:
        p[LAST] = b if p[LAST] == a else a if p[LAST] == b else p[LAST]
        p[NEWEST] = b if p[NEWEST] == a else a if p[NEWEST] == b else p[NEWEST]
        swap_stacks(t, p, a, b)
        changed(t, p, w, a, b)
    elif kind == MOVE_CARD:
        lay(t, p, b, lift(t, p, a) & ~3 | c)  # it keeps its node
        p[LAST] = b
        note_newest(p, b)
        changed(t, p, w, a, b)
    elif kind == CLEAR_BREAK:
        clear_face(t, p, a, WITHOUT_ONE + b)
        changed(t, p, w, a, NONE)
    elif kind == KEEP_CARD:
        keep_card(t, p, t[row + A], a)
    elif kind == ORDER:
        put_back(t, p, min(t[row + A], pile_size(p)), a)
    elif kind == NAME_PLAYER:
        name_player(t, p, row, a)
    if p[PLAYS_LEFT] > 1:
        p[PLAYS_LEFT] -= 1
    else:
        p[PLAYS_LEFT] = NONE
        p[PC] += 1
        if t[row + OP] == CHOOSE:  # none of its options was possible
            p[PC] = t[code_at(t, t[code_at(t, t[row + B]) + BLOCK]) + A]
    if not p[ENDED]:
        run(t, p, w)


@jit
def place_card(t: Ints, p: Ints, w: Ints, field: int, facing: int, face: int) -> None:
    """SPL-2, SPL-3, SPL-4: place a card that the spell plays, or the spell card itself, on the board."""
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
    if places_under(t, p):
        p[seat_at(p[PLAYER]) + OWN_NEWEST] = lay_under(t, p, field, 4 * face + facing)
        p[NEWEST] = NONE
    else:
        lay(t, p, field, 4 * face + facing)
        note_newest(p, field)
    changed(t, p, w, field, NONE)


@jit
def places_under(t: Ints, p: Ints) -> bool:
    """STEP-10: return whether the waiting step places cards under a stack."""
    row = code_at(t, p[PC])
    return t[row + OP] == PLAY and t[row + C] == UNDER


@jit
def take_out(p: Ints, first: int, count: int, card: int) -> None:
    """Take the first copy of a card out of those at hand; the others close up."""
    taken_out = False
    for place in range(first, first + count - 1):
        taken_out = taken_out or p[place] == card
        if taken_out:
            p[place] = p[place + 1]


@jit
def how_affected(t: Ints, row: int) -> int:
    """Return how a step affects a field: the kind of protection or breaks, or the quarters, 4 more for one card."""
    return t[row + B] + 4 * t[row + A] if t[row + OP] == TURN else t[row + A]


@jit
def affect(t: Ints, p: Ints, w: Ints, op: int, how: int, field: int) -> None:
    """SPL-1: remove the top card; SPL-8: turn the stack; SPL-10: clear the top card, or protect the field."""
    if op == PROTECT:
        p[PROTECTORS] |= 1 << p[PLAYER]
        if how != 2:
            p[field_at(field) + GUARDS] |= 1 << p[PLAYER]
        if how != 1:
            p[field_at(field) + WARDS] |= 1 << p[PLAYER]
        return
    if op == TURN:
        if how >= 4:
            turn_top(t, p, field, how - 4)
        else:
            turn_stack(t, p, field, how)
    elif op == CLEAR:
        clear_face(t, p, field, WITHOUT + how)
    elif op == REMOVE:
        card = t[t[FACES_AT] + FACE_SIZE * (take_off(t, p, field) >> 2) + CARD]
        if how and card < t[VINES]:
            discard(t, p, card)
    changed(t, p, w, field, NONE)


@jit
def clear_face(t: Ints, p: Ints, field: int, column: int) -> None:
    """SPL-10: replace the face of the top card by the one without some breaks, named by its column in FACES."""
    lying = top_lying(t, p, field)
    face = t[t[FACES_AT] + FACE_SIZE * (lying >> 2) + column]
    p[node_at(t, p[field_at(field) + TOP]) + NODE_LYING] = 4 * face + (lying & 3)
    refresh(t, p, field)


@jit
def redraw(t: Ints, p: Ints, offsets: int) -> None:
    """SPL-6: let the players, clockwise, discard their vine card and draw a new one."""
    for offset in range(1, t[PLAYERS]):
        if offsets >> offset & 1:
            seat = seat_at((p[PLAYER] + offset) % t[PLAYERS])
            discard(t, p, p[seat + HAND])
            p[seat + HAND] = draw(t, p)


@jit
def put_back(t: Ints, p: Ints, cards: int, number: int) -> None:
    """SPL-10: put the cards the caster has seen back on the pile in another order."""
    pile, at = t[PILE] + p[PILE_NEXT], order_at(t, cards, number)
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
        row = code_at(t, pc)
        if t[row + OP] == DRAW:
            drawn += t[row + A]
        elif t[row + OP] == STEAL:
            cards += 1
        elif t[row + OP] == PLAY and t[row + A] == FROM_DRAWN and drawn:
            cards += drawn if t[row + B] == ALL else t[row + B]
    return max(cards, 1) if drawn else cards


@jit
def sight_affected(t: Ints, p: Ints, op: int, how: int, field: int) -> int:
    """Return the sight of a field after a step that affects it."""
    if op == REMOVE:
        return sight_lifted(t, p, field)
    node = p[field_at(field) + TOP]
    if op == PROTECT and how == 2:
        return sight_of(p, field)
    if op == PROTECT:
        return 0 if node < 0 else ways_with(t, top_of(t, p, field), lower_lying(t, p, node)) & 63
    top, under = p[node_at(t, node) + NODE_LYING], lower_lying(t, p, node)
    if op == CLEAR:
        return sight_cleared(t, p, field, WITHOUT + how)
    turned = top & ~3 | top + how & 3
    return sight_with(t, turned, under if under < 0 or how >= 4 else under & ~3 | under + how & 3)


@jit
def sight_cleared(t: Ints, p: Ints, field: int, column: int) -> int:
    """Return the sight of a field whose top card has lost some breaks, named by the column of its new face."""
    top, under = top_lying(t, p, field), lower_lying(t, p, p[field_at(field) + TOP])
    return sight_with(t, 4 * t[t[FACES_AT] + FACE_SIZE * (top >> 2) + column] + (top & 3), under)
