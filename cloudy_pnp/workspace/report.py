"""The result of a check as one value, and the error that carries it where the data cannot be used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.problems import Finding, Problem, Severity
from cloudy_pnp.data.entries import SourceFinding
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.workspace.findings import problems_of


class Report(Struct, frozen=True):
    """The result of a check."""

    problems: list[Problem]
    sources: Mapping[str, SourceFile]  # the files that were checked, by name
    cards: int
    codes: Mapping[str, str]  # every code that a problem may have, with one sentence
    unreadable: list[str]
    hidden: Mapping[str, int] = field(default_factory=dict)  # problems of other languages, by language
    games: tuple[str, ...] = ()  # the games that were checked
    suppressed: tuple[Problem, ...] = ()  # by the configuration
    config: str = ""  # the name of the configuration file

    @property
    def files(self) -> int:
        """The number of checked files."""
        return len(self.sources)

    def count(self, severity: Severity | str) -> int:
        """Return the number of problems of a severity, or of its word. Raises ValueError for another word."""
        return sum(problem.severity is Severity(severity) for problem in self.problems)

    @property
    def exit_code(self) -> int:
        """2 when a file could not be read, 1 when the data has errors, otherwise 0."""
        return 2 if self.unreadable else 1 if self.count(Severity.ERROR) else 0


class DataError(Exception):
    """The card data has errors, so that nothing can be made of it; `report` lists them."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__(f"the card data has {report.count(Severity.ERROR)} errors")


class Part(Struct, frozen=True):
    """Files that were checked in one context: their findings, and the number of cards in each."""

    sources: tuple[SourceFile, ...]
    findings: tuple[SourceFinding, ...]
    cards: Mapping[str, int]
    unreadable: tuple[str, ...] = ()
    hidden: Mapping[str, int] = field(default_factory=dict)  # as in a report


def joined(parts: Iterable[Part], codes: Mapping[str, str]) -> Report:
    """Return one report on files that were checked in several contexts; equal problems are reported once."""
    cards: dict[str, int] = {}
    problems: dict[Problem, None] = {}
    sources: dict[str, SourceFile] = {}
    unreadable: dict[str, None] = {}
    hidden: dict[str, int] = {}
    for part in parts:
        hidden = {lang: max(hidden.get(lang, 0), part.hidden.get(lang, 0)) for lang in (*hidden, *part.hidden)}
        names = {source.name for source in part.sources}
        problems |= dict.fromkeys(problems_of(part.sources, part.findings))
        sources |= {source.name: source for source in part.sources}
        unreadable |= dict.fromkeys(part.unreadable)
        cards |= {name: number for name, number in part.cards.items() if name in names}
    in_order = sorted(problems, key=Problem.sort_key)
    return Report(in_order, dict(sorted(sources.items())), sum(cards.values()), codes, list(unreadable), hidden)


def combined(reports: Sequence[Report], codes: Mapping[str, str]) -> Report:
    """Return the reports on several games as one; a problem that two of them have is reported once."""
    problems = dict.fromkeys(problem for report in reports for problem in report.problems)
    sources = {name: source for report in reports for name, source in report.sources.items()}
    unreadable = dict.fromkeys(line for report in reports for line in report.unreadable)
    return Report(
        sorted(problems, key=Problem.sort_key),
        dict(sorted(sources.items())),
        sum(report.cards for report in reports),
        codes,
        list(unreadable),
        sum((Counter(report.hidden) for report in reports), Counter[str]()),
        tuple(game for report in reports for game in report.games),
    )


_FEW = 2  # of a sort: each is shown at its place
_WORD = re.compile(r'"([^"]*)"')


def by_cause(report: Report, is_scenario: Callable[[str], bool]) -> Report:
    """Return the report with one problem for several that one change elsewhere has caused: it names the other places.

    A card file's own mistakes are all reported, each with its line.
    """
    counted = [problem for problem in report.problems if is_untranslated(problem)]  # not shown one by one
    report = replace(report, problems=[problem for problem in report.problems if not is_untranslated(problem)])
    flood = sum(problem.code.startswith("I18N-") for problem in report.problems) > _MANY
    groups: dict[tuple[str, ...], list[Problem]] = {}
    for problem in report.problems:
        is_flood = flood and problem.code.startswith("I18N-")
        cause = ("languages", problem.code) if is_flood else _cause(problem, is_scenario(problem.file))
        cause = cause and (*cause, problem.severity)
        groups.setdefault(cause, []).append(problem)
    kept = []
    for cause, same in groups.items():
        if cause and len(same) > _FEW and (cause[0] in _ONE_FILE or len({problem.file for problem in same}) > 1):
            kept.append(_with_other_places(sorted(same, key=_card_files_first(is_scenario))))
        else:
            kept += same
    return replace(report, problems=sorted([*kept, *counted], key=Problem.sort_key))


def is_untranslated(problem: Problem | Finding) -> bool:
    """Check whether a problem is only that a text is not translated yet."""
    return problem.code == "I18N-MISSING" and problem.severity is Severity.INFO


_MANY = 100  # problems of language: a language itself has changed, not so many texts
# One change makes several of them in one file, too.
_ONE_FILE = ("languages", "I18N-MISSING", "I18N-STALE", "I18N-TERM", "REF-UNKNOWN")
_SHOWN_PLACES = 12


def _with_other_places(same: Sequence[Problem]) -> Problem:
    """Return the first of several problems, with the places of the others."""
    first, *others = same
    if first.code == "I18N-STALE" and len({problem.line for problem in same}) == 1:
        langs = [problem.path.rpartition(".")[2] for problem in same]
        hint = first.hint.replace(f"accept {langs[0]} ", "accept LANG ")
        return replace(first, hint=f"{hint}, for each of {', '.join(langs)}")
    places = ", ".join(f"{Path(problem.file).name}:{problem.line}" for problem in others[:_SHOWN_PLACES])
    more = f" and {len(others) - _SHOWN_PLACES} more" if len(others) > _SHOWN_PLACES else ""
    hint = f"{first.hint}; " if first.hint else ""
    return replace(first, hint=f"{hint}probably for the same reason: {places}{more}")


def _card_files_first(
    is_scenario: Callable[[str], bool],
) -> Callable[[Problem], tuple[bool, bool, tuple[str | int, ...]]]:
    """Sort errors of card files first, so that the reported one is the one to begin with."""

    def order(problem: Problem) -> tuple[bool, bool, tuple[str | int, ...]]:
        consequence = is_scenario(problem.file) or problem.file.endswith(".j2")
        return consequence, problem.severity is not Severity.ERROR, problem.sort_key()

    return order


def _cause(problem: Problem, scenario: bool) -> tuple[str, ...]:
    """Return what several problems may have in common that one change has caused; empty for an independent problem."""
    words = _WORD.findall(problem.message)
    match problem.code:
        case "I18N-TERM":
            return (problem.code, *(word.removesuffix("s") for word in words[1:2]))  # or plural
        case "I18N-LANGUAGE" | "I18N-MISSING":
            return (problem.code, *words[:1], *words[-1:])
        case "I18N-STALE":
            return (problem.code, problem.file, problem.path.rpartition(".")[0])
        case "REF-UNKNOWN":
            return (problem.code, *words[-1:])
        case code if scenario and not code.startswith(("YAML-", "SCHEMA-", "I18N-")):
            return ("scenario",)
    return ()
