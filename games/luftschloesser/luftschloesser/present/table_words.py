"""The words at a table on a screen; they are in templates/luftschloesser/words."""

from __future__ import annotations

from pathlib import Path

from cloudy_pnp.core.shipped import data_root
from cloudy_pnp.games.kit.words import TableWords, read_words, words_by_key

_FOLDER = data_root(Path(__file__).parents[1]) / "templates/luftschloesser/words"

WORDS = TableWords(read_words(_FOLDER, "table"), words_by_key(_FOLDER, "reasons"))
