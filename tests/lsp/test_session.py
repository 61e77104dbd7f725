"""What a session answers about a place, without the protocol."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import yaml
from bad.accept import REPOSITORY
from lsp.client import apply, ask, local_server
from lsp.test_server import GAME, LAYOUT
from lsp.test_server import meadow as meadow
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from cloudy_pnp.api import open_session
from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.lsp.server import _plain, answering, make_server
from cloudy_pnp.workspace.complete import complete
from cloudy_pnp.workspace.session import Session, related_places

CARDS = REPOSITORY / "cards/cloudy-kingdom"


@pytest.fixture(scope="module")
def kingdom() -> Session:
    return open_session(REPOSITORY)


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("spells.yaml", "spells:\n  - id: x\n    na|\n", {"name": "key"}),
        ("spells.yaml", "spells:\n  - id: x\n    name: {en: X, |}\n", {"de": "language", "hu": "language"}),
        ("spells.yaml", "spells:\n  - id: x\n    effect:\n      - |\n", {"draw": "key", "play": "key"}),
        (
            "spells.yaml",
            "spells:\n  - id: x\n    effect:\n      - play: {from: |}\n",
            {"drawn": "value", "hand": "value"},
        ),
        ("spells.yaml", "spells:\n  - id: x\n    text: {en: Draw a vine c|}\n", {"vine card": "term"}),
        ("spells.yaml", "spells:\n  - |\n", {"new spell": "snippet", "id": "key"}),
        ("boards/x.board.yaml", "game: cloudy-kingdom\ncards:\n  - {card: |, at: [0, 1]}\n", {"stem": "id"}),
        ("boards/x.board.yaml", "game: cloudy-kingdom\nro|\n", {"rows": "key"}),
        ("x.yaml", "|", {"vines": "key", "spells": "key"}),
    ],
)
def test_completion(kingdom: Session, name: str, text: str, wanted: dict[str, str]) -> None:
    path = CARDS / name
    options = complete(kingdom.loaded(path), path, text.replace("|", ""), text.index("|"))
    assert wanted.items() <= {option.label: option.kind for option in options}.items()


def test_a_key_that_is_there_is_not_offered_again(kingdom: Session) -> None:
    text = "vines:\n  - id: x\n    \n    count: 3\n"
    options = complete(kingdom.loaded(CARDS / "vines.yaml"), CARDS / "vines.yaml", text, len("vines:\n  - id: x\n    "))
    labels = {option.label for option in options}
    assert "bridges" in labels
    assert not labels & {"id", "count"}


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("cards/meadow/ant.yaml", "cards:\n  - id: x\n    friend: |\n", ["ant"]),
        ("cards/meadow/ant.yaml", "cards:\n  - id: x\n    name: {|}\n", ["en", "de", "same"]),
        ("cards/meadow/ant.yaml", 'cards:\n  - id: x\n    text: {en: "Pay {coi|"}\n', ["coin"]),
        ("cards/meadow/ant.yaml", 'cards:\n  - id: x\n    text:\n      en: "Pay {coi|\n', ["coin"]),
        ("cards/meadow/ant.yaml", "cards:\n  - id: x\n    fr|\n", ["friend"]),  # and no snippet inside a card
        ("cards/meadow/game.yaml", f"{GAME.replace('to: cards', 'to: |')}", ["cards"]),
        ("cards/meadow/game.yaml", f"{GAME.replace('layout: card', 'layout: |')}", ["card"]),
        ("templates/meadow/layouts/card.yaml", LAYOUT.replace("size: poker", "size: po|"), ["poker"]),
        ("templates/meadow/layouts/card.yaml", LAYOUT.replace("{name}", "{na|}"), ["name"]),
        ("templates/meadow/layouts/new.yaml", "|", ["layout"]),
        ("templates/sheets/mine.yaml", "sheet:\n  mode: du|\n", ["duplex"]),
        ("templates/meadow/studio/de.yaml", "studio:\n  tit|\n", ["titles"]),
        ("packs/more/pack.yaml", "pack:\n  li|\n", ["licence"]),
    ],
)
def test_completion_in_a_game_without_code(meadow: Path, name: str, text: str, wanted: list[str]) -> None:
    path = meadow / name
    for bees in meadow.glob("cards/meadow/bees-*.yaml"):
        bees.unlink()
    session = open_session(meadow)
    options = complete(session.loaded(path), path, text.replace("|", ""), text.index("|"))
    assert [option.label for option in options] == wanted


def test_a_snippet_of_a_card_is_valid(meadow: Path) -> None:
    """A new card of a data-only kind, as the snippet writes it, has no error."""
    import re

    path = meadow / "cards/meadow/new.yaml"
    session = open_session(meadow)
    [snippet] = [
        option.insert
        for option in complete(session.loaded(path), path, "cards:\n  - \n", len("cards:\n  - "))
        if option.kind == "snippet"
    ]
    typed = re.sub(r"\$\{\d+:((?:\\.|[^}])*)\}", r"\1", snippet).replace("\\}", "}").replace("\\$", "$")
    session.put(path, "cards:\n  - " + typed.replace("\n", "\n  ") + "\n")
    assert not [problem for problem in session.check_one(path) if problem.severity == "error"]


def test_the_first_use_of_an_id_is_related(meadow: Path) -> None:
    path = meadow / "cards/meadow/twice.yaml"
    session = open_session(meadow)
    session.put(path, "cards:\n  - {id: ant, name: {en: A, de: B}, text: {en: C, de: D}}\n")
    [problem] = [one for one in session.check().problems if one.code == "REF-DUPLICATE"]
    [(place, words)] = related_places(session, problem)
    assert (place.path.name, place.line, words) == ("ant.yaml", 2, "first used here")


def test_fix_all_does_what_check_fix_does(meadow: Path) -> None:
    path = meadow / "cards/meadow/ant.yaml"
    session = open_session(meadow)
    text = path.read_text("utf-8")
    session.put(path, text.replace("Carry.", "Carry...").replace("Trage.", "Trage..."))
    assert session.fix_all(path) == text.replace("Carry.", "Carry…").replace("Trage.", "Trage…")
    session.put(path, text)
    assert session.fix_all(path) == text
    other = meadow / "notes.yaml"  # not card data: editors save it with fixes, too
    session.put(other, "cards:\n  - {text: {de: A..., en: B}, id: x}\n")
    assert session.fix_all(other) == session.text_of(other)


SPELL = "spells:\n  - id: calm # quiet\n    name: {en: Calm, de: Ruhe, fr: Calme, hu: Csend}\n"
LOOK = "{look: {from: draw-pile, count: 3, sort: true}}"
TWO = "[{draw: 2}, {play: {from: drawn, count: 1, where: growth}}, {discard: {from: drawn}}]"


@pytest.mark.parametrize(
    ("sentence", "steps"),
    [
        ("    effect: manual\n    text: {en: |Draw two cards and play one.}\n", [TWO]),
        ("    |effect: Zieh zwei Karten und spiele eine davon.\n", [TWO]),
        ("    effect:\n|      - Draw two cards and play one.\n", [TWO]),
        (
            f"    effect:\n      - {LOOK[1:-1]} # a\n      - say: {{de: |Zieh zwei Karten und spiele eine davon.}}\n",
            [f"[{LOOK}, {TWO[1:]}"],
        ),
        (
            f"    effect:\n      - choose: [[{LOOK}], [{{say: {{en: |Swap two stacks.}}}}]]\n",
            [f"[{{choose: [[{LOOK}], [{{swap: {{which: stacks}}}}]]}}]"],
        ),
        ("    effect:\n      - say: {en: |Everybody stands up.}\n", []),
        ("    effect: [{discard: |drawn}]\n", []),
        ("    |name: {en: Draw two cards and play one.}\n", []),
    ],
)
def test_a_sentence_becomes_steps(kingdom: Session, sentence: str, steps: list[str]) -> None:
    path = CARDS / "spells/calm.yaml"
    text = SPELL + sentence
    place = text.index("|")
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    kingdom.put(path, text.replace("|", ""))
    meanings = kingdom.with_steps(path, line, column)
    after = [yaml.safe_load(new)["spells"][0] for _, new in meanings]
    assert [entry["effect"] for entry in after] == [yaml.safe_load(effect) for effect in steps]
    assert not any("text" in entry for entry in after)
    assert all("# quiet" in new and ("# look" in new) == ("# look" in text) for _, new in meanings)
    assert not any(words for words, _ in meanings)
    kingdom.drop(path)


def test_an_unclear_sentence_has_one_action_per_meaning(kingdom: Session) -> None:
    path = CARDS / "spells/calm.yaml"
    kingdom.put(path, f"{SPELL}    effect: Draw two cards and play one with joy.\n")
    meanings = kingdom.with_steps(path, 4, 1)
    assert meanings
    assert all(words.startswith("Draw two vine cards.") for words, _ in meanings)
    kingdom.drop(path)


def test_a_card_and_a_layout_with_the_same_id_are_two_things(meadow: Path) -> None:
    """`layout: card` names the layout, `friend: card` the card; a box and an icon that are called so are neither."""
    cards, game = meadow / "cards/meadow/ant.yaml", meadow / "cards/meadow/game.yaml"
    layout = meadow / "templates/meadow/layouts/card.yaml"
    session = open_session(meadow)
    session.put(game, GAME.replace("text: words,", "text: words, sign: text,"))
    text = "".join(
        f"  - {{id: {name}, name: {{en: {name}, de: D {name}}}, text: {{en: A, de: B}}, friend: card, sign: card}}\n"
        for name in ("card", "ant")
    )
    session.put(cards, f"cards:\n{text}")
    session.put(layout, LAYOUT.replace("- text: {", "- text: {id: card, ", 1))
    line = next(number for number, text in enumerate(GAME.split("\n"), 1) if "layout: card" in text)
    on_layout, on_card = (game, line, GAME.split("\n")[line - 1].index("card") + 1), (cards, 2, 10)
    assert [place.path for place in session.definition(*on_layout)] == [layout]
    assert [place.path for place in session.references(*on_layout, True)] == [layout, game]
    assert {place.path for place in session.references(*on_card, True)} == {cards}
    renamed = session.rename(*on_layout, "face")
    assert set(renamed) == {layout, game}
    assert "id: card" in renamed[layout][1]  # the box
    [(before, after)] = session.rename(*on_card, "leaf").values()
    assert after == before.replace("id: card", "id: leaf").replace("friend: card", "friend: leaf")


def test_a_fix_is_tried_only_when_it_is_chosen(meadow: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each problem of a selection was fixed and checked: 400 mistyped keys took a minute and a half."""
    file = meadow / "cards/meadow/ant.yaml"
    session, checks = open_session(meadow, render=False), list[object]()
    rows = [
        f"  - {{id: a{n}, name: {{en: A{n}, de: B{n}}}, text: {{en: X., de: Y.}}, freind: ant}}\n" for n in range(60)
    ]
    session.put(file, "cards:\n  - {id: ant, name: {en: Ant, de: Ameise}, text: {en: X., de: Y.}}\n" + "".join(rows))
    check = session._check_file

    def counted(*given: Any, **more: Any) -> Any:
        checks.append(given)
        return check(*given, **more)

    monkeypatch.setattr(session, "_check_file", counted)
    found = session.fixable(file, 1, 100, 20)
    assert (len(found), len(checks)) == (20, 1)
    better = session.fix(file, found[0])
    assert better is not None
    assert better.count("freind") == 59


@pytest.mark.parametrize("line_end", ["\r", "\r\n", "\n"])
def test_every_line_end_is_one(line_end: str, meadow: Path) -> None:
    file = meadow / "cards/meadow/ant.yaml"
    session = open_session(meadow, render=False)
    session.put(file, file.read_text("utf-8").replace("\n", line_end))
    assert [symbol.place.line for symbol in session.symbols(file)] == [2]
    assert session.word_at(file, 2, 10) == ("ant", 9)


def test_entries_with_the_same_id_are_bounded(meadow: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = meadow / "cards/meadow/ant.yaml"
    session, places = open_session(meadow, render=False), list[object]()
    session.put(file, "cards:\n" + "  - {id: ant, name: {en: Ant, de: Ameise}}\n" * 300)
    every = session._places

    def counted(*given: Any) -> Any:
        places.append(given)
        return every(*given)

    monkeypatch.setattr(session, "_places", counted)
    assert session.entry_at(file, 2, 10) is not None
    assert len(places) <= 20


def test_a_request_that_takes_too_long_has_no_answer_and_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    def never_ends(_: object) -> object:
        while True:
            budget.tick()

    async def ask() -> None:
        monkeypatch.setenv(budget.VARIABLE, "request-seconds=0")
        assert await answering(never_ends)(None) is None
        monkeypatch.setenv(budget.VARIABLE, "request-seconds=1000")
        slow = asyncio.ensure_future(answering(never_ends)(None))
        assert await answering(str)(3) == "3"  # meanwhile
        slow.cancel()
        with pytest.raises(asyncio.CancelledError):
            await slow

    asyncio.run(ask())  # waits for its threads


def test_texts_of_cards_are_no_markdown() -> None:
    assert _plain("![p](https://evil.example/p.png)") == r"\!\[p\]\(https://evil.example/p.png\)"


ADDRESSES = ["file:///a%00b", "file:///" + "a" * 5000, "file:///" + "a/" * 5000 + "b.yaml"]


@pytest.mark.parametrize("uri", ADDRESSES)
def test_an_address_that_is_no_file_is_refused(uri: str) -> None:
    with pytest.raises(UserError, match="address"):
        make_server().session(uri)


def test_a_notification_about_no_file_is_logged_and_the_next_one_read(
    meadow: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, file = local_server(), (meadow / "cards/meadow/ant.yaml").as_uri()
    logged: list[str] = []
    monkeypatch.setattr(server, "window_log_message", lambda params: logged.append(params.message))
    for number, uri in enumerate(ADDRESSES):
        document = types.TextDocumentIdentifier(uri)
        item = types.TextDocumentItem(uri, "yaml", 1, "")
        server.workspace.put_text_document(item)
        ask(server, types.TEXT_DOCUMENT_DID_OPEN, types.DidOpenTextDocumentParams(item))
        ask(server, types.TEXT_DOCUMENT_DID_SAVE, types.DidSaveTextDocumentParams(document))
        ask(server, types.TEXT_DOCUMENT_DID_CLOSE, types.DidCloseTextDocumentParams(document))
        assert len(logged) == 4 * number + 3
        files = [types.FileEvent(one, types.FileChangeType.Changed) for one in (uri, file)]
        ask(server, types.WORKSPACE_DID_CHANGE_WATCHED_FILES, types.DidChangeWatchedFilesParams(files))
        assert len(logged) == 4 * number + 4
        assert server.session(file)[0].version == number + 1


@pytest.mark.parametrize("data", [None, 3, {}, {"uri": 3, "line": "x", "problem": []}])
def test_an_action_that_is_not_ours_is_refused(data: object) -> None:
    with pytest.raises(JsonRpcInvalidParams):
        ask(local_server(), types.CODE_ACTION_RESOLVE, types.CodeAction("Fix", data=data))


def test_an_action_is_resolved_to_its_edit(meadow: Path) -> None:
    server, file = local_server(), meadow / "cards/meadow/ant.yaml"
    text = file.read_text("utf-8").replace("text:", "txet:")
    server.session(file.as_uri())[0].put(file, text)
    server.workspace.put_text_document(types.TextDocumentItem(file.as_uri(), "yaml", 1, text))
    whole = types.Range(types.Position(0, 0), types.Position(9, 0))
    document = types.TextDocumentIdentifier(file.as_uri())
    params = types.CodeActionParams(document, whole, types.CodeActionContext([]))
    [action] = ask(server, types.TEXT_DOCUMENT_CODE_ACTION, params)
    assert action.edit is None
    [edit] = ask(server, types.CODE_ACTION_RESOLVE, action).edit.changes[file.as_uri()]
    assert apply(text, [edit]) == file.read_text("utf-8")
