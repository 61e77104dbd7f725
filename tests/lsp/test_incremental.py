"""Random edits with incremental sync: the session always says what a fresh check says, and reads only what changed."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest
from bad.accept import REPOSITORY
from chance import SEED, examples
from lsp.test_server import meadow as meadow
from lsprotocol import types
from msgspec.structs import replace
from pygls.workspace import PositionCodec, TextDocument

from cloudy_pnp import api
from cloudy_pnp.api import open_session
from cloudy_pnp.core import files as core_files
from cloudy_pnp.core.problems import Problem, Severity
from cloudy_pnp.data import source
from cloudy_pnp.data.files import absolute
from cloudy_pnp.workspace import check
from cloudy_pnp.workspace.config import as_configured
from cloudy_pnp.workspace.files import Readings

_PIECES = (
    *("", "", "x", "id", ": ", "- ", "\n", "\n  ", "{", "}", "[", "]", '"', "'", "#", "ant", "friend: ant", "de", "…"),
    *("𝔸", "\t", "...", "name: {en: A, de: B}", "count: 3", "\r\n", "&a ", "*a", "|", "no", "12", "\u202e"),
)


def random_change(text: str, chance: random.Random) -> types.TextDocumentContentChangePartial:
    """Return a change of a few characters, in lines and UTF-16 units."""
    document = TextDocument("file:///x", text, position_codec=PositionCodec())
    first = chance.randint(0, len(text))
    last = min(len(text), first + chance.choice((0, 0, 1, 2, 5, 20)))
    start, end = (document.client_position_at_offset(offset) for offset in (first, last))
    return types.TextDocumentContentChangePartial(types.Range(start, end), chance.choice(_PIECES))


@pytest.mark.fuzz
def test_random_edits(meadow: Path) -> None:
    chance = random.Random(f"edits {SEED}")
    session = open_session(meadow)
    files = sorted(meadow.rglob("*.yaml"))
    originals = {path: path.read_text("utf-8") for path in files}
    texts: dict[Path, str] = {}
    for number in range(examples(25)):
        path = chance.choice(files)
        document = TextDocument(
            path.as_uri(), texts.get(path, originals[path]), position_codec=PositionCodec(), language_id="yaml"
        )
        document.apply_change(random_change(document.source, chance))
        texts[path] = document.source
        session.put(path, document.source)
        if number % 10 == 9:  # or else everything is broken soon
            path = chance.choice(list(texts))
            texts.pop(path)
            session.drop(path)
        session.check_one(path)
        fresh = as_configured(api.check(meadow, render=True, unsaved=texts), meadow)
        assert session.check().problems == fresh.problems, (SEED, number)


def test_only_changed_files_are_read_and_no_process_is_started(meadow: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in meadow.rglob("*.yaml"):
        os.utime(path, (1, 1))  # long ago
    session = open_session(meadow)
    ant = meadow / "cards/meadow/ant.yaml"
    session.put(ant, ant.read_text("utf-8"))
    session.check()
    session.check_one(ant)
    opened: list[str] = []
    plain = core_files.read_plain

    def reading(path: Path, most: int) -> bytes:
        opened.append(Path(path).name)
        return plain(path, most)

    def refusing(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(source, "read_plain", reading)
    monkeypatch.setattr(subprocess, "Popen", refusing)
    session.put(ant, ant.read_text("utf-8").replace("Carry.", "Carry on."))
    session.check_one(ant)
    session.check()
    assert [name for name in opened if name.startswith(("ant", "bees"))] == []
    (meadow / "cards/meadow/bees-1.yaml").write_text("cards: []\n", "utf-8")
    session.changed()
    report = session.check()
    assert [name for name in opened if name.startswith(("ant", "bees"))] == ["bees-1.yaml"]
    assert absolute(ant) in {absolute(name) for name in report.sources}


def test_nothing_is_played_or_composed_after_every_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both take half a second: their problems stay as they were until the whole root is checked."""

    def slow(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(check, "trial_findings", slow)
    monkeypatch.setattr(check, "book_files", slow)
    session = open_session(REPOSITORY, render=False)
    spells = REPOSITORY / "cards/cloudy-kingdom/spells.yaml"
    book = REPOSITORY / "templates/cloudy-kingdom/rulebook/en.md.j2"
    for path in (spells, book):
        session.put(path, path.read_text("utf-8"))
        assert session.check_one(path, quick=True) == []
        with pytest.raises(TimeoutError):
            session.check_one(path)
    older = Problem("SPL-13", Severity.WARNING, str(spells), 4, 5, "spells[0]", "the spell is never cast")
    session._report = replace(session._check({}, Readings(), [spells], trials=False), problems=[older])
    assert session.check_one(spells, quick=True) == [older]


def test_a_closed_file_is_what_is_saved(meadow: Path) -> None:
    for path in meadow.rglob("*.yaml"):
        os.utime(path, (1, 1))
    session = open_session(meadow)
    ant = meadow / "cards/meadow/ant.yaml"
    assert session.check().problems == session.check_one(ant) == []
    session.put(ant, "cards: [")
    assert session.check().problems
    assert session.check_one(ant)
    session.drop(ant)
    assert session.check().problems == session.check_one(ant) == []


def test_an_open_file_outside_the_game_is_checked_as_the_command_checks_it(meadow: Path) -> None:
    session = open_session(meadow)
    lone = meadow / "notes/try.yaml"
    session.put(lone, "cards:\n  - {id: Not an id}\n")
    found = [(one.code, one.line, one.column) for one in session.check().problems if absolute(one.file) == lone]
    fresh = api.check(meadow, paths=[lone], render=True, unsaved={lone: session.text_of(lone)})
    assert found == [(one.code, one.line, one.column) for one in fresh.problems] != []
