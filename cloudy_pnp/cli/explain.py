"""`cloudy-pnp explain`: what a problem code means."""

from __future__ import annotations

import json
from dataclasses import asdict
from textwrap import indent

import click

from cloudy_pnp import api
from cloudy_pnp.cli.completion import codes
from cloudy_pnp.cli.options import home_options
from cloudy_pnp.workspace.explain import Explanation, explain
from cloudy_pnp.workspace.home import Home


@click.command(name="explain")
@click.argument("code", shell_complete=codes)
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
@home_options
def command(code: str, style: str, home: Home) -> None:
    """Explain a problem code: the rule behind it, what to do, a wrong and a right example.

    \b
    Examples:
      cloudy-pnp explain FACE-4
      cloudy-pnp explain face-4 --format json
    """
    found = explain(home, code, api.codes_of(home.game))
    click.echo(json.dumps(asdict(found), ensure_ascii=False) if style == "json" else _text(found), nl=style == "json")


def _text(found: Explanation) -> str:
    parts = [f"{click.style(found.code, bold=True)}: {found.rule}\n"]
    parts += [f"What to do: {found.fix}\n"] if found.fix else []
    for title, example, colour in (("Wrong", found.wrong, "red"), ("Right", found.right, "green")):
        if example:
            parts.append(f"\n{click.style(title, fg=colour, bold=True)}:\n{indent(example, '    ')}")
    return "".join(parts)
