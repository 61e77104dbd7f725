"""Our texts say the rules in our own words: six words in a row are nowhere the same as in a printed rulebook.

The rulebooks are not part of the project. CLOUDY_PNP_SOURCES names the folder with their texts; without it, a folder
`shared/seeds` next to the repository is used, and without that the test is skipped.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
SOURCES = Path(os.environ.get("CLOUDY_PNP_SOURCES") or REPOSITORY.parent / "shared" / "seeds")
LENGTH = 6  # words
FOLDERS = ("cards", "packs", "templates", "games/*/cards", "games/*/templates")
GOLDEN = ("tests/games/cloudy_kingdom/golden/*.txt", "games/*/tests/*/golden/texts.json")
ALLOWED = (  # what cannot well be said in another way
    "d’un quart de tour dans le sens horaire",
    "piochez une autre carte Route et",
)
_CODE = re.compile(r"\{[{%].*?[%}]\}|\{#.*?\}")
_WORD = re.compile(r"\w+(?:['’-]\w+)*")


def words(text: str) -> list[str]:
    """Return the words of a text in small letters, without accents: one of the sources was scanned without them."""
    plain = "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
    return [word.replace("’", "'") for word in _WORD.findall(plain.casefold())]


def runs(text: str) -> set[str]:
    """Return every run of six words of a text.

    >>> sorted(runs("One two three, four. Five six seven!"))
    ['one two three four five six', 'two three four five six seven']
    """
    found = words(text)
    return {" ".join(found[at : at + LENGTH]) for at in range(len(found) - LENGTH + 1)}


def our_lines() -> Iterator[tuple[str, str]]:
    """Yield every line of our books, card data, wording tables and composed texts, with the name of its file."""
    files = [path for folder in FOLDERS for root in REPOSITORY.glob(folder) for path in root.rglob("*.*")]
    for path in sorted({*files, *(path for pattern in GOLDEN for path in REPOSITORY.glob(pattern))}):
        if path.suffix in (".yaml", ".j2", ".csv", ".txt", ".json"):
            for line in path.read_text("utf-8").splitlines():
                for part in _CODE.split(line):
                    yield path.relative_to(REPOSITORY).as_posix(), part


def copied(sources: set[str]) -> dict[str, str]:
    """Return the runs that our texts share with the sources, each with a file that has it."""
    allowed = {run for phrase in ALLOWED for run in runs(phrase)}
    return {run: file for file, line in our_lines() for run in (runs(line) & sources) - allowed}


def test_no_run_of_six_words_is_copied() -> None:
    texts = [path.read_text("utf-8") for path in sorted(SOURCES.glob("*.txt"))]
    if not texts:
        pytest.skip("the printed rulebooks are not here")
    assert copied({run for text in texts for run in runs(text)}) == {}


def test_a_copied_sentence_is_found() -> None:
    """The comparison sees through capital letters, accents and punctuation."""
    file, line = next((file, line) for file, line in our_lines() if file.endswith("/fr.md.j2") and len(words(line)) > 9)
    assert runs(line.upper().replace(",", ";")) <= set(copied(runs(line)))
    assert file in copied(runs(line)).values()
