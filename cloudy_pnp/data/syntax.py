"""What libyaml dislikes, in plain words; and how to read on behind it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from cloudy_pnp.core.problems import Problem, Severity, quoted
from cloudy_pnp.data.text import REPLACED

CODES = {
    "YAML-SYNTAX": "The text is not YAML: a quote, bracket, comma or colon is missing or superfluous.",
    "YAML-INDENT": "The indentation of a line fits no line above it.",
    "YAML-TAB": "A tab is used where YAML expects spaces.",
}

LOST = f"{REPLACED}lost"  # stands for a card or document that is no YAML, so that the others keep their numbers

_ITEM = re.compile(r"( *)-(?:\s|$)")
_CONFLICT = re.compile(r"<{7}|={7}$|>{7}")
_COLON = re.compile(r":(?:\s|$)")
_BLOCK_TEXT = re.compile(r"[:-]\s+[|>][-+0-9]*\s*(?:#.*)?$")
_STEPS_IN_A_LINE = re.compile(r"\s*-\s+([\w-]{1,30}:\s+[\w-]{1,30}(?:,\s*[\w-]{1,30}:\s+[\w-]{1,30}){1,8})\s*")
_APOSTROPHE = re.compile(r"'([^']{0,60}\w)'(\w[^',}\]]{0,60})'")
_CLOSING = {"[": "]", "{": "}"}
_BACKSLASH = r"write \\ for a backslash, or use 'single quotes'"
_RARE = {  # words of libyaml: message, hint
    "unknown escape": ("unknown escape after the backslash", _BACKSLASH),
    "escape code": ("the number after the backslash is not a character", "write the character itself"),
    "hexdecimal": ("the number after the backslash is incomplete", _BACKSLASH),
    "comment or line break": ('there is text after "|" or ">"', "begin the text in the next line, or put it in quotes"),
    "indentation indicator": ('there is a 0 after "|" or ">"', "delete it"),
    "undefined tag handle": ('a word with "!" is not allowed', 'put a text that starts with "!" in quotes'),
    "unexpected ':'": ('there is a ":" inside a text without quotes', "put the text in quotes"),
}


@dataclass(frozen=True, slots=True)
class _Trouble:
    """What libyaml says, where it noticed, and where what it was reading began; lines and columns from 0."""

    lines: list[str]
    said: str
    line: int
    column: int
    opened: tuple[int, int] | None

    @property
    def text(self) -> str:
        """The line where libyaml noticed."""
        return self.lines[self.line] if self.line < len(self.lines) else ""

    @property
    def char(self) -> str:
        """The character where libyaml noticed; nothing at the end of a line."""
        return self.text[self.column : self.column + 1]

    @property
    def before(self) -> int | None:
        """The last line above that is neither empty nor a comment."""
        above = range(min(self.line, len(self.lines)) - 1, -1, -1)
        return next((n for n in above if self.lines[n].strip() and self.lines[n].strip()[0] != "#"), None)

    def at(self, place: tuple[int, int]) -> str:
        """The character at a place."""
        return self.lines[place[0]][place[1] : place[1] + 1] if place[0] < len(self.lines) else ""


_Said = tuple[str, tuple[int, int], str, str]  # code, place, message, hint


def syntax_problem(file: str, lines: list[str], error: Any) -> Problem:
    """One plain sentence for a yaml.MarkedYAMLError, at the place where an author has to look."""
    mark, context = error.problem_mark, error.context_mark
    opened = (context.line, context.column) if context else None
    trouble = _Trouble(lines, error.problem or "", mark.line, mark.column, opened)
    code, (line, column), message, hint = next(said for explain in _EXPLANATIONS if (said := explain(trouble)))
    return Problem(code, Severity.ERROR, file, line + 1, column + 1, "", message, hint)


def _conflict(trouble: _Trouble) -> _Said | None:
    for line in (trouble.line, trouble.line - 1):
        if 0 <= line < len(trouble.lines) and _CONFLICT.match(trouble.lines[line]):
            message = f"a merge conflict was left in the file: {quoted(trouble.lines[line], 20)}"
            return "YAML-SYNTAX", (line, 0), message, "resolve the conflict and delete the marker lines"
    return None


def _tab(trouble: _Trouble) -> _Said | None:
    if trouble.char != "\t" and "tab character" not in trouble.said:
        return None
    place = (trouble.line, trouble.column)
    return "YAML-TAB", place, "there is a tab where YAML expects spaces", "indent with two spaces"


def _colon(trouble: _Trouble) -> _Said | None:
    """A colon where no key can be: in a text, or the line belongs elsewhere, or the one above is at fault."""
    if "mapping values are not allowed" not in trouble.said:
        return None
    indent = len(trouble.text) - len(trouble.text.lstrip(" "))
    steps = _STEPS_IN_A_LINE.fullmatch(trouble.text)
    if steps:
        parts = " and ".join(f'"- {part}"' for part in re.split(r",\s*", steps.group(1)))
        message = "there are several keys on one line"
        return "YAML-SYNTAX", (trouble.line, trouble.column), message, f"write each on a separate line: {parts}"
    if _COLON.search(trouble.text[: trouble.column]):
        message, hint = 'there is a ":" inside a text without quotes', 'text that contains ": " needs quotes'
        return "YAML-SYNTAX", (trouble.line, trouble.column), message, hint
    if trouble.before is not None:
        above = trouble.lines[trouble.before]
        start = len(above) - len(above.lstrip(" "))
        if re.match(r" *-[^\s-]", above):
            return "YAML-SYNTAX", (trouble.before, start), 'no space follows the "-"', 'write "- " before an entry'
        if not _COLON.search(above) and not _ITEM.match(above):
            return "YAML-SYNTAX", (trouble.before, start), 'this line has no ":"', 'write "key: value" or "key:"'
        if start < indent:
            hint = "keys of one map start in the same column"
            return "YAML-INDENT", (trouble.line, indent), "this line is indented too far", hint
    message, hint = 'there is a ":" where no key can be', 'text that contains ": " needs quotes'
    return "YAML-SYNTAX", (trouble.line, trouble.column), message, hint


def _quote(trouble: _Trouble) -> _Said | None:
    if not trouble.opened or not ("end of stream" in trouble.said or "document indicator" in trouble.said):
        return None
    hint = f"end the text with {trouble.at(trouble.opened)}"
    return "YAML-SYNTAX", trouble.opened, "the quote that opens here is never closed", hint


def _apostrophe(trouble: _Trouble) -> _Said | None:
    """`'Don't'`: the apostrophe ends the text."""
    match = _APOSTROPHE.search(trouble.text[:400])
    if not match:
        return None
    message = "an apostrophe ends the text that a single quote started"
    place = (trouble.line, match.start())
    return "YAML-SYNTAX", place, message, f'write "{match.group(1)}’{match.group(2)}"'


def _bracket(trouble: _Trouble) -> _Said | None:
    if "expected ',' or" not in trouble.said or not trouble.opened:
        return None
    bracket = trouble.at(trouble.opened)
    here = trouble.line == trouble.opened[0]
    message = f'the "{bracket}" that opens in line {trouble.opened[0] + 1} is not closed, or a comma is missing'
    hint = f'close it with "{_CLOSING.get(bracket, "]")}" or put a comma between the values'
    return "YAML-SYNTAX", (trouble.line, trouble.column) if here else trouble.opened, message, hint


def _no_colon(trouble: _Trouble) -> _Said | None:
    if "could not find expected ':'" not in trouble.said or not trouble.opened:
        return None
    above = trouble.lines[trouble.opened[0] - 1] if trouble.opened[0] else ""
    if _BLOCK_TEXT.search(above):
        message, hint = "this text does not belong to the line above", "indent it further than its key"
        return "YAML-INDENT", trouble.opened, message, hint
    hint = 'write "key: value", with a space after the ":", or put a long text in quotes'
    return "YAML-SYNTAX", trouble.opened, 'this line has no ":"', hint


def _first_character(trouble: _Trouble) -> _Said | None:
    """`@`, `` ` ``, `%`, and `*` or `&` that begin no alias or anchor, such as **bold** text."""
    place = (trouble.line, trouble.column)
    if "alphabetic or numeric character" in trouble.said and trouble.opened:
        place = trouble.opened
    elif "cannot start any token" not in trouble.said:
        return None
    hint = "put the text in quotes"
    return "YAML-SYNTAX", place, f"a text cannot start with {quoted(trouble.at(place))}", hint


def _stray(trouble: _Trouble) -> _Said | None:
    """Something where a key, a dash or the end should be: indentation, unless the line began well."""
    expected = ("expected key", "expected '-'", "document start", "entries are not allowed", "keys are not allowed")
    if not any(words in trouble.said for words in expected):
        return None
    if "document start" in trouble.said and (directive := _directive(trouble)):
        return directive
    place, start = (trouble.line, trouble.column), trouble.text[: trouble.column].strip(" -")
    if trouble.char and trouble.char in "]}":
        return "YAML-SYNTAX", place, f'this "{trouble.char}" closes nothing', "delete it"
    if start and start[-1] in "\"'":
        return "YAML-SYNTAX", place, "there is text after the closing quote", "put the whole text inside the quotes"
    if start:
        return (
            "YAML-SYNTAX",
            place,
            "this comes after the end of the value",
            "put a text with special characters in quotes",
        )
    if trouble.char == ":":
        return "YAML-SYNTAX", place, 'the key before the ":" is missing', 'write "key: value"'
    if any(line.rstrip() == "..." for line in trouble.lines[: trouble.line]):
        return "YAML-SYNTAX", place, 'there is text after the end "..." of the document', "delete it"
    message = "the indentation of this line fits no line above it"
    return "YAML-INDENT", place, message, "keys of one map, and the dashes of one list, start in the same column"


def _directive(trouble: _Trouble) -> _Said | None:
    """A line for YAML itself above, and no document after it: where the file ends, libyaml counts one line too many."""
    above = trouble.before
    return _not_data(above) if above is not None and trouble.lines[above].startswith("%") else None


def _not_data(line: int) -> _Said:
    return "YAML-SYNTAX", (line, 0), 'a line that starts with "%" is not card data', "delete the line"


def _no_value(trouble: _Trouble) -> _Said | None:
    if "expected node content" not in trouble.said:
        return None
    place = (trouble.line, trouble.column)
    if not trouble.text[trouble.column :].strip() or trouble.text.rstrip() == "---":
        if opened := _open_bracket(trouble):
            bracket = trouble.at(opened)
            message = f'the "{bracket}" that opens here is never closed'
            return "YAML-SYNTAX", opened, message, f'close it with "{_CLOSING[bracket]}"'
        return (
            "YAML-SYNTAX",
            place,
            "the text ends in the middle of a value",
            "close the quote or bracket that is open above",
        )
    message = f"a value is expected before {quoted(trouble.char)}"
    return "YAML-SYNTAX", place, message, "put a text with special characters in quotes"


def _open_bracket(trouble: _Trouble) -> tuple[int, int] | None:
    """The last bracket before the trouble that stays open; quotes and comments are passed over."""
    is_open: list[tuple[int, int]] = []
    for number, line in enumerate(trouble.lines[: trouble.line + 1]):
        for match in re.finditer(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|(?:^|\s)#.*|[\[\]{}]", line):
            if match.group() in _CLOSING:
                is_open.append((number, match.start()))
            elif match.group() in ("]", "}") and is_open:
                is_open.pop()
    return is_open[-1] if is_open else None


def _rare(trouble: _Trouble) -> _Said:
    """What hardly anybody writes by hand."""
    place = (trouble.line, trouble.column)
    for words, (message, hint) in _RARE.items():
        if words in trouble.said:
            return "YAML-SYNTAX", place, message, hint
    if trouble.text.startswith("%"):
        return _not_data(trouble.line)
    if trouble.opened and trouble.at(trouble.opened) == "!":
        return "YAML-SYNTAX", trouble.opened, 'a text cannot start with "!"', "put the text in quotes"
    return (
        "YAML-SYNTAX",
        place,
        f"YAML cannot be read here ({trouble.said})",
        "put a text with special characters in quotes",
    )


_EXPLANATIONS: tuple[Callable[[_Trouble], _Said | None], ...] = (
    _conflict, _tab, _apostrophe, _colon, _quote, _bracket, _no_colon, _first_character, _stray, _no_value, _rare,
)  # fmt: skip


def without_broken_part(lines: list[str], line: int) -> list[str] | None:
    """The text with the list item (or, in a file of several documents, the document) around `line` taken out.

    A placeholder keeps line numbers and the numbers of the other items. None when there is nothing to take out.

    >>> without_broken_part(["vines:", "- id: [", "- id: b"], 1)
    ['vines:', '- "�lost"', '- id: b']
    """
    if _CONFLICT.match(lines[line] if line < len(lines) else ""):
        return _with_one_side(lines, line)
    part = _document_around(lines, line) or _item_around(lines, line)
    if part is None or part.start >= len(lines) or lines[part.start] == part.placeholder:
        return None
    return [*lines[: part.start], part.placeholder, *[""] * (part.end - part.start - 1), *lines[part.end :]]


class _Part(NamedTuple):
    """Some lines that belong together, and the line that replaces them."""

    start: int
    end: int
    placeholder: str


def _document_around(lines: list[str], line: int) -> _Part | None:
    """Return the document around a line; None in a file with only one. A separator belongs to what ends there."""
    separators = [n for n, text in enumerate(lines) if text.rstrip() == "---"]
    if not [n for n in separators if n > 0]:
        return None
    start = max((n + 1 for n in separators if n < line), default=0)
    end = min((n for n in separators if n >= start), default=len(lines))
    return _Part(start, end, f'"{LOST}"')


def _item_around(lines: list[str], line: int) -> _Part | None:
    """Return the item of an outermost list around a line."""
    items = [(n, match.end(1)) for n, text in enumerate(lines) if (match := _ITEM.match(text))]
    indent = min((width for _, width in items), default=0)
    start = max((n for n, width in items if width == indent and n <= line), default=None)
    if start is None:
        return None
    end = next((n for n in range(start + 1, len(lines)) if _at_most(lines[n], indent)), len(lines))
    return _Part(start, end, f'{" " * indent}- "{LOST}"') if line < end else None


def _with_one_side(lines: list[str], line: int) -> list[str] | None:
    """The text with the first side of a merge conflict only, or with the lone marker taken out."""
    rest = lines[line:]
    middle = next((n for n, text in enumerate(rest) if text.startswith("=======")), 0)
    end = next((n for n, text in enumerate(rest) if text.startswith(">>>>>>>")), 0)
    if not rest[0].startswith("<<<<<<<") or not 0 < middle < end:
        middle = end = 0
    return [*lines[:line], "", *rest[1:middle], *[""] * (end - middle + bool(middle)), *rest[end + 1 :]]


def _at_most(line: str, indent: int) -> bool:
    """A line that ends an item: text that is not indented further than its dash."""
    stripped = line.lstrip(" ")
    return bool(stripped) and stripped[0] not in "#\t" and len(line) - len(stripped) <= indent
