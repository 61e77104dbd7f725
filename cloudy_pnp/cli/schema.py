"""`cloudy-pnp schema`: the JSON Schemas of a data-only game, for the editor."""

from __future__ import annotations

import json

import click

from cloudy_pnp.cli.options import home_options
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import shown
from cloudy_pnp.workspace.home import SCHEMA, Home
from cloudy_pnp.workspace.load import load_base


@click.command(name="schema")
@home_options
def command(home: Home) -> None:
    """Write the JSON Schemas of a game that is data only to schema/<game>/, so that the editor completes and checks
    while you type. The check itself does not need them.

    \b
    Example:
      cloudy-pnp schema --game harbour-lights
    """
    made = load_base(home).game.data.schemas
    if not made:
        raise UserError(f"{home.game.id} has schemas of its own: nothing is made from its game file")
    for name, schema in made.items():
        path = home.writable / SCHEMA / home.game.id / f"{name}.schema.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, (json.dumps(schema, indent=2, ensure_ascii=False) + "\n").encode())
        click.echo(shown(path))
