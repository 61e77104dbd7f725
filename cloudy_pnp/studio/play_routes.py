"""The routes of the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from cloudy_pnp.studio.desk import Desk
from cloudy_pnp.studio.play_table import Tables
from cloudy_pnp.studio.routes import calling
from cloudy_pnp.studio.snapshot import Snapshot

_THINKERS = 4  # computer players that think in parallel; other requests do not wait for them


def play_routes(
    tables: Tables, desk: Desk, shown: Callable[[], Snapshot], draw: Callable[[str], Awaitable[None]]
) -> list[Route]:
    """Return the routes for playing. `draw` ensures that the cards of a language are drawn."""

    def options(lang: str = "en") -> Any:
        kind = tables.table.cards if tables.table else ""
        return {**tables.options(lang), "faces": _faces(shown(), lang, kind)}

    async def offer(request: Request) -> Any:
        if "wait" in request.query_params:  # otherwise the cards of another language are shown meanwhile
            await draw(request.query_params.get("lang", "en"))
        return await calling(options)(request)

    def try_card(name: str, text: str, card: str, lang: str = "en") -> Any:
        card_id = card.partition("/")[2]
        faces: dict[str, Any] = {}
        for face in desk.look(name, text, card).faces:
            faces.setdefault(face["lang"], {}).setdefault(card_id, face)
        return tables.try_card(name, text, card, faces, lang)

    asking = {
        "begin": calling(tables.begin),
        "scene": calling(tables.scene, name="file", number="document"),
        "try": calling(try_card),
        "move": calling(tables.move, name="id", number="move"),
        "look": calling(tables.look, name="id"),
        "view": calling(tables.view, name="id"),
        "why": calling(tables.why, name="id"),
        "load": calling(tables.load),
    }
    step = calling(tables.step, ThreadPoolExecutor(_THINKERS, "thinker"), name="id")
    return [
        Route("/api/play", offer, methods=["GET"]),
        Route("/api/play/record", calling(tables.record, name="id"), methods=["GET"]),
        Route("/api/play/record", calling(tables.save, name="id", file="name"), methods=["PUT"]),
        Route("/api/play/step", step, methods=["POST"]),
        *(Route(f"/api/play/{name}", answer, methods=["POST"]) for name, answer in asking.items()),
    ]


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
