"""The games that there are: those in this folder, those of installed packages, and those that are data only.

A new game needs no entry here: a package beside this module with a `game.py`, or, in a package of its own, an entry
point of the group `cloudy_pnp.games` that names a `Game`; or, without any program, a `cards/<game>/game.yaml` that says
which kinds of cards there are. Packages win over data of the same name.
"""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import UserError, meant
from cloudy_pnp.core.shipped import example_roots, shipped_root
from cloudy_pnp.games.contract import Game
from cloudy_pnp.games.data_game.definition import GAME_FILE

GROUP = "cloudy_pnp.games"
DEFAULT = "cloudy-kingdom"  # the first game: what a command is about when nothing says otherwise


@cache
def built_in() -> tuple[str, ...]:
    """The ids of the games in this folder."""
    found = [path.parent.name.replace("_", "-") for path in sorted(Path(__file__).parent.glob("*/game.py"))]
    return tuple(sorted(found, key=lambda name: name != DEFAULT))


def game_ids(root: Path | None = None) -> tuple[str, ...]:
    """The ids of all games, the default one first; those that are data only are looked for below a root too."""
    return tuple(dict.fromkeys((*built_in(), *sorted(_installed()), *_data_only(root))))


def is_known(game_id: str, root: Path | None = None) -> bool:
    """Whether there is a game with an id; installed packages are asked last, because that takes a moment."""
    return game_id in built_in() or game_id in _data_only(root) or game_id in _installed()


def _data_only(root: Path | None) -> list[str]:
    places = dict.fromkeys((shipped_root(), *example_roots(), root or shipped_root()))
    return [path.parent.name for place in places for path in sorted((place / "cards").glob(f"*/{GAME_FILE}"))]


def find_game(game_id: str, root: Path | None = None) -> Game[Any]:
    """The game with an id; only its own package is imported. One that is data only is looked for below the root, then
    among the shipped ones.

    >>> find_game("cloudy-kingdom").id
    'cloudy-kingdom'
    """
    if game_id in built_in():
        game: Game[Any] = import_module(f"cloudy_pnp.games.{game_id.replace('-', '_')}.game").GAME
        return game
    installed = _installed()
    if game_id not in installed:
        from cloudy_pnp.games.data_game.make import find  # a game with a package needs none of it

        own = find(root or shipped_root(), game_id) if _is_plain(game_id) else None
        if own is None:
            raise UserError(f'there is no game "{game_id}"; {meant(game_id, game_ids(root))}')
        return own
    found = installed[game_id].load()
    if not isinstance(found, Game) or found.id != game_id:
        raise UserError(f'the entry point {installed[game_id].value} does not name the game "{game_id}"')
    return found


def _is_plain(game_id: str) -> bool:
    """Whether an id is a folder's name and nothing more."""
    return Path(game_id).name == game_id and game_id not in (".", "..")


def package_of(game_id: str) -> str | None:
    """Return the name by which pip installs a game; None for one that comes with the tool, or is data only."""
    point = _installed().get(game_id) if game_id not in built_in() else None
    return point.dist.name if point is not None and point.dist is not None else None


def _installed() -> dict[str, Any]:
    return _entry_points(tuple(sys.path))


@lru_cache(maxsize=8)
def _entry_points(_path: tuple[str, ...]) -> dict[str, Any]:
    """Look through all installed packages, which takes a moment."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}
