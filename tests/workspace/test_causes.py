"""The cause is reported, its consequences are not: unreadable files, a missing game.yaml, faults of a layout."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from cli.command import call
from msgspec.structs import replace

from cloudy_pnp import api
from cloudy_pnp.cli import reporters
from cloudy_pnp.cli.reporters import REPORTERS
from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import Severity, UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.workspace.home import home_of

LAYOUT = """layout:
  id: face
  size: poker
  boxes:
    - text: {text: "{text}", at: {in: safe, height: 10}, style: {size: 5, one-line: true}}
    - text: {text: "{name}", at: {in: safe, top: 20, height: 10}, style: {size: 1.9}}
"""


def _game(root: Path, languages: str = "[en]", name: str = "{en: Mill}", cards: int = 5) -> Path:
    folder, layouts = root / "cards" / "deck", root / "templates" / "deck" / "layouts"
    folder.mkdir(parents=True)
    layouts.mkdir(parents=True)
    kinds = "kinds: {cards: {layout: face, fields: {name: words, text: words}}}"
    names = "{en: Deck, de: Stapel}" if "de" in languages else "{en: Deck}"
    (folder / "game.yaml").write_text(f"game:\n  id: deck\n  name: {names}\n  languages: {languages}\n  {kinds}\n")
    german = ", de: B{n}" if "de" in languages else ""
    card = "  - {{id: a{n}, name: {{en: A{n}" + german + "}}, text: {text}}}\n"
    (folder / "cards.yaml").write_text("cards:\n" + "".join(card.format(n=n, text=name) for n in range(cards)))
    (layouts / "face.yaml").write_text(LAYOUT)
    return root


@pytest.fixture
def kingdom(tmp_path: Path) -> Path:
    shutil.copytree(home_of("cloudy-kingdom").cards, tmp_path / "cards" / "cloudy-kingdom")
    return tmp_path


@pytest.mark.parametrize("content", ["", "vines\n", "\0"])
def test_a_file_that_cannot_be_read_hides_what_refers_to_it(content: str, kingdom: Path) -> None:
    (kingdom / "cards/cloudy-kingdom/vines.yaml").write_text(content)
    problems = api.check(kingdom).problems
    assert {Path(problem.file).name for problem in problems} == {"vines.yaml"}


@pytest.mark.parametrize(
    ("old", "new"), [("id: stem", "id: Stem"), ("- id: stem", "- ID: stem"), ("  - id: bend", "    id: bend")]
)
def test_an_entry_without_a_readable_id_hides_what_refers_to_it(old: str, new: str, kingdom: Path) -> None:
    path = kingdom / "cards/cloudy-kingdom/vines.yaml"
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    problems = api.check(kingdom).problems
    assert {Path(problem.file).name for problem in problems} == {"vines.yaml"}


@pytest.mark.parametrize("limit", ["nodes=100", "nodes=1000", "nodes=3000", "bytes=5000", "documents=3", "cards=30"])
def test_a_limit_of_the_run_hides_what_was_not_read(limit: str, kingdom: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(shipped_root() / "packs/giants-and-gales", kingdom / "packs/giants-and-gales")
    monkeypatch.setenv(budget.VARIABLE, limit)
    report = api.check(kingdom)
    assert {problem.code for problem in report.problems if problem.severity is not Severity.INFO} == {"YAML-LIMIT"}
    assert report.exit_code == 1


def test_notes_come_after_errors(tmp_path: Path) -> None:
    problem = api.check(_game(tmp_path, name="{de: Mill}")).problems[0]
    note = replace(problem, severity=Severity.INFO, code="PICTURE-UNUSED", line=1, column=1)
    report = api.check(_game(tmp_path / "other"))
    source = next(iter(report.sources))
    both = [replace(one, file=source) for one in (note, problem)]
    shown = reporters.text(replace(report, problems=both))
    assert shown.index(problem.code) < shown.index(note.code)


def test_a_missing_game_file_is_one_problem(kingdom: Path, tmp_path: Path) -> None:
    (kingdom / "cards/cloudy-kingdom/game.yaml").unlink()
    [problem] = api.check(kingdom).problems
    assert (problem.code, "has no game.yaml" in problem.message) == ("GAME-FILE", True)
    root = _game(tmp_path / "other")
    (root / "cards/deck/game.yaml").unlink()
    with pytest.raises(UserError, match=r"cards/deck has no game\.yaml"):
        api.check(root)


def test_a_fault_of_a_layout_is_reported_once_at_the_layout(tmp_path: Path) -> None:
    [problem] = api.check(_game(tmp_path / "many"), render=True).problems
    assert (problem.code, Path(problem.file).name) == ("PRINT-7", "face.yaml")
    assert problem.message.endswith("(and 4 more cards)")
    few = api.check(_game(tmp_path / "few", cards=2), render=True).problems
    assert [Path(problem.file).name for problem in few] == ["cards.yaml", "cards.yaml"]


def test_a_broken_layout_replaces_the_shipped_one_of_its_id(tmp_path: Path) -> None:
    home = home_of("harbour-lights")
    shutil.copytree(home.cards, tmp_path / "cards/harbour-lights")
    [shipped] = home.layout_folders
    layouts = shutil.copytree(shipped, tmp_path / "templates/harbour-lights/layouts")
    file = layouts / "ship.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("corner: 2.5", "corner: -9"), encoding="utf-8")
    [problem] = [one for one in api.check(tmp_path).problems if one.severity.name == "ERROR"]
    assert (problem.code, Path(problem.file)) == ("SCHEMA-RANGE", file)


def test_texts_that_fit_on_hardly_any_card_are_a_fault_of_the_layout(tmp_path: Path) -> None:
    long = "A name that is much too long for one line of its box"
    many = api.check(_game(tmp_path / "many", name=f"{{en: {long}}}", cards=12), render=True).problems
    assert [(problem.code, Path(problem.file).name) for problem in many] == [("FIT-1", "face.yaml")]
    few = api.check(_game(tmp_path / "few", name=f"{{en: {long}}}", cards=4), render=True).problems
    assert [Path(problem.file).name for problem in few] == ["cards.yaml"] * 4
    every = _game(tmp_path / "every", name=f"{{en: {long}}}", cards=6)
    [problem] = api.check(every, render=True).problems
    assert (problem.code, Path(problem.file).name) == ("FIT-1", "face.yaml")
    cards = every / "cards/deck/cards.yaml"
    cards.write_text(cards.read_text() + "  - {id: b, name: {en: B}, text: {en: Short}}\n")
    assert len([problem for problem in api.check(every, render=True).problems if problem.code == "FIT-1"]) == 6


def _slip(root: Path, file: str, old: str, new: str) -> list[tuple[str, str, int]]:
    """Return the problems of a project with one slip: code, file, line."""
    path = root / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    problems = api.check(root, render=True).problems
    return [(problem.code, Path(problem.file).name, problem.line) for problem in problems]


def test_a_slip_in_a_layout_or_in_choices_is_one_problem_at_its_place(tmp_path: Path) -> None:
    root = _game(tmp_path)
    good = LAYOUT.replace("size: 1.9", "size: 3")
    (root / "templates/deck/layouts/face.yaml").write_text(good)
    assert api.check(root, render=True).problems == []
    layout, game = "templates/deck/layouts/face.yaml", "cards/deck/game.yaml"
    picture = "  boxes:\n    - picture: {file: mill.png, at: safe}\n"
    assert _slip(root, layout, "  boxes:\n", picture) == [("PICTURE-MISSING", "face.yaml", 5)]
    (root / layout).write_text(good.replace("poker", "poker\n  back: back"))
    (root / "templates/deck/layouts/back.yaml").write_text("layout: {id: back, size: poker, boxes: []}\n")
    assert _slip(root, layout, "poker", "pokr") == [("LAYOUT-REF", "face.yaml", 3)]
    (root / layout).write_text(good)
    choices = "  choices: {suits: {sun: {icon: sum, picture: sun.png}}}\n  kinds: {"
    slips = [("LAYOUT-ICON", "game.yaml", 5), ("PICTURE-MISSING", "game.yaml", 5)]
    assert _slip(root, game, "  kinds: {", choices) == slips


def test_a_box_without_cards_is_reported(tmp_path: Path) -> None:
    root = _game(tmp_path)
    kinds = "  box: {}\n  kinds: {cards: {component: tile, "
    slips = _slip(root, "cards/deck/game.yaml", "  kinds: {cards: {", kinds)
    assert [slip for slip in slips if slip[0] == "DATA-EMPTY"] == [("DATA-EMPTY", "game.yaml", 5)]


def test_a_table_that_two_kinds_share_is_missing_once(tmp_path: Path) -> None:
    root = _game(tmp_path)
    shared = "kinds: {cards: {from: all.csv, rows: {Type: card}, layout: face, fields: {name: words, text: words}}, "
    shared += "more: {from: all.csv, rows: {Type: more}, component: none, fields: {name: words}}}"
    kinds = "kinds: {cards: {layout: face, fields: {name: words, text: words}}}"
    (root / "cards/deck/cards.yaml").unlink()
    assert [code for code, _, _ in _slip(root, "cards/deck/game.yaml", kinds, shared)] == ["TABLE-MISSING"]


def test_longer_translations_are_explained_and_only_expected_where_there_are_some(tmp_path: Path) -> None:
    long = "A name that fills its box"
    alone = _game(tmp_path / "one", "[en]", f"{{en: {long}}}", 1)
    assert [problem.code for problem in api.check(alone, render=True).problems] == ["PRINT-7"]
    both = _game(tmp_path / "two", "[en, de]", f"{{en: {long}, de: Kurz}}", 1)
    [problem] = [problem for problem in api.check(both, render=True).problems if problem.code == "FIT-1"]
    assert "a translation that is 30% longer than the text would be" in problem.message
    assert "pseudo" not in problem.message


@pytest.mark.parametrize("style", REPORTERS)
def test_many_problems_of_language_are_one_for_each_code(style: str, tmp_path: Path) -> None:
    root = _game(tmp_path, "[en, de]", "{en: Grain, de: Korn}", 0)
    german = {"I18N-SAME": "A{n}", "I18N-TYPOGRAPHY": "B{n}...", "I18N-MARKUP": "<i>B{n}</i>", "I18N-EMPTY": " "}
    card = "  - {{id: a{n}, name: {{en: A{n}, de: '{text}'}}, text: {{en: Grain, de: Korn}}}}\n"
    cards = (card.format(n=n, text=text.format(n=n)) for n, text in enumerate([*german.values()] * 60))
    (root / "cards/deck/cards.yaml").write_text("cards:\n" + "".join(cards))
    found = Counter(problem.code for problem in api.check(root).problems if problem.code in german)
    assert found == Counter(german.keys())
    printed = call("check", "--root", root, "--no-render", "--format", style).out
    shown = ["I18N-EMPTY"] if style == "junit" else german  # only errors are tests that fail
    assert [code for code in shown if code not in printed] == []
