"""The computer players at a table with people: one move at a time, on the readable engine."""

from __future__ import annotations

from collections.abc import Sequence

from luftschloesser.model.chance import Chance
from luftschloesser.model.state import AnyMove, GameState
from luftschloesser.players import policies


def greedy(position: GameState, moves: Sequence[AnyMove], seed: int) -> int:
    """Return the index of the greedy player's move."""
    return moves.index(policies.greedy(position, Chance(seed))[0])


def ahead(position: GameState, moves: Sequence[AnyMove], seed: int) -> int:
    """Return the index of the move of the player that looks ahead."""
    return moves.index(policies.ahead(position, Chance(seed))[0])
