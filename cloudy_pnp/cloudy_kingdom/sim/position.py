# mypy: disable-error-code="no-any-return"
"""GEO, CON and the support of GRO on the array of a position: cards come and go, fields stay up to date.

A field caches what the rules need again and again: its ways (CON-4, CON-5), the arms that are covered (GEO-6),
and the facings in which a card may be placed on it by GRO with the option `edges`.

The places for cards on a board, and the stacks a spell can affect: GRO and SPL-3 in compiled form.
"""

from __future__ import annotations

from cloudy_pnp.cloudy_kingdom.sim import layout as m
from cloudy_pnp.simulate.numba_code import Ints, jit

ANY_FACE = -1  # before a card is drawn, a place counts when any card could be placed there


@jit
def code_at(t: Ints, pc: int) -> int:
    """Return the offset of a step."""
    return t[m.CODE_AT] + m.CODE_SIZE * pc


@jit
def pile_size(p: Ints) -> int:
    """Return the number of cards in the draw pile."""
    return p[m.PILE_END] - p[m.PILE_NEXT]


@jit
def seat_at(seat: int) -> int:
    """Return the offset of a seat in a position."""
    return m.SEATS_AT + m.SEAT_SIZE * seat


@jit
def vines_meet(t: Ints, p: Ints, field: int, face: int, facing: int) -> bool:
    """GRO-6: return whether both touching sides show a vine end; a castle always does."""
    ends = 15 if face == ANY_FACE else ends_of(t, 4 * face + facing)
    for side in (facing & 1, facing & 1 | 2):
        if ends >> side & 1 and touches(t, p, field, side):
            beyond = t[t[m.BEYOND_AT] + 4 * field + side]
            if beyond < 0 or p[field_at(beyond) + m.WAYS] >> m.PORTS + (side ^ 2) & 1:
                return True
    return False


@jit
def facings(t: Ints, p: Ints, face: int, field: int, where: int, last: int) -> int:
    """GRO: return the facings, as bits, in which a spell or a player may place a card on a field."""
    if where == m.IN_TURN:
        return facings_in_turn(t, p, face, field)
    at = field_at(field)
    if p[at + m.WARDS]:
        return 0
    if where == m.UNDER:
        return facings_under(t, p, field)
    if where == m.ANYWHERE and p[at + m.HEIGHT] == 0:
        return 15
    fitting = 0 if where == m.APART and not apart(t, field, last) else p[at + m.OPEN]
    if fitting == 0 or (p[at + m.HEIGHT] and where in (m.BY_GROWTH, m.ANYWHERE, m.APART)):
        return fitting
    if (where == m.ON_EMPTY and p[at + m.HEIGHT]) or (where == m.ON_LAST and field != last):
        return 0
    if where == m.ON_CARD and p[at + m.HEIGHT] == 0:
        return 0
    if t[m.GROWTH_VINES] and p[at + m.HEIGHT] == 0:
        return meeting(t, p, face, field, fitting)
    return fitting


@jit
def apart(t: Ints, field: int, last: int) -> bool:
    """STEP-9: return whether a field is neither that of the spell's last card nor next to it."""
    cols = t[m.COLS]
    return last < 0 or abs(field // cols - last // cols) + abs(field % cols - last % cols) > 1


@jit
def facings_under(t: Ints, p: Ints, field: int) -> int:
    """STEP-10: return the facings, as bits, in which a card may be placed below a stack."""
    if not open_stack(p, field):
        return 0
    return UPRIGHT if p[node_at(t, lowest(t, p, field)) + m.NODE_LYING] & 1 else FLAT


@jit
def facings_in_turn(t: Ints, p: Ints, face: int, field: int) -> int:
    """GRO: return the facings, as bits, in which a vine card may be placed in a turn.

    It is short, as it is called most often.
    """
    at = field_at(field)
    if p[at + m.GUARDS]:
        return 0
    if t[m.GROWTH_VINES] and p[at + m.HEIGHT] == 0:
        return meeting(t, p, face, field, p[at + m.OPEN])
    return p[at + m.OPEN]


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
    return p[at + m.HEIGHT] > 0 and p[at + m.OVERSEALED] == 0 and p[at + m.WARDS] == 0


@jit
def place_anywhere(t: Ints, p: Ints, face: int, where: int, last: int, but: int) -> bool:
    """Return whether a card can be placed on any field but one."""
    for field in range(t[m.FIELDS]):  # noqa: SIM110  (numba knows no generators)
        if field != but and facings(t, p, face, field, where, last):
            return True
    return False


@jit
def movable(t: Ints, p: Ints, where: int) -> bool:
    """Return whether any card can be moved to another field."""
    for field in range(t[m.FIELDS]):
        if open_stack(p, field):
            lying = lift(t, p, field)
            possible = place_anywhere(t, p, lying >> 2, where, m.NONE, field)
            lay(t, p, field, lying)
            p[field_at(field) + m.PLACED] -= 1
            if possible:
                return True
    return False


UPRIGHT, FLAT, _EVERY = 0b0101, 0b1010, 0b1111  # arms and facings: n and s, e and w, all


@jit
def copy(t: Ints, p: Ints, other: Ints) -> None:
    """Copy a position over another one."""
    for place in range(t[m.POSITION]):
        other[place] = p[place]


@jit
def field_at(field: int) -> int:
    """Return the offset of a field in a position."""
    return m.FIELDS_AT + m.FIELD_SIZE * field


@jit
def node_at(t: Ints, node: int) -> int:
    """Return the offset of a card on the board in a position."""
    return t[m.NODES] + m.NODE_SIZE * node


@jit
def top_lying(t: Ints, p: Ints, field: int) -> int:
    """Return the top card of a field with its facing: 4 × face + facing. The field has a card."""
    return p[node_at(t, p[field_at(field) + m.TOP]) + m.NODE_LYING]


@jit
def ways_with(t: Ints, lying: int, below: int) -> int:
    """CON-4, CON-5: return the ways of a field with a card on top of another (−1 for none)."""
    kind = 0 if below < 0 else t[t[m.LYING_AT] + m.LYING_SIZE * below + m.UNDER_CLASS]
    return t[t[m.LYING_AT] + m.LYING_SIZE * lying + m.WAYS_OVER + kind]


@jit
def lower_lying(t: Ints, p: Ints, node: int) -> int:
    """Return the card under another with its facing, −1 for none."""
    under = p[node_at(t, node) + m.NODE_UNDER]
    return m.NONE if under < 0 else p[node_at(t, under) + m.NODE_LYING]


@jit
def touches(t: Ints, p: Ints, field: int, side: int) -> bool:
    """GRO-2, GRO-3: return whether a short side there would touch a castle or the short side of a card."""
    beyond = t[t[m.BEYOND_AT] + 4 * field + side]
    if beyond < 0:
        return beyond <= m.CASTLE and p[m.LAID] >> (m.CASTLE - beyond) & 1 == 1
    return p[field_at(beyond) + m.COVERED] >> (side ^ 2) & 1 == 1


@jit
def open_facings(t: Ints, p: Ints, field: int) -> int:
    """GRO-2, GRO-4, GRO-5: return the facings, as bits, for a card on a field (option `edges`), without protection."""
    at = field_at(field)
    if p[at + m.OVERSEALED]:
        return 0
    if p[at + m.HEIGHT]:
        return UPRIGHT if top_lying(t, p, field) & 1 else FLAT
    facings = 0
    if touches(t, p, field, 0) or touches(t, p, field, 2):
        facings |= UPRIGHT
    if touches(t, p, field, 1) or touches(t, p, field, 3):
        facings |= FLAT
    return facings


@jit
def refresh(t: Ints, p: Ints, field: int) -> None:
    """Update the cached facts of a field and its empty neighbours after its cards have changed."""
    at = field_at(field)
    covered = p[at + m.COVERED]
    node = p[at + m.TOP]
    if node < 0:
        p[at + m.WAYS] = p[at + m.COVERED] = p[at + m.OVERSEALED] = 0
    else:
        lying, below = p[node_at(t, node) + m.NODE_LYING], lower_lying(t, p, node)
        p[at + m.WAYS] = ways_with(t, lying, below)
        p[at + m.COVERED] = _EVERY if below >= 0 else FLAT if lying & 1 else UPRIGHT
        p[at + m.OVERSEALED] = t[t[m.FACES_AT] + m.FACE_SIZE * (lying >> 2) + m.SEALED]
    p[at + m.OPEN] = open_facings(t, p, field)
    if p[at + m.COVERED] != covered:
        for side in range(4):
            beyond = t[t[m.BEYOND_AT] + 4 * field + side]
            if beyond >= 0 and p[field_at(beyond) + m.HEIGHT] == 0:
                p[field_at(beyond) + m.OPEN] = open_facings(t, p, beyond)


@jit
def lay(t: Ints, p: Ints, field: int, lying: int) -> None:
    """Lay a card on top of a field."""
    node = p[m.FREE]
    if node >= 0:
        p[m.FREE] = p[node_at(t, node) + m.NODE_UNDER]
    else:
        node = p[m.USED]
        p[m.USED] += 1
    at = field_at(field)
    p[node_at(t, node) + m.NODE_LYING] = lying
    p[node_at(t, node) + m.NODE_UNDER] = p[at + m.TOP]
    p[at + m.TOP] = node
    p[at + m.HEIGHT] += 1
    p[at + m.PLACED] += 1
    refresh(t, p, field)


@jit
def lift(t: Ints, p: Ints, field: int) -> int:
    """Take the top card off a field; the card as it lay."""
    at = field_at(field)
    node = p[at + m.TOP]
    p[at + m.TOP] = p[node_at(t, node) + m.NODE_UNDER]
    p[at + m.HEIGHT] -= 1
    p[node_at(t, node) + m.NODE_UNDER] = p[m.FREE]
    p[m.FREE] = node
    refresh(t, p, field)
    return p[node_at(t, node) + m.NODE_LYING]


@jit
def lowest(t: Ints, p: Ints, field: int) -> int:
    """Return the lowest card of a field. The field has a card."""
    node = p[field_at(field) + m.TOP]
    while p[node_at(t, node) + m.NODE_UNDER] >= 0:
        node = p[node_at(t, node) + m.NODE_UNDER]
    return node


@jit
def lay_under(t: Ints, p: Ints, field: int, lying: int) -> int:
    """STEP-10: lay a card below all cards of a field; return its node."""
    bottom, top = lowest(t, p, field), p[field_at(field) + m.TOP]
    lay(t, p, field, lying)
    node = p[field_at(field) + m.TOP]
    p[node_at(t, bottom) + m.NODE_UNDER] = node
    p[node_at(t, node) + m.NODE_UNDER] = m.NONE
    p[field_at(field) + m.TOP] = top
    refresh(t, p, field)
    return node


@jit
def turn_top(t: Ints, p: Ints, field: int, quarters: int) -> None:
    """STEP-3: turn the top card of a field clockwise."""
    at = node_at(t, p[field_at(field) + m.TOP]) + m.NODE_LYING
    p[at] = p[at] & ~3 | (p[at] + quarters) & 3
    refresh(t, p, field)


@jit
def turn_stack(t: Ints, p: Ints, field: int, quarters: int) -> None:
    """SPL-8: turn all cards of a field clockwise."""
    node = p[field_at(field) + m.TOP]
    while node >= 0:
        at = node_at(t, node) + m.NODE_LYING
        p[at] = p[at] & ~3 | (p[at] + quarters) & 3
        node = p[node_at(t, node) + m.NODE_UNDER]
    refresh(t, p, field)


@jit
def swap_stacks(t: Ints, p: Ints, field: int, other: int) -> None:
    """Swap two whole stacks."""
    first, second = field_at(field), field_at(other)
    for part in (m.TOP, m.HEIGHT):
        kept = p[first + part]
        p[first + part] = p[second + part]
        p[second + part] = kept
    refresh(t, p, field)
    refresh(t, p, other)


# --- connection --------------------------------------------------------------------------------------------


@jit
def castles_from(t: Ints, p: Ints, w: Ints, field: int, port: int) -> int:
    """CON-7: return the castles that can be walked to from a port of a field, as bits 4 × family + side.

    `w` keeps track of a walk: w[0] is the number of the walk, then come its marks, then the places that wait.
    """
    w[0] += 1
    walk, marks, waiting = w[0], 1, 1 + 4 * t[m.FIELDS]
    count = castles = 0
    group = t[t[m.EXITS_AT] + 4 * (p[field_at(field) + m.WAYS] & 63) + port] | 1 << port
    for way in range(4):
        if group >> way & 1:
            w[marks + 4 * field + way] = walk
            w[waiting + count] = 4 * field + way
            count += 1
    while count:
        count -= 1
        place = w[waiting + count]
        beyond = t[t[m.BEYOND_AT] + place]
        if beyond < 0:
            if beyond <= m.CASTLE and p[m.LAID] >> (m.CASTLE - beyond) & 1:
                castles |= 1 << 4 * (m.CASTLE - beyond) + (place & 3)
            continue
        entry = place & 3 ^ 2
        if w[marks + 4 * beyond + entry] == walk:
            continue
        w[marks + 4 * beyond + entry] = walk
        onward = t[t[m.EXITS_AT] + 4 * (p[field_at(beyond) + m.WAYS] & 63) + entry]
        for way in range(4):
            if onward >> way & 1 and w[marks + 4 * beyond + way] != walk:
                w[marks + 4 * beyond + way] = walk
                w[waiting + count] = 4 * beyond + way
                count += 1
    return castles


@jit
def axes_of(t: Ints, castles: int) -> int:
    """CON-8: return the axes whose two castles are among those of one walk, as bits 2 × family + (0 for east-west)."""
    axes = 0
    for family in range(t[m.FAMILIES]):
        sides = castles >> 4 * family & _EVERY
        if sides & FLAT == FLAT:
            axes |= 1 << 2 * family
        if sides & UPRIGHT == UPRIGHT:
            axes |= 2 << 2 * family
    return axes


@jit
def axes_through(t: Ints, p: Ints, w: Ints, field: int) -> int:
    """CON-8: return the axes with a route through a field, including all that a change of the field connects."""
    axes = done = 0
    ways = p[field_at(field) + m.WAYS] & 63
    for port in range(4):
        group = t[t[m.EXITS_AT] + 4 * ways + port]
        if group and not done >> port & 1:
            done |= group
            axes |= axes_of(t, castles_from(t, p, w, field, port))
    return axes


@jit
def axes_standing(t: Ints, p: Ints, w: Ints, axes: int) -> int:
    """CON-8: return those of some axes that are connected now."""
    standing = 0
    for axis in range(2 * t[m.FAMILIES]):
        if axes >> axis & 1:
            gate = t[t[m.GATES_AT] + 4 * (axis >> 1) + (1 if axis & 1 == 0 else 0)]
            if gate >= 0 and p[field_at(gate >> 2) + m.WAYS] >> m.PORTS + (gate & 3) & 1:
                standing |= axes_of(t, castles_from(t, p, w, gate >> 2, gate & 3)) & 1 << axis
    return standing


@jit
def castles_joined(t: Ints, p: Ints, w: Ints, family: int) -> int:
    """STEP-8: return the most castles of a family that one network of vines reaches."""
    most = 0
    for side in range(4):
        gate = t[t[m.GATES_AT] + 4 * family + side]
        if gate >= 0 and p[field_at(gate >> 2) + m.WAYS] >> m.PORTS + side & 1:
            sides = castles_from(t, p, w, gate >> 2, side) >> 4 * family & _EVERY
            most = max(most, (sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3))
    return most


@jit
def connect(t: Ints, p: Ints, w: Ints, field: int, other: int) -> int:
    """Update CON-8 after one or two fields have changed (`other` −1 for none); return the new connections."""
    before = p[m.CONNECTED]
    now = axes_standing(t, p, w, before) if before else 0
    now |= axes_through(t, p, w, field)
    if other >= 0:
        now |= axes_through(t, p, w, other)
    p[m.CONNECTED] = now
    return now & ~before


@jit
def ends_of(t: Ints, lying: int) -> int:
    """FACE-7: return the ends of a card with its facing, as bits."""
    return t[t[m.LYING_AT] + m.LYING_SIZE * lying + m.ENDS]
