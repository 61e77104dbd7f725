"""A copy of the shipped game that tests may break."""

from __future__ import annotations

import http.client
import json
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cli.command import MOST_SECONDS, REPOSITORY
from msgspec import Struct

from cloudy_pnp.core.worker import FILES
from cloudy_pnp.studio.guard import session_of, studio_folder
from cloudy_pnp.studio.listening import Server, open_socket
from cloudy_pnp.studio.preview import Preview
from cloudy_pnp.studio.server import ADDRESS, Listener, Studio
from cloudy_pnp.workspace.home import home_of

GAME = "cloudy-kingdom"


def save(path: Path, text: str) -> None:
    """As many editors do: nobody can see a half-written file."""
    new = path.with_name(f".{path.name}.new")
    new.write_text(text, "utf-8")
    new.replace(path)


class GameFolder:
    """A root with a copy of the game, and ways to save its files."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.rmtree(studio_folder(root), ignore_errors=True)  # what an earlier run has kept for a folder of this name
        self.folder = Path(shutil.copytree(REPOSITORY / "cards" / GAME, root / "cards" / GAME))
        shutil.rmtree(self.folder / "boards")

    def read(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def write(self, name: str, text: str) -> None:
        save(self.folder / name, text)

    def change(self, name: str, old: str, new: str) -> None:
        """Replace a text that must be there."""
        text = self.read(name)
        assert old in text
        self.write(name, text.replace(old, new))


class Answer(Struct, frozen=True):
    """The answer of the server."""

    status: int
    headers: dict[str, str]
    body: bytes


class Served(Struct, frozen=True):
    """A studio that can be reached."""

    studio: Studio
    port: int

    @property
    def address(self) -> str:
        return f"http://{ADDRESS}:{self.port}/?token={self.studio.token}"

    @property
    def key(self) -> dict[str, str]:
        """Return what a browser sends that has been there."""
        return {"Cookie": f"studio-{self.port}={session_of(self.studio.token, self.port)}"}

    def place(self, path: str) -> str:
        """A page of the studio, for a browser that comes for the first time."""
        return f"http://{ADDRESS}:{self.port}{path}{'&' if '?' in path else '?'}token={self.studio.token}"

    def get(self, path: str, host: str | None = None) -> Answer:
        """A request with exactly this path, whatever a browser would make of it."""
        named = (host or "").partition(":")[2]
        port = int(named) if named.isdecimal() else self.port if host is None else 80
        headers = {"Cookie": f"studio-{port}={session_of(self.studio.token, port)}"} | (
            {} if host is None else {"Host": host}
        )
        return self.ask("GET", path, headers)

    def call(self, method: str, path: str, asked: object = None, **headers: str) -> Any:
        """Return what a page of the studio would ask, and the JSON of the answer with its status."""
        own = {**self.key, "Content-Type": "application/json"}
        own |= {key.replace("_", "-"): value for key, value in headers.items()}
        answer = self.ask(method, path, own, b"" if asked is None else json.dumps(asked).encode())
        return answer.status, json.loads(answer.body) if answer.body[:1] in (b"{", b"[") else answer.body.decode()

    def ask(self, method: str, path: str, headers: dict[str, str], body: bytes | None = None) -> Answer:
        """A request with exactly these headers."""
        connection = http.client.HTTPConnection(ADDRESS, self.port, timeout=MOST_SECONDS)
        try:
            connection.request(method, path, body, headers)
            with connection.getresponse() as answer:
                return Answer(answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read())
        finally:
            connection.close()


def _wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + MOST_SECONDS
    while not holds():
        assert time.monotonic() < end, "the first look does not end"
        time.sleep(0.01)


def made_studio(game: GameFolder, listener: Listener = lambda snapshot, paths: None) -> Studio:
    """The preview of a game, in English."""
    return Studio(Preview(home_of(GAME, game.root)), "en", listener)


@contextmanager
def served(
    game: GameFolder, port: int = 0, preview: Preview | None = None, read_only: bool = False
) -> Iterator[Served]:
    """A running server, in a thread of its own."""
    shown = preview or Preview(home_of(GAME, game.root))
    studio = Studio(shown, "en", lambda snapshot, paths: None, read_only)
    server = Server(studio)
    with open_socket(port) as listening:
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            made = Served(studio, listening.getsockname()[1])
            made.get("/")  # answered after the first pictures
            _wait_until(lambda: bool(studio.current.names) and studio.current.whole)
            yield made
        finally:
            server.handle_exit(signal.SIGTERM, None)
            thread.join(MOST_SECONDS)
            assert not thread.is_alive(), "the server does not end"
            FILES._closed = False  # this program goes on


class StudioProcess:
    """The command in a process of its own, as a user starts it; it can be killed."""

    def __init__(self, game: GameFolder, port: int = 0) -> None:
        words = ["studio", "--root", str(game.root), "--game", GAME, "--port", str(port)]
        call = [sys.executable, "-m", "cloudy_pnp", *words]
        self._process = subprocess.Popen(call, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().partition(" ")[0]
        self.port = int(self.address.partition("/?")[0].rpartition(":")[2])

    def place(self, path: str) -> str:
        """A page of the studio, for a browser that comes for the first time."""
        start, _, token = self.address.partition("/?token=")
        return f"{start}{path}{'&' if '?' in path else '?'}token={token}"

    def kill(self) -> None:
        """At once, with no time for anything."""
        self._process.kill()
        self._process.wait(MOST_SECONDS)
        if self._process.stdout is not None:
            self._process.stdout.close()
