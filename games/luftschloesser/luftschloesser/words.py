"""The words of the game, in templates/luftschloesser/words: at a table on a screen, and of the rulebook's pictures."""

from __future__ import annotations

from pathlib import Path

from cloudy_pnp.core.shipped import data_root
from cloudy_pnp.game.kit.words import TableWords, read_words, words_by_key

_FOLDER = data_root(Path(__file__).parent) / "templates/luftschloesser/words"

WORDS = TableWords(read_words(_FOLDER, "table"), words_by_key(_FOLDER, "reasons"))
BOOK_WORDS = read_words(_FOLDER, "book")  # a language that a pack adds has the English ones
