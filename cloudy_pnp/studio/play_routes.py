"""The addresses of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from cloudy_pnp.studio.routes import answering, text_of
from cloudy_pnp.studio.snapshot import Snapshot
from cloudy_pnp.studio.table import Tables

_MOST_SEED = 2**31


def play_routes(tables: Tables, shown: Callable[[], Snapshot]) -> list[Route]:
    """Begin, move, step, go back, ask why not, save, load."""

    def offered(request: Request, _asked: dict[str, Any]) -> Any:
        kind = tables.table.cards if tables.table else ""
        return {**tables.offered(), "faces": _faces(shown(), request.query_params.get("lang", ""), kind)}

    def begin(_request: Request, asked: dict[str, Any]) -> Any:
        seats, moves = asked["seats"], asked.get("moves", [])
        if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
            raise ValueError("seats are names")
        if not isinstance(moves, list) or not all(type(number) is int for number in moves):
            raise ValueError("moves are numbers")
        return tables.begin(seats, _number(asked, "seed") % _MOST_SEED, moves)

    def move(_request: Request, asked: dict[str, Any]) -> Any:
        return tables.move(text_of(asked, "id"), _number(asked, "at"), _number(asked, "move"))

    def step(_request: Request, asked: dict[str, Any]) -> Any:
        return tables.step(text_of(asked, "id"), _number(asked, "at"))

    def view(_request: Request, asked: dict[str, Any]) -> Any:
        return tables.view(text_of(asked, "id"), _number(asked, "at"))

    def why(_request: Request, asked: dict[str, Any]) -> Any:
        entry = asked["entry"]
        if not isinstance(entry, dict):
            raise ValueError("a move is a map")
        return tables.why(text_of(asked, "id"), _number(asked, "at"), entry)

    def record(request: Request, _asked: dict[str, Any]) -> Any:
        return tables.record(request.query_params.get("id", ""))

    def save(_request: Request, asked: dict[str, Any]) -> Any:
        return tables.save(text_of(asked, "id"), text_of(asked, "name"))

    def load(_request: Request, asked: dict[str, Any]) -> Any:
        return tables.load(text_of(asked, "name"))

    asking = {"begin": begin, "move": move, "step": step, "view": view, "why": why, "load": load}
    return [
        Route("/api/play", answering(offered), methods=["GET"]),
        Route("/api/play/record", answering(record), methods=["GET"]),
        Route("/api/play/record", answering(save), methods=["PUT"]),
        *(Route(f"/api/play/{name}", answering(handle), methods=["POST"]) for name, handle in asking.items()),
    ]


def _number(asked: Mapping[str, Any], key: str) -> int:
    value = asked.get(key, 0)
    if type(value) is not int:
        raise ValueError(f"{key} is a number")
    return value


def _faces(snapshot: Snapshot, lang: str, kind: str) -> dict[str, Any]:
    """The pictures of cards by id and by name; where two kinds share one, the kind that hands hold comes first."""
    spoken = snapshot.faces.get(lang) or next(iter(snapshot.faces.values()), {})
    found: dict[str, Any] = {}
    for face in spoken.values():
        names = {face.name, face.about.id} if face.about else {face.name}
        for name in names:
            if name not in found or (face.about and face.about.kind == kind):
                found[name] = {
                    "picture": f"/picture/{face.drawing.sha256}.svg",
                    "size": face.drawing.size,
                    "title": face.title,
                    "says": face.says,
                }
    return found
