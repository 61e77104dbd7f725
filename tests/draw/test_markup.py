from __future__ import annotations

import re

from draw.pictures import LANGUAGES, SANS, TEXTS
from hypothesis import given
from hypothesis import strategies as st

from cloudy_pnp.draw.fonts import load
from cloudy_pnp.draw.markup import Piece, paragraphs, pseudo, tokens
from cloudy_pnp.i18n.habits import habits_of


def test_bold_and_icons_are_found_inside_words() -> None:
    assert paragraphs("Zieh **2[leaf]**!") == [
        [[Piece("Zieh")], [Piece("2", bold=True), Piece("leaf", bold=True, is_icon=True), Piece("!")]]
    ]


def test_bold_runs_over_spaces_but_not_over_paragraphs() -> None:
    (first, second) = paragraphs("**a b\nc**")
    assert first == [[Piece("a", bold=True)], [Piece("b", bold=True)]]
    assert second == [[Piece("c")]]


def test_what_only_looks_like_markup_is_text() -> None:
    assert paragraphs("2 * 3 [Not an icon] {x}") == [
        [[Piece("2")], [Piece("*")], [Piece("3")], [Piece("[Not")], [Piece("an")], [Piece("icon]")], [Piece("{x}")]]
    ]


@given(st.text(alphabet="ab *[]{}-\n\t", max_size=40))
def test_tokens_are_the_whole_text(text: str) -> None:
    assert "".join(tokens(text)) == text


def test_french_spaces() -> None:
    text, spaced = "« Ah ! » : non ; oui ?", habits_of("fr").well_spaced
    assert spaced(text) == "«\u202fAh\u202f!\u202f»\u00a0: non\u202f; oui\u202f?"
    assert spaced(spaced(text)) == spaced(text)
    assert spaced("12:30, http://a.b?c") == "12:30, http://a.b?c"


def test_the_pseudo_language_is_about_a_third_longer_and_can_be_drawn() -> None:
    for lang in LANGUAGES:
        text = TEXTS[lang]
        longer = pseudo(text)
        assert 1.2 <= len(longer) / len(text) <= 1.35, longer
        assert longer.count("**") == 2 and longer.count("[dot]") == 1
        assert load(SANS).missing(longer) == ()
        assert longer != text and pseudo(text) == longer


@given(st.text(alphabet="aeiou bcd** [leaf] {count}\n019", max_size=60))
def test_the_pseudo_language_keeps_markup(text: str) -> None:
    def marks(of: str) -> list[str]:
        return re.findall(r"\*\*|\[[a-z0-9-]+\]|\{[^{}]*\}|\n| ", of)

    assert marks(pseudo(text)) == marks(text)
    assert len(text) <= len(pseudo(text)) <= 1.3 * len(text) + 1
