"""Habits that people bring from linters: configuration, silence, fixing, standard input, colour."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cli.command import Result, call, command, environment
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.edit import in_order
from cloudy_pnp.workspace.fixing import key_orders
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load

SILENCED = "; cloudy-pnp: ignore FACE-10"
SAME = """\
spells:
  - id: tornado
    name: {en: Tornado, de: Tornado, fr: Tornade, hu: Tornádó}
    effect:
      - pass: left # a comment that stays
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A game of one's own, in which FACE-10 is said of one card."""
    cards = Path(shutil.copytree(shipped_root() / "cards/cloudy-kingdom", tmp_path / "cards/cloudy-kingdom"))
    text = (cards / "vines.yaml").read_text("utf-8")
    assert text.count(SILENCED) == 2
    (cards / "vines.yaml").write_text(text.replace(SILENCED, "", 1), "utf-8")
    return tmp_path


def codes(root: Path, *more: str) -> list[str]:
    """Return what a check says, by code."""
    done = call("check", "--root", root, "--no-render", "--format", "json", *more)
    assert done.err == ""
    return [problem["code"] for problem in json.loads(done.out)["problems"]]


def test_without_configuration_everything_is_said(root: Path) -> None:
    assert codes(root) == ["FACE-10"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cloudy-pnp.toml", 'ignore = ["FACE-10"]'),
        ("cloudy-pnp.toml", 'ignore = ["FACE"]'),
        ("cloudy-pnp.toml", 'select = ["I18N"]'),
        ("cloudy-pnp.toml", '[per-file-ignores]\n"cards/*/vines.yaml" = ["FACE-10"]'),
        ("pyproject.toml", '[tool.cloudy-pnp]\nignore = ["FACE-10"]'),
    ],
)
def test_a_code_can_be_left_out(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text, "utf-8")
    assert codes(root) == []


@pytest.mark.parametrize("name", ["cloudy-pnp.toml", "pyproject.toml"])
def test_the_summary_counts_what_the_configuration_suppresses(root: Path, name: str) -> None:
    """What a pull request's configuration hides must show in the log."""
    heading = "[tool.cloudy-pnp]\n" if name == "pyproject.toml" else ""
    (root / name).write_text(f'{heading}ignore = ["FACE-10"]', "utf-8")
    words = ("check", "--root", root, "--no-render")
    assert call(*words).out.endswith(f"0 errors, 0 warnings\n1 info suppressed by {name}\n")
    assert call(*words, "--format", "github").out == f"::notice title=cloudy-pnp::1 info suppressed by {name}\n"
    assert json.loads(call(*words, "--format", "json").out)["summary"]["suppressed"] == 1


def test_a_ci_job_can_ignore_the_configuration(root: Path) -> None:
    (root / "cloudy-pnp.toml").write_text('ignore = ["FACE-10"]', "utf-8")
    assert codes(root, "--no-config") == ["FACE-10"]


def test_another_file_is_not_meant(root: Path) -> None:
    (root / "cloudy-pnp.toml").write_text('[per-file-ignores]\n"spells.yaml" = ["FACE-10"]', "utf-8")
    assert codes(root) == ["FACE-10"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ignore = [", "cannot read"),
        ('ignore = ["FACE-100"]', 'there is no code "FACE-100"; did you mean "FACE-10"?'),
        ("ignores = []", 'unknown key "ignores"; did you mean "ignore"?'),
        ('ignore = "FACE-10"', "codes are a list of texts"),
    ],
)
def test_a_wrong_configuration_is_one_line(root: Path, text: str, said: str) -> None:
    (root / "cloudy-pnp.toml").write_text(text, "utf-8")
    done = call("check", "--root", root, "--no-render")
    assert (done.code, done.out) == (2, "")
    assert said in done.err


@pytest.mark.parametrize("code", ["FACE-10", "FACE-9"])
@pytest.mark.parametrize("where", ["beside", "above"])
def test_a_line_can_silence_a_note(root: Path, where: str, code: str) -> None:
    file = root / "cards/cloudy-kingdom/vines.yaml"
    lines = file.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if "id: bridge-short" in line)
    comment = f"  # why: looks better; cloudy-pnp: ignore {code}"
    lines[at : at + 1] = [lines[at] + comment] if where == "beside" else [comment, lines[at]]
    file.write_text("\n".join(lines) + "\n", "utf-8")
    assert codes(root) == ([] if code == "FACE-10" else ["FACE-10"])


@pytest.mark.parametrize(
    "words", [("build", "--only", "svg"), ("simulate", "--games", "1")], ids=lambda words: words[0]
)
def test_what_a_line_asks_to_ignore_is_not_told_by_other_commands(root: Path, words: tuple[str, ...]) -> None:
    file = root / "cards/cloudy-kingdom/vines.yaml"
    text = file.read_text("utf-8")
    assert "cloudy-pnp: ignore FACE-10" in text
    file.write_text(text.replace("vines: [[n, e]]", "vines: [[n, q]]", 1), "utf-8")
    (root / "cloudy-pnp.toml").write_text('ignore = ["FACE-10"]', "utf-8")
    done = call(*words, "--root", root, "--out" if words[0] == "build" else "--output", root / "out")
    assert done.code == 1
    assert "error FACE-1:" in done.err
    assert "FACE-10" not in done.err.replace("cloudy-pnp: ignore FACE-10", "")
    assert done.err.endswith("1 error, 0 warnings\n")


def test_an_error_cannot_be_silenced(root: Path) -> None:
    file = root / "cards/cloudy-kingdom/vines.yaml"
    text = file.read_text("utf-8").replace("vines: [[n, e]]", "vines: [[n, q]] # cloudy-pnp: ignore FACE-1", 1)
    file.write_text(text, "utf-8")
    (root / "cloudy-pnp.toml").write_text('ignore = ["FACE"]', "utf-8")
    assert codes(root) == ["FACE-1"]


def test_warnings_can_be_errors(tmp_path: Path) -> None:
    file = tmp_path / "spells.yaml"
    file.write_text(SAME, "utf-8")
    assert call("check", file).code == 0
    done = call("check", file, "--warnings-as-errors")
    assert done.code == 1
    assert "error I18N-SAME" in done.out


def test_quiet_says_errors_only(tmp_path: Path) -> None:
    file = tmp_path / "spells.yaml"
    file.write_text(SAME, "utf-8")
    assert call("check", file, "--quiet") == Result(0, "", "")
    file.write_text(SAME.replace("pass:", "psas:"), "utf-8")
    done = call("check", file, "--quiet")
    assert done.code == 1
    assert "SCHEMA-KEY" in done.out
    assert "1 file" not in done.out


# --- --fix ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("hu: Tornádó}", "hu: Tornádó, same: [de]}"),
        ("      - pass: left", "\t- pass: left"),
        ("      - pass:left", "      - pass: left"),
        ("      - pass-hands: left", "      - pass: left"),
        ("fr: 'L'essor'", 'fr: "L’essor"'),
    ],
    ids=["same", "tab", "colon", "older notation", "quote"],
)
def test_what_is_mechanical_is_mended_and_comments_stay(tmp_path: Path, wrong: str, right: str) -> None:
    text = SAME.replace("hu: Tornádó}", "hu: Tornádó, same: [de]}")
    match wrong.strip()[:2]:
        case "hu":
            text = SAME
        case "fr":
            text = text.replace("fr: Tornade", wrong)
        case _ if right.startswith("\t"):
            text = text.replace(wrong, right)
        case _:
            text = text.replace(right, wrong)
    file = tmp_path / "spells.yaml"
    file.write_text(text, "utf-8")
    shown = call("check", file, "--fix", "--diff")
    assert file.read_text("utf-8") == text
    assert shown.out.startswith("--- a/")
    done = call("check", file, "--fix")
    assert (done.code, done.err) == (0, "")
    assert "1 file, 1 card: 0 errors, 0 warnings\n" in done.out
    assert "# a comment that stays" in file.read_text("utf-8")


MIXED = """\
spells:
  # A storm.
  - effect:
      - pass: left # a comment that stays
    # What it is called.
    name: {hu: Tornádó, en: Tornado, same: [de], de: Tornado, fr: Tornade}
    id: tornado
"""
TIDY = """\
spells:
  # A storm.
  - id: tornado
    # What it is called.
    name: {en: Tornado, de: Tornado, fr: Tornade, hu: Tornádó, same: [de]}
    effect:
      - pass: left # a comment that stays
"""
LANGUAGES = ("en", "de", "fr", "hu")


def test_keys_are_put_in_the_order_of_the_schema_and_languages_in_that_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "spells.yaml"
    file.write_text(MIXED, "utf-8")
    assert call("check", file, "--no-render").out == "1 file, 1 card: 0 errors, 0 warnings\n"  # any order is right
    assert call("check", file, "--no-render", "--fix", "--diff").out.startswith("--- a/")
    assert file.read_text("utf-8") == MIXED
    assert call("check", file, "--no-render", "--fix").code == 0
    assert file.read_text("utf-8") == TIDY


@pytest.mark.parametrize(
    "text", [MIXED.replace("- effect", "- &it effect"), MIXED.replace("    id", "    # Why.\n    id")]
)
def test_what_cannot_be_put_in_order_without_harm_stays(text: str) -> None:
    kinds = {"spells": ["id", "name", "effect"]}
    after = in_order(text, kinds, LANGUAGES)
    assert "effect" in after.splitlines()[2]
    assert in_order(after, kinds, LANGUAGES) == after


@pytest.mark.parametrize("game", ["cloudy-kingdom", "fantasy-realms", "luftschloesser", "harbour-lights"])
def test_shipped_cards_are_in_order(game: str) -> None:
    home = home_of(game)
    orders, languages = key_orders(home), load(home).languages
    for file in home.cards.rglob("*.yaml"):
        text = file.read_text("utf-8")
        assert in_order(text, orders, languages) == text, file


def test_what_is_not_mechanical_stays(tmp_path: Path) -> None:
    file = tmp_path / "spells.yaml"
    file.write_text(SAME.replace("pass: left", "psas: lfet"), "utf-8")
    done = call("check", file, "--fix")
    assert done.code == 1
    assert "SCHEMA-KEY" in done.out
    assert "psas: lfet # a comment that stays" in file.read_text("utf-8")


# --- standard input, colour ----------------------------------------------------------------------------------------


def test_only_a_folder_without_a_game_is_reported_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A root that is named is the user's choice, even where it is the folder that is shipped."""
    monkeypatch.chdir(tmp_path)
    assert "there is no game here; checked cloudy-kingdom" in call("check", "--no-render").err
    done = call("check", "--no-render", "--root", str(shipped_root()))
    assert (done.code, done.err) == (0, "")


def test_standard_input_is_checked(tmp_path: Path) -> None:
    words = command(["check", "-", "--no-render", "--format", "json"])
    text = SAME.replace("pass:", "psas:")
    done = subprocess.run(words, input=text.encode(), env=environment(), capture_output=True, check=False)
    assert done.returncode == 1
    [problem] = [one for one in json.loads(done.stdout)["problems"] if one["severity"] == "error"]
    assert (problem["file"], problem["line"], problem["code"]) == ("stdin.yaml", 5, "SCHEMA-KEY")


def test_standard_input_can_stand_for_a_file_of_the_game(root: Path) -> None:
    name = root / "cards/cloudy-kingdom/vines.yaml"
    words = command(["check", "-", "--stdin-name", name, "--root", root, "--no-render"])
    text = name.read_text("utf-8").replace("id: stem", "id: stalk", 1)
    done = subprocess.run(words, input=text.encode(), env=environment(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith("1 file, 17 cards: 0 errors, 0 warnings, 1 info\n")


@pytest.mark.parametrize("kind", ["/dev/stdin", "a pipe"])
def test_a_stream_by_its_name_leads_to_standard_input(tmp_path: Path, kind: str) -> None:
    """Nothing is judged, and nothing looks as if it had been."""
    path = kind if kind.startswith("/") else str(tmp_path / "pipe")
    if not kind.startswith("/"):
        os.mkfifo(path)
    words = command(["check", path, "--no-render"])
    done = subprocess.run(words, input=SAME.encode(), env=environment(), capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == (
        f"cloudy-pnp: cannot read {path}: not a plain file; standard input is read by `cloudy-pnp check -`\n"
    )


def test_cards_where_nobody_reads_them_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("spells.yaml").write_text(SAME, "utf-8")
    done = call("check")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(
        "cloudy-pnp: spells.yaml is in a folder that is not read: check it by name (cloudy-pnp check spells.yaml)"
    )
    assert call("check", "spells.yaml", "--no-render").code == 0
    Path("cards").mkdir()
    Path("spells.yaml").rename("cards/spells.yaml")
    done = call("check")
    said = "there is no folder cards/cloudy-kingdom, and the tool does not read cards/spells.yaml: move it there"
    assert (done.code, done.out, done.err) == (2, "", f"cloudy-pnp: {said}\n")


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "0"}, False),
    ],
)
def test_colour_can_be_forced(tmp_path: Path, variables: dict[str, str], coloured: bool) -> None:
    file = tmp_path / "spells.yaml"
    file.write_text(SAME, "utf-8")
    done = subprocess.run(
        command(["check", file, "--no-render"]), env=environment(variables), capture_output=True, check=False
    )
    assert (b"\x1b[" in done.stdout) is coloured
