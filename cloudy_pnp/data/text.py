"""From the bytes of a file to text that YAML may read: encoding, byte order mark, invisible characters."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

from cloudy_pnp.core.problems import Problem, Severity

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
