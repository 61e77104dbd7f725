"""The configuration of a check: `[tool.cloudy-pnp]` in pyproject.toml, or cloudy-pnp.toml.

A comment on a line counts as well: `# cloudy-pnp: ignore FACE-10`.

Only warnings and notes can be suppressed. Errors remain, because nothing can be made of the data. So do limits: a
contributor must not hide that a part of the data was not checked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import Problem, Severity, UserError, quoted, suggest
from cloudy_pnp.data.files import display_path, require_inside
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.game.registry import find_game, game_ids
from cloudy_pnp.workspace.report import Report

FILE, SHARED = "cloudy-pnp.toml", "pyproject.toml"
_MOST_BYTES = 100_000
_MOST_DOTS = 1_000  # in a line: tomllib takes the square of their number
_MOST_PATTERNS = 200
_MOST_LETTERS = 2_000  # of a line with a comment to us
_ALWAYS = ("YAML-LIMIT", "TABLE-LIMIT")
_COMMENT = re.compile(r"#[^#]*\bcloudy-pnp:\s*ignore\b(?P<codes>[^#]*)")


class Config(Struct, frozen=True):
    """The selection of problems to report. A code may be a whole family: `I18N` is every code of the family I18N."""

    select: tuple[str, ...] = ()  # only these; all without any
    ignore: tuple[str, ...] = ()
    per_file: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # pattern of a file's name: codes
    warnings_as_errors: bool = False
    file: str = ""  # the name of the file it was read from


def read_config(root: Path, codes: Collection[str]) -> Config:
    """Read the configuration next to `cards/`; without one, report everything. Raises UserError for a wrong one.

    It may name the codes of any game: several games can share a root, and only one of them may be checked.
    """
    for name in (FILE, SHARED):
        path = root / name
        data = _read(path, root)
        if name == SHARED:
            data = data.get("tool", {}).get("cloudy-pnp", {}) if isinstance(data.get("tool", {}), dict) else {}
        if data:
            return _config(path, data, _AllCodes(codes, root))
    return Config()


class _AllCodes:
    """The codes of the checked games; the other games are loaded only for a code that is in none of these."""

    def __init__(self, codes: Collection[str], root: Path) -> None:
        self._near = codes
        self._root = root

    def has(self, item: str) -> bool:
        """Check whether there is a code, or a family of codes, of this name."""
        return _is_code(item, self._near) or _is_code(item, self._far)

    @cached_property
    def _far(self) -> set[str]:
        codes: set[str] = set()
        for game_id in game_ids(self._root):
            with suppress(UserError, ImportError):  # a game that cannot be loaded is reported where it is checked
                codes |= set(find_game(game_id, self._root).data.codes)
        return codes

    def suggest(self, item: str) -> str:
        """Return a code with a similar name, as the end of a message."""
        return suggest(item, [*self._near, *sorted(self._far)])


def _is_code(item: str, codes: Collection[str]) -> bool:
    return item in codes or item in {code.split("-")[0] for code in codes}


def _read(path: Path, root: Path) -> dict[str, Any]:
    try:
        raw = read_plain(require_inside(path, root), _MOST_BYTES)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UserError(f"cannot read {display_path(path)}: {error.strerror}") from error
    if path.name == SHARED and b"cloudy-pnp" not in raw:
        return {}  # somebody else's, of any size
    if len(raw) > _MOST_BYTES:
        raise UserError(f"{display_path(path)} has more than {_MOST_BYTES:,} bytes")
    if any(line.count(b".") > _MOST_DOTS for line in raw.splitlines()):
        raise UserError(f"{display_path(path)} has a line with more than {_MOST_DOTS:,} dots")
    import tomllib  # slow to import

    try:
        return tomllib.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise UserError(f"cannot read {display_path(path)}: {error}") from error


def _config(path: Path, data: Mapping[str, Any], codes: _AllCodes) -> Config:
    known = ("select", "ignore", "per-file-ignores", "warnings-as-errors")
    for key in data:
        if key not in known:
            raise UserError(f"{display_path(path)}: unknown key {quoted(key)}; {suggest(key, known)}")
    files = data.get("per-file-ignores", {})
    strict = data.get("warnings-as-errors", False)
    if isinstance(files, dict) and len(files) > _MOST_PATTERNS:
        raise UserError(f"{display_path(path)}: per-file-ignores has more than {_MOST_PATTERNS} patterns")
    if not isinstance(files, dict) or not isinstance(strict, bool):
        raise UserError(f"{display_path(path)}: per-file-ignores is a table, warnings-as-errors is true or false")
    return Config(
        _codes(path, data.get("select", []), codes),
        _codes(path, data.get("ignore", []), codes),
        {pattern: _codes(path, some, codes) for pattern, some in files.items()},
        strict,
        path.name,
    )


def _codes(path: Path, value: Any, codes: _AllCodes) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UserError(f'{display_path(path)}: codes are a list of texts, such as ["FACE-10"]')
    for item in value:
        if not codes.has(item):
            raise UserError(
                f"{display_path(path)}: there is no code {quoted(item)}; {codes.suggest(item)}".rstrip("; ")
            )
    return tuple(value)


def wanted(report: Report, config: Config) -> Report:
    """Return the report without the problems that the configuration or a comment suppresses.

    It keeps those that the configuration suppresses, so that they can be counted: unlike a comment, a configuration
    is not next to the line it hides.
    """
    problems = heard(report.problems, report.sources, Config())
    suppressed = tuple(problem for problem in problems if _is_suppressed(problem, config))
    kept = [problem for problem in problems if not _is_suppressed(problem, config)]
    return replace(report, problems=kept, suppressed=suppressed, config=config.file)


def heard(problems: Sequence[Problem], sources: Mapping[str, SourceFile], config: Config) -> list[Problem]:
    """Return the problems that neither the configuration nor a comment at their line suppresses."""
    return [
        problem
        for problem in problems
        if not _is_suppressed(problem, config) and not _is_silenced(problem, sources.get(problem.file))
    ]


def as_configured(report: Report, root: Path) -> Report:
    """Apply the configuration of a project to a report: what it ignores, and whether warnings are errors."""
    config = read_config(root, report.codes)
    report = wanted(report, config)
    return strictly(report) if config.warnings_as_errors else report


def untranslated_as_errors(report: Report) -> Report:
    """Return the report with every text that is not translated as an error."""
    problems = [
        replace(problem, severity=Severity.ERROR) if problem.code == "I18N-MISSING" else problem
        for problem in report.problems
    ]
    return replace(report, problems=problems)


def strictly(report: Report) -> Report:
    """Return the report with every warning as an error."""
    problems = [
        replace(problem, severity=Severity.ERROR) if problem.severity is Severity.WARNING else problem
        for problem in report.problems
    ]
    return replace(report, problems=problems)


def _is_suppressed(problem: Problem, config: Config) -> bool:
    if _is_mandatory(problem):
        return False
    if (config.select and not _among(problem.code, config.select)) or _among(problem.code, config.ignore):
        return True
    return any(
        _among(problem.code, codes) and (fnmatch(problem.file, pattern) or fnmatch(problem.file, f"*/{pattern}"))
        for pattern, codes in config.per_file.items()
    )


def _is_silenced(problem: Problem, source: SourceFile | None) -> bool:
    if _is_mandatory(problem) or source is None:
        return False
    above = source.line(problem.line - 1) if problem.line > 1 else ""
    comments = (source.line(problem.line), above if above.lstrip().startswith("#") else "")
    return any(_silences(line, problem.code) for line in comments)


def _is_mandatory(problem: Problem) -> bool:
    """Check whether nothing can suppress a problem."""
    return problem.severity is Severity.ERROR or problem.code in _ALWAYS


def _silences(line: str, code: str) -> bool:
    match = _COMMENT.search(line[-_MOST_LETTERS:])
    if not match:
        return False
    named = re.findall(r"[A-Z0-9]+(?:-[A-Z0-9]+)*", match.group("codes"))
    return _among(code, named)


def _among(code: str, codes: Sequence[str]) -> bool:
    return code in codes or code.split("-")[0] in codes
