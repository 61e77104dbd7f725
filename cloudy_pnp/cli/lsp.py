"""`cloudy-pnp lsp`: the language server, over standard input and output."""

from __future__ import annotations

import click

from cloudy_pnp.simulate.base import need_extra


@click.command(name="lsp")
@click.option("--stdio", is_flag=True, help="Accepted because many editors add it: there is no other way.")
def command(stdio: bool) -> None:
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
