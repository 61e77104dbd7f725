"""What drawing finds is said of the entry that it is about, whatever else has the same id."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cloudy_pnp.api import check
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.workspace.starting import first_game

LONG = "A card that has far too many words on it, and goes on. " * 30
SUN = f"""\
  - id: sun
    name: {{en: Sun, de: Sonne, fr: Soleil, hu: Nap}}
    effect: [{{draw: 1}}, {{discard: {{from: drawn}}}}]
    text: {{en: "{LONG}", de: "{LONG}", fr: "{LONG}", hu: "{LONG}", same: [de, fr, hu]}}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(shipped_root() / "cards/cloudy-kingdom", tmp_path / "cards/cloudy-kingdom")
    return tmp_path


def test_a_spell_does_not_hide_behind_a_family_with_its_id(root: Path) -> None:
    """Findings of drawing were keyed by the bare id, and those of the spell `sun` were lost on the family `sun`."""
    pack = root / "packs/mine"
    pack.mkdir(parents=True)
    (pack / "pack.yaml").write_text(
        "pack: {id: mine, game: cloudy-kingdom, name: {en: Mine, de: Meins, fr: Le mien, hu: Enyém}}\n", "utf-8"
    )
    (pack / "spells.yaml").write_text(f"spells:\n{SUN}", "utf-8")
    problems = [problem for problem in check(root, render=True).problems if problem.severity is Severity.ERROR]
    assert {(Path(problem.file).name, problem.code) for problem in problems} == {("spells.yaml", "FIT-1")}
    assert {problem.path.split(".")[0] for problem in problems} == {"spells[0]"}


def test_text_outside_the_safe_zone_is_said_of_its_own_entry(root: Path) -> None:
    """It used to be said of the style, which the author had never touched."""
    spells = root / "cards/cloudy-kingdom/spells.yaml"
    text = spells.read_text("utf-8")
    spells.write_text(text.replace("en: Twist,", f"en: {'Twist ' * 30},", 1), "utf-8")
    files = {Path(problem.file).name for problem in check(root, render=True).problems if problem.code != "FACE-10"}
    assert files == {"spells.yaml"}


def test_what_is_found_of_no_card_is_told_again(root: Path) -> None:
    """The colours of all families and the score pad belong to no card, and were told at the first check only."""
    style = root / "cards/cloudy-kingdom/style.yaml"
    text = style.read_text("utf-8")
    style.write_text(text.replace('torn: "#dfae5d"', 'torn: "#cad6f1"'), "utf-8")
    first = check(root, render=True).problems
    assert "PRINT-1" in {problem.code for problem in first}
    assert check(root, render=True).problems == first


WORDY = """\
  - id: wordy
    name: {en: Wordy, de: Wortreich, fr: Bavard, hu: Szószátyár}
    effect:
      - draw: 3
      - play: {from: drawn, count: 2, where: growth}
      - discard: {from: drawn}
      - turn: {which: stack, by: quarter, way: right}
      - turn: {which: stack, by: half}
      - take: {from: discard, which: top}
      - play: {from: taken, count: 1, where: growth}
"""


@pytest.mark.parametrize(
    ("more", "code"), [("", "PRINT-7"), ("      - discard: {from: hand, who: others, may: true}\n", "FIT-1")]
)
def test_a_text_that_is_too_long_is_one_problem(root: Path, more: str, code: str) -> None:
    """It was one for each language and each of the four printed cards that show it: nineteen."""
    pack = root / "packs/mine"
    pack.mkdir(parents=True)
    (pack / "pack.yaml").write_text(
        "pack: {id: mine, game: cloudy-kingdom, name: {en: Mine, de: Meins, fr: Le mien, hu: Enyém}}\n", "utf-8"
    )
    (pack / "spells.yaml").write_text(f"spells:\n{WORDY}{more}", "utf-8")
    [problem] = [one for one in check(root, render=True).problems if one.code != "FACE-10"]
    assert problem.code == code
    assert problem.message.startswith("de, fr, hu: " if code == "FIT-1" else "en, de, fr, hu: ")


def test_a_text_that_is_not_translated_has_the_problems_of_its_source(tmp_path: Path) -> None:
    """The German problem named a German text that does not exist."""
    for name, content in first_game("inn", "Inn").items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.replace(b"languages: [en]", b"languages: [en, de]"))
    with (tmp_path / "cards/inn/cards.csv").open("a", encoding="utf-8") as table:
        table.write("Troll,sun,3,2,See [rules].\n")
    errors = [problem for problem in check(tmp_path, render=True).problems if problem.severity is Severity.ERROR]
    assert [(problem.code, problem.path) for problem in errors] == [("GLYPH-2", "cards[4].text.en")]
    assert errors[0].message.startswith("E6: en, de: ")
