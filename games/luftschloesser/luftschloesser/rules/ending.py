"""END: when the game is over, and how the players rank."""

from __future__ import annotations

from luftschloesser.model.sky import Sky
from luftschloesser.model.state import Ending, Rank, Table


def find_ending(table: Table, sky: Sky) -> Ending | None:
    """END-1: end the game as soon as a player has enough castles at the same time."""
    for player in range(len(table.players)):
        if sky.castles_standing(player) >= table.to_win:
            return Ending(player, ranking(sky, player))
    return None


def ranking(sky: Sky, winner: int | None = None) -> tuple[Rank, ...]:
    """END-2: rank the winner first, then by castles, then by beings on the board; equal players share a rank.

    >>> from luftschloesser.model.board import Board
    >>> [rank.rank for rank in ranking(Sky.clear(Board(), 3))]
    [1, 1, 1]
    """
    merits = [
        (player == winner, sky.castles_standing(player), sky.beings_standing(player))
        for player in range(len(sky.beings))
    ]
    ranks = (
        Rank(player, 1 + sum(other > merit for other in merits), merit[1], merit[2])
        for player, merit in enumerate(merits)
    )
    return tuple(sorted(ranks, key=lambda rank: rank.rank))
