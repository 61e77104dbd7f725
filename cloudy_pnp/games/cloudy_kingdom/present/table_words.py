"""The words at a table on a screen: moves, why one is illegal, how the game ended.

They are in templates/cloudy-kingdom/words. Players get one sentence per rule; the engine's own message has the details
of a position, in English.
"""

from __future__ import annotations

from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.games.kit.words import TableWords, read_words, words_by_key

ARROWS = {"n": "↑", "e": "→", "s": "↓", "w": "←"}
_FOLDER = shipped_root() / "templates/cloudy-kingdom/words"

MOVES = TableWords(read_words(_FOLDER, "moves"), words_by_key(_FOLDER, "reasons"))
EDITOR = TableWords(read_words(_FOLDER, "editor"))
ENDINGS = words_by_key(_FOLDER, "endings")
