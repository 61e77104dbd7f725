"""Where pages break: no heading is the last thing on a page, in every book, in one language and in two."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace
from pypdfium2 import raw

from cloudy_pnp.rulebook.book import in_columns
from cloudy_pnp.rulebook.compose import PAGES, rulebook_files
from rulebook.books import BOOKS, LANGUAGES, opened, shipped_book, shipped_theme

MM = 72 / 25.4
FOOT = 17.0 * MM  # the lower margin
HEADINGS = b"Fraunces"
FOOT_ORNAMENT = 0.9  # of the width of a page: the ornament at the foot is wider
LEAST = 2  # lines of text below the last heading of a page, or a figure
PAIRS = tuple(combinations(LANGUAGES, 2))


Box = tuple[float, float, float, float]  # left, bottom, right, top, in points


def _characters(page: Any, figures: list[Box]) -> Iterator[tuple[float, bool]]:
    """Yield the characters outside of figures: the height above the lower edge, and if it is one of a heading."""
    text = page.get_textpage()
    name = ctypes.create_string_buffer(200)
    flags = ctypes.c_int()
    for index in range(text.count_chars()):
        if raw.FPDFText_GetUnicode(text.raw, index) > ord(" "):
            left, bottom, _, _ = text.get_charbox(index)
            inside = any(box[0] <= left <= box[2] and box[1] <= bottom <= box[3] for box in figures)
            if bottom > FOOT - 4.0 * MM and not inside:
                raw.FPDFText_GetFontInfo(text.raw, index, name, 200, flags)
                yield bottom, HEADINGS in name.value


def _figures(page: Any) -> list[Box]:
    """Return the places of the pictures on a page: forms, which the text is not; without the ornament at the foot."""
    forms = page.get_objects(filter=(raw.FPDF_PAGEOBJ_FORM,), max_depth=1)
    boxes = [form.get_bounds() for form in forms]
    return [box for box in boxes if box[2] - box[0] < FOOT_ORNAMENT * page.get_width()]


def stranded(pdf: bytes) -> list[str]:
    """Name the pages whose last heading has too little below it; the title page has none."""
    document, found = pypdfium2.PdfDocument(pdf), []
    try:
        for number, page in enumerate(document, 1):
            figures = _figures(page)
            characters = list(_characters(page, figures)) if number > 1 else []
            lowest = min((at for at, is_heading in characters if is_heading), default=None)
            if lowest is None:
                continue
            below = {round(at / 4) for at, is_heading in characters if not is_heading and at < lowest - 3.0}
            if len(below) < LEAST and not any(FOOT < (box[1] + box[3]) / 2 < lowest for box in figures):
                found.append(f"page {number}: {len(below)} lines below the last heading")
    finally:
        document.close()
    return found


@cache
def _pair(game: str, first: str, second: str) -> bytes:
    theme = replace(shipped_theme(first, game), second=shipped_theme(second, game).words)
    book = in_columns(shipped_book(first, game), shipped_book(second, game))
    [(_, pdf)] = rulebook_files(book, theme, (PAGES,))
    return pdf


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", [*BOOKS, "harbour-lights"])
def test_no_heading_ends_a_page(game: str, lang: str) -> None:
    [(_, pdf)] = rulebook_files(shipped_book(lang, game), shipped_theme(lang, game), (PAGES,))
    assert stranded(pdf) == []


@pytest.mark.parametrize(("first", "second"), PAIRS)
@pytest.mark.parametrize("game", [*BOOKS, "harbour-lights"])
def test_no_heading_of_two_languages_ends_a_page(game: str, first: str, second: str) -> None:
    assert stranded(_pair(game, first, second)) == []


def test_a_figure_without_words_is_shown_once_for_both_languages() -> None:
    """One picture with two captions: so the page has fewer pictures than two books have."""
    with opened(_pair("cloudy-kingdom", "de", "fr")) as pdf:
        names = [name for page in pdf.pages for name in _images(page)]
    alone = 0
    for lang in ("de", "fr"):
        [(_, single)] = rulebook_files(shipped_book(lang), shipped_theme(lang), (PAGES,))
        with opened(single) as pdf:
            alone += sum(len(_images(page)) for page in pdf.pages)
    assert len(names) < 0.85 * alone


def _images(page: pikepdf.Page) -> list[str]:
    return list(page.resources.get("/XObject", pikepdf.Dictionary()).keys())
