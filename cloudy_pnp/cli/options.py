"""Options that every command has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cloudy_pnp.api import find_root
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.workspace.packs import find_pack, is_root

Command = TypeVar("Command", bound=Callable[..., Any])


def game_options(command: Command) -> Command:
    """`--game ID` and `--root DIR`."""
    command = click.option(
        "--root",
        type=click.Path(path_type=Path),
        metavar="DIR",
        callback=_root,
        is_eager=True,  # other options are looked up in it
        help="The folder with cards/ or packs/ [default: found upwards from here; else the shipped data].",
    )(command)
    return click.option(
        "--game", "game_id", default="cloudy-kingdom", show_default=True, metavar="ID", help="Which game."
    )(command)


def pack_option(command: Command) -> Command:
    """`--pack NAME|DIR`, as a tuple `packs` of folders; on a command that has the game's options too."""
    return click.option(
        "--pack",
        "packs",
        multiple=True,
        metavar="NAME|DIR",
        callback=_packs,
        help="With this pack: a folder, or a name under packs/; may be repeated.",
    )(command)


def _packs(context: click.Context, _option: click.Parameter, value: tuple[str, ...]) -> tuple[Path, ...]:
    return tuple(find_pack(name, context.params["root"]) for name in value)


def _root(_context: click.Context, _option: click.Parameter, value: Path | None) -> Path:
    if value is None:
        return find_root(Path.cwd())
    if not is_root(value):
        raise UserError(f"there is no folder cards in {value}")
    return value
