"""`cloudy-pnp schema`: the JSON Schemas of a data-only game, for the editor."""

from __future__ import annotations

import click

from cloudy_pnp.cli.echo import echo
from cloudy_pnp.cli.options import home_options
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError, escaped
from cloudy_pnp.data.files import display_path
from cloudy_pnp.workspace.home import SCHEMA, Home
from cloudy_pnp.workspace.load import load_base
from cloudy_pnp.workspace.starting import schema_bytes


@click.command(name="schema")
@home_options
def command(home: Home) -> None:
    """Write the JSON Schemas of a data-only game to schema/<game>/.

    With them your editor can complete and validate while you type. `check` itself does not need them.

    \b
    Example:
      cloudy-pnp schema --game harbour-lights
    """
    schemas = load_base(home).game.data.schemas
    if not schemas:
        raise UserError(f"{home.game.id} ships its own schemas: they are not generated from its game file")
    for name, schema in schemas.items():
        path = home.writable / SCHEMA / home.game.id / f"{name}.schema.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, schema_bytes(schema))
        echo(escaped(display_path(path)))
