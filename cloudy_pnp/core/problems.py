"""Findings and problems: one record for everything that can be wrong.

A check works without lines and columns. It yields a `Finding` with the *path* into the data (`("vines", 3, "bridges",
0)`); the document of the data turns it into a `Problem` with file, line and column. So rules stay pure, and the
position is looked up only for real problems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from cloudy_pnp import __version__

DataPath = tuple[str | int, ...]


def value_at(value: Any, path: Iterable[str | int], missing: Any = None) -> Any:
    """Return the value at a path of plain data.

    >>> value_at({"vines": [{"id": "tee"}]}, ("vines", 0, "id")), value_at({}, ("vines", 0), "none")
    ('tee', 'none')
    """
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return missing
    return value


def page_of(code: str) -> str:
    """Return the address of a code's row in the reference.

    >>> page_of("FACE-4").partition("docs/")[2]
    'reference/problems.md#face-4'
    """
    return f"https://github.com/cloudy-pnp/cloudy-pnp/blob/v{__version__}/docs/reference/problems.md#{code.lower()}"


class Severity(StrEnum):
    """The severity of a problem; only `ERROR` changes the exit code."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class UserError(Exception):
    """Incorrect usage, or a file that cannot be read or written: one line for the user, exit code 2."""


class Finding(Struct, frozen=True):
    """Something wrong at a path of a document, before its line and column are known."""

    code: str
    path: DataPath
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    at_key: bool = False  # point at the key that ends the path instead of at its value
    document: int = 0  # the number of the document in its file
    cause: DataPath = ()  # the layout that makes many cards look so, and the path in it
    lang: str = ""  # the language that it concerns; empty where it concerns all
    missing: str = ""  # the key that the value at the path lacks
    sign: str = ""  # point at this character of the text at the path,
    signs: int = 0  # after so many others like it
    limit: str = ""  # the limit of a run that is exceeded

    def under(self, *prefix: str | int) -> Finding:
        """Prepend `prefix` to the path of the finding.

        >>> Finding("FACE-2", ("vines", 0), "…").under("vines", 3).path
        ('vines', 3, 'vines', 0)
        """
        return replace(self, path=prefix + self.path)

    def at(self, file: str, line: int, column: int) -> Problem:
        """Return the problem with its position."""
        where = (file, line, column, path_text(self.path))
        return Problem(self.code, self.severity, *where, self.message, self.hint, self.lang, self.limit)


class Problem(Struct, frozen=True):
    """A finding with its position, as printed by every reporter and read by other programs."""

    code: str
    severity: Severity
    file: str
    line: int
    column: int
    path: str
    message: str
    hint: str = ""
    lang: str = ""  # as in a finding; not part of the public record, nor is
    limit: str = ""

    def sort_key(self) -> tuple[str, int, int, str, str, str]:
        """Return the sort key: file, line, column, code; path and message make the order total."""
        return (self.file, self.line, self.column, self.code, self.path, self.message)

    def as_dict(self) -> dict[str, str | int]:
        """Return the record of the JSON format, in its order."""
        record = asdict(self)
        del record["lang"], record["limit"]
        return {key: value if isinstance(value, int) else str(value) for key, value in record.items()}


def path_text(path: DataPath) -> str:
    """Format a data path for people.

    >>> path_text(("vines", 3, "bridges", 0))
    'vines[3].bridges[0]'
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if text else step
    return text


def quoted(value: object, limit: int = 60) -> str:
    """Quote a value from untrusted data, short and on one line, for use in a message.

    >>> quoted("a" * 100, limit=10)
    '"aaaaaaaaa…"'
    >>> quoted([1, True, None, "no"])
    '[1, true, null, "no"]'
    """
    text = _plain(value, limit + 1)
    if isinstance(value, str):
        return f'"{text}"' if len(text) <= limit else f'"{text[: limit - 1]}…"'
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _plain(value: object, limit: int) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return escaped(value[: limit + 1])
        case Mapping():
            parts = (f"{escaped(str(key)[:limit])}: {quoted(item, limit)}" for key, item in value.items())
            return "{" + _join_parts(parts, limit) + "}"
        case list() | tuple():
            return "[" + _join_parts((quoted(item, limit) for item in value), limit) + "]"
    return str(value)


def _join_parts(parts: Iterable[str], limit: int) -> str:
    """Join with commas, but stop soon after `limit`: the value may have a million items."""
    text = ""
    for part in parts:
        text += f", {part}" if text else part
        if len(text) > limit:
            break
    return text


def escaped(text: str) -> str:
    """Escape everything in an untrusted text that a terminal or a log would interpret.

    >>> escaped("red\\x1b[31m and \\u202e backwards")
    'red\\\\x1b[31m and \\\\u202e backwards'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in " \u00a0\u202f" else _escape(char) for char in text)


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


_MOST_WORDS = 5_000  # words that are searched for a suggestion
_may_compare: Callable[[int], bool] = lambda _: True  # noqa: E731 - whether a run has that many comparisons left


def use_hints_of(may_compare: Callable[[int], bool]) -> None:
    """Let a run's budget limit the number of compared words: a hint is optional, and must never take minutes."""
    global _may_compare
    _may_compare = may_compare


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the most likely intended word, or None.

    >>> nearest("cuont", ["count", "vines"])
    'count'
    """
    words = tuple(islice(candidates, _MOST_WORDS + 1))
    if len(words) > _MOST_WORDS or not _may_compare(len(words)):
        return None
    import difflib  # only needed for wrong data

    folded = _folded(words)
    close = difflib.get_close_matches(word[:80].casefold(), list(folded), n=1, cutoff=0.6)
    if close:
        return folded[close[0]]
    begin = [name for small, name in folded.items() if len(small) == 1 and word[:80].casefold().startswith(small)]
    return begin[0] if len(begin) == 1 and word.isalpha() else None  # north for n


@lru_cache(maxsize=2)  # many wrong words are compared with the same ones
def _folded(words: tuple[str, ...]) -> Mapping[str, str]:
    return {name[:80].casefold(): name for name in words}


def suggest(word: object, candidates: Iterable[str]) -> str:
    """Suggest a correction of an unknown word: the nearest known one, and all of them if they are few or none is near.

    >>> suggest("hoel", ["hole", "block"])
    'did you mean "hole"? Known: hole, block.'
    """
    words = list(islice(candidates, _MOST_WORDS + 1))
    close = nearest(str(word), words)
    few = f"Known: {', '.join(words)}." if 0 < len(words) <= (12 if close else 24) else ""
    question = f'did you mean "{close}"?' if close else ""
    return " ".join(part for part in (question, few) if part)
