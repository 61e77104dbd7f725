"""Free sentences: every word is used by the reading, is a function word, or makes the reading a doubt."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from chance import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cloudy_pnp.cloudy_kingdom.model.steps import steps_data
from cloudy_pnp.cloudy_kingdom.present.sentences import Understanding, marked, understand
from cloudy_pnp.cloudy_kingdom.wording.compose import LANGUAGES
from cloudy_pnp.cloudy_kingdom.wording.concepts import FOLDER, fold, synonyms

SENTENCES = Path(__file__).parent / "sentences"
CLASSES = {"article", "pronoun", "auxiliary", "conjunction", "contraction", "politeness", "particle"}
MOST_LEMMAS = 60
SWAP = {"swap": {"which": "stacks"}}
NOT_EMPTY = [{"only-if": {"what": "draw-pile", "at-least": 1, "steps": [SWAP]}}]
AT_MOST_3 = [{"only-if": {"what": "draw-pile", "at-most": 3, "steps": [SWAP]}}]
# Concepts of words that a sentence may have anywhere: persons, "must", "and then", a choice, "on the board", "once";
# steps are done "now", and a step after others is done "too".
ANYWHERE = {".", "you", "it", "them", "they", "must", "may", "and", "then", "at-first", "earlier"}
ANYWHERE |= {"board", "choose", "number", "now", "too"}


def words_of(name: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((SENTENCES / f"{name}.yaml").read_text("utf-8"))
    return data


@pytest.mark.parametrize(
    ("lang", "text"), [(lang, text) for lang in LANGUAGES for text in words_of("asked_back")[lang]]
)
def test_a_sentence_that_says_more_is_asked_back(lang: str, text: str) -> None:
    found = understand(text, lang)
    assert not found.sure, steps_data(found.readings[0])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_function_words_are_ignored(lang: str) -> None:
    ignored = yaml.safe_load((FOLDER / f"{lang}.yaml").read_text("utf-8"))["synonyms"]["ignore"]
    assert ignored.keys() <= CLASSES
    assert sum(map(len, ignored.values())) <= MOST_LEMMAS
    assert max(len(lemma.split()) for lemmas in ignored.values() for lemma in lemmas) <= 12, "forms of one word"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_remark_has_several_words(lang: str) -> None:
    """A single word could be anywhere."""
    also = yaml.safe_load((FOLDER / f"{lang}.yaml").read_text("utf-8"))["synonyms"]["concepts"]["also"]
    assert [text for text in also if " " not in re.sub(r"\([^()]*\|\)", "", text).strip()] == []


# --- one more word ----------------------------------------------------------------------------------------------


@cache
def plain(lang: str, place: int) -> tuple[str, Understanding]:
    text = words_of("plain")[lang][place]
    return text, understand(text, lang)


@pytest.mark.parametrize(
    ("lang", "text", "effect"),
    [
        ("en", "If the draw pile is not empty, swap two stacks.", NOT_EMPTY),
        ("de", "Wenn der Zugstapel nicht leer ist, vertausche zwei Stapel.", NOT_EMPTY),
        ("fr", "Si la pioche n'est pas vide, échangez deux piles.", NOT_EMPTY),
        ("hu", "Ha a húzópakli nem üres, cserélj fel két kupacot.", NOT_EMPTY),
        ("fr", "S'il ne reste que trois cartes dans la pioche, échangez deux piles.", AT_MOST_3),
        ("de", "Vertausche ein mal zwei Stapel.", [SWAP]),
        ("de", "Baue deine Handkarte regelgerecht an.", [{"play": {"from": "hand", "count": 1, "where": "growth"}}]),
        (
            "hu",
            "Nézd meg a húzópakli három felső lapját, és tedd újra vissza őket tetszőleges sorrendben.",
            [{"look": {"from": "draw-pile", "count": 3, "sort": True}}],
        ),
    ],
)
def test_a_small_word_is_not_read_as_its_opposite(lang: str, text: str, effect: list[dict[str, Any]]) -> None:
    found = understand(text, lang)
    assert [steps_data(steps) for steps in found.readings] == [effect]


@cache
def content_words(lang: str) -> list[str]:
    """Words that were once ignored, without function words and those that a reading uses."""
    table, used = synonyms(lang), words_of("used")
    assert table is not None
    words = dict.fromkeys(re.sub("'s$", "", word) for word in words_of("ignored")[lang].split())
    expressed = {word for listed in used.values() for word in listed.get(lang, "").split()}

    def is_content(word: str) -> bool:
        concepts, unknown = table.concepts(word)
        tokens = {token.text for token in fold(word, lang)}
        return not tokens <= table.ignored and (unknown != [] or not {concept.name for concept in concepts} <= ANYWHERE)

    return [word for word in words if word not in expressed and is_content(word)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plain_sentences_are_read_at_once(lang: str) -> None:
    assert [text for text, found in (plain(lang, place) for place in range(10)) if not found.sure] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_one_more_word_is_a_doubt_or_changes_the_reading(lang: str, data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(content_words(lang)))
    text, before = plain(lang, data.draw(st.integers(0, 9)))
    parts = text.split(" ")
    place = data.draw(st.integers(0, len(parts) - 1))
    more = " ".join([*parts[:place], word, *parts[place:]])
    found = understand(more, lang)
    assert not found.sure or found.readings != before.readings, more


# --- spelling ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "text", "word"),
    [
        ("en", "Swap two neigbouring stacks.", "neigbouring"),
        ("de", "Vertausche zwei Stapl.", "Stapl"),
        ("de", "Ziehe eine Karte und spiele sie, was die Regeln sagen.", "sagen"),  # which is not "sägen"
        ("fr", "Echangez deux piles.", "Echangez"),
        ("hu", "Cserelj fel két kupacot.", "Cserelj"),
    ],
)
def test_a_word_that_is_spelled_otherwise_is_a_doubt(lang: str, text: str, word: str) -> None:
    found = understand(text, lang)
    assert f"[{word}]" in marked(text, found.unclear)


def test_umlauts_may_be_two_letters() -> None:
    texts = (
        "Ziehe fünf Karten, spiele vier und wirf die übrige ab.",
        "Ziehe fuenf Karten, spiele vier und wirf die uebrige ab.",
    )
    one, two = (understand(text, "de") for text in texts)
    assert one.sure and one == two


def test_marks_do_not_overlap() -> None:
    assert marked("Tickle the xylophone.", [(0, 10), (7, 10), (11, 20)]) == "[Tickle the] [xylophone]."


def test_words_in_a_gap_are_read() -> None:
    """ "Miss … turn" may have words in between, but not every word."""
    assert understand("The next player misses a turn.", "en").sure
    assert not understand("The next player misses every second turn.", "en").sure
