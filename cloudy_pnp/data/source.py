"""A file of card data: its documents as plain data, and the lines and columns of data paths.

Positions are not kept while reading. Only if something is wrong does a second pass over the events look them up: valid
data costs nothing extra.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import yaml
from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core import budget
from cloudy_pnp.core.files import open_plain, read_plain
from cloudy_pnp.core.problems import DataPath, Finding, Problem, UserError
from cloudy_pnp.data.files import LIMITS, Limits, display_path
from cloudy_pnp.data.text import LOST, decode, lines, syntax_problem, without_broken_part
from cloudy_pnp.data.tree import Composer, TooMuch, events, without_gc

_MOST_REPAIRS = 20
_MOST_READ_AGAIN = 32 * 1024 * 1024  # characters, over all repairs of a file
_BLOCK = 4 * 1024 * 1024  # bytes
_START = re.compile(rb"(?<=[\r\n])---(?![^ \t\r\n])")
_NOTHING = rb"[ \t]*+(?:#[^\r\n]*+)?(?:[\r\n]|\Z)"  # a blank line, or one with only a comment
_PREAMBLE = re.compile(rb"(?:\xef\xbb\xbf)?(?:(?:%[^\r\n]*+)?" + _NOTHING + rb")*+")  # before the first document
_NO_TEXT = rb"(?:(?:\.\.\.)?" + _NOTHING + rb")*+"
_EMPTY = re.compile(rb"(?:\xef\xbb\xbf)?" + _NO_TEXT + rb"(?:---" + _NOTHING + _NO_TEXT + rb")?")  # does not count
_Place = tuple[int, int]


class SourceFile(Struct, eq=False):
    """The text of a file, its documents, and its problems as YAML."""

    name: str
    original: str = ""  # as its author sees it
    text: str = ""  # as it was read: without broken parts
    documents: list[Any] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    whole: bool = True  # False when a part could not be read: then counting cards would only mislead
    starts: list[int] = field(default_factory=list)  # the line where each document starts
    several: bool = False  # whether it may hold several kinds of entries: a table does
    first: int = 0  # the number of lines before it, if it is one document of a file
    _lines: list[str] | None = None
    _places: dict[DataPath, _Place] | None = None

    @classmethod
    def unread(cls, problem: Problem) -> SourceFile:
        """Return a file of which only a problem is known."""
        return cls(problem.file, problems=[problem], whole=False)

    def line(self, number: int) -> str:
        """Return a line as its author sees it (from 1), to show a problem in context."""
        if self._lines is None:
            self._lines = lines(self.original)
        return self._lines[number - 1 - self.first] if self.first < number <= self.first + len(self._lines) else ""

    def document_at(self, line: int) -> int:
        """Return the number of the document that contains a line."""
        return max(bisect_right(self.starts, line) - 1, 0)

    def line_of(self, document: int, path: DataPath) -> int:
        """Return the line (from 1) where the value at a path of a document starts.

        The first call locates every value: who asks for the line of one text asks for those of the others too.
        """
        if self._places is None:
            self._places, _ = _locate(self.text, None)
        return _place_of((document, *path), self._places)[0] + self.first

    def all_problems(self, findings: Iterable[Finding]) -> list[Problem]:
        """Return the problems of reading the file, and the findings with their lines."""
        return self.problems + self.problems_at(findings)

    def problems_at(self, findings: Iterable[Finding]) -> list[Problem]:
        """Convert findings to problems with line and column."""
        located = [((finding.document, *finding.path), finding) for finding in findings]
        if not located:
            return []
        values, keys = _locate(self.text, {path for path, _ in located})
        return [self._problem(finding, path, values, keys) for path, finding in located]

    def _problem(
        self, finding: Finding, path: DataPath, values: dict[DataPath, _Place], keys: dict[DataPath, _Place]
    ) -> Problem:
        if finding.at_key and path in keys:
            line, column = keys[path]
        else:
            line, column = _place_of(path, values)
        if finding.sign:
            line, column = self._place_in_text(finding, line, column)
        return finding.at(self.name, line + self.first, column)

    def _place_in_text(self, finding: Finding, line: int, column: int) -> _Place:
        """Return the place of a character of a text, however the text is quoted; otherwise that of the text."""
        text_lines = lines(self.text)
        before = 0
        for number in range(line, len(text_lines) + 1):
            content = text_lines[number - 1]
            at = content.find(finding.sign, column - 1 if number == line else 0)
            while at >= 0:
                if before == finding.signs:
                    return number, at + 1
                before, at = before + 1, content.find(finding.sign, at + 1)
        return line, column


def read_source(path: Path, name: str, parse: Callable[[bytes, str], SourceFile] | None = None) -> SourceFile:
    """Read a file. Raises UserError only if the file itself cannot be read."""
    try:
        raw = read_plain(path, LIMITS.file_bytes)
        if len(raw) > LIMITS.file_bytes:
            size = max(len(raw), path.stat().st_size)
            return _reject(name, f"the file has {size:,} bytes; at most {LIMITS.file_bytes:,} are read")
    except OSError as error:
        raise UserError(f"cannot read {name}: {error.strerror}") from error
    return (parse or parse_source)(raw, name)


def require_readable(path: Path, name: str) -> None:
    """Raise UserError if a file cannot be opened."""
    try:
        open_plain(path).close()
    except OSError as error:
        raise UserError(f"cannot read {name}: {error.strerror}") from error


def read_documents(path: Path, name: str) -> Iterator[SourceFile]:
    """Yield each document of a file as a source with the file's line numbers; only one is in memory at a time.

    A source without a document has the problems of a part between two documents. Limits apply to each document.
    """
    try:
        with open_plain(path) as file:
            for line, raw in split_documents(file, LIMITS.file_bytes):
                with budget.outside(), budget.run():
                    source = _parse_document(raw, name, line, LIMITS)
                if source.documents or source.problems:
                    yield source
    except OSError as error:
        raise UserError(f"cannot read {name}: {error.strerror}") from error


def read_own(path: Path) -> Any:
    """Return the document of a table that comes with the tool; it does not count towards the limits of a run."""
    with budget.outside():
        return read_source(path, path.name).documents[0]


def read_map(path: Path) -> dict[str, Any]:
    """Return the map that a file consists of; empty for another document. Raises UserError for invalid YAML."""
    return map_of(read_source(path, display_path(path)))


def map_of(source: SourceFile) -> dict[str, Any]:
    """Return the map that a file consists of; empty for another document. Raises UserError for invalid YAML."""
    if source.problems:
        problem = source.problems[0]
        raise UserError(f"cannot read {source.name}: line {problem.line}: {problem.message}")
    data = source.documents[0] if source.documents else {}
    return data if isinstance(data, dict) else {}


def parse_source(raw: bytes, name: str, limits: Limits = LIMITS) -> SourceFile:
    """Parse the documents of a file's bytes; errors are in `problems`, never raised.

    >>> parse_source(b"vines: [{id: stem}]", "x.yaml").documents
    [{'vines': [{'id': 'stem'}]}]
    """
    if len(raw) > limits.file_bytes:
        return _reject(name, f"the file has more than {limits.file_bytes:,} bytes")
    parts: list[SourceFile] = []
    problems: list[Problem] = []
    for line, document in split_documents(BytesIO(raw), limits.file_bytes):
        parts.append(_parse_document(document, name, line, limits))
        problems += parts[-1].problems
        if parts[-1].starts and not budget.spend("documents"):
            parts[-1] = _over(name, "documents", line)
        elif len(problems) <= limits.problems:
            continue
        elif problems[-1].code != "YAML-LIMIT":
            message = f"the file has more than {limits.problems:,} problems"
            parts[-1] = _reject(name, message, "fix those listed; the rest of the file is not read", line)
        problems += parts[-1].problems
        break
    documents = [document for part in parts for document in part.documents]
    return SourceFile(
        name,
        "".join(part.original for part in parts) if all(part.original for part in parts) else decode(name, raw)[0],
        "".join(part.text for part in parts),
        [] if len(documents) == 1 and is_lost(documents[0]) else documents,
        problems,
        all(part.whole for part in parts),
        [start for part in parts for start in part.starts],
    )


def split_documents(file: IO[bytes], most: int) -> Iterator[tuple[int, bytes]]:
    """Yield the first line (from 0) and the bytes of each document, also of empty ones.

    Of a document that is too large, `most` bytes and some more are returned; the rest is skipped.

    >>> list(split_documents(BytesIO(b"a: 1\\n--- {b: 2}\\n---\\nc: 3"), 100))
    [(0, b'a: 1\\n'), (1, b'--- {b: 2}\\n'), (2, b'---\\nc: 3')]
    """
    line, skipped, rest = 0, 0, b""
    large = b""  # the start of a document of which more than `most` bytes were read
    while block := file.read(_BLOCK):
        searched, rest = max(len(rest) - 4, 1), rest + block
        start = 0
        for match in _START.finditer(rest, searched):
            if match.end() == len(rest):  # the next block decides
                break
            if not line + start and _PREAMBLE.fullmatch(rest[: match.start()]):
                continue
            yield line, large or rest[start : match.start()]
            line, skipped, large = line + skipped + _line_breaks(rest[start : match.start()]), 0, b""
            start = match.start()
        rest = rest[start:]
        if len(rest) > most:
            large = large or rest
            skipped += _line_breaks(rest[:-4])
            rest = rest[-4:]
    if rest.endswith((b"\n---", b"\r---")):  # an empty document at the end
        rest = rest[:-3]
    if large or rest:
        yield line, large or rest


def _line_breaks(text: bytes) -> int:
    return text.count(b"\n") + text.count(b"\r") - text.count(b"\r\n")


def _parse_document(raw: bytes, name: str, line: int, limits: Limits) -> SourceFile:
    """Parse the bytes of one document that starts after `line` lines; an unreadable one is a placeholder."""
    original, problems = decode(name, raw)
    blank = "\n" * _line_breaks(raw)
    source = SourceFile(name, original, blank, problems=problems, first=line)
    if not _EMPTY.fullmatch(raw):
        source.documents, source.starts, source.whole = [LOST], [line + 1], False
        source.text = f'{"--- " * raw.startswith(b"---")}"{LOST}"{blank}'
        if len(raw) > limits.file_bytes:
            source.problems = _reject(name, f"the document has more than {limits.file_bytes:,} bytes").problems
        elif original:
            _parse_text(source, limits)
    source.problems = [replace(problem, line=problem.line + line) for problem in source.problems]
    return source


def _parse_text(source: SourceFile, limits: Limits) -> None:
    """Read the one document of a source; parts of it that are not YAML are replaced."""
    text, problems = source.original, source.problems
    composer = Composer(source.name, limits)
    for repairs in range(_MOST_REPAIRS + 1):
        composer = Composer(source.name, limits)
        if budget.is_over_time() or not budget.spend("bytes", len(text)):
            problems += _over(source.name, "bytes").problems
            return
        try:
            with without_gc():
                source.documents = list(composer.documents(text))
            source.text, source.whole = text, not repairs
            break
        except TooMuch:
            break
        except yaml.MarkedYAMLError as error:
            text_lines = lines(text)
            problem = syntax_problem(source.name, text_lines, error, source.first)
            if problem in problems:
                break  # removing the part around it did not help
            problems.append(problem)
            if repairs == _MOST_REPAIRS or (repairs + 1) * len(text) > _MOST_READ_AGAIN:
                break
            repaired = without_broken_part(text_lines, problem.line - 1)
            if repaired is None:
                break
            text = "\n".join(repaired)
    budget.spend("nodes", composer.nodes + composer.from_aliases)
    problems += composer.problems


def is_lost(value: Any) -> bool:
    """Check whether a card or document could not be read and is only a placeholder."""
    return isinstance(value, str) and value == LOST


def _reject(
    name: str, message: str, hint: str = "split it into several files", line: int = 0, limit: str = ""
) -> SourceFile:
    return SourceFile.unread(Finding("YAML-LIMIT", (), message, hint, limit=limit).at(name, line + 1, 1))


def _over(name: str, limit: str, line: int = 0) -> SourceFile:
    """Return a file that exceeds the run's budget, which is reported once."""
    run = budget.current()
    if budget.is_over_time():
        return _reject(name, *budget.UNREAD, line)
    if run is None or run.first_over(limit):
        return _reject(name, budget.over(limit) + "; nothing more is read", budget.raising(limit), line, limit)
    return SourceFile(name, whole=False)


def _place_of(path: DataPath, values: Mapping[DataPath, _Place]) -> _Place:
    """Return the place of a value; that of its container if it is missing."""
    while path not in values and len(path) > 1:
        path = path[:-1]
    return values.get(path, (1, 1))


def _locate(text: str, asked: set[DataPath] | None) -> tuple[dict[DataPath, _Place], dict[DataPath, _Place]]:
    """Return line and column of the values and of the keys at some paths (which start with the document's number).

    None asks for every value, and for no key.
    """
    paths = {path[:length] for path in asked or () for length in range(1, len(path) + 1)}
    values: dict[DataPath, _Place] = {}
    keys: dict[DataPath, _Place] = {}
    next_event = events(text)
    document = -1
    # One entry per open container: its path (None: nothing requested inside), and the next index or key.
    stack: list[tuple[DataPath | None, int | str | None]] = []
    try:
        while True:
            event: Any = next_event()
            kind = type(event)
            if kind is yaml.StreamEndEvent:
                break
            if kind is yaml.DocumentStartEvent:
                document += 1
                stack = []
                continue
            if kind is yaml.SequenceEndEvent or kind is yaml.MappingEndEvent:
                stack.pop()
                continue
            if kind is yaml.StreamStartEvent or kind is yaml.DocumentEndEvent:
                continue
            place = (event.start_mark.line + 1, event.start_mark.column + 1)
            path = _next_path(stack, event, kind is yaml.ScalarEvent, document, place, keys, paths)
            if path is not None and (asked is None or path in paths):
                values.setdefault(path, place)
                if len(values) == len(paths):  # everything is located: skip the rest of the file
                    break
            elif path is not None:
                path = None
            if kind is yaml.SequenceStartEvent:
                stack.append((path, 0))
            elif kind is yaml.MappingStartEvent:
                stack.append((path, None))
    except yaml.YAMLError:
        pass  # the unreadable part was reported; everything before it is located
    return values, keys


def _next_path(
    stack: list[tuple[DataPath | None, int | str | None]],
    event: Any,
    is_scalar: bool,
    document: int,
    place: _Place,
    keys: dict[DataPath, _Place],
    paths: set[DataPath],
) -> DataPath | None:
    """Return the path of the node that begins with this event; None for a key and outside the requested paths."""
    if not stack:
        return (document,)
    parent, step = stack[-1]
    if isinstance(step, int):
        stack[-1] = (parent, step + 1)
    elif step is None:  # a map waits for its key
        key = event.value if is_scalar else ""
        stack[-1] = (parent, key)
        if parent is not None and (*parent, key) in paths:
            keys.setdefault((*parent, key), place)
        return None
    else:
        stack[-1] = (parent, None)
    return None if parent is None else (*parent, step)
