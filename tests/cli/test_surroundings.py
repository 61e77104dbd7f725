"""Whatever there is around a command, or is missing: one line at most, and the right exit code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.command import call, command, environment
from cloudy_pnp.core.shipped import cache_folder

EXPLAIN, WRONG = ("explain", "FACE-4"), ("explain", "NOTHING-4")


def closed(*numbers: int) -> Callable[[], None]:
    def close() -> None:
        for number in numbers:
            os.close(number)

    return close


@pytest.mark.parametrize(
    ("words", "numbers", "code"),
    [
        (EXPLAIN, (1,), 0),
        (EXPLAIN, (0, 1, 2), 0),
        (WRONG, (2,), 2),
        (WRONG, (0, 1, 2), 2),
        (("check", str(Path(__file__).parent.parent / "bad/face-4-no-bridge.yaml")), (1, 2), 1),
    ],
    ids=str,
)
def test_streams_may_be_closed(words: tuple[str, ...], numbers: tuple[int, ...], code: int) -> None:
    done = subprocess.run(
        command(words), env=environment(), capture_output=True, check=False, preexec_fn=closed(*numbers)
    )
    assert (done.returncode, done.stderr) == (code, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("words", [EXPLAIN, WRONG], ids=str)
def test_nothing_can_be_printed(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command(words), env=environment(), stdout=full, stderr=full, check=False)
    assert done.returncode == 2


def test_the_folder_one_is_in_may_be_gone(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    done = subprocess.run(
        command(["check"]),
        cwd=gone,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=gone.rmdir,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "the current directory no longer exists" in done.stderr


def test_folders_may_be_nested_as_deeply_as_the_system_lets_them(tmp_path: Path) -> None:
    place, depth = tmp_path / "cards", 1_200
    descend = os.open(tmp_path, os.O_RDONLY)
    for name in ("cards", *("d" for _ in range(depth))):
        os.mkdir(name, dir_fd=descend)
        below = os.open(name, os.O_RDONLY, dir_fd=descend)
        os.close(descend)
        descend = below
    os.close(descend)
    try:
        assert call("check", "--root", tmp_path).code in (1, 2)
    finally:
        subprocess.run(["rm", "-r", str(place)], check=True)  # Python's own way to do it is not up to that


@pytest.mark.parametrize("place", ["cards/cloudy-kingdom", "packs/p", "templates/cloudy-kingdom"])
def test_more_folders_inside_each_other_than_a_person_makes_are_one_line(place: str, tmp_path: Path) -> None:
    (tmp_path / place / ("d/" * 60)).mkdir(parents=True)
    (tmp_path / "cards/cloudy-kingdom").mkdir(parents=True, exist_ok=True)
    words = ["build", "--only=svg", "--lang=en"] if place.startswith("templates") else ["check"]
    result = call(*words, "--root", tmp_path)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "more than 50 levels of nested folders" in result.err


def test_no_process_that_is_started_imports_from_the_folder_one_is_in(tmp_path: Path) -> None:
    """The workers of `simulate` took a `multiprocessing/` of the checkout for Python's own, and ran it."""
    (tmp_path / "multiprocessing").mkdir()
    (tmp_path / "multiprocessing/__init__.py").write_text("from pathlib import Path\nPath('owned').touch()\n")
    code = (
        "import contextlib, subprocess, sys\nsys.argv[1:] = ['explain', 'FACE-4']\n"
        "import cloudy_pnp.__main__ as command\nwith contextlib.suppress(SystemExit):\n    command.main()\n"
        "subprocess.run([sys.executable, '-c', 'import multiprocessing'], check=True)"
    )
    subprocess.run([sys.executable, "-P", "-c", code], cwd=tmp_path, env=environment(), capture_output=True, check=True)
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize(("then", "code"), [("pass", 2), ("raise ValueError", 1)])
def test_what_waits_for_the_end_is_done_and_the_exit_code_kept(then: str, code: int) -> None:
    """A command leaves without taking every module apart."""
    script = f"""
import atexit, sys
import cloudy_pnp.__main__ as command
sys.argv[1:] = ["nonsense"]
try:
    command.main()
except SystemExit:
    atexit.register(print, "done")
{then}
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (code, "done\n")


def nobody_is_at_home() -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_who_has_no_home_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is in a container that runs as a number: no name, no folder."""
    for variable in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "home", nobody_is_at_home)
    monkeypatch.chdir(tmp_path)
    assert call("init", "mine", "--empty").code == 0
    assert call("check", "--root", "mine").code == 0
    assert call("build", "--only=svg", "--root", "mine").code == 0
    kept = call("calibrate", "--measured", "0.5,-1", "--root", "mine")
    assert (kept.code, kept.err.count("\n"), "cannot write" in kept.err) == (2, 1, True)


def test_a_relative_cache_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "theirs")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert cache_folder() == tmp_path / "home/.cache/cloudy-pnp"


def test_a_cluster_without_numpy_says_what_to_install() -> None:
    """The plain environment has neither numpy nor distributed."""
    program = """
import sys
from importlib.machinery import PathFinder

class Plain:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return None if name in ("numpy", "numba", "distributed") else PathFinder.find_spec(name, path, target)

sys.meta_path[:] = [Plain if finder is PathFinder else finder for finder in sys.meta_path]
from cloudy_pnp.cli.main import main
main(["simulate", "--cluster", "tcp://127.0.0.1:1"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert re.search(r"--cluster needs numpy.*pip install .*\[cluster\]", done.stderr)
