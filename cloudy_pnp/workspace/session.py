"""One project in memory: open texts, the same checks as `check`, and everything that an editor asks about a place.

The language server and the studio share it. Nothing here knows a protocol: places are files with lines and columns from
1, as in a report. `api.open_session` opens one.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import Finding, Problem, UserError
from cloudy_pnp.data.edit import in_order
from cloudy_pnp.data.entries import Entry
from cloudy_pnp.data.files import absolute, display_path, is_within
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.data.text import line_starts, lines
from cloudy_pnp.draw.text import Fit, noting
from cloudy_pnp.game.contract import EntryRef, Sketch
from cloudy_pnp.i18n.template import ENDING as TEMPLATE
from cloudy_pnp.workspace.complete import with_steps, with_verdict
from cloudy_pnp.workspace.config import as_configured
from cloudy_pnp.workspace.files import Files, Readings
from cloudy_pnp.workspace.fixing import apply_fixes, fix_for, has_fix, key_orders, parse_path
from cloudy_pnp.workspace.home import home_at, homes_of, pack_of
from cloudy_pnp.workspace.inspect import face_sketches, references, renamed
from cloudy_pnp.workspace.load import Loaded, load, sound_part
from cloudy_pnp.workspace.report import Report, explain

_WORD = re.compile(r"[\w-]+")
_ENTRY = re.compile(r"\(([^\s()]+\.ya?ml), ([\w.\[\]-]+)\)")
_LINE = re.compile(r"([\w.-]{1,100}\.\w{1,10}):(\d{1,9})")
_DRAWN = ("FIT-", "GLYPH-", "PRINT-", "PICTURE-")  # found only by drawing, which waits until the typing stops
_MOST_PICTURES = 200
_MOST_NAMED = 20  # entries with the same id
Check = Callable[..., Report]  # `api.check`


class Place(Struct, frozen=True):
    """A place in a file; line and column from 1."""

    path: Path
    line: int
    column: int
    length: int = 0


class Symbol(Struct, frozen=True):
    """An entry with its place."""

    kind: str
    id: str
    title: str
    place: Place
    last_line: int


class Session:
    """A root whose files are edited. Every public method may be called from any thread."""

    def __init__(self, root: Path, check: Check, render: bool = True) -> None:
        self.root = root
        self._check_root = check
        self.render = render  # whether a whole check draws every card, as the command does
        self._texts: dict[Path, str] = {}
        self._readings = Readings()
        self._checked = Readings()  # of the whole check, which runs in its own thread
        self._lock = threading.RLock()
        self._checking = threading.Lock()
        self._version = 0
        self._loaded: dict[tuple[str, tuple[Path, ...]], Loaded] = {}
        self._report: Report | None = None
        self._pictures: dict[str, bytes] = {}
        self._fits: dict[str, Sequence[Fit]] = {}

    # --- texts ---

    @property
    def version(self) -> int:
        """A number that grows with every change."""
        return self._version

    def put(self, path: Path, text: str) -> None:
        """Take the text of an open file."""
        with self._lock:
            self._texts[path] = text
            self.changed()

    def drop(self, path: Path) -> None:
        """Use the saved file again."""
        with self._lock:
            self._texts.pop(path, None)
            self.changed()

    def changed(self) -> None:
        """Forget everything that was derived from files."""
        with self._lock:
            self._version += 1
            self._loaded.clear()

    def text_of(self, path: Path) -> str:
        """Return the text of a file, open or saved; empty where there is none."""
        if path in self._texts:
            return self._texts[path]
        try:
            return self._readings.read(path, display_path(path)).original
        except UserError:
            return ""

    def lines_of(self, path: Path) -> list[str]:
        """Return the lines of a file."""
        return lines(self.text_of(path))

    # --- problems ---

    def check(self) -> Report:
        """Check the whole root as `check` does, and every open file that is not part of it."""
        with self._checking:
            texts = dict(self._texts)
            report = self._check(texts, self._checked)
            known = {absolute(name) for name in report.sources}
            for path in texts:
                if path not in known:
                    report = replace(report, problems=[*report.problems, *self._check_file(path, texts, self._checked)])
            self._report = report
            return report

    def check_one(self, path: Path, quick: bool = False) -> list[Problem]:
        """Return the problems of one file as `check FILE` reports them; those that only drawing finds are older.

        A `quick` check neither test-plays cards nor composes a rulebook: what these find is older too.
        """
        with self._lock:
            before = (
                [problem for problem in self._report.problems if absolute(problem.file) == path] if self._report else []
            )
            if quick and path.name.endswith(TEMPLATE):
                return before
            trials = home_at(path, self.root).game.data.trials if quick else None
            slow = (*_DRAWN, trials.code) if trials else _DRAWN
            older = [problem for problem in before if problem.code.startswith(slow)]
            problems = self._check_file(path, self._texts, self._readings, not quick)
            return sorted({*problems, *older}, key=Problem.sort_key)

    def _check_file(
        self, path: Path, texts: Mapping[Path, str], readings: Readings, trials: bool = True
    ) -> list[Problem]:
        """Return the problems of one file; none if it does not belong to any game."""
        try:
            report = self._check(texts, readings, [path], trials)
        except UserError:
            return []
        return [problem for problem in report.problems if absolute(problem.file) == path]

    def _check(
        self, texts: Mapping[Path, str], readings: Readings, paths: Sequence[Path] = (), trials: bool = True
    ) -> Report:
        render = self.render and not paths
        report = self._check_root(self.root, None, paths, render, unsaved=texts, readings=readings, trials=trials)
        return as_configured(report, self.root)

    def files_named(self, name: str) -> list[Path]:
        """Return the checked files with a name, wherever they are."""
        known = self._report.sources if self._report else {}
        return [absolute(file) for file in known if Path(file).name == name]

    def line_of(self, path: Path, data_path: str) -> int:
        """Return the line of a value of a file; 1 where there is no such file."""
        try:
            source = self._readings.read(path, display_path(path)) if path not in self._texts else None
        except UserError:
            return 1
        source = source or self._readings.parsed(self._texts[path].encode("utf-8", "surrogatepass"), display_path(path))
        return source.line_of(0, parse_path(data_path))

    # --- loading ---

    def loaded(self, path: Path, whole: bool = False) -> Loaded:
        """Return the game that a file belongs to: with its pack, or (`whole`) with every pack of the game."""
        with self._lock:
            home = home_at(path, self.root)
            own = is_within(path, home.cards)
            pack = None if own else pack_of(path)
            packs = tuple(home.packs) if whole else ((pack,) if pack else ())
            key = (home.game.id, packs)
            if not self._is_inside(path):
                return load(home, packs, Files(self._texts, self._readings), [path])
            loaded = self._loaded.get(key) or load(home, packs, Files(self._texts, self._readings))
            if not budget.is_used_up():
                self._loaded[key] = loaded
            return loaded

    def _source(self, loaded: Loaded, path: Path) -> SourceFile | None:
        name = display_path(path)
        return next((source for source in loaded.sources if source.name == name), None)

    # --- entries ---

    def symbols(self, path: Path) -> list[Symbol]:
        """Return the entries of one file, in order."""
        loaded = self.loaded(path)
        name = display_path(path)
        return [symbol for symbol in self._symbols(loaded) if display_path(symbol.place.path) == name]

    def all_symbols(self, query: str) -> list[Symbol]:
        """Return the entries of the root whose id or title contains some words."""
        words = query.casefold().split()
        every: dict[tuple[Path, int], Symbol] = {}
        for home in homes_of(self.root):
            loaded = self.loaded(home.cards / "x", whole=True)
            every |= {(one.place.path, one.place.line): one for one in self._symbols(loaded)}
        return [one for one in every.values() if all(word in f"{one.id} {one.title}".casefold() for word in words)]

    def _symbols(self, loaded: Loaded) -> Iterator[Symbol]:
        lang = next(iter(loaded.languages), "")
        by_source: dict[str, list[tuple[str, Entry]]] = {}
        for kind in loaded.written_kinds:
            for entry in loaded.entries.valid_parts(kind):
                if len(entry.path) > 1 or loaded.written_kinds[kind].single:
                    by_source.setdefault(entry.source.name, []).append((kind, entry))
        for name, some in by_source.items():
            path = absolute(name)
            if not is_within(path, self.root) and path not in self._texts:
                continue
            findings = [Finding("", entry.path, "") for _, entry in some]
            places = some[0][1].source.problems_at(findings)
            in_order = sorted(zip(places, some, strict=True), key=lambda pair: pair[0].line)
            ends = [place.line - 1 for place, _ in in_order[1:]] + [len(self.lines_of(path))]
            for (place, (kind, entry)), end in zip(in_order, ends, strict=True):
                title = entry.data.get("name")
                text = str(title.get(lang, "")) if isinstance(title, Mapping) else ""
                spot = Place(path, place.line, place.column)
                yield Symbol(kind, str(entry.data.get("id", kind)), text, spot, max(end, place.line))

    def word_at(self, path: Path, line: int, column: int) -> tuple[str, int]:
        """Return the word at a place, and the column where it begins; empty without one."""
        lines = self.lines_of(path)
        for match in _WORD.finditer(lines[line - 1]) if line <= len(lines) else ():
            if match.start() < column <= match.end() + 1:
                return match.group(), match.start() + 1
        return "", column

    def entries_named(self, loaded: Loaded, word: str) -> list[tuple[str, Entry]]:
        """Return the entries with an id."""
        return [
            (kind, entry)
            for kind in loaded.written_kinds
            for entry in loaded.entries.valid_parts(kind)
            if word and entry.data.get("id") == word and "id" in entry.data
        ]

    def named_at(self, loaded: Loaded, path: Path, line: int, column: int) -> list[tuple[str, Entry]]:
        """Return the entries that the word at a place names: a layout and a card may have the same id."""
        word, start = self.word_at(path, line, column)
        named = self.entries_named(loaded, word)
        here = Place(path, line, start, len(word))
        several = named[:_MOST_NAMED] if named[1:] else []  # more are duplicates, which are reported
        return [(kind, entry) for kind, entry in several if here in self._places(loaded, entry)] or named[:_MOST_NAMED]

    def entry_at(self, path: Path, line: int, column: int) -> tuple[str, Entry] | None:
        """Return the entry that the word at a place names, or else the one that the place is in."""
        loaded = self.loaded(path, whole=True)
        if named := self.named_at(loaded, path, line, column):
            return named[0]
        around = next((symbol for symbol in self.symbols(path) if symbol.place.line <= line <= symbol.last_line), None)
        inside = self.entries_named(loaded, around.id) if around else []
        return next(((kind, entry) for kind, entry in inside if around and kind == around.kind), None)

    def definition(self, path: Path, line: int, column: int) -> list[Place]:
        """Return where the id at a place is defined."""
        loaded = self.loaded(path, whole=True)
        return [self._places(loaded, entry)[0] for _, entry in self.named_at(loaded, path, line, column)]

    def references(self, path: Path, line: int, column: int, declared: bool) -> list[Place]:
        """Return every place that names the entry whose id is at a place."""
        loaded = self.loaded(path, whole=True)
        named = self.named_at(loaded, path, line, column)
        return self._places(loaded, named[0][1])[0 if declared else 1 :] if named else []

    def _places(self, loaded: Loaded, entry: Entry) -> list[Place]:
        """Return the place of an entry's id, then every place that names it."""
        first = Finding("", (*entry.path, "id"), "")
        by_source: dict[str, tuple[SourceFile, list[Finding]]] = {entry.source.name: (entry.source, [first])}
        for use in references(loaded, entry):
            found = Finding("", use.path, "", document=use.document, at_key=use.is_key)
            by_source.setdefault(use.source.name, (use.source, []))[1].append(found)
        places = (place for source, some in by_source.values() for place in self._located(source, some, len(entry.id)))
        return list(dict.fromkeys(places))

    def _located(self, source: SourceFile, findings: Sequence[Finding], length: int) -> Iterator[Place]:
        """Yield the places of some ids of a file, which is searched once."""
        path = absolute(source.name)
        lines = self.lines_of(path)
        for problem in source.problems_at(findings):
            line = lines[problem.line - 1 : problem.line]
            quote = bool(line) and line[0][problem.column - 1 : problem.column] in ("'", '"')
            yield Place(path, problem.line, problem.column + quote, length)

    def rename(self, path: Path, line: int, column: int, new: str) -> dict[Path, tuple[str, str]]:
        """Return the texts before and after an entry got another id, by file. Raises UserError where that fails."""
        loaded = self.loaded(path, whole=True)
        named = self.named_at(loaded, path, line, column)
        if not named:
            raise UserError(f"there is no entry {self.word_at(path, line, column)[0]!r} to rename")
        kind, entry = named[0]
        texts = {absolute(name): pair for name, pair in renamed(loaded, kind, entry.id, new).items()}
        outside = [file for file in texts if not is_within(file, self.root)]
        if outside:
            raise UserError(f"{display_path(outside[0])} belongs to the shipped game and is not changed")
        return texts

    # --- cards ---

    def sketches(self, loaded: Loaded, ref: EntryRef) -> dict[str, Sketch]:
        """Return the face of an entry by language; none where the data has too many errors."""
        data = sound_part(loaded, ("I18N-", "REF-UNKNOWN")).data
        faces = {lang: face_sketches(loaded, data, lang) for lang in loaded.languages}
        return {lang: some[ref] for lang, some in faces.items() if ref in some}

    def picture(self, sketch: Sketch, dpi: float = 110) -> bytes:
        """Return a face as PNG; the last ones are kept."""
        from cloudy_pnp.draw.pixels import png_bytes

        with self._lock:
            key = f"{dpi} {sketch.key}"
            if not sketch.key or key not in self._pictures:
                if len(self._pictures) >= _MOST_PICTURES:
                    self._pictures.clear()
                self._pictures[key] = png_bytes(sketch.page(), dpi)
            return self._pictures[key]

    def fits(self, sketch: Sketch) -> Sequence[Fit]:
        """Return how the texts of a face fit their boxes."""
        with self._lock:
            if not sketch.key or sketch.key not in self._fits:
                with noting() as noted:
                    sketch.draw()
                self._fits = {**(self._fits if len(self._fits) < _MOST_PICTURES * 10 else {}), sketch.key: list(noted)}
            return self._fits[sketch.key]

    def explained(self, path: Path, line: int, column: int) -> list[str]:
        """Return what the codes of the problems at a place mean."""
        report = self._report
        home = home_at(path, self.root)
        codes = dict.fromkeys(
            problem.code
            for problem in (report.problems if report else ())
            if absolute(problem.file) == path and problem.line == line and problem.column <= column
        )
        texts = []
        for code in codes:
            if report and code in report.codes:
                rule = explain(home, code, report.codes)
                texts.append(f"**{code}**: {rule.rule}" + (f"\n\n{rule.fix}" if rule.fix else ""))
        return texts

    # --- changes ---

    def fixable(self, path: Path, first: int, last: int, most: int) -> list[Problem]:
        """Return the first problems in some lines that a program can probably fix."""
        report = self._report.problems if self._report else []
        problems = [*self.check_one(path, quick=True), *(one for one in report if absolute(one.file) == path)]
        found = (one for one in dict.fromkeys(problems) if first <= one.line <= last and has_fix(one))
        return list(islice(found, most))

    def fix(self, path: Path, problem: Problem) -> str | None:
        """Return the text of a file without a problem; None if that does not help."""
        budget.tick()
        with self.loaded(path).speaking():
            return fix_for(path, self.text_of(path), problem, partial(self._check_texts, path))

    def _is_inside(self, path: Path) -> bool:
        """Check whether a file is part of the game, not just anywhere below the root."""
        folders = (home_at(path, self.root).cards, self.root / "templates")
        return pack_of(path) is not None or any(is_within(path, folder) for folder in folders)

    def fix_all(self, path: Path) -> str:
        """Return the text of a file after everything that `check --fix` does; that of any other file is unchanged."""
        text, home = self.text_of(path), home_at(path, self.root)
        if path.suffix not in (".yaml", ".yml") or not self._is_inside(path):
            return text
        problems = self.check_one(path, quick=True)
        name, loaded = display_path(path), self.loaded(path)
        with loaded.speaking():
            better = apply_fixes({name: text}, problems, partial(self._check_texts, path)).get(name, text)
        return in_order(better, key_orders(home), loaded.languages)

    def _check_texts(self, path: Path, texts: Mapping[Path, str]) -> list[Problem]:
        """Return the problems of a file with another text."""
        return self._check_file(path, {**self._texts, path: next(iter(texts.values()))}, self._readings, trials=False)

    def with_verdict(self, path: Path, line: int) -> str | None:
        """Return the text of a scenario file whose document at a line claims what the rules say; None without one."""
        loaded = self.loaded(path)
        source = self._source(loaded, path)
        return with_verdict(loaded, source, line) if source else None

    def with_steps(self, path: Path, line: int, column: int) -> list[tuple[str, str]]:
        """Return the meanings of the sentence at a place, each with the text of the file that has its steps instead."""
        loaded = self.loaded(path)
        source, lines = self._source(loaded, path), self.lines_of(path)
        if source is None or line > len(lines):
            return []
        indent = len(lines[line - 1]) - len(lines[line - 1].lstrip(" -"))
        offset = line_starts(self.text_of(path))[line - 1] + max(indent, column - 1)
        return list(with_steps(loaded, source, offset))


def related_places(session: Session, problem: Problem) -> Iterator[tuple[Place, str]]:
    """Yield places with a word about each: the first use of an id, other problems with the same cause."""
    for file, path in _ENTRY.findall(problem.message):
        yield Place(absolute(file), session.line_of(absolute(file), path), 1), "first used here"
    for name, line in _LINE.findall(problem.hint.partition("same reason: ")[2]):
        for file in session.files_named(name):
            yield Place(file, int(line), 1), "probably for the same reason"
