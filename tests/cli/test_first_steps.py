"""What people try first: help without a command, init, list, explain, and Tab."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from cli.command import REPOSITORY, call
from cloudy_pnp import api
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.game.registry import find_game
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.report import explanations

CODES = api.codes_of(find_game("cloudy-kingdom"))
EXPLAINED = explanations(home_of("cloudy-kingdom"))
SHOWN = {code: data for code, data in EXPLAINED.items() if "wrong" in data}


def test_the_bare_command_shows_five_commands_first() -> None:
    done = call()
    assert (done.code, done.err) == (0, "")
    first = done.out.split("Main commands:")[1].split("More commands:")[0]
    assert [line.split()[0] for line in first.strip().splitlines()] == ["init", "check", "studio", "new", "build"]


# --- init -----------------------------------------------------------------------------------------------------


def test_init_writes_here_without_a_folder_and_overwrites_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README.md").write_text("mine")
    done = call("init")
    assert (done.code, done.out) == (2, "")
    assert done.err == "cloudy-pnp: README.md already exists and is not overwritten: choose another folder\n"
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    (tmp_path / "README.md").unlink()
    assert call("init").code == 0
    assert (tmp_path / "cards/cloudy-kingdom/vines.yaml").is_file()


def test_init_on_a_disk_that_is_full_leaves_nothing_and_can_be_called_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine/cards").mkdir(parents=True)
    room = [5]

    def write(path: Path, content: bytes) -> None:
        room[0] -= 1
        if room[0] < 0:
            raise UserError(f"cannot write {path}: the disk is full; free some space and try again")
        write_atomic(path, content)

    with monkeypatch.context() as full:
        full.setattr("cloudy_pnp.workspace.starting.write_atomic", write)
        done = call("init", "mine")
    assert done.code == 2
    assert done.err.endswith(": the disk is full; free some space and try again\n")
    assert [path.name for path in tmp_path.rglob("*")] == ["mine", "cards"]  # what was there before
    assert call("init", "mine").code == 0


def test_init_gives_the_workflow_and_the_hook_of_the_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("init", "mine").code == 0
    for name in (".github/workflows/cards.yml", ".pre-commit-config.yaml"):
        assert (tmp_path / "mine" / name).read_text() == (REPOSITORY / "docs/example-repo" / name).read_text()


def test_a_pack_in_a_project_is_for_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was one for Cloudy Kingdom, in a folder of its own."""
    assert call("init", tmp_path / "inn", "--empty").code == 0
    monkeypatch.chdir(tmp_path / "inn")
    started = call("init", "storm", "--pack")
    assert started.out.startswith("packs/storm: a pack for inn")
    assert not Path("storm").exists()
    assert yaml.safe_load(Path("packs/storm/pack.yaml").read_text("utf-8"))["pack"]["game"] == "inn"
    card = ["cards", "Ogre", "--suit", "sun", "--cost", "2", "--text", "Roar.", "--pack", "storm", "--yes"]
    assert call("new", *card).code == 0
    assert call("check", "--no-render").code == 0
    assert call("init", "storm", "--pack").code == 2


def test_init_of_an_unknown_game_is_one_line(tmp_path: Path) -> None:
    done = call("init", tmp_path / "x", "--from", "cloudy-kingdon")
    assert done.code == 2
    assert 'did you mean "cloudy-kingdom"?' in done.err


# --- list -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("cards", "stem"),
        ("spells", "twist"),
        ("sheets", "cards-a4-duplex"),
        ("formats", "tarot"),
        ("papers", "letter"),
        ("packs", "giants-and-gales"),
        ("steps", "draw: 2"),
        ("languages", "hu"),
        ("codes", "FACE-4"),
        ("spells", "whirlwind"),  # of a pack beside the game
    ],
)
def test_everything_can_be_listed(what: str, name: str) -> None:
    with contextlib.chdir(REPOSITORY):
        done = call("list", what, "--format", "json")
        assert call("list", what).out.count("\n") == len(json.loads(done.out))
    assert (done.code, done.err) == (0, "")
    assert name in [row["name"] for row in json.loads(done.out)]


def test_the_list_of_lists_names_each() -> None:
    with contextlib.chdir(REPOSITORY):
        names = [line.split()[0] for line in call("list").out.splitlines()]
    assert {"cards", "spells", "sheets", "formats", "papers", "packs", "steps", "languages", "codes"} <= set(names)
    copies = dict(line.split(maxsplit=1) for line in call("list", "vines").out.splitlines())
    assert (copies["stem"], copies["bend-right"]) == ("6 copies", "1 copy")
    assert call("list", "speels").err.startswith('cloudy-pnp: there is no list of "speels"; did you mean "spells"?')


# --- explain --------------------------------------------------------------------------------------------------


def test_every_code_is_explained_and_no_other() -> None:
    assert list(CODES) != []
    assert set(EXPLAINED) == set(CODES)
    assert all(data["fix"] for data in EXPLAINED.values())
    assert len(SHOWN) >= 35


@pytest.mark.parametrize("code", SHOWN)
def test_the_wrong_example_has_the_problem_and_the_right_one_none(code: str, tmp_path: Path) -> None:
    name = SHOWN[code].get("as", "slip.yaml")
    found = {}
    for which in ("wrong", "right"):
        path = tmp_path / which / name
        path.parent.mkdir()
        path.write_text(SHOWN[code][which], "utf-8")
        problems = json.loads(call("check", path, "--format", "json").out)["problems"]
        found[which] = {problem["code"] for problem in problems}
    assert code in found["wrong"]
    assert found["right"] == set()


def test_codes_of_other_games_are_explained_too() -> None:
    assert call("explain", "air-1").out.startswith("AIR-1: ")
    assert call("explain", "KIND-NAME").out.startswith("KIND-NAME: ")
    assert call("explain", "AIR-99").code == 2


def test_explain_prints_rule_and_examples() -> None:
    done = call("explain", "face-4")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"FACE-4: {CODES['FACE-4']}\n")
    for which in ("wrong", "right"):
        assert yaml.safe_load(done.out.split(f"{which.title()}:\n")[1].split("\n\n")[0]) == yaml.safe_load(
            SHOWN["FACE-4"][which]
        )
    assert call("explain", "FACE-44").err.startswith('cloudy-pnp: there is no code "FACE-44"; did you mean "FACE-4"?')


# --- Tab ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("bui",), "build"),
        (("build", "--lang", "h"), "hu"),
        (("build", "--card", "twi"), "twist"),
        (("build", "--quantity", "ste"), "stem="),
        (("build", "--sheet", "cards-a3"), "cards-a3-duplex"),
        (("build", "--pack", "gia"), "giants-and-gales"),
        (("show", "whirl"), "whirlwind"),
        (("explain", "FACE-1"), "FACE-10"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value,
)
def test_tab_proposes_what_there_is(words: tuple[str, ...], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last word is not finished."""
    monkeypatch.chdir(REPOSITORY)
    monkeypatch.setenv("_CLOUDY_PNP_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(("cloudy-pnp", *words)))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    result = call()
    assert result.err == ""
    assert expected in [item.split(",", 1)[1] for item in result.out.split()]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_line_for_a_shell_prints_a_script(shell: str) -> None:
    variable = f"_CLOUDY_PNP_COMPLETE={shell}_source"
    assert variable in (REPOSITORY / "docs/how-to/install.md").read_text("utf-8")
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY), "_CLOUDY_PNP_COMPLETE": f"{shell}_source"}
    done = subprocess.run([sys.executable, "-m", "cloudy_pnp"], env=env, capture_output=True, text=True, check=False)
    assert "_CLOUDY_PNP_COMPLETE" in done.stdout


def test_a_folder_of_packs_without_a_description_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "packs/p1").mkdir(parents=True)
    (tmp_path / "packs/p1/vines.yaml").write_text("vines: []\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    result = call("check")
    assert result.code == 2
    assert "no folder in packs is a pack: a pack has a file pack.yaml" in result.err
