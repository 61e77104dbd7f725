"""`simulate` as a user calls it; games are drawn by the fake simulator unless a test says otherwise."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace
from simulate.fake import FakeSimulator

from cli.command import REPOSITORY, Result, environment, run
from cli.command import call as call_here
from cloudy_pnp.cli.simulate import _named
from cloudy_pnp.cloudy_kingdom.balance import simulation as balance
from cloudy_pnp.simulate import base
from cloudy_pnp.simulate.base import Setting
from cloudy_pnp.workspace.home import home_of

SHIPPED = REPOSITORY / "cards/cloudy-kingdom/vines.yaml"


def call(*args: object) -> Result:
    """Numbers may be given as such."""
    return call_here(*map(str, args))


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is compiled or played."""

    def simulator(kingdom: Any, setting: Setting) -> FakeSimulator:
        made = FakeSimulator.of(kingdom, balance.config_of(kingdom, setting))
        blocks = made.base[list(made.names.vines).index("crossing-block")]
        made.draws, made.lead = 0.02 * blocks, 0.0  # 3 in the data
        return made

    def prepare(_tell: Callable[[str], None]) -> None:
        """Nothing to compile."""

    monkeypatch.setattr(balance, "SIMULATION", replace(balance.SIMULATION, simulator=simulator, prepare=prepare))


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A deck with many more blocks, and another number of cards than the box says."""
    file = tmp_path / "blocks.yaml"
    text = SHIPPED.read_text("utf-8")
    file.write_text(re.sub(r"(id: crossing-block.*\n    count: )3", r"\g<1>12", text), "utf-8")
    return file


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the game that tests may change."""
    folder = tmp_path / "own"
    shutil.copytree(REPOSITORY / "cards/cloudy-kingdom", folder / "cards/cloudy-kingdom")
    return folder


pytestmark = pytest.mark.usefixtures("fake")


def test_text_report_begins_with_findings() -> None:
    result = call("simulate", "--games", 300, "--seats", 2, "--workers", 1)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "Two players, layout A"
    assert "greedy, greedy" in lines[1]
    assert "With two players the first seat wins" in lines[3]
    assert "\x1b" not in result.out


def test_json_says_everything_and_the_workers_do_not_matter() -> None:
    runs = [
        call("simulate", "--games", 1200, "--workers", workers, "--format", "json", "--varied", 100).out
        for workers in (1, 2)
    ]
    assert runs[0] == runs[1]
    data = json.loads(runs[0])
    assert data["version"] == 1
    assert data["command"] == "cloudy-pnp simulate --games 1200 --seed 1 --varied 100"
    [table] = data["tables"]
    assert table["games"] == 1200
    assert table["measures"]["draws"]["of"] == 1200
    assert {"endings", "length", "seats", "families", "spell-use", "card-worth", "placed"} <= set(table["figures"])


def test_the_command_of_the_report_gives_the_same_numbers() -> None:
    first = call("simulate", "--games", 200, "--seats", "all", "--spells", "random", "--workers", 1, "--format", "json")
    words = json.loads(first.out)["command"].split()[1:]
    assert call(*words, "--workers", 1, "--format", "json").out == first.out
    assert [table["table"] for table in json.loads(first.out)["tables"]] == [
        "overview",
        "players-2",
        "players-3",
        "players-4",
    ]


def test_html_goes_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    result = call("simulate", "--games", 200, "--workers", 1, "--format", "html", "--output", file)
    assert (result.code, result.out) == (0, f"{file}\n")
    page = file.read_text("utf-8")
    assert "Effect of one more copy" in page  # games with varied decks were played too
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", page)
    assert "<script" not in page


def test_stops_early() -> None:
    result = call("simulate", "--games", 20_000, "--until", "3%", "--workers", 1, "--format", "json")
    [table] = json.loads(result.out)["tables"]
    assert table["games"] == 1000
    assert all(
        one["high"] - one["low"] <= 0.06
        for name, one in table["measures"].items()
        if name[:4] in ("draw", "seat") and name != "seat-gap"
    )


@pytest.mark.parametrize(
    ("conditions", "code", "lines"),
    [
        (["draws > 50%"], 0, 0),
        (["draw > 1%"], 1, 1),
        (["draws > 1%", "turns < 500", "seat-1 > 99%"], 1, 2),
    ],
)
def test_conditions_decide_the_exit_code(conditions: list[str], code: int, lines: int) -> None:
    words = [word for condition in conditions for word in ("--fail-if", condition)]
    result = call("simulate", "--games", 400, "--workers", 1, *words)
    assert result.code == code
    assert result.err.count("cloudy-pnp: failed: ") == lines == len(result.err.splitlines())
    assert result.out.startswith("Four players")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--fail-if", "drams > 5%"], 'there is no measure "drams"; did you mean "draws"?'),
        (["--fail-if", "draws"], 'the condition "draws" is not "MEASURE > NUMBER"'),
        (["--until", "half"], '--until "half" is not a width in percent'),
        (["--until", "0%"], '--until "0%" is not a width in percent'),
        (["--seats", "7"], "there is no table for 7 players; there is one for 2, 3, 4"),
        (["--seats", "x"], '--seats "x" is not a number of players'),
        (["--players", "greedy,clever"], 'there is no player "clever"'),
        (["--players", "greedy,greedy", "--seats", "3"], "names 2 players, but --seats is 3"),
        (["--players", "greedy"], "a game has 2 to "),
        (["--spells", "chop"], "every player has 3 spells, not 1"),
        (["--spells", "chop,twist,inspiration"], "chop and twist are two sides of one card"),
        (["--spells", "chop,twist,inspirtion"], 'there is no spell "inspirtion"; did you mean "inspiration"?'),
        (["--layout", "C"], 'there is no layout "C"'),
        (["--edition", "1999"], 'there is no edition "1999"'),
        (["--against", "nowhere.yaml"], 'there is no file "nowhere.yaml"'),
        (["--against=--output=x"], '"--output=x" is neither a file nor a git revision'),
        (["--game", "chess"], 'there is no game "chess"'),
        (["--games", "0"], "0 is not in the range"),
        (["--output", "/dev/null/report"], "cannot write"),
        (["--record", "3", "game.txt"], "does not end in .game.yaml"),
        (["--quantity", "stem"], '--quantity "stem" is not a card and a number'),
        (["--quantity", "stm=3"], 'there is no vine card "stm"; did you mean "stem"?'),
        (["--cluster", "tcp://127.0.0.1:1"], "there is no scheduler at tcp://127.0.0.1:1"),
    ],
)
def test_wrong_calls_are_one_line(words: list[str], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cloudy_pnp.simulate.run._PATIENCE", "1s")
    result = call("simulate", "--games", 10, "--workers", 1, *words)
    assert result.code == 2
    assert message in result.err
    assert len(result.err.splitlines()) == 1


def test_broken_data_is_reported_like_by_check(root: Path) -> None:
    file = root / "cards/cloudy-kingdom/vines.yaml"
    file.write_text(file.read_text("utf-8").replace("[[n, s]]", "[[n, q]]", 1), "utf-8")
    result = call("simulate", "--root", root, "--games", 10)
    assert result.code == 1
    assert "FACE-1" in result.err


def test_a_deck_of_another_size_can_be_tried(root: Path) -> None:
    file = root / "cards/cloudy-kingdom/vines.yaml"
    file.write_text(file.read_text("utf-8").replace("count: 6", "count: 9", 1), "utf-8")
    assert call("check", "--root", root).code == 0  # what is in the box is counted
    assert call("simulate", "--root", root, "--games", 50, "--workers", 1).code == 0


def test_against_another_deck(deck: Path) -> None:
    result = call("simulate", "--games", 1000, "--workers", 1, "--against", deck, "--format", "json")
    assert result.code == 0
    comparison = json.loads(result.out)["comparison"]["players-4"]
    assert comparison["verdict"] == "better"
    assert "draws" in comparison["reason"]
    change = comparison["differences"]["draws"]
    assert change["this"] == pytest.approx(0.06, abs=0.02)
    assert change["other"] == pytest.approx(0.24, abs=0.03)
    assert change["change"]["value"] == pytest.approx(change["this"] - change["other"])
    text = call("simulate", "--games", 1000, "--workers", 1, "--against", deck).out
    assert "Meaning: this deck is better: draws" in text
    assert "· Changes since blocks.yaml: " in text and " → " in text.split("Meaning")[0]
    assert text.index("Meaning") < text.index("\nThe numbers\n")


def test_other_quantities_are_tried_on_this_deck_only() -> None:
    words = ("simulate", "--games", 1000, "--workers", 1, "--format", "json", "--quantity", "crossing-block=12")
    data = json.loads(call(*words, "--against", SHIPPED).out)
    change = data["comparison"]["players-4"]["differences"]["draws"]
    assert change["this"] == pytest.approx(0.24, abs=0.03)
    assert change["other"] == pytest.approx(0.06, abs=0.02)
    assert data["command"].endswith("--quantity crossing-block=12")


def git(folder: Path, *args: str) -> None:
    who = {f"GIT_{role}_{what}": "tester" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    subprocess.run(["git", *args], cwd=folder, check=True, capture_output=True, env={**os.environ, **who})


def test_against_revisions(root: Path, deck: Path) -> None:
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "few blocks")
    (root / "cards/cloudy-kingdom/vines.yaml").write_text(deck.read_text("utf-8"), "utf-8")
    words = ("simulate", "--root", root, "--games", 600, "--workers", 1, "--format", "json")

    def verdict(against: str) -> str:
        result = call(*words, "--against", against)
        assert result.code == 0, result.err
        found: str = json.loads(result.out)["comparison"]["players-4"]["verdict"]
        return found

    assert verdict("HEAD") == "worse"
    git(root, "commit", "-q", "-a", "-m", "many blocks")
    assert verdict("HEAD") == "cannot tell"
    assert verdict("HEAD~1") == "worse"
    assert verdict("HEAD..HEAD~1") == "better"


def test_records_are_written(tmp_path: Path) -> None:
    one, two = tmp_path / "one.game.yaml", tmp_path / "two.game.json"
    result = call("simulate", "--record", 5, one, "--record", 7, two)
    assert (result.code, result.out) == (0, f"{one}\n{two}\n")
    assert yaml.safe_load(one.read_text("utf-8"))["number"] == 5
    assert json.loads(two.read_text("utf-8"))["number"] == 7
    assert call("simulate", "--seats", "all", "--record", 5, one).code == 2


def test_records_are_written_into_a_folder(tmp_path: Path) -> None:
    result = call("simulate", "--seats", "2,4", "--games", 11, "--records", tmp_path / "new")
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert (result.code, len(result.out.splitlines()), len(names)) == (0, 22, 22)
    assert (names[0], names[-1]) == ("players-2-00.game.yaml", "players-4-10.game.yaml")
    assert yaml.safe_load((tmp_path / "new/players-2-10.game.yaml").read_text("utf-8"))["number"] == 10
    call("simulate", "--records", tmp_path / "few")
    assert len(list((tmp_path / "few").iterdir())) == 10


def test_players_and_seats_that_agree() -> None:
    words = ("simulate", "--games", 10, "--workers", 1, "--players", "greedy,random", "--format", "json")
    with_seats, without = (json.loads(call(*words, *more).out) for more in (["--seats", 2], []))
    assert {**with_seats, "command": without["command"]} == without


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--until", "1%"), "omit --until"),
        (("--against", "HEAD"), "omit --against"),
        (("--eager", "chop"), "omit --own and --eager"),
    ],
)
def test_what_a_ranking_cannot_do(words: tuple[str, ...], message: str) -> None:
    result = call("simulate", "--verdicts", "--games", 10, "--workers", 1, *words)
    assert (result.code, result.err.count("\n")) == (2, 1) and message in result.err


def test_rankings_belong_to_a_game() -> None:
    assert "--verdicts" in call("simulate", "--help").out
    assert call("simulate", "--game", "fantasy-realms", "--verdicts").code == 2


def test_help_is_quick_and_lists_the_options_of_the_game() -> None:
    script = (
        "import sys; from cloudy_pnp.cli.main import main\n"
        "try: main(['simulate', '--help'])\n"
        "finally: print([name for name in ('numba', 'numpy', 'joblib', 'jinja2') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment(), check=False
    )
    assert done.stdout.splitlines()[-1] == "[]"
    for word in ("--spells", "--layout", "--against", "cloudy-pnp simulate --games"):
        assert word in done.stdout


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        (("simulate", "--games", "10"), "numba"),
        (("simulate", "--game", "fantasy-realms"), "numba"),
        (("simulate", "--game", "luftschloesser"), "numpy"),
        (("odds", "--game", "fantasy-realms"), "numba"),
        (("best", "--game", "fantasy-realms"), "numba"),
    ],
)
def test_missing_packages_are_named_with_the_command_that_adds_them(
    command: tuple[str, ...], missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a checkout it stays linked to it; a name alone would be looked for in a registry."""
    monkeypatch.undo()
    monkeypatch.setattr(base, "find_spec", lambda name: None if name == missing else True)
    result = call(*command)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert f"needs {missing}: {sys.executable} -m pip install -e '{REPOSITORY}[simulate]'" in result.err


def test_ctrl_c_reports_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background would not hear it
    play = FakeSimulator.play

    def interrupted(simulator: FakeSimulator, first: int, count: int) -> Any:
        if first == 1000:
            signal.raise_signal(signal.SIGINT)  # between two batches, on every machine
        return play(simulator, first, count)

    monkeypatch.setattr(FakeSimulator, "play", interrupted)
    try:
        result = call("simulate", "--games", 1_000_000, "--workers", 1, "--format", "json")
    finally:
        signal.signal(signal.SIGINT, heard)
    assert result.code == 130
    data = json.loads(result.out)
    [table] = data["tables"]
    assert data["interrupted"] is True
    assert table["games"] == 1000
    assert result.err == "cloudy-pnp: stopped after 1,000 games\n"


def test_a_game_of_the_report_can_be_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real simulator and the readable engine."""
    monkeypatch.undo()
    words = ("simulate", "--players", "random,random,random,random", "--games", "300", "--seed", "9", "--workers", "1")
    report = json.loads(call(*words, "--format", "json").out)
    samples = {one["why"]: one["game"] for one in report["tables"][0]["samples"]}
    file = tmp_path / "longest.game.yaml"
    [(why, game)] = [(why, game) for why, game in samples.items() if "longest" in why]
    assert call(*words, "--record", game, file).code == 0
    replayed = run("replay", file, "--format", "json")
    assert replayed.code == 0, replayed.out
    data = json.loads(replayed.out)
    assert data["legal"] is True
    assert f"{data['turns']} turns" in why


def test_the_command_of_the_report_names_a_game_that_is_not_in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    assert _named(home_of("cloudy-kingdom", REPOSITORY)) is None
    assert _named(home_of("luftschloesser")) == "luftschloesser"
