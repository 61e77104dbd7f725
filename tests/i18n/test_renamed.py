"""A term renamed in the glossary is followed everywhere: each text with the former word is reported at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from cli.command import call

from cloudy_pnp import open as open_project
from cloudy_pnp.core.problems import Problem
from cloudy_pnp.i18n.lint import RENAMED, Term, words_renamed
from cloudy_pnp.workspace.fixing import fix_for

TERMS = {  # id: by language, the former words and the new ones
    "vine-card": {
        "en": (["vine cards", "vine card"], ["creeper cards", "creeper card"]),
        "de": (["Rankenkarten", "Rankenkarte"], ["Bohnenkarten", "Bohnenkarte"]),
        "fr": (["cartes Route", "carte Route"], ["cartes Sentier", "carte Sentier"]),
        "hu": (["útvonalkárty*"], ["babkártyák", "babkártya"]),
    },
    "discard-pile": {
        "en": (["discard piles", "discard pile"], ["graveyards", "graveyard"]),
        "de": (["Abwurfstapel*"], ["Friedhöfe", "Friedhof"]),
        "fr": (["défausses", "défausse"], ["cimetières", "cimetière"]),
        "hu": (["dobópakli*"], ["temetők", "temető"]),
    },
    "castle": {  # "castle card" is another term, and stays
        "en": (["castles", "castle"], ["forts", "fort"]),
        "de": (["Burg*"], ["Festungen", "Festung"]),
        "fr": (["châteaux", "château"], ["forts", "fort"]),
        "hu": (["kastély*"], ["erődök", "erőd"]),
    },
}
OTHERS = ("castle card", "Burgkarte", "carte Château", "cartes Château", "kastélykárty")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project whose glossary has other words for three terms, in four languages."""
    assert call("init", str(tmp_path / "game")).code == 0
    path = tmp_path / "game/cards/cloudy-kingdom/glossary.yaml"
    glossary = yaml.safe_load(path.read_text("utf-8"))
    for entry in glossary["glossary"]:
        for lang, (_, (plural, term)) in TERMS.get(entry["id"], {}).items():
            entry[lang] = {"term": term, "plural": plural}
    path.write_text(yaml.safe_dump(glossary, allow_unicode=True, sort_keys=False), "utf-8")
    return tmp_path / "game"


def problems_of(root: Path) -> list[Problem]:
    return [one for one in open_project(root).check().problems if one.code == "I18N-TERM" and RENAMED in one.message]


def has_former_word(text: str, lang: str) -> bool:
    for other in OTHERS:
        text = re.sub(re.escape(other), "#", text, flags=re.IGNORECASE)
    words = [word for by_language in TERMS.values() for word in by_language[lang][0]]
    ends = [re.escape(word.rstrip("*")) + ("" if "*" in word else r"\b") for word in words]
    return any(re.search(rf"\b{end}", text, re.IGNORECASE) for end in ends)


def lines_with_former_words(root: Path) -> Iterator[tuple[str, int]]:
    """Lines of card data, scenarios and rulebooks; without those that only another edition prints, and code."""
    for path in sorted((root / "cards").rglob("*.yaml")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for lang, text in re.findall(r"\b(en|de|fr|hu): ([^{}]*)", line):
                if path.name != "glossary.yaml" and has_former_word(text.split(", de:")[0], lang):
                    yield path.name, number
    for path in sorted((root / "templates").rglob("*.md.j2")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            text = re.sub(r"\{#.*?\}|\{%.*?%\}|\{\{.*?\}\}", "", line)
            if "{% if" not in line and has_former_word(text, path.name[:2]):
                yield path.name, number


def test_every_former_word_is_found_and_none_wrongly(root: Path) -> None:
    found = problems_of(root)
    lines = {(Path(one.file).name, one.line) for one in found if "composed texts" not in one.message}
    expected = set(lines_with_former_words(root))
    assert len(expected) > 200
    assert sorted(expected - lines) == []
    for one in found:
        if "composed texts" not in one.message:
            text = " ".join((root / one.file).read_text("utf-8").splitlines()[one.line - 1 :][:5])
            quoted = ".text }}" in text or "in decisions" in text  # a book prints texts of cards and of rules.yaml
            assert quoted or has_former_word(text, one.message[1:3]), one
    composed = " ".join(one.message for one in found if "composed texts" in one.message)
    assert all(word in composed for word in ("creeper card", "Friedhof", "erőd"))


def test_the_quick_fix_writes_the_new_word_where_the_form_is_the_same(root: Path) -> None:
    path = root / "cards/cloudy-kingdom/game.yaml"
    [problem, *_] = [one for one in problems_of(root) if one.file.endswith("/game.yaml")]
    text = path.read_text("utf-8")
    fixed = fix_for(path, text, problem, lambda texts: [problem] if "vine cards" in next(iter(texts.values())) else [])
    assert fixed == text.replace("vine cards", "creeper cards")


def test_a_project_that_renames_nothing_has_nothing_to_change(tmp_path: Path) -> None:
    assert call("init", str(tmp_path / "game")).code == 0
    assert problems_of(tmp_path / "game") == []


def test_another_term_that_contains_the_former_word_is_not_meant() -> None:
    fort = Term({"en": ("fort",)}, renamed={"en": {"castle": "fort"}})
    terms = [Term({"en": ("castle card",)}), fort]
    assert not list(words_renamed({"en": "Lay a castle card."}, ["en"], terms))
    [finding] = words_renamed({"en": "Lay a castle card next to a Castle."}, ["en"], terms)
    assert finding.hint == 'did you mean "fort"?'
