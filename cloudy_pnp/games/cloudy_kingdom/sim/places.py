# mypy: disable-error-code="no-any-return"
"""The places for cards on a board, and the stacks a spell can affect: GRO and SPL-3 in compiled form."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    ANYWHERE,
    APART,
    BEYOND_AT,
    BY_GROWTH,
    CODE_AT,
    CODE_SIZE,
    COLS,
    FIELDS,
    GROWTH_VINES,
    GUARDS,
    HEIGHT,
    IN_TURN,
    NODE_LYING,
    NONE,
    ON_CARD,
    ON_EMPTY,
    ON_LAST,
    OPEN,
    OVERSEALED,
    PILE_END,
    PILE_NEXT,
    PLACED,
    PORTS,
    SEAT_SIZE,
    SEATS_AT,
    UNDER,
    WARDS,
    WAYS,
)
from cloudy_pnp.games.cloudy_kingdom.sim.position import (
    FLAT,
    UPRIGHT,
    ends_of,
    field_at,
    lay,
    lift,
    lowest,
    node_at,
    touches,
)
from cloudy_pnp.simulate.numba_code import Ints, jit

ANY_FACE = -1  # before a card is drawn, a place counts when any card could be placed there


@jit
def code_at(t: Ints, pc: int) -> int:
    """Return the offset of a step."""
    return t[CODE_AT] + CODE_SIZE * pc


@jit
def pile_size(p: Ints) -> int:
    """Return the number of cards in the draw pile."""
    return p[PILE_END] - p[PILE_NEXT]


@jit
def seat_at(seat: int) -> int:
    """Return the offset of a seat in a position."""
    return SEATS_AT + SEAT_SIZE * seat


@jit
def vines_meet(t: Ints, p: Ints, field: int, face: int, facing: int) -> bool:
    """GRO-6: return whether both touching sides show a vine end; a castle always does."""
    ends = 15 if face == ANY_FACE else ends_of(t, 4 * face + facing)
    for side in (facing & 1, facing & 1 | 2):
        if ends >> side & 1 and touches(t, p, field, side):
            beyond = t[t[BEYOND_AT] + 4 * field + side]
            if beyond < 0 or p[field_at(beyond) + WAYS] >> PORTS + (side ^ 2) & 1:
                return True
    return False


@jit
def facings(t: Ints, p: Ints, face: int, field: int, where: int, last: int) -> int:
    """GRO: return the facings, as bits, in which a spell or a player may place a card on a field."""
    if where == IN_TURN:
        return facings_in_turn(t, p, face, field)
    at = field_at(field)
    if p[at + WARDS]:
        return 0
    if where == UNDER:
        return facings_under(t, p, field)
    if where == ANYWHERE and p[at + HEIGHT] == 0:
        return 15
    fitting = 0 if where == APART and not apart(t, field, last) else p[at + OPEN]
    if fitting == 0 or (p[at + HEIGHT] and where in (BY_GROWTH, ANYWHERE, APART)):
        return fitting
    if (where == ON_EMPTY and p[at + HEIGHT]) or (where == ON_LAST and field != last):
        return 0
    if where == ON_CARD and p[at + HEIGHT] == 0:
        return 0
    if t[GROWTH_VINES] and p[at + HEIGHT] == 0:
        return meeting(t, p, face, field, fitting)
    return fitting


@jit
def apart(t: Ints, field: int, last: int) -> bool:
    """STEP-9: return whether a field is neither that of the spell's last card nor next to it."""
    cols = t[COLS]
    return last < 0 or abs(field // cols - last // cols) + abs(field % cols - last % cols) > 1


@jit
def facings_under(t: Ints, p: Ints, field: int) -> int:
    """STEP-10: return the facings, as bits, in which a card may be placed below a stack."""
    if not open_stack(p, field):
        return 0
    return UPRIGHT if p[node_at(t, lowest(t, p, field)) + NODE_LYING] & 1 else FLAT


@jit
def facings_in_turn(t: Ints, p: Ints, face: int, field: int) -> int:
    """GRO: return the facings, as bits, in which a vine card may be placed in a turn.

    It is short, as it is called most often.
    """
    at = field_at(field)
    if p[at + GUARDS]:
        return 0
    if t[GROWTH_VINES] and p[at + HEIGHT] == 0:
        return meeting(t, p, face, field, p[at + OPEN])
    return p[at + OPEN]


@jit
def meeting(t: Ints, p: Ints, face: int, field: int, fitting: int) -> int:
    """GRO-6: return those of some facings in which vines meet."""
    for facing in range(4):
        if fitting >> facing & 1 and not vines_meet(t, p, field, face, facing):
            fitting &= ~(1 << facing)
    return fitting


@jit
def open_stack(p: Ints, field: int) -> bool:
    """SPL-3: return whether a field has cards that a spell may affect."""
    at = field_at(field)
    return p[at + HEIGHT] > 0 and p[at + OVERSEALED] == 0 and p[at + WARDS] == 0


@jit
def place_anywhere(t: Ints, p: Ints, face: int, where: int, last: int, but: int) -> bool:
    """Return whether a card can be placed on any field but one."""
    for field in range(t[FIELDS]):  # noqa: SIM110  (numba knows no generators)
        if field != but and facings(t, p, face, field, where, last):
            return True
    return False


@jit
def movable(t: Ints, p: Ints, where: int) -> bool:
    """Return whether any card can be moved to another field."""
    for field in range(t[FIELDS]):
        if open_stack(p, field):
            lying = lift(t, p, field)
            possible = place_anywhere(t, p, lying >> 2, where, NONE, field)
            lay(t, p, field, lying)
            p[field_at(field) + PLACED] -= 1
            if possible:
                return True
    return False
