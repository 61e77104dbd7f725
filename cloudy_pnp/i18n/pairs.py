"""Two languages on one card: `de+fr` prints German, and French smaller below it.

>>> split_pair("de+fr"), split_pair("de")
(('de', 'fr'), ('de', ''))
>>> text_in({"de": "Verdrehen", "fr": "Torsion"}.__getitem__, "de", "fr")
TextPair(first='Verdrehen', second='Torsion', lang='fr')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from cloudy_pnp.core.problems import UserError, quoted

PLUS = "+"


class TextPair(Struct, frozen=True):
    """A text in the main language, and in a second one, `lang`, that is printed smaller below it."""

    first: str
    second: str
    lang: str


Words = str | TextPair


def text_in(write: Callable[[str], str], lang: str, second: str = "") -> Words:
    """Return a text in a language, or in two; one text if it is the same in both, such as a number."""
    text = write(lang)
    below = write(second) if second else ""
    return TextPair(text, below, second) if text and below and below != text else text or below


def split_pair(lang: str) -> tuple[str, str]:
    """Return the main language, and the second one; empty if there is none."""
    first, _, second = lang.partition(PLUS)
    return first, second


def join_pair(lang: str, second: str) -> str:
    """Return two languages as on the command line and in names of folders.

    >>> join_pair("de", "fr"), join_pair("de", "")
    ('de+fr', 'de')
    """
    return f"{lang}{PLUS}{second}" if second else lang


def single_languages(wanted: Iterable[str]) -> list[str]:
    """Return the languages that some languages and pairs consist of.

    Raise UserError for a pair that isn't two different languages.
    """
    singles: dict[str, None] = {}
    for lang in wanted:
        parts = lang.split(PLUS)
        if len(parts) > 2:
            raise UserError(f"{quoted(lang)} has {len(parts)} languages: a card has room for one or two, such as de+fr")
        if len(parts) == 2 and (not all(parts) or len(set(parts)) == 1):
            raise UserError(f"{quoted(lang)} is not a pair of two different languages, such as de+fr")
        singles |= dict.fromkeys(parts)
    return list(singles)
