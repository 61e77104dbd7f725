"""The files of a language's rulebook, written from one book."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.press.standard import Press, Standard
from cloudy_pnp.game.contract import BookContext, Data, Game
from cloudy_pnp.i18n.template import Template
from cloudy_pnp.rulebook import BOOKLET, FILES
from cloudy_pnp.rulebook.book import Book, plain
from cloudy_pnp.rulebook.compose import BadTemplate, Figures, compose
from cloudy_pnp.rulebook.figures import Documents, figure_pictures
from cloudy_pnp.rulebook.theme import Theme

PAGES, _, WEB = FILES
T = TypeVar("T")


def make_book(
    game: Game[Any], data: Data, template: Template, documents: Documents, options: Mapping[str, str]
) -> Book:
    """Compose the book of a template whose figures have been evaluated."""
    return make_from(compose, game, data, template, documents, options)


def make_from(
    compose_text: Callable[[Template, BookContext, Figures], T],
    game: Game[Any],
    data: Data,
    template: Template,
    documents: Documents,
    options: Mapping[str, str],
) -> T:
    """Return what a function composes from a template, the texts of the game and its figures. Raises UserError."""
    if game.book is None:
        raise UserError(f"{game.id} has no rulebook")
    context = game.book.texts(data, template.lang, options)
    pictures = figure_pictures(game, data, game.data.model.load()(data), documents, template.lang)
    try:
        return compose_text(template, context, pictures)
    except BadTemplate as error:
        raise UserError(f"{template.name}:{error.line}: {error}; {error.hint}".rstrip("; ")) from error


def rulebook_files(
    book: Book,
    theme: Theme,
    names: Collection[str] = FILES,
    paper: tuple[float, float] | None = None,
    press: Press | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Yield the requested files by name, each complete. The same book gives the same bytes.

    `paper` (mm) is that of the booklet, A4 by default; pages are half as large. A book in two columns has pages of the
    size of the paper, and no booklet. With `press` both are in print colours, as PDF/X-4.
    """
    from cloudy_pnp.rulebook.booklet import booklet
    from cloudy_pnp.rulebook.drawing import draw_all
    from cloudy_pnp.rulebook.pages import pdf_pages
    from cloudy_pnp.rulebook.paper import A4, A5, large_page, page_size
    from cloudy_pnp.rulebook.web import html_page

    pictures = draw_all(book)
    if PAGES in names or BOOKLET in names:
        paper, title = paper or A4, plain(book.title)
        size = large_page(paper) if book.second else page_size(paper) or A5
        press = replace(press, standard=Standard.X4) if press else None  # transparency is kept
        pdf = pdf_pages(book, pictures, theme, size, press)
        if PAGES in names:
            yield PAGES, _convert(pdf, title, book.lang, press)
        if BOOKLET in names and not book.second:
            yield BOOKLET, _convert(booklet(pdf, size, title, book.lang, paper), title, book.lang, press)
    if WEB in names:
        yield WEB, html_page(book, pictures, theme).encode()


def _convert(pdf: bytes, title: str, lang: str, press: Press | None) -> bytes:
    """Convert a file for the press."""
    if press is None:
        return pdf
    from cloudy_pnp.draw.press.convert import convert_pdf
    from cloudy_pnp.draw.press.preflight import require_valid_data

    result = convert_pdf(pdf, press, title, lang)
    require_valid_data(result, press, title)
    return result
