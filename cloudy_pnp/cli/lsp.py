"""`cloudy-pnp lsp`: the language server, over standard input and output."""

from __future__ import annotations

import click

from cloudy_pnp.core.problems import UserError


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
    try:
        from cloudy_pnp.lsp.server import make_server
    except ImportError:
        raise UserError('the language server needs the extra: pip install "cloudy-pnp[lsp]"') from None
    make_server().start_io()
