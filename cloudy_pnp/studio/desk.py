"""The desk: the problems of a file while it is edited, and the looks of its cards in every language.

The text on the desk is not saved. The workspace checks it instead of the file on disk, so that the page, `check` and a
build never disagree.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict

from cloudy_pnp.core.problems import DataPath, Finding, Problem, UserError, path_text
from cloudy_pnp.data.entries import SourceFinding
from cloudy_pnp.data.files import display_path
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.data.tables.read import TableFile
from cloudy_pnp.export.reports import codes_of
from cloudy_pnp.game.contract import Data, EntryRef, RenderOptions, Sketch
from cloudy_pnp.studio.problems import configured
from cloudy_pnp.studio.project import Project
from cloudy_pnp.studio.snapshot import Drawing, draw_face
from cloudy_pnp.workspace.causes import omit_consequences
from cloudy_pnp.workspace.drawn import placed
from cloudy_pnp.workspace.files import Files, Readings
from cloudy_pnp.workspace.fixing import fix_for, has_fix
from cloudy_pnp.workspace.load import Loaded, load, sound_part
from cloudy_pnp.workspace.report import Report, broken_entries, problems_of
from cloudy_pnp.workspace.scenarios import scenario_findings
from cloudy_pnp.workspace.translations import stale_findings

_LAID_OUT = 2  # cards with which a layout is shown
_CACHED_PICTURES = 600  # pictures: some hundred cards in four languages


class DeskResult(Struct, frozen=True):
    """The results for a text."""

    problems: list[dict[str, Any]]  # of this file
    whole: bool  # False if a part is unreadable: then `entries` may lack some
    locked: str  # why a form cannot change it: "table", "broken", or nothing
    entries: list[dict[str, Any]]  # of this file, in order, valid or not
    faces: list[dict[str, Any]]  # of the requested card
    languages: list[str]

    def as_dict(self) -> dict[str, Any]:
        """Return the record for the page."""
        return asdict(self)


class Desk(Struct):
    """The place of unsaved text."""

    project: Project
    packs: Sequence[Path] = ()
    _pictures: OrderedDict[str, bytes] = field(default_factory=OrderedDict)
    _drawn: OrderedDict[str, Drawing] = field(default_factory=OrderedDict)
    _last: dict[tuple[str, str, str], dict[str, Any]] = field(default_factory=dict)
    _readings: Readings = field(default_factory=Readings)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def look(self, name: str, text: str, card: str = "") -> DeskResult:
        """Check a text, and draw one card of it (`card`: kind/id) in every language."""
        with self._lock:
            loaded, source = self._load(name, text)
            findings = self._findings(loaded, source)
            faces = list(self._faces(loaded, findings, card)) if source and card else []
            entries = list(_entries(loaded, source)) if source else []
            return DeskResult(
                [self._problem(problem) for problem in self._shown(source, findings)] if source else [],
                source is not None and source.whole,
                _lock(source),
                entries,
                faces,
                loaded.languages,
            )

    def fix(self, name: str, text: str, selected: Mapping[str, Any]) -> str:
        """Return the text without one of its problems. Raises UserError if it cannot be fixed automatically."""
        with self._lock:
            problem = next((candidate for candidate in self.check(name, text) if _is(candidate, selected)), None)
            with self._load(name, text)[0].speaking():
                better = fix_for(self.project.path(name), text, problem, self._check_fix(name)) if problem else None
        if better is None:
            raise UserError("this has to be fixed by hand")
        return better

    def check(self, name: str, text: str) -> list[Problem]:
        """Return the problems of a text."""
        loaded, source = self._load(name, text)
        return problems_of([source], self._findings(loaded, source)) if source else []

    def _check_fix(self, name: str) -> Any:
        return lambda texts: self.check(name, next(iter(texts.values())))

    def data(self) -> Data:
        """Return the saved data of the project."""
        with self._lock:
            return load(self.project.home, self.packs, Files(readings=self._readings)).entries.data()

    def picture(self, sha256: str) -> bytes | None:
        """Return a recently drawn picture."""
        return self._pictures.get(sha256)

    # --- checking ---

    def _load(self, name: str, text: str) -> tuple[Loaded, SourceFile | None]:
        path = self.project.path(name)
        loaded = load(self.project.home, self.packs, Files(self.project.unsaved(name, text), self._readings))
        file_name = display_path(path)
        return loaded, next((source for source in loaded.sources if source.name == file_name), None)

    def _findings(self, loaded: Loaded, source: SourceFile | None) -> list[SourceFinding]:
        own = [file for file in loaded.own if file is source]
        findings = [*loaded.findings, *stale_findings(loaded, own)]
        if source and self.project.home.scenario_of(source.name):
            findings += scenario_findings(loaded, sound_part(loaded), [source])
        return omit_consequences(loaded, findings)

    def _shown(self, source: SourceFile, findings: Sequence[SourceFinding]) -> list[Problem]:
        home = self.project.home
        report = Report(problems_of([source], findings), {source.name: source}, 0, codes_of(home.game), [])
        return configured(report, home).problems

    def _problem(self, problem: Problem) -> dict[str, Any]:
        return {**problem.as_dict(), "fix": has_fix(problem)}

    # --- drawing ---

    def _faces(self, loaded: Loaded, findings: list[SourceFinding], card: str) -> Iterator[dict[str, Any]]:
        """Yield the faces of a card; one with errors keeps its last good picture. Findings of drawing are added."""
        kind, _, name = card.partition("/")
        ref = EntryRef(kind, name)
        data = _drawable_data(loaded, findings, ref)
        drawn_by = self._drawn_by(loaded, data, name) if kind == "layout" else ()
        seen = []
        for lang in loaded.languages:
            for sketch in self._sketches(loaded, data, lang):
                if sketch.name in drawn_by if drawn_by else sketch.entry == ref:
                    drawing = self._draw(sketch)
                    seen += [(lang, sketch.entry or ref, finding) for finding in drawing.findings]
                    face = {
                        "lang": lang,
                        "name": sketch.name,
                        "title": sketch.title,
                        "says": sketch.text,
                        "picture": f"picture/{drawing.sha256}.svg",
                        "size": drawing.size,
                        "stale": False,
                    }
                    self._last[card, lang, sketch.name] = face
                    yield face
            if not any(lang == face_lang for face_lang, _, _ in seen) and not _is_there(data, ref):
                last = [face for (*about, _), face in self._last.items() if about == [card, lang]]
                yield from ({**face, "stale": True} for face in last)
        if seen:
            findings += placed(loaded.entries, seen)

    def _drawn_by(self, loaded: Loaded, data: Mapping[str, Any], layout: str) -> list[str]:
        """Return some faces drawn by a layout: those that change if the layout changes."""
        lang = next(iter(loaded.languages), "")
        layouts = data["layout"]
        changed = [{**item, "safe": item.get("safe", 3) + 1} if item["id"] == layout else item for item in layouts]
        before, after = (self._sketches(loaded, {**data, "layout": items}, lang) for items in (layouts, changed))
        names = [old.name for old, new in zip(before, after, strict=False) if old.key != new.key]
        return names[:_LAID_OUT]

    def _sketches(self, loaded: Loaded, data: Mapping[str, Any], lang: str) -> Sequence[Sketch]:
        printed = loaded.game.try_printed(data, RenderOptions(lang, partial=True))
        return printed.faces if printed else ()

    def _draw(self, sketch: Sketch) -> Drawing:
        drawing = self._drawn.get(sketch.key) if sketch.key else None
        if drawing is None or drawing.sha256 not in self._pictures:
            self._drawn[sketch.key] = drawing = draw_face(sketch)
        self._pictures[drawing.sha256] = drawing.svg()
        self._pictures.move_to_end(drawing.sha256)
        for cache in (self._pictures, self._drawn):
            while len(cache) > _CACHED_PICTURES:
                cache.popitem(last=False)
        return drawing


def _lock(source: SourceFile | None) -> str:
    """Return why a form cannot change a file; empty if it can."""
    if isinstance(source, TableFile):
        return "table"
    return "broken" if source is None or source.problems else ""


def _drawable_data(loaded: Loaded, findings: list[SourceFinding], ref: EntryRef) -> dict[str, list[Any]]:
    """Return the entries without errors. A layout with errors is not replaced by a shipped one."""
    broken = broken_entries(findings, ("I18N-", "REF-UNKNOWN"))
    data = {
        kind: [entry.data for entry in loaded.entries.of(kind) if (entry.source.name, *entry.path) not in broken]
        for kind in loaded.written_kinds
    }
    if ref.kind == "layout" and all(
        layout.id != ref.id or layout.source not in loaded.templates for layout in loaded.entries.of("layout")
    ):
        data["layout"] = [layout for layout in data["layout"] if layout["id"] != ref.id]
    return data


def _is_there(data: Mapping[str, Any], ref: EntryRef) -> bool:
    return any(entry.get("id") == ref.id for entry in data.get(ref.kind, ()))


def _is(problem: Problem, selected: Mapping[str, Any]) -> bool:
    return all(getattr(problem, key) == selected.get(key) for key in ("code", "line", "column", "message"))


def _entries(loaded: Loaded, source: SourceFile) -> Iterator[dict[str, Any]]:
    """Yield the entries of a file as they are written, each with its path and its line."""
    reader = loaded.reader_of(source)
    kind = reader.kind_of(source)
    document = source.documents[0] if len(source.documents) == 1 else None
    value = document.get(kind) if kind and isinstance(document, dict) else None
    if kind is None or value is None:
        return
    single = reader.kinds[kind].single
    items: list[tuple[DataPath, Any]] = [((kind,), value)] if single else []
    if not single and isinstance(value, list):
        items = [((kind, index), item) for index, item in enumerate(value)]
    lines = [problem.line for problem in source.problems_at([Finding("", path, "") for path, _ in items])]
    for (path, item), line in zip(items, lines, strict=True):
        if isinstance(item, dict):
            name = str(item.get("id", kind))
            yield {"kind": kind, "id": name, "path": list(path), "line": line, "place": path_text(path), "data": item}
