"""The desk: what is said about a file while somebody types in it, and what its cards look like in every language.

The text on the desk is not saved. The workspace judges it in place of what is on disk, so that the page, `check` and a
build never disagree.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.problems import DataPath, Finding, Problem, UserError, path_text
from cloudy_pnp.data.entries import Found
from cloudy_pnp.data.files import shown
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.data.tables.read import TableFile
from cloudy_pnp.draw.scene import page_of
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.games.contract import EntryRef, RenderOptions, Sketch
from cloudy_pnp.studio.project import Project
from cloudy_pnp.workspace.drawn import placed
from cloudy_pnp.workspace.files import Files, Readings
from cloudy_pnp.workspace.findings import broken_entries, problems_of
from cloudy_pnp.workspace.load import Loaded, load, sound_part
from cloudy_pnp.workspace.quick_fix import fix_for, has_fix
from cloudy_pnp.workspace.scenarios import scenario_findings
from cloudy_pnp.workspace.translations import stale_findings

_LAID_OUT = 2  # cards that a layout is shown with
_KEPT = 600  # pictures: some hundred cards in four languages


@dataclass(frozen=True, slots=True)
class Looked:
    """What there is to say about a text."""

    problems: list[dict[str, Any]]  # of this file
    whole: bool  # whether all of it can be read: else `entries` may lack some
    locked: str  # why a form cannot change it: "table", "broken", or nothing
    entries: list[dict[str, Any]]  # of this file, in order, sound or not
    faces: list[dict[str, Any]]  # of the card that is asked for
    languages: list[str]

    def as_dict(self) -> dict[str, Any]:
        """The record that the page reads."""
        return {key: getattr(self, key) for key in self.__slots__}


@dataclass(slots=True)
class Desk:
    """Where unsaved text lies."""

    project: Project
    packs: Sequence[Path] = ()
    _pictures: OrderedDict[str, bytes] = field(default_factory=OrderedDict)
    _drawn: OrderedDict[str, tuple[str, tuple[float, float], Sequence[Finding]]] = field(default_factory=OrderedDict)
    _last: dict[tuple[str, str, str], dict[str, Any]] = field(default_factory=dict)
    _readings: Readings = field(default_factory=Readings)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def look(self, name: str, text: str, card: str = "") -> Looked:
        """Judge a text, and draw one card of it (`card`: kind/id) in every language."""
        with self._lock:
            loaded, source = self._loaded(name, text)
            found = self._found(loaded, source)
            faces = list(self._faces(loaded, found, card)) if source and card else []
            entries = list(_entries(loaded, source)) if source else []
            return Looked(
                [self._problem(one) for one in problems_of([source], found)] if source else [],
                source is not None and source.whole,
                _lock(source),
                entries,
                faces,
                loaded.languages,
            )

    def fix(self, name: str, text: str, wanted: Mapping[str, Any]) -> str:
        """The text without one of its problems. Raises UserError where that cannot be mended by a machine."""
        with self._lock:
            problem = next((one for one in self.judge(name, text) if _is(one, wanted)), None)
            better = fix_for(self.project.path(name), text, problem, self._judge_fix(name)) if problem else None
        if better is None:
            raise UserError("this has to be fixed by hand")
        return better

    def judge(self, name: str, text: str) -> list[Problem]:
        """The problems of a text."""
        loaded, source = self._loaded(name, text)
        return problems_of([source], self._found(loaded, source)) if source else []

    def _judge_fix(self, name: str) -> Any:
        return lambda texts: self.judge(name, next(iter(texts.values())))

    def picture(self, sha256: str) -> bytes | None:
        """A picture that was drawn not long ago."""
        return self._pictures.get(sha256)

    # --- judging ---

    def _loaded(self, name: str, text: str) -> tuple[Loaded, SourceFile | None]:
        path = self.project.path(name)
        loaded = load(self.project.home, self.packs, Files({path: text}, self._readings))
        here = shown(path)
        return loaded, next((source for source in loaded.sources if source.name == here), None)

    def _found(self, loaded: Loaded, source: SourceFile | None) -> list[Found]:
        found = [*loaded.findings, *stale_findings(loaded, [one for one in loaded.base.own if one is source])]
        if source and self.project.home.scenario_of(source.name):
            found += scenario_findings(loaded, sound_part(loaded), [source])
        return found

    def _problem(self, problem: Problem) -> dict[str, Any]:
        return {**problem.as_dict(), "fix": has_fix(problem)}

    # --- drawing ---

    def _faces(self, loaded: Loaded, found: list[Found], card: str) -> Iterator[dict[str, Any]]:
        """The faces of a card; one with errors keeps its last good picture. What drawing finds is added."""
        kind, _, name = card.partition("/")
        ref = EntryRef(kind, name)
        data = _drawable_data(loaded, found, ref)
        drawn_by = self._drawn_by(loaded, data, name) if kind == "layout" else ()
        seen = []
        for lang in loaded.languages:
            for sketch in self._sketches(loaded, data, lang):
                if sketch.name in drawn_by if drawn_by else sketch.entry == ref:
                    sha256, size, findings = self._draw(sketch)
                    seen += [(lang, sketch.entry or ref, finding) for finding in findings]
                    face = {
                        "lang": lang,
                        "name": sketch.name,
                        "title": sketch.title,
                        "says": sketch.text,
                        "picture": f"/picture/{sha256}.svg",
                        "size": size,
                        "stale": False,
                    }
                    self._last[card, lang, sketch.name] = face
                    yield face
            if not any(lang == one for one, _, _ in seen) and not _is_there(data, ref):
                last = [face for (*about, _), face in self._last.items() if about == [card, lang]]
                yield from ({**face, "stale": True} for face in last)
        if seen:
            found += placed(loaded.entries, seen)

    def _drawn_by(self, loaded: Loaded, data: Mapping[str, Any], layout: str) -> list[str]:
        """Some faces that a layout draws: those that would not be the same with another one in its place."""
        lang = next(iter(loaded.languages), "")
        other = [{**one, "safe": one.get("safe", 3) + 1} if one["id"] == layout else one for one in data["layout"]]
        before, after = (self._sketches(loaded, {**data, "layout": one}, lang) for one in (data["layout"], other))
        names = [one.name for one, two in zip(before, after, strict=False) if one.key != two.key]
        return names[:_LAID_OUT]

    def _sketches(self, loaded: Loaded, data: Mapping[str, Any], lang: str) -> Sequence[Sketch]:
        if loaded.game.components is None:
            return ()
        try:
            return loaded.game.components.load()(data, RenderOptions(lang, partial=True)).faces
        except (KeyError, IndexError, UserError):  # the data has too many errors for a picture
            return ()

    def _draw(self, sketch: Sketch) -> tuple[str, tuple[float, float], Sequence[Finding]]:
        known = self._drawn.get(sketch.key) if sketch.key else None
        if known and known[0] in self._pictures:
            self._pictures.move_to_end(known[0])
            return known
        symbol, findings = sketch.draw()
        page = page_of(symbol)
        svg = svg_text(page, title=sketch.title).encode()
        sha256 = fingerprint.of_bytes(svg)
        self._pictures[sha256] = svg
        self._drawn[sketch.key] = made = (sha256, (page.width, page.height), findings)
        while len(self._pictures) > _KEPT:
            self._pictures.popitem(last=False)
        while len(self._drawn) > _KEPT:
            self._drawn.popitem(last=False)
        return made


def _lock(source: SourceFile | None) -> str:
    """Tell why a form cannot change a file; nothing if it can."""
    if isinstance(source, TableFile):
        return "table"
    return "broken" if source is None or source.problems else ""


def _drawable_data(loaded: Loaded, found: list[Found], ref: EntryRef) -> dict[str, list[Any]]:
    """Return the entries without errors. A layout with errors is not replaced by a shipped one."""
    broken = broken_entries(found, ("I18N-", "REF-UNKNOWN"))
    data = {
        kind: [entry.data for entry in loaded.entries.of(kind) if (entry.source.name, *entry.path) not in broken]
        for kind in loaded.written_kinds
    }
    if ref.kind == "layout" and all(layout.id != ref.id for layout in loaded.own_layouts):
        data["layout"] = [layout for layout in data["layout"] if layout["id"] != ref.id]
    return data


def _is_there(data: Mapping[str, Any], ref: EntryRef) -> bool:
    return any(entry.get("id") == ref.id for entry in data.get(ref.kind, ()))


def _is(problem: Problem, wanted: Mapping[str, Any]) -> bool:
    return all(getattr(problem, key) == wanted.get(key) for key in ("code", "line", "column", "message"))


def _entries(loaded: Loaded, source: SourceFile) -> Iterator[dict[str, Any]]:
    """The entries of a file as they are written, each with its path and its line."""
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
