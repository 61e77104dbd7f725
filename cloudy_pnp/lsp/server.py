"""The protocol: requests of an editor, answered by sessions, each in a thread and within its limit of time."""

from __future__ import annotations

import asyncio
import base64
import re
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from difflib import SequenceMatcher
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from msgspec import Struct, ValidationError, convert, to_builtins
from pygls import uris
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from cloudy_pnp import __version__
from cloudy_pnp.api import open_session
from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import Problem, Severity, UserError, page_of
from cloudy_pnp.data.files import absolute
from cloudy_pnp.data.splices import Node, Shape, compose
from cloudy_pnp.data.text import line_starts
from cloudy_pnp.game.contract import EntryRef
from cloudy_pnp.workspace.complete import complete
from cloudy_pnp.workspace.home import find_root
from cloudy_pnp.workspace.session import Place, Session, related_places

_MOST_LATER, _MOST_AT_ONCE = 20, 5  # fixes offered for a selection: computed when one is chosen, or all at once
_WAIT = 0.4  # seconds without a key before the whole root is checked
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
_KINDS = {
    "key": types.CompletionItemKind.Property,
    "id": types.CompletionItemKind.Reference,
    "snippet": types.CompletionItemKind.Snippet,
    "file": types.CompletionItemKind.File,
    "term": types.CompletionItemKind.Text,
}
FIX_ALL = "source.fixAll.cloudy-pnp"
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+!|~-])")
_Params = TypeVar("_Params")
_Answer = TypeVar("_Answer")


class _Offered(Struct):
    """A problem whose fix is computed when it is chosen."""

    uri: str
    line: int
    problem: dict[str, Any]


class CardServer(LanguageServer):
    """A language server with one session per root."""

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__("cloudy-pnp", __version__, *args, **given)
        self._sessions: dict[Path, Session] = {}
        self._waiting: dict[Path, asyncio.Task[None]] = {}
        self._published: dict[Path, set[str]] = {}

    @property
    def resolves_edits(self) -> bool:
        """Whether the editor asks for the edit of an action only when it is chosen."""
        actions = self.client_capabilities.text_document and self.client_capabilities.text_document.code_action
        return bool(actions and actions.resolve_support and "edit" in actions.resolve_support.properties)

    def session(self, uri: str) -> tuple[Session, Path]:
        """Return the session of a file, and its path."""
        try:
            path = absolute(uris.to_fs_path(uri) or uri)
            root = find_root(path.parent)
            with suppress(FileNotFoundError, NotADirectoryError, PermissionError):  # it may not be saved yet
                path.stat()
        except (OSError, ValueError):
            raise UserError("this address is not that of a file") from None
        return self._sessions.setdefault(root, open_session(root)), path

    async def text_changed(self, uri: str) -> None:
        """Publish the problems of a file at once, and those of all files when the typing stops."""
        with self.logging():
            session, path = self.session(uri)
            session.put(path, self.workspace.get_text_document(uri).source)
            version = session.version
            problems = await _answer(lambda: session.check_one(path, quick=True))
            if version == session.version:
                self.publish(session, path, problems or [])
            self.check_soon(session)

    @contextmanager
    def logging(self) -> Iterator[None]:
        """Log what is wrong with a file or its address: a notification has no answer."""
        try:
            yield
        except UserError as error:
            self.window_log_message(types.LogMessageParams(types.MessageType.Info, str(error)))

    def check_soon(self, session: Session) -> None:
        """Check a whole root after a pause."""
        if session.root in self._waiting:
            self._waiting[session.root].cancel()
        self._waiting[session.root] = asyncio.get_running_loop().create_task(self._check(session))

    async def _check(self, session: Session) -> None:
        await asyncio.sleep(_WAIT)
        version = session.version
        report = None
        with self.logging():
            report = await asyncio.to_thread(session.check)
        if report is None or version != session.version:
            return  # a newer check is on its way
        by_file: dict[Path, list[Problem]] = {}
        for problem in report.problems:
            by_file.setdefault(absolute(problem.file), []).append(problem)
        gone = {absolute(uris.to_fs_path(uri) or uri) for uri in self._published.get(session.root, ())}
        opened = {absolute(uris.to_fs_path(uri) or uri) for uri in self.workspace.text_documents}
        for path in dict.fromkeys((*by_file, *gone, *opened)):
            if self.session(path.as_uri())[0] is session or path in by_file:
                self.publish(session, path, by_file.get(path, []))
        self.protocol.notify("cloudy-pnp/checked", {"root": session.root.as_uri(), "problems": len(report.problems)})

    def publish(self, session: Session, path: Path, problems: Sequence[Problem]) -> None:
        """Send the problems of a file."""
        uri = path.as_uri()
        document = self.workspace.text_documents.get(uri)
        lines = session.lines_of(path)
        diagnostics = [self.diagnostic(session, problem, lines) for problem in problems]
        self._published.setdefault(session.root, set()).add(uri)
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, diagnostics, document.version if document else None)
        )

    def diagnostic(self, session: Session, problem: Problem, lines: Sequence[str]) -> types.Diagnostic:
        """Return a problem as the protocol has it."""
        line = lines[problem.line - 1] if problem.line <= len(lines) else ""
        related = [
            types.DiagnosticRelatedInformation(self.location(session, place), text)
            for place, text in related_places(session, problem)
        ]
        hint = f"\n{problem.hint}" if problem.hint else ""
        return types.Diagnostic(
            range=self.range(line, problem.line, problem.column, _length(line, problem.column)),
            message=f"{problem.message}{hint}",
            severity=_SEVERITIES[problem.severity],
            code=problem.code,
            code_description=types.CodeDescription(page_of(problem.code)),
            source="cloudy-pnp",
            related_information=related or None,
        )

    # --- places ---

    def range(self, text: str, line: int, column: int, length: int) -> types.Range:
        """Return a range on one line; columns from 1, in characters."""
        codec = self.workspace.position_codec
        first, last = (codec.client_num_units(text[: column - 1 + more]) for more in (0, length))
        return types.Range(types.Position(line - 1, first), types.Position(line - 1, last))

    def location(self, session: Session, place: Place) -> types.Location:
        """Return a place as the protocol has it."""
        lines = session.lines_of(place.path)
        text = lines[place.line - 1] if place.line <= len(lines) else ""
        return types.Location(place.path.as_uri(), self.range(text, place.line, place.column, place.length))

    def at(self, uri: str, position: types.Position) -> tuple[Session, Path, int, int]:
        """Return session, path, line and column of a position."""
        session, path = self.session(uri)
        document = self.workspace.get_text_document(uri)
        place = document.position_from_client_units(position)
        return session, path, place.line + 1, place.character + 1

    def edit(self, texts: Iterable[tuple[Path, str, str]]) -> types.WorkspaceEdit:
        """Return changed texts as the lines that differ."""
        return types.WorkspaceEdit({path.as_uri(): line_edits(before, after) for path, before, after in texts})


def _length(line: str, column: int) -> int:
    """Return how many characters a problem at a column is about: a quoted text or a word."""
    rest = line[column - 1 :]
    if rest[:1] in ('"', "'"):
        return max(rest.find(rest[0], 1) + 1, 1)
    stop = next((number for number, char in enumerate(rest) if char in ",[]{}#" or char.isspace()), len(rest))
    return max(len(rest[:stop].rstrip(":")), 1)


def line_edits(before: str, after: str) -> list[types.TextEdit]:
    """Return the edits that turn one text into another, whole lines at a time."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    edits = []
    for operation, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if operation != "equal":
            end = types.Position(j, 0)
            if j == len(old) and old and not old[-1].endswith("\n"):
                end = types.Position(j - 1, len(old[-1].encode("utf-16-le")) // 2)
            edits.append(types.TextEdit(types.Range(types.Position(i, 0), end), "".join(new[k:m])))
    return edits


async def _answer(work: Callable[[], _Answer]) -> _Answer | None:
    """Return the result of work in a thread, so that others are answered meanwhile; None if it takes too long."""
    run = budget.Budget(clock=budget.clock("request-seconds"))

    def limited() -> _Answer | None:
        with budget.run(run), suppress(budget.OverTime):
            return work()
        return None

    try:
        return await asyncio.get_running_loop().run_in_executor(None, limited)
    except asyncio.CancelledError:  # by the editor: $/cancelRequest
        run.clock.stop()
        raise


def answering(handle: Callable[[_Params], _Answer]) -> Callable[[_Params], Awaitable[_Answer | None]]:
    """Answer a request in a thread; nothing, where there is no such file."""

    @wraps(handle)
    async def answer(params: _Params) -> _Answer | None:
        with suppress(UserError):
            return await _answer(lambda: handle(params))
        return None

    return answer


def make_server() -> CardServer:
    """Return a server with all features."""
    server = CardServer()
    _add_sync(server)
    _add_navigation(server)
    _add_help(server)
    _add_changes(server)
    return server


def _add_sync(server: CardServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        await server.text_changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        await server.text_changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        with server.logging():
            session, path = server.session(params.text_document.uri)
            session.drop(path)
            server.check_soon(session)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        with server.logging():
            server.check_soon(server.session(params.text_document.uri)[0])

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def watched(params: types.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            with server.logging():
                session, _ = server.session(change.uri)
                session.changed()
                server.check_soon(session)


def _add_navigation(server: CardServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    @answering
    def definition(params: types.DefinitionParams) -> list[types.Location]:
        session, path, line, column = server.at(params.text_document.uri, params.position)
        return [server.location(session, one) for one in session.definition(path, line, column)]

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    @answering
    def references(params: types.ReferenceParams) -> list[types.Location]:
        session, path, line, column = server.at(params.text_document.uri, params.position)
        places = session.references(path, line, column, params.context.include_declaration)
        return [server.location(session, one) for one in places]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    @answering
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        session, path = server.session(params.text_document.uri)
        lines = session.lines_of(path)
        found = []
        for one in session.symbols(path):
            here = server.range(lines[one.place.line - 1], one.place.line, one.place.column, 1)
            whole = types.Range(here.start, types.Position(one.last_line - 1, len(lines[one.last_line - 1])))
            found.append(
                types.DocumentSymbol(one.id, types.SymbolKind.Object, whole, here, f"{one.kind} {one.title}".strip())
            )
        return found

    @server.feature(types.WORKSPACE_SYMBOL)
    @answering
    def all_symbols(params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
        return [
            types.SymbolInformation(
                server.location(session, one.place), one.id, types.SymbolKind.Object, container_name=one.kind
            )
            for session in list(server._sessions.values())
            for one in session.all_symbols(params.query)
        ]

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    @answering
    def folding(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        text = server.workspace.get_text_document(params.text_document.uri).source
        try:
            documents = compose(text)
        except Exception:
            return []
        starts = dict.fromkeys(_blocks(documents, line_starts(text)))
        return [types.FoldingRange(first, last) for first, last in starts]


def _blocks(nodes: Sequence[Node], starts: Sequence[int]) -> Iterable[tuple[int, int]]:
    for node in nodes:
        if node.shape in (Shape.MAP, Shape.LIST):
            first, last = (bisect_right(starts, at) - 1 for at in (node.start, node.end))
            if last > first:
                yield (first - (node.shape is Shape.LIST and first > 0), last)
            yield from _blocks(node.items, starts)


def _add_help(server: CardServer) -> None:
    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[":", " ", "-", "{", "["])
    )
    @answering
    def completion(params: types.CompletionParams) -> types.CompletionList:
        session, path = server.session(params.text_document.uri)
        document = server.workspace.get_text_document(params.text_document.uri)
        options = complete(session.loaded(path), path, document.source, document.offset_at_position(params.position))
        items = [
            types.CompletionItem(
                label=option.label,
                kind=_KINDS.get(option.kind, types.CompletionItemKind.Value),
                detail=option.detail or option.kind,
                insert_text=option.insert or option.label,
                insert_text_format=types.InsertTextFormat.Snippet
                if option.kind == "snippet"
                else types.InsertTextFormat.PlainText,
            )
            for option in options
        ]
        return types.CompletionList(is_incomplete=False, items=items)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    @answering
    def hover(params: types.HoverParams) -> types.Hover | None:
        session, path, line, column = server.at(params.text_document.uri, params.position)
        parts = session.explained(path, line, column)
        found = session.entry_at(path, line, column)
        if found:
            kind, entry = found
            name = str(entry.data.get("id", kind))
            faces = session.sketches(session.loaded(path, whole=True), EntryRef(kind, name))
            count = entry.data.get("count")
            copies = f", {count} copies" if isinstance(count, int) else ""
            parts.append(f"**{_plain(f'{kind}/{name}')}**{copies}")
            if faces:
                png = base64.b64encode(session.picture(next(iter(faces.values())))).decode()
                parts.append(f"![card](data:image/png;base64,{png})")
            for lang, sketch in faces.items():
                parts.append("  \n".join(f"`{lang}` {_plain(line)}" for line in (sketch.title, sketch.text) if line))
        text = "\n\n".join(part for part in parts if part)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text)) if text else None

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    @answering
    def hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        session, path = server.session(params.text_document.uri)
        loaded, lines = session.loaded(path), session.lines_of(path)
        first, last = params.range.start.line + 1, params.range.end.line + 1
        inside = [one for one in session.symbols(path) if first <= one.place.line <= last]
        total = sum(
            int(entry.data.get("count", 1))
            for kind, about in loaded.kinds.items()
            for entry in loaded.entries.of(kind)
            if about.cards
        )
        found = []
        for one in inside[:60]:
            if not (one.kind in loaded.kinds and loaded.kinds[one.kind].cards):
                continue
            entry = next((entry for kind, entry in session.entries_named(loaded, one.id) if kind == one.kind), None)
            copies = entry.data.get("count", 1) if entry else 1
            text = lines[one.place.line - 1]
            end = types.Position(one.place.line - 1, server.workspace.position_codec.client_num_units(text))
            label = f"{copies} of {total} cards{_fit_words(session, loaded, EntryRef(one.kind, one.id))}"
            found.append(types.InlayHint(end, label, padding_left=True))
        return found


def _plain(text: str) -> str:
    """Return a text from card data as Markdown that shows it as it is: a name must not load a picture."""
    return _MARKDOWN.sub(r"\\\1", text)


def _fit_words(session: Session, loaded: Any, ref: EntryRef) -> str:
    """Return how the tightest text of a card fits, in its language; nothing for a card without texts."""
    fits = []
    for lang, sketch in session.sketches(loaded, ref).items():
        fits += [(fit.reserve, -fit.fill, lang, fit) for fit in session.fits(sketch)]
    if not fits:
        return ""
    _, _, lang, fit = min(fits, key=lambda one: one[:3])
    room = f"{fit.overflow:.1f} mm too long" if fit.overflow else f"{fit.size:.1f} of {fit.full:.1f} mm"
    return f" · {lang} {fit.what}: {room}"


def _add_changes(server: CardServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    @answering
    def prepare(params: types.PrepareRenameParams) -> types.Range | None:
        session, path, line, column = server.at(params.text_document.uri, params.position)
        word, start = session.word_at(path, line, column)
        if not session.named_at(session.loaded(path, whole=True), path, line, column):
            return None
        return server.range(session.lines_of(path)[line - 1], line, start, len(word))

    @server.feature(types.TEXT_DOCUMENT_RENAME)
    @answering
    def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        session, path, line, column = server.at(params.text_document.uri, params.position)
        try:
            texts = session.rename(path, line, column, params.new_name)
        except UserError as error:
            server.window_show_message(types.ShowMessageParams(types.MessageType.Error, str(error)))
            return None
        return server.edit((file, before, after) for file, (before, after) in texts.items())

    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite, FIX_ALL]

    options = types.CodeActionOptions(code_action_kinds=kinds, resolve_provider=True)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    @answering
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        session, path, first, column = server.at(params.text_document.uri, params.range.start)
        text, last = session.text_of(path), params.range.end.line + 1
        wanted = params.context.only or kinds
        found = []

        def offer(title: str, kind: str, new: str | None, codes: Sequence[str] = ()) -> None:
            if new is not None and new != text:
                mine = [one for one in params.context.diagnostics if one.code in codes]
                edit = server.edit([(path, text, new)])
                found.append(types.CodeAction(title, kind, mine or None, edit=edit, is_preferred=bool(codes) or None))

        if _wants(wanted, types.CodeActionKind.QuickFix):
            for problem in session.fixable(path, first, last, _MOST_LATER if server.resolves_edits else _MOST_AT_ONCE):
                title = f"Fix {problem.code}: {problem.hint or problem.message}"
                if server.resolves_edits:
                    mine = [one for one in params.context.diagnostics if one.code == problem.code]
                    about = to_builtins(_Offered(params.text_document.uri, problem.line, problem.as_dict()))
                    found.append(types.CodeAction(title, "quickfix", mine or None, is_preferred=True, data=about))
                else:
                    offer(title, "quickfix", session.fix(path, problem), [problem.code])
        if _wants(wanted, types.CodeActionKind.RefactorRewrite):
            with suppress(UserError):  # an anchor is in the way
                offer("Write what the engine says into expect", "refactor.rewrite", session.with_verdict(path, first))
                for words, new in session.with_steps(path, first, column):
                    offer(f"Turn this sentence into steps{words and f': {words}'}", "refactor.rewrite", new)
        if params.context.only and _wants(wanted, FIX_ALL):
            offer("Fix everything that can be fixed", FIX_ALL, session.fix_all(path))
        return found

    @server.feature(types.CODE_ACTION_RESOLVE)
    @answering
    def resolve(action: types.CodeAction) -> types.CodeAction:
        try:
            about = convert(action.data, _Offered)
        except ValidationError as error:
            raise JsonRpcInvalidParams(str(error)) from None
        session, path = server.session(about.uri)
        for problem in session.fixable(path, about.line, about.line, _MOST_LATER):
            if problem.as_dict() == about.problem and (better := session.fix(path, problem)) is not None:
                action.edit = server.edit([(path, session.text_of(path), better)])
        return action


def _wants(wanted: Sequence[str], kind: str) -> bool:
    return any(kind == one or kind.startswith(f"{one}.") for one in wanted)
