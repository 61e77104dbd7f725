# mypy: disable-error-code="no-any-return"
"""The effect of one changed field on all distances, without measuring the whole board again.

Let a walk from one castle pay `k` fields before it can touch the changed field, and a walk from the other castle `n`.
No route through the field costs less than k + n, before and after the change. If that is more than the distance was,
nothing changes. Otherwise the walk begins where it had just paid its k-th field, and has arrived where the other had
just paid its n-th: up to there the changed field affects neither. One or two levels are left to walk: one if the field
can be changed again, because a walk that does not arrive for free pays for the field and has arrived.

`keep_levels` walks from both sides, once per board; `measure_changed` then measures with one field seen differently.
Boards of more than LANES axes or more edges than a word has bits, and the rare ones with more than DEPTH levels, are
measured as a whole.
"""

from __future__ import annotations

import numpy as np

from cloudy_pnp.games.cloudy_kingdom.sim.bounds import find_routes
from cloudy_pnp.games.cloudy_kingdom.sim.distance import (
    AXES,
    BACK,
    BASE_AT,
    BEGIN_AT,
    CHANGEABLE,
    DEPTH,
    DISTANCE_AT,
    END_AT,
    FAR,
    FROM_NORTH,
    FROM_WEST,
    KEPT_AT,
    KEPT_NORTH,
    KEPT_WEST,
    KNOWN_AT,
    LANES,
    MEMO_AT,
    NORTH,
    OFFSET_AT,
    REACHED_NORTH,
    REACHED_WEST,
    READY,
    SIDE,
    SIGHT_AT,
    TO_NORTH,
    TO_WEST,
    TOUCHED,
    WEST,
    distance_if,
    if_far,
    measure,
    pay,
    show,
    walk_on,
)
from cloudy_pnp.games.cloudy_kingdom.sim.layout import COLS, FAMILIES, RIMS_AT, SMALL
from cloudy_pnp.simulate.numba_code import Ints, Words, jit

_NO, _ONE = np.uint64(0), np.uint64(1)


@jit
def keep_levels(t: Ints, g: Ints, words: Words) -> None:
    """Walk from the castles of both sides, keep each level; −1 levels if there are too many."""
    row, paid = np.uint64(t[COLS] + 1), 0
    for lane in range(LANES):
        words[NORTH + lane], words[WEST + lane] = words[FROM_NORTH + lane], words[FROM_WEST + lane]
        words[NORTH + BACK + lane], words[WEST + BACK + lane] = words[TO_NORTH + lane], words[TO_WEST + lane]
        g[BASE_AT + lane] = FAR
    while paid < DEPTH:
        at = LANES * paid
        for lane in range(LANES):
            words[KEPT_NORTH + at + lane], words[KEPT_WEST + at + lane] = words[NORTH + lane], words[WEST + lane]
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
    if t[SMALL] and 2 * t[FAMILIES] <= LANES:
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
    bit, levels = np.uint64(t[t[RIMS_AT] + field]), g[KEPT_AT]
    store_untouched(g, words, 0, levels, bit, BEGIN_AT)
    store_untouched(g, words, SIDE, levels, bit, END_AT)
    for lane in range(LANES):
        before, after = g[BEGIN_AT + 2 * LANES + lane], g[END_AT + 2 * LANES + lane]
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
    row, paid = np.uint64(t[COLS] + 1), 0
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
            now = min(g[DISTANCE_AT + lane], distance_if(np.uint64(arrived), g[OFFSET_AT + lane] + paid))
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
