"""One-click fixes: those of `check --fix`, and mistyped words. A fix is only offered if it helps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cloudy_pnp.core.problems import Problem
from cloudy_pnp.data.files import display_path
from cloudy_pnp.workspace.fixing import FIXABLE, CheckTexts, fixed

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
    return fixed({name: text}, [problem], check).get(name) if problem.code in FIXABLE else None


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
