"""Where a game's things are: in the user's root, or where the game brings them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import data_root, example_roots, is_installed, shipped_root
from cloudy_pnp.workspace.home import home_of

GAME = "fantasy-realms"
PACK = "pack: {{id: mine, name: {{en: Mine, same: [de, fr, hu]}}, game: {}}}\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with another game."""
    shutil.copytree(shipped_root() / "cards/cloudy-kingdom", tmp_path / "cards/cloudy-kingdom")
    return tmp_path


def add_pack(root: Path, game: str) -> None:
    (root / "packs/mine").mkdir(parents=True)
    (root / "packs/mine/pack.yaml").write_text(PACK.format(game), "utf-8")


def test_a_root_without_the_game_leaves_it_to_its_own_data(root: Path) -> None:
    home = home_of(GAME, root, or_shipped=True)
    assert home.root == home.shipped == home_of(GAME).root
    assert home.cards.is_dir()
    assert not home.is_own


def test_a_root_that_is_named_must_have_the_game(root: Path) -> None:
    with pytest.raises(UserError, match=f"there is no folder .*cards/{GAME}"):
        home_of(GAME, root)


def test_packs_of_a_game_stay_with_their_root(root: Path) -> None:
    add_pack(root, GAME)
    home = home_of(GAME, root, or_shipped=True)
    assert (home.root, [pack.name for pack in home.packs]) == (root, ["mine"])
    assert home_of(GAME, root) == home
    add_pack(root / "other", "cloudy-kingdom")
    (root / "other/cards").mkdir()
    assert home_of(GAME, root / "other", or_shipped=True).root == home.shipped


def test_a_game_that_is_data_comes_with_the_tool(root: Path) -> None:
    [example] = example_roots()
    assert home_of(example.name, root, or_shipped=True).root == home_of(example.name).root == example


def test_a_game_in_a_checkout_is_the_users_in_its_own_folder_only(monkeypatch: pytest.MonkeyPatch) -> None:
    home = home_of(GAME)
    monkeypatch.chdir(home.root.parent)
    assert not home.is_own
    monkeypatch.chdir(home.root)
    assert home.is_own


def test_the_folders_of_a_game_are_its_code_and_its_data() -> None:
    home = home_of(GAME)
    names = [folder.relative_to(home.root).as_posix() for folder in home.game_folders]
    assert names == ["fantasy_realms", "cards", "schema", "templates"]
    assert home_of("cloudy-kingdom").game_folders == ()


@pytest.mark.parametrize("place", ["site-packages/x", "dist-packages/x/cards", "x/_shipped/cards"])
def test_nothing_is_written_into_an_installed_package(tmp_path: Path, place: str) -> None:
    assert is_installed(tmp_path / place)
    with pytest.raises(UserError, match="cloudy-pnp init"):
        write_atomic(tmp_path / place / "a.yaml", b"")
    assert not list(tmp_path.iterdir())


def test_data_is_inside_an_installed_package_and_next_to_it_in_a_checkout(tmp_path: Path) -> None:
    assert data_root(tmp_path / "package") == tmp_path
    (tmp_path / "package/_shipped").mkdir(parents=True)
    assert data_root(tmp_path / "package") == tmp_path / "package/_shipped"


def test_a_game_below_the_project_may_be_changed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As in this repository: games/<game> is accepted from the top."""
    home = home_of("fantasy-realms")
    monkeypatch.chdir(home.root.parents[1])
    home.need_own("i18n accept")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match="your own game is not here"):
        home.need_own("i18n accept")
