"""A copy of the shipped game that tests may break."""

from __future__ import annotations

import http.client
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cli.command import MOST_SECONDS, REPOSITORY

from cloudy_pnp.studio.preview import Preview
from cloudy_pnp.studio.server import ADDRESS, Listener, Server, Studio, open_socket
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


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Served:
    """A studio that can be reached."""

    studio: Studio
    port: int

    @property
    def address(self) -> str:
        return f"http://{ADDRESS}:{self.port}/"

    def get(self, path: str, host: str | None = None) -> Answer:
        """A request with exactly this path, whatever a browser would make of it."""
        connection = http.client.HTTPConnection(ADDRESS, self.port, timeout=MOST_SECONDS)
        try:
            connection.request("GET", path, headers={} if host is None else {"Host": host})
            answer = connection.getresponse()
            return Answer(answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read())
        finally:
            connection.close()


def made_studio(game: GameFolder, listener: Listener = lambda snapshot, paths: None) -> Studio:
    """The preview of a game, in English."""
    return Studio(Preview(home_of(GAME, game.root)), "en", listener)


@contextmanager
def served(game: GameFolder, port: int = 0, preview: Preview | None = None) -> Iterator[Served]:
    """A running server, in a thread of its own."""
    studio = Studio(preview, "en", lambda snapshot, paths: None) if preview else made_studio(game)
    server = Server(studio)
    with open_socket(port) as listening:
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            made = Served(studio, listening.getsockname()[1])
            made.get("/")  # answered after the first look
            yield made
        finally:
            server.handle_exit(signal.SIGTERM, None)
            thread.join(MOST_SECONDS)
            assert not thread.is_alive(), "the server does not end"
