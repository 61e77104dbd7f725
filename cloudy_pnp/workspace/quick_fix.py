"""One-click fixes: what `check --fix` mends, and words that were mistyped. A fix is only offered when it helps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cloudy_pnp.core.problems import Problem
from cloudy_pnp.data.files import shown
from cloudy_pnp.workspace.fixing import MENDED, Judge, fixed

_MEANT = re.compile(r'did you mean "([^"]+)"\?')
_WORD = re.compile(r'"([^"]+)"')


def has_fix(problem: Problem) -> bool:
    """Whether a machine can probably mend it; whether it does is seen when it is tried."""
    return problem.code in MENDED or bool(_MEANT.search(problem.hint))


def fix_for(path: Path, text: str, problem: Problem, judge: Judge) -> str | None:
    """The text without the problem, if a fix helps and does no harm."""
    before = len(judge({path: text}))
    for candidate in _mistyped(text, problem):
        after = judge({path: candidate})
        if not any((one.code, one.message) == (problem.code, problem.message) for one in after) or len(after) < before:
            return candidate
    name = shown(path)
    return fixed({name: text}, [problem], judge).get(name) if problem.code in MENDED else None


def _mistyped(text: str, problem: Problem) -> Iterator[str]:
    """The text with the word that was meant, at the problem's place, then anywhere else in its line."""
    meant = _MEANT.search(problem.hint)
    lines = text.splitlines(keepends=True)
    if not meant or problem.line > len(lines):
        return
    line = lines[problem.line - 1]
    for written in dict.fromkeys(_WORD.findall(problem.message)):
        word = re.compile(rf"(?<![\w-]){re.escape(written)}(?![\w-])")
        places = [match.start() for match in word.finditer(line)]
        for start in sorted(places, key=lambda place: (place < problem.column - 1, place)):
            new = f"{line[:start]}{meant.group(1)}{line[start + len(written) :]}"
            yield "".join([*lines[: problem.line - 1], new, *lines[problem.line :]])
