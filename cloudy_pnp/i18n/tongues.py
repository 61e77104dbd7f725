"""Languages that are recognised by their commonest words, and numbers in running text.

Both only serve warnings: a short text, or a language that is not listed, is never reported.

>>> language_of("Draw two cards and place one of them on the table.")
'en'
>>> sorted(numbers_in("Zieh drei Karten und leg beide ab.", "de"))
[2, 3]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

# Words that are frequent in a language and mean nothing in the other ones.
_COMMON: Mapping[str, str] = {
    "en": "the and of to you your is are with this that it from for not they cards each player may on them",
    "de": "der die das und ist nicht ein eine einen den dem du mit auf von wird oder deine sie karten",
    "fr": "le la les et est une des du vous votre dans pour sur avec pas ou cartes que ce se en au",
    "hu": "az és nem egy hogy vagy ez ha van meg el ki kell mint csak minden akkor lap lapot aki",
}
_COMMON_WORDS = {lang: frozenset(words.split()) for lang, words in _COMMON.items()}
_LETTERS = {"hu": frozenset("őűŐŰ"), "de": frozenset("ß")}  # that only one of the languages has
_LEAST_WORDS = 5  # of a language, before a text counts as written in it
_WORD = re.compile(r"[^\W\d_]+")

# From two on. Hungarian „hat” is six and "affects": it is not a number after a negation or before an object.
WORDS: Mapping[str, Sequence[str]] = {
    "en": ("two|twice|both", "three|thrice", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "de": (
        r"zwei(mal|en|er)?|beide[nrs]?",
        *(f"{word}(mal)?" for word in ("drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn")),
    ),
    "fr": ("deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
    "hu": (
        r"(mind)?két|(mind)?kettő\w*|ketten|kétszer",
        r"(mind)?három\w*|(mind)?hárm\w+",
        r"négy(et|szer|ből)?|néggyel",
        r"öt(öt|ször|ből|tel)?",
        r"(?<!sem )(?<!nem )hat(?! rá)(?! az? )(ot|szor|ból|tal)?",
        r"hét|hetet|hétszer|héttel",
        r"nyolc(at|szor|cal)?",
        r"kilenc(et|szer|cel)?",
        r"tíz(et|szer)?",
    ),
}
_PLAYERS = {
    "en": "players|people",
    "de": r"(?:mit)?spieler\w*|personen",
    "fr": "joueurs|joueuses|personnes",
    "hu": r"játékos\w*|fő",
}
_RANGES = {
    lang: re.compile(rf"\b(\w{{1,12}})\s?(?:–|-|to|bis|à)\s?(\w{{1,12}})\s(?:{words})\b", re.IGNORECASE)
    for lang, words in _PLAYERS.items()
}
_ANY_RANGE = re.compile(r"\b(\w{1,12})\s?(?:–|-|to|bis|à)\s?(\w{1,12})\b", re.IGNORECASE)
_MOST_PLAYERS = 12  # larger numbers in the line below a title are minutes or years
DIGITS = r"(?P<digits>(?<!\d)\d+)"


def number_patterns(lang: str) -> list[str]:
    """Return a pattern for the word of each number of a language, in groups w2, w3 and so on."""
    return [rf"(?P<w{number}>\b({pattern})\b)" for number, pattern in enumerate(WORDS[lang], 2)]


_NUMBERS = {lang: re.compile("|".join([*number_patterns(lang), DIGITS]), re.IGNORECASE) for lang in WORDS}


def language_of(text: str) -> str:
    """Return the language of a text by its commonest words, or by a letter; empty if that is not clear."""
    for lang, letters in _LETTERS.items():
        if not letters.isdisjoint(text):
            return lang
    words = [word.casefold() for word in _WORD.findall(text)]
    counts = sorted((sum(word in common for word in words), lang) for lang, common in _COMMON_WORDS.items())
    (second, _), (first, lang) = counts[-2:]
    return lang if first >= _LEAST_WORDS and first > 3 * second else ""


def numbers_in(text: str, lang: str) -> Counter[int]:
    """Return the numbers of a text, from two to a hundred, written as words or digits."""
    numbers: Counter[int] = Counter()
    for match in _NUMBERS[lang].finditer(text):
        group = match.lastgroup or ""
        number = int(match["digits"][:9]) if group == "digits" else int(group[1:])
        numbers[number] += 1
    return Counter({number: times for number, times in numbers.items() if 1 < number <= 100})


def player_ranges(text: str, lang: str) -> Iterator[tuple[int, int]]:
    """Yield the numbers of players that a text names.

    >>> list(player_ranges("A game for two to five players.", "en"))
    [(2, 5)]
    """
    for match in _RANGES[lang].finditer(text):
        least, most = (list(numbers_in(word, lang)) for word in match.groups())
        if len(least) == len(most) == 1:
            yield least[0], most[0]


def first_range(text: str, lang: str) -> Iterator[tuple[int, int]]:
    """Yield the first range of small numbers in the line below a title: of players, whatever it calls them.

    >>> list(first_range("Rules for two to five keepers, 20 to 30 minutes", "en"))
    [(2, 5)]
    """
    for match in _ANY_RANGE.finditer(text):
        least, most = (list(numbers_in(word, lang)) for word in match.groups())
        if len(least) == len(most) == 1 and least < most <= [_MOST_PLAYERS]:
            yield least[0], most[0]
            return
