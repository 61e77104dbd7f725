"""`cloudy-pnp explain`: what a problem code means."""

from __future__ import annotations

import json
from textwrap import indent

import click
from msgspec.structs import asdict

from cloudy_pnp import api
from cloudy_pnp.cli.completion import codes
from cloudy_pnp.cli.echo import echo, echo_data
from cloudy_pnp.cli.options import home_options
from cloudy_pnp.games import registry
from cloudy_pnp.workspace.explain import Explanation, explain
from cloudy_pnp.workspace.home import Home, home_of


@click.command(name="explain")
@click.argument("code", shell_complete=codes)
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
@home_options
def command(code: str, style: str, home: Home) -> None:
    """Explain a problem code: the rule behind it, what to do, a wrong and a corrected example.

    \b
    Examples:
      cloudy-pnp explain FACE-4
      cloudy-pnp explain face-4 --format json
    """
    known = api.codes_of(home.game)
    for other in registry.game_ids(home.root) if code.upper() not in known else ():
        if code.upper() in api.codes_of(registry.find_game(other, home.root)):
            home = home_of(other, home.root, or_shipped=True)
            known = api.codes_of(home.game)
            break
    explanation = explain(home, code, known)
    if style == "json":
        echo_data(json.dumps(asdict(explanation), ensure_ascii=False))
    else:
        echo(_text(explanation), nl=False)


def _text(explanation: Explanation) -> str:
    parts = [f"{click.style(explanation.code, bold=True)}: {explanation.rule}\n"]
    parts += [f"What to do: {explanation.fix}\n"] if explanation.fix else []
    for title, example, colour in (("Wrong", explanation.wrong, "red"), ("Right", explanation.right, "green")):
        if example:
            parts.append(f"\n{click.style(title, fg=colour, bold=True)}:\n{indent(example, '    ')}")
    return "".join(parts)
