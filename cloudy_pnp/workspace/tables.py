"""Cards to a table and back: any kind of any game, into YAML with its comments kept."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.problems import DataPath, Finding, Problem, Severity, UserError, quoted, suggest
from cloudy_pnp.data.edit import Edit, Insert, Remove, Set, apply_edits
from cloudy_pnp.data.entries import Entry
from cloudy_pnp.data.files import display_path
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.tables.grid import ENDINGS, MOST_BYTES, grid_of, read_grid
from cloudy_pnp.data.tables.read import TableFile, TableUse, join_tables, read_sheet
from cloudy_pnp.data.tables.write import csv_bytes, ods_bytes, options_of, table_rows, xlsx_bytes
from cloudy_pnp.data.write import list_file
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.load import Loaded, load
from cloudy_pnp.workspace.report import problems_of


def export_table(home: Home, kind: str, path: Path) -> tuple[bytes, int]:
    """Return the cards of a kind as a file with the ending of `path`, and their number."""
    loaded = load(home)
    schema = _schema(loaded, kind)
    _require_whole(loaded, kind)
    entries = [entry.data for entry in loaded.written.of(kind)]
    heads, rows = table_rows(entries, schema, loaded.languages)
    match path.suffix.lower():
        case ".csv":
            return csv_bytes(heads, rows), len(rows)
        case ".xlsx":
            return xlsx_bytes(heads, rows, options_of(schema, loaded.languages), kind), len(rows)
        case ".ods":
            return ods_bytes(heads, rows, kind), len(rows)
    raise UserError(f"{display_path(path)}: a table is written as .csv, .xlsx or .ods")


def _schema(loaded: Loaded, kind: str) -> Schema:
    known = [name for name, info in loaded.kinds.items() if not info.single]
    if kind not in known:
        raise UserError(f'there is no kind "{kind}" in {loaded.game.id}; {suggest(kind, known)}')
    return loaded.reader.entry_schema(kind)


class Imported(Struct):
    """The changes that an import would make; nothing is written yet."""

    problems: list[Problem]
    source: TableFile
    files: dict[Path, str] = field(default_factory=dict)  # the texts after it
    changed: int = 0
    added: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)  # ids of cards that the table does not have


def import_table(home: Home, path: Path, kind: str, sheet: str = "") -> Imported:
    """Return the YAML files of a kind with the cards of a table: changed values, new cards.

    Comments stay; so do values without a column. A card that the table does not have is unchanged, and named.
    """
    loaded = load(home)
    schema = _schema(loaded, kind)
    if not path.name.lower().endswith(ENDINGS):
        raise UserError(f"{display_path(path)} is not a table: .csv, .xlsx or .ods")
    grid = read_grid(path, display_path(path), sheet)
    use = replace(loaded.game.data.tables.get(kind, TableUse()), rows={})
    table = join_tables([read_sheet(grid, kind, schema, loaded.languages, use)])
    rows: list[Mapping[str, Any]] = table.documents[0][kind]
    findings = [
        (table, finding.under(kind, index)) for index, row in enumerate(rows) for finding in schema.findings(dict(row))
    ]
    findings += [(table, finding) for finding in _duplicates(table, kind, rows)]
    result = Imported(problems_of([table], findings), table)
    if any(problem.severity is Severity.ERROR for problem in result.problems):
        return result
    _require_whole(loaded, kind)
    known = {entry.id: entry for entry in loaded.written.of(kind)}
    if any(isinstance(entry.source, TableFile) for entry in known.values()):
        raise UserError(f"the {kind} of {loaded.game.id} are kept in a table already: edit that table")
    columns = {path[0] for path in table.sheets[kind].columns}
    edits: dict[str, list[Edit]] = {}
    new: list[Mapping[str, Any]] = []
    for row in rows:
        old = known.pop(str(row["id"]), None)
        if old is None:
            new.append(row)
        elif some := list(_changes(old, row, columns)):
            edits.setdefault(old.source.name, []).extend(some)
            result.changed += 1
    result.missing = list(known)
    result.added = [str(row["id"]) for row in new]
    _apply(loaded, kind, edits, new, result)
    return result


def _require_whole(loaded: Loaded, kind: str) -> None:
    """Raise UserError if cards of a kind cannot be read: a table would lack them, or add them a second time."""
    broken = [entry.source.name for entry in loaded.entries.partial.get(kind, ())]
    broken += [source.name for source in loaded.own if not source.whole]
    if loaded.files.unreadable or broken:
        where = ", ".join(dict.fromkeys(broken)) or loaded.files.unreadable[0]
        raise UserError(f"some {kind} cannot be read: run `cloudy-pnp check` and fix them first ({where})")


def _duplicates(table: TableFile, kind: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    """REF-DUPLICATE: yield a finding for every row whose id an earlier row has; the message names the earlier cell."""
    first: dict[str, int] = {}
    for index, row in enumerate(rows):
        if "id" in row and first.setdefault(str(row["id"]), index) != index:
            earlier = table.cell_of((kind, first[str(row["id"])], "id"))
            message = f"the id {quoted(str(row['id']))} is already in {earlier}"
            yield Finding("REF-DUPLICATE", (kind, index, "id"), message, "delete one of the rows, or change its id")


def _changes(old: Entry, row: Mapping[str, Any], columns: set[str]) -> Iterator[Edit]:
    """Return only the differences, as deep as maps go."""
    for key in sorted(columns):
        yield from _difference((*old.path, key), old.data.get(key), row.get(key))


def _difference(path: DataPath, old: Any, new: Any) -> Iterator[Edit]:
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys((*old, *new)):
            yield from _difference((*path, key), old.get(key), new.get(key))
    elif new is None:
        yield Remove(path)
    else:
        yield Set(path, new)


def _apply(
    loaded: Loaded, kind: str, edits: dict[str, list[Edit]], new: Sequence[Mapping[str, Any]], result: Imported
) -> None:
    sources = {source.name: source for source in loaded.own if not isinstance(source, TableFile)}
    holding = [source for source in sources.values() if loaded.reader.kind_of(source) == kind]
    for name in edits:
        if name not in sources:
            raise UserError(
                f"{name} is not one of the game's own files: copy it to {display_path(loaded.home.cards)} first"
            )
    if new and holding:
        edits.setdefault(holding[-1].name, []).extend(Insert((kind,), dict(row)) for row in new)
    elif new:
        path = loaded.home.cards / f"{kind}.yaml"
        head = [loaded.home.schema_line(path, kind)]
        text = list_file(kind, new[0], head=head)
        more: list[Edit] = [Insert((kind,), dict(row)) for row in new[1:]]
        result.files[path] = apply_edits(text, more, display_path(path))
    for name, some in edits.items():
        result.files[Path(name)] = apply_edits(sources[name].original, some, name)


_SECONDS = 30  # without a word
_MOST_SECONDS = 120  # in all
_LOCAL = ("localhost", "127.0.0.1", "::1")


class _SafeRedirects(HTTPRedirectHandler):
    """An address may lead on, but never to a file of this machine or off HTTPS."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def]
        try:
            _check_address(newurl)
            if urlsplit(req.full_url).scheme == "https" != urlsplit(newurl).scheme:
                leads = f"{req.full_url} redirects to {newurl}, which is not fetched"
                raise UserError(f"{leads}: it has to begin with https://")
        except UserError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def fetched(url: str, ending: str) -> bytes:
    """Fetch a table with that ending from an address. Raises UserError."""
    if ending not in ENDINGS:
        raise UserError(f'"{ending}" is not the ending of a table: {", ".join(ENDINGS)}')
    _check_address(url)
    request = Request(url, headers={"User-Agent": "cloudy-pnp"})  # noqa: S310 - the scheme is checked above
    content = _answer(request)
    if len(content) > MOST_BYTES:
        raise UserError(f"{url} returns more than {MOST_BYTES:,} bytes")
    if content.lstrip()[:1] == b"<" and ending in (".csv", ".tsv"):
        raise UserError(f"{url} returns a web page, not a table: publish one sheet as CSV and use that address")
    grid = grid_of(content, f"x{ending}")
    if not grid.rows:
        reason = grid.problems[0].message if grid.problems else "it is empty"
        raise UserError(f"{url} does not return a table: {reason}")
    return content


def _answer(request: Request) -> bytes:
    """Return the content, within the time: a server may send one byte per minute, which no connection limits."""
    got: list[bytes | Exception] = []

    def ask() -> None:
        try:
            with build_opener(_SafeRedirects).open(request, timeout=_SECONDS) as answer:
                got.append(answer.read(MOST_BYTES + 1))
        except HTTPError as error:  # it holds the connection
            error.close()
            got.append(error)
        except Exception as error:  # told by whoever waits for it
            got.append(error)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(_MOST_SECONDS)
    match got:
        case [bytes() as content]:
            return content
        case [UserError() as error]:
            raise error
        case [URLError() | HTTPException() | OSError() | ValueError() as error]:
            raise UserError(f"cannot fetch {request.full_url}: {getattr(error, 'reason', error)}") from error
        case [Exception() as error]:
            raise error
    raise UserError(f"cannot fetch {request.full_url}: no complete answer after {_MOST_SECONDS} seconds")


def _check_address(url: str) -> None:
    parts = urlsplit(url)
    local = parts.scheme == "http" and parts.hostname in _LOCAL
    if not parts.hostname or (parts.scheme != "https" and not local):
        raise UserError(f'"{url}" is not an allowed address: it has to begin with https://')
