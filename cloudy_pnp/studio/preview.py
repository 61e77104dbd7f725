"""What the page shows: the game is checked again after every save, but only what has changed is drawn again.

A picture is kept under all that it is made of (`Sketch.key`). Where the data has errors, the last sound entry stands in
for a broken one, so that every card keeps its last good picture until it is mended.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import Problem, path_text
from cloudy_pnp.data.entries import Entries
from cloudy_pnp.draw.scene import page_of
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.export.store import sha256_of
from cloudy_pnp.games.contract import Data, EntryRef, RenderOptions, Sketch
from cloudy_pnp.studio.boards import Boards
from cloudy_pnp.studio.snapshot import Drawing, Faces, Shown, Snapshot
from cloudy_pnp.workspace.drawn import Drawn, placed
from cloudy_pnp.workspace.findings import broken_entries, has_errors, problems_of
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.load import Loaded, load
from cloudy_pnp.workspace.translations import stale_findings

_PATIENCE = 0.12  # seconds of drawing after which something is shown


class Preview:
    """A game that is looked at again and again."""

    def __init__(self, home: Home, packs: Sequence[Path] = ()) -> None:
        self.home = home
        self.game = home.game
        self.packs = packs
        # The game's own folder is missing where a root has packs alone, for the shipped game.
        self.folders = [home.cards, *packs]
        self._wanted: list[str] = []  # languages that somebody looks at
        self._good: Data = {}
        self._last: Faces = {}
        self._drawings: dict[str, Drawing] = {}
        self._boards = Boards()

    def languages(self) -> list[str]:
        """The languages of the game, as far as it can be read."""
        games = self._good.get("game") or [{}]
        return list(games[0].get("languages", []))

    def want(self, lang: str) -> None:
        """From now on draw this language too."""
        if lang not in self._wanted:
            self._wanted.append(lang)

    def look(self) -> Iterator[Snapshot]:
        """Check the game as it is on disk now, and draw what has changed.

        The last snapshot is whole. Where much has to be drawn, others before it show what there is so far; scenarios
        are judged when all cards can be seen.
        """
        begin = time.perf_counter()
        loaded = load(self.home, self.packs)
        found = [*loaded.findings, *stale_findings(loaded, loaded.base.own)]
        sources = {source.name: source for source in (*loaded.base.own, *loaded.pack_files)}
        scenarios = [source for source in sources.values() if self.home.scenario_of(source.name)]
        judged = {**sources, **{source.name: source for source, _ in found}}
        judged = {name: source for name, source in judged.items() if not self.home.scenario_of(name)}
        unreadable = loaded.files.unreadable
        broken = has_errors(judged.values(), found) or bool(unreadable)
        stale = self._keep(_drawable(loaded), broken)
        languages = self.languages()
        drawn: dict[str, dict[str, Shown]] = {lang: {} for lang in self._wanted if lang in languages}

        def snapshot(faces: Faces) -> Snapshot:
            boards = () if broken else self._boards.problems  # else they would only tell what follows from that
            here = problems_of(judged.values(), found)
            problems = sorted([*_records(here, loaded.entries), *boards], key=_place)
            shown = {lang: {**cards, **self._boards.shown(lang)} for lang, cards in faces.items()}
            titles = {lang: self._good["game"][0]["name"].get(lang, self.game.id) for lang in languages}
            return Snapshot(titles, shown, problems, unreadable, time.perf_counter() - begin)

        told = time.perf_counter()
        untold = False  # whether a new picture is there that nobody has seen
        for lang, faces in drawn.items():
            for sketch in self._faces(lang):
                drawing = self._drawings.get(sketch.key)
                if drawing is None:
                    if untold and time.perf_counter() - told > _PATIENCE:
                        yield snapshot({lang: {**self._last.get(lang, {}), **faces} for lang, faces in drawn.items()})
                        told, untold = time.perf_counter(), False
                    drawing = self._drawings[sketch.key] = _draw(sketch)
                    untold = True
                faces[sketch.name] = _shown(sketch, drawing, sketch.entry in stale)
            if broken:  # what cannot be drawn keeps its last picture
                for name, face in self._last.get(lang, {}).items():
                    faces.setdefault(name, replace(face, stale=True))
        self._last = drawn
        # Only pictures that are shown are kept: somebody may try out colours all day long.
        self._drawings = {face.drawing.key: face.drawing for faces in drawn.values() for face in faces.values()}
        if loaded.entries.of("game"):
            found += placed(loaded.entries, _drawn_findings(drawn))
        yield snapshot(drawn)
        if not broken and self._boards.judge(loaded, scenarios):
            yield snapshot(drawn)

    def _faces(self, lang: str) -> Sequence[Sketch]:
        if self.game.components is None:
            return ()
        return self.game.components.load()(self._good, RenderOptions(lang, partial=True)).faces

    def _keep(self, sound: Data, broken: bool) -> set[EntryRef]:
        """Remember the data to draw from; returns the entries for which an older one stands in."""
        if not broken:
            self._good = sound
            return set()
        kept: dict[str, list[Mapping[str, Any]]] = {}
        stale: set[EntryRef] = set()
        for kind in {**self._good, **sound}:
            new = {entry.get("id", kind): entry for entry in sound.get(kind, ())}
            old = {entry.get("id", kind): entry for entry in self._good.get(kind, ())}
            kept[kind] = list({**old, **new}.values())
            stale |= {EntryRef(kind, name) for name in set(old) - set(new)}
        self._good = kept
        return stale


def _shown(sketch: Sketch, drawing: Drawing, stale: bool) -> Shown:
    return Shown(sketch.name, sketch.group, sketch.entry, sketch.title, sketch.text, drawing, stale)


def _drawn_findings(drawn: Faces) -> Iterator[Drawn]:
    """What drawing has found: language, entry, finding."""
    for lang, faces in drawn.items():
        for face in faces.values():
            if not face.stale:
                yield from ((lang, face.about, finding) for finding in face.drawing.findings)


def _drawable(loaded: Loaded) -> Data:
    """The entries that can be drawn. A text that is missing, or a reference to something that is not there, does not
    spoil a card; and what is not a card itself (an edition whose counts are wrong) only has to pass its schema.
    """
    broken = broken_entries(loaded.findings, ("I18N-", "REF-UNKNOWN"))
    return {
        name: [
            entry.data
            for entry in loaded.entries.of(name)
            if not kind.cards or (entry.source.name, *entry.path) not in broken
        ]
        for name, kind in loaded.kinds.items()
    }


def _draw(sketch: Sketch) -> Drawing:
    symbol, findings = sketch.draw()
    page = page_of(symbol)
    svg = svg_text(page, title=sketch.title).encode()
    return Drawing(sketch.key, sha256_of(svg), (page.width, page.height), lambda: svg, findings)


def _records(problems: Sequence[Problem], entries: Entries) -> Iterator[dict[str, Any]]:
    """Problems, each with the id of the entry that it is about."""
    places = {
        (entry.source.name, path_text(entry.path)): str(entry.data["id"])
        for kind in {**entries.by_kind, **entries.partial}
        for entry in entries.sound_parts(kind)
        if "id" in entry.data
    }
    for problem in problems:
        place = problem.path[: problem.path.find("]") + 1]
        yield {**problem.as_dict(), "entry": places.get((problem.file, place), "")}


def _place(problem: Mapping[str, Any]) -> tuple[Any, ...]:
    """The order of the contracts."""
    return tuple(problem[key] for key in ("file", "line", "column", "code", "path", "message"))
