"""Compare the numbers in an author's text with the steps of a spell (I18N-NUMBERS).

Numbers are read out of running text: digits, the number words of the language, "both", "twice", parts of a turn.
The number one does not count: "a card", "it" and "another" mean it as well. A text may omit or add numbers that follow
from the steps ("them" for "both", the sum of all draws); so its numbers are compared with those of the composed text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import asdict

from cloudy_pnp.core.problems import Finding, Severity
from cloudy_pnp.games.cloudy_kingdom.model.steps import ROW_OF, Draw, Play, Step, every_step
from cloudy_pnp.games.cloudy_kingdom.wording.compose import spell_text
from cloudy_pnp.i18n.habits import DIGITS, number_patterns

Number: TypeAlias = tuple[Literal["number", "quarters"], int]

_ROTATION = {1: "a quarter turn", 2: "half a turn", 3: "three quarters of a turn"}

# Parts of a turn, the longest first: they contain number words themselves.
_TURNS: Mapping[str, Sequence[tuple[int, str]]] = {
    "en": (
        (3, r"(three|3)[- ]quarters?([- ]of a)?[- ]turns?|270\s?°"),
        (2, r"half([- ]a)?[- ]turn|(two|2) quarter[- ]turns|180\s?°"),
        (1, r"quarter([- ]of a)?[- ]turn|90\s?°"),
    ),
    "de": (
        (3, r"dreivierteldrehung|(drei|3) vierteldrehungen|270\s?°"),
        (2, r"halben? (um)?drehung|(zwei|2) vierteldrehungen|180\s?°"),
        (1, r"vierteldrehung|90\s?°"),
    ),
    "fr": (
        (3, r"(trois|3)[- ]quarts? de tour|270\s?°"),
        (2, r"demi-tour|(deux|2) quarts de tour|180\s?°"),
        (1, r"quart de tour|90\s?°"),
    ),
    "hu": (
        (3, r"háromnegyed (fordulat|kör)\w*|270\s?°|270 fok\w*"),
        (2, r"fél (fordulat|kör)\w*|180\s?°|180 fok\w*"),
        (1, r"negyed (fordulat|kör)\w*|90\s?°|90 fok\w*"),
    ),
}


def _pattern(lang: str) -> re.Pattern[str]:
    turns = [rf"(?P<t{quarters}>\b({pattern}))" for quarters, pattern in _TURNS[lang]]
    return re.compile("|".join([*turns, *number_patterns(lang), DIGITS]), re.IGNORECASE)


_PATTERNS = {lang: _pattern(lang) for lang in _TURNS}


def text_numbers(text: str, lang: str) -> Counter[Number]:
    """Count the numbers in a text, from two on, and the parts of a turn.

    >>> sorted(text_numbers("Draw 3 cards, play both of the others and turn a stack half a turn, twice.", "en"))
    [('number', 2), ('number', 3), ('quarters', 2)]
    """
    numbers: Counter[Number] = Counter()
    for match in _PATTERNS[lang].finditer(text):
        match match.lastgroup:
            case None:  # a phrase that only looks like a number
                continue
            case "digits":
                numbers["number", int(match["digits"])] += 1
            case group if group.startswith("t"):
                numbers["quarters", int(group[1:])] += 1
            case group:
                numbers["number", int(group[1:])] += 1
    return Counter({number: times for number, times in numbers.items() if _counts(number)})


def step_numbers(steps: Sequence[Step]) -> set[Number]:
    """Return the numbers that the steps use, from two on, and the parts of a turn: a text must contain them.

    >>> from cloudy_pnp.games.cloudy_kingdom.model.steps import Turn
    >>> sorted(step_numbers([Draw(3), Play("drawn", 1, "growth"), Turn("stack", 1)]))
    [('number', 3), ('quarters', 1)]
    """
    return {number for number in _numbers_of(steps) if _counts(number)}


def number_findings(text: Mapping[str, object], steps: Sequence[Step]) -> Iterator[Finding]:
    """I18N-NUMBERS: report numbers in the author's text that differ from the steps; paths are relative to the text.

    >>> [finding.message for finding in number_findings({"en": "Draw 3 vine cards."}, [Draw(2)])]
    ['the text in "en" says 3, but the steps say 2']
    """
    for lang, translation in text.items():
        if lang in _PATTERNS and isinstance(translation, str):
            surplus, missing = _differences(text_numbers(translation, lang), steps, lang)
            if surplus or missing:
                hint = "change the number in the text or in the steps"
                yield Finding("I18N-NUMBERS", (lang,), _message(lang, surplus, missing), hint, Severity.WARNING)


def _differences(numbers: Counter[Number], steps: Sequence[Step], lang: str) -> tuple[list[Number], list[Number]]:
    """Return the numbers only the text contains, and those only the steps contain."""
    composed = text_numbers(spell_text(steps, lang), lang)
    if numbers.total() == composed.total():  # as many numbers as composed: one that differs is a mistake
        return sorted(numbers - composed), sorted(composed - numbers)
    required = step_numbers(steps)
    return sorted(numbers.keys() - composed.keys() - required - _sums(steps)), sorted(required - numbers.keys())


def _message(lang: str, surplus: Sequence[Number], missing: Sequence[Number]) -> str:
    if surplus and missing:
        return f'the text in "{lang}" says {_list_numbers(surplus)}, but the steps say {_list_numbers(missing)}'
    if surplus:
        return f'the text in "{lang}" says {_list_numbers(surplus)}, but the steps do not'
    return f'the steps say {_list_numbers(missing)}, but the text in "{lang}" does not'


def _list_numbers(numbers: Iterable[Number]) -> str:
    return " and ".join(_ROTATION[value] if kind == "quarters" else str(value) for kind, value in numbers)


def _counts(number: Number) -> bool:
    kind, value = number
    return kind == "quarters" or value > 1


def _numbers_of(steps: Sequence[Step]) -> Iterator[Number]:
    """Yield the whole numbers among the parts of the steps."""
    for step, _ in every_step(steps):
        for name, value in asdict(step).items():
            if isinstance(value, int) and not isinstance(value, bool):
                yield "quarters" if name == "quarters" else "number", value


def _sums(steps: Sequence[Step]) -> set[Number]:
    """Return the sums that a text may mention: all cards drawn or played, all steps of a kind."""
    sums: Counter[str] = Counter()
    for step, times in every_step(steps):
        if ROW_OF[type(step)].block:
            continue
        sums[type(step).__name__] += times
        match step:
            case Draw(count):
                sums["drawn"] += count * times
            case Play(count=int(count)):
                sums["played"] += count * times
    return {("number", total) for total in sums.values()}
