"""The little markup of card texts: `**bold**`, `[icon]`, `[icon:3]` with a number, a line break for a new paragraph.

Also edits of a text that keep its markup: French spaces, the pseudo-language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

# `{…}` is a place that is filled in later; only the pseudo-language meets it.
_TOKEN = re.compile(r"(\*\*|\[[a-z0-9-]+(?::[^\s\[\]{}:*]{1,6})?\]|\{[^{}]*\}|\n|[ \t]+)")
_BOLD = "**"
_LETTERS = str.maketrans("aeiouycnAEIOUYCN", "áéíőűýçñÁÉÍŐŰÝÇÑ")
_VOWELS = frozenset("áéíőűýÁÉÍŐŰÝ")


class Piece(Struct, frozen=True):
    """A part of a word: text in regular or bold, or an icon."""

    text: str
    bold: bool = False
    is_icon: bool = False


def paragraphs(text: str) -> list[list[list[Piece]]]:
    """Split a text into paragraphs, words and pieces of words. Bold ends with its paragraph.

    >>> paragraphs("Pay **2** [leaf].")
    [[[Piece(text='Pay', bold=False, is_icon=False)], [Piece(text='2', bold=True, is_icon=False)], \
[Piece(text='leaf', bold=False, is_icon=True), Piece(text='.', bold=False, is_icon=False)]]]
    """
    return [_words(part) for part in text.split("\n")]


def _words(text: str) -> list[list[Piece]]:
    words: list[list[Piece]] = [[]]
    bold = False
    for token in tokens(text):
        if token == _BOLD:
            bold = not bold
        elif token[0] in " \t":
            words.append([])
        elif token[0] == "[" and _TOKEN.fullmatch(token):
            words[-1].append(Piece(token[1:-1], bold, is_icon=True))
        elif words[-1] and words[-1][-1].bold == bold and not words[-1][-1].is_icon:
            words[-1][-1] = Piece(words[-1][-1].text + token, bold)
        else:
            words[-1].append(Piece(token, bold))
    return [word for word in words if word]


def tokens(text: str) -> Iterator[str]:
    """Split a text into markup, spaces and plain stretches; joined, they are the text again."""
    return (token for token in _TOKEN.split(text) if token)


def plain(text: str) -> str:
    """Convert a text for programs without markup: icons are in round brackets.

    >>> plain("Pay **2** [leaf].")
    'Pay 2 (leaf).'
    """
    return "".join(_in_words(token) for token in tokens(text) if token != _BOLD)


def _in_words(token: str) -> str:
    is_icon = token[0] == "[" and _TOKEN.fullmatch(token)
    return f"({token[1:-1].replace(':', ' ')})" if is_icon else token


def pseudo(text: str) -> str:
    """Simulate a translation that is 30% longer and full of accents, to find tight boxes.

    Markup, icons and placeholders are unchanged, as are figures and other signs.

    >>> pseudo("Draw **two** cards [leaf] {count}.")
    'Drááw **twőő** çááárds [leaf] {count}.'
    """
    missing = 0.0
    out = []
    for token in tokens(text):
        if token[0] not in "*[{\n \t" or not _TOKEN.fullmatch(token):
            missing += 0.3 * len(token)
            longer = _lengthen(token.translate(_LETTERS), round(missing))
            missing -= len(longer) - len(token)
            token = longer
        out.append(token)
    return "".join(out)


def _lengthen(word: str, by: int) -> str:
    """Stretch the vowels of a word in turn; a word without any (a number) is unchanged."""
    vowels = [place for place, char in enumerate(word) if char in _VOWELS]
    if not vowels:
        return word
    share, rest = divmod(max(by, 0), len(vowels))
    extra = {place: share + (order < rest) for order, place in enumerate(vowels)}
    return "".join(char + char.lower() * extra.get(place, 0) for place, char in enumerate(word))
