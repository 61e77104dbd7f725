"""The addresses of long work: begin, look, stop, and take what was made."""

from __future__ import annotations

import asyncio
import os
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from cloudy_pnp.data.files import is_within
from cloudy_pnp.studio.jobs import Jobs
from cloudy_pnp.studio.routes import answering

_BOOK = {  # a page that stands alone: its style is inside of it, and it can do nothing
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:",
    "cache-control": "no-cache",
}
_MOST_BYTES = 2_000_000_000  # of a parcel


def job_routes(jobs: Jobs) -> list[Route]:
    """What the page of the press calls."""

    def offered(_request: Request, _asked: dict[str, Any]) -> Any:
        return jobs.offered()

    def begin(request: Request, asked: dict[str, Any]) -> Any:
        return jobs.begin(request.path_params["what"], asked)

    def stop(_request: Request, _asked: dict[str, Any]) -> Any:
        return jobs.stop()

    async def output(request: Request) -> Response:
        name = request.path_params["name"]
        path = jobs.output / name
        if "\0" in name or not is_within(path, jobs.output) or not path.is_file():
            return _nothing()
        return FileResponse(path, headers=_BOOK if path.suffix == ".html" else {"cache-control": "no-cache"})

    async def parcel(request: Request) -> Response:
        """All that was made below a folder, as one file."""
        folder = request.path_params["folder"]
        names = [name for name in jobs.files() if name.startswith(f"{folder}/")]
        if not names or sum((jobs.output / name).stat().st_size for name in names) > _MOST_BYTES:
            return _nothing()
        made = await asyncio.to_thread(_parcel, jobs.output, folder, names)
        title = f"{folder.replace('/', '-')}.zip"
        return FileResponse(made, filename=title, media_type="application/zip", background=BackgroundTask(made.unlink))

    return [
        Route("/api/print", answering(offered), methods=["GET"]),
        Route("/api/print/{what}", answering(begin), methods=["PUT"]),
        Route("/api/print", answering(stop), methods=["DELETE"]),
        Route("/output/{name:path}", output, methods=["GET"]),
        Route("/parcel/{folder:path}.zip", parcel, methods=["GET"]),
    ]


def _parcel(output: Path, folder: str, names: list[str]) -> Path:
    handle, name = tempfile.mkstemp(suffix=".zip")
    with os.fdopen(handle, "wb") as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as parcel:
        for one in names:
            parcel.write(output / one, one.removeprefix(f"{folder}/"))
    return Path(name)


def _nothing() -> Response:
    return PlainTextResponse("there is no such file", 404)
