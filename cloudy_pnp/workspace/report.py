"""The result of a check as one value, and the error that carries it where the data cannot be used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.problems import Finding, Problem, Severity, UserError, quoted, suggest
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.entries import RULES, Entries, SourceFinding
from cloudy_pnp.data.files import LIMITS
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.game import registry
from cloudy_pnp.game.contract import Data
from cloudy_pnp.i18n import lint
from cloudy_pnp.workspace.home import TEMPLATES, Home


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

    sources: tuple[SourceFile, ...] = ()
    findings: tuple[SourceFinding, ...] = ()
    cards: Mapping[str, int] = field(default_factory=dict)
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
    in_flood = {problem for problem in report.problems if _may_flood(problem)}
    flood = len(in_flood) > _MANY
    groups: dict[tuple[str, ...], list[Problem]] = {}
    for problem in report.problems:
        is_flood = flood and problem in in_flood
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


def _may_flood(problem: Problem) -> bool:
    return problem.code.startswith("I18N-") and lint.RENAMED not in problem.message


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
        case "I18N-TERM" if lint.RENAMED in problem.message:
            return ()  # every place is to be changed
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


FILE = "explain.yaml"


class Explanation(Struct, frozen=True):
    """A code, its meaning, and how to fix the problem."""

    code: str
    rule: str
    fix: str = ""
    wrong: str = ""
    right: str = ""
    file: str = "slip.yaml"  # what the example would be called
    text: str = ""  # the rule itself, if the code is one and its sentence describes a violation
    source: str = ""  # the place of the rule in the published rules
    ours: str = ""  # our decision where they are silent
    why: str = ""


def explain(home: Home, code: str, codes: Mapping[str, str], rules: Data = MappingProxyType({})) -> Explanation:
    """Return the explanation of a code or a rule. Raises UserError for one that does not exist."""
    found = code.upper()
    by_id = {entry["id"]: entry for entry in rules.get(RULES, ())}
    known = {name: str(entry["rule"]) for name, entry in by_id.items()} | {**codes}
    if found not in known:
        raise UserError(f"there is no code {quoted(code)}; {suggest(found, known)}".rstrip("; "))
    data = explanations(home).get(found, {})
    more = {name: str(data[name]) for name in ("fix", "wrong", "right") if name in data}
    rule = by_id.get(found, {})
    more |= {name: str(rule[name]) for name in ("source", "why") if name in rule}
    more |= {"text": str(rule["rule"])} if found in codes and rule else {}
    more |= {"ours": str(next(iter(rule["ours"].values())))} if "ours" in rule else {}
    return Explanation(found, known[found], **more, file=str(data.get("as", "slip.yaml")))


def explanations(home: Home) -> Mapping[str, Mapping[str, Any]]:
    """Return the shipped explanations by code.

    The game's own come first, then those of the default game, which has one for every common code.
    """
    import yaml  # slow to import

    entries: dict[str, Mapping[str, Any]] = {}
    for root, game in ((shipped_root(), registry.DEFAULT), (home.shipped, home.game.id)):
        path = root / TEMPLATES / game / FILE
        if path.is_file():
            entries |= yaml.load(path.read_bytes(), yaml.CSafeLoader)
    return entries
