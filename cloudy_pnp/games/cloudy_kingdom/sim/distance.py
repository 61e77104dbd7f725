# mypy: disable-error-code="no-any-return"
"""Remaining distance: the smallest number of fields that must change so that a family is connected on an axis.

A walk from castle to castle pays 1 for each field that does not let it through as it is; a changed field joins all its
ports; a sealed or protected field cannot be changed. All axes are measured together, level by level: first everything
that can be walked to for free, then one more field is paid for.

On boards of up to 64 edges in a word, a bit represents an edge between two fields: north edges of fields in one
word, west edges in another; a field in row r and column c has the bit r × (columns + 1) + c, and so have its
north and its west edge. The joins inside the fields are six words, one for each pair of ports. Then a step of all
walks through all fields is a few operations on words, and a placement changes one bit in some of them.
"""

from __future__ import annotations

import numpy as np

from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    BEYOND_AT,
    COLS,
    EXITS_AT,
    FAMILIES,
    FIELDS,
    GATES_AT,
    GUARDS,
    OVERSEALED,
    RIMS_AT,
    SEATS,
    SMALL,
    WAYS,
)
from cloudy_pnp.games.cloudy_kingdom.sim.position import field_at
from cloudy_pnp.simulate.numba_code import Ints, Words, jit

LANES = 8  # axes that are worked on in step
AXES = 2 * SEATS
FAR = 99  # no change of fields connects the family
CHANGEABLE = 64  # the bit of a field's sight that says so; below it are its joined ports

# The words of a board: six pairs of ports in the order of `ways.PAIRS`, the fields that can be changed; for each axis
# the edges of its castle in the north or west and of the other one, and the edges that walks from either have reached.
# Then, for `changed`, level by level: the edges that walks from either side had reached when they had just paid, those
# they reach for free after that, and the fields they touch there. And for `bounds`, for each field: the pairs that make
# an axis shorter, and those on its shortest routes.
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
MEMO_AT = HOPES_AT + 3 + 2 * SEATS
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
    return level * numbers(t[FIELDS])


_NO, _ONE = np.uint64(0), np.uint64(1)


@jit
def sight_of(p: Ints, field: int) -> int:
    """Return the relevant facts about a field: its joined ports and whether it can be changed."""
    at = field_at(field)
    fixed = p[at + GUARDS] or p[at + OVERSEALED]
    return p[at + WAYS] & 63 | (0 if fixed else CHANGEABLE)


@jit
def show(t: Ints, g: Ints, words: Words, field: int, sight: int) -> None:
    """Change what is seen of a field."""
    g[SIGHT_AT + field] = sight
    if t[SMALL]:
        shift = np.uint64(t[t[RIMS_AT] + field])
        for pair in range(7):
            words[pair] = words[pair] & ~(_ONE << shift) | np.uint64(sight >> pair & 1) << shift


@jit
def look(t: Ints, p: Ints, g: Ints, words: Words) -> None:
    """Scan the whole board as it is."""
    g[MEMO_AT] = g[READY] = -1
    g[KEPT_AT] = 0
    for pair in range(7):
        words[pair] = _NO
    for field in range(t[FIELDS]):
        sight = sight_of(p, field)
        g[SIGHT_AT + field] = sight
        if t[SMALL]:
            shift = np.uint64(t[t[RIMS_AT] + field])
            for pair in range(7):
                words[pair] |= np.uint64(sight >> pair & 1) << shift


@jit
def find_gates(t: Ints, words: Words) -> None:
    """Find the edges where walks begin and end, once for all games; an axis that does not exist has arrived already."""
    for axis in range(AXES):
        for place in (FROM_NORTH, FROM_WEST, TO_NORTH, TO_WEST):
            words[place + axis] = _ONE if place in (FROM_NORTH, TO_NORTH) else _NO
        if axis < 2 * t[FAMILIES] and t[SMALL]:
            first = t[t[GATES_AT] + 4 * (axis >> 1) + (0 if axis & 1 else 3)]
            second = t[t[GATES_AT] + 4 * (axis >> 1) + (2 if axis & 1 else 1)]
            if first >= 0 and second >= 0:
                words[FROM_NORTH + axis] = words[TO_NORTH + axis] = _NO
                start, goal = t[t[RIMS_AT] + (first >> 2)], t[t[RIMS_AT] + (second >> 2)]
                if axis & 1:
                    words[FROM_NORTH + axis] = _ONE << np.uint64(start)
                    words[TO_NORTH + axis] = _ONE << np.uint64(goal + t[COLS] + 1)
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
    if t[SMALL]:
        for first in range(0, 2 * t[FAMILIES], LANES):
            measure_in_step(t, g, words, first)
    else:
        for axis in range(2 * t[FAMILIES]):
            g[DISTANCE_AT + axis] = measure_one(t, g, axis)


@jit
def measure_in_step(t: Ints, g: Ints, words: Words, first: int) -> None:
    """Measure LANES axes together, for boards whose edges fit into a word."""
    row = np.uint64(t[COLS] + 1)
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
    fields = t[FIELDS]
    start = t[t[GATES_AT] + 4 * (axis >> 1) + (0 if axis & 1 else 3)]
    goal = t[t[GATES_AT] + 4 * (axis >> 1) + (2 if axis & 1 else 1)]
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
            through = t[t[EXITS_AT] + 4 * (g[SIGHT_AT + field] & 63) + (place & 3)]
            for side in range(4):
                free = through >> side & 1
                if side == place & 3 or not (free or g[SIGHT_AT + field] & CHANGEABLE):
                    continue
                beyond = t[t[BEYOND_AT] + 4 * field + side]
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
