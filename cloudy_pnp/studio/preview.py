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

from cloudy_pnp.core.problems import Finding, Problem, Severity, path_text
from cloudy_pnp.data.entries import Entries
from cloudy_pnp.draw.scene import Page, Use
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.export.store import sha256_of
from cloudy_pnp.games import find_game
from cloudy_pnp.games.contract import Data, Sketch
from cloudy_pnp.studio.boards import Boards
from cloudy_pnp.studio.snapshot import Drawing, Faces, Shown, Snapshot
from cloudy_pnp.workspace.check import note_drawn
from cloudy_pnp.workspace.project import Project

_PATIENCE = 0.12  # seconds of drawing after which something is shown


class Preview:
    """A game that is looked at again and again."""

    def __init__(self, root: Path, game_id: str, packs: Sequence[Path] = ()) -> None:
        self.root = root
        self.game = find_game(game_id)
        self.packs = packs
        own = Project(root, self.game).folder  # not there where a folder has packs alone, for the shipped game
        self.folders = [folder for folder in (own, *packs) if folder.is_dir()]
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
        project = Project(self.root, self.game, self.packs)
        own = project.own_files()
        entries = project.entries(own)
        project.check_stale(self.root, own, entries)
        sources = {source.name: source for source in (*own, *project.pack_files)}
        stories = {name: source for name, source in sources.items() if project.scenario(source)}
        names = (sources.keys() | project.found.keys()) - stories.keys()
        broken = project.has_errors(names) or bool(project.unreadable)
        stale = self._keep(_drawable(project, entries), broken)
        languages = self.languages()
        drawn: dict[str, dict[str, Shown]] = {lang: {} for lang in self._wanted if lang in languages}

        def snapshot(faces: Faces) -> Snapshot:
            boards = () if broken else self._boards.problems  # else they would only tell what follows from that
            problems = sorted([*_records(project.problems(names), entries), *boards], key=_place)
            shown = {lang: {**cards, **self._boards.shown(lang)} for lang, cards in faces.items()}
            titles = {lang: self._good["game"][0]["name"].get(lang, self.game.id) for lang in languages}
            return Snapshot(titles, shown, problems, project.unreadable, time.perf_counter() - begin)

        told = time.perf_counter()
        untold = False  # whether a new picture is there that nobody has seen
        for lang, faces in drawn.items():
            for sketch in self.game.sketches(self._good, lang):
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
        if entries.of("game"):
            note_drawn(project, entries, _drawn_findings(drawn))
        yield snapshot(drawn)
        if not broken and self._boards.judge(project, list(stories.values()), entries):
            yield snapshot(drawn)

    def _keep(self, sound: Data, broken: bool) -> set[str]:
        """Remember the data to draw from; returns the ids for which an older entry stands in."""
        if not broken:
            self._good = sound
            return set()
        kept: dict[str, list[Mapping[str, Any]]] = {}
        stale: set[str] = set()
        for kind in {**self._good, **sound}:
            new = {entry.get("id", kind): entry for entry in sound.get(kind, ())}
            old = {entry.get("id", kind): entry for entry in self._good.get(kind, ())}
            kept[kind] = list({**old, **new}.values())
            stale |= set(old) - set(new)
        self._good = kept
        return stale


def _shown(sketch: Sketch, drawing: Drawing, stale: bool) -> Shown:
    return Shown(sketch.name, sketch.group, sketch.entry, sketch.title, sketch.says, drawing, stale)


def _drawn_findings(drawn: Faces) -> Iterator[tuple[str, str, Finding]]:
    """What drawing has found: language, id of the entry, finding."""
    for lang, faces in drawn.items():
        for face in faces.values():
            if not face.stale:
                yield from ((lang, face.entry, finding) for finding in face.drawing.findings)


def _drawable(project: Project, entries: Entries) -> Data:
    """The entries that can be drawn. A text that is missing, or a reference to something that is not there, does not
    spoil a card; and what is not a card itself (an edition whose counts are wrong) only has to pass its schema.
    """
    broken = {
        (name, *finding.path[:2])
        for name, found in project.found.items()
        for _, finding in found
        if finding.severity is Severity.ERROR and not finding.code.startswith(("I18N-", "REF-UNKNOWN"))
    }
    return {
        name: [
            entry.data for entry in entries.of(name) if not kind.cards or (entry.source.name, *entry.path) not in broken
        ]
        for name, kind in project.kinds.items()
    }


def _draw(sketch: Sketch) -> Drawing:
    symbol, findings = sketch.draw()
    box = symbol.bounds
    size = (box.width + 2 * box.x, box.height + 2 * box.y)
    svg = svg_text(Page(*size, (Use(symbol),)), title=sketch.title).encode()
    return Drawing(sketch.key, sha256_of(svg), size, lambda: svg, findings)


def _records(problems: Sequence[Problem], entries: Entries) -> Iterator[dict[str, Any]]:
    """Problems, each with the id of the entry that it is about."""
    places = {
        (entry.source.name, path_text(entry.path)): str(entry.data["id"])
        for kind in {**entries.by_kind, **entries.remains}
        for entry in entries.sound_parts(kind)
        if "id" in entry.data
    }
    for problem in problems:
        place = problem.path[: problem.path.find("]") + 1]
        yield {**problem.as_dict(), "entry": places.get((problem.file, place), "")}


def _place(problem: Mapping[str, Any]) -> tuple[Any, ...]:
    """The order of the contracts."""
    return tuple(problem[key] for key in ("file", "line", "column", "code", "path", "message"))
