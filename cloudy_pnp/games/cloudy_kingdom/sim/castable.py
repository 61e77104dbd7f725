# mypy: disable-error-code="no-any-return"
"""SPL-10 in compiled form: whether steps can be carried out, as far as that can be known before (see `castable`)."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.compiling import Ints, jit
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    BEYOND_AT,
    BLOCK,
    BY_GROWTH,
    CHOOSE,
    CLEAR,
    CODE_AT,
    CODE_SIZE,
    DISCARD_CARDS,
    DISCARD_PILE,
    DISCARDS,
    DRAW,
    DRAW_PILE,
    EMPTY_FIELDS,
    FACE_SIZE,
    FACES_AT,
    FIELDS,
    GROWTH_VINES,
    GUARDS,
    HEIGHT,
    LAST,
    MOVE_TOP,
    NONE,
    OFFER_REDRAW,
    ON_CARD,
    ON_EMPTY,
    ON_LAST,
    ONLY_IF,
    OP,
    OPEN,
    OVERSEALED,
    OWN,
    PEEK,
    PILE_END,
    PILE_NEXT,
    PLACE_SELF,
    PLACED,
    PLAY,
    PORTS,
    PROTECT,
    REMOVE,
    SPELL,
    SPELL_SIZE,
    SPELLS_AT,
    START,
    SWAP,
    TAKE,
    TURN,
    WAYS,
    WITHOUT,
    A,
    B,
    C,
    D,
)
from cloudy_pnp.games.cloudy_kingdom.sim.position import ends_of, field_at, lay, lift, top_lying, touches

_BOARD, _DRAW_PILE, _DISCARD_PILE = 1, 2, 4  # what earlier steps may have changed
_ANY_FACE = -1  # before a card is drawn, a place counts when any card could be placed there


@jit
def code_at(t: Ints, pc: int) -> int:
    """Where a step stands."""
    return t[CODE_AT] + CODE_SIZE * pc


@jit
def pile_size(p: Ints) -> int:
    """How many cards the draw pile has."""
    return p[PILE_END] - p[PILE_NEXT]


@jit
def vines_meet(t: Ints, p: Ints, field: int, face: int, facing: int) -> bool:
    """GRO-6: at a side that touches, both show a vine end; a castle always does."""
    ends = 15 if face == _ANY_FACE else ends_of(t, 4 * face + facing)
    for side in (facing & 1, facing & 1 | 2):
        if ends >> side & 1 and touches(t, p, field, side):
            there = t[t[BEYOND_AT] + 4 * field + side]
            if there < 0 or p[field_at(there) + WAYS] >> PORTS + (side ^ 2) & 1:
                return True
    return False


@jit
def facings(t: Ints, p: Ints, face: int, field: int, where: int, last: int) -> int:
    """GRO: the facings, as bits, in which a spell or a player may place a card on a field."""
    at = field_at(field)
    fitting = p[at + OPEN]
    if fitting == 0 or (where == BY_GROWTH and p[at + HEIGHT]):
        return fitting
    if (where == ON_EMPTY and p[at + HEIGHT]) or (where == ON_LAST and field != last):
        return 0
    if where == ON_CARD and p[at + HEIGHT] == 0:
        return 0
    if t[GROWTH_VINES] and p[at + HEIGHT] == 0:
        for facing in range(4):
            if fitting >> facing & 1 and not vines_meet(t, p, field, face, facing):
                fitting &= ~(1 << facing)
    return fitting


@jit
def open_stack(p: Ints, field: int) -> bool:
    """SPL-3: whether a field has cards that a spell may affect."""
    at = field_at(field)
    return p[at + HEIGHT] > 0 and p[at + OVERSEALED] == 0 and p[at + GUARDS] == 0


@jit
def is_target(t: Ints, p: Ints, op: int, kind: int, field: int) -> bool:
    """SPL-1, SPL-8, SPL-10: whether a step that asks for one field can affect this one."""
    if op == PROTECT:
        return p[field_at(field) + GUARDS] == 0
    if not open_stack(p, field):
        return False
    return op != CLEAR or t[t[FACES_AT] + FACE_SIZE * (top_lying(t, p, field) >> 2) + WITHOUT + kind] != NONE


@jit
def place_anywhere(t: Ints, p: Ints, face: int, where: int, last: int, but: int) -> bool:
    """Whether a card can be placed on any field but one."""
    for field in range(t[FIELDS]):  # noqa: SIM110  (numba knows no generators)
        if field != but and facings(t, p, face, field, where, last):
            return True
    return False


@jit
def movable(t: Ints, p: Ints, where: int) -> bool:
    """Whether any card can be moved to another field."""
    for field in range(t[FIELDS]):
        if open_stack(p, field):
            lying = lift(t, p, field)
            found = place_anywhere(t, p, lying >> 2, where, NONE, field)
            lay(t, p, field, lying)
            p[field_at(field) + PLACED] -= 1
            if found:
                return True
    return False


@jit
def measured(t: Ints, p: Ints, what: int) -> int:
    """What an `only-if` looks at."""
    if what == DRAW_PILE:
        return pile_size(p)
    if what == DISCARD_PILE:
        return p[DISCARDS]
    empty = tallest = 0
    for field in range(t[FIELDS]):
        height = p[field_at(field) + HEIGHT]
        empty += height == 0
        tallest = max(tallest, height)
    return empty if what == EMPTY_FIELDS else tallest


@jit
def holds(t: Ints, p: Ints, pc: int) -> bool:
    """Whether what an `only-if` asks for is so now."""
    row = code_at(t, pc)
    there = measured(t, p, t[row + A])
    return there >= t[row + C] if t[row + B] else there <= t[row + C]


@jit
def changes(t: Ints, pc: int) -> int:
    """What a step may change."""
    row = code_at(t, pc)
    op = t[row + OP]
    changed = 0
    if op == PLAY or PLACE_SELF <= op <= CLEAR or op in (REMOVE, TURN, PROTECT):
        changed = _BOARD
    if op in (DRAW, OFFER_REDRAW):
        changed |= _DRAW_PILE
    if op in (DISCARD_CARDS, TAKE, OFFER_REDRAW) or (op == REMOVE and t[row + A]):
        changed |= _DISCARD_PILE
    return changed


@jit
def step_possible(t: Ints, p: Ints, pc: int, changed: int) -> bool:
    """Whether a plain step can be carried out; what may have changed is looked at when it comes."""
    row = code_at(t, pc)
    op, kind, where = t[row + OP], t[row + A], t[row + C]
    if op == TAKE:
        return changed & _DISCARD_PILE != 0 or p[DISCARDS] > 0
    if op == PEEK:
        return changed & _DRAW_PILE != 0 or kind <= pile_size(p)
    if changed & _BOARD:
        return True
    if op in (REMOVE, TURN, CLEAR, PROTECT, SWAP):
        found = 0
        for field in range(t[FIELDS]):
            found += is_target(t, p, op, kind, field)
        return found > (op == SWAP)
    if op == MOVE_TOP:
        return movable(t, p, where)
    if op == PLACE_SELF or (op == PLAY and not t[row + D]):
        face = kind if op == PLACE_SELF else _ANY_FACE
        return place_anywhere(t, p, face, where, p[LAST] if p[SPELL] >= 0 else NONE, NONE)
    return True


@jit
def block_possible(t: Ints, p: Ints, pc: int, end: int, changed: int) -> bool:
    """Whether plain steps can be carried out one after the other."""
    if t[code_at(t, pc) + OWN] > pile_size(p):
        return False
    while pc < end:
        if not step_possible(t, p, pc, changed):
            return False
        changed |= changes(t, pc)
        pc += 1
    return True


@jit
def option_possible(t: Ints, p: Ints, start: int, changed: int) -> bool:
    """Whether an option of `choose` can be carried out."""
    return block_possible(t, p, start, t[code_at(t, start) + BLOCK], changed)


@jit
def castable(t: Ints, p: Ints, spell: int) -> bool:
    """SPL-10: whether a spell can be cast."""
    pc = t[t[SPELLS_AT] + SPELL_SIZE * spell + START]
    end, changed = t[code_at(t, pc) + BLOCK], 0
    if t[code_at(t, pc) + OWN] > pile_size(p):
        return False
    while pc < end:
        row = code_at(t, pc)
        op = t[row + OP]
        if op == CHOOSE:
            after = t[code_at(t, t[code_at(t, t[row + B]) + BLOCK]) + A]
            found, told = False, 0
            for option in range(t[row + A]):
                found = found or option_possible(t, p, t[row + B + option], changed)
            for inner in range(pc + 1, after):
                told |= changes(t, inner)
            if not found:
                return False
            changed |= told
            pc = after
        elif op == ONLY_IF and (changed or not holds(t, p, pc)):
            if changed:
                for inner in range(pc + 1, t[row + D]):
                    changed |= changes(t, inner)
            pc = t[row + D]
        else:
            if op != ONLY_IF and not step_possible(t, p, pc, changed):
                return False
            changed |= changes(t, pc)
            pc += 1
    return True
