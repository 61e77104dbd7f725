"""What `check` says about rulebooks: the same sections everywhere, every rule, the cards' own words, what is stale."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from cloudy_pnp.api import check, translations
from cloudy_pnp.cloudy_kingdom.model.codes import FOR_PLAYERS
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.i18n.messages import messages
from cloudy_pnp.rulebook.book import figures, paragraphs, plain
from rulebook.books import LANGUAGES, book_of, called, changed, copied, problems, shipped_book


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return copied(tmp_path)


def test_the_shipped_rulebook_is_sound() -> None:
    assert problems(shipped_root()) == []


def test_same_sections_figures_and_rules_in_every_language() -> None:
    def shape(lang: str) -> list[tuple[object, ...]]:
        return [
            (section.id, section.level, section.rules, [figure.names for figure in figures(section.blocks)])
            for section in shipped_book(lang).sections
        ]

    assert len(shape("en")) > 20
    for lang in LANGUAGES[1:]:
        assert shape(lang) == shape("en")


def test_every_rule_for_players_is_a_rule_and_covered() -> None:
    named = {rule for section in shipped_book("en").sections for rule in section.rules}
    rules = FOR_PLAYERS
    assert len(rules) > 30
    assert set(rules) <= named


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_editions_can_be_made(lang: str) -> None:
    books = {edition: book_of(shipped_root(), lang, edition) for edition in ("2023", "hu")}
    texts = {edition: [*paragraphs(book.sections[1].blocks)] for edition, book in books.items()}
    assert texts["2023"] != texts["hu"]


def test_a_missing_section_a_missing_figure_and_a_missing_rule(root: Path) -> None:
    changed(root, "de", "{#several ", "{#several-families ")
    changed(root, "fr", '{{ figure("example-b") }}', "")
    path = root / "templates/cloudy-kingdom/rulebook/hu.md.j2"
    text = path.read_text("utf-8")
    path.write_text(re.sub(r'\{#turn rules="[^"]*"', '{#turn rules="TURN-2"', text), "utf-8")
    found = {(Path(item.file).name, item.message) for item in problems(root) if item.code == "I18N-SECTION"}
    missing = {(Path(item.file).name, item.path, item.lang) for item in problems(root) if item.code == "I18N-MISSING"}
    assert ("en.md.j2", "several", "de") in missing
    assert ("de.md.j2", 'there is no section "several-families" in "en"') in found
    assert any(name == "fr.md.j2" and "figures" in message and "example-b" in message for name, message in found)
    assert any(name == "hu.md.j2" and 'the rules of "turn"' in message for name, message in found)
    assert called("check", "--root", root, "--no-render") == 1


def test_a_rule_that_nobody_tells_and_a_rule_that_is_not(root: Path) -> None:
    changed(root, "en", '{#inspiration rules="SPL-2"}', '{#inspiration rules="SPL-99"}')
    messages = [item.message for item in problems(root) if item.code == "I18N-RULE"]
    assert messages == ["no section covers SPL-2", 'there is no rule "SPL-99"']


def test_a_spell_is_told_in_the_words_of_its_card(root: Path) -> None:
    changed(root, "de", '{{ spell("replant").text }}', "Nimm irgendeine Karte.")
    [problem] = [item for item in problems(root) if item.code == "I18N-QUOTE"]
    lines = (root / "templates/cloudy-kingdom/rulebook/de.md.j2").read_text("utf-8").splitlines()
    assert "{#replant" in lines[problem.line - 1]


@pytest.mark.parametrize(
    ("lang", "old", "new", "message"),
    [
        ("de", "vier Burgkarten", "fünf Burgkarten", '"de" says 5, but "en" says 4'),
        ("en", "two to four players", "two to five players", "the book says 2 to 5 players, the game is for 2–4"),
        ("en", "two to four players", "two to three players", "the book says 2 to 3 players, the game is for 2–4"),
        ("de", "zwei bis vier Personen", "zwei bis fünf Personen", "the book says 2 to 5 players, the game is for 2–4"),
    ],
)
def test_numbers_that_contradict_the_source_or_the_game(
    root: Path, lang: str, old: str, new: str, message: str
) -> None:
    changed(root, lang, old, new)
    codes = "I18N-NUMBERS", "I18N-DIFFERS"
    [problem] = [item for item in problems(root) if item.code in codes and item.file.endswith(f"{lang}.md.j2")]
    assert (problem.severity, problem.message) == (Severity.WARNING, message)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"(## [^\n{]*)\{#[^}]*\}", r"\1"),
        (r'figure\("example-b"\)', 'figure("example-x")'),
        (r"\{#several ", "{#story "),
    ],
)
def test_a_mistake_in_the_source_is_reported_there_once(root: Path, old: str, new: str) -> None:
    path = root / "templates/cloudy-kingdom/rulebook/en.md.j2"
    path.write_text(re.sub(old, new, path.read_text("utf-8"), count=1), "utf-8")
    errors = [item for item in problems(root) if item.severity is Severity.ERROR]
    assert {Path(item.file).name for item in errors} == {"en.md.j2"}
    assert not any("ue001" in item.message for item in errors)


def test_a_paragraph_in_another_language_is_a_warning(root: Path) -> None:
    old = "**Zauber bereitlegen.** Alle legen je drei Zauber vor sich hin."
    changed(root, "de", old, "Put three of the spells on the table in front of you, with the other side that you need.")
    assert [item.code for item in problems(root) if item.code == "I18N-FOREIGN"] == ["I18N-FOREIGN"]


def test_a_foreign_paragraph_below_the_title_is_a_warning(root: Path) -> None:
    path = root / "templates/cloudy-kingdom/rulebook/de.md.j2"
    title, _, rest = path.read_text("utf-8").partition("\n\n")
    path.write_text(
        f"{title}\n\nPut three of the spells on the table in front of you, with the others.\n\n{rest}", "utf-8"
    )
    [problem] = [item for item in problems(root) if item.code == "I18N-FOREIGN"]
    assert problem.line == len(title.splitlines()) + 2


def test_wrong_quotes_and_wrong_words_are_warnings_at_their_line(root: Path) -> None:
    path = root / "templates/cloudy-kingdom/rulebook/hu.md.j2"
    text = path.read_text("utf-8")
    path.write_text(text.rstrip("\n") + '\n\nEgy "rossz" idézőjel.\n', "utf-8")
    [problem] = [item for item in problems(root) if item.code == "I18N-TYPOGRAPHY"]
    assert problem.severity is Severity.WARNING
    assert problem.line == len(path.read_text("utf-8").splitlines())
    changed(root, "en", "Draw lots", "Throw dice on a rope bridge, draw lots")
    [term] = [item for item in problems(root) if item.code == "I18N-TERM"]  # one cause, told once with all its places
    assert (Path(term.file).name, term.path) == ("de.md.j2", "setup")
    assert "fr.md.j2:" in term.hint
    assert "hu.md.j2:" in term.hint


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('{{ card("chop") }}', '{{ card("chopp") }}', 'did you mean "chop"?'),
        ('{{ figure("example-a") }}', '{{ figure("example-z") }}', "example-z"),
        ('{{ card("chop") }}', "{{ nothing }}", "'nothing' is undefined"),
        ('{{ card("chop") }}', "{{ 1 / 0 }}", "division"),
        ('{{ card("chop") }}', "{{ card( }}", "unexpected"),
        ('{{ card("chop") }}', "{{ ''.__class__.__mro__ }}", "unsafe"),
    ],
)
def test_a_broken_template_is_one_problem_at_its_line(root: Path, old: str, new: str, words: str) -> None:
    changed(root, "en", old, new)
    [problem] = [item for item in problems(root) if item.code == "I18N-TEMPLATE"]
    line = (root / "templates/cloudy-kingdom/rulebook/en.md.j2").read_text("utf-8").splitlines()[problem.line - 1]
    assert new in line
    assert words in problem.message


def test_one_changed_sentence_makes_one_section_stale_in_every_translation(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed(root, "en", "A castle is always the end of the route: nobody walks through it.", "A castle ends the route.")
    found = problems(root)
    assert [(Path(item.file).name, item.code, item.path) for item in found] == [
        (f"{lang}.md.j2", "I18N-STALE", "connections") for lang in ("de", "fr", "hu")
    ]
    for item in found:
        assert item.severity is Severity.WARNING
        line = (
            (root / f"templates/cloudy-kingdom/rulebook/{Path(item.file).name}")
            .read_text("utf-8")
            .splitlines()[item.line - 1]
        )
        assert "{#connections" in line
    assert called("i18n", "status", "--root", root) == 0
    assert capsys.readouterr().out.count(" 1 stale") == 3
    assert called("i18n", "accept", "de", "--section", "connections", "--root", root) == 0
    assert [Path(item.file).name for item in problems(root)] == ["fr.md.j2", "hu.md.j2"]
    assert called("i18n", "accept", "--root", root) == 0
    assert problems(root) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "name"),
    [
        ("spells.yaml", "Chop It Down", "Fell It", "spells/chop/name"),
        ("game.yaml", "Game design", "Game idea", "game/cloudy-kingdom/credits[0].role"),
        ("boards/twist.board.yaml", "Twist (after)", "Twist (later)", "boards/twist.board.yaml/2/title"),
        ("boards/last-cards.game.yaml", "The last cards", "Last cards", "boards/last-cards.game.yaml/1/title"),
    ],
)
def test_one_changed_text_makes_its_translations_stale_and_no_other(
    root: Path, file: str, old: str, new: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = root / "cards/cloudy-kingdom" / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    [item] = [item for item in check(root).problems if item.code.startswith("I18N-")]  # one change, told once
    lines = path.read_text("utf-8").splitlines()
    assert (item.code, item.severity, item.path.rsplit(".", 1)[-1]) == ("I18N-STALE", Severity.WARNING, "de")
    assert lines[item.line - 1][item.column - 5 :].lstrip(" {,").startswith("de: ")
    places = [number for number, line in enumerate(lines, 1) if number > item.line]
    assert item.hint.endswith("for each of de, fr, hu") or any(f":{number}" in item.hint for number in places)
    assert called("i18n", "status", "--root", root) == 0
    out = capsys.readouterr().out
    assert out.count(" texts, 0 not translated, 1 stale, 0 not yet") == 3
    assert out.count(f": {name}\n") == 3
    assert called("i18n", "accept", "fr", "--text", name, "--root", root) == 0
    assert [item.path.rsplit(".", 1)[-1] for item in check(root).problems if item.code == "I18N-STALE"] == ["de", "hu"]
    assert called("i18n", "accept", "--root", root) == 0
    assert not [item for item in check(root).problems if item.code == "I18N-STALE"]


def test_a_text_without_a_record_is_not_judged_until_it_is_accepted(root: Path) -> None:
    record = root / "templates/cloudy-kingdom/rulebook/accepted.yaml"
    data = yaml.safe_load(record.read_text("utf-8"))
    del data["texts"]["spells/chop/name"]
    record.write_text(yaml.safe_dump(data, allow_unicode=True), "utf-8")
    spells = root / "cards/cloudy-kingdom/spells.yaml"
    spells.write_text(spells.read_text("utf-8").replace("Chop It Down", "Fell It"), "utf-8")
    assert "I18N-STALE" not in {item.code for item in check(root).problems}
    assert called("i18n", "accept", "--root", root) == 0
    spells.write_text(spells.read_text("utf-8").replace("Fell It", "Cut It"), "utf-8")
    assert [item.code for item in check(root).problems].count("I18N-STALE") == 1


@pytest.mark.parametrize("content", ["sections: 3", "texts: {a: 1}", "[", "- x"])
def test_a_broken_record_is_one_line(root: Path, content: str, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "templates/cloudy-kingdom/rulebook/accepted.yaml").write_text(content, "utf-8")
    assert called("check", "--root", root) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_everything_that_is_shipped_is_accepted() -> None:
    texts = translations(shipped_root())
    for lang in LANGUAGES[1:]:
        told = list(messages(texts, lang))
        assert len(told) > 200
        assert [message.context for message in told if not message.is_recorded or message.old_text] == []


def test_breaking_lines_anew_makes_nothing_stale(root: Path) -> None:
    changed(root, "en", "Nobody has ever built a road", "Nobody has\never built a road")
    assert problems(root) == []


@pytest.mark.parametrize(
    "args",
    [("accept", "xx"), ("accept", "de", "--section", "nowhere"), ("accept", "--text", "x"), ("export", "en", "x.po")],
)
def test_wrong_calls_are_one_line(root: Path, args: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert called("i18n", *args, "--root", root) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_titles_of_spells_are_the_names_of_the_cards() -> None:
    titles = {section.id: plain(section.title) for section in shipped_book("hu").sections}
    assert (titles["chop"], titles["burning-crossing"]) == ("Nyissz neki", "Perzselő kereszteződés")


def test_a_figure_that_lies_stops_the_build(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = root / "cards/cloudy-kingdom/boards/example-e.board.yaml"
    text = path.read_text("utf-8")
    lie = re.sub(r"connected: \[\[.*?\]\]", "connected: []", text)
    assert lie != text
    path.write_text(lie, "utf-8")
    out = root / "out"
    assert called("build", "--only", "rulebook", "--lang", "en", "--root", root, "--out", out) == 1
    error = capsys.readouterr().err
    assert "example-e.board.yaml" in error
    assert "REF-EXPECT" in error
    assert not out.exists()


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_a_heading_without_its_space_is_one_problem_in_every_language(root: Path, lang: str) -> None:
    path = root / f"templates/cloudy-kingdom/rulebook/{lang}.md.j2"
    lines = path.read_text("utf-8").splitlines()
    number = next(number for number, line in enumerate(lines) if line.startswith("## ") and "{#components" in line)
    lines[number] = lines[number].replace("## ", "##")
    path.write_text("\n".join(lines), "utf-8")
    [problem] = problems(root)
    assert (problem.code, problem.line, Path(problem.file).name) == ("I18N-TEMPLATE", number + 1, f"{lang}.md.j2")
