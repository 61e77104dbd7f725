"""`cloudy-pnp show`: what the tool knows about some cards."""

from __future__ import annotations

import json
from pathlib import Path

import click
from msgspec.structs import replace

from cloudy_pnp import api
from cloudy_pnp.cli import completion
from cloudy_pnp.cli.cards import card_lines, preview_folder, write_previews
from cloudy_pnp.cli.echo import echo, echo_data
from cloudy_pnp.cli.options import home_options, pack_option
from cloudy_pnp.cli.reporters import problem_text
from cloudy_pnp.core.problems import Severity, escaped
from cloudy_pnp.data.files import display_path
from cloudy_pnp.workspace.config import heard, read_config
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.inspect import CardInfo, show


@click.command(name="show")
@click.argument("names", nargs=-1, required=True, metavar="ID...", shell_complete=completion.cards)
@click.option(
    "--lang",
    "languages",
    multiple=True,
    metavar="LANG",
    shell_complete=completion.languages,
    help="Language of the picture, or a pair such as de+fr [default: the game's first language].",
)
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Output folder [default: output/].")
@click.option("--open", "look", is_flag=True, help="Open the picture.")
@pack_option
@home_options
@click.pass_context
def command(
    context: click.Context,
    names: tuple[str, ...],
    languages: tuple[str, ...],
    style: str,
    out: Path | None,
    look: bool,
    packs: tuple[Path, ...],
    home: Home,
) -> None:
    """Show everything about some cards: their texts in all languages, effects, uses, problems, and a picture.

    JSON output is one object per line, because a term and a card may share an id.

    Exit code: 0 done, 1 a card has errors, 2 incorrect usage or unknown ID.

    \b
    Examples:
      cloudy-pnp show twist
      cloudy-pnp show stem crossing --format json
      cloudy-pnp show whirlwind --pack giants-and-gales --lang hu --open
    """
    config = read_config(home.root, api.codes_of(home.game))
    cards = [
        replace(card, problems=heard(card.problems, {card.source.name: card.source}, config))
        for card in show(home, names, packs, tuple(dict.fromkeys(languages)) or None)
    ]
    for index, card in enumerate(cards):
        if index and style == "text":
            echo("")
        pictures = write_previews(card, preview_folder(home, out), [".svg"])
        (echo_data if style == "json" else echo)(_json(card, pictures) if style == "json" else _text(card, pictures))
        if look and pictures:
            click.launch(str(pictures[0]))
    context.exit(int(any(problem.severity is Severity.ERROR for card in cards for problem in card.problems)))


def _json(card: CardInfo, pictures: list[Path]) -> str:
    return json.dumps({**card.as_dict(), "pictures": [display_path(path) for path in pictures]}, ensure_ascii=False)


def _text(card: CardInfo, pictures: list[Path]) -> str:
    lines = list(card_lines(card))
    lines += (
        ["used:", *(escaped(f"  {place.file}:{place.line} {place.path}") for place in card.used)] if card.used else []
    )
    if card.problems:
        lines += [problem_text(problem, card.source).rstrip("\n") for problem in card.problems]
    else:
        lines.append("check: no problems")
    lines += [escaped(f"picture: {display_path(path)}") for path in pictures]
    return "\n".join(lines)
