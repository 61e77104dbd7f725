"""Every address of the studio with what no page of ours would send: an answer, never a fault, and nothing is written
outside the project. Addresses are those of the application, so that a new one is attacked too.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from chance import SEED, examples
from starlette.routing import Route

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.studio import project as projects
from cloudy_pnp.studio.project import Project
from cloudy_pnp.studio.server import application
from cloudy_pnp.workspace.home import home_of
from studio.game import GAME, Served

SPELLS = f"cards/{GAME}/spells.yaml"
DEEP: Any = "x"
for _ in range(200):
    DEEP = [DEEP]
# Long work and streams are tried elsewhere.
LEFT_OUT = ("/events", "/saves", "/api/print/{what}")
PLACES = (
    "../../../etc/passwd",
    "/etc/passwd",
    "..",
    "",
    "cards",
    "x\0y",
    "a" * 5_000,
    "cards/../../x.yaml",
    f"cards/{GAME}/.hidden.yaml",
    f"cards/{GAME}/x.py",
    "\udcff",
    SPELLS,
)
VALUES: tuple[Any, ...] = (None, True, -1, 10**30, 1e308, [], {}, DEEP, ["x"], {"x": 1}, *PLACES)
KEYS = ("name", "text", "tab", "card", "kind", "id", "new", "like", "seats", "moves", "seed", "at", "move", "entry")
MORE = ("problem", "edits", "mark", "languages", "cards", "files")


def addresses(running: Served) -> Iterator[tuple[str, str]]:
    for route in application(running.studio).routes:
        if isinstance(route, Route) and route.path not in LEFT_OUT:
            yield from ((method, route.path) for method in sorted(route.methods or ()) if method != "HEAD")


def bodies() -> Iterator[Any]:
    yield from ([], "x", None, 7, DEEP)
    for number, value in enumerate(VALUES):
        yield {key: VALUES[(number + at) % len(VALUES)] for at, key in enumerate((*KEYS, *MORE))}
        if number % 4 == 1:
            yield {**dict.fromkeys((*KEYS, *MORE), "x"), "name": SPELLS, "text": value, "entry": {"x": value}}
        if number % 2:
            edit = {"op": "set", "path": ["spells"], "value": value}
            yield {"name": SPELLS, "text": "spells: []\n", "edits": [edit]}
        if number % 4 == 0:
            edit = {"op": value, "path": [value], "to": value, "at": value}
            yield {"name": SPELLS, "text": "a: 1\n", "edits": [edit]}


def test_every_address_answers_whatever_it_is_asked(
    running: Served, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    root = running.studio.preview.home.root
    outside = {path: path.read_bytes() for path in root.parent.iterdir() if path.is_file()}
    before = {path for path in root.rglob("*") if path.is_file()}
    key = {**running.key, "Content-Type": "application/json"}
    tried = 0
    for method, path in addresses(running):
        if method == "GET":
            asked = [path.split("{")[0] + quote(place.encode("utf-8", "surrogateescape")[:2_000]) for place in PLACES]
            asked += [f"{path}?name={one}&lang={one}&id={one}" for one in ("..%2F..%2Fx", "%00", "%ff", "a" * 999)]
            for where in asked if "{" in path or path.startswith("/api") else [path]:
                answer = running.ask("GET", where, key)
                assert answer.status < 500, (where, answer.body)
                tried += 1
            continue
        for body in bodies():
            sent = json.dumps(body).encode()
            for match in ({"If-Match": '"x"'}, {"If-None-Match": "*"}) if method != "POST" else ({},):
                answer = running.ask(method, path, {**key, **match, "Content-Length": str(len(sent))}, sent)
                assert answer.status < 500, (method, path, body, answer.body[:300])
                tried += 1
    assert tried > 500
    assert "Traceback" not in capfd.readouterr().err
    assert {path: path.read_bytes() for path in root.parent.iterdir() if path.is_file()} == outside
    new = {path for path in root.rglob("*") if path.is_file()} - before
    assert all(path.is_relative_to(root / "cards" / GAME) for path in new), new


@pytest.mark.fuzz
def test_an_address_answers_whatever_is_drawn_by_lot(running: Served, capfd: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(SEED)
    key = {**running.key, "Content-Type": "application/json"}
    asking = [one for one in addresses(running) if one[0] != "GET"]
    words = (*KEYS, *MORE, "op", "path", "value", "to", "where", "tab", "lang", "plan", "file")

    def drawn(depth: int) -> Any:
        if depth == 0 or chance.random() < 0.6:
            return chance.choice((*VALUES, "vines", "stem", "pack:x", "set", "spells: []\n", 0, 1, "en"))
        if chance.random() < 0.5:
            return [drawn(depth - 1) for _ in range(chance.randrange(4))]
        return {chance.choice(words): drawn(depth - 1) for _ in range(chance.randrange(5))}

    for _ in range(examples(20)):
        method, path = chance.choice(asking)
        body = {word: drawn(3) for word in words if chance.random() < 0.8}
        sent = json.dumps(body).encode()
        if chance.random() < 0.1:
            sent = sent[: chance.randrange(len(sent))] + bytes([chance.randrange(256)])
        match = {} if method == "POST" else chance.choice(({"If-Match": '"x"'}, {"If-None-Match": "*"}))
        answer = running.ask(method, path, {**key, **match}, sent)
        assert answer.status < 500, (method, path, sent, answer.body[:300])
    assert "Traceback" not in capfd.readouterr().err


def test_a_folder_that_becomes_a_link_while_something_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at the name and the writing somebody swaps the folder."""
    folder, outside = tmp_path / "root/cards/cloudy-kingdom/more", tmp_path / "outside"
    folder.mkdir(parents=True)
    outside.mkdir()
    (folder.parent / "game.yaml").write_text("game: {}\n")
    project = Project(home_of("cloudy-kingdom", tmp_path / "root"))
    name, looked = "cards/cloudy-kingdom/more/x.yaml", Project.path

    def swapped(self: Project, name: str) -> Path:
        path = looked(self, name)
        if folder.is_dir() and not folder.is_symlink():
            folder.rmdir()
            folder.symlink_to(outside)
        return path

    monkeypatch.setattr(projects.Project, "path", swapped)
    with pytest.raises(UserError):
        project.write(name, "x: 1\n", "")
    assert not list(outside.iterdir())
