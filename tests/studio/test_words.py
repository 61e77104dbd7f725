"""The studio has words in four languages: every word that a page shows is translated, and written as it should be."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cloudy_pnp.studio import server
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.studio_words import read_words

STATIC = Path(server.__file__).parent / "static"
_TEXT = r'"((?:[^"\\]|\\.)*)"'


@pytest.fixture(scope="module")
def words() -> dict[str, list[str]]:
    """The words of the pages in German, French and Hungarian."""
    tables = [read_words(home_of(), lang)["texts"] for lang in ("de", "fr", "hu")]
    return {
        key: [table.get(key, "") for table in tables] for key in dict.fromkeys(key for one in tables for key in one)
    }


def used() -> set[str]:
    """Return what pages say: `t("…")`, also with a choice inside, what can be chosen, and marked elements."""
    found: set[str] = set()
    for path in sorted({*STATIC.glob("*.js")} - {STATIC / "words.js"}):
        text = path.read_text("utf-8")
        for named in re.findall(r"^const [A-Z]+ = (\[\[.*?\]\]);", text, re.DOTALL | re.MULTILINE):
            found |= set(re.findall(r'\["[^"]*", "([^"]+)"\]', named))  # choices that are said later
        for named in re.findall(r"^const (?:FILES|WORDS) = \{(.*?)\};", text, re.DOTALL | re.MULTILINE):
            found |= {word for word in re.findall(r': "([^"]+)"', named) if "." not in word}
        for call in re.findall(r"\b(?:t|counted)\(([^()]*)\)", text):
            found |= set(re.findall(_TEXT, re.sub(r"===? \"[^\"]*\"", "", call)))
        found |= set(re.findall(rf"\bchoice\({_TEXT}", text))
    for path in STATIC.glob("*.html"):
        found |= set(re.findall(r'data-(?:word|label|hint)="([^"]+)"', path.read_text("utf-8")))
    return {json.loads(f'"{text}"') for text in found if text}


def test_every_word_is_translated(words: dict[str, list[str]]) -> None:
    said = used()
    assert len(said) > 150
    assert sorted(said - set(words)) == []


def test_translations_are_whole(words: dict[str, list[str]]) -> None:
    for key, texts in words.items():
        assert len(texts) == 3, key
        assert all(text.strip() for text in texts), key


def test_french_has_its_spaces(words: dict[str, list[str]]) -> None:
    french = [texts[1] for texts in words.values()]
    for text in french:
        assert not re.search(r"[^\s\u00a0\u202f][!?;:](\s|$)", text), text
        assert "'" not in text, text
