"""The language server as an editor sees it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from bad.accept import FOLDERS, REPOSITORY
from chance import FUZZING
from lsp.client import Client, apply, run
from lsprotocol import types

from cloudy_pnp.api import open_session
from cloudy_pnp.data.edit import Remove, apply_edits
from cloudy_pnp.workspace.home import find_root

_LINE = re.compile(r"^(\S+):(\d+):(\d+) \w+ ([A-Z0-9-]+)\b", re.MULTILINE)


def expected_problems(case: Path) -> dict[Path, set[tuple[str, int, int]]]:
    """Return code, line and column of what `check` reports for the files of a bad case, which is a file or a folder."""
    problems: dict[Path, set[tuple[str, int, int]]] = {}
    for name, line, column, code in _LINE.findall(case.with_suffix(".expected").read_text("utf-8")):
        files = [case] if case.is_file() else [path for path in case.rglob(name) if path.is_file()]
        if len(files) == 1 and files[0].name == name:  # not where two files have the same name
            problems.setdefault(files[0], set()).add((code, int(line), int(column)))
    return problems


def open_files() -> Iterator[tuple[Path, Path, set[tuple[str, int, int]]]]:
    """Yield bad files with their cases and problems, which together have every code of every kind of file.

    `make fuzz` tries them all; otherwise only the one with the most codes of each kind.
    """
    codes: dict[tuple[Path, Path], set[tuple[str, str]]] = {}
    problems = {}
    for folder in FOLDERS.values():
        for listing in sorted(folder.glob("*.expected")):
            case = listing.with_suffix("") if listing.with_suffix("").is_dir() else listing.with_suffix(".yaml")
            for file, some in expected_problems(case).items():
                kind = str(file.relative_to(case).parent / file.suffix) if case.is_dir() else str(folder)
                if file.suffix in (".yaml", ".csv", ".j2") and not case.name.startswith("link-"):  # or not a text
                    codes[case, file] = {(kind, code) for code, _, _ in some}
                    problems[case, file] = some
    wanted = set().union(*codes.values())
    while wanted:
        best = max(codes, key=lambda pair: (len(codes[pair] & wanted), -len(pair[1].name), pair[1].name))
        yield *best, problems[best]
        kinds = {kind for kind, _ in codes[best]}
        wanted -= codes[best] if FUZZING else {pair for pair in wanted if pair[0] in kinds}


@pytest.mark.fuzz
def test_every_code_of_an_open_file_is_found_at_the_same_place(tmp_path: Path) -> None:
    """Cards, tables, layouts, wording, studio texts, packs, rulebooks, sheets: the open text counts, not the file."""
    tried = list(open_files())
    assert len(tried) > 10
    for case, file, problems in tried:
        text, place, root = file.read_bytes().decode("utf-8", "surrogateescape"), file, find_root(file.parent)
        if case.is_dir():
            root = tmp_path / case.name
            shutil.copytree(case, root, symlinks=True, dirs_exist_ok=True)
            place = root / file.relative_to(case)
            place.write_text("# something else\n", "utf-8")
        session = open_session(root, render=False)
        session.put(place, text)
        found = {(problem.code, problem.line, problem.column) for problem in session.check_one(place)}
        assert problems <= found, (case.name, file.name)
        if case.is_dir():
            place.write_bytes(file.read_bytes())


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
        closed = file.parent / "bees-2.yaml"
        closed.write_text(closed.read_text("utf-8").replace("friend: ant", "friend: wasp", 1), "utf-8")
        change = types.FileEvent(closed.as_uri(), types.FileChangeType.Changed)
        client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
        await client.whole_check(meadow)
        assert [str(problem.code) for problem in client.published[closed]] == ["REF-UNKNOWN"]
        closed.write_text(closed.read_text("utf-8").replace("friend: wasp", "friend: ant", 1), "utf-8")
        client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
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
    session = open_session(find_root(path.parent), render=False)
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
    session = open_session(REPOSITORY, render=False)
    session.put(path, wrong)
    assert "REF-EXPECT" in {problem.code for problem in session.check_one(path)}
    assert session.with_verdict(path, 1) == wrong.replace(claims, "expect: {legal: true} # mine\n")
