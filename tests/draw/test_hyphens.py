from __future__ import annotations

import random

import pyphen
import pytest

from cloudy_pnp.draw.hyphens import _LazyDictionary, breaks


@pytest.mark.parametrize(
    ("lang", "word", "expected"),
    [
        ("de", "Rankenkarte", ["Ranken-|karte", "Ran-|kenkarte"]),
        ("de", "(Brücken),", ["(Brü-|cken),"]),  # ck stays together, signs stay with their part
        ("de", "Straße", []),  # two letters must not begin a line
        ("fr", "château", ["châ-|teau"]),
        ("fr", "aujourd’hui", ["aujour-|d’hui", "au-|jourd’hui"]),
        ("hu", "asszony", ["asz-|szony"]),  # the long sz is written out again
        ("hu", "meggyes", ["megy-|gyes"]),
        ("hu", "varázskártya", ["varázskár-|tya", "varázs-|kártya", "va-|rázskártya"]),
        ("en", "connection", ["connec-|tion", "con-|nection"]),
        ("en", "rope-bridge", ["rope-|bridge"]),  # what has a hyphen breaks there and nowhere else
        ("en", "2024–2025", ["2024–|2025"]),
        ("hu", "5-ös", []),
        ("en", "10000", []),
        ("en", "a1b2c3d4", []),
        ("xx", "connection", []),  # no patterns, no breaks
    ],
)
def test_words_break_as_their_language_wants(lang: str, word: str, expected: list[str]) -> None:
    assert ["|".join(parts) for parts in breaks(word, lang)] == expected


@pytest.mark.parametrize("lang", ["de", "en", "fr", "hu"])
def test_the_fast_reader_agrees_with_pyphen(lang: str) -> None:
    path = pyphen.LANGUAGES[pyphen.language_fallback(lang)]
    slow, fast = pyphen.HyphDict(path), _LazyDictionary(path)
    different = [key for key, value in slow.patterns.items() if fast.patterns.get(key) != value]
    assert len(slow.patterns) > 1_000 and different == []
    chance = random.Random(4)
    letters = [key.strip(".") for key in slow.patterns]
    for _ in range(200):
        word = "".join(chance.choices(letters, k=3))
        expected, got = slow.positions(word), fast.positions(word)
        assert [(int(at), at.data) for at in got] == [(int(at), at.data) for at in expected], word
