"""What the page shows: the game is checked again after every save, but only what has changed is drawn again.

A picture is kept under all that it is made of (`Sketch.key`). Where the data has errors, the last sound entry stands in
for a broken one, so that every card keeps its last good picture until it is mended.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.problems import Problem
from cloudy_pnp.draw.scene import page_of
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.games.contract import Data, EntryRef, RenderOptions, Sketch
from cloudy_pnp.studio.boards import Boards
from cloudy_pnp.studio.problems import records
from cloudy_pnp.studio.snapshot import Drawing, Faces, Shown, Snapshot, View
from cloudy_pnp.workspace.drawn import Drawn, placed
from cloudy_pnp.workspace.files import Files, Readings
from cloudy_pnp.workspace.findings import broken_entries, has_errors, problems_of
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.load import TEMPLATE_KINDS, Loaded, load
from cloudy_pnp.workspace.proof import proof_set
from cloudy_pnp.workspace.report import Report, by_cause
from cloudy_pnp.workspace.translations import stale_findings

_PATIENCE = 0.12  # seconds of drawing after which something is shown
_MOST_PATIENCE = 2.0


class Preview:
    """A game that is looked at again and again."""

    def __init__(self, home: Home, packs: Sequence[Path] = ()) -> None:
        self.home = home
        self.game = home.game
        self.packs = list(packs)
        # The game's own folder is missing where a root has packs alone, for the shipped game.
        templates = (*home.layout_folders, home.own_wording)
        own = [folder for folder in templates if home.owns(folder) and folder.is_dir()]
        self.folders = [home.cards, *own, *packs]
        self._wanted: list[str] = []  # views that somebody looks at
        self._good: Data = {}
        self._places: Mapping[EntryRef, str] = {}  # the file of each entry of the good data
        self._last: Faces = {}
        self._drawings: dict[str, Drawing] = {}
        self._boards = Boards()
        self._readings = Readings()

    def languages(self) -> list[str]:
        """The languages of the game, as far as it can be read."""
        games = self._good.get("game") or [{}]
        return list(games[0].get("languages", []))

    def editions(self) -> dict[str, Mapping[str, str]]:
        """The editions of the game, where it has some: their names by language."""
        return {entry["id"]: entry.get("name", {}) for entry in self._good.get("editions", ()) if "id" in entry}

    def knows(self, view: str) -> bool:
        """Whether the game has the language and the edition of a view."""
        lang, edition, _ = View.of(view)
        return lang in self.languages() and (not edition or edition in self.editions())

    def want(self, view: str) -> None:
        """From now on draw this view too. Of views that are no language alone, only the last is kept up to date."""
        if view not in self._wanted:
            self._wanted = [one for one in self._wanted if " " not in view or " " not in one] + [view]

    def look(self) -> Iterator[Snapshot]:
        """Check the game as it is on disk now, and draw what has changed.

        The last snapshot is whole. Where much has to be drawn, others before it show what there is so far; scenarios
        are judged when all cards can be seen.
        """
        begin = time.perf_counter()
        loaded = load(self.home, self.packs, Files(readings=self._readings))
        found = [*loaded.findings, *stale_findings(loaded, loaded.base.own)]
        sources = {source.name: source for source in (*loaded.base.own, *loaded.pack_files)}
        scenarios = [source for source in sources.values() if self.home.scenario_of(source.name)]
        judged = {**sources, **{source.name: source for source, _ in found}}
        judged = {name: source for name, source in judged.items() if not self.home.scenario_of(name)}
        unreadable = loaded.files.unreadable
        broken = has_errors(judged.values(), found) or bool(unreadable)
        stale = self._keep(loaded, broken)
        languages = self.languages()
        drawn: dict[str, dict[str, Shown]] = {view: {} for view in self._wanted if self.knows(view)}

        def snapshot(faces: Faces, whole: bool = True) -> Snapshot:
            boards = () if broken else self._boards.problems  # else they would only tell what follows from that
            here = sorted({*problems_of(judged.values(), found), *boards}, key=Problem.sort_key)
            report = Report(here, {**judged, **self._boards.sources}, 0, {}, [])
            grouped = by_cause(report, lambda name: self.home.scenario_of(name) is not None)
            problems = list(records(grouped, self.home, loaded.entries))
            shown = {view: {**cards, **self._boards.shown(View.of(view).lang)} for view, cards in faces.items()}
            titles = {lang: self._good["game"][0]["name"].get(lang, self.game.id) for lang in languages}
            seconds = time.perf_counter() - begin
            return Snapshot(titles, shown, problems, unreadable, seconds, whole, self.editions())

        told, patience = time.perf_counter(), _PATIENCE
        untold = False  # whether a new picture is there that nobody has seen
        for view, faces in drawn.items():
            for sketch in self._faces(view):
                drawing = self._drawings.get(sketch.key)
                if drawing is None:
                    if untold and time.perf_counter() - told > patience:
                        so_far = {view: {**self._last.get(view, {}), **faces} for view, faces in drawn.items()}
                        yield snapshot(so_far, whole=False)
                        told, untold = time.perf_counter(), False
                        patience = min(patience * 1.5, _MOST_PATIENCE)  # a large deck: telling takes time too
                    drawing = self._drawings[sketch.key] = _draw(sketch)
                    untold = True
                faces[sketch.name] = _shown(sketch, drawing, sketch.entry in stale)
            if broken:  # what is still in the files and cannot be drawn keeps its last picture
                for name, face in self._last.get(view, {}).items():
                    if face.about is None or face.about in self._places:
                        faces.setdefault(name, replace(face, stale=True))
        self._last = drawn
        # Only pictures that are shown are kept: somebody may try out colours all day long.
        self._drawings = {face.drawing.key: face.drawing for faces in drawn.values() for face in faces.values()}
        if loaded.entries.of("game"):
            found += placed(loaded.entries, _drawn_findings(drawn))
        waits = scenarios and not broken and not self._boards.judged  # boards come for the first time
        yield snapshot(drawn, whole=not waits)
        if not broken and (self._boards.judge(loaded, scenarios) or waits):
            yield snapshot(drawn)

    def _faces(self, view: str) -> Sequence[Sketch]:
        if self.game.components is None:
            return ()
        lang, edition, ink = View.of(view)
        options = RenderOptions(lang, edition or None, ink_saving=ink, partial=True)
        printed = self.game.components.load()(self._good, options)
        return proof_set(self.game, printed, self._good, lang).faces

    def _keep(self, loaded: Loaded, broken: bool) -> set[EntryRef]:
        """Remember the data to draw from; returns the entries that an older version replaces. An entry that is no
        longer in the files is forgotten, unless the file that it was in cannot be read.
        """
        sound, places = _drawable(loaded), _places(loaded)
        if not broken:
            self._good, self._places = sound, places
            return set()
        lost = _lost_files(loaded, self._places.values())
        places = {ref: file for ref, file in self._places.items() if file in lost or _is_single(loaded, ref)} | places
        kept: dict[str, list[Mapping[str, Any]]] = {}
        stale: set[EntryRef] = set()
        for kind in {**self._good, **sound}:
            new = {entry.get("id", kind): entry for entry in sound.get(kind, ())}
            old = {entry.get("id", kind): entry for entry in self._good.get(kind, ())}
            old = {name: entry for name, entry in old.items() if EntryRef(kind, name) in places}
            kept[kind] = list({**old, **new}.values())
            stale |= {EntryRef(kind, name) for name in set(old) - set(new)}
        self._good, self._places = kept, places
        return stale


def _shown(sketch: Sketch, drawing: Drawing, stale: bool) -> Shown:
    return Shown(sketch.name, sketch.group, sketch.entry, sketch.title, sketch.text, drawing, stale)


def _drawn_findings(drawn: Faces) -> Iterator[Drawn]:
    """What drawing has found: language, entry, finding."""
    for view, faces in drawn.items():
        for face in faces.values() if " " not in view else ():  # else it would be told twice
            if not face.stale:
                yield from ((view, face.about, finding) for finding in face.drawing.findings)


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
        for name, kind in {**loaded.kinds, **TEMPLATE_KINDS}.items()
    }


def _places(loaded: Loaded) -> dict[EntryRef, str]:
    """Return the file of every entry that is in the files, valid or not."""
    return {
        EntryRef(kind, str(entry.data.get("id", kind))): entry.source.name
        for kind in {**loaded.kinds, **TEMPLATE_KINDS}
        for entry in loaded.entries.sound_parts(kind)
    }


def _lost_files(loaded: Loaded, names: Iterable[str]) -> set[str]:
    """Return the files of which not every entry can be read: their entries may still be there."""
    lists = {source.name for source in loaded.sources if source.whole and loaded.reader_of(source).kind_of(source)}
    there = {source.name for source in loaded.sources}
    return {name for name in names if name not in lists and (name in there or loaded.files.unreadable)}


def _is_single(loaded: Loaded, ref: EntryRef) -> bool:
    """Tell whether an entry is the only one of its kind: without it, nothing could be drawn."""
    kinds = {**loaded.kinds, **TEMPLATE_KINDS}
    return ref.kind in kinds and kinds[ref.kind].single


def _draw(sketch: Sketch) -> Drawing:
    symbol, findings = sketch.draw()
    page = page_of(symbol)
    svg = svg_text(page, title=sketch.title).encode()
    return Drawing(sketch.key, fingerprint.of_bytes(svg), (page.width, page.height), lambda: svg, findings)
