"""Users read plain English: no phrase of a short list occurs in docs, help texts, messages and studio texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from commit_message import LONGEST, message_faults

ROOT = Path(__file__).parents[2]
# The pattern, and what to write instead.
BANNED = {
    r"(is|are|was|were) told\b": "is reported, is shown",
    r"(is|are) said\b": "is reported",
    r"say --\w+": "use --x",
    r"say (fewer|another|a folder)\b": "use, choose, lower",
    r"by lot\b": "at random",
    r"mend(s|ed)?\b": "fix",
    r"with other eyes\b": "with simulated colour vision",
    r"at its line\b": "with its line number",
    r"one's own\b": "your own",
    r"that (there is not|is not there|are not there)\b": "that does not exist",
    r"(once|twice|times|rows?|three) an? (run|step|file|game|row|page|field|entry)\b": "once per run",
    r"unsound\b": "invalid",
    r"judge[sd]\b": "check, evaluate",
    r"anew\b": "again",
    r"called (so|otherwise)\b": "has that name, has another name",
    r"(seconds of a|less of the) processor\b": "CPU seconds, less CPU time",
    r"wrong call\b": "incorrect usage",
    r"ma[kd]e (it )?good\b": "correct for",
    r"(nested|dots) without end\b": "endless",
    r"the own\b": "its own",
    r"is not possible here\b": "is not allowed here",
    r"cannot stand\b": "excludes",
    r"(leads?|link) out\b": "points outside",
    r"led on\b": "redirected",
    r"without a word\b": "silently",
    r"go on some other day\b": "continue later",
    r"as one (types|looks)\b": "as you type",
    r"of equal ones\b": "among equals",
    r"heads of columns\b": "column headers",
    r"folders inside each other\b": "nested folders",
    r"tried out\b": "test-played",
    r"missing or too much\b": "missing or superfluous",
    r"out of the house\b": "exporting",
    r"games of (two|three|four)\b": "two-player games",
    r"\d %(?!\.\d|[(\w])": "52.9%, without a space",
}
_PHRASES = re.compile("|".join(f"(?P<p{number}>{phrase})" for number, phrase in enumerate(BANNED)), re.IGNORECASE)
DOCS = [
    *(ROOT / name for name in ("README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted(ROOT.glob("games/*/README.md")),
    *sorted(ROOT.glob("games/*/docs/*.md")),
]
SOURCES = [
    *sorted((ROOT / "cloudy_pnp").rglob("*.py")),
    *(path for path in sorted(ROOT.glob("games/*/*/**/*.py")) if not {"tests", "bench"} & set(path.parts)),
]
STUDIO = sorted((ROOT / "templates/studio").glob("*.yaml"))


def banned_phrases(text: str) -> list[str]:
    """Return each banned phrase of a text with its replacement.

    >>> banned_phrases("The problem is told at its line.")
    ['"is told": write is reported, is shown', '"at its line": write with its line number']
    """
    replacements = list(BANNED.values())
    return [
        f'"{match[0]}": write {replacements[int(str(match.lastgroup)[1:])]}'
        for match in re.compile(rf"\b(?:{_PHRASES.pattern})", re.IGNORECASE).finditer(re.sub(r"\s+", " ", text))
    ]


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts that a module may show: string literals without docstrings, except those of commands."""
    tree = ast.parse(path.read_text("utf-8"))
    hidden: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            hidden.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any("command" in ast.unparse(part) for part in node.decorator_list):
            yield node.lineno, ast.get_docstring(node) or ""
        elif isinstance(node, ast.JoinedStr):
            parts = [part for part in node.values if isinstance(part, ast.Constant)]
            hidden.update(map(id, parts))
            yield node.lineno, "…".join(str(part.value) for part in parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in hidden:
            yield node.lineno, node.value


def test_the_list_is_short() -> None:
    assert len(BANNED) < 40


@pytest.mark.parametrize("path", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_docs_are_plain_english(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
    assert banned_phrases(text) == []


def test_messages_and_help_texts_are_plain_english() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {phrase}"
        for path in SOURCES
        for line, text in messages(path)
        for phrase in banned_phrases(text)
    ]
    assert found == []


def test_the_studio_speaks_plain_english() -> None:
    keys = [key for path in STUDIO for key in re.findall(r'^    "(.+?)": ', path.read_text("utf-8"), re.MULTILINE)]
    assert len(keys) > 200
    keys.append((ROOT / "templates/studio/en.yaml").read_text("utf-8"))
    assert [phrase for key in keys for phrase in banned_phrases(key)] == []


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("cache: ignore a relative XDG_CACHE_HOME", ""),
        ("cli: exit with 141 on a closed pipe\n\nThe shell expects it.", ""),
        ("Merge branch 'words'", ""),
        ("build: process one page at a time", ""),
        ("build: what a game does not have is said", "imperative"),
        ("build: reported missing features", "imperative"),
        ("build: reports missing features", "imperative"),
        ("Report missing features", "area"),
        ("cli: exit\nwith 141", "second line"),
        (f"cli: explain {'x' * LONGEST}", "shorten"),
    ],
)
def test_the_commit_message_check(message: str, fault: str) -> None:
    faults = message_faults(message)
    assert fault in " ".join(faults)
    assert bool(faults) == bool(fault)
