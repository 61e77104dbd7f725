"""A check's report for people (text) and for machines (json, github, sarif, junit)."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from cloudy_pnp import __version__
from cloudy_pnp.api import Report
from cloudy_pnp.cli.echo import echo, echo_commands, echo_data
from cloudy_pnp.core.problems import Problem, Severity, escaped, page_of
from cloudy_pnp.core.shipped import page_template
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.i18n.template import ENDING
from cloudy_pnp.workspace.home import TOOL_WORDS
from cloudy_pnp.workspace.report import is_untranslated

if TYPE_CHECKING:
    from markupsafe import Markup

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_SHOWN_WIDTH = 100
_SUBJECTS = 4  # are named


def text(report: Report) -> str:
    """For people: each problem with the line it is about and a caret, notes last; colour only on a terminal."""
    shown = (problem for problem in report.problems if not is_untranslated(problem))
    problems = sorted(shown, key=lambda problem: problem.severity is Severity.INFO)
    parts = [problem_text(problem, report.sources[problem.file]) for problem in problems]
    summary = _summary(replace(report, problems=problems))
    lines = [summary, untranslated_texts(report), hidden_problems(report), suppressed_problems(report)]
    return "".join(parts) + "".join(f"{line}\n" for line in lines if line)


def untranslated_texts(report: Report) -> str:
    """Return how many texts are not translated, by language, and of what; empty without any."""
    texts = [problem for problem in report.problems if is_untranslated(problem)]
    by_language = Counter(problem.lang for problem in texts)
    counts = ", ".join(f"{lang}: {number:,}" for lang, number in sorted(by_language.items()))
    subjects = [subject for subject, _ in Counter(_subject(problem) for problem in texts).most_common()]
    what = ", ".join([*subjects[:_SUBJECTS], *(["…"] if subjects[_SUBJECTS:] else [])])
    line = f"not translated, printed in the source language ({counts}): {what}; `cloudy-pnp i18n status` lists them"
    return line if texts else ""


def _subject(problem: Problem) -> str:
    """Return a name for what a text belongs to; sentences that no file of the project has are listed by language."""
    if problem.file.endswith(ENDING):
        return "the rulebook"
    if problem.file.endswith(TOOL_WORDS):
        return "the tool's words on sheets and in books"
    if ".languages[" in problem.path:
        return "the tool's sentences"
    names = {"pack.name": "the name of a pack", "title": "figures", "caption": "figures"}
    return names.get(problem.path) or re.split(r"[.\[]", problem.path)[0]


def hidden_problems(report: Report) -> str:
    """Return how many problems are in languages that were not asked for; empty without any."""
    if not report.hidden:
        return ""
    by_language = ", ".join(f"{lang}: {number:,}" for lang, number in sorted(report.hidden.items()))
    return f"{_number(sum(report.hidden.values()), 'problem')} in other languages ({by_language})"


def problem_text(problem: Problem, source: SourceFile) -> str:
    """Return a problem with its line and a caret."""
    colour = _COLOURS[problem.severity]
    name = escaped(problem.file)
    name = f"./{name}" if name.startswith(("::", "##")) else name  # a CI log would take it for a command
    place = f"{name}:{problem.line}:{problem.column}"
    kind = click.style(f"{problem.severity} {problem.code}", fg=colour, bold=True)
    where = f" {click.style(f'({escaped(problem.path)})', dim=True)}" if problem.path else ""
    shown = f"{click.style(place, bold=True)}: {kind}: {escaped(problem.message)}{where}\n"
    line = source.line(problem.line)
    if line.strip():
        number = f"{problem.line:>5} | "
        visible, column = _window(line, problem.column)
        caret = " " * (len(number) - 2 + _width(visible[:column])) + "  " + click.style("^", fg=colour, bold=True)
        shown += f"{click.style(number, dim=True)}{visible}\n{caret}\n"
    if problem.hint:
        shown += f"      {click.style('hint:', dim=True)} {escaped(problem.hint)}\n"
    return shown


def _window(line: str, column: int) -> tuple[str, int]:
    """Return the part of a line around a column that fits the screen, safe to print, and the column in it."""
    start = max(0, column - 1 - _SHOWN_WIDTH // 2) if len(line) > _SHOWN_WIDTH else 0
    before = escaped(line[start : column - 1].replace("\t", " "))
    after = escaped(line[column - 1 : start + _SHOWN_WIDTH].replace("\t", " "))
    lead = "…" if start else ""
    return lead + before + after + ("…" if start + _SHOWN_WIDTH < len(line) else ""), len(lead + before)


def _width(shown: str) -> int:
    """Return the number of terminal cells that a text takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in shown
    )


def _summary(report: Report) -> str:
    errors, warnings, infos = (report.count(severity) for severity in Severity)
    verdict = f"{_number(errors, 'error')}, {_number(warnings, 'warning')}"
    verdict += f", {infos} info" if infos else ""
    games = f" of {len(report.games)} games" if len(report.games) > 1 else ""
    line = f"{_number(report.files, 'file')}, {_number(report.cards, 'card')}{games}: {verdict}"
    return click.style(line, fg="red" if errors else "yellow" if warnings else "green")


def suppressed_problems(report: Report) -> str:
    """Return how much the configuration suppresses; empty when that is nothing."""
    warnings = sum(problem.severity is Severity.WARNING for problem in report.suppressed)
    infos = len(report.suppressed) - warnings
    numbers = [_number(warnings, "warning")] if warnings else []
    numbers += [f"{infos} info"] if infos else []
    return f"{', '.join(numbers)} suppressed by {report.config}" if numbers else ""


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def as_json(report: Report) -> str:
    """Return the JSON object of the contracts."""
    summary = {
        "files": report.files,
        "cards": report.cards,
        "errors": report.count(Severity.ERROR),
        "warnings": report.count(Severity.WARNING),
        "suppressed": len(report.suppressed),
    }
    problems = [problem.as_dict() for problem in report.problems]
    return _dump({"version": 1, "summary": summary, "problems": problems})


def _dump(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=2)
    # A file name need not be UTF-8; Python then reads it with half characters that no output can take.
    return re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match.group()):04x}", text) + "\n"


def github(report: Report) -> str:
    """Return workflow commands: GitHub shows each problem next to its line in the pull request."""
    kinds = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
    lines = [
        f"::{kinds[problem.severity]} file={_property(problem.file)},line={problem.line},col={problem.column},"
        f"title={_property(problem.code)}::{_message(_sentence(problem))}\n"
        for problem in report.problems
    ]
    suppressed = suppressed_problems(report)
    return "".join(lines) + (f"::notice title=cloudy-pnp::{suppressed}\n" if suppressed else "")


def _message(value: str) -> str:
    return escaped(value).replace("%", "%25")  # without line breaks and other signs that a log would act on


def _property(value: str) -> str:
    return _message(value).replace(":", "%3A").replace(",", "%2C")


def _sentence(problem: Problem) -> str:
    where = f" ({problem.path})" if problem.path else ""
    return f"{problem.message}{where}" + (f". Hint: {problem.hint}" if problem.hint else "")


def sarif(report: Report) -> str:
    """Return SARIF 2.1.0, for code-scanning services."""
    from urllib.parse import quote  # slow to import, and only this format needs it

    codes = sorted({problem.code for problem in report.problems})
    levels = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
    results = [
        {
            "ruleId": problem.code,
            "ruleIndex": codes.index(problem.code),
            "level": levels[problem.severity],
            "message": {"text": _sentence(problem)},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": quote(problem.file, errors="surrogateescape")},
                        "region": {"startLine": problem.line, "startColumn": problem.column},
                    },
                    "logicalLocations": [{"fullyQualifiedName": problem.path}] if problem.path else [],
                }
            ],
        }
        for problem in report.problems
    ]
    rules = [{"id": code, "shortDescription": {"text": report.codes[code]}, "helpUri": page_of(code)} for code in codes]
    driver = {"name": "cloudy-pnp", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return _dump({"$schema": schema, "version": "2.1.0", "runs": [run]})


def junit(report: Report) -> str:
    """Return JUnit XML: a failed test for each error, a passed one for each file without errors."""
    errors = [problem for problem in report.problems if problem.severity is Severity.ERROR]
    passed = [name for name in report.sources if name not in {problem.file for problem in errors}]
    template = page_template(Path(__file__).with_name("junit.xml.j2"), attribute=_attribute, sentence=_sentence)
    return template.render(errors=errors, passed=passed)


def _attribute(value: str) -> Markup:
    from markupsafe import Markup  # slow to import, and only this format needs it

    marks = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
    return Markup(f'"{escaped(value).translate(marks)}"')  # noqa: S704


PRINTERS: dict[str, Callable[[str], None]] = {
    "text": partial(echo, nl=False),
    "json": partial(echo_data, nl=False),
    "github": echo_commands,
    "sarif": partial(echo_data, nl=False),
    "junit": partial(echo, nl=False),
}
REPORTERS: dict[str, Callable[[Report], str]] = {
    "text": text,
    "json": as_json,
    "github": github,
    "sarif": sarif,
    "junit": junit,
}
