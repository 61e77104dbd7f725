"""The words of the game, in templates/fantasy-realms/words: at a table on a screen, of the scorer, on printed pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cloudy_pnp.core.shipped import data_root
from cloudy_pnp.game.kit.words import GAME_OVER, TableWords, read_words, words_by_key

_FOLDER = data_root(Path(__file__).parents[1]) / "templates/fantasy-realms/words"
_REASONS = words_by_key(_FOLDER, "reasons")

WORDS = TableWords(read_words(_FOLDER, "table"), {**_REASONS, "over": GAME_OVER, "": _REASONS["take"]})
# reasons by phase: the current task


def words_in(lang: str) -> Mapping[str, str]:
    """Return the printed words of a language; a language that a pack adds has the English ones."""
    return _section("print", lang)


def scorer_words(lang: str) -> Mapping[str, str]:
    """Return the words of the scorer in a language; a language that a pack adds has the English ones."""
    return _section("scorer", lang)


def _section(name: str, lang: str) -> Mapping[str, str]:
    words = read_words(_FOLDER, name)
    return words.get(lang, words["en"])
