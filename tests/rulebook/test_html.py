"""The web pages are valid HTML, by html5lib's parser and by the content models, ids and ARIA of what they use."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec.structs import replace

from cloudy_pnp.game.contract import Facts
from cloudy_pnp.rulebook.book import in_columns
from cloudy_pnp.rulebook.compose import PAGES, WEB, rulebook_files
from rulebook.books import LANGUAGES, page_texts, shipped_book, shipped_files, shipped_theme
from rulebook.html_rules import html_errors


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_valid(lang: str) -> None:
    assert html_errors(shipped_files(lang)[WEB].decode()) == []


def test_a_page_in_two_columns_is_valid() -> None:
    first, second = shipped_book("de"), shipped_book("fr")
    theme = replace(shipped_theme("de"), second=shipped_theme("fr").words)
    book = in_columns(first, second)
    page = dict(rulebook_files(book, theme, [WEB]))[WEB].decode()
    assert html_errors(page) == []
    assert [section.other.title for section in book.sections if section.other] == [
        section.title for section in second.sections
    ]
    assert page.count('<div lang="fr">') == len(second.sections)


@cache
def light_page() -> str:
    """The English page with empty pictures and without fonts: quick to read, and valid too."""
    page = re.sub(r"@font-face \{.*?\}\n", "", shipped_files("en")[WEB].decode())
    return re.sub(r"(<symbol [^>]*>).*?(?=</symbol>)", r"\1", page, flags=re.DOTALL)


def test_the_light_page_is_valid() -> None:
    assert html_errors(light_page()) == []
    assert len(light_page()) < 200_000


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("<!DOCTYPE html>\n", "", "doctype"),
        ("</main>", "", "end-tag"),
        ('<p class="rules">', '<p class="rules"><ul><li>x</li></ul>', "unexpected-end-tag"),
        ("<h1>", "<h1><div>x</div>", "<div> in <h1>"),
        ("<ol>\n<li>", "<ol>\n<p>x</p><li>", "<p> in <ol>"),
        ("<ol>\n<li>", "<ol>\nwords<li>", "text in <ol>"),
        ("<figcaption>", "<figcaption><p>x</p>", "<p> in <figcaption>"),
        ("<h1>", "<h1><blink>x</blink>", "<blink> is not known"),
        ("<h1>", '<h1 onclick="x()">', "onclick on <h1>"),
        ('<section aria-labelledby="story"', '<section aria-labelledby="stories"', "nothing has the id stories"),
        ('<h2 id="story">', '<h2 id="setup">', "the id setup stands 2 times"),
        ('<h2 id="story">', '<h2 id="story" id="x">', "duplicate-attribute"),
        ('href="#turn"', 'href="#nowhere"', "nothing has the id nowhere"),
        ('<h3 id="chop">', '<h4 id="chop">', "<h4> is not known"),
        ('role="note"', 'role="banner"', "role banner on <aside>"),
        ('role="img" aria-label="', 'role="img" aria-label=" " data-x="', "alternative text"),
        ('role="img" aria-label="', 'data-x="', "neither a picture nor hidden"),
        ('<html lang="en">', "<html>", "no language"),
        ("<title>", "<title></title><title>", "there is not one <title>"),
        ("<em>", "<em></em><em>", "<em> is empty"),
    ],
)
def test_what_is_not_valid_is_found(old: str, new: str, error: str) -> None:
    page = light_page()
    assert old in page
    errors = html_errors(page.replace(old, new, 1))
    assert [found for found in errors if error in found], errors


def test_a_fact_on_the_cover_is_set_in_two_lines_as_in_print() -> None:
    words = {"players": "Personen", "years": "ab {number} Jahren", "minutes": "Minuten"}
    theme = shipped_theme("de")
    book = replace(shipped_book("de"), facts=Facts("2–4", "8+", ""))
    page = dict(rulebook_files(book, replace(theme, words={**theme.words, **words}), [WEB]))[WEB].decode()
    facts = '<ul class="facts"><li><p><b>2–4</b> Personen</p></li><li><p><b>ab 8</b> Jahren</p></li></ul>'
    assert facts in page


def test_no_line_begins_with_the_short_word_behind_a_french_verb() -> None:
    words = re.sub(r"<[^>]*>", "", shipped_files("fr")[WEB].decode())
    assert "défaussez\u2011la" in words
    assert not re.search(r"(?:ez|is)-l[ae]s?\b", words)
    pages = " ".join(page_texts(shipped_files("fr")[PAGES]))
    assert "défaussez-la" in pages
    assert not re.search(r"[a-z]ez- l[ae]s?\b", pages)
