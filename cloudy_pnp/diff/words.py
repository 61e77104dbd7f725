"""Two texts word by word, and values as people read them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

from cloudy_pnp.core.problems import escaped

_WORD = re.compile(r"\s+|[^\s\w]|\w+")
_MOST_WORDS = 4_000  # of one text: comparing more takes too long
_LONGEST = 300  # characters of a value

Piece = tuple[str, str]  # "same", "old" or "new", and a part of the text


def word_diff(before: str, after: str) -> list[Piece]:
    """Return a text in pieces that stayed, went away or are new.

    >>> word_diff("Draw two cards.", "Draw three cards.")
    [('same', 'Draw '), ('old', 'two'), ('new', 'three'), ('same', ' cards.')]
    """
    old, new = _WORD.findall(before), _WORD.findall(after)
    if len(old) > _MOST_WORDS or len(new) > _MOST_WORDS:
        return [piece for piece in (("old", before), ("new", after)) if piece[1]]
    pieces: list[Piece] = []
    for operation, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if operation == "equal":
            pieces.append(("same", "".join(old[i:j])))
        else:
            pieces += [piece for piece in (("old", "".join(old[i:j])), ("new", "".join(new[k:m]))) if piece[1]]
    return pieces


def marked(pieces: list[Piece]) -> str:
    """Return the pieces as one text, with the marks of `git diff --word-diff`.

    >>> marked(word_diff("two cards", "three cards"))
    '[-two-]{+three+} cards'
    """
    return "".join({"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}[kind].format(text) for kind, text in pieces)


def plain(value: Any) -> str:
    """Return a value of card data on one line.

    >>> plain({"at": ["n", 2], "on": True}), plain("two words"), plain(None)
    ('{"at": ["n", 2], "on": true}', 'two words', '–')
    """
    text = value if isinstance(value, str) else "–" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def safe_lines(text: str) -> Iterator[str]:
    """Yield the lines of a text without anything a terminal would act on."""
    return (escaped(line) for line in text.split("\n"))
