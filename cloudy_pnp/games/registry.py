"""The games that there are: those in this folder, and those of installed packages.

A new game needs no entry here: a package beside this module with a `game.py`, or, in a package of its own, an entry
point of the group `cloudy_pnp.games` that names a `Game`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import UserError, meant
from cloudy_pnp.games.contract import Game

GROUP = "cloudy_pnp.games"
DEFAULT = "cloudy-kingdom"  # the first game: what a command is about when nothing says otherwise


@cache
def built_in() -> tuple[str, ...]:
    """The ids of the games in this folder."""
    found = [path.parent.name.replace("_", "-") for path in sorted(Path(__file__).parent.glob("*/game.py"))]
    return tuple(sorted(found, key=lambda name: name != DEFAULT))


def game_ids() -> tuple[str, ...]:
    """The ids of all games, the default one first."""
    return tuple(dict.fromkeys((*built_in(), *sorted(_installed()))))


def is_known(game_id: str) -> bool:
    """Whether there is a game with an id; installed packages are asked last, because that takes a moment."""
    return game_id in built_in() or game_id in _installed()


def find_game(game_id: str) -> Game[Any]:
    """The game with an id; only its own package is imported.

    >>> find_game("cloudy-kingdom").id
    'cloudy-kingdom'
    """
    if game_id in built_in():
        game: Game[Any] = import_module(f"cloudy_pnp.games.{game_id.replace('-', '_')}.game").GAME
        return game
    installed = _installed()
    if game_id not in installed:
        raise UserError(f'there is no game "{game_id}"; {meant(game_id, game_ids())}')
    found = installed[game_id].load()
    if not isinstance(found, Game) or found.id != game_id:
        raise UserError(f'the entry point {installed[game_id].value} does not name the game "{game_id}"')
    return found


def _installed() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}
