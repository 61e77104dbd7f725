"""The routes of previews: sheets page by page, the rulebook, the fit of texts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from msgspec import convert
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from cloudy_pnp.studio.fitting import Fitting
from cloudy_pnp.studio.job_routes import made_file
from cloudy_pnp.studio.proofs import Proofs, SheetRequest
from cloudy_pnp.studio.routes import answering, calling

_FOREVER = {"cache-control": "max-age=31536000, immutable"}


def see_routes(proofs: Proofs, fitting: Fitting) -> list[Route]:
    """Return the routes of previews."""

    def sheets(request: Request, _body: dict[str, Any]) -> Any:
        return proofs.sheets(convert(dict(request.query_params), SheetRequest, strict=False))

    async def page(request: Request) -> Response:
        rendered = await asyncio.to_thread(proofs.page, request.path_params["key"], request.path_params["index"])
        return Response(rendered[0], media_type="image/svg+xml", headers=_FOREVER) if rendered else _nothing()

    async def cards(request: Request) -> Response:
        rendered = await asyncio.to_thread(proofs.page, request.path_params["key"], request.path_params["index"])
        return JSONResponse(rendered[1], headers=_FOREVER) if rendered else _nothing()

    async def picture(request: Request) -> Response:
        png = await asyncio.to_thread(proofs.picture, request.path_params["name"], request.path_params["index"])
        return Response(png, media_type="image/png", headers=_FOREVER) if png else _nothing()

    async def icons(_request: Request) -> Response:
        return Response(await asyncio.to_thread(proofs.icons), media_type="image/svg+xml")

    async def file(request: Request) -> Response:
        path = proofs.file(request.path_params["name"])
        return made_file(path, frames="'self'") if path else _nothing()  # a page of the studio shows the book

    pages: dict[str, Callable[[Request], Awaitable[Response]]] = {
        "/sheet/{key}/{index:int}.svg": page,
        "/sheet/{key}/{index:int}.json": cards,
        "/proof-page/{mark}/{index:int}/{name:path}": picture,
        "/proof/{name:path}": file,
        "/icons.svg": icons,
    }
    return [
        Route("/api/proofs", calling(proofs.options), methods=["GET"]),
        Route("/api/proofs", calling(proofs.build, ThreadPoolExecutor(1, "builder")), methods=["POST"]),
        Route("/api/sheets", answering(sheets), methods=["GET"]),
        Route("/api/fit", calling(fitting.table), methods=["GET"]),
        *(Route(path, handle, methods=["GET"]) for path, handle in pages.items()),
    ]


def _nothing() -> Response:
    return PlainTextResponse("there is no such page", 404)
