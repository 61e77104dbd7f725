"""Commands that only one game has: the game answers, and here the answer is printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from cloudy_pnp import api
from cloudy_pnp.cli.echo import echo, echo_data
from cloudy_pnp.cli.options import home_options, pack_option
from cloudy_pnp.cli.progress import Line
from cloudy_pnp.cli.scenarios import PICTURES, write_pictures
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.games.contract import Call, GameCommand
from cloudy_pnp.workspace.home import Home


def game_command(name: str, own: GameCommand[Any]) -> click.Command:
    """Return a command of a game, with the common options."""

    @click.pass_context
    def command(
        context: click.Context,
        /,
        style: str,
        packs: tuple[Path, ...],
        home: Home,
        picture: Path | None = None,
        words: tuple[str, ...] = (),
        **given: tuple[str, ...] | str | None,
    ) -> None:
        if picture is not None and picture.suffix not in PICTURES:
            raise UserError(f'"{picture}" ends in none of {", ".join(PICTURES)}')
        flags = {
            flag.name: list(value) if isinstance(value, tuple) else [value]
            for flag in own.flags
            if (value := given[_variable(flag.name)])
        }
        with Line() as line:
            line.say("reading the cards")
            model = api.load(home.game.id, home.root, packs)
            answer = own.run.load()(model, Call(words, flags, line.say))
        if style == "json":
            echo_data(json.dumps(dict(answer.data), ensure_ascii=False, separators=(",", ":")))
        else:
            echo(answer.text, nl=False)
        if picture is not None and answer.draw is not None:
            write_pictures([answer.draw()], picture, 150)
        context.exit(int(answer.failed))

    decorated = home_options(pack_option(command))
    if own.draws:
        draw_help = "Also write a picture: .pdf, .svg or .png."
        out = click.Path(path_type=Path)
        decorated = click.option("--draw", "picture", type=out, metavar="OUT", help=draw_help)(decorated)
    decorated = click.option(
        "--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True
    )(decorated)
    for flag in reversed(own.flags):
        decorated = click.option(
            f"--{flag.name}", _variable(flag.name), metavar=flag.metavar, help=flag.help, multiple=flag.many
        )(decorated)
    if own.words:
        decorated = click.argument("words", nargs=-1, metavar=own.words)(decorated)
    return click.command(name=name, help=f"{own.help}\n\n{own.details}")(decorated)


def _variable(name: str) -> str:
    """Return a flag as a Python name: --with is a keyword."""
    return f"flag_{name.replace('-', '_')}"
