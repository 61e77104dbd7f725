# mypy: disable-error-code="no-any-return"
"""GEO, CON and the support of GRO on the array of a position: cards come and go, fields stay up to date.

A field caches what the rules need again and again: its ways (CON-4, CON-5), the arms that are covered (GEO-6),
and the facings in which a card may be placed on it by GRO with the option `edges`.
"""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    BEYOND_AT,
    CASTLE,
    CONNECTED,
    COVERED,
    ENDS,
    EXITS_AT,
    FACE_SIZE,
    FACES_AT,
    FAMILIES,
    FIELD_SIZE,
    FIELDS,
    FIELDS_AT,
    FREE,
    GATES_AT,
    HEIGHT,
    LAID,
    LYING_AT,
    LYING_SIZE,
    NODE_LYING,
    NODE_SIZE,
    NODE_UNDER,
    NODES,
    NONE,
    OPEN,
    OVERSEALED,
    PLACED,
    PORTS,
    POSITION,
    SEALED,
    TOP,
    UNDER_CLASS,
    USED,
    WAYS,
    WAYS_OVER,
)
from cloudy_pnp.simulate.numba_code import Ints, jit

UPRIGHT, FLAT, _EVERY = 0b0101, 0b1010, 0b1111  # arms and facings: n and s, e and w, all


@jit
def copy(t: Ints, p: Ints, other: Ints) -> None:
    """Copy a position over another one."""
    for place in range(t[POSITION]):
        other[place] = p[place]


@jit
def field_at(field: int) -> int:
    """Return the offset of a field in a position."""
    return FIELDS_AT + FIELD_SIZE * field


@jit
def node_at(t: Ints, node: int) -> int:
    """Return the offset of a card on the board in a position."""
    return t[NODES] + NODE_SIZE * node


@jit
def top_lying(t: Ints, p: Ints, field: int) -> int:
    """Return the top card of a field with its facing: 4 × face + facing. The field has a card."""
    return p[node_at(t, p[field_at(field) + TOP]) + NODE_LYING]


@jit
def ways_with(t: Ints, lying: int, below: int) -> int:
    """CON-4, CON-5: return the ways of a field with a card on top of another (−1 for none)."""
    kind = 0 if below < 0 else t[t[LYING_AT] + LYING_SIZE * below + UNDER_CLASS]
    return t[t[LYING_AT] + LYING_SIZE * lying + WAYS_OVER + kind]


@jit
def lower_lying(t: Ints, p: Ints, node: int) -> int:
    """Return the card under another with its facing, −1 for none."""
    under = p[node_at(t, node) + NODE_UNDER]
    return NONE if under < 0 else p[node_at(t, under) + NODE_LYING]


@jit
def touches(t: Ints, p: Ints, field: int, side: int) -> bool:
    """GRO-2, GRO-3: return whether a short side there would touch a castle or the short side of a card."""
    beyond = t[t[BEYOND_AT] + 4 * field + side]
    if beyond < 0:
        return beyond <= CASTLE and p[LAID] >> (CASTLE - beyond) & 1 == 1
    return p[field_at(beyond) + COVERED] >> (side ^ 2) & 1 == 1


@jit
def open_facings(t: Ints, p: Ints, field: int) -> int:
    """GRO-2, GRO-4, GRO-5: return the facings, as bits, for a card on a field (option `edges`), without protection."""
    at = field_at(field)
    if p[at + OVERSEALED]:
        return 0
    if p[at + HEIGHT]:
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
    covered = p[at + COVERED]
    node = p[at + TOP]
    if node < 0:
        p[at + WAYS] = p[at + COVERED] = p[at + OVERSEALED] = 0
    else:
        lying, below = p[node_at(t, node) + NODE_LYING], lower_lying(t, p, node)
        p[at + WAYS] = ways_with(t, lying, below)
        p[at + COVERED] = _EVERY if below >= 0 else FLAT if lying & 1 else UPRIGHT
        p[at + OVERSEALED] = t[t[FACES_AT] + FACE_SIZE * (lying >> 2) + SEALED]
    p[at + OPEN] = open_facings(t, p, field)
    if p[at + COVERED] != covered:
        for side in range(4):
            beyond = t[t[BEYOND_AT] + 4 * field + side]
            if beyond >= 0 and p[field_at(beyond) + HEIGHT] == 0:
                p[field_at(beyond) + OPEN] = open_facings(t, p, beyond)


@jit
def lay(t: Ints, p: Ints, field: int, lying: int) -> None:
    """Lay a card on top of a field."""
    node = p[FREE]
    if node >= 0:
        p[FREE] = p[node_at(t, node) + NODE_UNDER]
    else:
        node = p[USED]
        p[USED] += 1
    at = field_at(field)
    p[node_at(t, node) + NODE_LYING] = lying
    p[node_at(t, node) + NODE_UNDER] = p[at + TOP]
    p[at + TOP] = node
    p[at + HEIGHT] += 1
    p[at + PLACED] += 1
    refresh(t, p, field)


@jit
def lift(t: Ints, p: Ints, field: int) -> int:
    """Take the top card off a field; the card as it lay."""
    at = field_at(field)
    node = p[at + TOP]
    p[at + TOP] = p[node_at(t, node) + NODE_UNDER]
    p[at + HEIGHT] -= 1
    p[node_at(t, node) + NODE_UNDER] = p[FREE]
    p[FREE] = node
    refresh(t, p, field)
    return p[node_at(t, node) + NODE_LYING]


@jit
def lowest(t: Ints, p: Ints, field: int) -> int:
    """Return the lowest card of a field. The field has a card."""
    node = p[field_at(field) + TOP]
    while p[node_at(t, node) + NODE_UNDER] >= 0:
        node = p[node_at(t, node) + NODE_UNDER]
    return node


@jit
def lay_under(t: Ints, p: Ints, field: int, lying: int) -> int:
    """STEP-10: lay a card below all cards of a field; return its node."""
    bottom, top = lowest(t, p, field), p[field_at(field) + TOP]
    lay(t, p, field, lying)
    node = p[field_at(field) + TOP]
    p[node_at(t, bottom) + NODE_UNDER] = node
    p[node_at(t, node) + NODE_UNDER] = NONE
    p[field_at(field) + TOP] = top
    refresh(t, p, field)
    return node


@jit
def turn_top(t: Ints, p: Ints, field: int, quarters: int) -> None:
    """STEP-3: turn the top card of a field clockwise."""
    at = node_at(t, p[field_at(field) + TOP]) + NODE_LYING
    p[at] = p[at] & ~3 | (p[at] + quarters) & 3
    refresh(t, p, field)


@jit
def turn_stack(t: Ints, p: Ints, field: int, quarters: int) -> None:
    """SPL-8: turn all cards of a field clockwise."""
    node = p[field_at(field) + TOP]
    while node >= 0:
        at = node_at(t, node) + NODE_LYING
        p[at] = p[at] & ~3 | (p[at] + quarters) & 3
        node = p[node_at(t, node) + NODE_UNDER]
    refresh(t, p, field)


@jit
def swap_stacks(t: Ints, p: Ints, field: int, other: int) -> None:
    """Swap two whole stacks."""
    first, second = field_at(field), field_at(other)
    for part in (TOP, HEIGHT):
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
    walk, marks, waiting = w[0], 1, 1 + 4 * t[FIELDS]
    count = castles = 0
    group = t[t[EXITS_AT] + 4 * (p[field_at(field) + WAYS] & 63) + port] | 1 << port
    for way in range(4):
        if group >> way & 1:
            w[marks + 4 * field + way] = walk
            w[waiting + count] = 4 * field + way
            count += 1
    while count:
        count -= 1
        place = w[waiting + count]
        beyond = t[t[BEYOND_AT] + place]
        if beyond < 0:
            if beyond <= CASTLE and p[LAID] >> (CASTLE - beyond) & 1:
                castles |= 1 << 4 * (CASTLE - beyond) + (place & 3)
            continue
        entry = place & 3 ^ 2
        if w[marks + 4 * beyond + entry] == walk:
            continue
        w[marks + 4 * beyond + entry] = walk
        onward = t[t[EXITS_AT] + 4 * (p[field_at(beyond) + WAYS] & 63) + entry]
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
    for family in range(t[FAMILIES]):
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
    ways = p[field_at(field) + WAYS] & 63
    for port in range(4):
        group = t[t[EXITS_AT] + 4 * ways + port]
        if group and not done >> port & 1:
            done |= group
            axes |= axes_of(t, castles_from(t, p, w, field, port))
    return axes


@jit
def axes_standing(t: Ints, p: Ints, w: Ints, axes: int) -> int:
    """CON-8: return those of some axes that are connected now."""
    standing = 0
    for axis in range(2 * t[FAMILIES]):
        if axes >> axis & 1:
            gate = t[t[GATES_AT] + 4 * (axis >> 1) + (1 if axis & 1 == 0 else 0)]
            if gate >= 0 and p[field_at(gate >> 2) + WAYS] >> PORTS + (gate & 3) & 1:
                standing |= axes_of(t, castles_from(t, p, w, gate >> 2, gate & 3)) & 1 << axis
    return standing


@jit
def castles_joined(t: Ints, p: Ints, w: Ints, family: int) -> int:
    """STEP-8: return the most castles of a family that one network of vines reaches."""
    most = 0
    for side in range(4):
        gate = t[t[GATES_AT] + 4 * family + side]
        if gate >= 0 and p[field_at(gate >> 2) + WAYS] >> PORTS + side & 1:
            sides = castles_from(t, p, w, gate >> 2, side) >> 4 * family & _EVERY
            most = max(most, (sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3))
    return most


@jit
def connect(t: Ints, p: Ints, w: Ints, field: int, other: int) -> int:
    """Update CON-8 after one or two fields have changed (`other` −1 for none); return the new connections."""
    before = p[CONNECTED]
    now = axes_standing(t, p, w, before) if before else 0
    now |= axes_through(t, p, w, field)
    if other >= 0:
        now |= axes_through(t, p, w, other)
    p[CONNECTED] = now
    return now & ~before


@jit
def ends_of(t: Ints, lying: int) -> int:
    """FACE-7: return the ends of a card with its facing, as bits."""
    return t[t[LYING_AT] + LYING_SIZE * lying + ENDS]
