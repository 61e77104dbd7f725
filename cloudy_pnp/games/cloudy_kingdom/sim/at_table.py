"""The computer players of the simulator, at a table with people: one move at a time, from any position.

The player that looks ahead is the Monte Carlo player of the simulator (`mcts`), as compiled code, in turns and in the
choices of spells alike. Its number of playouts takes a fraction of a second per move and does not depend on the
clock: the same game is reproducible. Spells that the simulator does not play are ignored; in a position that it cannot
play at all (`given.NotSimulated`), the greedy player moves instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from cloudy_pnp.games.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.games.cloudy_kingdom.rules.state import CastSpell, GameState, Move, Roll, UnseenCards
from cloudy_pnp.games.cloudy_kingdom.sim.given import Ground, NotSimulated, counts_of, ground_of, position_of
from cloudy_pnp.games.cloudy_kingdom.sim.play import next_move
from cloudy_pnp.games.cloudy_kingdom.sim.random import Chance
from cloudy_pnp.games.cloudy_kingdom.sim.reference_greedy import pick_greedy

PLAYOUTS, FEW_PLAYOUTS = 1000, 100  # a move; on boards on which distances take longer to measure

_Key = tuple[object, ...]
_last: tuple[Kingdom, _Key, Ground] | None = None  # the game at the table, mostly the same as before


def greedy(position: GameState, moves: Sequence[Move], seed: int) -> int:
    """Return the index of the greedy player's move."""
    return pick_greedy(position, moves, Chance(seed, position.turns))


def ahead(position: GameState, moves: Sequence[Move], seed: int) -> int:
    """Return the index of the move of the player that looks ahead."""
    if len(moves) == 1 or isinstance(moves[0], UnseenCards | Roll):
        return greedy(position, moves, seed)
    try:
        ground = _ground(position)
        given = position_of(ground, position)
    except NotSimulated:
        return greedy(position, moves, seed)
    playable = [
        index for index, move in enumerate(moves) if not (isinstance(move, CastSpell) and move.spell in ground.left_out)
    ]
    return playable[next_move(ground.t, ground.sizes, given, seed)]


def _ground(position: GameState) -> Ground:
    global _last
    setting, board = position.setting, position.board
    key = (board.castles, setting.players, setting.edition.id, setting.options, tuple(counts_of(position).items()))
    last = _last
    if last is None or last[0] is not setting.kingdom or last[1] != key:
        small = (board.rows + 1) * (board.cols + 1) <= 64
        ground = ground_of(position, f"mcts:{PLAYOUTS if small else FEW_PLAYOUTS}")
        _last = last = setting.kingdom, key, ground
    return last[2]
