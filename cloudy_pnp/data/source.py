"""A file of card data: its documents as plain data, and the lines and columns of data paths.

Positions are not kept while reading. Only if something is wrong does a second pass over the events look them up: valid
data costs nothing extra.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct, field

from cloudy_pnp.core import budget
from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import DataPath, Finding, Problem, Severity, UserError, path_text
from cloudy_pnp.data.limits import LIMITS, Limits
from cloudy_pnp.data.syntax import LOST, syntax_problem, without_broken_part
from cloudy_pnp.data.text import decode, lines
from cloudy_pnp.data.tree import Composer, TooMuch, events, without_gc

_MOST_REPAIRS = 20
_MOST_READ_AGAIN = 32 * 1024 * 1024  # characters, over all repairs of a file
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
    _lines: list[str] | None = None
    _places: dict[DataPath, _Place] | None = None

    def line(self, number: int) -> str:
        """Return a line as its author sees it (from 1), to show a problem in context."""
        if self._lines is None:
            self._lines = lines(self.original)
        return self._lines[number - 1] if number <= len(self._lines) else ""

    def document_at(self, line: int) -> int:
        """Return the number of the document that contains a line."""
        return max(bisect_right(self.starts, line) - 1, 0)

    def line_of(self, document: int, path: DataPath) -> int:
        """Return the line (from 1) where the value at a path of a document starts.

        The first call locates every value: who asks for the line of one text asks for those of the others too.
        """
        if self._places is None:
            self._places, _ = _locate(self.text, None)
        return _place_of((document, *path), self._places)[0]

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
        return Problem(
            finding.code,
            finding.severity,
            self.name,
            line,
            column,
            path_text(finding.path),
            finding.message,
            finding.hint,
            finding.lang,
        )


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


def read_own(path: Path) -> Any:
    """Return the document of a table that comes with the tool; it does not count towards the limits of a run."""
    with budget.outside():
        return read_source(path, path.name).documents[0]


def parse_source(raw: bytes, name: str, limits: Limits = LIMITS) -> SourceFile:
    """Parse the documents of a file's bytes; errors are in `problems`, never raised.

    >>> parse_source(b"vines: [{id: stem}]", "x.yaml").documents
    [{'vines': [{'id': 'stem'}]}]
    """
    if len(raw) > limits.file_bytes:
        return _reject(name, f"the file has more than {limits.file_bytes:,} bytes")
    original, problems = decode(name, raw)
    text, whole = original, True
    composer = Composer(name, limits)
    documents: list[Any] = []
    for repairs in range(_MOST_REPAIRS + 1):
        documents, composer = [], Composer(name, limits)
        if not budget.spend("bytes", len(text)):
            return _over(name, original, "bytes")
        try:
            with without_gc():
                for document in composer.documents(text):
                    documents.append(document)
            break
        except TooMuch:
            whole = False
            break
        except yaml.MarkedYAMLError as error:
            whole = False
            text_lines = lines(text)
            problem = syntax_problem(name, text_lines, error)
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
    return SourceFile(name, original, text, documents, problems, whole, composer.starts)


def is_lost(value: Any) -> bool:
    """Check whether a card or document could not be read and is only a placeholder."""
    return isinstance(value, str) and value == LOST


def _reject(name: str, message: str) -> SourceFile:
    hint = "split it into several files"
    return SourceFile(
        name, problems=[Problem("YAML-LIMIT", Severity.ERROR, name, 1, 1, "", message, hint)], whole=False
    )


def _over(name: str, original: str, limit: str) -> SourceFile:
    """Return a file that exceeds the run's budget, which is reported once."""
    run = budget.current()
    problems = []
    if run is None or run.first_over(limit):
        message, hint = budget.over(limit) + "; nothing more is read", budget.raising(limit)
        problems.append(Problem("YAML-LIMIT", Severity.ERROR, name, 1, 1, "", message, hint))
    return SourceFile(name, original, problems=problems, whole=False)


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
