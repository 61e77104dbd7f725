"""Whenever a command is ended, each file is whole, as before or as it should be, and the next call does the rest.

Two builds never write to one folder at the same time, and no process outlives the one that started it.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.command import REPOSITORY, call, command, environment, is_alive

from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.export import plan, store
from cloudy_pnp.export.exporter import Job, JobResult
from cloudy_pnp.export.store import staging_dir

AUDIT = bool(os.environ.get("CLOUDY_PNP_AUDIT"))
SMALL = ("build", "--only=svg", "--lang=en")
# A build whose workers name themselves and never end, however fast the machine is.
ENDLESS = """
import os, sys, time
from cloudy_pnp.cli.main import main
from cloudy_pnp.export import plan

def make(job):
    os.write(1, f"{os.getpid()}\\n".encode())
    time.sleep(600)

plan.make = make
main(sys.argv[1:])
"""


def end_everywhere(start: Path, *words: str, every: int = 1) -> int:
    """Return how many steps the command has; it was ended before each of them, or every few. `make audit` tries all."""
    call_in = [sys.executable, str(Path(__file__).with_name("crashes.py")), str(start), *words]
    env = environment({"PYTHONDONTWRITEBYTECODE": "1", "EVERY": "1" if AUDIT else str(every)})
    done = subprocess.run(call_in, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.fixture
def kingdom(tmp_path: Path) -> Path:
    start = tmp_path / "start"
    for folder in ("cards/cloudy-kingdom", "templates/cloudy-kingdom"):
        shutil.copytree(shipped_root() / folder, start / folder)
    return start


def test_a_build_may_be_ended_at_any_step(tmp_path: Path) -> None:
    start = tmp_path / "start"
    assert call("init", start, "--empty").code == 0
    work, cards = tmp_path / "work", start / "cards/start/cards.csv"
    cards.write_text("\n".join(cards.read_text().splitlines()[:3]) + "\n")
    shutil.copytree(start, work)
    env = environment({"XDG_CACHE_HOME": str(tmp_path / "cache-before")})
    subprocess.run([*command(SMALL), "--root", work], env=env, capture_output=True, check=True)
    shutil.copytree(work / "output", start / "output")
    cards.write_text(cards.read_text().replace("Early", "Late").replace("High Noon,sun,3", "High Noon,sun,2"))
    assert end_everywhere(start, *SMALL, "--root", str(work), every=4) > 15


@pytest.mark.parametrize(
    "words",
    [
        ("new", "vine", "Long Ladder", "--vines", "n-s, e", "--count", "2"),
        ("i18n", "accept"),
        ("i18n", "import", "start/de.po"),
    ],
    ids=lambda words: "-".join(words[:2]),
)
def test_what_changes_data_may_be_ended_at_any_step(words: tuple[str, ...], kingdom: Path) -> None:
    if "accept" in words:
        (kingdom / "templates/cloudy-kingdom/rulebook/accepted.yaml").unlink()
    if "import" in words:
        po = kingdom / "de.po"
        assert call("i18n", "export", "de", po, "--root", kingdom).code == 0
        po.write_text(po.read_text().replace('msgstr "Hochheben', 'msgstr "Hoch').replace("Ranken", "Rankln", 40))
        words = (*words[:-1], str(po))
    every = 10 if words[0] == "new" or "import" in words else 4  # they have many steps
    assert end_everywhere(kingdom, *words, "--root", str(kingdom.with_name("work")), every=every) >= 2


@pytest.mark.parametrize("name", ["init", "table", "fix", "calibrate"])
def test_newer_writers_may_be_ended_at_any_step(name: str, tmp_path: Path) -> None:
    start, work = tmp_path / "start", tmp_path / "work"
    if name == "init":
        start.mkdir()
        words = ["init", f"{work}/mine", "--empty"]
    else:
        shutil.copytree(shipped_root() / "cards/cloudy-kingdom", start / "cards/cloudy-kingdom")
        words = ["--root", str(work)]
    if name == "table":
        table = tmp_path / "x.csv"
        assert call("table", "export", "vines", table, "--root", start).code == 0
        table.write_text(table.read_text("utf-8-sig").replace(",1,", ",2,", 2))
        words = ["table", "import", str(table), "vines", *words]
    elif name == "fix":
        path = start / "cards/cloudy-kingdom/glossary.yaml"
        path.write_text(path.read_text().replace("  - id", "\t- id", 1))
        words = ["check", "--fix", "--no-render", *words]
    elif name == "calibrate":
        words = ["calibrate", "--measured", "0.5,-1", *words]
    assert end_everywhere(start, *words, every=10 if name == "fix" else 3) >= 2


@pytest.mark.parametrize("what", ["save", "rename", "pack", "game"])
def test_what_the_studio_writes_may_be_ended_at_any_step(what: str, tmp_path: Path) -> None:
    """Half of a rename, or of a new pack, is no reason to refuse the other half."""
    start = tmp_path / "start"
    shutil.copytree(shipped_root() / "cards/cloudy-kingdom", start / "cards/cloudy-kingdom")
    shutil.rmtree(start / "cards/cloudy-kingdom/games", ignore_errors=True)
    for board in (start / "cards/cloudy-kingdom/boards").iterdir():
        if board.name not in ("chop.board.yaml", "walk.board.yaml"):
            board.unlink()
    assert end_everywhere(start, "studio", what, str(tmp_path / "work"), every=5) >= 3


def test_an_export_may_be_ended_at_any_step(tmp_path: Path) -> None:
    start = tmp_path / "start"
    assert call("init", start, "--empty").code == 0
    words = ["export", "card-list", "--lang=en", "--root", str(tmp_path / "work")]
    assert end_everywhere(start, *words, every=20) >= 5


def test_two_builds_do_not_share_a_folder(tmp_path: Path) -> None:
    with store.alone(tmp_path / "cloudy-kingdom") as locked:
        assert locked
        result = call(*SMALL, "--card=stem", "--out", tmp_path)
        assert (result.code, result.err.count("\n")) == (2, 1)
        assert "another build is writing to" in result.err
        assert not list((tmp_path / "cloudy-kingdom").iterdir())
    assert call(*SMALL, "--card=stem", "--out", tmp_path).code == 0


def test_what_an_ended_build_left_is_swept(tmp_path: Path) -> None:
    (tmp_path / ".new-old/en").mkdir(parents=True)
    (tmp_path / ".new-old/en/x.svg").write_text("x")
    (tmp_path / "outside").mkdir()
    (tmp_path / ".new-link").symlink_to(tmp_path / "outside")
    with staging_dir(tmp_path, alone=False) as mine:
        assert {mine.name, ".new-old"} <= {path.name for path in tmp_path.iterdir()}
    with staging_dir(tmp_path, alone=True) as mine:
        assert {path.name for path in tmp_path.iterdir()} == {mine.name, "outside"}


@pytest.mark.parametrize("lasting", [True, False])
def test_only_what_nobody_writes_any_more_is_swept(tmp_path: Path, lasting: bool) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for process in (gone.pid, os.getppid()):
        (tmp_path / f".new-{process}-abc").touch()
    write_atomic(tmp_path / "x", b"x", lasting=lasting)
    assert {path.name for path in tmp_path.iterdir()} == {"x", f".new-{os.getppid()}-abc"}


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(UserError, match="the disk is full"):
        write_atomic(tmp_path / "x", b"x")
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_take_its_place_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "x/y").mkdir(parents=True)  # a folder is in its place
    with pytest.raises(UserError, match="cannot write"):
        write_atomic(tmp_path / "x", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_a_template_that_changes_in_mid_build_is_told(
    kingdom: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when it is changed back at once: what was made in between is not made from it."""

    def make(job: Job) -> JobResult:
        os.utime(kingdom / "templates/cloudy-kingdom/rulebook/en.md.j2")
        return original(job)

    original = plan.make
    monkeypatch.setattr(plan, "make", make)
    result = call(*SMALL, "--card=stem", "--root", kingdom, "--out", tmp_path / "out")
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "build again" in result.err
    assert not list((tmp_path / "out/cloudy-kingdom").iterdir())


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found in /proc")
def test_no_process_outlives_a_build(tmp_path: Path) -> None:
    words = ["build", "--only=sheets", "--lang=en", "--lang=de", "--out", str(tmp_path)]
    building = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, *words], cwd=REPOSITORY, env=environment(), stdout=subprocess.PIPE
    )
    assert building.stdout is not None
    children = [int(building.stdout.readline()) for _ in range(2)]
    assert all(map(is_alive, children))
    building.send_signal(signal.SIGKILL)
    building.wait()
    building.stdout.close()
    for _ in range(5000):
        if not any(map(is_alive, children)):
            return
        time.sleep(0.02)
    pytest.fail("a worker is still there")
