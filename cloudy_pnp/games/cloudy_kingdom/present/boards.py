"""Boards of scenarios and records as pictures."""

from __future__ import annotations

from cloudy_pnp.draw.scene import Page
from cloudy_pnp.games.cloudy_kingdom.art.board_picture import board_scene
from cloudy_pnp.games.cloudy_kingdom.model.cards import kingdom_from_data
from cloudy_pnp.games.cloudy_kingdom.present.components import style_of
from cloudy_pnp.games.cloudy_kingdom.rules.board import Board, connected
from cloudy_pnp.games.cloudy_kingdom.rules.state import GameState
from cloudy_pnp.games.cloudy_kingdom.scenarios.board import BoardResult
from cloudy_pnp.games.cloudy_kingdom.scenarios.record import ReplayResult
from cloudy_pnp.games.cloudy_kingdom.scenarios.replay import GameStory
from cloudy_pnp.games.contract import Data, Judged


def board_page(data: Data, judged: Judged) -> Page | None:
    """The board of a scenario, or at the end of a game, as a picture with its routes highlighted."""
    match judged:
        case BoardResult(board=Board() as board):
            pass
        case GameStory(result=ReplayResult(final=GameState(board=board))):
            pass
        case _:
            return None
    return board_scene(board, kingdom_from_data(data), style_of(data), routes=connected(board))
