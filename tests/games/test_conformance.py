"""Every game passes the same suite: the built-in ones, and one that the tool has never heard of."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cloudy_pnp.core.places import cache_folder
from cloudy_pnp.games.registry import game_ids
from cloudy_pnp.workspace.home import Home, home_of

pytest.register_assert_rewrite("games.conformance")
from games import conformance  # noqa: E402

PEBBLES = Path(__file__).parent / "pebbles"
REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pebbles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A game in a root and a package of its own: nothing outside its folders knows about it."""
    root = tmp_path_factory.mktemp("pebbles")
    shutil.copytree(PEBBLES, root, dirs_exist_ok=True)
    sys.path.insert(0, str(root))
    yield root
    sys.path.remove(str(root))
    for name in [name for name in sys.modules if name.split(".")[0] == "pebbles_game"]:
        del sys.modules[name]


@pytest.fixture(params=[*game_ids(), "pebbles"])
def home(request: pytest.FixtureRequest, pebbles: Path) -> Home:
    return home_of(request.param, pebbles if request.param == "pebbles" else None)


def test_every_capability_loads(home: Home) -> None:
    conformance.every_capability_loads(home)


def test_it_loads_and_checks(home: Home) -> None:
    conformance.it_loads_and_checks(home)


def test_languages_are_complete(home: Home) -> None:
    conformance.languages_are_complete(home)


def test_it_prints(home: Home, tmp_path: Path) -> None:
    conformance.it_prints(home, tmp_path)


def test_it_survives_bad_data(home: Home, tmp_path: Path) -> None:
    conformance.it_survives_bad_data(home, tmp_path)


def test_moves_keep_the_rules(home: Home) -> None:
    conformance.moves_keep_the_rules(home)


def test_scenarios_hold(home: Home) -> None:
    conformance.scenarios_hold(home)


def test_the_toy_game_needs_no_edit_anywhere_else() -> None:
    """Its name is nowhere in the tool, its schemas, its templates or its cards."""
    for folder in ("cloudy_pnp", "schema", "templates", "cards", "packs"):
        for path in (REPOSITORY / folder).rglob("*"):
            if path.suffix in (".py", ".json", ".yaml", ".j2", ".typ", ".css"):
                assert "pebbles" not in path.read_text("utf-8"), path


def run(root: Path, *args: str, expect: int = 0) -> str:
    """Call the command in a shell that knows the toy game's package; what was judged before is known."""
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{root}:{REPOSITORY}", "HOME": str(root)}
    environment["XDG_CACHE_HOME"] = str(cache_folder().parent)
    call = [sys.executable, "-m", "cloudy_pnp", *args]
    done = subprocess.run(call, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == expect, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_the_command_finds_the_only_game_of_a_root(pebbles: Path) -> None:
    assert "0 errors" in run(pebbles, "check")
    assert "kavics" not in run(pebbles, "--help")
    assert "Commands of pebbles" in run(pebbles, "--help")
    assert "első wins" in run(pebbles, "replay", "cards/pebbles/games/short.game.yaml")
    assert "Piros kavics" in run(pebbles, "show", "red")
    assert "de: 8 texts" in run(pebbles, "i18n", "status")
    out = run(pebbles, "build", "--lang", "hu")
    assert "output/pebbles/hu/rulebook.pdf" in out


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("board", "x.board.yaml"), "pebbles has no board"),
        (("simulate",), "pebbles cannot be played by the computer"),
        (("new", "card", "x"), "pebbles has no cards that can be started"),
    ],
)
def test_a_missing_capability_is_one_line(pebbles: Path, call: tuple[str, ...], said: str) -> None:
    out = run(pebbles, *call, expect=2)
    assert said in out
    assert len(out.splitlines()) == 1


def test_accepting_translations_touches_no_other_game(pebbles: Path, tmp_path: Path) -> None:
    shutil.copytree(pebbles, tmp_path, dirs_exist_ok=True)
    for name in ("cards", "templates"):
        shutil.copytree(REPOSITORY / name / "cloudy-kingdom", tmp_path / name / "cloudy-kingdom")
    record = tmp_path / "templates/cloudy-kingdom/rulebook/accepted.yaml"
    before = record.read_bytes()
    run(tmp_path, "i18n", "accept", "--game", "pebbles")
    assert record.read_bytes() == before
    assert "pebbles/red/name" in (tmp_path / "templates/pebbles/rulebook/accepted.yaml").read_text("utf-8")


def test_two_games_in_one_root_leave_each_other_alone(pebbles: Path, tmp_path: Path) -> None:
    shutil.copytree(pebbles, tmp_path, dirs_exist_ok=True)
    shutil.copytree(REPOSITORY / "cards/cloudy-kingdom", tmp_path / "cards/cloudy-kingdom")
    shutil.copytree(REPOSITORY / "packs/giants-and-gales", tmp_path / "packs/giants-and-gales")
    assert "pebbles" not in run(tmp_path, "check")  # the default game among several
    assert "giants" not in run(tmp_path, "check", "--game", "pebbles", "--format", "json")
    (tmp_path / "packs/giants-and-gales/vines.yaml").write_text("vines: 5\n")
    run(tmp_path, "check", "--game", "pebbles")
    run(tmp_path, "check", expect=1)


def test_a_root_with_a_folder_that_is_no_known_game(tmp_path: Path) -> None:
    (tmp_path / "cards/mystery").mkdir(parents=True)
    assert "cards/mystery is not a game that the tool knows" in run(tmp_path, "check", expect=2)
