"""What a stranger's commit, a stuck request or a busy computer player must not do to the studio."""

from __future__ import annotations

import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from cli.command import MOST_SECONDS

from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.studio import jobs as jobs_module
from cloudy_pnp.studio import listening, proofs, server
from cloudy_pnp.studio import project as projects
from cloudy_pnp.studio.guard import MOST_BYTES
from cloudy_pnp.studio.jobs import TOOL, Jobs, start_job
from cloudy_pnp.studio.play_table import Tables
from cloudy_pnp.studio.project import Changed, Project
from cloudy_pnp.workspace.home import home_of
from studio.game import GAME, GameFolder, Served, served

SPELLS = f"cards/{GAME}/spells.yaml"


# --- output that somebody has committed --------------------------------------------------------------------


def committed(running: Served, *names: str) -> Path:
    """An output folder that no build of ours has made."""
    folder = running.studio.jobs.output
    entry = {"key": "x", "sha256": "x", "pages": 1, "page_size": [1, 1], "cards": []}
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).unlink(missing_ok=True)
        (folder / name).write_text("<svg xmlns='http://www.w3.org/2000/svg'><script href='/output/x.js'/></svg>")
    files = [{**entry, "path": name} for name in names]
    (folder / "manifest.json").write_text(json.dumps({"version": 1, "files": files}))
    return folder


@pytest.mark.parametrize("name", ["en/x.svg", "en/x.xhtml", "en/x.xml", "en/x.html", "en/x.htm", "x.js", "x.mjs", "x"])
def test_nothing_in_the_output_can_run_a_script(running: Served, name: str) -> None:
    """It would be a page of the studio: it could write files, and start builds."""
    committed(running, name)
    answer = running.get(f"/output/{name}")
    assert answer.status == 200
    assert answer.headers["content-security-policy"].startswith("sandbox; default-src 'none'; style-src")
    assert "script-src" not in answer.headers["content-security-policy"]
    assert "javascript" not in answer.headers["content-type"]


def test_a_parcel_holds_no_file_from_outside(running: Served, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("x")
    folder = committed(running, "en/own.svg", "en/link.svg")
    (folder / "en/link.svg").unlink()
    (folder / "en/link.svg").symlink_to(secret)
    assert running.call("GET", "/api/print")[1]["files"] == ["en/own.svg"]
    with ZipFile(io.BytesIO(running.get("/parcel/en.zip").body)) as parcel:
        assert parcel.namelist() == ["own.svg"]


def test_a_parcel_of_files_older_than_zip(running: Served) -> None:
    folder = committed(running, "en/old.svg")
    os.utime(folder / "en/old.svg", (0, 0))
    answer = running.get("/parcel/en.zip")
    assert answer.status == 200
    with ZipFile(io.BytesIO(answer.body)) as parcel:
        assert parcel.getinfo("old.svg").date_time[0] == 1980


def test_a_parcel_without_room_for_it_is_told(running: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> None:
        raise OSError(28, "No space left on device")

    committed(running, "en/own.svg")
    monkeypatch.setattr("tempfile.mkstemp", full)
    answer = running.get("/parcel/en.zip")
    assert (answer.status, answer.body) == (507, b"cannot pack: the disk is full; free some space and try again")


def test_an_output_folder_that_is_a_link_out(tmp_path: Path) -> None:
    game = GameFolder(tmp_path / "root")
    (tmp_path / "outside" / GAME / "en").mkdir(parents=True)
    (tmp_path / "outside" / GAME / "en/x.svg").write_text("x")
    (game.root / "output").symlink_to(tmp_path / "outside")
    with served(game) as running:
        for path in ("/output/en/x.svg", "/parcel/en.zip"):
            answer = running.get(path)
            assert (answer.status, b"link" in answer.body) == (404, True), path


# --- links that somebody has committed ---------------------------------------------------------------------


def test_a_link_that_leads_out_is_no_file_of_the_project(tmp_path: Path) -> None:
    """Nor does it take the others with it."""
    game = GameFolder(tmp_path / "root")
    (tmp_path / "outside.yaml").write_text("spells: []\n")
    (game.folder / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    project = Project(home_of(GAME, game.root))
    assert f"cards/{GAME}/link.yaml" not in project.names()
    assert SPELLS in project.names()
    assert not [path for path in project.data(game.folder) if path.name == "link.yaml"], "it would be copied"


@pytest.mark.parametrize("name", ["packs", f"cards/{GAME}", f"cards/{GAME}/games"])
def test_a_folder_that_becomes_a_link_while_the_studio_runs(tmp_path: Path, name: str) -> None:
    """Such as when the branch of a stranger is checked out: nothing is written through it."""
    game, outside = GameFolder(tmp_path / "root"), tmp_path / "outside"
    outside.mkdir()
    project = Project(home_of(GAME, game.root))
    folder = game.root / name
    if folder.exists():
        folder.rename(tmp_path / "before")
    folder.symlink_to(outside)
    with pytest.raises(UserError):
        project.begin(game.root / "packs/mine/pack.yaml", "pack: {}\n") if name == "packs" else project.write(
            f"cards/{GAME}/games/x.game.yaml", "{}\n", ""
        )
    assert not list(outside.iterdir())


# --- two studios on one folder -----------------------------------------------------------------------------


def test_two_studios_do_not_overwrite_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one saves between the look at the file and the writing: it has to wait, and is told of the change."""
    game = GameFolder(tmp_path)
    mine, other = (Project(home_of(GAME, game.root)) for _ in range(2))
    seen = mine.read(SPELLS)
    written, told = write_atomic, list[Changed]()

    def save() -> None:
        try:
            other.write(SPELLS, "# other\n", seen.mark)
        except Changed as error:
            told.append(error)

    saving = threading.Thread(target=save)

    def writing(path: Path, content: bytes, **more: Any) -> None:
        if content == b"# mine\n":
            saving.start()
            saving.join(0.3)  # where nothing keeps it waiting, it is done by then
        written(path, content, **more)

    monkeypatch.setattr(projects, "write_atomic", writing)
    mine.write(SPELLS, "# mine\n", seen.mark)
    saving.join(MOST_SECONDS)
    assert [error.now.text for error in told] == ["# mine\n"]
    assert game.read("spells.yaml") == "# mine\n"


# --- requests ----------------------------------------------------------------------------------------------


def asked_raw(running: Served, *headers: str) -> socket.socket:
    own = [f"Host: {server.ADDRESS}:{running.port}", f"Cookie: {running.key['Cookie']}"]
    lines = ["POST /api/edit HTTP/1.1", *own, "Content-Type: application/json", *headers]
    made = socket.create_connection((server.ADDRESS, running.port), MOST_SECONDS)
    made.sendall("\r\n".join([*lines, "", ""]).encode())
    return made


def test_a_body_is_counted_and_not_believed(running: Served) -> None:
    """Of two lengths the one that was not looked at counts."""
    block = b"%x\r\n%b\r\n" % (MOST_BYTES // 2, b" " * (MOST_BYTES // 2))
    with asked_raw(running, "Content-Length: 2", "Transfer-Encoding: chunked") as connection:
        connection.sendall(block * 3)  # and no end
        assert connection.recv(20).startswith(b"HTTP/1.1 413")


def test_a_request_that_does_not_end_does_not_keep_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "_GRACE", 0)
    with served(GameFolder(tmp_path)) as running, asked_raw(running, "Content-Length: 100"):
        assert running.get("/").status == 200  # others are answered


@pytest.mark.parametrize("depth", [300, 600, 900])
def test_an_edit_that_is_nested_deeply(running: Served, depth: int) -> None:
    edit = f'{{"op": "set", "path": ["a"], "value": {"[" * depth}{"]" * depth}}}'
    body = f'{{"name": "{SPELLS}", "text": "a: 1\\n", "edits": [{edit}]}}'.encode()
    answer = running.ask("POST", "/api/edit", {**running.key, "Content-Type": "application/json"}, body)
    assert answer.status in (400, 422), answer.body


# --- what takes long ---------------------------------------------------------------------------------------


def test_while_a_computer_player_thinks_everything_else_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, told = threading.Event(), threading.Event()

    def chooser(_tables: Tables, name: str) -> Any:
        def choose(*_: Any) -> int:
            thinking.set()
            assert told.wait(MOST_SECONDS)
            return 0

        return choose

    monkeypatch.setattr(Tables, "_chooser", chooser)
    with served(GameFolder(tmp_path)) as running, ThreadPoolExecutor(1) as page:
        loop = running.studio._loop
        assert loop is not None
        loop.call_soon_threadsafe(loop.set_default_executor, ThreadPoolExecutor(1))  # however few there are
        _, game = running.call("POST", "/api/play/begin", {"seats": ["owl", "random"], "seed": 1})
        answer = page.submit(running.call, "POST", "/api/play/step", {"id": game["id"], "at": 0})
        try:
            assert thinking.wait(MOST_SECONDS)
            _, file = running.call("GET", f"/api/file?name={SPELLS}")
            new = {"name": SPELLS, "text": file["text"] + "# saved\n"}
            assert running.call("PUT", "/api/file", new, If_Match=file["mark"])[0] == 200
            picture = next(iter(running.studio.current.faces["en"].values())).drawing.sha256
            assert running.get(f"/picture/{picture}.svg").status == 200
            _, other = running.call("POST", "/api/play/begin", {"seats": ["random", "random"], "seed": 2})
            assert running.call("POST", "/api/play/step", {"id": other["id"], "at": 0})[1]["at"] == 1
            assert running.call("POST", "/api/play/view", {"id": game["id"], "at": 0})[1]["length"] == 0
            assert not answer.done()
        finally:
            told.set()
        assert answer.result()[1]["at"] == 1


def test_long_work_imports_nothing_from_where_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cloudy_pnp").mkdir()
    (tmp_path / "cloudy_pnp/__init__.py").write_text("raise SystemExit('a stranger was here')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)  # the command sets it; a program that uses us need not
    done = subprocess.run([*TOOL, "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_book_that_takes_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module, "_PATIENCE", 0)
    with pytest.raises(UserError, match="not built within"):
        proofs.Proofs(Project(home_of(GAME, GameFolder(tmp_path).root))).build("calibration", "en")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs groups of processes")
def test_work_ends_with_the_studio(tmp_path: Path) -> None:
    """Also work that does not listen: nobody could stop it any more."""
    script = (
        "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('ready', flush=True)\ntime.sleep(600)"
    )
    jobs = Jobs(Project(home_of(GAME, GameFolder(tmp_path).root)))
    job = jobs._job = start_job("build", [sys.executable, "-c", script])
    assert job.process
    while "ready" not in job.lines:
        assert job.process.poll() is None
    jobs.end(patience=0.1)
    assert job.process.wait(MOST_SECONDS) == -signal.SIGKILL


def test_the_studio_ends_its_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[Jobs] = []
    monkeypatch.setattr(Jobs, "end", lambda jobs: ended.append(jobs))
    with served(GameFolder(tmp_path)) as running:
        assert not ended
    assert ended == [running.studio.jobs]
