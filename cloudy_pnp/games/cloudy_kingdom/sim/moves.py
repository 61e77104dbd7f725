# mypy: disable-error-code="no-any-return"
"""Every move that may be made next, in the order of the readable `turns.legal_moves`."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.castable import castable
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    CAST_SPELL,
    DISCARD_VINE,
    EAGER,
    FIELDS,
    FORBIDDING,
    HAND,
    HELD,
    HELD_AT,
    IN_TURN,
    LAST_TURNS,
    MAY_PASS,
    MOVE_SIZE,
    NONE,
    PASS,
    PLAY_VINE,
    PLAYER,
    SPELL,
    WORTH,
)
from cloudy_pnp.games.cloudy_kingdom.sim.listing import add, list_places, ones
from cloudy_pnp.games.cloudy_kingdom.sim.places import facings_in_turn, seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.random import below
from cloudy_pnp.games.cloudy_kingdom.sim.steps import list_choices
from cloudy_pnp.simulate.numba_code import Ints, Words, jit


@jit
def list_moves(t: Ints, p: Ints, w: Ints, moves: Ints) -> int:
    """TURN-2: list the legal moves; return their number."""
    if p[SPELL] >= 0:
        return list_choices(t, p, moves)
    hand, placings = p[seat_at(p[PLAYER]) + HAND], 0
    if hand >= 0:
        placings = list_places(t, p, moves, 0, PLAY_VINE, hand, IN_TURN, NONE)
    return list_others(t, p, w, moves, placings, placings)


@jit
def list_others(t: Ints, p: Ints, w: Ints, moves: Ints, count: int, placings: int) -> int:
    """List all moves of a turn other than placing the vine card, which can be placed in `placings` ways."""
    seat = seat_at(p[PLAYER])
    hand = p[seat + HAND]
    if p[LAST_TURNS] < 0 and p[FORBIDDING] & ~(1 << p[PLAYER]) == 0:
        for place in range(HELD):
            spell = p[seat + HELD_AT + place]
            if spell >= 0 and not held_before(p, seat, place) and castable(t, p, w, spell):
                count = add(moves, count, CAST_SPELL, place, spell, 0)
    if hand >= 0 and placings == 0:
        count = add(moves, count, DISCARD_VINE, 0, 0, 0)
    if p[LAST_TURNS] >= 0 and (hand < 0 or t[MAY_PASS]):
        count = add(moves, count, PASS, 0, 0, 0)
    return count


@jit
def pick_random(t: Ints, p: Ints, w: Ints, moves: Ints, chance: Words) -> int:
    """Pick any legal move; return its index.

    It becomes the first row of `moves`: of the many ways to place a vine card, only the picked one is written.
    """
    placings = 0
    if p[SPELL] >= 0:
        index = below(chance, list_choices(t, p, moves))
    else:
        placings = count_places(t, p)
        index = below(chance, placings + list_others(t, p, w, moves, 0, placings))
        if index < placings:
            write_place(t, p, moves, index)
            return index
    row = MOVE_SIZE * (index - placings)
    for column in range(WORTH):
        moves[column] = moves[row + column]
    return index


@jit
def pick_eager(t: Ints, p: Ints, w: Ints, moves: Ints) -> int:
    """Return the index of casting the spell that is cast as soon as it is possible; −1 if it is not."""
    seat, holds_it = seat_at(p[PLAYER]), False
    for place in range(HELD):
        holds_it = holds_it or p[seat + HELD_AT + place] == t[EAGER]
    if p[SPELL] < 0 and holds_it:
        for index in range(list_moves(t, p, w, moves)):
            if moves[MOVE_SIZE * index] == CAST_SPELL and moves[MOVE_SIZE * index + 2] == t[EAGER]:
                return index
    return NONE


@jit
def count_places(t: Ints, p: Ints) -> int:
    """Count the ways to place the vine card."""
    hand, count = p[seat_at(p[PLAYER]) + HAND], 0
    if hand >= 0:
        for field in range(t[FIELDS]):
            count += ones(facings_in_turn(t, p, hand, field))
    return count


@jit
def write_place(t: Ints, p: Ints, moves: Ints, index: int) -> None:
    """Write one of these ways as the first move."""
    hand, field = p[seat_at(p[PLAYER]) + HAND], 0
    fitting = facings_in_turn(t, p, hand, field)
    while index >= ones(fitting):
        index -= ones(fitting)
        field += 1
        fitting = facings_in_turn(t, p, hand, field)
    facing = 0
    while index or not fitting >> facing & 1:
        index -= fitting >> facing & 1
        facing += 1
    add(moves, 0, PLAY_VINE, field, facing, hand)


@jit
def held_before(p: Ints, seat: int, place: int) -> bool:
    """Return whether a spell is held twice, and was listed already."""
    for before in range(place):  # noqa: SIM110  (numba knows no generators)
        if p[seat + HELD_AT + before] == p[seat + HELD_AT + place]:
            return True
    return False
