# mypy: disable-error-code="no-any-return"
"""Moves carried out: vine cards, spells, and the end of the turn."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    CAST_AT,
    CAST_SPELL,
    DISCARD_VINE,
    DRAWN,
    ENDED,
    HAND,
    HELD_AT,
    KEPT,
    LAST,
    NONE,
    PC,
    PLAY_VINE,
    PLAYER,
    PLAYS_LEFT,
    SPELL,
    SPELL_SIZE,
    SPELLS_AT,
    START,
    TAKEN,
    TURNS,
)
from cloudy_pnp.games.cloudy_kingdom.sim.places import seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.position import connect, lay
from cloudy_pnp.games.cloudy_kingdom.sim.steps import choose, note_newest, run
from cloudy_pnp.games.cloudy_kingdom.sim.turns import discard_hand, end_by_vine, turn_done
from cloudy_pnp.simulate.numba_code import Ints, jit


@jit
def carry_out(t: Ints, p: Ints, w: Ints, kind: int, a: int, b: int, c: int) -> None:
    """Apply a legal move to the position."""
    seat = seat_at(p[PLAYER])
    if kind == PLAY_VINE:
        p[seat + HAND] = NONE
        lay(t, p, a, 4 * c + b)
        note_newest(p, a)
        end_by_vine(t, p, connect(t, p, w, a, NONE))
    elif kind == CAST_SPELL:
        begin_cast(t, p, w, a, b)
    elif kind == DISCARD_VINE:
        discard_hand(t, p)
    elif p[SPELL] >= 0:
        choose(t, p, w, kind, a, b, c)
    if p[ENDED]:
        p[TURNS] += 1
    elif p[SPELL] < 0:
        turn_done(t, p)


@jit
def begin_cast(t: Ints, p: Ints, w: Ints, place: int, spell: int) -> None:
    """TURN-3: begin to cast a spell, which is then used up, and run to its first choice."""
    seat = seat_at(p[PLAYER])
    p[seat + HELD_AT + place] = NONE
    p[seat + CAST_AT + place] = p[TURNS] + 1
    p[SPELL] = spell
    p[PC] = t[t[SPELLS_AT] + SPELL_SIZE * spell + START]
    p[PLAYS_LEFT] = p[LAST] = p[KEPT] = NONE
    p[DRAWN] = p[TAKEN] = 0
    run(t, p, w)
