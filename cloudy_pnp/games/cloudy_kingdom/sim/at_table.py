"""The computer players of the simulator, at a table with people: on the readable engine, one move at a time."""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.games.cloudy_kingdom.rules.state import GameState, Move
from cloudy_pnp.games.cloudy_kingdom.sim.random import Chance
from cloudy_pnp.games.cloudy_kingdom.sim.reference_greedy import pick_greedy


def greedy(position: GameState, moves: Sequence[Move], seed: int) -> int:
    """Which of the legal moves the greedy player makes."""
    return pick_greedy(position, moves, Chance(seed, position.turns))
