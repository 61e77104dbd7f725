"""Findings as values: what was found in which file, and the way to problems with line and column."""

from __future__ import annotations

from collections.abc import Iterable

from cloudy_pnp.core.problems import Finding, Problem, Severity
from cloudy_pnp.data.entries import Entries, SourceFinding
from cloudy_pnp.data.limits import LIMITS
from cloudy_pnp.data.source import SourceFile


def problems_of(sources: Iterable[SourceFile], found: Iterable[SourceFinding]) -> list[Problem]:
    """Return everything that is wrong with some files, each with its line and column, in order."""
    by_name: dict[str, list[Finding]] = {}
    for source, finding in found:
        by_name.setdefault(source.name, []).append(finding)
    problems: list[Problem] = []
    for source in sources:
        findings = by_name.get(source.name, [])
        problems += source.all_problems(findings[: LIMITS.problems])
        if len(findings) > LIMITS.problems:
            message = f"{len(findings):,} problems; only the first {LIMITS.problems:,} are shown"
            problems.append(Problem("YAML-LIMIT", Severity.ERROR, source.name, 1, 1, "", message, "fix these first"))
    return sorted(problems, key=Problem.sort_key)


def has_errors(sources: Iterable[SourceFile], found: Iterable[SourceFinding]) -> bool:
    """Check whether some files have errors; no line is looked up for that."""
    named = {source.name: source for source in sources}
    if any(problem.severity is Severity.ERROR for source in named.values() for problem in source.problems):
        return True
    return any(finding.severity is Severity.ERROR for source, finding in found if source.name in named)


def broken_entries(found: Iterable[SourceFinding], despite: tuple[str, ...]) -> set[tuple[str | int, ...]]:
    """Return the entries (file, then path) with errors; codes that start with `despite` don't count.

    The path of an entry is its kind and its number, or only its kind where there is one: `options`.
    """
    return {
        (source.name, *finding.path[:length])
        for source, finding in found
        if finding.severity is Severity.ERROR and not finding.code.startswith(despite)
        for length in (1, 2)
    }


def broken_ids(entries: Entries, found: Iterable[SourceFinding]) -> set[str]:
    """Return the ids of entries that exist but have errors: references to them are not reported."""
    broken = broken_entries(found, ("I18N-",))
    ids = {str(entry.data.get("id")) for some in entries.partial.values() for entry in some}
    for some in entries.by_kind.values():
        ids |= {str(entry.data.get("id")) for entry in some if (entry.source.name, *entry.path) in broken}
    return ids
