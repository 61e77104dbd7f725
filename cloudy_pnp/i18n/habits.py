"""Habits of languages, from data: quotes, spaces, numbers in digits and words, plural forms, the commonest words.

The table is `templates/languages.yaml`. A project or a pack adds entries of the kind `language-habits`: they belong to
its data, and whoever works with that data does so inside `using`. Of a language without an entry, no words or quotes
are recognised.

>>> language_of("Draw two cards and place one of them on the table.")
'en'
>>> sorted(numbers_in("Zieh drei Karten und leg beide ab.", "de"))
[2, 3]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, cached_property, partial
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec import Struct

from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.source import read_own

KIND = "language-habits"
FILE = "languages.yaml"  # in templates/
_LEAST_WORDS = 5  # of a language, before a text counts as written in it
_WORD = re.compile(r"[^\W\d_]+")
_MOST_PLAYERS = 12  # larger numbers in the line below a title are minutes or years
_ALL_QUOTES = "«»“”„"
_NO_BREAK = "\u202f\u00a0"
DIGITS = r"(?P<digits>(?<!\d)\d+)"
_Result = TypeVar("_Result")
Rule = tuple[re.Pattern[str], str, str]  # what is wrong, a name for it, a hint


class Habits(Struct, frozen=True, dict=True):
    """The habits of one language."""

    id: str
    name: str = ""
    quotes: Sequence[str] = ()  # none: any are right
    decimal: str = ","
    thousands: str = "."
    spaces: Mapping[str, str] | None = None  # before marks
    plurals: str = ""
    to: str = ""
    players: str = ""
    letters: str = ""
    repeats: str = ""
    enclitics: str = ""
    common: str = ""
    numbers: Sequence[str] = ()  # the words for two, for three …
    no_numbers: Sequence[str] = ()

    @property
    def marks(self) -> tuple[str, str]:
        """The quotation marks to write."""
        begin, end = self.quotes or ("“", "”")
        return begin, end

    def before(self, mark: str) -> str:
        """Return the space before a mark.

        >>> habits_of("fr").before(":"), habits_of("de").before(":")
        ('\\xa0', '')
        """
        return (self.spaces or {}).get(mark, "")

    def number(self, text: str) -> str:
        """Return a number with the marks of the language; `text` has a point, and commas between thousands.

        >>> habits_of("de").number("1,234.5"), habits_of("en").number("1,234.5")
        ('1.234,5', '1,234.5')
        """
        return text.translate({ord("."): self.decimal, ord(","): self.thousands})

    @cached_property
    def rules(self) -> Sequence[Rule]:
        """The patterns that I18N-TYPOGRAPHY reports in this language, in addition to those of every language."""
        begin, end = self.marks
        foreign = "".join(mark for mark in _ALL_QUOTES if mark not in begin + end)
        foreign_quotes = [(re.compile(f"[{foreign}]"), "quotes of another language", f"write {begin}…{end}")]
        rules = foreign_quotes if self.quotes else []
        marks: dict[str, str] = {}  # by the space before them
        for mark, space in (self.spaces or {}).items():
            marks[space] = marks.get(space, "") + mark
        plain = {space: f" [{re.escape(some)}]" for space, some in marks.items()}
        for space, some in marks.items():
            hint = f"write U+{ord(space):04X} before it"
            if others := some.replace(":", ""):
                missing = re.compile(rf"(?<![\s{_NO_BREAK}!?…])[{re.escape(others)}]")
                rules.append((missing, "no space before the mark", hint))
            if ":" in some:  # not of a time or an address
                missing = re.compile(rf"(?<![\s{_NO_BREAK}\d]):(?!//)")
                rules.append((missing, "no space before the colon", hint))
        if len(begin) == 2:
            opening, closing = re.escape(begin[0]), re.escape(end[-1])
            inside = f"(?:{opening}(?![{re.escape(begin[1])} ])|(?<![{re.escape(end[0])} ]){closing})"
            rules.append((re.compile(inside), "no space inside the quotes", f"write U+{ord(begin[1]):04X}"))
            plain[begin[1]] = "|".join(filter(None, (plain.get(begin[1]), f"{opening} | {closing}")))
        for space, pattern in plain.items():
            hint = f"write U+{ord(space):04X} instead"
            rules.append((re.compile(pattern), "a plain space may break the line here", hint))
        return rules

    def well_spaced(self, text: str) -> str:
        """Return a text whose spaces at marks and inside quotes do not break the line.

        >>> habits_of("fr").well_spaced("Encore ! « Oui »")
        'Encore\\u202f! «\\u202fOui\\u202f»'
        """
        begin, end = self.marks
        for mark, space in (self.spaces or {}).items():
            text = re.sub(rf"[ \u00a0](?={re.escape(mark)})", space, text)
        return text.replace(f"{begin[0]} ", begin).replace(f" {end[-1]}", end) if len(begin) == 2 else text

    def well_set(self, text: str) -> str:
        r"""Return a text with the quotes, apostrophes, dots and spaces of the language.

        >>> habits_of("en").well_set('It\'s "here"...')
        'It’s “here”…'
        """
        begin, end = self.marks
        text = re.sub(r"(?<=\w)'(?=\w)", "’", text.strip().replace("...", "…"))
        text = re.sub(r'"([^"]*)"', lambda match: f"{begin}{match.group(1)}{end}", text)
        text = re.sub(r" {2,}", " ", text)
        for mark, space in (self.spaces or {}).items():
            url = "(?!//)" if mark == ":" else ""
            text = re.sub(rf"\s?{re.escape(mark)}{url}", f"{space}{mark}", text)
        return self.well_spaced(text)

    def tied(self, text: str) -> str:
        """Return a text whose hyphens do not end a line before a short word that belongs to the one before.

        >>> habits_of("fr").tied("retirez-la sur-le-champ").encode("ascii", "backslashreplace")
        b'retirez\\\\u2011la sur-le-champ'
        """
        return self._enclitic.sub(lambda match: match[0].replace("-", "\u2011"), text) if self.enclitics else text

    @cached_property
    def _enclitic(self) -> re.Pattern[str]:
        return re.compile(rf"(?<=\w)(?:-{_any_of(self.enclitics)}){{1,3}}(?![\w-])", re.IGNORECASE)

    @cached_property
    def may_repeat(self) -> frozenset[str]:
        """Words that are right twice in a row: "the rule that that card has", "vous vous défaussez"."""
        return frozenset(self.repeats.split())

    @cached_property
    def common_words(self) -> frozenset[str]:
        """Words that are frequent in the language and mean nothing in the other ones."""
        return frozenset(self.common.split())

    @cached_property
    def number_patterns(self) -> list[str]:
        """Patterns for phrases that are no numbers, then for the word of each number, in groups w2, w3 and so on."""
        phrases = [rf"\b(?:{'|'.join(map(re.escape, self.no_numbers))})\b"] if self.no_numbers else []
        return [*phrases, *(rf"(?P<w{value}>\b{_any_of(words)}\b)" for value, words in enumerate(self.numbers, 2))]

    @cached_property
    def _number(self) -> re.Pattern[str]:
        return re.compile("|".join([*self.number_patterns, DIGITS]), re.IGNORECASE)

    @cached_property
    def _range(self) -> str:
        to = f"|{re.escape(self.to)}" if self.to else ""
        return rf"\b(\w{{1,12}})\s?(?:–|-{to})\s?(\w{{1,12}})"

    def numbers_in(self, text: str) -> Counter[int]:
        """Return the numbers of a text, from two to a hundred, written as words or digits."""
        numbers: Counter[int] = Counter()
        for match in self._number.finditer(text):
            if group := match.lastgroup:
                numbers[int(match["digits"][:9]) if group == "digits" else int(group[1:])] += 1
        return Counter({number: times for number, times in numbers.items() if 1 < number <= 100})

    def ranges(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the ranges of numbers of players that a text names."""
        words = rf"{self._range}\s{_any_of(self.players)}\b" if self.players else r"(?!)"
        return self._found(re.finditer(words, text, re.IGNORECASE))

    def any_range(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the ranges of numbers in a text."""
        return self._found(re.finditer(rf"{self._range}\b", text, re.IGNORECASE))

    def _found(self, matches: Iterable[re.Match[str]]) -> Iterator[tuple[int, int]]:
        for match in matches:
            least, most = (list(self.numbers_in(word)) for word in match.groups()[:2])
            if len(least) == len(most) == 1:
                yield least[0], most[0]


def _any_of(words: str) -> str:
    """Return a pattern for one of some words; one with a `*` at its end has any ending."""
    patterns = [re.escape(word.rstrip("*")) + r"\w*" * word.endswith("*") for word in words.split()]
    return f"(?:{'|'.join(patterns)})"


_OWN: ContextVar[Mapping[str, Habits]] = ContextVar("habits", default=MappingProxyType({}))  # they win


@contextmanager
def using(entries: Iterable[Mapping[str, Any]]) -> Iterator[None]:
    """Use the habits that a project and its packs add to the shipped ones, here and in no other thread.

    A generator must not yield inside: its caller would use them too.
    """
    token = _OWN.set({str(entry["id"]): _habits(entry) for entry in entries})
    try:
        yield
    finally:
        _OWN.reset(token)


def keep_habits(function: Callable[..., _Result]) -> Callable[..., _Result]:
    """Return a function that is called with the habits in use now, whenever that is."""
    return partial(_call, _OWN.get(), function)


def _call(own: Mapping[str, Habits], function: Callable[..., _Result], *given: Any) -> _Result:
    token = _OWN.set(own)
    try:
        return function(*given)
    finally:
        _OWN.reset(token)


def habits_of(lang: str) -> Habits:
    """Return the habits of a language."""
    return _OWN.get().get(lang) or shipped_habits().get(lang) or Habits(lang)


@cache
def shipped_habits() -> Mapping[str, Habits]:
    """Return the habits that come with the tool, by language."""
    path = shipped_root() / "templates" / FILE
    return {str(entry["id"]): _habits(entry) for entry in read_own(path)[KIND]}


def _habits(entry: Mapping[str, Any]) -> Habits:
    return Habits(**{key.replace("-", "_"): value for key, value in entry.items()})


def known_habits() -> Mapping[str, Habits]:
    """Return all habits, by language."""
    return {**shipped_habits(), **_OWN.get()}


def counts(lang: str) -> bool:
    """Return whether the number words of a language are known."""
    return bool(habits_of(lang).numbers)


def language_of(text: str) -> str:
    """Return the language of a text by its commonest words, or by a letter; empty if that is not clear."""
    known = [habits for habits in known_habits().values() if habits.common]
    for habits in known:
        if not set(habits.letters).isdisjoint(text):
            return habits.id
    words = [word.casefold() for word in _WORD.findall(text)]
    found = sorted((sum(word in habits.common_words for word in words), habits.id) for habits in known)
    (second, _), (first, lang) = found[-2:]
    return lang if first >= _LEAST_WORDS and first > 3 * second else ""


def numbers_in(text: str, lang: str) -> Counter[int]:
    """Return the numbers of a text, from two to a hundred, written as words or digits."""
    return habits_of(lang).numbers_in(text)


def number_patterns(lang: str) -> list[str]:
    """Return patterns for the number words of a language, in groups w2, w3 and so on."""
    return habits_of(lang).number_patterns


def player_ranges(text: str, lang: str) -> Iterator[tuple[int, int]]:
    """Yield the numbers of players that a text names.

    >>> list(player_ranges("A game for two to five players.", "en"))
    [(2, 5)]
    """
    return habits_of(lang).ranges(text)


def first_range(text: str, lang: str) -> Iterator[tuple[int, int]]:
    """Yield the first range of small numbers in the line below a title: of players, whatever it calls them.

    >>> list(first_range("Rules for two to five keepers, 20 to 30 minutes", "en"))
    [(2, 5)]
    """
    small = ((least, most) for least, most in habits_of(lang).any_range(text) if least < most <= _MOST_PLAYERS)
    yield from list(small)[:1]
