"""The studio's application in a browser tab: the page's worker calls it instead of a socket.

There are no threads, so every piece of work is a turn of the event loop, and drawing waits while requests are open.
There are no processes either: a command runs here, and the shell ends the whole worker to stop it. What the page
changes is in memory; after each change the worker asks for `changes` and stores them.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import shutil
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import anyio.to_thread

from cloudy_pnp.core import progress
from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.game.registry import DEFAULT, game_ids
from cloudy_pnp.studio.guard import session_of, studio_folder
from cloudy_pnp.studio.jobs import TOOL, Job
from cloudy_pnp.studio.preview import Preview
from cloudy_pnp.studio.server import ADDRESS, Studio, application
from cloudy_pnp.web.carry import add_pack, files_in_zip, link_of, pack_in_link, project_paths, zip_of
from cloudy_pnp.workspace.home import game_of_pack, home_of

_STREAMS = ("/events", "/saves")
_SETTLE = 0.05  # seconds after the last request in which nothing is drawn
_OURS = (b"host", b"cookie", b"sec-fetch-site", b"content-length", b"origin", b"referer")  # the first four are set here
_IN_REQUEST: ContextVar[bool] = ContextVar("cloudy_pnp_in_request", default=False)
Say = Callable[[str], object]
Head = Callable[[int, list[tuple[str, str]]], object]


class Tab:
    """A project in a tab, and the studio that shows it."""

    def __init__(self, root: str, say: Say = print) -> None:
        self.root = Path(root)
        self.root.mkdir(parents=True, exist_ok=True)
        self._drafts = studio_folder(self.root) / "drafts"
        self._say = say  # shows what a command does, also while it blocks this process
        self._open, self._last = 0, 0.0  # requests that are being answered, and the time of the last one
        self._stored: dict[str, tuple[int, ...]] = {}
        self.studio: Studio | None = None

    # --- the application ---

    def open(self, lang: str = "") -> None:
        """Open the project, with the cards in a language first; without one, begin with a copy of the default game."""
        if not self.root.is_dir() or not any(self.root.iterdir()):
            self.do_begin()
        home = home_of(None, self.root)
        preview = Preview(home, home.packs if home.is_own else ())
        next(preview.look(), None)  # its languages are known from now on
        wanted = lang if lang in preview.languages() else ""
        self.studio = Studio(preview, wanted, lambda *_: None, tool=(self._run, self._start))
        self._app = application(self.studio)
        self._cookie = f"studio-80={session_of(self.studio.token, 80)}".encode()

    async def start(self) -> None:
        """Start the application's lifespan: the first check, and noticing changes."""
        loop: Any = asyncio.get_running_loop()
        loop.run_in_executor = self._in_turn
        anyio.to_thread.run_sync = _inline  # type: ignore[assignment]
        self._alive = self._app.router.lifespan_context(self._app)
        await self._alive.__aenter__()

    def _in_turn(self, _executor: object, function: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """Do a piece of work in a later turn of the event loop; drawing waits while requests are open."""

        async def turn() -> Any:
            await asyncio.sleep(0)
            while not _IN_REQUEST.get() and (self._open or time.perf_counter() - self._last < _SETTLE):
                await asyncio.sleep(0.01)
            return function(*args)

        return asyncio.ensure_future(turn())

    async def answer(self, request: Any, head: Head, chunk: Callable[[bytes], object], gone: Awaitable[object]) -> None:
        """Answer a request of the page: `head` once, then `chunk` repeatedly; `gone` ends it when the page is gone."""
        body, path = _bytes(request.body), request.path
        sent = [(name.lower().encode(), value.encode("latin-1", "replace")) for name, value in request.headers]
        kept = [(name, value) for name, value in sent if name not in _OURS]
        ours = dict(zip(_OURS, (ADDRESS.encode(), self._cookie, b"same-origin", b"%d" % len(body)), strict=False))
        query = {"path": unquote(path), "raw_path": path.encode(), "query_string": request.query.encode()}
        ends = {"client": (ADDRESS, 1), "server": (ADDRESS, 80), "scheme": "http", "http_version": "1.1"}
        scope = {"type": "http", "method": request.method, "headers": [*kept, *ours.items()], **query, **ends}
        unread = [body]

        async def receive() -> Mapping[str, Any]:
            if unread:
                return {"type": "http.request", "body": unread.pop(), "more_body": False}
            await asyncio.shield(asyncio.ensure_future(gone))
            return {"type": "http.disconnect"}

        async def send(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                pairs = [(name.decode(), value.decode("latin-1")) for name, value in message["headers"]]
                head(message["status"], [(name, _framed(value)) for name, value in pairs if name != "content-length"])
            elif message.get("body"):
                chunk(message["body"])

        counted = path not in _STREAMS
        _IN_REQUEST.set(True)
        self._open += counted
        try:
            await self._app(scope, receive, send)  # type: ignore[arg-type]
        finally:
            self._open -= counted
            self._last = time.perf_counter()

    # --- commands ---

    def _run(self, call: Sequence[str]) -> tuple[int, str]:
        """Run a call of the tool here; return its exit code and output."""
        from cloudy_pnp.cli.main import main

        out, code, before = io.StringIO(), 0, sys.argv
        sys.argv = ["cloudy-pnp", *call[len(TOOL) :]]
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        finally:
            sys.argv = before
        return code, out.getvalue()

    def _start(self, command: str, call: Sequence[str]) -> Job:
        """Run a call of the tool soon, after the page has its answer."""
        job = Job(command)

        def work() -> None:
            with progress.reported_to(self._note):
                try:
                    job.code, text = self._run(call)
                except Exception as error:
                    job.code, text = 3, f"this has failed: {error!r}"
            job.lines.extend(text.splitlines())
            job.ended = time.monotonic()

        asyncio.get_running_loop().call_later(_SETTLE, work)
        return job

    def _note(self, task: str, done: int, of: int) -> None:
        self._say(f"{task} {done}/{of}" if of else task)

    # --- storing ---

    def changes(self) -> list[tuple[str, bytes | None]]:
        """Return what is not stored: each changed file with its content, each deleted one with None.

        Drafts are stored too, below `.drafts/`. Call `stored` when all of it is safe.
        """
        now = self._state()
        changed: list[tuple[str, bytes | None]] = [
            (name, self.place(name).read_bytes()) for name, mark in now.items() if self._stored.get(name) != mark
        ]
        self._next = now
        return [*changed, *((name, None) for name in self._stored if name not in now)]

    def stored(self) -> None:
        """Note that the last `changes` are safe."""
        self._stored = self._next

    def put(self, name: str, content: Any) -> None:
        """Write a file that the store has."""
        _write(self.place(name), _bytes(content))
        self._stored[name] = _mark(self.place(name))

    def lost(self, name: str) -> None:
        """Delete a file that another program has deleted in the store."""
        self.place(name).unlink(missing_ok=True)
        self._stored.pop(name, None)

    def forget(self) -> None:
        """Note that nothing is stored: the project goes to a new place."""
        self._stored = {}

    def place(self, name: str) -> Path:
        """Return the path of a stored file."""
        drafts = name.removeprefix(".drafts/")
        return self.root / name if drafts == name else self._drafts / drafts

    def _state(self) -> dict[str, tuple[int, ...]]:
        drafts = {f".drafts/{path.name}": path for path in sorted(self._drafts.glob("*.json"))}
        return {name: _mark(path) for name, path in {**project_paths(self.root), **drafts}.items()}

    # --- projects ---

    def call(self, name: str, *args: Any) -> Any:
        """Call a function for the shell; an expected error is returned as JSON."""
        try:
            return getattr(self, f"do_{name}")(*args)
        except UserError as error:
            return json.dumps({"error": str(error)})

    def do_begin(self, game: str = "") -> str:
        """Replace the project by a copy of a game."""
        fresh = self._fresh()
        code, text = self._run([*TOOL, "init", str(fresh), "--from", game or DEFAULT])
        if code:
            raise UserError(text.strip())
        return self._replace(fresh)

    def do_zip(self) -> bytes:
        """Return the project as a zip."""
        return zip_of(self.root)

    def do_unzip(self, content: Any) -> str:
        """Replace the project by that in a zip."""
        files, fresh = files_in_zip(_bytes(content)), self._fresh()
        for name, data in files.items():
            _write(fresh / name, data)
        home_of(None, fresh)  # a game that is not installed here is rejected
        return self._replace(fresh)

    def do_about(self) -> str:
        """Return the games to begin with, and the packs of the project."""
        packs = [folder.name for folder in home_of(None, self.root).packs]
        return json.dumps({"games": list(game_ids()), "packs": packs})

    def do_link(self, pack: str) -> str:
        """Return the fragment of a link with a pack."""
        folder = next((folder for folder in home_of(None, self.root).packs if folder.name == pack), None)
        if folder is None:
            raise UserError(f"there is no pack {quoted(pack)}")
        return json.dumps({"fragment": link_of(folder)})

    def do_add(self, fragment: str) -> str:
        """Add the pack of a link to the project; the studio checks it like any other."""
        name, files = pack_in_link(fragment)
        folder = add_pack(self.root, name, files)
        if folder and self.studio:
            game = self.studio.preview.home.game.id
            if (other := game_of_pack(folder)) != game:
                shutil.rmtree(folder)
                raise UserError(
                    f"this pack is for {quoted(other or '?')}, and the project here is {game}: start a new one"
                )
            self.studio.project.take_in(folder)
        return json.dumps({"pack": name})

    def _fresh(self) -> Path:
        fresh = self.root.with_name("fresh")
        shutil.rmtree(fresh, ignore_errors=True)
        return fresh

    def _replace(self, fresh: Path) -> str:
        shutil.rmtree(self.root)
        fresh.rename(self.root)
        shutil.rmtree(self._drafts, ignore_errors=True)
        return "{}"


async def _inline(function: Callable[..., Any], *args: Any, **_: Any) -> Any:
    return function(*args)


def _bytes(content: Any) -> bytes:
    """Return the bytes of an array of the page."""
    return content.to_bytes() if hasattr(content, "to_bytes") else bytes(content)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _mark(path: Path) -> tuple[int, ...]:
    stat = path.stat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


def _framed(value: str) -> str:
    """Allow the shell to show a page of the studio."""
    return value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
