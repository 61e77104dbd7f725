"""Habits of languages are data: a project or a pack adds a language, or changes one."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
import yaml
from cli.command import call

from cloudy_pnp import api
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.game.contract import RenderOptions
from cloudy_pnp.i18n.habits import Habits, habits_of, language_of, numbers_in, shipped_habits, using
from cloudy_pnp.i18n.po import export_po
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import Loaded, load, sound_part
from cloudy_pnp.workspace.studio_words import studio_languages
from i18n.test_languages import HARBOUR, SHIPS, change, storm

BRACKETS = {"id": "de", "quotes": ["»", "«"], "spaces": {"!": "\u202f"}}


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """A copy of a game that is data only."""
    shutil.copytree(HARBOUR, tmp_path / "harbour", ignore=shutil.ignore_patterns("docs"), symlinks=False)
    return tmp_path / "harbour"


def warnings(root: Path) -> list[tuple[str, str, str]]:
    found = [item for item in api.check(root).problems if item.code in ("I18N-TYPOGRAPHY", "SCHEMA-KEY")]
    return [(Path(item.file).name, item.message, item.hint) for item in found]


def test_a_project_changes_the_habits_of_a_language(harbour: Path) -> None:
    change(harbour / SHIPS, "de: Die Weiße Möwe", "de: Die „Weiße“ Möwe!")
    assert warnings(harbour) == []
    own = harbour / "templates/languages.yaml"
    own.parent.mkdir(exist_ok=True)
    own.write_text(yaml.safe_dump({"language-habits": [BRACKETS]}, allow_unicode=True), "utf-8")
    assert {hint for _, _, hint in warnings(harbour)} == {"write »…«", "write U+202F before it"}
    own.write_text(yaml.safe_dump({"language-habits": [{**BRACKETS, "quote": 1}]}, allow_unicode=True), "utf-8")
    assert [(name, message) for name, message, _ in warnings(harbour)] == [("languages.yaml", 'unknown key "quote"')]


def test_a_pack_changes_the_habits_of_a_language(harbour: Path) -> None:
    change(harbour / SHIPS, "de: Die Weiße Möwe", "de: Die „Weiße“ Möwe")
    pack = storm(harbour)
    (pack / "habits.yaml").write_text(yaml.safe_dump({"language-habits": [BRACKETS]}, allow_unicode=True), "utf-8")
    assert [hint for _, _, hint in warnings(harbour)] == ["write »…«"]


def test_numbers_are_printed_as_a_language_writes_them() -> None:
    printed = {lang: habits_of(lang).number("1,234.5") for lang in ("en", "de", "fr", "xx")}
    assert printed == {"en": "1,234.5", "de": "1.234,5", "fr": "1\u202f234,5", "xx": "1.234,5"}
    with using([{"id": "xx", "decimal": ".", "thousands": "’"}]):
        assert habits_of("xx").number("1,234.5") == "1’234.5"
    assert habits_of("xx").number("1,234.5") == "1.234,5"


def two_projects(tmp_path: Path) -> tuple[Path, Path]:
    """Two games with one text, and a number, that each of them sets differently."""
    roots = tmp_path / "brackets", tmp_path / "plain"
    for root in roots:
        shutil.copytree(HARBOUR, root, ignore=shutil.ignore_patterns("docs"), symlinks=False)
        change(root / SHIPS, "de: Die Weiße Möwe", "de: »Die« Weiße Möwe !")
    own = roots[0] / "templates/languages.yaml"
    own.parent.mkdir(exist_ok=True)
    own.write_text(yaml.safe_dump({"language-habits": [BRACKETS]}, allow_unicode=True), "utf-8")
    return roots


def typography(loaded: Loaded) -> set[str]:
    return {finding.message for _, finding in loaded.findings if finding.code == "I18N-TYPOGRAPHY"}


def test_two_projects_in_one_process_keep_their_habits(tmp_path: Path) -> None:
    homes = [home_of(None, root) for root in two_projects(tmp_path)]
    first, second = load(homes[0]), load(homes[1])
    again = load(homes[0]), load(homes[1])
    assert [typography(one) for one in again] == [typography(first), typography(second)]
    assert typography(first) != typography(second)
    decks = [one.game.printed(sound_part(one).data, RenderOptions("de")) for one in (first, second)]
    faces = [next(face for face in deck.faces if "Möwe" in face.title) for deck in decks]
    with second.speaking():  # a face keeps the habits of its project, whoever draws it
        pictures = [svg_text(face.page()) for face in faces]
    assert "\u202f!" in pictures[0]
    assert "\u202f!" not in pictures[1]
    assert habits_of("de").spaces is None


def test_two_threads_keep_the_habits_of_their_projects(tmp_path: Path) -> None:
    roots = two_projects(tmp_path)
    alone = [[(item.file, item.message) for item in api.check(root).problems] for root in roots]
    both = Barrier(2)

    def checked(number: int) -> list[list[tuple[str, str]]]:
        reports = []
        for _ in range(3):
            both.wait()
            reports.append([(item.file, item.message) for item in api.check(roots[number]).problems])
        return reports

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(checked, range(2))) == [[problems] * 3 for problems in alone]


@pytest.mark.parametrize("name", ["po", "fix", "studio"])
def test_everything_that_sets_a_text_knows_the_project(tmp_path: Path, name: str) -> None:
    root, other = two_projects(tmp_path)
    own = {"id": "nl", "name": "Nederlands", "plurals": "nplurals=2; plural=(n > 7);", "quotes": ["<", ">"]}
    path = root / "templates/languages.yaml"
    path.write_text(yaml.safe_dump({"language-habits": [BRACKETS, own]}, allow_unicode=True), "utf-8")
    load(home_of(None, other))
    match name:
        case "po":
            texts = api.translations(root, lang="nl")
            assert "n > 7" in export_po(texts, "nl")
        case "fix":
            change(root / SHIPS, "»Die« Weiße Möwe !", "'\"Weiße\" Möwe'")
            call("check", root / SHIPS, "--fix", "--root", root)
            assert "»Weiße« Möwe" in (root / SHIPS).read_text("utf-8")
        case "studio":
            words = root / "templates/harbour-lights/studio/nl.yaml"
            words.parent.mkdir(parents=True, exist_ok=True)
            words.write_text("studio: {pages: {Cards: Kaarten}}\n", "utf-8")
            assert studio_languages(home_of(None, root))["nl"] == "Nederlands"


def test_words_are_not_patterns() -> None:
    habits = Habits("xx", numbers=["du(a", "tri*"], players="p.r")
    assert sorted(habits.numbers_in("tria, du(a, dua, 7")) == [2, 3, 7]
    assert list(habits.ranges("2-3 pxr, 2-4 p.r")) == [(2, 4)]


@pytest.mark.parametrize("lang", sorted(shipped_habits()))
def test_every_shipped_language_is_described(lang: str) -> None:
    habits = habits_of(lang)
    assert habits.name
    assert habits.well_set("abc") == "abc"
    assert language_of("") == ""
    assert numbers_in("12", lang).total() == 1


@pytest.mark.parametrize("mark", ["([", "\\]", "^-", "*+"])
def test_quotes_are_plain_characters(mark: str) -> None:
    habits = Habits("xx", quotes=(mark, mark[::-1]))
    text = f"a {mark[0]}word{mark[0]} b"
    assert any(pattern.search(text) for pattern, _, _ in habits.rules)
    assert habits.well_set("“a” !")


def test_a_star_counts_at_the_end_of_a_word_only() -> None:
    habits = Habits("xx", numbers=("a*b*** tw*", "(x)*"))
    assert habits.number_patterns == [r"(?P<w2>\b(?:a\*b\w*|tw\w*)\b)", r"(?P<w3>\b(?:\(x\)\w*)\b)"]
