"""Options that every command has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cloudy_pnp.pipeline import find_root
from cloudy_pnp.problems import UserError

Command = TypeVar("Command", bound=Callable[..., Any])


def game_options(command: Command) -> Command:
    """`--game ID` and `--root DIR`."""
    command = click.option(
        "--root",
        type=click.Path(path_type=Path),
        metavar="DIR",
        callback=_root,
        help="The folder with cards/ [default: found upwards from here; else the shipped data].",
    )(command)
    return click.option(
        "--game", "game_id", default="cloudy-kingdom", show_default=True, metavar="ID", help="Which game."
    )(command)


def _root(_context: click.Context, _option: click.Parameter, value: Path | None) -> Path:
    if value is None:
        return find_root(Path.cwd())
    if not (value / "cards").is_dir():
        raise UserError(f"there is no folder cards in {value}")
    return value
