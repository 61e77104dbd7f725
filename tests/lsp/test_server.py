"""The language server as an editor sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from bad.accept import FOLDERS, REPOSITORY, as_text, report_on
from lsp.client import Client, apply, run
from lsprotocol import types

from cloudy_pnp.data.edit import Remove, apply_edits
from cloudy_pnp.lsp.session import Session
from cloudy_pnp.workspace.home import find_root

_LINE = re.compile(r"^(\S+):(\d+):(\d+) \w+ ([A-Z0-9-]+)\b", re.MULTILINE)


def one_case_per_code() -> list[Path]:
    """Return a small set of lone bad files that together have every code of all lone files."""
    codes = {}
    for begin, folder in FOLDERS.items():
        for path in sorted(folder.glob("*.yaml")) if not begin else ():
            listed = path.with_suffix(".expected").read_text("utf-8")
            codes[path] = {code for _, _, _, code in _LINE.findall(listed)}
    wanted = set().union(*codes.values())
    chosen = []
    while wanted:
        best = max(codes, key=lambda path: (len(codes[path] & wanted), -len(path.name), path.name))
        chosen.append(best)
        wanted -= codes[best]
    return chosen


def expected(path: Path) -> Iterator[tuple[str, int, int]]:
    """Yield code, line and column, as `check` reports them."""
    for file, line, column, code in _LINE.findall(path.with_suffix(".expected").read_text("utf-8")):
        if file == path.name:
            yield code, int(line), int(column)


def test_every_code_of_an_open_file_is_found_at_the_same_place() -> None:
    cases = one_case_per_code()
    assert len(cases) > 20
    session = Session(REPOSITORY, render=False)
    for path in cases:
        session.put(path, path.read_bytes().decode("utf-8", "surrogateescape"))
        found = {(one.code, one.line, one.column) for one in session.check_alone(path)}
        missing = set(expected(path)) - found
        assert not missing, (path.name, missing, found)
        session.drop(path)


def test_files_of_a_root_that_are_not_open_have_diagnostics(tmp_path: Path) -> None:
    root = REPOSITORY / "tests/bad/deck-kinds"
    files = sorted(path for path in root.rglob("*.yaml"))

    async def talk(client: Client) -> None:
        client.open(files[0])
        await client.whole_check(root)
        listed = _LINE.findall(as_text(report_on("deck-kinds")))
        by_name = {path.name: {str(one.code) for one in found} for path, found in client.published.items()}
        assert listed
        assert all(code in by_name[file] for file, _, _, code in listed)

    run(talk)


GAME = """\
game:
  id: meadow
  name: {en: Meadow, de: Wiese}
  languages: [en, de]
  kinds:
    cards:
      layout: card
      fields: {name: words, text: words, friend: {type: reference, to: cards, optional: true}}
"""
LAYOUT = """\
layout:
  id: card
  size: poker
  boxes:
    - rectangle: {at: bleed, fill: "#fbf5e6"}
    - text: {text: "{name}", at: {left: 5, right: 5, top: 6, height: 9}}
    - text: {text: "{text}", at: {left: 6, right: 6, top: 40, bottom: 6}}
"""
FRIENDS = 33


@pytest.fixture
def meadow(tmp_path: Path) -> Path:
    """A game in which 33 cards name another one."""
    folder, layouts = tmp_path / "cards/meadow", tmp_path / "templates/meadow/layouts"
    for place in (folder, layouts):
        place.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (layouts / "card.yaml").write_text(LAYOUT, "utf-8")
    ant = "cards:\n  - id: ant # “𝔸nt”\n    name: {en: Ant, de: Ameise}\n    text: {en: Carry., de: Trage.}\n"
    (folder / "ant.yaml").write_text(ant, "utf-8")
    for number in range(3):
        names = [f"bee-{number}-{index}" for index in range(FRIENDS // 3)]
        texts = "text: {en: Fly with ant., de: Flieg.}, friend: ant"
        rows = "".join(f"  - {{id: {name}, name: {{en: B {name}, de: Biene {name}}}, {texts}}}\n" for name in names)
        (folder / f"bees-{number}.yaml").write_text(f"cards:\n{rows}", "utf-8")
    return tmp_path


def test_an_editing_session(meadow: Path) -> None:
    """Type a mistake, fix it, look around, rename: everything on unsaved text."""
    file = meadow / "cards/meadow/ant.yaml"
    text = file.read_text("utf-8")

    async def talk(client: Client) -> None:
        document = client.open(file)
        await client.whole_check(meadow)
        assert client.published[file] == []
        place = types.Range(types.Position(2, 11), types.Position(2, 13))
        client.change(file, 2, types.TextDocumentContentChangePartial(place, "enn"))
        await client.whole_check(meadow)
        assert {str(one.code) for one in client.published[file]} >= {"I18N-LANGUAGE"}
        client.change(
            file, 3, types.TextDocumentContentChangePartial(types.Range(place.start, types.Position(2, 14)), "en")
        )
        last = types.Position(3, 15)
        client.change(file, 4, types.TextDocumentContentChangePartial(types.Range(last, last), "Honey..."))
        await client.whole_check(meadow)
        [typography] = client.published[file]
        assert typography.code == "I18N-TYPOGRAPHY"
        here = types.Range(types.Position(3, 0), types.Position(3, 1))
        actions = await client.text_document_code_action_async(
            types.CodeActionParams(document, here, types.CodeActionContext([typography]))
        )
        [action] = [one for one in actions or [] if isinstance(one, types.CodeAction) and one.kind == "quickfix"]
        now = text.replace("{en: Carry.", "{en: Honey...Carry.")
        assert apply(now, list(action.edit.changes[document.uri])) == now.replace("...", "…")  # type: ignore
        on_id = types.Position(1, 9)
        found = await client.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(True), document, on_id)
        )
        assert len(found or []) == FRIENDS + 1
        bees = file.parent / "bees-1.yaml"
        use = types.Position(1, bees.read_text("utf-8").split("\n")[1].index("friend: ant") + 9)
        where = await client.text_document_definition_async(
            types.DefinitionParams(types.TextDocumentIdentifier(bees.as_uri()), use)
        )
        assert [(one.uri, one.range.start.line) for one in where] == [(document.uri, 1)]  # type: ignore
        edit = await client.text_document_rename_async(types.RenameParams(document, on_id, "emmet"))
        assert edit is not None
        changes = edit.changes or {}
        texts = [change.new_text for some in changes.values() for change in some]
        assert sum(text.count("friend: emmet") for text in texts) == FRIENDS
        renamed = apply(now, list(changes[document.uri]))
        assert renamed == now.replace("id: ant", "id: emmet")
        assert await client.text_document_rename_async(types.RenameParams(document, on_id, "Not an id")) is None
        assert "not an id" in client.messages[-1]
        hover = await client.text_document_hover_async(types.HoverParams(document, types.Position(3, 3)))
        shown = hover.contents.value  # type: ignore[union-attr]
        assert "data:image/png;base64," in shown
        assert "`de` Ameise" in shown
        symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        assert [one.name for one in symbols or []] == ["ant"]
        every = await client.workspace_symbol_async(types.WorkspaceSymbolParams("bee 2"))
        assert len(every or []) == FRIENDS // 3 + 2  # bee-0-2 and bee-1-2
        whole = types.Range(types.Position(0, 0), types.Position(9, 0))
        hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
        assert [str(hint.label).split(" · ")[0] for hint in hints or []] == [f"1 of {FRIENDS + 1} cards"]
        folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
        assert folds
        options = await client.text_document_completion_async(types.CompletionParams(document, types.Position(2, 4)))
        assert {"friend"} <= {item.label for item in options.items}  # type: ignore[union-attr]

    run(talk, meadow)


def one_scenario_per_schema() -> list[Path]:
    """Return the smallest scenario file of every kind of scenario in this repository."""
    smallest: dict[tuple[Path, str], Path] = {}
    for path in sorted(
        (*REPOSITORY.glob("cards/*/**/*.*.yaml"), *REPOSITORY.glob("games/*/cards/*/**/*.*.yaml")),
        key=lambda path: (path.stat().st_size, path),
    ):
        smallest.setdefault((find_root(path), path.name.split(".", 1)[1]), path)
    return list(smallest.values())


@pytest.mark.parametrize("path", one_scenario_per_schema(), ids=lambda path: path.name)
def test_what_the_engine_says_is_written_into_expect(path: Path) -> None:
    session = Session(find_root(path.parent), render=False)
    text = path.read_text("utf-8")
    first = next(document for document in yaml.safe_load_all(text))
    assert session.with_verdict(path, 1) == text  # every claim of ours is true
    session.put(path, apply_edits(text, [Remove(("expect",))]))
    better = session.with_verdict(path, 1)
    assert better is not None
    claims = next(yaml.safe_load_all(better))["expect"]
    assert claims.keys() >= first["expect"].keys()
    session.put(path, better)
    assert session.check_one(path) == []


def test_a_wrong_claim_is_corrected_and_the_others_stay() -> None:
    path = REPOSITORY / "cards/cloudy-kingdom/boards/new.board.yaml"
    text = (REPOSITORY / "cards/cloudy-kingdom/boards/example-a.board.yaml").read_text("utf-8")
    claims = "expect: {legal: false, illegal: {index: 1}} # mine\n"
    wrong = re.sub(r"(?m)^expect:.*\n(?:  .*\n)*", claims, text, count=1)
    session = Session(REPOSITORY, render=False)
    session.put(path, wrong)
    assert "REF-EXPECT" in {problem.code for problem in session.check_one(path)}
    assert session.with_verdict(path, 1) == wrong.replace(claims, "expect: {legal: true} # mine\n")
