"""Who begins and who waits: kept by games that begin from a plan or a record, through to the record that is saved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli.command import call

from studio.game import GAME, GameFolder, served

START = {"first": "heron", "waits": "rose"}


@pytest.mark.parametrize("begun", ["plan", "record", "roles"])
def test_the_start_of_a_game_is_kept(tmp_path: Path, begun: str) -> None:
    game = GameFolder(tmp_path)
    with served(game) as running:

        def ask(method: str, path: str, **body: object) -> dict[str, Any]:
            status, answer = running.call(method, f"/api/play/{path}", body)
            assert status == 200, answer
            return dict(answer)

        start = START
        dealt = ask("POST", "begin", seats=["human", "human", "human"], seed=3)
        _, record = running.call("GET", f"/api/play/record?id={dealt['id']}")
        record = {**record, **START, "players": ["raven", "rose", "heron"]}
        if begun == "roles":
            start = {"first": dealt["players"][1], "waits": dealt["players"][0]}
            match = ask("POST", "begin", seats=["human"] * 3, seed=3, roles={"first": 1, "waits": 0})
            assert match["mover"] == start["first"]
            assert match["roles"] == {"first": 1, "waits": 0}
        elif begun == "plan":
            empty = {"cards": [], "discard": [], "define": {}, "hands": [None] * 3, "spells": record["spells"]}
            asked = {"seats": ["human", "human", "human"], "seed": 1, "plan": {**record, **empty}}
            match = ask("POST", "begin", **asked)
        else:
            (game.folder / "games").mkdir(exist_ok=True)
            (game.folder / "games/mine.game.yaml").write_text(json.dumps(record), "utf-8")
            match = ask("POST", "load", name=f"{GAME}/games/mine.game.yaml")
        for at in range(4):
            match = ask("POST", "move", id=match["id"], at=at, move=0)
        saved = ask("PUT", "record", id=match["id"], name="again")
    path = game.folder / "games/again.game.yaml"
    written = json.loads(path.read_text("utf-8"))
    assert saved["file"]
    assert {key: written.get(key) for key in START} == start
    assert call("replay", path, "--root", game.root).code == 0


@pytest.mark.parametrize(
    ("roles", "status", "error"),
    [
        ({"first": 7}, 422, "this start is not understood"),
        ({"first": "rose"}, 400, "Expected `int`, got `str` - at `$.roles[...]`"),
        ({"first": 1, "waits": 1}, 422, "begins and cannot sit out the first round"),
        ([1], 400, "Expected `object | null`, got `array` - at `$.roles`"),
    ],
)
def test_impossible_roles_are_refused(tmp_path: Path, roles: object, status: int, error: str) -> None:
    with served(GameFolder(tmp_path)) as running:
        body = {"seats": ["human", "human"], "seed": 3, "roles": roles}
        told, answer = running.call("POST", "/api/play/begin", body)
    assert told == status
    assert error in answer["error"]
