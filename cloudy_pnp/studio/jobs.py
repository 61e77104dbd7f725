"""Long jobs in parallel with the pages: a build, an export or a simulation, in a separate command-line process.

So a print from here is the same as that of `cloudy-pnp build`, stopping works at once, and a crash does not end the
studio. Where the system has terminals, the process gets one, which shows its progress.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from cloudy_pnp.core.packages import IN_A_TAB
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import is_within
from cloudy_pnp.export.exporter import exporter_names, is_usable, target_helps, target_names
from cloudy_pnp.export.request import DEFAULT_SHEETS
from cloudy_pnp.export.services import load_services
from cloudy_pnp.export.sheets import load_catalogue
from cloudy_pnp.export.store import read_manifest
from cloudy_pnp.studio.guard import studio_folder
from cloudy_pnp.studio.project import Project

_MOST_LINES = 2000
_MOST_GAMES = 1_000_000
_PATIENCE = 300  # seconds for a rulebook
_GRACE = 5.0  # seconds before a stopped process is killed
_CODES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_SHARE = re.compile(r"([\d,]{1,20})/([\d,]{1,20})")
TOOL = (sys.executable, "-P", "-m", "cloudy_pnp")  # -P: no module comes from the current folder
Work = Callable[[Mapping[str, Any]], list[str]]
Run = Callable[[Sequence[str]], tuple[int, str]]  # a call of the tool: its exit code and output


class Job(Struct):
    """A job that runs, or has run."""

    what: str
    process: subprocess.Popen[bytes] | None = None
    code: int | None = None  # the exit code, when it has ended
    begun: float = field(default_factory=time.monotonic)
    ended: float | None = None
    stopped: bool = False
    now: str = ""  # the current task
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=_MOST_LINES))

    def as_dict(self) -> dict[str, Any]:
        """Return the progress for the page."""
        code = self.code if self.ended is not None else None
        state = "running" if code is None else "done" if code == 0 else "stopped" if self.stopped else "failed"
        seconds = (self.ended or time.monotonic()) - self.begun
        return {
            "what": self.what,
            "state": state,
            "seconds": round(seconds, 1),
            "lines": list(self.lines),
            "now": self.now,
            "share": _share(self.now),
        }


def _share(line: str) -> float | None:
    """Return the completed share of the work, if a line contains it.

    >>> _share("██░░ 1,200/4,800 games, 0:12 left"), _share("reading")
    (0.25, None)
    """
    match = _SHARE.search(line)
    done, of = (int(part.replace(",", "") or 0) for part in match.groups()) if match else (0, 0)
    return min(1.0, done / of) if of else None


Start = Callable[[str, Sequence[str]], Job]  # start a call of the tool


class Jobs:
    """A runner of one long job at a time."""

    def __init__(self, project: Project, packs: Sequence[Path] = (), start: Start | None = None) -> None:
        self._project = project
        self._packs = packs
        self._start = start or start_job
        self._job: Job | None = None
        self._lock = threading.Lock()

    @property
    def output(self) -> Path:
        """The output folder."""
        return self._project.home.output()

    def options(self) -> dict[str, Any]:
        """Return the available options, and the existing files."""
        home = self._project.home
        catalogue = load_catalogue(home.template_folders)
        simulates = home.game.simulation is not None
        elsewhere = [name for name in target_names() if IN_A_TAB and not is_usable(name)]
        return {
            "exporters": list(exporter_names()),
            "targets": {name: text for name, text in target_helps().items() if name not in elsewhere},
            "elsewhere": [*(f"export {name}" for name in elsewhere), *(["simulate"] if simulates and IN_A_TAB else [])],
            "services": sorted(load_services(home.template_folders).services),
            "sheets": sorted(catalogue.sheets),
            "papers": list(catalogue.papers),
            "formats": list(catalogue.formats),
            "usual": list(DEFAULT_SHEETS),
            "simulates": simulates and not IN_A_TAB,
            "drafts": self._project.names_with_drafts(),
            "git": any((folder / ".git").exists() for folder in (home.root, *home.root.parents)),
            "files": list(self.files()),
            "job": self._job.as_dict() if self._job else None,
            "readOnly": self._project.read_only,
        }

    def files(self) -> Iterator[str]:
        """Yield the existing output files of the game and its packs."""
        for folder in (self.output, *sorted((self.output / "packs").glob("*"))):
            below = folder.relative_to(self.output)
            files = read_manifest(folder).files if folder.is_dir() else {}
            yield from sorted((below / name).as_posix() for name in files if _is_inside(folder / name, folder))

    def begin(self, command: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Start a build, an export or a simulation. Raises UserError while another one runs."""
        works: Mapping[str, Work] = {"build": self._build, "export": self._export, "simulate": self._simulate}
        if command not in works:
            raise UserError(f"there is no job called {command}")
        with self._lock:
            if self._job and self._job.ended is None:
                raise UserError("a job is already running; stop it first")
            call = [*TOOL, command, *works[command](body), "--game", self._project.home.game.id]
            self._job = self._start(command, call)
            return self._job.as_dict()

    def stop(self) -> dict[str, Any]:
        """End the running job like Ctrl-C: a build leaves the last good output, a simulation reports its results."""
        job = self._job
        if job and job.process and job.ended is None:
            job.stopped = True
            _signal(job.process, signal.SIGINT)
            threading.Thread(target=_insist, args=(job, job.process, _GRACE), daemon=True).start()
        return job.as_dict() if job else {}

    def end(self, patience: float = _GRACE) -> None:
        """End the running job and wait for its end: the studio ends, and the job could not be stopped any more."""
        job = self._job
        if job and job.process and job.ended is None:
            job.stopped = True
            _signal(job.process, signal.SIGINT)
            _insist(job, job.process, patience)

    def _build(self, body: Mapping[str, Any]) -> list[str]:
        args = self._chosen_options(body, exporters="--only", sheets="--sheet")
        return [*args, *self._how(body), *(["--ink-saving"] if body.get("inkSaving") is True else [])]

    def _export(self, body: Mapping[str, Any]) -> list[str]:
        targets = _names(body, "targets")
        known_targets = target_names()
        for name in targets:
            if name not in known_targets:
                raise UserError(f"there is no {name} among the targets")
        if not targets:
            raise UserError("choose what to export")
        dpi = body.get("dpi")
        if dpi is not None and (type(dpi) is not int or not 30 <= dpi <= 2400):
            raise UserError("pictures need 30 to 2400 dpi")
        fine = ["--dpi", str(dpi)] if dpi is not None else []
        return [*targets, *self._chosen_options(body, services="--service"), *self._how(body), *fine]

    def _how(self, body: Mapping[str, Any]) -> list[str]:
        """Return the common options of builds and exports."""
        args = [part for lang in _names(body, "languages") for part in ("--lang", lang)]
        args += [part for card in _names(body, "cards") for part in ("--card", card)]
        own = [("edition", option.name) for option in self._project.home.game.options[:1]]
        for key, option in (("format", "format"), ("paper", "paper"), *own):
            args += [part for name in _names(body, key) for part in (f"--{option}", name)]
        return [*args, "--root", str(self._project.home.root)]

    def _chosen_options(self, body: Mapping[str, Any], **options: str) -> list[str]:
        available, args = self.options(), []
        for key, option in options.items():
            for name in _names(body, key):
                if name not in available[key]:
                    raise UserError(f"there is no {name} among the {key}")
                args += [option, name]
        return args

    def _simulate(self, body: Mapping[str, Any]) -> list[str]:
        games = body.get("games", 1000)
        if type(games) is not int or not 1 <= games <= _MOST_GAMES:
            raise UserError(f"games must be from 1 to {_MOST_GAMES:,}")
        against, root, rest = body.get("against", ""), self._project.home.root, list[str]()
        if against == "HEAD":
            rest = ["--against", "HEAD"]
        elif against:
            root = self._deck_of_draft(str(against))
            rest = ["--against", str(self._project.path(str(against)))]
        packs = [part for pack in self._packs for part in ("--pack", str(pack))]
        return ["--games", str(games), *rest, *packs, "--root", str(root)]

    def _deck_of_draft(self, name: str) -> Path:
        """Copy the cards to the cache, with unsaved text instead of a file."""
        drafts = self._project.drafts(name)
        if not drafts:
            raise UserError(f"{name} has no unsaved changes: there is nothing to compare")
        home, root = self._project.home, studio_folder(self._project.home.root) / "deck"
        copy = root / home.cards.relative_to(home.root)
        path = self._project.path(name)
        if not path.is_relative_to(home.cards):
            raise UserError("only the game's own cards can be compared before they are saved")
        shutil.rmtree(root, ignore_errors=True)
        for source in self._project.data(home.cards):
            target = copy / source.relative_to(home.cards)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        (copy / path.relative_to(home.cards)).write_text(drafts[0].text, "utf-8")
        return root


def _is_inside(path: Path, folder: Path) -> bool:
    """Check whether a file exists and is not a symlink out of the folder, which a commit may contain."""
    return path.is_file() and is_within(path, folder)


def _names(body: Mapping[str, Any], key: str) -> list[str]:
    """Return words of a request for use in a command: none of them may look like an option."""
    names = body.get(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) and name[:1].isalnum() for name in names):
        raise ValueError(f"{key} are names")
    return names


# --- processes ---------------------------------------------------------------------------------------------


def run_tool(call: Sequence[str]) -> tuple[int, str]:
    """Run a call of the tool in a process, and wait for it. Raises UserError if it takes too long."""
    try:
        done = subprocess.run(
            call,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UserError(f"this was not built within {_PATIENCE} seconds") from None
    return done.returncode, done.stdout


def start_job(command: str, call: Sequence[str]) -> Job:
    """Start a process with a terminal for its messages, so that it shows its progress."""
    terminal, end = _terminal()
    try:
        process = subprocess.Popen(
            call,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if end is None else end,
            env={**os.environ, "NO_COLOR": "1", "COLUMNS": "100"},
            start_new_session=True,
        )
    finally:
        if end is not None:
            os.close(end)
    job = Job(command, process)
    threading.Thread(target=_follow, args=(job, process, terminal), daemon=True).start()
    return job


def _terminal() -> tuple[int | None, int | None]:
    """Return both ends of an invisible terminal; nothing if that is unsupported."""
    try:
        return os.openpty()
    except (AttributeError, OSError):
        return None, None


def _follow(job: Job, process: subprocess.Popen[bytes], terminal: int | None) -> None:
    watching = threading.Thread(target=_watch, args=(job, terminal), daemon=True) if terminal is not None else None
    if watching:
        watching.start()
    with process:
        for line in process.stdout or ():
            job.lines.append(_CODES.sub("", line.decode("utf-8", "replace")).rstrip("\r\n"))
    if watching:
        watching.join(_GRACE)
    job.now, job.code = "", process.returncode
    job.ended = time.monotonic()


def _watch(job: Job, terminal: int) -> None:
    """Collect complete lines; a line that is overwritten repeatedly is the current task."""
    rest = ""
    with suppress(OSError):  # the other end is closed
        while piece := os.read(terminal, 4096):
            *complete, rest = re.split(r"\r?\n", rest + _CODES.sub("", piece.decode("utf-8", "replace")))
            job.lines.extend(last for line in complete if (last := line.rpartition("\r")[2].rstrip()))
            job.now = next((part.strip() for part in reversed(rest.split("\r")) if part.strip()), job.now)
            rest = rest[-400:]
    os.close(terminal)


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    """Signal a process and all its children."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        else:
            process.terminate()


def _insist(job: Job, process: subprocess.Popen[bytes], patience: float) -> None:
    """Kill a job that does not end in time."""
    end = time.monotonic() + patience
    while job.ended is None and time.monotonic() < end:
        time.sleep(0.05)
    if job.ended is None:
        _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))
