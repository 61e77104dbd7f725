"""What a check found, as one value; and the error that carries it where nothing can be made of the data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cloudy_pnp.core.problems import Problem, Severity
from cloudy_pnp.data.entries import Found
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.workspace.findings import problems_of


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found."""

    problems: list[Problem]
    sources: Mapping[str, SourceFile]  # the files that were judged, by name
    cards: int
    codes: Mapping[str, str]  # every code that a problem may have, with one sentence
    unreadable: list[str]

    @property
    def files(self) -> int:
        """How many files were judged."""
        return len(self.sources)

    def count(self, severity: Severity) -> int:
        """How many problems are of a severity."""
        return sum(problem.severity is severity for problem in self.problems)

    @property
    def exit_code(self) -> int:
        """2 when a file could not be read, 1 when the data has errors, otherwise 0."""
        return 2 if self.unreadable else 1 if self.count(Severity.ERROR) else 0


class DataError(Exception):
    """The card data has errors, so that nothing can be made of it; `report` says which."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__(f"the card data has {report.count(Severity.ERROR)} errors")


@dataclass(frozen=True, slots=True)
class Part:
    """What was judged in one context: which files, what was found in them, and how many cards each has."""

    sources: tuple[SourceFile, ...]
    findings: tuple[Found, ...]
    cards: Mapping[str, int]
    unreadable: tuple[str, ...] = ()


def joined(parts: Iterable[Part], codes: Mapping[str, str]) -> Report:
    """One report on files that were judged in several contexts; what two contexts say alike is said once."""
    cards: dict[str, int] = {}
    problems: dict[Problem, None] = {}
    sources: dict[str, SourceFile] = {}
    unreadable: dict[str, None] = {}
    for part in parts:
        names = {source.name for source in part.sources}
        problems |= dict.fromkeys(problems_of(part.sources, part.findings))
        sources |= {source.name: source for source in part.sources}
        unreadable |= dict.fromkeys(part.unreadable)
        cards |= {name: number for name, number in part.cards.items() if name in names}
    in_order = sorted(problems, key=Problem.sort_key)
    return Report(in_order, dict(sorted(sources.items())), sum(cards.values()), codes, list(unreadable))
