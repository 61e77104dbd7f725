"""The available games: those inside the tool, those of installed packages, and data-only ones.

A new game needs no entry here: a package of `cloudy_pnp` with a `game.py`, or, in a separate package, an entry
point of the group `cloudy_pnp.games` that names a `Game`; or, without any program, a `cards/<game>/game.yaml` that
defines its kinds of cards. Packages win over data of the same name.
"""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import UserError, suggest
from cloudy_pnp.core.shipped import GAME_FILE, example_roots, shipped_root
from cloudy_pnp.game.contract import Game

GROUP = "cloudy_pnp.games"
DEFAULT = "cloudy-kingdom"  # the default game of commands


@cache
def built_in() -> tuple[str, ...]:
    """Return the ids of the games inside the tool."""
    ids = [path.parent.name.replace("_", "-") for path in sorted(Path(__file__).parents[1].glob("*/game.py"))]
    return tuple(sorted(ids, key=lambda name: name != DEFAULT))


def game_ids(root: Path | None = None) -> tuple[str, ...]:
    """Return the ids of all games, the default one first, including data-only ones below a root."""
    return tuple(dict.fromkeys((*built_in(), *sorted(_installed_games()), *_data_only(root))))


def is_known(game_id: str, root: Path | None = None) -> bool:
    """Check whether a game exists; installed packages are searched last, because that takes a moment."""
    return game_id in built_in() or game_id in _data_only(root) or game_id in _installed_games()


def _data_only(root: Path | None) -> list[str]:
    places = dict.fromkeys((shipped_root(), *example_roots(), root or shipped_root()))
    return [path.parent.name for place in places for path in sorted((place / "cards").glob(f"*/{GAME_FILE}"))]


def find_game(game_id: str, root: Path | None = None) -> Game[Any]:
    """Return the game with an id, importing only its own package.

    A data-only one is searched for below the root, then among the shipped ones.

    >>> find_game("cloudy-kingdom").id
    'cloudy-kingdom'
    """
    if game_id in built_in():
        game: Game[Any] = import_module(f"cloudy_pnp.{game_id.replace('-', '_')}.game").GAME
        return game
    installed = _installed_games()
    if game_id not in installed:
        from cloudy_pnp.game.data_game.make import find  # a game with a package needs none of it

        data_game = find(root or shipped_root(), game_id) if _is_plain(game_id) else None
        if data_game is None:
            raise UserError(f'there is no game "{game_id}"; {suggest(game_id, game_ids(root))}')
        return data_game
    loaded = installed[game_id].load()
    if not isinstance(loaded, Game) or loaded.id != game_id:
        raise UserError(f'the entry point {installed[game_id].value} does not name the game "{game_id}"')
    return loaded


def _is_plain(game_id: str) -> bool:
    """Check whether an id is a single folder name."""
    return Path(game_id).name == game_id and game_id not in (".", "..")


def package_of(game_id: str) -> str | None:
    """Return the pip name of a game; None for one shipped with the tool, or data-only."""
    point = _installed_games().get(game_id) if game_id not in built_in() else None
    return point.dist.name if point is not None and point.dist is not None else None


def _installed_games() -> dict[str, Any]:
    return entry_points_of(GROUP, tuple(sys.path))


@lru_cache(maxsize=8)
def entry_points_of(group: str, _path: tuple[str, ...]) -> dict[str, Any]:
    """Return the entry points of a group by name: searching all installed packages on the path takes a moment."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=group)}
