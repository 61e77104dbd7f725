"""Effects shared by several steps: checking a changed board for connections, and discarding a hand."""

from __future__ import annotations

from msgspec.structs import replace

from cloudy_pnp.games.cloudy_kingdom.rules.board import Board, standing
from cloudy_pnp.games.cloudy_kingdom.rules.ending import claimed_by_spell, ended_by_spell, newly_connected
from cloudy_pnp.games.cloudy_kingdom.rules.state import GameState


def board_changed(state: GameState, board: Board) -> GameState:
    """END-3, END-4: check the connections after a step that changes the board."""
    connected = standing(board)
    new = newly_connected(state.connected, connected)
    claims = list(state.claims)
    claims[state.player] |= claimed_by_spell(new, state.family)
    ending = ended_by_spell(new, state.family)
    return replace(state, board=board, connected=connected, claims=tuple(claims), ending=ending)


def hand_discarded(state: GameState) -> GameState:
    """Discard the vine card of the current player, if there is one."""
    if state.hand is None:
        return state
    pile = (*state.discard_pile, state.hand)
    return replace(state, discard_pile=pile, hands=state.with_hand(state.player, None))
