"""Habits of languages are data: a project or a pack adds a language, or changes one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from cloudy_pnp import api
from cloudy_pnp.i18n.habits import Habits, habits_of, language_of, numbers_in, shipped_habits, use_habits
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
    use_habits([{"id": "xx", "decimal": ".", "thousands": "’"}])
    assert habits_of("xx").number("1,234.5") == "1’234.5"
    use_habits([])
    assert habits_of("xx").number("1,234.5") == "1.234,5"


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
