"""`check` covers every game and every pack of a root, in one report."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cli.command import call
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.workspace.starting import empty_game, write_project


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Two games that are data only, neither of them the default one, and a pack for a game that is shipped."""
    for name in ("alpha", "beta"):
        project = empty_game(name)
        write_project(
            tmp_path, {path: text for path, text in project.items() if path.startswith(("cards", "templates"))}
        )
    shutil.copytree(shipped_root() / "packs" / "giants-and-gales", tmp_path / "packs" / "giants-and-gales")
    return tmp_path


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_several_games_have_one_summary(root: Path) -> None:
    done = call("check", "--no-render", "--root", str(root))
    assert done.code == 0, done
    assert " of 3 games: 0 errors" in done.out
    assert done.out.count("0 errors") == 1


@pytest.mark.parametrize("style", ["text", "json", "github", "sarif", "junit"])
def test_a_mistake_in_any_game_or_pack_is_reported(root: Path, style: str) -> None:
    spoil(root / "cards/beta/cards.csv", ",moon,", ",mooon,")
    spoil(root / "packs/giants-and-gales/spells.yaml", "effect:", "efect:")
    done = call("check", "--no-render", "--root", str(root), "--format", style)
    assert done.code == 1
    assert "cards/beta/cards.csv" in done.out
    assert "packs/giants-and-gales/spells.yaml" in done.out
    if style == "json":
        assert json.loads(done.out)["summary"]["errors"] >= 2


def test_a_file_is_checked_with_its_own_game(root: Path) -> None:
    game = root / "cards/beta/game.yaml"
    assert call("check", "--no-render", "--root", str(root), str(game)).code == 0
    spoil(game, "type: choice, of: suits", "type: choice, of: siuts")
    assert call("check", "--no-render", "--root", str(root), str(game)).code == 1
    both = call("check", "--no-render", "--root", str(root), str(root / "cards"))
    assert both.code == 1
    assert " of 2 games: " in both.out


def test_one_game_can_be_asked_for(root: Path) -> None:
    spoil(root / "cards/beta/cards.csv", ",moon,", ",mooon,")
    assert call("check", "--no-render", "--root", str(root), "--game", "alpha").code == 0


def test_a_pack_without_a_known_game_is_checked_once(root: Path) -> None:
    spoil(root / "packs/giants-and-gales/pack.yaml", "cloudy-kingdom", "cludy-kingdom")
    done = call("check", "--no-render", "--root", str(root), "--format", "json")
    found = [problem for problem in json.loads(done.out)["problems"] if problem["file"].endswith("pack.yaml")]
    places = [(problem["code"], problem["line"], problem["column"]) for problem in found]
    assert len(places) == len(set(places)) > 0


def test_a_folder_of_no_game_is_named(root: Path) -> None:
    (root / "cards" / "gamma").mkdir()
    (root / "cards" / "gamma" / "x.yaml").write_text("cards: []\n", "utf-8")
    done = call("check", "--no-render", "--root", str(root), "--format", "json")
    found = [problem for problem in json.loads(done.out)["problems"] if problem["code"] == "REF-SKIPPED"]
    assert [Path(problem["file"]).name for problem in found] == ["gamma"]


def test_a_setting_may_name_the_codes_of_any_game(root: Path) -> None:
    (root / "cloudy-pnp.toml").write_text('ignore = ["FACE-10", "LAYOUT-VALUE"]\n', "utf-8")
    assert call("check", "--no-render", "--root", str(root)).code == 0
    done = call("check", "--no-render", "--root", str(root), "--game", "alpha")
    assert (done.code, done.err) == (0, "")
