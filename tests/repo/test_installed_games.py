"""Installed games work in an environment that knows no checkout: in an empty folder and in this repository's root."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from cloudy_pnp.core.shipped import cache_folder

ROOT = Path(__file__).parents[2]
OURS = ("cloudy", "_editable_impl_cloudy", "__editable__", "fantasy_realms", "luftschloesser", "hexes")
PLACES = ("empty", "repository")
RECORD = "luftschloesser/_shipped/cards/luftschloesser/boards/whole-game.game.yaml"
# What is asked of each game beyond checking and printing, and what its answer contains.
ASKED = {
    "fantasy-realms": (("score", "mountain", "smoke", "Buschfeuer"), "  total; base strength "),
    "luftschloesser": (("replay", RECORD, "--format", "json"), '"legal":true'),
    "hexes": (("row", "hexes_game/_shipped/cards/hexes/rows/two.row.yaml"), "illegal\n"),
    "harbour-lights": (("list",), "ships"),
}
PRINTED = {"hexes": ("fr/pieces-a4.pdf", "--lang", "fr")}
PACKAGES = {"hexes": "[hexes-game]", "fantasy-realms": "[cloudy-pnp-fantasy-realms]"}
PACKAGES["luftschloesser"] = "[cloudy-pnp-luftschloesser]"
CARDS = ("en/cards-a4-duplex.pdf", "--lang", "en", "--only", "sheets", "--sheet", "cards-a4-duplex")


class Environment:
    """A virtual environment with the dependencies of the tool, and nothing else that is ours."""

    def __init__(self, folder: Path, *wheels: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        [self.site] = folder.glob("lib/python*/site-packages")
        self.command = folder / "bin/cloudy-pnp"
        places = [Path(path) for path in sys.path if path.endswith("site-packages")]
        for path in (path for place in places for path in place.iterdir()):
            is_needed = not path.name.lower().startswith((*OURS, "pip", "setuptools")) and path.suffix != ".pth"
            if is_needed and not (self.site / path.name).exists():
                (self.site / path.name).symlink_to(path)
        pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin/python"), "--disable-pip-version-check"]
        words = [*pip, "install", "--quiet", "--no-index", "--no-deps", *map(str, wheels)]
        subprocess.run(words, check=True, capture_output=True)

    @property
    def variables(self) -> dict[str, str]:
        plain = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
        return {**plain, "XDG_CACHE_HOME": str(cache_folder().parent)}

    def call(self, folder: Path, *words: str, expect: int = 0) -> str:
        """Call the command in a folder; return what it prints."""
        done = subprocess.run(
            [self.command, *words], cwd=folder, env=self.variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == expect, done.stdout + done.stderr
        return done.stdout + done.stderr

    def content(self) -> dict[str, str]:
        """Return what is installed, by hash."""
        own = [path for path in self.site.iterdir() if path.is_dir() and not path.is_symlink()]
        files = [path for folder in own for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]
        return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module")
def environment(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The tool and every game."""
    return Environment(tmp_path_factory.mktemp("games"), *wheels.values())


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return where the command is called."""
    (tmp_path / "empty").mkdir()
    return ROOT if request.param == "repository" else tmp_path / "empty"


@pytest.mark.parametrize("game", ASKED)
def test_an_installed_game_works_anywhere(environment: Environment, game: str, place: Path, tmp_path: Path) -> None:
    before = environment.content()
    assert len([name for name in before if f"_shipped/cards/{game}/" in name or f"/cards/{game}/" in name]) > 2
    checked = environment.call(place, "check", "--game", game, "--no-render")
    assert " cards: 0 errors, 0 warnings\n" in checked
    words, answer = ASKED[game]
    words = tuple(str(environment.site / word) if "_shipped" in word else word for word in words)
    assert answer in environment.call(place, *words, "--game", game)
    if place == ROOT:
        _look_at_studio(environment, place, game)
    else:
        sheet, *options = PRINTED.get(game, CARDS)
        environment.call(place, "build", "--game", game, "--out", str(tmp_path), *options)
        assert (tmp_path / game / sheet).is_file()
        _begin_project(environment, tmp_path, game)
    assert environment.content() == before


def _begin_project(environment: Environment, folder: Path, game: str) -> None:
    """Start a project from a game, and check it."""
    environment.call(folder, "init", "mine", "--from", game)
    assert " cards: 0 errors, 0 warnings\n" in environment.call(folder / "mine", "check", "--no-render")
    needs = (folder / "mine/.pre-commit-config.yaml").read_text("utf-8").partition("additional_dependencies: ")[2]
    assert needs.strip() == PACKAGES.get(game, "")


def _look_at_studio(environment: Environment, place: Path, game: str) -> None:
    """Start it, fetch its page, stop it."""
    words = [str(environment.command), "studio", "--game", game, "--port", "0"]
    with subprocess.Popen(
        words, cwd=place, env=environment.variables, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as studio:
        assert studio.stdout is not None
        try:
            address = studio.stdout.readline().partition(" ")[0]
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())  # the key becomes a cookie
            with browser.open(address, timeout=120) as page:
                assert page.status == 200
                assert b"<html" in page.read()
        finally:
            studio.terminate()


@pytest.mark.parametrize("game", ["fantasy-realms", "luftschloesser"])
def test_nothing_is_written_into_an_installed_game(environment: Environment, game: str, tmp_path: Path) -> None:
    before = environment.content()
    assert "cloudy-pnp init" in environment.call(tmp_path, "i18n", "accept", "--game", game, expect=2)
    root = str(environment.site / game.replace("-", "_") / "_shipped")
    assert "cloudy-pnp init" in environment.call(tmp_path, "i18n", "accept", "--root", root, expect=2)
    inside = f"{root}/packs/mine"
    assert "cloudy-pnp init" in environment.call(
        tmp_path, "init", inside, "--from", game, expect=2
    )  # even where its owner may write
    assert environment.content() == before


def test_a_game_from_a_table_needs_no_edit_outside_its_folder(environment: Environment, tmp_path: Path) -> None:
    before = environment.content()
    environment.call(tmp_path, "init", "my-game", "--empty")
    assert " cards: 0 errors, 0 warnings\n" in environment.call(tmp_path / "my-game", "check")
    assert "my-game" in environment.call(tmp_path / "my-game", "build", "--lang", "en", "--only", "svg")
    assert environment.content() == before


def test_without_the_packages_there_is_only_what_comes_with_the_tool(wheels: dict[str, Path], tmp_path: Path) -> None:
    environment = Environment(tmp_path / "environment", wheels["cloudy-pnp"])
    (tmp_path / "empty").mkdir()
    told = environment.call(tmp_path / "empty", "score", "mountain", "--game", "fantasy-realms", expect=2)
    assert 'there is no game "fantasy-realms"; Known: cloudy-kingdom, harbour-lights.' in told
    assert "score" not in environment.call(tmp_path / "empty", "--help")


def test_games_depend_on_nothing_but_the_tool() -> None:
    """The lock files of the repository are made from the tool's dependencies alone."""
    import tomllib

    for path in ROOT.glob("games/*/pyproject.toml"):
        assert tomllib.loads(path.read_text("utf-8"))["project"]["dependencies"] == ["cloudy-pnp>=0.1.0"], path
