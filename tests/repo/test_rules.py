"""Every rule that is quoted anywhere is known, and every reading of ours has its line in the rulebook."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml
from cli.command import call
from rulebook.books import BOOKS, LANGUAGES, page_texts, plain_text, shipped_book, shipped_files

from cloudy_pnp.api import codes_of
from cloudy_pnp.data.entries import RULES, Entry
from cloudy_pnp.game.registry import DEFAULT, find_game, game_ids, package_of
from cloudy_pnp.rulebook.book import paragraphs, plain
from cloudy_pnp.rulebook.compose import PAGES
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load_base

ROOT = Path(__file__).parents[2]
READING = re.compile(r"\b([A-Z]{3,8}-\d+) \(reading\)")
CITED = re.compile(r"\b(?!UTF-)[A-Z]{3,8}-\d{1,3}\b")
ENDINGS = (".py", ".yaml", ".md", ".j2", ".json", ".js")
OTHER = {"TAKE-1", "ROW-1", "SHA-256"}  # of an invented game in docs/tutorials/new-game.md; a hash


@cache
def rules_of(game: str) -> dict[str, Entry]:
    """The rules of a game by id."""
    return load_base(home_of(game, None, or_shipped=True)).entries.ids(RULES)


def folders_of(game: str) -> list[Path]:
    """Where a game has its code, cards, scenarios, words and documents."""
    if game == DEFAULT:
        own = [ROOT / "cloudy_pnp/cloudy_kingdom", ROOT / "cards", ROOT / "templates" / game, ROOT / "packs"]
        return [*own, ROOT / "docs", ROOT / "schema" / game]
    return [path for path in (ROOT / "games" / game).iterdir() if path.is_dir() and path.name not in ("tests", "bench")]


def texts_of(game: str, endings: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for folder in folders_of(game):
        for path in sorted(folder.rglob("*")):
            if path.suffix in endings and path.is_file() and "common" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


GAMES = [game for game in game_ids() if rules_of(game)]


def test_the_games_with_sources_have_rules() -> None:
    assert {DEFAULT, *(game for game in game_ids() if package_of(game))} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_in_the_code_has_a_line_in_the_rulebook(game: str) -> None:
    """And every line that the code could mark is marked: "(reading)" after the rule's id."""
    code = [text for _, text in texts_of(game, (".py",))]
    marked = {rule for text in code for rule in READING.findall(text)}
    quoted = {rule for text in code for rule in CITED.findall(text)}
    ours = {rule for rule, entry in rules_of(game).items() if "ours" in entry.data}
    assert len(marked) >= 5, "the search finds too little to prove anything"
    assert marked == ours & quoted


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rulebook_prints_each_line_with_its_rule(game: str, lang: str) -> None:
    [chapter] = [section for section in shipped_book(lang, game).sections if section.id == "house"]
    printed = " ".join(paragraphs(chapter.blocks))
    lines = {rule: entry.data["ours"][lang] for rule, entry in rules_of(game).items() if "ours" in entry.data}
    assert [rule for rule, text in lines.items() if f"{text} ({rule})" not in printed] == []
    assert set(BOOKS) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_says_where_it_comes_from(game: str) -> None:
    assert [rule for rule, entry in rules_of(game).items() if not {"source", "ours"} & entry.data.keys()] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_quoted_rule_is_explained_and_every_rule_of_players_has_a_text(game: str) -> None:
    """Ids in code, cards, scenarios, words and documents: those that `explain` knows, in this game or another."""
    known = {name: {*codes_of(find_game(name)), *(rules_of(name) if name in GAMES else ())} for name in game_ids()}
    everywhere = set().union(*known.values())
    cited = {rule: name for name, text in texts_of(game, ENDINGS) for rule in CITED.findall(text)}
    assert len(cited) > 15, "the search finds too little to prove anything"
    assert {rule: name for rule, name in cited.items() if rule not in everywhere | OTHER} == {}
    book = find_game(game).book
    assert book is not None
    assert set(book.rules) <= rules_of(game).keys()


def test_explain_shows_the_rule_its_source_and_our_decision() -> None:
    done = call("explain", "con-5")
    assert done.code == 0
    assert done.out.startswith("CON-5: A vine on the arm of the lower card")
    for word in ("\nSource: ", "\nOurs: A dead end", "\nBecause: "):
        assert word in done.out
    assert "\nThe rule: On another card" in call("explain", "GRO-4").out, "its sentence describes a violation"
    assert call("explain", "res-4").out.startswith("RES-4: Cards blank others")
    assert call("explain", "CON-99").code == 2


def test_the_pages_of_rules_are_current() -> None:
    """They are made from the data by `make docs`."""
    pages = runpy.run_path(str(ROOT / "tools/make_rules.py"))["pages"]()
    assert len(pages) == len(GAMES)
    assert {path: path.read_text("utf-8") for path in pages} == pages


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_the_sources_has_its_place(game: str) -> None:
    """A section of the book that names the rule (or its chapter does), and a test of that name; or a reason."""
    root = ROOT if game == DEFAULT else ROOT / "games" / game
    rows = yaml.safe_load((root / "docs/sources.yaml").read_text("utf-8"))["sources"]
    sections = {section.id: section for section in shipped_book("en", game).sections}
    tests = {
        name
        for path in (ROOT / "tests/games" if game == DEFAULT else root / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert len(rows) >= 45
    assert [row["says"] for row in rows if ("book" in row) == ("why" in row)] == []
    placed = [(row, rule) for row in rows if "book" in row for rule in row.get("rules", "").split()]
    assert [row["says"] for row in rows if "book" in row and row["book"] not in sections] == []
    assert [rule for _, rule in placed if rule not in rules_of(game)] == []
    assert [row["says"] for row, rule in placed if not (row.get("test") in tests or _has_test(rule, tests))] == []
    assert {row["book"] for row in rows if "book" in row and "rules" not in row} == {"credits"}


def _has_test(rule: str, tests: set[str]) -> bool:
    """Check whether a test is named after a rule; one may be named after two of them."""
    name = f"_{rule.lower().replace('-', '_')}_"
    return any(name in test for test in tests)


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_in_the_table_are_those_of_the_book(game: str) -> None:
    root = ROOT if game == DEFAULT else ROOT / "games" / game
    numbers = runpy.run_path(str(ROOT / "tools/make_rules.py"))["page_numbers"](root / f"templates/{game}/rulebook")
    texts = [plain_text(text) for text in page_texts(shipped_files("en", game)[PAGES])]
    titles = {section.id: plain(section.title) for section in shipped_book("en", game).sections}
    assert [name for name, page in numbers.items() if plain_text(titles[name]) not in texts[page - 1]] == []
