"""One file of card data: its documents as plain data, and the way back from a data path to line and column.

Positions are not kept while reading. Only when something is wrong does a second pass over the events look up where
it stands: sound data pays nothing for it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

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


@dataclass(slots=True, eq=False)
class SourceFile:
    """The text of a file, its documents, and what was wrong with it as YAML."""

    name: str
    original: str = ""  # as its author sees it
    text: str = ""  # as it was read: broken parts taken out
    documents: list[Any] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    whole: bool = True  # False when a part could not be read: then counting cards would only mislead
    starts: list[int] = field(default_factory=list)  # the line where each document starts
    _lines: list[str] | None = None

    def line(self, number: int) -> str:
        """A line as its author sees it (from 1), to show a problem where it stands."""
        if self._lines is None:
            self._lines = lines(self.original)
        return self._lines[number - 1] if number <= len(self._lines) else ""

    def document_at(self, line: int) -> int:
        """The number of the document that a line belongs to."""
        return max(bisect_right(self.starts, line) - 1, 0)

    def line_of(self, document: int, path: DataPath) -> int:
        """The line (from 1) where the value at a path of a document starts."""
        [problem] = self.problems_at([Finding("", path, "", document=document)])
        return problem.line

    def problems_at(self, findings: Iterable[Finding]) -> list[Problem]:
        """Findings as problems with line and column."""
        wanted = [((finding.document, *finding.path), finding) for finding in findings]
        if not wanted:
            return []
        values, keys = _locate(self.text, {path for path, _ in wanted})
        return [self._problem(finding, path, values, keys) for path, finding in wanted]

    def _problem(
        self, finding: Finding, path: DataPath, values: dict[DataPath, _Place], keys: dict[DataPath, _Place]
    ) -> Problem:
        if finding.at_key and path in keys:
            line, column = keys[path]
        else:
            while path not in values and len(path) > 1:
                path = path[:-1]  # what is missing is shown at what should contain it
            line, column = values.get(path, (1, 1))
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
    """Read one file. Raises UserError only when the file itself cannot be read."""
    try:
        raw = read_plain(path, LIMITS.file_bytes)
        if len(raw) > LIMITS.file_bytes:
            size = max(len(raw), path.stat().st_size)
            return _refused(name, f"the file has {size:,} bytes; at most {LIMITS.file_bytes:,} are read")
    except OSError as error:
        raise UserError(f"cannot read {name}: {error.strerror}") from error
    return (parse or parse_source)(raw, name)


def parse_source(raw: bytes, name: str, limits: Limits = LIMITS) -> SourceFile:
    """The documents of a file's bytes; whatever is wrong is in `problems`, never raised.

    >>> parse_source(b"vines: [{id: stem}]", "x.yaml").documents
    [{'vines': [{'id': 'stem'}]}]
    """
    if len(raw) > limits.file_bytes:
        return _refused(name, f"the file has more than {limits.file_bytes:,} bytes")
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
                break  # taking out the part around it did not help
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
    """Whether a card or document could not be read and only holds its place."""
    return isinstance(value, str) and value == LOST


def _refused(name: str, message: str) -> SourceFile:
    hint = "split it into several files"
    return SourceFile(
        name, problems=[Problem("YAML-LIMIT", Severity.ERROR, name, 1, 1, "", message, hint)], whole=False
    )


def _over(name: str, original: str, limit: str) -> SourceFile:
    """A file for which the run's budget does not suffice; that is said once, whatever else is not read."""
    run = budget.current()
    problems = []
    if run is None or run.first_over(limit):
        message, hint = budget.over(limit) + "; nothing more is read", budget.raising(limit)
        problems.append(Problem("YAML-LIMIT", Severity.ERROR, name, 1, 1, "", message, hint))
    return SourceFile(name, original, problems=problems, whole=False)


def _locate(text: str, wanted: set[DataPath]) -> tuple[dict[DataPath, _Place], dict[DataPath, _Place]]:
    """Line and column of the values and of the keys at the wanted paths (which start with the document's number)."""
    wanted = {path[:length] for path in wanted for length in range(1, len(path) + 1)}
    values: dict[DataPath, _Place] = {}
    keys: dict[DataPath, _Place] = {}
    next_event = events(text)
    document = -1
    # One entry for each open container: its path (None: nothing wanted inside), and the index or key that is next.
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
            path = _next_path(stack, event, kind is yaml.ScalarEvent, document, place, keys, wanted)
            if path is not None and path in wanted:
                values.setdefault(path, place)
                if len(values) == len(wanted):  # everything was found: the rest of the file does not matter
                    break
            elif path is not None:
                path = None
            if kind is yaml.SequenceStartEvent:
                stack.append((path, 0))
            elif kind is yaml.MappingStartEvent:
                stack.append((path, None))
    except yaml.YAMLError:
        pass  # the part that could not be read was reported; what stands before it has been found
    return values, keys


def _next_path(
    stack: list[tuple[DataPath | None, int | str | None]],
    event: Any,
    is_scalar: bool,
    document: int,
    place: _Place,
    keys: dict[DataPath, _Place],
    wanted: set[DataPath],
) -> DataPath | None:
    """The path of the node that begins with this event; None for a key and for what nobody asked about."""
    if not stack:
        return (document,)
    parent, step = stack[-1]
    if isinstance(step, int):
        stack[-1] = (parent, step + 1)
    elif step is None:  # a map waits for its key
        key = event.value if is_scalar else ""
        stack[-1] = (parent, key)
        if parent is not None and (*parent, key) in wanted:
            keys.setdefault((*parent, key), place)
        return None
    else:
        stack[-1] = (parent, None)
    return None if parent is None else (*parent, step)
