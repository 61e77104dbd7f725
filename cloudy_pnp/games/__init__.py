"""The games the tool knows. A new one is a package here, a folder under `cards/` and its schemas."""

from __future__ import annotations

from importlib import import_module

from cloudy_pnp.core.problems import UserError, meant
from cloudy_pnp.games.contract import Game

GAME_IDS = ("cloudy-kingdom",)


def find_game(game_id: str) -> Game:
    """The game with an id; only its own package is imported.

    >>> find_game("cloudy-kingdom").id
    'cloudy-kingdom'
    """
    if game_id not in GAME_IDS:
        raise UserError(f'there is no game "{game_id}"; {meant(game_id, GAME_IDS)}')
    module = import_module(f"cloudy_pnp.games.{game_id.replace('-', '_')}.game")
    game: Game = module.GAME
    return game
