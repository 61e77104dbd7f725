"""The files of one language's rulebook, made from one book."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.games.contract import Data, Game
from cloudy_pnp.i18n.template import Template
from cloudy_pnp.rulebook import FILES
from cloudy_pnp.rulebook.book import Book, plain
from cloudy_pnp.rulebook.compose import BadTemplate, compose
from cloudy_pnp.rulebook.figures import Documents, figure_pictures
from cloudy_pnp.rulebook.theme import Theme

PAGES, BOOKLET, WEB = FILES


def make_book(
    game: Game[Any], data: Data, template: Template, documents: Documents, edition: str | None = None
) -> Book:
    """The book of a template whose figures have been judged."""
    if game.book is None:
        raise UserError(f"{game.id} has no rulebook")
    context = game.book.context.load()(data, template.lang, edition)
    pictures = figure_pictures(game, data, game.data.model.load()(data), documents, template.lang)
    try:
        return compose(template, context, pictures)
    except BadTemplate as error:
        raise UserError(f"{template.name}:{error.line}: {error}") from error


def rulebook_files(book: Book, theme: Theme, wanted: Collection[str] = FILES) -> Iterator[tuple[str, bytes]]:
    """The wanted files by name, each whole. The same book gives the same bytes."""
    from cloudy_pnp.rulebook.booklet import booklet
    from cloudy_pnp.rulebook.drawing import draw_all
    from cloudy_pnp.rulebook.pages import PAGE, pdf_pages
    from cloudy_pnp.rulebook.web import html_page

    drawn = draw_all(book)
    if PAGES in wanted or BOOKLET in wanted:
        pdf = pdf_pages(book, drawn, theme)
        if PAGES in wanted:
            yield PAGES, pdf
        if BOOKLET in wanted:
            yield BOOKLET, booklet(pdf, PAGE, plain(book.title), book.lang)
    if WEB in wanted:
        yield WEB, html_page(book, drawn, theme).encode()
