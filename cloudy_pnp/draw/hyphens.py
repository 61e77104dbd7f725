"""Hyphenation: pyphen's patterns, read fast, with each language's minimal lengths.

pyphen parses a whole pattern file before its first word: 0.8 s for German or Hungarian. Here the file is only split,
and a pattern is parsed when a word needs it; a test compares the results.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

import pyphen

# The fewest letters before and after a break. French keeps three after it, German dictionaries two, but two letters
# alone on a new line look lost in every language except Hungarian, whose endings are short.
_MINIMA = {"de": (2, 3), "en": (2, 3), "fr": (2, 3), "hu": (2, 2)}
_WORD = re.compile(r"[^\W\d_]{4,}(?:['’][^\W\d_]+)*")
_WRITTEN = re.compile(r"(?<=\w)[-–/](?=\w)(?<!\d[-–](?=[^\W\d]))")  # not in 5-ös


@lru_cache(maxsize=20_000)
def breaks(word: str, lang: str) -> tuple[tuple[str, str], ...]:
    """Return the ways to break a word in two, the longest first part first, with the hyphen where needed.

    The parts need not add up to the word: Hungarian doubles letters again. A word written with a hyphen, a dash or a
    slash breaks after it, and anything but a word (a number, an address) does not break.

    >>> breaks("asszony", "hu")
    (('asz-', 'szony'),)
    >>> breaks("Rankenkarte", "de")
    (('Ranken-', 'karte'), ('Ran-', 'kenkarte'))
    >>> breaks("fa-haz", "hu")
    (('fa-', 'haz'),)
    """
    written = [match.end() for match in _WRITTEN.finditer(word)]
    if written:
        return tuple((word[:at], word[at:]) for at in reversed(written))
    patterns = _patterns(lang)
    cores = list(_WORD.finditer(word))
    if patterns is None or len(cores) != 1:
        return ()
    before, core, after = word[: cores[0].start()], cores[0].group(), word[cores[0].end() :]
    if any(char.isalnum() for char in before + after):
        return ()
    return tuple((f"{before}{left}-", right + after) for left, right in patterns.iterate(core))


@cache
def _patterns(lang: str) -> pyphen.Pyphen | None:
    """Return the patterns of a language, or None if pyphen has none: its words are not broken."""
    name = pyphen.language_fallback(lang)
    if name is None:
        return None
    path = pyphen.LANGUAGES[name]
    if path not in pyphen.hdcache:
        pyphen.hdcache[path] = _LazyDictionary(path)
    left, right = _MINIMA.get(lang.split("-")[0], (2, 3))
    return pyphen.Pyphen(lang=name, left=left, right=right)


class _LazyDictionary(pyphen.HyphDict):  # type: ignore[misc]  # pyphen has no types
    """The same patterns as in pyphen's own class, each parsed on first use."""

    def __init__(self, path: Any) -> None:
        first, _, rest = path.read_bytes().partition(b"\n")
        encoding = first.decode("ascii").strip()
        packed = rest.translate(None, delete=b" \t\r")
        lines = packed.decode(encoding).split("\n")
        keys = packed.translate(None, delete=b"0123456789").decode(encoding).split("\n")
        # A line without a digit has no effect and must not replace one that has.
        self.patterns = _Patterns(pair for pair in zip(keys, lines, strict=True) if pair[0] != pair[1])
        if b"/" in packed:  # alternative spellings follow the letters
            for key in [key for key in self.patterns if "/" in key]:
                self.patterns[key.partition("/")[0]] = self.patterns.pop(key)
        self.cache: dict[str, list[int]] = {}
        self.maxlen = max(map(len, self.patterns))


class _Patterns(dict[str, Any]):
    """Letters → (offset, values); a value is the unparsed line of the pattern until its first use."""

    def get(self, key: str, default: Any = None) -> Any:
        value = super().get(key, default)
        if isinstance(value, str):
            value = self[key] = _parse(value)
        return value


def _parse(line: str) -> tuple[int, tuple[int, ...]] | None:
    pattern, _, alternative = line.partition("/")
    factory = pyphen.AlternativeParser(pattern, alternative) if "=" in alternative else int
    values = [factory(digit or "0") for digit, _ in pyphen.parse(pattern)]
    places = [place for place, value in enumerate(values) if value]
    return (places[0], tuple(values[places[0] : places[-1] + 1])) if places else None
