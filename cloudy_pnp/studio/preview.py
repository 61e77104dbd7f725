"""The contents of the page: the game is checked again after every save, but only changed cards are drawn again.

A picture is cached under everything it depends on (`Sketch.key`). If the data has errors, the last valid entry replaces
a broken one, so that every card keeps its last good picture until it is fixed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import Problem
from cloudy_pnp.export.reports import codes_of
from cloudy_pnp.game.contract import Data, EntryRef, RenderOptions, Sketch
from cloudy_pnp.studio.boards import Boards
from cloudy_pnp.studio.problems import configured, records
from cloudy_pnp.studio.snapshot import Drawing, Faces, ShownFace, Snapshot, View, draw_face
from cloudy_pnp.workspace.causes import omit_consequences
from cloudy_pnp.workspace.drawn import Drawn, placed, proof_set
from cloudy_pnp.workspace.files import Files, Readings
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.load import Loaded, load
from cloudy_pnp.workspace.loaded import TEMPLATE_KINDS
from cloudy_pnp.workspace.report import Report, broken_entries, by_cause, has_errors, problems_of
from cloudy_pnp.workspace.translations import stale_findings

_PATIENCE = 0.12  # seconds of drawing after which something is shown
_MOST_PATIENCE = 2.0


class Preview:
    """A game that is checked and drawn repeatedly."""

    def __init__(self, home: Home, packs: Sequence[Path] = ()) -> None:
        self.home = home
        self.game = home.game
        self.packs = list(packs)
        # The game's own folder is missing if a root has only packs, for the shipped game.
        templates = (*home.layout_folders, home.own_wording)
        own_templates = [folder for folder in templates if home.owns(folder) and folder.is_dir()]
        self.folders = [home.cards, *own_templates, *packs]
        self._open_views: list[str] = []  # views that are open
        self._good: Data = {}
        self._places: Mapping[EntryRef, str] = {}  # the file of each entry of the good data
        self._last: Faces = {}
        self._drawings: dict[str, Drawing] = {}
        self._boards = Boards()
        self._readings = Readings()

    def languages(self) -> list[str]:
        """Return the languages of the game, as far as it can be read."""
        games = self._good.get("game") or [{}]
        return list(games[0].get("languages", []))

    def editions(self) -> dict[str, Mapping[str, str]]:
        """Return the values of the game's own option, if it has one: their names by language."""
        entries = [entry for option in self.game.options[:1] for entry in self._good.get(option.kind, ())]
        return {entry["id"]: entry.get("name", {}) for entry in entries if "id" in entry}

    def knows(self, view: str) -> bool:
        """Check whether the game has the language and the edition of a view."""
        lang, edition, _ = View.of(view)
        return lang in self.languages() and (not edition or edition in self.editions())

    def want(self, view: str) -> None:
        """Also draw this view from now on. Of views with more than a language, only the last is kept up to date."""
        if view not in self._open_views:
            kept = [other for other in self._open_views if " " not in view or " " not in other]
            self._open_views = [*kept, view]

    def look(self) -> Iterator[Snapshot]:
        """Check the game as it is on disk now, and draw the changes. All its pictures share one limit of time."""
        return budget.running(self._look(), budget.Budget(clock=budget.clock("seconds", thread=False)))

    def _look(self) -> Iterator[Snapshot]:
        """Yield snapshots.

        The last snapshot is complete. If much has to be drawn, earlier ones show the results so far; scenarios are
        evaluated when all cards are visible.
        """
        begin = time.perf_counter()
        loaded = load(self.home, self.packs, Files(readings=self._readings))
        findings = omit_consequences(loaded, [*loaded.findings, *stale_findings(loaded, loaded.own)])
        sources = {source.name: source for source in (*loaded.own, *loaded.pack_files)}
        scenarios = [source for source in sources.values() if self.home.scenario_of(source.name)]
        evaluated = {**sources, **{source.name: source for source, _ in findings}}
        evaluated = {name: source for name, source in evaluated.items() if not self.home.scenario_of(name)}
        unreadable = loaded.files.unreadable
        broken = has_errors(evaluated.values(), findings) or bool(unreadable)
        stale = self._keep(loaded, broken)
        languages = self.languages()
        drawn: dict[str, dict[str, ShownFace]] = {view: {} for view in self._open_views if self.knows(view)}

        def snapshot(faces: Faces, whole: bool = True) -> Snapshot:
            boards = () if broken else self._boards.problems  # otherwise they would only report consequential errors
            all_problems = sorted({*problems_of(evaluated.values(), findings), *boards}, key=Problem.sort_key)
            report = Report(all_problems, {**evaluated, **self._boards.sources}, 0, codes_of(self.game), unreadable)
            report = by_cause(report, lambda name: self.home.scenario_of(name) is not None)
            grouped = configured(report, self.home)
            problems = list(records(grouped, self.home, loaded.entries))
            all_faces = {view: {**cards, **self._boards.shown(View.of(view).lang)} for view, cards in faces.items()}
            titles = {lang: self._good["game"][0]["name"].get(lang, self.game.id) for lang in languages}
            seconds = time.perf_counter() - begin
            return Snapshot(titles, all_faces, problems, grouped.unreadable, seconds, whole, self.editions())

        last_shown, patience = time.perf_counter(), _PATIENCE
        unshown = False  # whether there is a new picture that has not been shown
        for view, faces in drawn.items():
            for sketch in self._faces(view):
                drawing = self._drawings.get(sketch.key)
                if drawing is None:
                    if unshown and time.perf_counter() - last_shown > patience:
                        so_far = {view: {**self._last.get(view, {}), **faces} for view, faces in drawn.items()}
                        yield snapshot(so_far, whole=False)
                        last_shown, unshown = time.perf_counter(), False
                        patience = min(patience * 1.5, _MOST_PATIENCE)  # a large deck: sending takes time too
                    drawing = self._drawings[sketch.key] = draw_face(sketch)
                    unshown = True
                faces[sketch.name] = _show(sketch, drawing, sketch.entry in stale)
            if broken:  # an entry that is still in the files and cannot be drawn keeps its last picture
                for name, face in self._last.get(view, {}).items():
                    if face.about is None or face.about in self._places:
                        faces.setdefault(name, replace(face, stale=True))
        self._last = drawn
        # Only visible pictures are cached: an author may experiment with colours all day.
        self._drawings = {face.drawing.key: face.drawing for faces in drawn.values() for face in faces.values()}
        if loaded.entries.of("game"):
            findings += placed(loaded.entries, _drawn_findings(drawn))
        waits = scenarios and not broken and not self._boards.evaluated  # boards come for the first time
        yield snapshot(drawn, whole=not waits)
        if not broken and (self._boards.judge(loaded, scenarios) or waits):
            yield snapshot(drawn)

    def _faces(self, view: str) -> Sequence[Sketch]:
        if self.game.components is None:
            return ()
        lang, edition, ink = View.of(view)
        options = RenderOptions(lang, ink_saving=ink, partial=True, options=self.game.first_option(edition))
        printed = self.game.printed(self._good, options)
        return proof_set(self.game, printed, self._good, lang).faces

    def _keep(self, loaded: Loaded, broken: bool) -> set[EntryRef]:
        """Store the data to draw from; return the entries that are replaced by an older version.

        An entry that is no longer in the files is dropped, unless its file cannot be read.
        """
        sound, places = _drawable(loaded), _places(loaded)
        if not broken:
            self._good, self._places = sound, places
            return set()
        lost = _lost_files(loaded, self._places.values())
        places = {ref: file for ref, file in self._places.items() if file in lost or _is_single(loaded, ref)} | places
        merged: dict[str, list[Mapping[str, Any]]] = {}
        stale: set[EntryRef] = set()
        for kind in {**self._good, **sound}:
            new = {entry.get("id", kind): entry for entry in sound.get(kind, ())}
            old = {entry.get("id", kind): entry for entry in self._good.get(kind, ())}
            old = {name: entry for name, entry in old.items() if EntryRef(kind, name) in places}
            merged[kind] = list({**old, **new}.values())
            stale |= {EntryRef(kind, name) for name in set(old) - set(new)}
        self._good, self._places = merged, places
        return stale


def _show(sketch: Sketch, drawing: Drawing, stale: bool) -> ShownFace:
    return ShownFace(sketch.name, sketch.group, sketch.entry, sketch.title, sketch.text, drawing, stale)


def _drawn_findings(drawn: Faces) -> Iterator[Drawn]:
    """Yield the findings of drawing: language, entry, finding."""
    for view, faces in drawn.items():
        for face in faces.values() if " " not in view else ():  # otherwise it would be reported twice
            if not face.stale:
                yield from ((view, face.about, finding) for finding in face.drawing.findings)


def _drawable(loaded: Loaded) -> Data:
    """Return the drawable entries.

    A missing text, or a reference to something unknown, does not spoil a card; and anything but a card (an edition with
    wrong counts) only has to pass its schema.
    """
    broken = broken_entries(loaded.findings, ("I18N-", "REF-UNKNOWN"))
    return {
        name: [
            entry.data
            for entry in loaded.entries.of(name)
            if not kind.cards or (entry.source.name, *entry.path) not in broken
        ]
        for name, kind in {**loaded.kinds, **TEMPLATE_KINDS}.items()
    }


def _places(loaded: Loaded) -> dict[EntryRef, str]:
    """Return the file of every entry that is in the files, valid or not."""
    return {
        EntryRef(kind, str(entry.data.get("id", kind))): entry.source.name
        for kind in {**loaded.kinds, **TEMPLATE_KINDS}
        for entry in loaded.entries.valid_parts(kind)
    }


def _lost_files(loaded: Loaded, names: Iterable[str]) -> set[str]:
    """Return the files that are not completely readable: their entries may still exist."""
    lists = {source.name for source in loaded.sources if source.whole and loaded.reader_of(source).kind_of(source)}
    existing = {source.name for source in loaded.sources}
    return {name for name in names if name not in lists and (name in existing or loaded.files.unreadable)}


def _is_single(loaded: Loaded, ref: EntryRef) -> bool:
    """Check whether an entry is the only one of its kind: without it, nothing could be drawn."""
    kinds = {**loaded.kinds, **TEMPLATE_KINDS}
    return ref.kind in kinds and kinds[ref.kind].single
