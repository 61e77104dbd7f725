"""`cloudy-pnp show` and `explain`: what the tool knows about some cards, and what a problem code means."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

import click
from msgspec.structs import asdict, replace

from cloudy_pnp import api
from cloudy_pnp.cli import completion
from cloudy_pnp.cli.completion import codes
from cloudy_pnp.cli.echo import echo, echo_data
from cloudy_pnp.cli.options import home_options, languages_option, pack_option
from cloudy_pnp.cli.reporters import problem_text
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import Severity, escaped
from cloudy_pnp.data.entries import RULES
from cloudy_pnp.data.files import display_path, require_inside
from cloudy_pnp.data.write import block_lines
from cloudy_pnp.game import registry
from cloudy_pnp.game.contract import Data
from cloudy_pnp.i18n.localized import colon
from cloudy_pnp.workspace.config import heard, read_config
from cloudy_pnp.workspace.home import Home, home_of
from cloudy_pnp.workspace.inspect import CardInfo, show
from cloudy_pnp.workspace.load import load_base
from cloudy_pnp.workspace.report import Explanation, explain


@click.command(name="show")
@click.argument("names", nargs=-1, required=True, metavar="ID...", shell_complete=completion.cards)
@languages_option("Language of the picture, or a pair such as de+fr [default: the game's first language].")
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
        for card in show(home, names, packs, languages or None)
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


def preview_folder(home: Home, out: Path | None) -> Path:
    """Return the folder for previews, next to the output of `build`."""
    return home.output(out) / "preview"


def write_previews(card: CardInfo, folder: Path, endings: Sequence[str]) -> list[Path]:
    """Write the faces of a card to files, `<lang>/<id>.svg` or `.png`."""
    written = []
    for lang, page in card.pages.items():
        for ending in endings:
            path = folder / lang / f"{card.id}{ending}"
            require_inside(path.parent, folder.parent)
            if ending == ".png":
                from cloudy_pnp.draw.pixels import png_bytes

                write_atomic(path, png_bytes(page, 200))
            else:
                from cloudy_pnp.draw.svg import svg_text

                write_atomic(path, svg_text(page, title=card.id).encode())
            written.append(path)
    return written


def card_lines(card: CardInfo) -> Iterator[str]:
    """Describe a card for people: its name, text, effect and faces."""
    pack = f", pack {card.pack}" if card.pack else ""
    yield click.style(escaped(card.id), bold=True) + escaped(f" ({card.kind}{pack}), {card.file}:{card.line}")
    for lang, (name, text) in card.words.items():
        if name != card.id or text:
            mark = "  (not translated)" if lang in card.untranslated else ""
            between = mark if text and lang in card.nameless else ""  # a translated text is not marked for its name
            words = f"{name}{between}{colon(lang)} {text}" if text else name
            yield f"  {lang}  {escaped(words)}{'' if between else mark}"
    rest = {key: value for key, value in card.data.items() if key not in ("id", "name", "text")}
    if rest:
        yield from (escaped(line) for line in block_lines(rest, 2))
    yield from (f"      {line}" for line in card.portrait)


@click.command(name="explain")
@click.argument("code", shell_complete=codes)
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
@home_options
def explain_command(code: str, style: str, home: Home) -> None:
    """Explain a problem code or a rule: its meaning, its source, what to do, a wrong and a corrected example.

    \b
    Examples:
      cloudy-pnp explain FACE-4
      cloudy-pnp explain con-5
      cloudy-pnp explain face-4 --format json
    """
    others = (home_of(other, home.root, or_shipped=True) for other in registry.game_ids(home.root))
    known = next((some for some in map(_explained_in, chain([home], others)) if code.upper() in some.ids), None)
    found = known or _explained_in(home)
    explanation = explain(found.home, code, found.codes, found.rules)
    if style == "json":
        echo_data(json.dumps(asdict(explanation), ensure_ascii=False))
    else:
        echo(_explained(explanation), nl=False)


class _Known(NamedTuple):
    home: Home
    codes: Mapping[str, str]
    rules: Data

    @property
    def ids(self) -> set[str]:
        return {*self.codes, *(entry["id"] for entry in self.rules.get(RULES, ()))}


def _explained_in(home: Home) -> _Known:
    """Return the codes and the rules of a game."""
    return _Known(home, api.codes_of(home.game), load_base(home).entries.data())


def _explained(explanation: Explanation) -> str:
    parts = [f"{click.style(explanation.code, bold=True)}: {explanation.rule}\n"]
    titles = {"The rule": explanation.text, "Source": explanation.source, "Ours": explanation.ours}
    titles["Because"] = explanation.why
    parts += [f"{title}: {text}\n" for title, text in titles.items() if text]
    parts += [f"What to do: {explanation.fix}\n"] if explanation.fix else []
    for title, example, colour in (("Wrong", explanation.wrong, "red"), ("Right", explanation.right, "green")):
        if example:
            parts.append(f"\n{click.style(title, fg=colour, bold=True)}:\n{indent(example, '    ')}")
    return "".join(parts)
