"""The routes of the studio's pages: files, drafts, checks of a text, edits, fixes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextvars import copy_context
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cloudy_pnp.core.files import parse_json
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.edit import Edit, Insert, Move, Remove, Rename, Set, apply_edits
from cloudy_pnp.data.tables.grid import ENDINGS as TABLE_ENDINGS
from cloudy_pnp.studio.desk import Desk
from cloudy_pnp.studio.guard import MOST_BYTES, studio_folder
from cloudy_pnp.studio.problems import Checker
from cloudy_pnp.studio.project import SHEETS, Changed, Draft, Elsewhere, Project
from cloudy_pnp.workspace.studio_words import words_in

_EDITS: Mapping[str, Callable[..., Edit]] = {
    "set": Set,
    "remove": Remove,
    "insert": Insert,
    "rename": Rename,
    "move": Move,
}
Handler = Callable[[Request, dict[str, Any]], Any]


def answering(handle: Handler, workers: Executor | None = None) -> Callable[[Request], Any]:
    """Wrap a handler that gets the JSON of a request and returns JSON, running it outside the event loop.

    A slow one has its own workers, so that others are answered meanwhile.
    """

    async def route(request: Request) -> Response:
        body = await request.body()
        try:
            content = parse_json(body, MOST_BYTES) if body else {}
            if not isinstance(content, dict):
                raise ValueError("a map is expected")
            work = partial(copy_context().run, handle, request, content)
            return _json(await asyncio.get_running_loop().run_in_executor(workers, work))
        except Changed as error:
            return _json({"error": str(error), "text": error.now.text, "mark": error.now.mark}, 412)
        except Elsewhere as error:
            return _json({"error": str(error)}, 404)
        except UserError as error:
            return _json({"error": str(error)}, 422)
        except RecursionError:
            return _json({"error": "the request is not understood: nested too deeply"}, 400)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            return _json({"error": f"the request is not understood: {error}"}, 400)

    return route


def _json(data: Any, status: int = 200) -> Response:
    """Return JSON in plain ASCII: a name or a text may contain what UTF-8 cannot represent."""
    content = json.dumps(data, allow_nan=False)
    return Response(content, status, headers={"cache-control": "no-store"}, media_type="application/json")


def text_of(body: Mapping[str, Any], key: str, default: str | None = None) -> str:
    """Return a text of a request. Raises ValueError if it has another type."""
    value = body.get(key, default)
    if not isinstance(value, str):
        raise ValueError(f"{key} is a text")
    return value


def file_routes(project: Project, desk: Desk, checker: Checker) -> list[Route]:
    """Return the routes for reading, writing, checking and editing files."""

    def files(_request: Request, _body: dict[str, Any]) -> Any:
        home = project.home
        reader_kinds = sorted(kind.name for kind in home.game.data.kinds if not kind.single)
        return {
            "game": home.game.id,
            "files": project.names(),
            "readOnly": project.read_only,
            "kinds": reader_kinds,
            "plays": home.game.play is not None,
        }

    def words(request: Request, _body: dict[str, Any]) -> Any:
        found = words_in(project.home, request.query_params.get("lang", "").split(","))
        return {**found, "project": studio_folder(project.home.root).name}

    def read(request: Request, _body: dict[str, Any]) -> Any:
        name = request.query_params.get("name", "")
        now = project.read(name)
        drafts = [{"tab": draft.tab, "text": draft.text, "mark": draft.mark} for draft in project.drafts(name)]
        return {"name": name, "text": now.text, "mark": now.mark, "sheet": name.endswith(SHEETS), "drafts": drafts}

    def write(request: Request, body: dict[str, Any]) -> Any:
        name, text = text_of(body, "name"), text_of(body, "text")
        mark = project.write(name, text, _expected_mark(request))
        project.forget(name, text_of(body, "tab", ""))
        return {"mark": mark}

    def delete(request: Request, body: dict[str, Any]) -> Any:
        project.delete(text_of(body, "name"), _expected_mark(request))
        return {}

    def drop(_request: Request, body: dict[str, Any]) -> Any:
        project.forget(text_of(body, "name"), text_of(body, "tab"))
        return {}

    def look(_request: Request, body: dict[str, Any]) -> Any:
        name, text = text_of(body, "name"), text_of(body, "text")
        if body.get("tab"):
            project.keep(Draft(name, text_of(body, "tab"), text, text_of(body, "mark", "")))
        return desk.look(name, text, text_of(body, "card", "")).as_dict()

    def check(_request: Request, body: dict[str, Any]) -> Any:
        return checker.check_typed(text_of(body, "name"), text_of(body, "text"))

    def sentence(_request: Request, body: dict[str, Any]) -> Any:
        authoring = project.home.game.authoring
        read = authoring.load().sentence if authoring else None
        if read is None:
            raise UserError(f"{project.home.game.id} does not turn sentences into cards")
        return read(text_of(body, "text"), text_of(body, "lang"), desk.data())

    def fix(_request: Request, body: dict[str, Any]) -> Any:
        problem = body["problem"]
        if not isinstance(problem, dict):
            raise ValueError("a problem is a map")
        return {"text": desk.fix(text_of(body, "name"), text_of(body, "text"), problem)}

    def edit(_request: Request, body: dict[str, Any]) -> Any:
        name = text_of(body, "name")
        edits = body["edits"]
        if name.endswith(TABLE_ENDINGS):
            raise UserError(f"{name} is a table: change the card in its text, or in a spreadsheet")
        if not isinstance(edits, list) or not all(isinstance(item, dict) for item in edits):
            raise ValueError("edits are a list of maps")
        target = text_of(body["target"], "kind"), text_of(body["target"], "id")
        return {"text": apply_edits(text_of(body, "text"), [edit_of(item) for item in edits], name, target)}

    routes: Sequence[tuple[str, str, Handler]] = (
        ("GET", "/api/files", files),
        ("GET", "/api/words", words),
        ("GET", "/api/file", read),
        ("PUT", "/api/file", write),
        ("DELETE", "/api/file", delete),
        ("DELETE", "/api/draft", drop),
        ("POST", "/api/look", look),
        ("POST", "/api/check", check),
        ("POST", "/api/sentence", sentence),
        ("POST", "/api/fix", fix),
        ("POST", "/api/edit", edit),
    )
    return [Route(path, answering(handle), methods=[method]) for method, path, handle in routes]


def edit_of(body: Mapping[str, Any]) -> Edit:
    """Convert an edit of a page: `{op: set, path: [name, en], value: Gust}`.

    >>> edit_of({"op": "remove", "path": ["effect", 0]})
    Remove(path=('effect', 0), document=0)
    """
    make = partial(_EDITS[text_of(body, "op")], path=_path(body["path"]))
    options = {key: body[key] for key in ("value", "at", "key", "to") if key in body}
    return make(**options)


def _path(steps: Any) -> tuple[str | int, ...]:
    if not isinstance(steps, list) or not all(type(step) in (str, int) for step in steps):
        raise ValueError("a path is a list of keys and numbers")
    return tuple(steps)


def _expected_mark(request: Request) -> str:
    """Return the mark that a writer has seen: `If-Match`, or `If-None-Match: *` for a file that must be new."""
    if request.headers.get("if-none-match") == "*":
        return ""
    mark = request.headers.get("if-match", "").strip('"')
    if not mark:
        raise ValueError("If-Match must name the version of the file that is changed")
    return mark
