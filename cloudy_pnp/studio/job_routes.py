"""The routes of long jobs: start, inspect, stop, and download the results."""

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

from cloudy_pnp.core.files import in_words
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import is_within
from cloudy_pnp.studio.jobs import Jobs
from cloudy_pnp.studio.routes import answering, calling

# A self-contained file has its style inside, and no privileges: whoever has made it, it is not a page of the studio.
_ALONE = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors"
_TEXT = "text/plain; charset=utf-8"
_SHOWN = {  # everything else is only downloaded: never a script
    ".pdf": "application/pdf",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".html": "text/html; charset=utf-8",
    ".json": _TEXT,
    ".csv": _TEXT,
    ".txt": _TEXT,
}
_MOST_BYTES = 2_000_000_000  # of an archive


def job_routes(jobs: Jobs) -> list[Route]:
    """Return the routes for the printing page."""

    def begin(request: Request, body: dict[str, Any]) -> Any:
        return jobs.begin(request.path_params["what"], body)

    async def output(request: Request) -> Response:
        name = request.path_params["name"]
        try:
            path = jobs.output / name
            if "\0" in name or not is_within(path, jobs.output) or not path.is_file():
                return _nothing()
        except UserError as error:
            return PlainTextResponse(str(error), 404)
        return made_file(path)

    async def parcel(request: Request) -> Response:
        """Return everything below a folder of the output, as one file."""
        folder = request.path_params["folder"]
        try:
            archive = await asyncio.to_thread(_parcel, jobs, folder)
        except UserError as error:
            return PlainTextResponse(str(error), 404)
        except OSError as error:
            return PlainTextResponse(f"cannot pack: {in_words(error)}", 507)
        if archive is None:
            return _nothing()
        title = f"{folder.replace('/', '-')}.zip"
        cleanup = BackgroundTask(archive.unlink)
        return FileResponse(archive, filename=title, media_type="application/zip", background=cleanup)

    return [
        Route("/api/print", calling(jobs.options), methods=["GET"]),
        Route("/api/print/{what}", answering(begin), methods=["PUT"]),
        Route("/api/print", calling(jobs.stop), methods=["DELETE"]),
        Route("/output/{name:path}", output, methods=["GET"]),
        Route("/parcel/{folder:path}.zip", parcel, methods=["GET"]),
    ]


def made_file(path: Path, frames: str = "'none'") -> Response:
    """Return a file of the output, which may be untrusted. `frames`: who may show it inside a page."""
    kind = _SHOWN.get(path.suffix, "application/octet-stream")
    headers = {"cache-control": "no-cache"}
    if path.suffix != ".pdf":  # browsers show none in a sandbox
        headers["content-security-policy"] = f"{_ALONE} {frames}"
    return FileResponse(path, headers=headers, media_type=kind)


def _parcel(jobs: Jobs, folder: str) -> Path | None:
    """Archive everything below a folder of the output; None if that is empty, or too large. Raises OSError."""
    names = [name for name in jobs.files() if name.startswith(f"{folder}/")]
    if not names or sum((jobs.output / name).stat().st_size for name in names) > _MOST_BYTES:
        return None
    handle, archive = tempfile.mkstemp(suffix=".zip")
    try:
        with (
            os.fdopen(handle, "wb") as out,
            zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1, strict_timestamps=False) as parcel,
        ):
            for name in names:
                parcel.write(jobs.output / name, name.removeprefix(f"{folder}/"))
    except BaseException:
        Path(archive).unlink(missing_ok=True)
        raise
    return Path(archive)


def _nothing() -> Response:
    return PlainTextResponse("there is no such file", 404)
