"""Every game passes the same suite: the built-in ones, and one that the tool has never heard of."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import replace

from cloudy_pnp import api
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import cache_folder
from cloudy_pnp.game.contract import ComponentKind, Lazy
from cloudy_pnp.game.registry import game_ids
from cloudy_pnp.game.simulation import simulate_play
from cloudy_pnp.simulate.base import Setting, Simulation
from cloudy_pnp.testing import GameTests, conformance, home_of
from cloudy_pnp.workspace.load import load, sound_part

PEBBLES = Path(__file__).parent / "pebbles"
REPOSITORY = Path(__file__).parents[2]
LAZY: Lazy[Simulation] = Lazy("cloudy_pnp.game.simulation:simulate_play", ("pebbles_game.rules:PLAY",), made=True)
TILES = {
    "cards/tiles/game.yaml": """\
game:
  id: tiles
  name: {en: Tiles, de: Plättchen}
  languages: [en, de]
  kinds:
    lands: {component: token, layout: land, fields: {name: words, colour: colour}}
""",
    "cards/tiles/lands.yaml": """\
lands:
  - {id: wood, count: 3, name: {en: Wood, de: Wald}, colour: "#2f6b3a"}
  - {id: lake, count: 2, name: {en: Lake, de: See}, colour: "#3a6ea5"}
""",
    "templates/tiles/layouts/land.yaml": """\
layout:
  id: land
  size: [40, 46]
  outline: hexagon
  bleed: 2
  safe: 3
  boxes:
    - rectangle: {id: ground, at: bleed, fill: "{colour}"}
    - text: {text: "{name}", at: {left: 8, right: 8, top: 18, height: 10}, style: {size: 5, colour: "#ffffff"}}
""",
}


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


class TestEveryGame(GameTests):
    """The suite that third parties run, too."""

    @pytest.fixture(autouse=True, params=[*game_ids(), "pebbles", "tiles"])
    def chosen(self, request: pytest.FixtureRequest, pebbles: Path, tiles: Path) -> None:
        """Test this game."""
        roots = {"pebbles": pebbles, "tiles": tiles}
        type(self).game, type(self).root = request.param, roots.get(request.param)


@pytest.fixture(scope="module")
def tiles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game without a single card: hexagonal tiles that are cut out, and nothing but data."""
    root = tmp_path_factory.mktemp("tiles")
    for name, text in TILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


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
    assert "de: 15 texts" in run(pebbles, "i18n", "status")
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
    assert "of 2 games" in run(tmp_path, "check")
    assert "pebbles" not in run(tmp_path, "check", "--game", "cloudy-kingdom")
    assert "giants" not in run(tmp_path, "check", "--game", "pebbles", "--format", "json")
    (tmp_path / "packs/giants-and-gales/vines.yaml").write_text("vines: 5\n")
    run(tmp_path, "check", "--game", "pebbles")
    run(tmp_path, "check", expect=1)


def test_a_root_with_a_folder_that_is_no_known_game(tmp_path: Path) -> None:
    (tmp_path / "cards/mystery").mkdir(parents=True)
    assert "cards/mystery has no game.yaml and is not a shipped game" in run(tmp_path, "check", expect=2)


def test_credits_and_notice_are_required_for_none(pebbles: Path) -> None:
    for game in (*game_ids(), "pebbles"):
        home = home_of(game, pebbles if game == "pebbles" else None)
        path = home.cards / "game.yaml"
        text = re.sub(r"^  (?:credits|notice):.*\n(?:   .*\n)*", "", path.read_text("utf-8"), flags=re.MULTILINE)
        assert "credits" not in text
        assert "notice" not in text
        assert api.check(home.root, game, unsaved={path: text}).exit_code == 0, game


def test_the_suite_can_fail(pebbles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = home_of("pebbles", pebbles)
    with pytest.raises(AssertionError, match="`prints` of the game does not name all"):
        conformance.it_prints(replace(home, game=replace(home.game, prints=(ComponentKind.CARD,))), tmp_path)
    with pytest.raises(ModuleNotFoundError):
        conformance.every_capability_loads(replace(home, game=replace(home.game, authoring=Lazy("nowhere:NOTHING"))))
    rules = import_module("pebbles_game.rules")
    monkeypatch.setattr(rules, "PLAY", replace(rules.PLAY, view=lambda _position: {"players": ["só"]}))
    with pytest.raises(AssertionError, match="the view lists every player"):
        conformance.moves_keep_the_rules(home)


def test_any_game_that_can_be_played_can_be_simulated(pebbles: Path) -> None:
    simulation = simulate_play("pebbles_game.rules:PLAY")
    home = home_of("pebbles", pebbles)
    conformance.it_can_be_simulated(replace(home, game=replace(home.game, simulation=LAZY)))
    model = sound_part(load(home)).model
    assert simulation.tables(model) == (2, 3, 4)
    results = simulation.simulator(model, Setting(("random",) * 3, 7)).play(0, 40)
    assert results["over"].all()
    assert set(results["won"].sum(axis=1).tolist()) <= {0.0, 1.0}
    assert results["won"].sum(axis=0).all(), "every seat wins at times"
    other = simulation.simulator(model, Setting(("random",) * 3, 8)).play(0, 40)
    assert (results["won"] != other["won"]).any(), "another seed, other games"
    for players, counts, said in (
        (("random",), {}, "there is no table for 1 players; there is one for 2, 3, 4"),
        (("random", "clever"), {}, 'there is no player "clever"'),
        (("random", "random"), {"red": 3}, "no numbers of copies"),
    ):
        with pytest.raises(UserError, match=said):
            simulation.simulator(model, Setting(players, 1, counts=counts))
