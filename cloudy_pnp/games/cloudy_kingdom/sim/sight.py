# mypy: disable-error-code="no-any-return"
"""The greedy player's sight of a field: its joined ports, and whether it can still change."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.distance import CHANGEABLE
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    FACE_SIZE,
    FACES_AT,
    GUARDS,
    NODE_LYING,
    NODE_UNDER,
    NONE,
    SEALED,
    TOP,
)
from cloudy_pnp.games.cloudy_kingdom.sim.position import field_at, lower_lying, node_at, ways_with
from cloudy_pnp.simulate.numba_code import Ints, jit


@jit
def sight_with(t: Ints, lying: int, below_it: int) -> int:
    """Return the sight of a field with a card on top of another."""
    sealed = t[t[FACES_AT] + FACE_SIZE * (lying >> 2) + SEALED]
    return ways_with(t, lying, below_it) & 63 | (0 if sealed else CHANGEABLE)


@jit
def top_of(t: Ints, p: Ints, field: int) -> int:
    """Return the top card of a field with its facing, −1 for none."""
    node = p[field_at(field) + TOP]
    return NONE if node < 0 else p[node_at(t, node) + NODE_LYING]


@jit
def sight_stack(t: Ints, p: Ints, field: int) -> int:
    """Return the sight of a stack, on any field. The field has a card."""
    return sight_with(t, top_of(t, p, field), lower_lying(t, p, p[field_at(field) + TOP]))


@jit
def guarded_sight(p: Ints, field: int, sight: int) -> int:
    """Return the sight without CHANGEABLE if the field is protected from cards."""
    return sight & ~CHANGEABLE if p[field_at(field) + GUARDS] else sight


@jit
def sight_lifted(t: Ints, p: Ints, field: int) -> int:
    """Return the sight of a field without its top card."""
    under = p[node_at(t, p[field_at(field) + TOP]) + NODE_UNDER]
    if under < 0:
        return CHANGEABLE
    return sight_with(t, p[node_at(t, under) + NODE_LYING], lower_lying(t, p, under))
