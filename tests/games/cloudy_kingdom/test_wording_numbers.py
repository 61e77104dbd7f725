"""I18N-NUMBERS: an author's own text is compared with the steps, number by number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from games.cloudy_kingdom.spell_strategy import Effect, spells
from hypothesis import assume, given
from hypothesis import strategies as st

from cloudy_pnp.cloudy_kingdom.checks.data import number_findings, step_numbers, text_numbers
from cloudy_pnp.cloudy_kingdom.model.steps import parse_steps
from cloudy_pnp.cloudy_kingdom.wording.compose import LANGUAGES, spell_text

DRAW_TWO: Effect = [{"draw": 2}, {"play": {"from": "drawn", "count": "all", "where": "growth"}}]
DRAW_THREE: Effect = [
    {"draw": 3},
    {"play": {"from": "drawn", "count": 2, "where": "growth"}},
    {"discard": {"from": "drawn"}},
]
TURN: Effect = [{"turn": {"which": "stack", "by": "quarter", "way": "right"}}]
TURN_BACK: Effect = [{"turn": {"which": "stack", "by": "quarter", "way": "left"}}]
TWICE: Effect = [{"repeat": {"times": 2, "steps": [{"draw": 2}, {"discard": {"from": "drawn"}}]}}]
FULL_PILE: Effect = [{"only-if": {"what": "discard-pile", "at-least": 10, "steps": [{"swap": {"which": "stacks"}}]}}]


def messages(effect: Effect, lang: str, text: str) -> list[str]:
    return [finding.message for finding in number_findings({lang: text}, parse_steps(effect))]


@pytest.mark.parametrize(
    ("effect", "lang", "text"),
    [
        (DRAW_TWO, "en", "Draw 2 vine cards and play them."),
        (DRAW_TWO, "en", "Draw a pair of cards: two. Play the one, then the other one."),
        (DRAW_TWO, "de", "Ziehe zwei Rankenkarten und spiele sie. Beide!"),
        (DRAW_TWO, "fr", "Piochez 2 cartes Route ; posez l’une, puis l’autre."),
        (DRAW_TWO, "hu", "Húzz két útvonalkártyát, és tedd le őket. Erre egyetlen varázslat sem hat."),
        (DRAW_TWO, "hu", "Húzz kettőt, és tedd le őket. Ez nem hat a kastélyokra."),
        (DRAW_THREE, "de", "Ziehe drei Karten, spiele zwei davon und wirf eine ab."),
        (TURN, "en", "Give a stack a quarter-turn."),
        (TURN, "de", "Drehe einen Stapel um 90° nach rechts."),
        (TURN, "fr", "Une pile fait un quart de tour."),
        (TURN, "hu", "Egy kupac negyed fordulatot tesz."),
        (TWICE, "en", "Twice, draw two vine cards and throw them away (four in all)."),
        (FULL_PILE, "en", "With ten cards or more on the discard pile, a stack and another one change places."),
        (FULL_PILE, "de", "Liegen zehn Karten auf dem Abwurfstapel, tauschen zwei Stapel die Plätze."),
        (TURN_BACK, "en", "Turn a stack three quarters of a turn clockwise."),
        (TURN_BACK, "de", "Drehe einen Stapel um eine Vierteldrehung gegen den Uhrzeigersinn."),
        (TURN_BACK, "fr", "Faites faire trois quarts de tour à une pile."),
        (TURN_BACK, "hu", "Forgass el egy kupacot háromnegyed fordulattal."),
    ],
)
def test_other_words_for_the_same_numbers_are_no_finding(effect: Effect, lang: str, text: str) -> None:
    assert messages(effect, lang, text) == []


@pytest.mark.parametrize(
    ("effect", "lang", "text", "message"),
    [
        (DRAW_TWO, "en", "Draw three vine cards and play them.", 'the text in "en" says 3, but the steps say 2'),
        (DRAW_TWO, "de", "Ziehe 3 Rankenkarten.", 'the text in "de" says 3, but the steps say 2'),
        (DRAW_TWO, "fr", "Piochez une carte.", 'the steps say 2, but the text in "fr" does not'),
        (DRAW_TWO, "hu", "Húzz hat kártyát.", 'the text in "hu" says 6, but the steps say 2'),
        (DRAW_TWO, "hu", "Húzz két kártyát, és tedd le mindhármat.", 'the text in "hu" says 3, but the steps say 2'),
        (DRAW_THREE, "en", "Draw three, or even nine, and play two.", 'the text in "en" says 9, but the steps do not'),
        (TURN, "en", "Turn a stack 180°.", 'the text in "en" says half a turn, but the steps say a quarter turn'),
        (
            TURN,
            "de",
            "Drehe einen Stapel um drei Vierteldrehungen.",
            'the text in "de" says a quarter turn anticlockwise, but the steps say a quarter turn',
        ),
        (
            TURN,
            "en",
            "Turn a stack a quarter turn counter-clockwise.",
            'the text in "en" says a quarter turn anticlockwise, but the steps say a quarter turn',
        ),
        (TURN, "fr", "Une pile fait demi-tour.", 'the text in "fr" says half a turn, but the steps say a quarter turn'),
        (TWICE, "en", "Three times, draw two cards.", 'the text in "en" says 3, but the steps say 2'),
        (FULL_PILE, "de", "Bei neun Karten tauschen zwei Stapel.", 'the text in "de" says 9, but the steps say 10'),
    ],
)
def test_other_numbers_are_named(effect: Effect, lang: str, text: str, message: str) -> None:
    assert messages(effect, lang, text) == [message]


def test_only_texts_in_languages_with_words_are_compared() -> None:
    text = {"eo": "Tiru 3 kartojn.", "same": ["de"], "en": "Draw two vine cards."}
    assert list(number_findings(text, parse_steps(DRAW_TWO))) == []


@given(spells())
def test_the_composed_text_agrees_and_says_every_number(effect: Effect) -> None:
    steps = parse_steps(effect)
    for lang in LANGUAGES:
        text = spell_text(steps, lang)
        assert messages(effect, lang, text) == [], text
        assert step_numbers(steps) <= text_numbers(text, lang).keys(), text


_DIGITS: dict[str, Sequence[str]] = {
    "en": ("", "", "two", "three", "four", "five"),
    "de": ("", "", "zwei", "drei", "vier", "fünf"),
    "fr": ("", "", "deux", "trois", "quatre", "cinq"),
    "hu": ("", "", "két", "három", "négy", "öt"),
}


@given(spells(), st.sampled_from(LANGUAGES), st.integers(2, 5), st.data())
def test_one_changed_number_is_found(effect: Effect, lang: str, new: int, data: Any) -> None:
    text = spell_text(parse_steps(effect), lang)
    words = "|".join(word for word in _DIGITS[lang] if word)
    places = [
        match for match in re.finditer(rf"\b({words})\b(?! quarters| quarts)", text) if match[0] != _DIGITS[lang][new]
    ]
    assume(places)
    place = data.draw(st.sampled_from(places))
    changed = text[: place.start()] + _DIGITS[lang][new] + text[place.end() :]
    assert len(messages(effect, lang, changed)) == 1, changed
