"""Damage that a table had before it was read: quotes, separators, and texts that an old encoding has destroyed.

Each is one problem with its cure, found before the cells are checked: what follows from it is not reported.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from cloudy_pnp.core.problems import Severity, quoted
from cloudy_pnp.data.text import REPLACED

_QUOTED = re.compile(r'"(?:[^"]|"")*+"?')
_LOST = re.compile(r"(?<![^\W\d_])\?{2,}(?![^\W\d_])|\ufffd")  # a word of question marks only
_LETTER_LOST = re.compile(r"[^\W\d_]\?[^\W\d_]")  # Hungarian ő and ű, where an old encoding has no such letter
_CERTAIN = 4  # question marks: nobody means as many
_FOREIGN = re.compile(r"[^\x00-\x7f]{2,}")
_SCRIPTS = {  # languages that use only this one
    "CYRILLIC": "be bg mk ru uk",
    "GREEK": "el",
    "LATIN": "ca cs cy da de en es et eu fi fr ga gl hr hu is it lt lv mt nl no nb nn pl pt ro sk sl sq sv tr",
}
_FEW_LETTERS = 4  # prove no script


class Damage(Struct, frozen=True):
    """A damaged place: a row and a column, both from 1."""

    place: tuple[int, int]
    message: str
    hint: str
    severity: Severity = Severity.ERROR


def open_quote(text: str, start: int, delimiter: str) -> tuple[int, int, int] | None:
    """Find the cell whose quotes do not close, from a line on: the line and column it begins at, and its last line."""
    line, column, unquoted = start, 1, re.compile(rf"[^{delimiter}\n]+")
    position = sum(len(row) + 1 for row in text.split("\n", start - 1)[: start - 1])
    while position < len(text):
        if text[position] == '"' and (match := _QUOTED.match(text, position)):
            after = text[match.end() : match.end() + 1]
            last = line + match[0].count("\n")
            if not match[0].endswith('"') or len(match[0]) == 1 or (after and after not in (delimiter, "\n", "\r")):
                return line, column, last
            line, position = last, match.end()
            continue
        if text[position] == delimiter:
            column += 1
        elif text[position] == "\n":
            line, column = line + 1, 1
        elif plain := unquoted.match(text, position):
            position = plain.end()
            continue
        position += 1
    return None


def other_separator(head: str, rows: Sequence[str], delimiter: str, others: str) -> Damage | None:
    """Find rows that are separated differently than their header."""
    columns = head.count(delimiter) + 1
    filled = [row for row in rows if row.strip()]
    if columns < 2 or not filled or any(row.count(delimiter) >= columns - 1 for row in filled):
        return None
    other = next((sign for sign in others if all(row.count(sign) >= columns - 1 for row in filled)), None)
    if other is None:
        return None
    names = {"\t": "tabs", ",": "commas", ";": "semicolons"}
    message = f"the header is separated by {names[delimiter]}, the rows below it by {names[other]}"
    return Damage((1, 1), message, f"separate the header by {names[other]} too, or save the table again as “CSV UTF-8”")


def damaged_text(head: str, lang: str, cells: Sequence[tuple[int, str]], column: int) -> Iterator[Damage]:
    """Find texts of one column, given with their rows, that were destroyed when the table was saved, or swapped."""
    cure = "save the table again, as .xlsx or as “CSV UTF-8”, from where its texts are still right"
    lost = [
        (row, text) for row, text in cells if "://" not in text and (_LOST.search(text) or _LETTER_LOST.search(text))
    ]
    certain = any(len(word) >= _CERTAIN or word == REPLACED for _, text in lost for word in _LOST.findall(text))
    if certain or len(lost) > 1:
        row, text = lost[0]
        message = f"{quoted(text)}: letters became question marks when the table was saved{_more(len(lost))}"
        yield Damage((row, column), message, cure)
    broken = [(row, text, whole) for row, text in cells if (whole := _repaired(text)) != text]
    if broken:
        row, text, whole = broken[0]
        message = f"{quoted(text)} is probably {quoted(whole)}, read in the wrong encoding{_more(len(broken))}"
        yield Damage((row, column), message, cure, Severity.WARNING)
    expected = next((script for script, languages in _SCRIPTS.items() if lang in languages.split()), None)
    foreign = [
        (row, text, script) for row, text in cells if expected and (script := _script_of(text)) not in (None, expected)
    ]
    few = 1 if expected == "LATIN" else (len(cells) + 1) // 2  # names in Latin letters are common anywhere
    if len(foreign) >= few and foreign and not broken:
        row, text, script = foreign[0]
        message = f"{quoted(text)} is in {str(script).capitalize()} letters, which {quoted(lang)} does not use"
        hint = f"exchange the columns, or correct the header {quoted(head)}"
        yield Damage((row, column), message + _more(len(foreign)), hint, Severity.WARNING)


def _more(count: int) -> str:
    return f" ({count} cells of this column)" if count > 1 else ""


def _script_of(text: str) -> str | None:
    """Return the script of most letters of a text, if languages are known by it and it has more than a few letters."""
    counts = Counter(
        "LATIN" if char.isascii() else unicodedata.name(char, "").partition(" ")[0] for char in text if char.isalpha()
    )
    script, number = counts.most_common(1)[0] if counts else ("", 0)
    return script if script in _SCRIPTS and number >= _FEW_LETTERS else None


def _repaired(text: str) -> str:
    """Return a text as it was before its UTF-8 was read as an old Windows encoding.

    >>> _repaired("KÃ¼hne Ð‘Ñ€"), _repaired("Kühne «É»")
    ('Kühne Бр', 'Kühne «É»')
    """
    return _FOREIGN.sub(_repaired_run, text)


def _repaired_run(match: re.Match[str]) -> str:
    run = match[0]
    try:
        whole = b"".join(_old_byte(char) for char in run).decode("utf-8")
    except UnicodeError:
        return run
    is_plausible = all(
        "\xa0" <= char < "\u0180" or "\u0370" <= char < "\u0500" or "\u2010" <= char < "\u20b0" for char in whole
    )
    return whole if is_plausible else run


def _old_byte(char: str) -> bytes:
    """Return the byte of a character in Windows-1252; five of its bytes have none, and stand for themselves."""
    try:
        return char.encode("cp1252")
    except UnicodeEncodeError:
        return char.encode("latin-1")
