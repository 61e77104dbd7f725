"""For an editor: `cloudy-pnp schema`, the JSON Schemas of a data-only game, and `lsp`, the language server."""

from __future__ import annotations

import click

from cloudy_pnp.cli.echo import echo
from cloudy_pnp.cli.options import home_options
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError, escaped
from cloudy_pnp.data.files import display_path
from cloudy_pnp.simulate.base import need_extra
from cloudy_pnp.workspace.home import SCHEMA, Home
from cloudy_pnp.workspace.load import load_base
from cloudy_pnp.workspace.starting import schema_bytes


@click.command(name="schema")
@home_options
def schema_command(home: Home) -> None:
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


@click.command(name="lsp")
@click.option("--stdio", is_flag=True, help="Accepted because many editors add it: there is no other way.")
def lsp_command(stdio: bool) -> None:
    """Run the language server, over standard input and output. Your editor starts it: docs/editors.md lists how.

    It shows what `check` reports while you type, fixes it, completes keys and ids, draws a card under the mouse, and
    renames ids in all files. Needs the extra: pip install "cloudy-pnp[lsp]".

    \b
    Example:
      cloudy-pnp lsp
    """
    del stdio
    need_extra("pygls", to="the language server", extra="lsp")
    from cloudy_pnp.lsp.server import make_server

    make_server().start_io()
