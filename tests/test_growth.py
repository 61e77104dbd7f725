"""Four times as much data: at most six times as much work, in every command and every request of an editor.

The work is the number of function calls, which is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from cProfile import Profile
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from chance import FUZZING
from cli.command import call
from lsp.client import local_server
from lsprotocol import types
from test_unusual import WORDS, write

from cloudy_pnp.core import budget
from cloudy_pnp.lsp.server import FIX_ALL

SIZES = (60, 240, 960) if FUZZING else (32, 128)
MOST = 6
Row = Callable[[int], str]
ROWS: Mapping[str, Row] = {
    "valid": lambda n: f"{{id: c{n}, name: {{en: C{n}, de: K{n}}}, text: {{en: Take., de: Nimm.}}, friend: c0}}",
    "misspelt": lambda n: f"{{id: c{n}, name: {{en: C{n}, de: K{n}}}, text: {{en: Take., de: Nimm.}}, freind: c0}}",
    "missing references": lambda n: (
        f"{{id: c{n}, name: {{en: C{n}, de: K{n}}}, text: {{en: Take., de: Nimm.}}, friend: d{n}}}"
    ),
    "duplicates": lambda _: "{id: c0, name: {en: C, de: K}, text: {en: Take., de: Nimm.}}",
}


def text_of(row: Row, number: int) -> str:
    return "cards:\n" + "".join(f"  - {row(n)}\n" for n in range(number))


def calls(work: Callable[[], object]) -> int:
    """Return how many functions were called."""
    profile = Profile()
    profile.enable()
    try:
        work()
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


def _keep(answers: list[Any], handle: Callable[[Any], Any], params: object) -> None:
    answers.append(handle(params))


def assert_grows(counts: Mapping[str, list[int]]) -> None:
    steep = {name: some for name, some in counts.items() if any(b > MOST * a for a, b in pairwise(some))}
    assert not steep


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    counts: dict[str, list[int]] = {}
    for number in (SIZES[0], *SIZES):  # the first fills the caches of the process
        root = tmp_path / str(len(counts.get("check", ()))) / str(number)
        file = write(root) / "cards.yaml"
        file.write_text(text_of(ROWS["valid"], number).replace("c0", "ant"), "utf-8")
        monkeypatch.chdir(root)
        for command, words in WORDS.items():
            if words is not None and command not in ("i18n import", "i18n accept"):  # there is nothing translated
                work = partial(call, *command.split(), *words, "--root", ".")
                counts.setdefault(command, []).append(calls(work))
    assert_grows({name: sizes[1:] for name, sizes in counts.items()})


def requests(uri: str, lines: int) -> dict[str, Any]:
    """Return the parameters of each request: about a place on the first card, or the whole file."""
    document, place = types.TextDocumentIdentifier(uri), types.Position(1, 10)
    whole = types.Range(types.Position(0, 0), types.Position(lines, 0))
    context = types.CodeActionContext([], only=[types.CodeActionKind.QuickFix, FIX_ALL])
    return {
        types.TEXT_DOCUMENT_DEFINITION: types.DefinitionParams(document, place),
        types.TEXT_DOCUMENT_REFERENCES: types.ReferenceParams(types.ReferenceContext(True), document, place),
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: types.DocumentSymbolParams(document),
        types.WORKSPACE_SYMBOL: types.WorkspaceSymbolParams("c1"),
        types.TEXT_DOCUMENT_FOLDING_RANGE: types.FoldingRangeParams(document),
        types.TEXT_DOCUMENT_COMPLETION: types.CompletionParams(document, types.Position(1, 4)),
        types.TEXT_DOCUMENT_HOVER: types.HoverParams(document, place),
        types.TEXT_DOCUMENT_INLAY_HINT: types.InlayHintParams(document, whole),
        types.TEXT_DOCUMENT_PREPARE_RENAME: types.PrepareRenameParams(document, place),
        types.TEXT_DOCUMENT_RENAME: types.RenameParams(document, place, "other"),
        types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionParams(document, whole, context),
    }


@pytest.mark.parametrize("rows", ROWS)
def test_requests(rows: str, tmp_path: Path) -> None:
    counts: dict[str, list[int]] = {}
    for number in (SIZES[0], *SIZES):
        root = tmp_path / str(len(counts.get("check", ()))) / str(number)
        file = write(root) / "cards.yaml"
        text = text_of(ROWS[rows], number)
        file.write_text(text, "utf-8")
        server = local_server()
        server.workspace.put_text_document(types.TextDocumentItem(file.as_uri(), "yaml", 1, text))
        session, path = server.session(file.as_uri())
        session.put(path, text)
        handlers = {
            name: handle.__wrapped__
            for name, handle in server.protocol.fm.features.items()
            if getattr(handle, "__wrapped__", None)
        }
        asked = requests(file.as_uri(), number + 1)
        assert set(handlers) - {types.CODE_ACTION_RESOLVE} == set(asked)
        actions: list[types.CodeAction] = []
        counts.setdefault("check", []).append(calls(partial(session.check_one, path, quick=True)))
        for name, params in asked.items():
            session.changed()  # each request alone, as after a key
            with budget.run():
                answers: list[Any] = []
                counts.setdefault(name, []).append(calls(partial(_keep, answers, handlers[name], params)))
            if name == types.TEXT_DOCUMENT_CODE_ACTION:
                actions = [action for action in answers[0] if action.data]
        if actions:
            with budget.run():
                work = partial(handlers[types.CODE_ACTION_RESOLVE], actions[0])
                counts.setdefault("resolve", []).append(calls(work))
    assert_grows({name: sizes[1:] for name, sizes in counts.items()})
