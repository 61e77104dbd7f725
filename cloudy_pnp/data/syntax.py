"""What libyaml dislikes, in plain words; and how to read on behind it."""

from __future__ import annotations

import re
from typing import Any

from cloudy_pnp.problems import Problem, Severity, quoted

CODES = {
    "YAML-SYNTAX": "The text is not YAML: a quote, bracket, comma or colon is missing or too much.",
    "YAML-INDENT": "The indentation of a line fits nothing above it.",
    "YAML-TAB": "A tab is used where YAML wants spaces.",
}

LOST = "\ufffdlost"  # stands for a card or document that is no YAML, so that the others keep their numbers

_ITEM = re.compile(r"( *)-(?:\s|$)")
_CONFLICT = re.compile(r"<{7}|={7}$|>{7}")


def syntax_problem(file: str, lines: list[str], error: Any) -> Problem:
    """One plain sentence for a yaml.MarkedYAMLError, at the place where an author has to look."""
    mark, opened = error.problem_mark, error.context_mark
    said = error.problem or ""
    line = lines[mark.line] if mark.line < len(lines) else ""
    char = line[mark.column] if mark.column < len(line) else ""
    code, hint = "YAML-SYNTAX", ""
    conflict = next((n for n in (mark.line, mark.line - 1) if 0 <= n < len(lines) and _CONFLICT.match(lines[n])), None)
    if conflict is not None:
        message = f"a merge conflict was left in the file: {quoted(lines[conflict], 20)}"
        return _at(code, file, conflict, 0, message, "resolve the conflict and delete the marker lines")
    if char == "\t" or "tab character" in said:
        code, message = "YAML-TAB", "a tab stands where YAML wants spaces"
        hint = "indent with two spaces"
    elif "mapping values are not allowed" in said:
        message = 'a ":" stands where no key can be'
        hint = 'text that contains ": " needs quotes; otherwise the line is indented too far'
    elif "end of stream" in said and opened:
        mark, message = opened, "the quote that opens here is never closed"
        hint = f"end the text with {quoted(_char(lines, opened))[1:-1] or 'the same quote'}"
    elif "expected ',' or" in said and opened:
        bracket = _char(lines, opened)
        message = f'the "{bracket}" that opens in line {opened.line + 1} is not closed, or a comma is missing'
        hint = f'close it with "{"]" if bracket == "[" else "}"}" or put a comma between the values'
        if mark.line != opened.line:
            mark = opened
    elif "could not find expected ':'" in said:
        mark = opened or mark
        message, hint = 'this line has no ":"', 'write "key: value", or put a long text in quotes'
    elif "cannot start any token" in said:
        message = f"a text cannot start with {quoted(char)}"
        hint = "put the text in quotes"
    elif "unknown escape" in said:
        message, hint = (
            "unknown escape after the backslash",
            r"write \\ for a backslash, or use 'single quotes'",
        )
    elif said.startswith("did not find expected") and any(w in said for w in ("key", "'-'", "document start")):
        code, message = "YAML-INDENT", "the indentation of this line fits nothing above it"
        hint = "keys of one map, and the dashes of one list, start in the same column"
        if char and char in "]}":
            code, message, hint = "YAML-SYNTAX", f'this "{char}" closes nothing', "delete it"
    elif "expected node content" in said and line.rstrip() == "---":
        message, hint = (
            "the document ends in the middle of a value",
            "close the bracket or quote that is open above",
        )
    elif "expected node content" in said:
        message, hint = (
            f"a value is expected before {quoted(char)}",
            "put a text with special characters in quotes",
        )
    else:
        message = f"this is not YAML: {said}"
    return _at(code, file, mark.line, mark.column, message, hint)


def _char(lines: list[str], mark: Any) -> str:
    line, column = int(mark.line), int(mark.column)
    return lines[line][column : column + 1]


def _at(code: str, file: str, line: int, column: int, message: str, hint: str) -> Problem:
    return Problem(code, Severity.ERROR, file, line + 1, column + 1, "", message, hint)


def without_broken_part(lines: list[str], line: int) -> list[str] | None:
    """The text with the list item (or, in a file of several documents, the document) around `line` taken out.

    A placeholder keeps line numbers and the numbers of the other items. None when there is nothing to take out.

    >>> without_broken_part(["vines:", "- id: [", "- id: b"], 1)
    ['vines:', '- "�lost"', '- id: b']
    """
    separators = [n for n, text in enumerate(lines) if text.rstrip() == "---"]
    if separators and (separators[-1] > 0 and len(separators) > (separators[0] == 0)):
        start = max((n + 1 for n in separators if n < line), default=0)  # an error at a separator is of what ends there
        end = min((n for n in separators if n >= start), default=len(lines))
        head = f'"{LOST}"'
    else:
        items = [(n, match.end(1)) for n, text in enumerate(lines) if (match := _ITEM.match(text))]
        if not items:
            return None
        indent = min(width for _, width in items)
        starts = [n for n, width in items if width == indent]
        start = max((n for n in starts if n <= line), default=-1)
        if start < 0:
            return None
        end = next((n for n in range(start + 1, len(lines)) if _at_most(lines[n], indent)), len(lines))
        if line >= end:
            return None
        head = f'{" " * indent}- "{LOST}"'
    if start >= len(lines) or lines[start] == head:
        return None
    return [*lines[:start], head, *[""] * (end - start - 1), *lines[end:]]


def _at_most(line: str, indent: int) -> bool:
    """A line that ends an item: text that is not indented further than its dash."""
    stripped = line.lstrip(" ")
    return bool(stripped) and stripped[0] not in "#\t" and len(line) - len(stripped) <= indent
