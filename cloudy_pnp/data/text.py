"""From the bytes of a file to text that YAML may read, and the errors of libyaml in plain words.

Text: encoding, byte order mark, invisible characters. Errors: what is wrong, and recovery after it.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.problems import Problem, Severity, quoted

REPLACED = "\ufffd"  # a placeholder for unreadable characters, so that columns stay right; values are built without it

# Characters that YAML forbids, that it takes for line breaks unlike editors, and that are invisible.
_CONTROL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff\ufeff\u200b-\u200d\u2060-\u2064"
_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_COLOUR = r"\x1b\[[0-9;]*[A-Za-z]"  # what a terminal leaves in a text that is copied from it
_UNWANTED = re.compile(f"{_COLOUR}|[{_CONTROL}{_BIDI}]")
_UNWANTED_OR_REPLACED = re.compile(f"{_COLOUR}|[{_CONTROL}{_BIDI}{REPLACED}]")
_CONTROLLING = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f{_BIDI}]")
_IS_BIDI = re.compile(f"[{_BIDI}]")
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_NOT_IN_TEXT = bytes(byte for byte in range(32) if byte not in b"\t\n\r")
_MOST_NOT_IN_TEXT = 20  # with more of them the file is a picture or a program
_MOST_REPORTED = 100


def decode(file: str, raw: bytes) -> tuple[str, list[Problem]]:
    """Decode a text with every unwanted character replaced (so that the rest can be read), and return the problems.

    A byte order mark is dropped silently: Windows editors write it, and it is harmless.
    """
    if encoding := _other_encoding(raw):
        hint = "save it again with the encoding UTF-8"
        return "", [_problem("YAML-ENCODING", file, 1, 1, f"the file is {encoding}, not UTF-8", hint)]
    if len(raw) - len(raw.translate(None, _NOT_IN_TEXT)) > _MOST_NOT_IN_TEXT:
        hint = "card data is plain text; is this a picture or an office document?"
        return "", [_problem("YAML-ENCODING", file, 1, 1, "the file is not text", hint)]
    raw = raw.removeprefix(codecs.BOM_UTF8)
    problems, unwanted = [], _UNWANTED_OR_REPLACED
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        text, unwanted = raw.decode("utf-8", errors="replace"), _UNWANTED
        line, column = line_and_column(text, len(raw[: error.start].decode("utf-8")))
        byte = raw[error.start]
        guess = bytes([byte]).decode("cp1252", errors="replace")
        message = f"byte 0x{byte:02x} is not UTF-8"
        hint = f'save the file as UTF-8 (in Windows-1252 this byte is "{guess}")'
        problems.append(_problem("YAML-ENCODING", file, line, column, message, hint))
    indexes = [match.start() for match in unwanted.finditer(text)]
    reported, unreported = indexes[:_MOST_REPORTED], len(indexes[_MOST_REPORTED:])
    for index, (line, column) in zip(reported, _places(text, reported), strict=True):
        code, message, hint = unwanted_message(text[index])
        if unreported and index == reported[-1]:
            message += f"; {unreported:,} more such characters follow"
        problems.append(_problem(code, file, line, column, message, hint))
    return (_UNWANTED.sub(lambda match: REPLACED * len(match[0]), text) if indexes else text), problems


def _other_encoding(raw: bytes) -> str | None:
    """Detect UTF-16 or UTF-32 by its mark or by zero bytes in most of its characters."""
    head = raw[:64]
    zeros = head.count(0) / max(len(head), 1)
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)) or 0.6 < zeros < 0.8:
        return "UTF-32"
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or 0.4 < zeros <= 0.6:
        return "UTF-16"
    return None


def unwanted_in(value: str) -> str | None:
    """Return the first unwanted character of a text; quoted YAML can contain one as an escape.

    >>> unwanted_in("fine – “quoted”")
    >>> unwanted_in("a\\u202eb")
    '\\u202e'
    """
    match = _UNWANTED.search(value)
    return match.group()[0] if match else None


def visible_unwanted(value: str) -> str | None:
    """Return the first character of a text that prints a box, or turns it around; one without a width may stay."""
    match = _CONTROLLING.search(value)
    return match.group() if match else None


def without_unwanted(value: str) -> str:
    """Return a text without its unwanted characters.

    >>> without_unwanted("a\x1b[31mred\x1b[0m")
    'ared'
    """
    return _UNWANTED.sub("", value)


def unwanted_message(char: str) -> tuple[str, str, str]:
    """Return code, message and hint for an unwanted character."""
    if char == REPLACED:
        message = "the character U+FFFD replaces a character that was lost when the file was converted"
        return "YAML-ENCODING", message, "type the character again"
    if _IS_BIDI.match(char):
        message = f"the invisible character U+{ord(char):04X} changes the reading direction"
        return "YAML-BIDI", message, "delete it: the printed text would differ from what a reviewer reads"
    return "YAML-CONTROL", f"the invisible character U+{ord(char):04X} is not allowed", "delete it"


def _problem(code: str, file: str, line: int, column: int, message: str, hint: str) -> Problem:
    return Problem(code, Severity.ERROR, file, line, column, "", message, hint)


def line_and_column(text: str, index: int) -> tuple[int, int]:
    """Return the line and column of a character, both from 1.

    >>> line_and_column("ab\\ncd", 4)
    (2, 2)
    """
    return next(_places(text, [index]))


def _places(text: str, indexes: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield line and column of characters in rising order, in one pass over the text."""
    line, start, seen = 1, 0, 0
    for index in indexes:
        for match in _LINE_BREAK.finditer(text, seen, index):
            line, start = line + 1, match.end()
        seen = index
        yield line, index - start + 1


def lines(text: str) -> list[str]:
    """Split a text into lines as YAML and editors count them."""
    return _LINE_BREAK.split(text)


def line_starts(text: str) -> list[int]:
    """Return where each line of a text begins."""
    return [0, *(match.end() for match in _LINE_BREAK.finditer(text))]


LOST = f"{REPLACED}lost"  # a placeholder for an unreadable card or document, so that the others keep their numbers

_ITEM = re.compile(r"( *)-(?:\s|$)")
_CONFLICT = re.compile(r"<{7}|={7}$|>{7}")
_COLON = re.compile(r":(?:\s|$)")
_BLOCK_TEXT = re.compile(r"[:-]\s+[|>][-+0-9]*\s*(?:#.*)?$")
_STEPS_IN_A_LINE = re.compile(r"\s*-\s+([\w-]{1,30}:\s+[\w-]{1,30}(?:,\s*[\w-]{1,30}:\s+[\w-]{1,30}){1,8})\s*")
_APOSTROPHE = re.compile(r"'([^']{0,60}\w)'(\w[^',}\]]{0,60})'")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+(?:(")|\\?\Z)')  # or to the end: an unclosed one is read once
_COMMENT_AS_VALUE = re.compile(r":\s+#")
_COLON_IN_TEXT = ('there is a ":" inside a text without quotes', 'text that contains ": " needs quotes')
_CLOSING = {"[": "]", "{": "}"}
_BACKSLASH = r"write \\ for a backslash, or use 'single quotes'"
_RARE = {  # message of libyaml: message, hint
    "unknown escape": ("unknown escape after the backslash", _BACKSLASH),
    "escape code": ("the number after the backslash is not a character", "write the character itself"),
    "hexdecimal": ("the number after the backslash is incomplete", _BACKSLASH),
    "comment or line break": ('there is text after "|" or ">"', "begin the text in the next line, or put it in quotes"),
    "indentation indicator": ('there is a 0 after "|" or ">"', "delete it"),
    "undefined tag handle": ('a word with "!" is not allowed', 'put a text that starts with "!" in quotes'),
    "unexpected ':'": ('there is a ":" inside a text without quotes', "put the text in quotes"),
}


class _SyntaxError(Struct, frozen=True):
    """A message of libyaml, its position, and the start of the construct being read; lines and columns from 0."""

    lines: list[str]
    cause: str
    line: int
    column: int
    opened: tuple[int, int] | None
    first: int  # the number of lines before this document of its file

    @property
    def text(self) -> str:
        """The line of the error."""
        return self.lines[self.line] if self.line < len(self.lines) else ""

    @property
    def char(self) -> str:
        """The character of the error; empty at the end of a line."""
        return self.text[self.column : self.column + 1]

    @property
    def before(self) -> int | None:
        """The last line above that is neither empty nor a comment."""
        above = range(min(self.line, len(self.lines)) - 1, -1, -1)
        return next((n for n in above if self.lines[n].strip() and self.lines[n].strip()[0] != "#"), None)

    def at(self, place: tuple[int, int]) -> str:
        """Return the character at a position."""
        return self.lines[place[0]][place[1] : place[1] + 1] if place[0] < len(self.lines) else ""


_Explanation = tuple[str, tuple[int, int], str, str]  # code, position, message, hint


def syntax_problem(file: str, lines: list[str], yaml_error: Any, first: int) -> Problem:
    """Explain a yaml.MarkedYAMLError in a plain sentence, at the position where an author has to look.

    The document starts after `first` lines of its file; the line of the problem is counted from its start.
    """
    mark, context = yaml_error.problem_mark, yaml_error.context_mark
    opened = (context.line, context.column) if context else None
    error = _SyntaxError(lines, yaml_error.problem or "", mark.line, mark.column, opened, first)
    code, (line, column), message, hint = next(filter(None, (explain(error) for explain in _EXPLANATIONS)))
    return Problem(code, Severity.ERROR, file, line + 1, column + 1, "", message, hint)


def _conflict(error: _SyntaxError) -> _Explanation | None:
    for line in (error.line, error.line - 1):
        if 0 <= line < len(error.lines) and _CONFLICT.match(error.lines[line]):
            message = f"a merge conflict was left in the file: {quoted(error.lines[line], 20)}"
            return "YAML-SYNTAX", (line, 0), message, "resolve the conflict and delete the marker lines"
    return None


def _tab(error: _SyntaxError) -> _Explanation | None:
    if error.char != "\t" and "tab character" not in error.cause:
        return None
    place = (error.line, error.column)
    return "YAML-TAB", place, "there is a tab where YAML expects spaces", "indent with two spaces"


def _colon(error: _SyntaxError) -> _Explanation | None:
    """Explain a colon where no key can be: in a text, in a misplaced line, or because of the line above."""
    if "mapping values are not allowed" not in error.cause:
        return None
    indent = len(error.text) - len(error.text.lstrip(" "))
    steps = _STEPS_IN_A_LINE.fullmatch(error.text)
    if steps:
        parts = " and ".join(f'"- {part}"' for part in re.split(r",\s*", steps.group(1)))
        message = "there are several keys on one line"
        return "YAML-SYNTAX", (error.line, error.column), message, f"write each on a separate line: {parts}"
    if _COLON.search(error.text[: error.column]):
        return "YAML-SYNTAX", (error.line, error.column), *_COLON_IN_TEXT
    if error.before is not None:
        above = error.lines[error.before]
        start = len(above) - len(above.lstrip(" "))
        if re.match(r" *-[^\s-]", above):
            return "YAML-SYNTAX", (error.before, start), 'no space follows the "-"', 'write "- " before an entry'
        if not _COLON.search(above) and not _ITEM.match(above):
            return "YAML-SYNTAX", (error.before, start), 'this line has no ":"', 'write "key: value" or "key:"'
        if start < indent:
            hint = "keys of one map start in the same column"
            return "YAML-INDENT", (error.line, indent), "this line is indented too far", hint
    message, hint = 'there is a ":" where no key can be', 'text that contains ": " needs quotes'
    return "YAML-SYNTAX", (error.line, error.column), message, hint


def _quote(error: _SyntaxError) -> _Explanation | None:
    if not error.opened or not ("end of stream" in error.cause or "document indicator" in error.cause):
        return None
    hint = f"end the text with {error.at(error.opened)}"
    return "YAML-SYNTAX", error.opened, "the quote that opens here is never closed", hint


def _apostrophe(error: _SyntaxError) -> _Explanation | None:
    """Explain `'Don't'`: the apostrophe ends the text."""
    match = _APOSTROPHE.search(error.text[:400])
    if not match:
        return None
    message = "an apostrophe ends the text that a single quote started"
    place = (error.line, match.start())
    return "YAML-SYNTAX", place, message, f'write "{match.group(1)}’{match.group(2)}"'


def _bracket(error: _SyntaxError) -> _Explanation | None:
    if "expected ',' or" not in error.cause or not error.opened:
        return None
    bracket = error.at(error.opened)
    is_same_line = error.line == error.opened[0]
    if is_same_line and error.char == ":":
        message = 'there is a ":" inside a text without quotes, or a comma is missing before the key'
        return "YAML-SYNTAX", (error.line, error.column), message, _COLON_IN_TEXT[1]
    if other := _quote_or_comment(error, error.opened):
        return other
    message = (
        f'the "{bracket}" that opens in line {error.first + error.opened[0] + 1} is not closed, or a comma is missing'
    )
    hint = f'close it with "{_CLOSING.get(bracket, "]")}" or put a comma between the values'
    return "YAML-SYNTAX", (error.line, error.column) if is_same_line else error.opened, message, hint


def _quote_or_comment(error: _SyntaxError, opened: tuple[int, int]) -> _Explanation | None:
    """Explain `{colour: #fff}`, whose end is a comment, and `{name: "x}`, whose end is a part of the text."""
    line, column = opened
    rest = error.lines[line][column:] if line < len(error.lines) else ""
    marks = _QUOTED.sub(lambda text: " " * len(text[0]) if text[1] else text[0], rest)
    if comment := _COMMENT_AS_VALUE.search(marks):
        place = (line, column + comment.end() - 1)
        return "YAML-SYNTAX", place, 'the "#" starts a comment here', "put the value in quotes"
    if '"' in marks:
        message, place = "the quote that opens here is not closed in its line", (line, column + marks.index('"'))
        return "YAML-SYNTAX", place, message, 'end the text with "'
    return None


def _no_colon(error: _SyntaxError) -> _Explanation | None:
    if "could not find expected ':'" not in error.cause or not error.opened:
        return None
    above = error.lines[error.opened[0] - 1] if error.opened[0] else ""
    if _BLOCK_TEXT.search(above):
        message, hint = "this text does not belong to the line above", "indent it further than its key"
        return "YAML-INDENT", error.opened, message, hint
    hint = 'write "key: value", with a space after the ":", or put a long text in quotes'
    return "YAML-SYNTAX", error.opened, 'this line has no ":"', hint


def _first_character(error: _SyntaxError) -> _Explanation | None:
    """Explain `@`, `` ` ``, `%`, and `*` or `&` that do not start an alias or anchor, such as **bold** text."""
    place = (error.line, error.column)
    if "alphabetic or numeric character" in error.cause and error.opened:
        place = error.opened
    elif "cannot start any token" not in error.cause:
        return None
    hint = "put the text in quotes"
    return "YAML-SYNTAX", place, f"a text cannot start with {quoted(error.at(place))}", hint


def _stray(error: _SyntaxError) -> _Explanation | None:
    """Explain a token where a key, a dash or the end is expected: indentation, unless the line began well."""
    expected = ("expected key", "expected '-'", "document start", "entries are not allowed", "keys are not allowed")
    if not any(words in error.cause for words in expected):
        return None
    if "document start" in error.cause and (directive := _directive(error)):
        return directive
    place, start = (error.line, error.column), error.text[: error.column].strip(" -")
    if error.char and error.char in "]}":
        return "YAML-SYNTAX", place, f'this "{error.char}" closes nothing', "delete it"
    if start and start[-1] in "\"'":
        return "YAML-SYNTAX", place, "there is text after the closing quote", "put the whole text inside the quotes"
    if start:
        return (
            "YAML-SYNTAX",
            place,
            "this comes after the end of the value",
            "put a text with special characters in quotes",
        )
    if error.char == ":":
        return "YAML-SYNTAX", place, 'the key before the ":" is missing', 'write "key: value"'
    if any(line.rstrip() == "..." for line in error.lines[: error.line]):
        return "YAML-SYNTAX", place, 'there is text after the end "..." of the document', "delete it"
    message = "the indentation of this line fits no line above it"
    return "YAML-INDENT", place, message, "keys of one map, and the dashes of one list, start in the same column"


def _directive(error: _SyntaxError) -> _Explanation | None:
    """Explain a YAML directive without a document after it: at the end of a file libyaml counts one line too many."""
    above = error.before
    return _not_data(above) if above is not None and error.lines[above].startswith("%") else None


def _not_data(line: int) -> _Explanation:
    return "YAML-SYNTAX", (line, 0), 'a line that starts with "%" is not card data', "delete the line"


def _no_value(error: _SyntaxError) -> _Explanation | None:
    if "expected node content" not in error.cause:
        return None
    place = (error.line, error.column)
    if not error.text[error.column :].strip() or error.text.rstrip() == "---":
        if opened := _open_bracket(error):
            if other := _quote_or_comment(error, opened):
                return other
            bracket = error.at(opened)
            message = f'the "{bracket}" that opens here is never closed'
            return "YAML-SYNTAX", opened, message, f'close it with "{_CLOSING[bracket]}"'
        return (
            "YAML-SYNTAX",
            place,
            "the text ends in the middle of a value",
            "close the quote or bracket that is open above",
        )
    message = f"a value is expected before {quoted(error.char)}"
    return "YAML-SYNTAX", place, message, "put a text with special characters in quotes"


def _open_bracket(error: _SyntaxError) -> tuple[int, int] | None:
    """Return the last unclosed bracket before the error, ignoring quotes and comments."""
    is_open: list[tuple[int, int]] = []
    for number, line in enumerate(error.lines[: error.line + 1]):
        for match in re.finditer(r"\"(?:[^\"\\]|\\.)*+\"?+|'[^']*+'?+|(?:^|\s)#.*|[\[\]{}]", line):
            if match.group() in _CLOSING:
                is_open.append((number, match.start()))
            elif match.group() in ("]", "}") and is_open:
                is_open.pop()
    return is_open[-1] if is_open else None


def _rare(error: _SyntaxError) -> _Explanation:
    """Explain errors that are rare in handwritten files."""
    place = (error.line, error.column)
    for words, (message, hint) in _RARE.items():
        if words in error.cause:
            return "YAML-SYNTAX", place, message, hint
    if error.text.startswith("%"):
        return _not_data(error.line)
    if error.opened and error.at(error.opened) == "!":
        return "YAML-SYNTAX", error.opened, 'a text cannot start with "!"', "put the text in quotes"
    return (
        "YAML-SYNTAX",
        place,
        f"YAML cannot be read here ({error.cause})",
        "put a text with special characters in quotes",
    )


_EXPLANATIONS: tuple[Callable[[_SyntaxError], _Explanation | None], ...] = (
    _conflict, _tab, _apostrophe, _colon, _quote, _bracket, _no_colon, _first_character, _stray, _no_value, _rare,
)  # fmt: skip


def without_broken_part(lines: list[str], line: int) -> list[str] | None:
    """Replace the item of an outermost list around `line` with a placeholder.

    The placeholder keeps line numbers and the numbers of the other items. None if there is nothing to replace.

    >>> without_broken_part(["vines:", "- id: [", "- id: b"], 1)
    ['vines:', '- "�lost"', '- id: b']
    """
    if _CONFLICT.match(lines[line] if line < len(lines) else ""):
        return _with_one_side(lines, line)
    items = [(n, match.end(1)) for n, text in enumerate(lines) if (match := _ITEM.match(text))]
    indent = min((width for _, width in items), default=0)
    start = max((n for n, width in items if width == indent and n <= line), default=len(lines))
    end = next((n for n in range(start + 1, len(lines)) if _at_most(lines[n], indent)), len(lines))
    placeholder = f'{" " * indent}- "{LOST}"'
    if line >= end or start >= len(lines) or lines[start] == placeholder:
        return None
    return [*lines[:start], placeholder, *[""] * (end - start - 1), *lines[end:]]


def _with_one_side(lines: list[str], line: int) -> list[str] | None:
    """Return the text with the first side of a merge conflict only, or without the lone marker."""
    rest = lines[line:]
    middle = next((n for n, text in enumerate(rest) if text.startswith("=======")), 0)
    end = next((n for n, text in enumerate(rest) if text.startswith(">>>>>>>")), 0)
    if not rest[0].startswith("<<<<<<<") or not 0 < middle < end:
        middle = end = 0
    return [*lines[:line], "", *rest[1:middle], *[""] * (end - middle + bool(middle)), *rest[end + 1 :]]


def _at_most(line: str, indent: int) -> bool:
    """Check whether a line ends an item: text that is not indented further than its dash."""
    stripped = line.lstrip(" ")
    return bool(stripped) and stripped[0] not in "#\t" and len(line) - len(stripped) <= indent
