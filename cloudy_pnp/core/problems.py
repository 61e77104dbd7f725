"""What can be wrong and how it is said: one record for every kind of finding.

A check does not know lines and columns. It yields a `Finding` with the *path* into the data (`("vines", 3,
"bridges", 0)`); the document that the data came from turns it into a `Problem` with file, line and column.
So rules stay pure, and the place is looked up only for what is really wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import islice

DataPath = tuple[str | int, ...]


class Severity(StrEnum):
    """How bad a problem is; only `ERROR` changes the exit code."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class UserError(Exception):
    """The call is wrong, or a file cannot be read or written: one line for the user, exit code 2."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong at a path of one document, before its line and column are known."""

    code: str
    path: DataPath
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    at_key: bool = False  # point at the key that ends the path instead of at its value
    document: int = 0  # the number of the document in its file
    lang: str = ""  # the language that it concerns; empty where it concerns all

    def under(self, *prefix: str | int) -> Finding:
        """The same finding seen from further out: `prefix` is put before its path.

        >>> Finding("FACE-2", ("vines", 0), "…").under("vines", 3).path
        ('vines', 3, 'vines', 0)
        """
        return replace(self, path=prefix + self.path)


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding at its place: what every reporter prints and every other program reads."""

    code: str
    severity: Severity
    file: str
    line: int
    column: int
    path: str
    message: str
    hint: str = ""
    lang: str = ""  # as in a finding; not part of the public record

    def sort_key(self) -> tuple[str, int, int, str, str, str]:
        """Problems are reported by file, line, column, code; path and message make the order total."""
        return (self.file, self.line, self.column, self.code, self.path, self.message)

    def as_dict(self) -> dict[str, str | int]:
        """The record of the contracts, in their order."""
        record = asdict(self)
        del record["lang"]
        return {key: value if isinstance(value, int) else str(value) for key, value in record.items()}


def path_text(path: DataPath) -> str:
    """A data path as people write it.

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
    """A value from somebody's data, short and on one line, so that a message can carry it safely.

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
            return "{" + _joined(parts, limit) + "}"
        case list() | tuple():
            return "[" + _joined((quoted(item, limit) for item in value), limit) + "]"
    return str(value)


def _joined(parts: Iterable[str], limit: int) -> str:
    """Join with commas, but stop soon after `limit`: the value may have a million items."""
    text = ""
    for part in parts:
        text += f", {part}" if text else part
        if len(text) > limit:
            break
    return text


def escaped(text: str) -> str:
    """Text from somebody's file without anything a terminal or a log would act on.

    >>> escaped("red\\x1b[31m and \\u202e backwards")
    'red\\\\x1b[31m and \\\\u202e backwards'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in " \u00a0\u202f" else _escape(char) for char in text)


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


_MOST_KNOWN = 5_000  # words among which the one that was meant is looked for
_may_compare: Callable[[int], bool] = lambda _: True  # noqa: E731 - whether a run has that many comparisons left


def use_hints_of(may_compare: Callable[[int], bool]) -> None:
    """Let a run's budget decide how many words are compared: a hint is a courtesy, and must never take minutes."""
    global _may_compare
    _may_compare = may_compare


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that somebody most likely meant, or None.

    >>> nearest("cuont", ["count", "vines"])
    'count'
    """
    words = list(islice(known, _MOST_KNOWN + 1))
    if len(words) > _MOST_KNOWN or not _may_compare(len(words)):
        return None
    import difflib  # only needed when something is wrong

    folded = {name[:80].casefold(): name for name in words}
    close = difflib.get_close_matches(word[:80].casefold(), list(folded), n=1, cutoff=0.6)
    if close:
        return folded[close[0]]
    begin = [name for small, name in folded.items() if len(small) == 1 and word[:80].casefold().startswith(small)]
    return begin[0] if len(begin) == 1 and word.isalpha() else None  # north for n


def meant(word: object, known: Iterable[str]) -> str:
    """A hint for an unknown word: the nearest known one, and all of them when they are few or none is near.

    >>> meant("hoel", ["hole", "block"])
    'did you mean "hole"? Known: hole, block.'
    """
    words = list(islice(known, _MOST_KNOWN + 1))
    close = nearest(str(word), words)
    few = f"Known: {', '.join(words)}." if 0 < len(words) <= (12 if close else 24) else ""
    question = f'did you mean "{close}"?' if close else ""
    return " ".join(part for part in (question, few) if part)
