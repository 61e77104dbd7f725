"""A client of the language server: a real process, spoken to over its standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

if TYPE_CHECKING:
    from cloudy_pnp.lsp.server import CardServer

REPOSITORY = Path(__file__).parents[2]


class Client(LanguageClient):
    """The diagnostics that the server has published, by file."""

    def __init__(self) -> None:
        super().__init__("tests", "1")
        self.published: dict[Path, list[types.Diagnostic]] = {}
        self.checked: set[Path] = set()
        self.messages: list[str] = []
        self.event = asyncio.Event()
        self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self._publish(params))
        self.feature(types.WINDOW_SHOW_MESSAGE)(lambda params: self.messages.append(params.message))
        self.feature(types.WINDOW_LOG_MESSAGE)(lambda _: None)
        self.feature("cloudy-pnp/checked")(lambda params: self._check(params))

    def _publish(self, params: types.PublishDiagnosticsParams) -> None:
        self.published[path_of(params.uri)] = list(params.diagnostics)

    def _check(self, params: Any) -> None:
        self.checked.add(path_of(params.root))
        self.event.set()

    def open(self, path: Path, text: str | None = None) -> types.TextDocumentIdentifier:
        """Open a file, perhaps with unsaved text."""
        content = path.read_bytes().decode("utf-8", "replace") if text is None else text
        item = types.TextDocumentItem(path.as_uri(), "yaml", 1, content)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return types.TextDocumentIdentifier(path.as_uri())

    def change(self, path: Path, version: int, *changes: types.TextDocumentContentChangePartial) -> None:
        """Send some incremental changes."""
        document = types.VersionedTextDocumentIdentifier(version=version, uri=path.as_uri())
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, list(changes)))

    async def whole_check(self, *roots: Path) -> None:
        """Wait until some roots have been checked again."""
        self.checked.clear()
        while not set(roots) <= self.checked:
            self.event.clear()
            await asyncio.wait_for(self.event.wait(), 200)


def path_of(uri: str) -> Path:
    """Return the path of a file's address."""
    from pygls.uris import to_fs_path

    return Path(to_fs_path(uri) or "")


def run(talk: Callable[[Client], Awaitable[None]], cwd: Path = REPOSITORY) -> None:
    """Start a server, talk to it, and end it as an editor does."""

    async def session() -> None:
        client = Client()
        await client.start_io(sys.executable, "-m", "cloudy_pnp", "lsp", cwd=cwd)
        try:
            await client.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
            client.initialized(types.InitializedParams())
            await talk(client)
        finally:
            await client.shutdown_async(None)
            client.exit(None)
            await client.stop()  # type: ignore[no-untyped-call]  # pygls

    asyncio.run(session())


def local_server() -> CardServer:
    """Return a server in this process, as an editor that computes edits late has it."""
    from pygls.workspace import Workspace

    from cloudy_pnp.lsp.server import make_server

    later = types.CodeActionClientCapabilities(resolve_support=types.ClientCodeActionResolveOptions(["edit"]))
    text = types.TextDocumentClientCapabilities(code_action=later)
    server = make_server()
    server.protocol._workspace = Workspace(None)
    server.protocol.client_capabilities = types.ClientCapabilities(text_document=text)
    return server


def ask(server: CardServer, method: str, params: object) -> Any:
    """Return what a server in this process answers."""

    async def answer() -> Any:
        return await server.protocol.fm.features[method](params)

    return asyncio.run(answer())


def apply(text: str, edits: list[types.TextEdit]) -> str:
    """Return a text after some edits, which do not overlap."""
    from pygls.workspace import PositionCodec, TextDocument

    document = TextDocument("file:///x", text, position_codec=PositionCodec())
    for edit in sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True):
        document.apply_change(types.TextDocumentContentChangePartial(edit.range, edit.new_text))
    return document.source
