"""The source language is the first that a game lists: nothing is English unless the game says so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli.command import Result, call

from cloudy_pnp.api import check
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.source import read_source

GAME = "cards/cloudy-kingdom"
ENGLISH = re.compile(r'\ben\b|"en"|English', re.IGNORECASE)


def reduced(value: Any, languages: list[str]) -> Any:
    """Data with the texts of some languages only, in their order."""
    if isinstance(value, list):
        return [reduced(item, languages) for item in value]
    if not isinstance(value, dict):
        return value
    if "en" in value and "de" in value:  # a text, or a term of the glossary
        kept = {key: item for key, item in value.items() if not re.fullmatch("en|de|fr|hu|same", key)}
        texts = {lang: value[lang] for lang in languages}
        same = [lang for lang in languages[1:] if texts[lang] == texts[languages[0]]]
        return {**kept, **texts, **({"same": same} if same else {})}
    return {key: reduced(item, languages) for key, item in value.items()}


@pytest.fixture(params=[["de", "hu"], ["de"]], ids="-".join)
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The shipped game, as if it had never been English."""
    for path in sorted((shipped_root() / GAME).rglob("*.yaml")):
        documents = [reduced(document, request.param) for document in read_source(path, path.name).documents]
        if path.name == "game.yaml":
            documents[0]["game"]["languages"] = request.param
        target = tmp_path / path.relative_to(shipped_root())
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(yaml.safe_dump_all(documents, allow_unicode=True, sort_keys=False), "utf-8")
    return tmp_path


def called(root: Path, *args: str) -> Result:
    return call(*args, "--root", str(root))


def test_check_finds_nothing_wrong(root: Path) -> None:
    problems = check(root, render=True).problems
    assert [problem for problem in problems if problem.severity is not Severity.INFO] == []
    assert [problem for problem in problems if ENGLISH.search(problem.message + problem.hint)] == []


def test_every_text_needs_the_source_language(root: Path) -> None:
    path = root / GAME / "families.yaml"
    path.write_text(path.read_text("utf-8").replace("de: Sonne", "fr: Sonne", 1), "utf-8")
    messages = [f"{problem.message} {problem.hint}" for problem in check(root).problems]
    assert messages
    assert not any(ENGLISH.search(message) for message in messages), messages
    assert any('"de"' in message for message in messages), messages


def test_show_draws_the_first_language(root: Path) -> None:
    result = called(root, "show", "twist")
    assert (result.code, result.err) == (0, "")
    assert "Verdrehen" in result.out
    assert "preview/de/twist.svg" in result.out
    assert not ENGLISH.search(result.out.replace(str(root), ""))


def test_build_makes_every_language(root: Path) -> None:
    result = called(root, "build", "--only", "svg", "--card", "twist")
    assert (result.code, result.err) == (0, "")
    made = {path.name for path in (root / "output/cloudy-kingdom").iterdir() if path.is_dir()}
    assert made in ({"de", "hu"}, {"de"})


def test_a_board_has_the_title_of_the_first_language(root: Path) -> None:
    result = called(root, "board", str(root / GAME / "boards/twist.board.yaml"))
    assert result.code == 0
    assert "Verdrehen (vorher)" in result.out


def test_new_starts_a_pack_in_the_languages_of_the_game(root: Path) -> None:
    result = called(
        root, "new", "spell", "Böe", "--id", "boe", "--step", "draw: 1", "--step", "discard: {from: drawn}", "--yes"
    )
    assert result.code == 0, result.err
    name = yaml.safe_load((root / "packs/my-pack/pack.yaml").read_text("utf-8"))["pack"]["name"]
    assert list(name) in (["de"], ["de", "hu", "same"])
    assert called(root, "check").code == 0
    assert not ENGLISH.search(result.out.replace(str(root), ""))


def test_translations_start_from_the_first_language(root: Path, tmp_path: Path) -> None:
    result = called(root, "i18n", "export", "fr", str(tmp_path / "fr.po"))
    assert result.code == 0, result.err
    assert 'msgid "Verdrehen"' in (tmp_path / "fr.po").read_text("utf-8")


def test_a_game_in_german_is_simulated(root: Path) -> None:
    result = called(root, "simulate", "--games", "200", "--format", "text")
    assert result.code == 0, result.err
    assert "Rabe" in result.out or "Reiher" in result.out
