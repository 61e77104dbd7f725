"""Fix mechanical problems: tabs, quotes, dots, a missing space, an older notation, a missing `same`; the order of keys.

A fix is tried on the text of a file and kept only if the file has fewer problems afterwards and no new ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import Problem, UserError
from cloudy_pnp.data.edit import Set, apply_edits
from cloudy_pnp.data.files import display_path
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.i18n.habits import habits_of
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.packs import KINDS

CheckTexts = Callable[[Mapping[Path, str]], Sequence[Problem]]  # what `check` says when files have other texts
FIXABLE = ("YAML-TAB", "YAML-SYNTAX", "SCHEMA-OLD", "SCHEMA-TYPE", "I18N-SAME", "I18N-TYPOGRAPHY")
_MOST_ROUNDS = 60


def apply_fixes(texts: Mapping[str, str], problems: Sequence[Problem], check: CheckTexts) -> dict[str, str]:
    """Return the new texts of the files that could be fixed, by name."""
    changed: dict[str, str] = {}
    for name, text in texts.items():
        mine = [problem for problem in problems if problem.file == name]
        for _ in range(_MOST_ROUNDS):
            better = _best_fix(name, text, mine, check)
            if better is None:
                break
            text, mine = better
            changed[name] = text
    return changed


def _best_fix(name: str, text: str, problems: Sequence[Problem], check: CheckTexts) -> tuple[str, list[Problem]] | None:
    """Return the best of the fixes for the first problem that has one: a tab may mean two, four or eight spaces."""
    for problem in problems:
        tried = []
        same = [other for other in problems if other.code == problem.code]
        for candidate in _candidates(name, text, problem, same) if problem.code in FIXABLE else ():
            if candidate != text:
                left = [item for item in check({Path(name): candidate}) if item.file == name]
                if _is_better(problem, problems, left):
                    tried.append((candidate, left))
        if tried:
            return min(tried, key=lambda fix: _count_masking(fix[1]))
    return None


def _is_better(problem: Problem, before: Sequence[Problem], after: Sequence[Problem]) -> bool:
    """Check whether a fix helps. Behind an error of YAML or shape others may appear; the fix has not caused them."""
    if problem.code.startswith(_HIDING):
        return _count_masking(after) < _count_masking(before)
    known = {(item.code, item.message) for item in before}
    return len(after) < len(before) and all((item.code, item.message) in known for item in after)


_HIDING = ("YAML-", "SCHEMA-")  # as long as there is such a problem, others are not looked for


def _count_masking(problems: Sequence[Problem]) -> tuple[int, ...]:
    return tuple(sum(problem.code.startswith(family) for problem in problems) for family in _HIDING)


def key_orders(home: Home) -> dict[str, list[str]]:
    """Return by kind the keys of an entry in the order of its schema."""
    orders = {}
    for kind in (*home.game.data.kinds, *KINDS.values()):
        schema = home.game.data.schemas.get(kind.name) or _schema(home, kind.name)
        part = schema.get("properties", {}).get(kind.name, {})
        part = part.get("items", part)
        if "$ref" in part:
            part = schema.get("$defs", {}).get(str(part["$ref"]).removeprefix("#/$defs/"), {})
        orders[kind.name] = list(part.get("properties", {}))
    return orders


def _schema(home: Home, kind: str) -> Mapping[str, Any]:
    paths = (folder / f"{kind}.schema.json" for folder in home.schemas)
    found = next((path for path in paths if path.is_file()), None)
    schema: Mapping[str, Any] = json.loads(found.read_text("utf-8")) if found else {}
    return schema


def as_patch(name: str, before: str, after: str) -> str:
    """Return the changes as a patch."""
    return "".join(unified_diff(before.splitlines(True), after.splitlines(True), f"a/{name}", f"b/{name}"))


def _candidates(name: str, text: str, problem: Problem, same: Sequence[Problem]) -> Iterator[str]:
    lines = text.splitlines(keepends=True)
    line = lines[problem.line - 1] if problem.line <= len(lines) else ""

    def with_line(new: str) -> str:
        return "".join([*lines[: problem.line - 1], new, *lines[problem.line :]])

    match problem.code:
        case "YAML-TAB":
            for width in (2, 4, 8):
                yield "".join(_without_tabs(line, width) for line in lines)
        case "YAML-SYNTAX" if quote := re.match(r'write ("[^"]*")$', problem.hint):
            yield with_line(re.sub(r"'[^']*\w'\w[^',}\]]*'", quote.group(1).replace("\\", r"\\"), line, count=1))
        case "SCHEMA-TYPE" if hint := re.match(r"write ([\w-]+): (\S.*)$", problem.hint):
            key, value = hint.groups()
            yield with_line(re.sub(rf"\b{re.escape(key)}:{re.escape(value)}\b", f"{key}: {value}", line, count=1))
        case "SCHEMA-OLD":
            yield apply_edits(text, [Set(*_rewritten(other)) for other in same], name)
        case "I18N-SAME" | "I18N-TYPOGRAPHY":
            yield from _texts(name, text, problem)


def _rewritten(problem: Problem) -> tuple[tuple[str | int, ...], Any]:
    """Return the place of an older notation, and what its problem suggests instead."""
    return parse_path(problem.path)[:-1], parse_source(
        problem.hint.removeprefix("write ").encode(), problem.file
    ).documents[0]


def _without_tabs(line: str, width: int) -> str:
    rest = line.lstrip(" \t")
    return line[: len(line) - len(rest)].expandtabs(width) + rest


def _texts(name: str, text: str, problem: Problem) -> Iterator[str]:
    path = parse_path(problem.path)
    source = parse_source(text.encode(), name)
    if len(source.documents) != 1 or not path:
        return
    value = source.documents[0]
    try:
        for step in path[:-1]:
            value = value[step]
        lang, here = str(path[-1]), value[path[-1]]
        if problem.code == "I18N-SAME" and isinstance(here, str):
            same = value.get("same", [])
            yield apply_edits(text, [Set((*path[:-1], "same"), [*same, lang])], name)
        elif isinstance(here, str):
            yield apply_edits(text, [Set(path, habits_of(lang).well_set(here))], name)
    except (KeyError, IndexError, TypeError, AttributeError, UserError):
        return


def parse_path(text: str) -> tuple[str | int, ...]:
    """Return a data path from its text.

    >>> parse_path("vines[3].bridges[0]")
    ('vines', 3, 'bridges', 0)
    """
    parts = re.findall(r"\[(\d+)\]|([^.\[\]]+)", text)
    return tuple(int(number) if number else word for number, word in parts)


_SUGGESTION = re.compile(r'did you mean "([^"]+)"\?')
_WORD = re.compile(r'"([^"]+)"')


def has_fix(problem: Problem) -> bool:
    """Check whether a problem can probably be fixed automatically."""
    return problem.code in FIXABLE or bool(_SUGGESTION.search(problem.hint))


def fix_for(path: Path, text: str, problem: Problem, check: CheckTexts) -> str | None:
    """Return the text without the problem, if a fix helps and does no harm."""
    before = len(check({path: text}))
    for candidate in _corrections(text, problem):
        after = check({path: candidate})
        is_left = any((other.code, other.message) == (problem.code, problem.message) for other in after)
        if not is_left or len(after) < before:
            return candidate
    name = display_path(path)
    return apply_fixes({name: text}, [problem], check).get(name) if problem.code in FIXABLE else None


def _corrections(text: str, problem: Problem) -> Iterator[str]:
    """Yield the text with the suggested word, at the problem's position, then anywhere else in its line."""
    suggestion = _SUGGESTION.search(problem.hint)
    lines = text.splitlines(keepends=True)
    if not suggestion or problem.line > len(lines):
        return
    line = lines[problem.line - 1]
    for written in dict.fromkeys(_WORD.findall(problem.message)):
        word = re.compile(rf"(?<![\w-]){re.escape(written)}(?![\w-])")
        places = [match.start() for match in word.finditer(line)]
        for start in sorted(places, key=lambda place: (place < problem.column - 1, place)):
            new = f"{line[:start]}{suggestion.group(1)}{line[start + len(written) :]}"
            yield "".join([*lines[: problem.line - 1], new, *lines[problem.line :]])
