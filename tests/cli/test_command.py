"""The command itself: exit codes, stderr, colour, folders, pipes, watching."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.command import MOST_SECONDS, REPOSITORY, Result, call, command, environment, run

BAD = REPOSITORY / "tests" / "bad"
SOUND = REPOSITORY / "cards" / "cloudy-kingdom" / "spells.yaml"
WITH_ERRORS = BAD / "face-4-no-bridge.yaml"
WITH_WARNINGS = BAD / "face-9-same-face.yaml"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A folder that holds a copy of the shipped game."""
    shutil.copytree(REPOSITORY / "cards", tmp_path / "cards")
    return tmp_path


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["export", "tts"], 'did you mean "tabletop-simulator"?'),
        (["build", "--only", "sheet"], 'did you mean "sheets"?'),
        (["export"], "Choose from: blanks, card-game-simulator, card-list"),
    ],
)
def test_a_word_that_is_not_in_a_list_is_one_line_with_the_one_that_was_meant(args: list[str], hint: str) -> None:
    result = call(*args)
    assert (result.code, hint in result.err, "\\n" in result.err) == (2, True, False)


# --- exit codes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "code"), [(SOUND, 0), (WITH_WARNINGS, 0), (WITH_ERRORS, 1)], ids=lambda x: str(x)[-12:]
)
def test_exit_code_says_whether_there_are_errors(path: Path, code: int) -> None:
    result = call("check", path)
    assert result.code == code
    assert result.err == ""


WRONG_CALLS = {
    "unknown command": ["chekc"],
    "unknown option": ["check", "--fromat", "json"],
    "unknown format": ["check", "--format", "yaml"],
    "option without value": ["check", "--format"],
    "unknown game": ["check", "--game", "cloudy-kingdoom"],
    "game with a path": ["check", "--game", "../../etc"],
    "missing file": ["check", "nowhere.yaml"],
    "missing root": ["check", "--root", "nowhere"],
    "root without cards": ["check", "--root", "tests"],
    "folder without card data": ["check", "output"],
    "missing scenario": ["board", "nowhere.board.yaml"],
    "scenario without a file": ["replay"],
}


@pytest.mark.parametrize("name", WRONG_CALLS)
def test_a_wrong_call_is_one_line_on_stderr(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    result = call(*WRONG_CALLS[name])
    assert result.code == 2
    assert result.out == ""
    assert re.fullmatch(r"cloudy-pnp: [^\n]+\n", result.err)


@pytest.mark.parametrize(
    ("args", "word"), [(["chekc"], "check"), (["check", "--game", "cloudy-kingdoom"], "cloudy-kingdom")]
)
def test_a_misspelt_word_gets_the_nearest_one(args: list[str], word: str) -> None:
    assert f'did you mean "{word}"?' in call(*args).err


def test_an_unreadable_file_is_told_and_the_others_are_judged(game: Path) -> None:
    (game / "cards" / "cloudy-kingdom" / "gone.yaml").symlink_to("nowhere")
    shutil.copy(WITH_ERRORS, game / "cards" / "cloudy-kingdom" / "more.yaml")
    result = call("check", "--root", game)
    assert result.code == 2
    assert "FACE-4" in result.out
    assert re.fullmatch(r"cloudy-pnp: cannot read [^\n]+gone.yaml: [^\n]+\n", result.err)


# --- help --------------------------------------------------------------------------------------------------


def test_help_of_every_command_has_an_example() -> None:
    whole = call("--help")
    assert whole.code == 0
    names = re.findall(r"^  ([a-z-]+)  +\S", whole.out.split("commands:", 1)[1], re.MULTILINE)
    assert {"check", "init", "list", "board"} <= set(names)
    for name in names:
        shown = call(name, "--help")
        assert shown.code == 0
        assert f"cloudy-pnp {name}" in shown.out.split("Example")[1]
        if "COMMAND [ARGS]" not in shown.out and name != "lsp":  # which works for any file that an editor opens
            assert "--game" in shown.out
            assert "--root" in shown.out


def test_the_version_is_told() -> None:
    assert re.fullmatch(r"cloudy-pnp, version \d+\.\d+\.\d+\S*\n", call("--version").out)


# --- where the data is -------------------------------------------------------------------------------------


def test_without_a_folder_the_shipped_data_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = call("check")
    assert result.code == 0
    assert ", 50 cards: 0 errors" in result.out
    assert list(tmp_path.iterdir()) == []


def test_the_folder_is_found_upwards(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (game / "deep" / "deeper").mkdir(parents=True)
    shutil.copy(WITH_ERRORS, game / "cards" / "cloudy-kingdom" / "more.yaml")
    monkeypatch.chdir(game / "deep" / "deeper")
    assert "more.yaml:4:21: error FACE-4" in call("check").out


def test_root_names_the_folder(game: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copy(WITH_ERRORS, game / "cards" / "cloudy-kingdom" / "more.yaml")
    monkeypatch.chdir(REPOSITORY)
    assert "FACE-4" in call("check", "--root", game).out
    assert "FACE-4" not in call("check").out


def test_a_root_without_the_game_is_told(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    result = call("check", "--root", tmp_path)
    assert result.code == 2
    assert "cards/cloudy-kingdom" in result.err


def test_only_the_named_files_are_judged(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(WITH_ERRORS, game / "cards" / "cloudy-kingdom" / "more.yaml")
    monkeypatch.chdir(game)
    assert call("check", "cards/cloudy-kingdom/spells.yaml").out.startswith("1 file, 8 cards: 0 errors")
    assert call("check", "cards/cloudy-kingdom/more.yaml").code == 1


def test_the_module_is_the_same_as_the_command() -> None:
    script = shutil.which("cloudy-pnp", path=str(Path(sys.executable).parent))
    assert script, "the package is not installed"
    started = subprocess.run(
        [script, "check", WITH_ERRORS, "--format=json"],
        cwd=REPOSITORY,
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert Result(started.returncode, started.stdout.decode(), started.stderr.decode()) == run(
        "check", WITH_ERRORS, "--format=json"
    )


# --- colour and pipes --------------------------------------------------------------------------------------


def on_a_terminal(*args: str | Path, env: dict[str, str] | None = None) -> str:
    """Return what a call shows on a terminal."""
    master, slave = pty.openpty()
    with subprocess.Popen(
        command(args),
        cwd=REPOSITORY,
        env=environment({"TERM": "xterm", **(env or {})}),
        stdout=slave,
        stderr=slave,
        stdin=slave,
    ) as process:
        os.close(slave)
        shown = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:  # how Linux says that the other side is closed
                break
            if not part:
                break
            shown += part
        os.close(master)
        process.wait(MOST_SECONDS)
    return shown.decode()


def test_colour_on_a_terminal() -> None:
    shown = on_a_terminal("check", WITH_ERRORS)
    assert "\x1b[" in shown
    assert "FACE-4" in shown


def test_no_colour_on_a_terminal_that_asks_for_none() -> None:
    shown = on_a_terminal("check", WITH_ERRORS, env={"NO_COLOR": "1"})
    assert "\x1b" not in shown
    assert "FACE-4" in shown


def test_no_colour_in_a_pipe() -> None:
    result = run("check", WITH_ERRORS, env={"TERM": "xterm"})
    assert "\x1b" not in result.out
    assert "FACE-4" in result.out


def test_machine_formats_have_no_colour_on_a_terminal() -> None:
    assert "\x1b" not in on_a_terminal("check", WITH_ERRORS, "--format=json")


def test_an_old_terminal_gets_every_problem() -> None:
    result = run("check", REPOSITORY / "tests" / "cli" / "golden" / "bad.yaml", env={"PYTHONIOENCODING": "ascii"})
    assert result.code == 1
    assert result.err == ""
    assert "6 errors, 1 warning" in result.out


@pytest.mark.parametrize("style", ["text", "json"])
def test_a_reader_that_has_seen_enough(style: str, tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("vines:\n" + "  - {}\n" * 3_000)
    with subprocess.Popen(
        command(["check", tmp_path / "x.yaml", "--format", style]),
        cwd=REPOSITORY,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(MOST_SECONDS) in (1, 141)


@pytest.mark.parametrize("words", [["list", "vines"], ["--help"], ["check", "--format", "json"]], ids=str)
def test_a_reader_that_has_seen_nothing(words: list[str]) -> None:
    """Ended as by SIGPIPE, without a word: 1 would mean that the data has errors, and all were told."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            command(words), cwd=REPOSITORY, env=environment(), stdout=writing, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


# --- watching ----------------------------------------------------------------------------------------------


class Watched:
    """A running `check --watch`, read line by line with a bound on the waiting."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self._seen = b""

    def wait_for(self, wanted: str) -> str:
        """Everything printed up to a text, which is then forgotten."""
        assert self.process.stdout is not None
        until = time.monotonic() + MOST_SECONDS
        while wanted.encode() not in self._seen:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, until - time.monotonic()))
            part = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            assert part, f'"{wanted}" was not printed: {self._seen.decode()}'
            self._seen += part
        before, _, self._seen = self._seen.partition(wanted.encode())
        return before.decode()


def hear_interrupts() -> None:
    """A job in the background of a shell, as CI may be, ignores Ctrl-C, and so would what it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_watch_sees_a_save_and_ends_on_an_interrupt(game: Path) -> None:
    file = game / "cards" / "cloudy-kingdom" / "more.yaml"
    with subprocess.Popen(
        command(["check", "--watch", "--root", game]),
        cwd=game,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hear_interrupts,
    ) as process:
        try:
            assert process.stdout is not None
            watched = Watched(process)
            watched.wait_for("cards: 0 errors")
            seen = ""
            for attempt in range(MOST_SECONDS // 2):  # the first save may come before the watcher has begun
                file.write_text(f"vines:\n  - id: Wrong\n    count: {attempt}\n    vines: [[n, s]]\n")
                ready, _, _ = select.select([process.stdout], [], [], 2)
                if ready:
                    seen = watched.wait_for("cards: 1 error")
                    break
            assert "SCHEMA-PATTERN" in seen
            file.unlink()
            watched.wait_for("cards: 0 errors")
            process.send_signal(signal.SIGINT)
            assert process.wait(MOST_SECONDS) == 130
            assert process.stderr is not None
            assert process.stderr.read().strip() == b""
        finally:
            process.kill()
