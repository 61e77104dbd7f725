"""The routes of the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from cloudy_pnp.studio.desk import Desk
from cloudy_pnp.studio.play_table import Tables
from cloudy_pnp.studio.routes import answering, text_of
from cloudy_pnp.studio.snapshot import Snapshot

_MOST_SEED = 2**31
_THINKERS = 4  # computer players that think in parallel; other requests do not wait for them


def play_routes(
    tables: Tables, desk: Desk, shown: Callable[[], Snapshot], draw: Callable[[str], Awaitable[None]]
) -> list[Route]:
    """Return the routes for playing. `draw` ensures that the cards of a language are drawn."""

    def options(request: Request, _body: dict[str, Any]) -> Any:
        kind = tables.table.cards if tables.table else ""
        lang = request.query_params.get("lang", "en")
        return {**tables.options(lang), "faces": _faces(shown(), lang, kind)}

    async def offer(request: Request) -> Any:
        if "wait" in request.query_params:  # otherwise the cards of another language are shown meanwhile
            await draw(request.query_params.get("lang", "en"))
        return await answering(options)(request)

    def begin(_request: Request, body: dict[str, Any]) -> Any:
        seats, moves, plan = body["seats"], body.get("moves", []), body.get("plan")
        if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
            raise ValueError("seats are names")
        if not isinstance(moves, list) or not all(type(number) is int for number in moves):
            raise ValueError("moves are numbers")
        if plan is not None and not isinstance(plan, dict):
            raise ValueError("a plan is a map")
        curtain, roles = body.get("curtain") is True, _map({"roles": {}, **body}, "roles")
        return tables.begin(seats, _number(body, "seed") % _MOST_SEED, moves, plan, _lang(body), curtain, roles)

    def scene(_request: Request, body: dict[str, Any]) -> Any:
        return tables.scene(text_of(body, "file"), _number(body, "document"), _lang(body))

    def try_card(_request: Request, body: dict[str, Any]) -> Any:
        name, text, card = text_of(body, "name"), text_of(body, "text"), text_of(body, "card")
        card_id = card.partition("/")[2]
        faces: dict[str, Any] = {}
        for face in desk.look(name, text, card).faces:
            faces.setdefault(face["lang"], {}).setdefault(card_id, face)
        return tables.try_card(name, text, card, faces, _lang(body))

    def move(_request: Request, body: dict[str, Any]) -> Any:
        return tables.move(text_of(body, "id"), _number(body, "at"), _number(body, "move"), _lang(body))

    def step(_request: Request, body: dict[str, Any]) -> Any:
        return tables.step(text_of(body, "id"), _number(body, "at"), _lang(body))

    def look(_request: Request, body: dict[str, Any]) -> Any:
        return tables.look(text_of(body, "id"), _number(body, "at"), text_of(body, "eyes"), _lang(body))

    def view(_request: Request, body: dict[str, Any]) -> Any:
        return tables.view(text_of(body, "id"), _number(body, "at"), _lang(body))

    def why(_request: Request, body: dict[str, Any]) -> Any:
        return tables.why(text_of(body, "id"), _number(body, "at"), _map(body, "entry"), _lang(body))

    def record(request: Request, _body: dict[str, Any]) -> Any:
        return tables.record(request.query_params.get("id", ""))

    def save(_request: Request, body: dict[str, Any]) -> Any:
        return tables.save(text_of(body, "id"), text_of(body, "name"))

    def load(_request: Request, body: dict[str, Any]) -> Any:
        return tables.load(text_of(body, "name"), _lang(body))

    asking = {
        "begin": begin,
        "scene": scene,
        "try": try_card,
        "move": move,
        "look": look,
        "view": view,
        "why": why,
        "load": load,
    }
    return [
        Route("/api/play", offer, methods=["GET"]),
        Route("/api/play/record", answering(record), methods=["GET"]),
        Route("/api/play/record", answering(save), methods=["PUT"]),
        Route("/api/play/step", answering(step, ThreadPoolExecutor(_THINKERS, "thinker")), methods=["POST"]),
        *(Route(f"/api/play/{name}", answering(handle), methods=["POST"]) for name, handle in asking.items()),
    ]


def _lang(body: Mapping[str, Any]) -> str:
    return text_of(body, "lang", "en")


def _map(body: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = body.get(key)
    if not isinstance(value, dict):
        raise ValueError(f"{key} is a map")
    return value


def _number(body: Mapping[str, Any], key: str) -> int:
    value = body.get(key, 0)
    if type(value) is not int:
        raise ValueError(f"{key} is a number")
    return value


def _faces(snapshot: Snapshot, lang: str, kind: str) -> dict[str, Any]:
    """Return the pictures of cards by id and by name; if two kinds share one, the kind held in hands comes first."""
    spoken = {**next(iter(snapshot.faces.values()), {}), **snapshot.faces.get(lang, {})}
    pictures: dict[str, Any] = {}
    for face in spoken.values():
        names = {face.name, face.about.id} if face.about else {face.name}
        for name in names:
            if name not in pictures or (face.about and face.about.kind == kind):
                pictures[name] = {
                    "picture": f"picture/{face.drawing.sha256}.svg",
                    "size": face.drawing.size,
                    "title": face.title,
                    "says": face.says,
                }
    return pictures
