"""What is read or judged again and again: only what has changed, and that always."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pack_files import GUST, write_pack

from cloudy_pnp import api
from cloudy_pnp.core import cache
from cloudy_pnp.core.cache import cached_verdict, store_verdict
from cloudy_pnp.core.problems import Finding
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.game.contract import RenderOptions
from cloudy_pnp.workspace.files import Files, Readings
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load

GAME = "game: {id: tiny, name: {en: Tiny}, languages: [en], kinds: {coins: {layout: coin, fields: {worth: number}}}}\n"
COINS = "coins: [{id: one, worth: 1}]\n"
COIN = "layout: {id: coin, size: poker, boxes: [{text: {text: '{worth}', at: safe}}]}\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name, text in (
        ("cards/tiny/game.yaml", GAME),
        ("cards/tiny/coins.yaml", COINS),
        ("templates/tiny/layouts/coin.yaml", COIN),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_a_sheet_that_was_sound_is_judged_when_it_has_changed(root: Path) -> None:
    shutil.copytree(shipped_root() / "templates/sheets", root / "templates/sheets")
    sheet = root / "templates/sheets/cards-a4-duplex.yaml"
    text = sheet.read_text("utf-8")
    assert [api.check(root, "tiny").problems for _ in range(2)] == [[], []]
    assert list((root / "cache/cloudy-pnp/sheets").iterdir())
    sheet.write_text(text + "wrong: 1\n", "utf-8")
    first, second = (api.check(root, "tiny").problems for _ in range(2))
    assert first == second
    assert {Path(problem.file).name for problem in first} == {sheet.name}
    sheet.write_text(text, "utf-8")
    assert api.check(root, "tiny").problems == []
    (root / "templates/papers.yaml").write_text("papers: [{id: x}]\n", "utf-8")
    assert {Path(problem.file).name for problem in api.check(root, "tiny").problems} == {"papers.yaml"}


def test_only_files_that_have_changed_are_parsed_again(root: Path) -> None:
    readings, folder = Readings(), root / "cards/tiny"

    def read() -> dict[str, SourceFile]:
        sources = Files(readings=readings).read(sorted(folder.iterdir()), folder)
        return {Path(source.name).name: source for source in sources}

    first = read()
    (folder / "coins.yaml").write_text(COINS.replace("1", "2"), "utf-8")
    second = read()
    assert second["game.yaml"] is first["game.yaml"]
    assert second["coins.yaml"].documents == [{"coins": [{"id": "one", "worth": 2}]}]
    unsaved = Files({folder / "game.yaml": GAME.replace("Tiny", "Small")}, readings).read([folder / "game.yaml"])
    assert unsaved[0].documents[0]["game"]["name"] == {"en": "Small"}
    assert read()["game.yaml"].documents == first["game.yaml"].documents


@pytest.mark.parametrize("game", ["cloudy-kingdom", "fantasy-realms", "luftschloesser"])
def test_nobody_changes_what_was_read(game: str) -> None:
    """Or the next look would see it."""
    loaded = load(home_of(game), files=Files(readings=Readings()))
    before = copy.deepcopy([source.documents for source in loaded.sources])
    components = loaded.game.components
    assert components is not None
    printed = components.load()(loaded.entries.data(), RenderOptions(loaded.languages[0], partial=True))
    printed.faces[0].draw()
    assert [source.documents for source in loaded.sources] == before


def test_a_spell_is_not_tried_out_again_for_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says does not change how it is played; what it does, does."""
    begun: list[str] = []

    def begin(_model: object) -> Callable[[str], list[Finding]]:
        return lambda card: begun.append(card) or []  # type: ignore[func-returns-value]

    monkeypatch.setattr("cloudy_pnp.cloudy_kingdom.checks.trial.begin_trials", begin)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = write_pack(tmp_path / "gales", spells=[GUST])
    named = {**GUST, "name": {"en": "Gust", "de": "Böe", "fr": "Rafale", "hu": "Szél"}}
    for spell in (GUST, named, {**named, "effect": [{"swap": {"which": "neighbours"}}]}):
        write_pack(folder, spells=[spell])
        api.check(shipped_root(), packs=[folder])
    assert begun.count("gust") == 2


def test_verdicts_on_a_large_deck_are_all_remembered(root: Path) -> None:
    """It was 300 of them, and to find the oldest took longer than to draw a card."""
    for number in range(400):
        store_verdict("large", number, list[Finding]())
    assert all(cached_verdict("large", number, Finding) == [] for number in range(400))


def test_the_oldest_verdicts_are_forgotten(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_MOST_VERDICTS", 10)
    monkeypatch.setattr(cache, "_ROUND", 5)
    for number in range(26):
        store_verdict("small", number, list[Finding]())
    kept = [number for number in range(26) if cached_verdict("small", number, Finding) is not None]
    assert kept == list(range(16, 26))
