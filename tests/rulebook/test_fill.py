"""No page of a book is half empty: how far its ink reaches down, in every game and language. Only the last page, which
is the back cover, and the title page need not be full. And no page holds only the end of what began on another.
"""

from __future__ import annotations

import numpy as np
import pypdfium2
import pytest

from cloudy_pnp.rulebook.compose import PAGES, rulebook_files
from rulebook.books import BOOKS, LANGUAGES, page_texts, plain_text, shipped_book, shipped_files, shipped_theme

TOP, BOTTOM = 14.0, 17.0  # mm: the margins of book.typ; the number of the page stands in the lower one
LEAST = 0.70
LETTER = (215.9, 279.4)  # mm
DOTS = 2  # for a millimetre


def fills(pdf: bytes) -> list[float]:
    """For every page, the share of its text block from the top down to the last ink."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        found = []
        for page in document:
            picture = page.render(scale=DOTS * 25.4 / 72, grayscale=True).to_numpy()
            block = picture[round(TOP * DOTS) : picture.shape[0] - round(BOTTOM * DOTS)]
            [inked] = np.nonzero(block.min(axis=1) < 200)
            found.append((inked[-1] + 1) / len(block) if len(inked) else 0.0)
        return found
    finally:
        document.close()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", [*BOOKS, "harbour-lights"])
def test_every_page_is_full(game: str, lang: str) -> None:
    inner = fills(shipped_files(lang, game)[PAGES])[1:-1]
    assert min(inner) >= LEAST, [f"page {number}: {fill:.0%}" for number, fill in enumerate(inner, 2) if fill < LEAST]


@pytest.mark.parametrize("game", BOOKS)
def test_pages_for_letter_paper_are_full_too(game: str) -> None:
    """They are narrower and higher; in the language that needs the most room."""
    book, theme = shipped_book("fr", game), shipped_theme("fr", game)
    [(_, pdf)] = rulebook_files(book, theme, (PAGES,), LETTER)
    inner = fills(pdf)[1:-1]
    assert len(inner) == len(theme.starts) - 1
    assert min(inner) >= LEAST, [f"page {number}: {fill:.0%}" for number, fill in enumerate(inner, 2) if fill < LEAST]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", BOOKS)
def test_every_planned_page_is_one_page(game: str, lang: str) -> None:
    """Nothing is stranded on a page of its own: there are no pages but the planned ones, and no blank ones to fold."""
    starts = shipped_theme(lang, game).starts
    pages = page_texts(shipped_files(lang, game)[PAGES])
    assert len(starts) == len(pages) - 1
    assert len(pages) % 4 == 0, "a booklet has no blank pages"
    assert all(len(plain_text(text)) > 100 for text in pages[1:])
