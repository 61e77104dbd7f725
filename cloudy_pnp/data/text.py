"""From the bytes of a file to text that YAML may see: encoding, byte order mark, characters nobody can see."""

from __future__ import annotations

import codecs
import re

from cloudy_pnp.problems import Problem, Severity

CODES = {
    "YAML-ENCODING": "The file is not UTF-8 text.",
    "YAML-CONTROL": "A control or invisible character stands in the file.",
    "YAML-BIDI": "A character that reverses the reading direction stands in the file.",
}

# What YAML forbids, what it takes for a line break where editors do not, and what nobody can see.
_CONTROL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff\ufeff\u200b-\u200d\u2060-\u2064"
_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_UNWANTED = re.compile(f"[{_CONTROL}{_BIDI}]")
_IS_BIDI = re.compile(f"[{_BIDI}]")
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode(file: str, raw: bytes) -> tuple[str, list[Problem]]:
    """Text with every unwanted character replaced (so that the rest can still be read), and the problems.

    A byte order mark is dropped silently: Windows editors write it, and it means no harm.
    """
    if raw.startswith(_UTF16_MARKS):
        message = "the file is UTF-16, not UTF-8"
        return "", [_problem("YAML-ENCODING", file, 1, 1, message, "save it again with the encoding UTF-8")]
    raw = raw.removeprefix(codecs.BOM_UTF8)
    problems = []
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        text = raw.decode("utf-8", errors="replace")
        line, column = line_and_column(text, len(raw[: error.start].decode("utf-8")))
        byte = raw[error.start]
        guess = bytes([byte]).decode("cp1252", errors="replace")
        message = f"byte 0x{byte:02x} is not UTF-8"
        hint = f'save the file as UTF-8 (in Windows-1252 this byte is "{guess}")'
        problems.append(_problem("YAML-ENCODING", file, line, column, message, hint))
    for match in _UNWANTED.finditer(text):
        line, column = line_and_column(text, match.start())
        problems.append(_unwanted(file, line, column, match.group()))
        if len(problems) > 100:  # a binary file: the point is made
            break
    return (_UNWANTED.sub("\ufffd", text) if problems else text), problems


def unwanted_in(value: str) -> str | None:
    """The first unwanted character of a text; quoted YAML can smuggle one in as an escape.

    >>> unwanted_in("fine – “quoted”")
    >>> unwanted_in("a\\u202eb")
    '\\u202e'
    """
    match = _UNWANTED.search(value)
    return match.group() if match else None


def unwanted_message(char: str) -> tuple[str, str, str]:
    """Code, message and hint for an unwanted character."""
    if _IS_BIDI.match(char):
        message = f"the invisible character U+{ord(char):04X} changes the reading direction"
        return "YAML-BIDI", message, "delete it: what is printed would differ from what a reviewer reads"
    return "YAML-CONTROL", f"the invisible character U+{ord(char):04X} is not allowed", "delete it"


def _unwanted(file: str, line: int, column: int, char: str) -> Problem:
    code, message, hint = unwanted_message(char)
    return _problem(code, file, line, column, message, hint)


def _problem(code: str, file: str, line: int, column: int, message: str, hint: str) -> Problem:
    return Problem(code, Severity.ERROR, file, line, column, "", message, hint)


def line_and_column(text: str, index: int) -> tuple[int, int]:
    """Where a character stands, both counted from 1.

    >>> line_and_column("ab\\ncd", 4)
    (2, 2)
    """
    line, start = 1, 0
    for match in _LINE_BREAK.finditer(text, 0, index):
        line, start = line + 1, match.end()
    return line, index - start + 1


def lines(text: str) -> list[str]:
    """The lines of a text as YAML and editors count them."""
    return _LINE_BREAK.split(text)
