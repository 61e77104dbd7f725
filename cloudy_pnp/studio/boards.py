"""Scenarios on the page: evaluated after every save, drawn again when they or their cards have changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from msgspec import Struct

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.problems import Problem
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.game.contract import Data, EntryRef
from cloudy_pnp.rulebook.book import figure_name
from cloudy_pnp.studio.problems import scenario_name
from cloudy_pnp.studio.snapshot import Drawing, ShownFace
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.load import Loaded, Sound, sound_part
from cloudy_pnp.workspace.report import problems_of
from cloudy_pnp.workspace.scenarios import judge, scenario_findings

_MOST = 50  # documents: a file with more is generated, and is only evaluated


class _Board(Struct, frozen=True):
    name: str
    group: str
    entry: str
    document: Mapping[str, Any]
    drawing: Drawing

    def shown(self, lang: str) -> ShownFace:
        title, caption = (self.document.get(key, {}).get(lang, "") for key in ("title", "caption"))
        about = EntryRef(self.group, self.entry)
        return ShownFace(self.name, self.group, about, title or self.name, caption, self.drawing)


class Boards:
    """The scenarios of a game as they were last evaluated."""

    def __init__(self) -> None:
        self.problems: Sequence[Problem] = []
        self.sources: Mapping[str, SourceFile] = {}  # of the problems
        self.evaluated = False  # at least once
        self._boards: Mapping[str, _Board] = {}

    def shown(self, lang: str) -> dict[str, ShownFace]:
        """Return the pictures with the texts of a language, by name."""
        return {name: board.shown(lang) for name, board in self._boards.items()}

    def judge(self, loaded: Loaded, sources: Sequence[SourceFile]) -> bool:
        """Evaluate all scenarios; return whether that changes anything visible."""
        before = self.problems, self._boards
        self.evaluated = True
        sound = sound_part(loaded)
        findings = list(scenario_findings(loaded, sound, sources))
        self.problems = problems_of(sources, findings)
        self.sources = {source.name: source for source in sources}
        cards = fingerprint.of_bytes(repr(_without_texts(sound.data)).encode())
        self._boards = {
            board.name: board
            for source in sources
            if len(source.documents) <= _MOST
            for board in self._draw_boards(loaded.home, source, sound, cards)
        }
        return (self.problems, self._boards) != before

    def _draw_boards(self, home: Home, source: SourceFile, sound: Sound, cards: str) -> Iterator[_Board]:
        """Yield the drawable documents of a file. An invalid one keeps its last picture."""
        command, kind = next(
            (name, kind) for name, kind in home.game.scenarios.items() if source.name.endswith(kind.endings)
        )
        names = [
            f"{command}-{figure_name(source.name, kind)}-{number}" for number in range(1, len(source.documents) + 1)
        ]
        keys = [fingerprint.of_bytes(f"{cards} {document!r}".encode()) for document in source.documents]
        old_keys = [self._boards[name].drawing.key if name in self._boards else "" for name in names]
        if keys == old_keys:  # also when there is no document
            yield from (self._boards[name] for name in names)
            return
        for verdict in judge(home, source, kind, sound.model):
            if verdict.number is None:  # of the file, not of a document
                continue
            name, key = names[verdict.number], keys[verdict.number]
            page = kind.picture(sound.data, verdict.evaluation, _language(sound.data)) if verdict.sound else None
            if page is None:
                yield from [self._boards[name]] if name in self._boards else []
                continue
            drawing = Drawing(key, key, (page.width, page.height), cache(partial(_svg, page, name)), large=True)
            yield _Board(name, f"{command}s", scenario_name(source.name, verdict.number), verdict.document, drawing)


def _language(data: Data) -> str:
    """Return the first language of the game, for pictures with words."""
    return next((str(lang) for game in data.get("game", ()) for lang in game["languages"]), "")


def _svg(page: Page, title: str) -> bytes:
    return svg_text(page, title=title).encode()


def _without_texts(data: Data) -> list[Any]:
    """Return the parts of cards that boards depend on: a card's name changes no board."""
    languages = data["game"][0]["languages"]
    return [
        {key: value for key, value in entry.items() if not (isinstance(value, Mapping) and languages[0] in value)}
        for entries in data.values()
        for entry in entries
    ]
