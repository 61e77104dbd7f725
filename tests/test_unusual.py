"""Valid but unusual projects: every command that takes a project accepts them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import click
import pytest
from chance import FUZZING
from cli.command import call
from draw.test_fontbook import font_bytes
from studio.game import GameFolder, served

from cloudy_pnp.cli.main import cli
from cloudy_pnp.studio.preview import Preview
from cloudy_pnp.workspace.home import home_of

GAME = """\
game:
  id: meadow
  name: {en: Meadow, de: Wiese}
  languages: [en, de]
  kinds:
    cards:
      layout: card
      fields: {name: words, text: words, friend: {type: reference, to: cards, optional: true}}
"""
LAYOUT = """\
layout:
  id: card
  size: [40, 60]
  styles:
    body: {font: Alegreya Sans, size: 3.5}
    title: {like: body, size: 5}
  boxes:
    - rectangle: {at: bleed, fill: "#fbf5e6"}
    - text: {text: "{name}", at: {left: 5, right: 5, top: 6, height: 9}, style: title}
    - text: {text: "{text}", at: {left: 6, right: 6, top: 20, bottom: 6}}
"""
BOOK = "# {{ game.name }}\n\n## Cards {#cards}\n\n{% for c in cards %}- {{ c }}\n{% endfor %}"
SHORT = "cards:\n" + "".join(
    f"  - {{id: {name}, name: {{en: {name}, de: {name}e}}, text: {{en: Carry {number}., de: Trage {number}.}}}}\n"
    for number, name in enumerate(("ant", "bee", "cat"), 2)
)
CARDS = 5_000 if FUZZING else 300


def write(root: Path) -> Path:
    """Write a small game, and return the folder of its cards."""
    cards, layouts = root / "cards/meadow", root / "templates/meadow/layouts"
    for folder in (cards, layouts):
        folder.mkdir(parents=True)
    (cards / "game.yaml").write_text(GAME, "utf-8")
    (cards / "cards.yaml").write_text(SHORT, "utf-8")
    (layouts / "card.yaml").write_text(LAYOUT, "utf-8")
    return cards


def replace_in(file: Path, old: str, new: str) -> None:
    text = file.read_bytes().decode()
    assert old in text
    file.write_bytes(text.replace(old, new).encode())


def bold_font_alone(root: Path) -> None:
    (root / "fonts").mkdir()
    letters = "".join(map(chr, range(33, 127)))
    (root / "fonts/bold.ttf").write_bytes(font_bytes("Ownface", letters, 700))
    replace_in(root / "templates/meadow/layouts/card.yaml", "like: body,", "like: body, font: Ownface,")


def cr_line_ends(root: Path) -> None:
    for file in root.rglob("*.yaml"):
        replace_in(file, "\n", "\r")


def many_cards(root: Path) -> None:
    rows = (
        f"  - {{id: c{n}, name: {{en: C{n}, de: K{n}}}, text: {{en: Take {n}., de: Nimm {n}.}}, friend: ant}}\n"
        for n in range(CARDS)
    )
    (root / "cards/meadow/more.yaml").write_text("cards:\n" + "".join(rows), "utf-8")


def one_language(root: Path) -> None:
    replace_in(root / "cards/meadow/game.yaml", "[en, de]", "[en]")
    replace_in(root / "cards/meadow/game.yaml", ", de: Wiese", "")
    file = root / "cards/meadow/cards.yaml"
    file.write_text(re.sub(r", de: [^}]*", "", file.read_text("utf-8")), "utf-8")


def many_packs(root: Path) -> None:
    for number in range(200 if FUZZING else 15):
        pack = root / f"packs/p{number}"
        pack.mkdir(parents=True)
        (pack / "pack.yaml").write_text(
            f"pack:\n  id: p{number}\n  name: {{en: P {number}, de: P {number}}}\n  game: meadow\n", "utf-8"
        )
        text = f"text: {{en: Hum {number}., de: Summ {number}.}}"
        card = f"{{id: q{number}, name: {{en: Q {number}, de: Q {number}}}, {text}}}"
        (pack / "cards.yaml").write_text(f"cards:\n  - {card}\n", "utf-8")


def no_pack(_: Path) -> None:
    """Leave the small game as it is."""


UNUSUAL: Mapping[str, Callable[[Path], None]] = {
    change.__name__: change for change in (bold_font_alone, cr_line_ends, many_cards, one_language, many_packs, no_pack)
}
# The words that follow each command, in the order in which they are called; None: it isn't for games without code.
WORDS: Mapping[str, Sequence[str] | None] = {
    "check": ("--no-render",),
    "list": ("cards",),
    "show": ("ant", "--out", "out"),
    "explain": ("I18N-TYPOGRAPHY",),
    "build": ("--only", "sheets", "--sheet", "cards-a4-duplex", "--lang", "en", "--card", "ant", "--out", "out"),
    "export": ("png", "--lang", "en", "--card", "ant", "--out", "out"),
    "diff": (".", "."),
    "calibrate": ("--measured", "0.5,-1"),
    "schema": (),
    "table export": ("cards", "cards.csv"),
    "table import": ("cards.csv", "cards", "--dry-run"),
    "i18n status": (),
    "i18n add": ("nl",),
    "i18n export": ("nl", "nl.po"),
    "i18n import": ("nl.po",),
    "i18n accept": ("nl",),  # a game in one language has nothing to accept
    "init": ("other", "--from", "meadow"),
    "studio": None,  # below
    "simulate": None,
    "new spell": None,
    "new vine": None,
    "new castle": None,
}


def leaves(command: click.Command, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield all commands by their words."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for part in command.list_commands(context):
            below = command.get_command(context, part)
            assert below is not None
            yield from leaves(below, f"{name} {part}".strip())
    else:
        yield name, command


def test_every_command_that_takes_a_project_is_tried() -> None:
    game = {"board", "replay"}  # of Cloudy Kingdom: about their own files
    taking = {name for name, command in leaves(cli) if any("--root" in option.opts for option in command.params)}
    assert taking - game == set(WORDS)


@pytest.mark.parametrize("name", UNUSUAL)
def test_every_command_accepts_a_valid_project(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "project"
    write(root)
    UNUSUAL[name](root)
    monkeypatch.chdir(root)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for command, words in WORDS.items():
        if command == "i18n import":
            text = Path("nl.po").read_text("utf-8")
            Path("nl.po").write_text(
                re.sub(r'(?m)^msgid ("Ant"|"ant")\nmsgstr ""$', r"msgid \1\nmsgstr \1", text), "utf-8"
            )
        if words is not None:
            result = call(*command.split(), *words, "--root", ".")
            problems = (result.code, result.out[-2000:], result.err[-2000:])
            assert result.code == 0, (command, problems)
            assert "Traceback" not in result.err + result.out, (command, problems)
            assert " error " not in result.out, (command, problems)
        if command == "explain":  # the project is not changed yet
            preview = Preview(home_of("meadow", root))
            with served(GameFolder.__new__(GameFolder), preview=preview) as made:
                assert made.get("/").status == 200
