"""The words at a table on a screen, in every language of a game; English if one is missing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml
from msgspec import Struct, field

Texts = Mapping[str, str]

GAME_OVER: Texts = {
    "en": "The game is over.",
    "de": "Das Spiel ist vorbei.",
    "fr": "La partie est finie.",
    "hu": "A játéknak vége.",
}
_REASONS: Mapping[str, Texts] = {
    "END": GAME_OVER,
    "": {
        "en": "The rules do not allow this.",
        "de": "Das erlauben die Regeln nicht.",
        "fr": "Les règles ne le permettent pas.",
        "hu": "Ezt a szabályok nem engedik.",
    },
}


@cache
def _read(folder: Path) -> Mapping[str, Mapping[str, Texts]]:
    return {path.stem: yaml.load(path.read_bytes(), yaml.CSafeLoader) for path in sorted(folder.glob("*.yaml"))}


def read_words(folder: Path, section: str) -> Mapping[str, Texts]:
    """Read a section of the words of a game, from one file per language (`words/<lang>.yaml`), by language."""
    return {lang: sections[section] for lang, sections in _read(folder).items()}


def words_by_key(folder: Path, section: str) -> Mapping[str, Texts]:
    """Read a section of the words of a game by key; each has its text in every language."""
    by_language = read_words(folder, section)
    return {key: {lang: texts[key] for lang, texts in by_language.items()} for key in by_language["en"]}


def translate(texts: Texts, lang: str) -> str:
    """Return a text in a language, or the English one.

    >>> translate(GAME_OVER, "de"), translate(GAME_OVER, "it")
    ('Das Spiel ist vorbei.', 'The game is over.')
    """
    return texts.get(lang, texts["en"])


class TableWords(Struct, frozen=True):
    """The words of a game at a table, by language, and the reason why a rule forbids something, by rule."""

    words: Mapping[str, Texts]
    reasons: Mapping[str, Texts] = field(default_factory=dict)  # "SPL" is for all rules SPL-1, SPL-2 … without a text

    def say(self, key: str, lang: str, **parts: object) -> str:
        """Return the words for a key, with their parts filled in.

        >>> TableWords({"en": {"put": "puts {card}"}}).say("put", "de", card="king")
        'puts king'
        """
        lang = lang if lang in self.words else "en"
        return self.words[lang][key].format(**parts)

    def reason(self, rule: str, lang: str) -> str:
        """Explain in one sentence why a rule forbids a move.

        >>> TableWords({"en": {}}).reason("END-1", "fr")
        'La partie est finie.'
        """
        reasons = {**_REASONS, **self.reasons}
        return translate(reasons.get(rule) or reasons.get(rule.partition("-")[0]) or reasons[""], lang)
