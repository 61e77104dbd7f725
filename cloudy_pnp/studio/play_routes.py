"""The addresses of the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from cloudy_pnp.studio.desk import Desk
from cloudy_pnp.studio.routes import answering, text_of
from cloudy_pnp.studio.snapshot import Snapshot
from cloudy_pnp.studio.table import Tables

_MOST_SEED = 2**31
_THINKERS = 4  # computer players that think at the same time; what else is asked for does not wait for them


def play_routes(
    tables: Tables, desk: Desk, shown: Callable[[], Snapshot], draw: Callable[[str], Awaitable[None]]
) -> list[Route]:
    """Begin, move, step, go back, ask why not, put up, try, save, load. `draw` sees to the cards of a language."""

    def offered(request: Request, _asked: dict[str, Any]) -> Any:
        kind = tables.table.cards if tables.table else ""
        lang = request.query_params.get("lang", "en")
        return {**tables.offered(lang), "faces": _faces(shown(), lang, kind)}

    async def offer(request: Request) -> Any:
        if "wait" in request.query_params:  # else the cards of another language lie there meanwhile
            await draw(request.query_params.get("lang", "en"))
        return await answering(offered)(request)

    def begin(_request: Request, asked: dict[str, Any]) -> Any:
        seats, moves, plan = asked["seats"], asked.get("moves", []), asked.get("plan")
        if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
            raise ValueError("seats are names")
        if not isinstance(moves, list) or not all(type(number) is int for number in moves):
            raise ValueError("moves are numbers")
        if plan is not None and not isinstance(plan, dict):
            raise ValueError("a plan is a map")
        curtain = asked.get("curtain") is True
        return tables.begin(seats, _number(asked, "seed") % _MOST_SEED, moves, plan, _lang(asked), curtain)

    def arrange(_request: Request, asked: dict[str, Any]) -> Any:
        act = asked.get("act")
        if act is not None and not isinstance(act, dict):
            raise ValueError("an action is a map")
        return tables.arrange(_map(asked, "start"), act, _lang(asked))

    def try_card(_request: Request, asked: dict[str, Any]) -> Any:
        name, text, card = text_of(asked, "name"), text_of(asked, "text"), text_of(asked, "card")
        own = card.partition("/")[2]
        faces: dict[str, Any] = {}
        for face in desk.look(name, text, card).faces:
            faces.setdefault(face["lang"], {}).setdefault(own, face)
        return tables.try_card(name, text, card, faces, _lang(asked))

    def move(_request: Request, asked: dict[str, Any]) -> Any:
        return tables.move(text_of(asked, "id"), _number(asked, "at"), _number(asked, "move"), _lang(asked))

    def step(_request: Request, asked: dict[str, Any]) -> Any:
        return tables.step(text_of(asked, "id"), _number(asked, "at"), _lang(asked))

    def look(_request: Request, asked: dict[str, Any]) -> Any:
        return tables.look(text_of(asked, "id"), _number(asked, "at"), text_of(asked, "eyes"), _lang(asked))

    def view(_request: Request, asked: dict[str, Any]) -> Any:
        return tables.view(text_of(asked, "id"), _number(asked, "at"), _lang(asked))

    def why(_request: Request, asked: dict[str, Any]) -> Any:
        return tables.why(text_of(asked, "id"), _number(asked, "at"), _map(asked, "entry"), _lang(asked))

    def record(request: Request, _asked: dict[str, Any]) -> Any:
        return tables.record(request.query_params.get("id", ""))

    def save(_request: Request, asked: dict[str, Any]) -> Any:
        return tables.save(text_of(asked, "id"), text_of(asked, "name"))

    def load(_request: Request, asked: dict[str, Any]) -> Any:
        return tables.load(text_of(asked, "name"), _lang(asked))

    asking = {
        "begin": begin,
        "arrange": arrange,
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


def _lang(asked: Mapping[str, Any]) -> str:
    return text_of(asked, "lang", "en")


def _map(asked: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = asked.get(key)
    if not isinstance(value, dict):
        raise ValueError(f"{key} is a map")
    return value


def _number(asked: Mapping[str, Any], key: str) -> int:
    value = asked.get(key, 0)
    if type(value) is not int:
        raise ValueError(f"{key} is a number")
    return value


def _faces(snapshot: Snapshot, lang: str, kind: str) -> dict[str, Any]:
    """The pictures of cards by id and by name; where two kinds share one, the kind that hands hold comes first."""
    spoken = {**next(iter(snapshot.faces.values()), {}), **snapshot.faces.get(lang, {})}
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
