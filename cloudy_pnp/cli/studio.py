"""`cloudy-pnp studio`: the cards in the browser, to edit, see, play and print.

For an editor: `cloudy-pnp schema`, the JSON Schemas of a data-only game, and `lsp`, the language server.
"""

from __future__ import annotations

from pathlib import Path

import click

from cloudy_pnp.cli import completion
from cloudy_pnp.cli.echo import echo
from cloudy_pnp.cli.options import home_options, pack_option
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.packages import need_package
from cloudy_pnp.core.problems import UserError, escaped, suggest
from cloudy_pnp.data.files import display_path
from cloudy_pnp.simulate.base import need_extra
from cloudy_pnp.workspace.home import SCHEMA, Home
from cloudy_pnp.workspace.load import load_base
from cloudy_pnp.workspace.starting import schema_bytes

_PORT = 4780


@click.command(name="studio")
@click.option(
    "--lang",
    metavar="LANG",
    shell_complete=completion.languages,
    help="Initial language [default: the game's first].",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=_PORT,
    show_default=True,
    help="Port to listen on; 0 picks a free port.",
)
@click.option("--open", "opened", is_flag=True, help="Open the page in the browser.")
@click.option("--read-only", is_flag=True, help="Show everything, but do not allow changes.")
@home_options
@pack_option
@click.pass_context
def command(
    context: click.Context,
    lang: str | None,
    port: int,
    opened: bool,
    read_only: bool,
    home: Home,
    packs: tuple[Path, ...],
) -> None:
    """Edit, preview, play and print a game in the browser.

    Whenever a file is saved, in the studio or in any other editor, it is checked and the affected cards are redrawn.

    Packs next to the game are shown with it; with --pack, only those packs. The page can be reached only from this
    machine, with the key in its address; Ctrl-C stops it. `watch` is an alias.

    \b
    Examples:
      cloudy-pnp studio --open
      cloudy-pnp studio --read-only --lang hu --port 0
    """
    need_package("uvicorn", "studio")
    from cloudy_pnp.studio import listening, server  # slow to import, and other commands do without
    from cloudy_pnp.studio.preview import Preview
    from cloudy_pnp.studio.snapshot import Snapshot

    def report(snapshot: Snapshot, paths: list[Path]) -> None:
        names = ", ".join(escaped(path.name) for path in paths)
        errors = f"{snapshot.errors} error{'' if snapshot.errors == 1 else 's'}"
        echo(f"{names}: {errors}, {snapshot.seconds * 1000:.0f} ms")

    preview = Preview(home, packs or (home.packs if home.is_own else ()))
    languages = load_base(home).languages if lang else []  # without pictures, which may be slow
    if lang and languages and lang not in languages:
        raise UserError(f'"{lang}" is not a language of {home.game.id}; {suggest(lang, languages)}')
    studio = server.Studio(preview, lang or "", report, read_only)
    with listening.open_socket(port) as opened_socket:
        address = f"http://{server.ADDRESS}:{opened_socket.getsockname()[1]}/?token={studio.token}"
        echo(f"{address} shows the cards; Ctrl-C stops it")
        if opened:
            click.launch(address)
        try:
            listening.Server(studio).run([opened_socket])
        except KeyboardInterrupt:  # the normal way to end it
            context.exit(130)


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
    """Run the language server, over standard input and output. Your editor starts it: docs/how-to/editors.md lists how.

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
