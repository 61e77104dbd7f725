"""The routes of the studio's pages: files, drafts, checks of a text, edits, fixes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextvars import copy_context
from functools import partial
from inspect import signature
from typing import Any, get_type_hints

from msgspec import ValidationError, convert, defstruct
from msgspec.structs import asdict
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
        except (ValidationError, ValueError, KeyError, TypeError, IndexError) as error:
            return _json({"error": f"the request is not understood: {error}"}, 400)

    return route


def calling(function: Callable[..., Any], workers: Executor | None = None, **names: str) -> Callable[[Request], Any]:
    """Wrap a function whose parameters are fields of a request, in its JSON or its address; `names` renames some."""
    hints = get_type_hints(function)
    parameters = signature(function).parameters.values()
    fields = [
        (item.name, hints[item.name], *([] if item.default is item.empty else [item.default])) for item in parameters
    ]
    shape = defstruct("Fields", fields, rename=names)

    def handle(request: Request, body: dict[str, Any]) -> Any:
        return function(**asdict(convert({**request.query_params, **body}, shape)))

    return answering(handle, workers)


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

    def files() -> Any:
        home = project.home
        reader_kinds = sorted(kind.name for kind in home.game.data.kinds if not kind.single)
        return {
            "game": home.game.id,
            "files": project.names(),
            "readOnly": project.read_only,
            "kinds": reader_kinds,
            "plays": home.game.play is not None,
        }

    def words(lang: str = "") -> Any:
        return {**words_in(project.home, lang.split(",")), "project": studio_folder(project.home.root).name}

    def read(name: str = "") -> Any:
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

    def drop(name: str, tab: str) -> Any:
        project.forget(name, tab)
        return {}

    def look(name: str, text: str, tab: str = "", mark: str = "", card: str = "") -> Any:
        if tab:
            project.keep(Draft(name, tab, text, mark))
        return desk.look(name, text, card).as_dict()

    def sentence(text: str, lang: str) -> Any:
        authoring = project.home.game.authoring
        read = authoring.load().sentence if authoring else None
        if read is None:
            raise UserError(f"{project.home.game.id} does not turn sentences into cards")
        return read(text, lang, desk.data())

    def fix(name: str, text: str, problem: dict[str, Any]) -> Any:
        return {"text": desk.fix(name, text, problem)}

    def edit(name: str, text: str, edits: list[dict[str, Any]], target: dict[str, str]) -> Any:
        if name.endswith(TABLE_ENDINGS):
            raise UserError(f"{name} is a table: change the card in its text, or in a spreadsheet")
        return {"text": apply_edits(text, list(map(edit_of, edits)), name, (target["kind"], target["id"]))}

    routes: Sequence[tuple[str, str, Callable[[Request], Any]]] = (
        ("GET", "/api/files", calling(files)),
        ("GET", "/api/words", calling(words)),
        ("GET", "/api/file", calling(read)),
        ("PUT", "/api/file", answering(write)),
        ("DELETE", "/api/file", answering(delete)),
        ("DELETE", "/api/draft", calling(drop)),
        ("POST", "/api/look", calling(look)),
        ("POST", "/api/check", calling(checker.check_typed)),
        ("POST", "/api/sentence", calling(sentence)),
        ("POST", "/api/fix", calling(fix)),
        ("POST", "/api/edit", calling(edit)),
    )
    return [Route(path, answer, methods=[method]) for method, path, answer in routes]


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
