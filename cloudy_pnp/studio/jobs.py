"""Long work beside the pages: a build or a simulation, as the command line does it, in a process of its own.

So what is printed from here is what `cloudy-pnp build` prints, a stop ends it at once, and a fault of it does not end
the studio.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import is_within
from cloudy_pnp.export.exporter import exporter_names
from cloudy_pnp.export.request import DEFAULT_SHEETS
from cloudy_pnp.export.sheets.catalogue import load_catalogue
from cloudy_pnp.export.store import read_manifest
from cloudy_pnp.studio.project import Project
from cloudy_pnp.studio.routes import answering

_MOST_LINES = 400
_MOST_GAMES = 1_000_000
_BOOK = {  # a page that stands alone: its style is inside of it, and it can do nothing
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:",
    "cache-control": "no-cache",
}
Work = Callable[[Mapping[str, Any]], list[str]]


@dataclass(slots=True)
class Job:
    """Something that runs, or has run."""

    what: str
    process: subprocess.Popen[str]
    begun: float = field(default_factory=time.monotonic)
    ended: float | None = None
    stopped: bool = False
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=_MOST_LINES))

    def as_dict(self) -> dict[str, Any]:
        """How far it is."""
        code = self.process.poll() if self.ended is not None else None
        state = "running" if code is None else "stopped" if self.stopped else "done" if code == 0 else "failed"
        seconds = (self.ended or time.monotonic()) - self.begun
        return {"what": self.what, "state": state, "seconds": round(seconds, 1), "lines": list(self.lines)}


class Jobs:
    """One piece of long work at a time."""

    def __init__(self, project: Project, packs: Sequence[Path] = ()) -> None:
        self._project = project
        self._packs = packs
        self._job: Job | None = None
        self._lock = threading.Lock()

    @property
    def output(self) -> Path:
        """Where what is built lies."""
        return self._project.home.output()

    def offered(self) -> dict[str, Any]:
        """What can be asked for, and what is there."""
        home = self._project.home
        files = read_manifest(self.output).files if self.output.is_dir() else {}
        return {
            "exporters": list(exporter_names()),
            "sheets": sorted(load_catalogue(home.template_folders).sheets),
            "usual": list(DEFAULT_SHEETS),
            "simulates": home.game.simulation is not None,
            "files": sorted(name for name in files if (self.output / name).is_file()),
            "job": self._job.as_dict() if self._job else None,
            "readOnly": self._project.read_only,
        }

    def begin(self, what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Start a build or a simulation. Raises UserError while another one runs."""
        works: Mapping[str, Work] = {"build": self._build, "simulate": _simulate}
        if what not in works:
            raise UserError(f"there is no work called {what}")
        with self._lock:
            if self._job and self._job.ended is None:
                raise UserError("something is being done already; stop it first")
            home = self._project.home
            packs = [part for pack in self._packs for part in ("--pack", str(pack))] if what == "simulate" else []
            place = ["--game", home.game.id, "--root", str(home.root)]
            call = [sys.executable, "-m", "cloudy_pnp", what, *works[what](asked), *packs, *place]
            process = subprocess.Popen(
                call, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
            self._job = Job(what, process)
            threading.Thread(target=_follow, args=(self._job,), daemon=True).start()
            return self._job.as_dict()

    def stop(self) -> dict[str, Any]:
        """End what runs; a build that is stopped leaves the last good output."""
        job = self._job
        if job and job.ended is None:
            job.stopped = True
            job.process.terminate()
        return job.as_dict() if job else {}

    def _build(self, asked: Mapping[str, Any]) -> list[str]:
        offered = self.offered()
        args = [part for lang in _names(asked, "languages") for part in ("--lang", lang)]
        for key, option in (("exporters", "--only"), ("sheets", "--sheet")):
            for name in _names(asked, key):
                if name not in offered[key]:
                    raise UserError(f"there is no {name} among the {key}")
                args += [option, name]
        args += [part for card in _names(asked, "cards") for part in ("--card", card)]
        return args + (["--ink-saving"] if asked.get("inkSaving") is True else [])


def _simulate(asked: Mapping[str, Any]) -> list[str]:
    games = asked.get("games", 1000)
    if type(games) is not int or not 1 <= games <= _MOST_GAMES:
        raise UserError(f"games are 1 to {_MOST_GAMES:,}")
    return ["--games", str(games)]


def _names(asked: Mapping[str, Any], key: str) -> list[str]:
    """Words of a request that become words of a call: none of them may look like an option."""
    names = asked.get(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) and name[:1].isalnum() for name in names):
        raise ValueError(f"{key} are names")
    return names


def _follow(job: Job) -> None:
    with job.process as process:
        for line in process.stdout or ():
            job.lines.append(line.rstrip("\n"))
    job.ended = time.monotonic()


def job_routes(jobs: Jobs) -> list[Route]:
    """Begin, look, stop, and take what was made."""

    def offered(_request: Request, _asked: dict[str, Any]) -> Any:
        return jobs.offered()

    def begin(request: Request, asked: dict[str, Any]) -> Any:
        return jobs.begin(request.path_params["what"], asked)

    def stop(_request: Request, _asked: dict[str, Any]) -> Any:
        return jobs.stop()

    async def output(request: Request) -> Response:
        name = request.path_params["name"]
        path = jobs.output / name
        if "\0" in name or not is_within(path, jobs.output) or not path.is_file():
            return PlainTextResponse("there is no such file", 404)
        return FileResponse(path, headers=_BOOK if path.suffix == ".html" else {"cache-control": "no-cache"})

    return [
        Route("/api/print", answering(offered), methods=["GET"]),
        Route("/api/print/{what}", answering(begin), methods=["PUT"]),
        Route("/api/print", answering(stop), methods=["DELETE"]),
        Route("/output/{name:path}", output),
    ]
