# mypy: disable-error-code="no-any-return"
"""Every move that may be made next, in the order of the readable `turns.legal_moves`."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.castable import castable
from cloudy_pnp.games.cloudy_kingdom.sim.compiling import Ints, jit
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    CAST_SPELL,
    DISCARD_VINE,
    HAND,
    HELD,
    HELD_AT,
    IN_TURN,
    LAST_TURNS,
    MAY_PASS,
    NONE,
    PASS,
    PLAY_VINE,
    PLAYER,
    SPELL,
)
from cloudy_pnp.games.cloudy_kingdom.sim.listing import add, list_places
from cloudy_pnp.games.cloudy_kingdom.sim.places import seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.steps import list_choices


@jit
def list_moves(t: Ints, p: Ints, moves: Ints) -> int:
    """TURN-2: everything that may be done next; how many moves were written down."""
    if p[SPELL] >= 0:
        return list_choices(t, p, moves)
    seat, count = seat_at(p[PLAYER]), 0
    hand = p[seat + HAND]
    if hand >= 0:
        count = list_places(t, p, moves, count, PLAY_VINE, hand, IN_TURN, NONE)
    placings = count
    if p[LAST_TURNS] < 0:
        for place in range(HELD):
            spell = p[seat + HELD_AT + place]
            if spell >= 0 and not held_before(p, seat, place) and castable(t, p, spell):
                count = add(moves, count, CAST_SPELL, place, spell, 0)
    if hand >= 0 and placings == 0:
        count = add(moves, count, DISCARD_VINE, 0, 0, 0)
    if p[LAST_TURNS] >= 0 and (hand < 0 or t[MAY_PASS]):
        count = add(moves, count, PASS, 0, 0, 0)
    return count


@jit
def held_before(p: Ints, seat: int, place: int) -> bool:
    """Whether a spell is held twice, and was listed already."""
    for before in range(place):  # noqa: SIM110  (numba knows no generators)
        if p[seat + HELD_AT + before] == p[seat + HELD_AT + place]:
            return True
    return False
