# mypy: disable-error-code="no-any-return, return-value"
"""Remaining distance: the smallest number of fields that must change so that a family is connected on an axis.

A walk from castle to castle pays 1 for each field that does not let it through as it is; a changed field joins all its
ports; a sealed or protected field cannot be changed. All axes are measured together, level by level: first everything
that can be walked to for free, then one more field is paid for.

On boards of up to 64 edges in a word, a bit represents an edge between two fields: north edges of fields in one
word, west edges in another; a field in row r and column c has the bit r × (columns + 1) + c, and so have its
north and its west edge. The joins inside the fields are six words, one for each pair of ports. Then a step of all
walks through all fields is a few operations on words, and a placement changes one bit in some of them.

The effect of one changed field on all distances, without measuring the whole board again.

Let a walk from one castle pay `k` fields before it can touch the changed field, and a walk from the other castle `n`.
No route through the field costs less than k + n, before and after the change. If that is more than the distance was,
nothing changes. Otherwise the walk begins where it had just paid its k-th field, and has arrived where the other had
just paid its n-th: up to there the changed field affects neither. One or two levels are left to walk: one if the field
can be changed again, because a walk that does not arrive for free pays for the field and has arrived.

`keep_levels` walks from both sides, once per board; `measure_changed` then measures with one field seen differently.
Boards of more than LANES axes or more edges than a word has bits, and the rare ones with more than DEPTH levels, are
measured as a whole.

An upper bound of a board's value with one field changed, without walking.

If a field can be changed before and after, no axis gets shorter or longer by more than one, because the field can be
paid for. It gets shorter only by a pair of ports that is newly joined, if the cost of a walk from one castle to one
port and of a walk from the other castle to the other port add up to one less than the distance. It gets longer only if
ports on a shortest route are separated. If nothing gets longer, and ports are joined and none separated, the axes that
get shorter are certain. (One route can use two pairs that are joined separately: then every pair counts, and nothing
is certain.)

For each field a word has a byte for each axis with the pairs that make it shorter, and another one with those on its
shortest routes.
"""

from __future__ import annotations

import numpy as np

from cloudy_pnp.cloudy_kingdom.sim import layout as m
from cloudy_pnp.cloudy_kingdom.sim.config import FIELD, SCALE, THREAT, WIN
from cloudy_pnp.cloudy_kingdom.sim.listing import ones
from cloudy_pnp.cloudy_kingdom.sim.position import field_at, lower_lying, node_at, seat_at, ways_with
from cloudy_pnp.simulate.numba_code import Ints, Words, jit

LANES = 8  # axes that are worked on in step
AXES = 2 * m.SEATS
FAR = 99  # no change of fields connects the family
CHANGEABLE = 64  # the bit of a field's sight that says so; below it are its joined ports

# The words of a board: six pairs of ports in the order of `tables.PAIRS`, the fields that can be changed; for each axis
# the edges of its castle in the north or west and of the other one, and the edges that walks from either have reached.
# Then, for `measure_changed`, level by level: the edges that walks from either side had reached when they had just
# paid, those they reach for free after that, and the fields they touch there. And for `most_on_field`, for each field:
# the pairs that make an axis shorter, and those on its shortest routes.
NORTH_WEST, NORTH_SOUTH, WEST_SOUTH, NORTH_EAST, WEST_EAST, SOUTH_EAST, CHANGE = range(7)
FROM_NORTH, FROM_WEST, TO_NORTH, TO_WEST = 8, 8 + AXES, 8 + 2 * AXES, 8 + 3 * AXES
NORTH, WEST = 8 + 4 * AXES, 8 + 4 * AXES + LANES
BACK = 2 * LANES  # offset of the same for the walks from the other side
DEPTH = 12  # levels that are kept
_PART = (DEPTH + 1) * LANES
KEPT_NORTH = NORTH + 2 * BACK
KEPT_WEST, REACHED_NORTH, REACHED_WEST, TOUCHED = (KEPT_NORTH + part * _PART for part in range(1, 5))
SIDE = 5 * _PART  # offset of the levels of the walks from the other side
SHORTENS, ON_ROUTE = KEPT_NORTH + 2 * SIDE, KEPT_NORTH + 2 * SIDE + 64
WORDS = ON_ROUTE + 64

# The numbers of a board: the distance of each axis now, and at the last scan; the cost of each walk when it begins
# again, and the distance of its axis until it has arrived; the edges where it begins and where it ends, and how many
# levels that took; how many levels are kept (0: none); the field for which walks are ready; the player's possible gains
# (`bounds`); a field, how many of its sights are valued, and each of them with its value; the greedy player's notes on
# its level (`greedy`); the sight of each field; the room that walks on large boards need.
MOST_REMEMBERED = 8
DISTANCE_AT, BASE_AT, OFFSET_AT, KNOWN_AT = 0, AXES, 2 * AXES, 2 * AXES + LANES
BEGIN_AT, END_AT = KNOWN_AT + LANES, KNOWN_AT + 4 * LANES
KEPT_AT, READY = END_AT + 3 * LANES, END_AT + 3 * LANES + 1
HOPES_AT = READY + 1
MEMO_AT = HOPES_AT + 3 + 2 * m.SEATS
NOTES_AT = MEMO_AT + 2 + 2 * MOST_REMEMBERED
COUNT, NUMBER, BASE, BEST, CHOSEN, TIES, TRIED_TO, BOARD = range(NOTES_AT, NOTES_AT + 8)
SIGHT_AT = NOTES_AT + 8
LEVELS = 6
WHOLE_SPELL = 1 << 30


@jit
def numbers(fields: int) -> int:
    """Return how many numbers a board needs, in whole lines of the processor's cache."""
    return (SIGHT_AT + 36 * fields + LANES) & -LANES


@jit
def board_at(t: Ints, level: int) -> int:
    """Return the offset of a level's board."""
    return level * numbers(t[m.FIELDS])


_NO, _ONE, _SEVEN = np.uint64(0), np.uint64(1), np.uint64(7)


@jit
def sight_of(p: Ints, field: int) -> int:
    """Return the relevant facts about a field: its joined ports and whether it can be changed."""
    at = field_at(field)
    fixed = p[at + m.GUARDS] or p[at + m.OVERSEALED]
    return p[at + m.WAYS] & 63 | (0 if fixed else CHANGEABLE)


@jit
def show(t: Ints, g: Ints, words: Words, field: int, sight: int) -> None:
    """Change what is seen of a field."""
    g[SIGHT_AT + field] = sight
    if t[m.SMALL]:
        shift = np.uint64(t[t[m.RIMS_AT] + field])
        for pair in range(7):
            words[pair] = words[pair] & ~(_ONE << shift) | np.uint64(sight >> pair & 1) << shift


@jit
def look(t: Ints, p: Ints, g: Ints, words: Words) -> None:
    """Scan the whole board as it is."""
    g[MEMO_AT] = g[READY] = -1
    g[KEPT_AT] = 0
    for pair in range(7):
        words[pair] = _NO
    for field in range(t[m.FIELDS]):
        sight = sight_of(p, field)
        g[SIGHT_AT + field] = sight
        if t[m.SMALL]:
            shift = np.uint64(t[t[m.RIMS_AT] + field])
            for pair in range(7):
                words[pair] |= np.uint64(sight >> pair & 1) << shift


@jit
def find_gates(t: Ints, words: Words) -> None:
    """Find the edges where walks begin and end, once for all games; an axis that does not exist has arrived already."""
    for axis in range(AXES):
        for place in (FROM_NORTH, FROM_WEST, TO_NORTH, TO_WEST):
            words[place + axis] = _ONE if place in (FROM_NORTH, TO_NORTH) else _NO
        if axis < 2 * t[m.FAMILIES] and t[m.SMALL]:
            first = t[t[m.GATES_AT] + 4 * (axis >> 1) + (0 if axis & 1 else 3)]
            second = t[t[m.GATES_AT] + 4 * (axis >> 1) + (2 if axis & 1 else 1)]
            if first >= 0 and second >= 0:
                words[FROM_NORTH + axis] = words[TO_NORTH + axis] = _NO
                start, goal = t[t[m.RIMS_AT] + (first >> 2)], t[t[m.RIMS_AT] + (second >> 2)]
                if axis & 1:
                    words[FROM_NORTH + axis] = _ONE << np.uint64(start)
                    words[TO_NORTH + axis] = _ONE << np.uint64(goal + t[m.COLS] + 1)
                else:
                    words[FROM_WEST + axis] = _ONE << np.uint64(start)
                    words[TO_WEST + axis] = _ONE << np.uint64(goal + 1)


@jit
def distance_if(arrived: np.uint64, paid: int) -> int:
    """Return the cost if a walk has arrived, otherwise FAR; branch-free, so that lanes go in step."""
    return FAR ^ (FAR ^ paid) & -int(arrived != _NO)


@jit
def if_far(distance: int, other: int) -> int:
    """Return a distance, or another if it is FAR; branch-free."""
    return distance ^ (distance ^ other) & -int(distance == FAR)


@jit
def measure(t: Ints, g: Ints, words: Words) -> None:
    """Measure every axis of the board as it is seen."""
    if t[m.SMALL]:
        for first in range(0, 2 * t[m.FAMILIES], LANES):
            measure_in_step(t, g, words, first)
    else:
        for axis in range(2 * t[m.FAMILIES]):
            g[DISTANCE_AT + axis] = measure_one(t, g, axis)


@jit
def measure_in_step(t: Ints, g: Ints, words: Words, first: int) -> None:
    """Measure LANES axes together, for boards whose edges fit into a word."""
    row = np.uint64(t[m.COLS] + 1)
    for lane in range(LANES):
        words[NORTH + lane] = words[FROM_NORTH + first + lane]
        words[WEST + lane] = words[FROM_WEST + first + lane]
        g[DISTANCE_AT + first + lane] = FAR
    paid = 0
    while True:
        while walk_on(words, row, 0) != _NO:
            pass
        farthest = 0
        for lane in range(LANES):
            north = words[NORTH + lane] & words[TO_NORTH + first + lane]
            west = words[WEST + lane] & words[TO_WEST + first + lane]
            now = min(g[DISTANCE_AT + first + lane], distance_if(north | west, paid))
            g[DISTANCE_AT + first + lane] = now
            farthest = max(farthest, now)
        if farthest < FAR or pay(words, row, 0) == _NO:
            return
        paid += 1


@jit
def walk_on(words: Words, row: np.uint64, walk: int) -> np.uint64:
    """Advance all walks one step through joined ports, north and south first; return 0 if none has moved."""
    north_west, north_south, west_south = words[NORTH_WEST], words[NORTH_SOUTH], words[WEST_SOUTH]
    north_east, west_east, south_east = words[NORTH_EAST], words[WEST_EAST], words[SOUTH_EAST]
    new = _NO
    for lane in range(LANES):
        north, west = words[NORTH + walk + lane], words[WEST + walk + lane]
        south, east = north >> row, west >> _ONE
        to_north = south & north_south | west & north_west | east & north_east
        to_south = north & north_south | west & west_south | east & south_east
        now_north = north | to_north | to_south << row
        south = now_north >> row
        to_west = now_north & north_west | south & west_south | east & west_east
        to_east = now_north & north_east | south & south_east | west & west_east
        now_west = west | to_west | to_east << _ONE
        new |= north ^ now_north | west ^ now_west
        words[NORTH + walk + lane], words[WEST + walk + lane] = now_north, now_west
    return new


@jit
def pay(words: Words, row: np.uint64, walk: int) -> np.uint64:
    """Let every walk change one field that it has reached; return 0 if none has moved."""
    change, new = words[CHANGE], _NO
    for lane in range(LANES):
        north, west = words[NORTH + walk + lane], words[WEST + walk + lane]
        changed = (north | north >> row | west | west >> _ONE) & change
        now_north = north | changed | changed << row
        now_west = west | changed | changed << _ONE
        new |= north ^ now_north | west ^ now_west
        words[NORTH + walk + lane], words[WEST + walk + lane] = now_north, now_west
    return new


@jit
def measure_one(t: Ints, g: Ints, axis: int) -> int:
    """Measure one axis on a board of any size: places are 4 × field + the port that was entered."""
    fields = t[m.FIELDS]
    start = t[t[m.GATES_AT] + 4 * (axis >> 1) + (0 if axis & 1 else 3)]
    goal = t[t[m.GATES_AT] + 4 * (axis >> 1) + (2 if axis & 1 else 1)]
    if start < 0 or goal < 0:
        return 0
    visited = SIGHT_AT + fields
    now, later = visited + 4 * fields, visited + 20 * fields
    for place in range(4 * fields):
        g[visited + place] = 0
    g[now] = start
    count, paid, best = 1, 0, FAR
    while count and best > paid:
        waiting = 0
        while count:
            count -= 1
            place = g[now + count]
            if g[visited + place]:
                continue
            g[visited + place] = 1
            field = place >> 2
            through = t[t[m.EXITS_AT] + 4 * (g[SIGHT_AT + field] & 63) + (place & 3)]
            for side in range(4):
                free = through >> side & 1
                if side == place & 3 or not (free or g[SIGHT_AT + field] & CHANGEABLE):
                    continue
                beyond = t[t[m.BEYOND_AT] + 4 * field + side]
                if 4 * field + side == goal:
                    best = min(best, paid if free else paid + 1)
                elif beyond >= 0 and free:
                    g[now + count] = 4 * beyond + (side ^ 2)
                    count += 1
                elif beyond >= 0:
                    g[later + waiting] = 4 * beyond + (side ^ 2)
                    waiting += 1
        paid += 1
        for place in range(waiting):
            g[now + place] = g[later + place]
        count = waiting
    return best


@jit
def sight_with(t: Ints, lying: int, below_it: int) -> int:
    """Return the sight of a field with a card on top of another."""
    sealed = t[t[m.FACES_AT] + m.FACE_SIZE * (lying >> 2) + m.SEALED]
    return ways_with(t, lying, below_it) & 63 | (0 if sealed else CHANGEABLE)


@jit
def top_of(t: Ints, p: Ints, field: int) -> int:
    """Return the top card of a field with its facing, −1 for none."""
    node = p[field_at(field) + m.TOP]
    return m.NONE if node < 0 else p[node_at(t, node) + m.NODE_LYING]


@jit
def sight_stack(t: Ints, p: Ints, field: int) -> int:
    """Return the sight of a stack, on any field. The field has a card."""
    return sight_with(t, top_of(t, p, field), lower_lying(t, p, p[field_at(field) + m.TOP]))


@jit
def guarded_sight(p: Ints, field: int, sight: int) -> int:
    """Return the sight without CHANGEABLE if the field is protected from cards."""
    return sight & ~CHANGEABLE if p[field_at(field) + m.GUARDS] else sight


@jit
def sight_lifted(t: Ints, p: Ints, field: int) -> int:
    """Return the sight of a field without its top card."""
    under = p[node_at(t, p[field_at(field) + m.TOP]) + m.NODE_UNDER]
    if under < 0:
        return CHANGEABLE
    return sight_with(t, p[node_at(t, under) + m.NODE_LYING], lower_lying(t, p, under))


ALL_PAIRS = 63
# Joined ports are all reached at the same cost, so one port of a pair decides whether it is on a route.
_BY_NORTH, _BY_WEST, _BY_SOUTH = np.uint64(0b001011), np.uint64(0b010100), np.uint64(0b100000)
_EACH, _FULL = np.uint64(0x0101010101010101), np.uint64(0x7F7F7F7F7F7F7F7F)  # in each byte
OWN_NEAR, OWN_AXES, OWN_GAIN, OTHERS = range(HOPES_AT, HOPES_AT + 4)


@jit
def find_routes(t: Ints, g: Ints, words: Words) -> None:
    """Find for each field and axis the pairs of ports that make it shorter, and those on its shortest routes."""
    row, levels = np.uint64(t[m.COLS] + 1), g[KEPT_AT]
    for field in range(t[m.FIELDS]):
        words[SHORTENS + field] = words[ON_ROUTE + field] = _NO
    for lane in range(LANES):
        base = g[BASE_AT + lane]
        back = SIDE + LANES * min(base, levels - 1) + lane
        to_north, to_west = words[REACHED_NORTH + back], words[REACHED_WEST + back]
        route_north, route_west = (
            words[REACHED_NORTH + lane] & to_north,
            words[REACHED_WEST + lane] & to_west,
        )
        north_west = north_south = west_south = north_east = west_east = south_east = _NO
        for level in range(min(base, levels)):
            here, back = (
                LANES * level + lane,
                SIDE + LANES * (min(base - level, levels) - 1) + lane,
            )
            north, west = words[REACHED_NORTH + here], words[REACHED_WEST + here]
            to_north, to_west = words[REACHED_NORTH + back], words[REACHED_WEST + back]
            south, east, to_south, to_east = north >> row, west >> _ONE, to_north >> row, to_west >> _ONE
            north_west |= north & to_west | west & to_north
            north_south |= north & to_south | south & to_north
            west_south |= west & to_south | south & to_west
            north_east |= north & to_east | east & to_north
            west_east |= west & to_east | east & to_west
            south_east |= south & to_east | east & to_south
            route_north |= words[REACHED_NORTH + LANES + here] & to_north
            route_west |= words[REACHED_WEST + LANES + here] & to_west
        byte = np.uint64(8 * lane)
        for field in range(t[m.FIELDS]):
            bit = np.uint64(t[t[m.RIMS_AT] + field])
            pairs = north_west >> bit & _ONE | (north_south >> bit & _ONE) << np.uint64(NORTH_SOUTH)
            pairs |= (west_south >> bit & _ONE) << np.uint64(WEST_SOUTH)
            pairs |= (north_east >> bit & _ONE) << np.uint64(NORTH_EAST)
            pairs |= (west_east >> bit & _ONE) << np.uint64(WEST_EAST)
            pairs |= (south_east >> bit & _ONE) << np.uint64(SOUTH_EAST)
            words[SHORTENS + field] |= pairs << byte
            pairs = (route_north >> bit & _ONE) * _BY_NORTH | (route_west >> bit & _ONE) * _BY_WEST
            pairs |= (route_north >> row + bit & _ONE) * _BY_SOUTH
            words[ON_ROUTE + field] |= pairs << byte


@jit
def axes_with(bytes_of_axes: np.uint64, pairs: int) -> int:
    """Return the axes, as the lowest bits of bytes, that have one of some pairs."""
    return np.int64((bytes_of_axes & _EACH * np.uint64(pairs)) + _FULL >> _SEVEN & _EACH)


@jit
def joined_apart(joined: int) -> bool:
    """Return whether two pairs that share no port are newly joined."""
    apart = joined >> NORTH_WEST & joined >> SOUTH_EAST | joined >> NORTH_SOUTH & joined >> WEST_EAST
    return (apart | joined >> WEST_SOUTH & joined >> NORTH_EAST) & 1 == 1


@jit
def find_hopes(t: Ints, p: Ints, g: Ints) -> None:
    """Find the current player's possible gains: a shorter distance, or a longer one for others."""
    at = OTHERS
    for second_gains in range(OTHERS, OTHERS + 2 * m.SEATS, 2):
        g[second_gains], g[second_gains + 1] = m.NONE, 0
    for seat in range(t[m.PLAYERS]):
        family = p[seat_at(seat) + m.FAMILY]
        first, second = g[BASE_AT + 2 * family], g[BASE_AT + 2 * family + 1]
        near = min(first, second)
        if seat == p[m.PLAYER]:
            wins = first == 1 or second == 1
            first_gains, second_gains = first == near or first == 1, second == near or second == 1
            g[OWN_NEAR], g[OWN_AXES] = (int(first_gains) | int(second_gains) << 8) << 16 * family, 257 << 16 * family
            g[OWN_GAIN] = 2 * WIN if wins else SCALE * FIELD + SCALE - 1
        else:
            g[at] = (int(first == near) | int(second == near) << 8) << 16 * family
            g[at + 1] = SCALE * (t[m.SHARE] + (THREAT if near == 0 else 0))
            at += 2


@jit
def most_worth(g: Ints, base: int, shorter: int, longer: int) -> int:
    """Return the highest value of a board worth `base` if some axes get shorter and some longer."""
    most = base + ones(shorter & g[OWN_AXES]) + (g[OWN_GAIN] & -int(shorter & g[OWN_NEAR] != 0))
    for at in (OTHERS, OTHERS + 2, OTHERS + 4):  # there are no more if walks are kept
        most += g[at + 1] & -int(g[at] & ~longer == 0)
    return most


@jit
def most_on_field(g: Ints, words: Words, base: int, field: int) -> int:
    """Return the highest value of the board, whatever is seen on a field."""
    shorter, parted = axes_with(words[SHORTENS + field], ALL_PAIRS), g[SIGHT_AT + field] & ALL_PAIRS
    return most_worth(g, base, shorter, axes_with(words[ON_ROUTE + field], parted))


@jit
def keep_levels(t: Ints, g: Ints, words: Words) -> None:
    """Walk from the castles of both sides, keep each level; −1 levels if there are too many."""
    row, paid = np.uint64(t[m.COLS] + 1), 0
    for lane in range(LANES):
        words[NORTH + lane], words[WEST + lane] = (
            words[FROM_NORTH + lane],
            words[FROM_WEST + lane],
        )
        words[NORTH + BACK + lane], words[WEST + BACK + lane] = (
            words[TO_NORTH + lane],
            words[TO_WEST + lane],
        )
        g[BASE_AT + lane] = FAR
    while paid < DEPTH:
        at = LANES * paid
        for lane in range(LANES):
            words[KEPT_NORTH + at + lane], words[KEPT_WEST + at + lane] = (
                words[NORTH + lane],
                words[WEST + lane],
            )
            words[KEPT_NORTH + SIDE + at + lane] = words[NORTH + BACK + lane]
            words[KEPT_WEST + SIDE + at + lane] = words[WEST + BACK + lane]
        while walk_on(words, row, 0) | walk_on(words, row, BACK) != _NO:
            pass
        keep_reached(words, row, at, 0)
        keep_reached(words, row, at + SIDE, BACK)
        farthest = 0
        for lane in range(LANES):
            arrived = words[NORTH + lane] & words[TO_NORTH + lane] | words[WEST + lane] & words[TO_WEST + lane]
            now = min(g[BASE_AT + lane], distance_if(arrived, paid))
            g[BASE_AT + lane] = now
            farthest = max(farthest, now)
        paid += 1
        if farthest < FAR or pay(words, row, 0) | pay(words, row, BACK) == _NO:
            g[KEPT_AT] = paid
            return
    g[KEPT_AT] = -1


@jit
def keep_reached(words: Words, row: np.uint64, at: int, walk: int) -> None:
    """Store the places that the walks of a side have reached, and the fields they touch."""
    for lane in range(LANES):
        north, west = words[NORTH + walk + lane], words[WEST + walk + lane]
        words[REACHED_NORTH + at + lane], words[REACHED_WEST + at + lane] = north, west
        words[TOUCHED + at + lane] = north | north >> row | west | west >> _ONE


@jit
def measure_board(t: Ints, g: Ints, words: Words) -> None:
    """Measure every axis of a board that was just scanned."""
    if t[m.SMALL] and 2 * t[m.FAMILIES] <= LANES:
        keep_levels(t, g, words)
    if g[KEPT_AT] > 0:
        find_routes(t, g, words)
    else:
        measure(t, g, words)
        for axis in range(AXES):
            g[BASE_AT + axis] = g[DISTANCE_AT + axis]
    recall(g)


@jit
def recall(g: Ints) -> None:
    """Restore the distances of the board as it was scanned."""
    g[MEMO_AT] = -1
    for axis in range(AXES):
        g[DISTANCE_AT + axis] = g[BASE_AT + axis]


@jit
def store_untouched(g: Ints, words: Words, side: int, levels: int, bit: np.uint64, ready: int) -> None:
    """Store the last payment and the cost of each walk from one side before it first touches a field."""
    for lane in range(LANES):
        g[ready + lane] = np.int64(words[KEPT_NORTH + side + lane])
        g[ready + LANES + lane] = np.int64(words[KEPT_WEST + side + lane])
        g[ready + 2 * LANES + lane] = 0
    for level in range(levels):
        at = side + LANES * level
        for lane in range(LANES):
            free = np.int64(~words[TOUCHED + at + lane] >> bit & _ONE)
            north, west = (
                np.int64(words[KEPT_NORTH + LANES + at + lane]),
                np.int64(words[KEPT_WEST + LANES + at + lane]),
            )
            g[ready + lane] = g[ready + lane] & free - 1 | north & -free
            g[ready + LANES + lane] = g[ready + LANES + lane] & free - 1 | west & -free
            g[ready + 2 * LANES + lane] += free


@jit
def get_ready(t: Ints, g: Ints, words: Words, field: int) -> None:
    """Store the start and the end of each walk if a field changes; branch-free, so that lanes go in step."""
    bit, levels = np.uint64(t[t[m.RIMS_AT] + field]), g[KEPT_AT]
    store_untouched(g, words, 0, levels, bit, BEGIN_AT)
    store_untouched(g, words, SIDE, levels, bit, END_AT)
    for lane in range(LANES):
        before, after = (
            g[BEGIN_AT + 2 * LANES + lane],
            g[END_AT + 2 * LANES + lane],
        )
        base = g[BASE_AT + lane]
        led = (before < levels) & (after < levels) & (before + after <= base)
        g[BEGIN_AT + lane] &= -int(led)
        g[BEGIN_AT + LANES + lane] &= -int(led)
        g[OFFSET_AT + lane] = before + after
        g[KNOWN_AT + lane] = FAR if led else min(base, FAR - 1)
    g[READY] = field


@jit
def measure_changed(t: Ints, g: Ints, words: Words, field: int, sight: int) -> None:
    """Measure every axis when only this field is seen differently from the last scan."""
    before = g[SIGHT_AT + field]
    show(t, g, words, field, sight)
    if g[KEPT_AT] > 0:
        if g[READY] != field:
            get_ready(t, g, words, field)
        walk_changed(t, g, words, sight & CHANGEABLE != 0)
    else:
        measure(t, g, words)
    show(t, g, words, field, before)


@jit
def walk_changed(t: Ints, g: Ints, words: Words, changeable: bool) -> None:
    """Walk from the start to the end of the affected walks.

    If the field can be changed again, a walk that does not arrive for free pays for it, and has arrived.
    """
    row, paid = np.uint64(t[m.COLS] + 1), 0
    for lane in range(LANES):
        words[NORTH + lane] = np.uint64(g[BEGIN_AT + lane])
        words[WEST + lane] = np.uint64(g[BEGIN_AT + LANES + lane])
        g[DISTANCE_AT + lane] = g[KNOWN_AT + lane]
    while True:
        while walk_on(words, row, 0) != _NO:
            pass
        pending = 0
        for lane in range(LANES):
            north, west = np.int64(words[NORTH + lane]), np.int64(words[WEST + lane])
            arrived = north & g[END_AT + lane] | west & g[END_AT + LANES + lane]
            now = min(
                g[DISTANCE_AT + lane],
                distance_if(np.uint64(arrived), g[OFFSET_AT + lane] + paid),
            )
            g[DISTANCE_AT + lane] = now
            pending = max(pending, now)
        if pending < FAR:
            return
        if changeable:
            for lane in range(LANES):
                g[DISTANCE_AT + lane] = if_far(g[DISTANCE_AT + lane], g[OFFSET_AT + lane] + 1)
            return
        if pay(words, row, 0) == _NO:
            return
        paid += 1
