"""The files of one language's rulebook, made from one book."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.games.contract import Data, Game
from cloudy_pnp.i18n.template import Template, template_folder
from cloudy_pnp.rulebook import FILES
from cloudy_pnp.rulebook.book import Book, plain
from cloudy_pnp.rulebook.compose import BadTemplate, compose
from cloudy_pnp.rulebook.figures import Documents, story_pictures
from cloudy_pnp.rulebook.theme import load_look

PAGES, BOOKLET, WEB = FILES


def make_book(game: Game, data: Data, template: Template, documents: Documents, edition: str | None) -> Book:
    """The book of a template whose figures have been judged."""
    if game.handbook is None:
        raise UserError(f"{game.id} has no rulebook")
    handbook = game.handbook(data, template.lang, edition)
    pictures = story_pictures(game, data, game.build(data), documents, template.lang)
    try:
        return compose(template, handbook, pictures)
    except BadTemplate as error:
        raise UserError(f"{template.name}:{error.line}: {error}") from error


def rulebook_files(
    book: Book, root: Path, wanted: Collection[str] = FILES, words: Path | None = None
) -> Iterator[tuple[str, bytes]]:
    """The wanted files by name, each whole. The same book gives the same bytes. `words`: a file with the fixed words
    of a further language.
    """
    from cloudy_pnp.rulebook.booklet import booklet
    from cloudy_pnp.rulebook.drawing import draw_all
    from cloudy_pnp.rulebook.pages import PAGE, pdf_pages
    from cloudy_pnp.rulebook.web import html_page

    folder = template_folder(root)
    look = load_look(folder, book.lang, words)
    drawn = draw_all(book)
    if PAGES in wanted or BOOKLET in wanted:
        pdf = pdf_pages(book, drawn, look, folder)
        if PAGES in wanted:
            yield PAGES, pdf
        if BOOKLET in wanted:
            yield BOOKLET, booklet(pdf, PAGE, plain(book.title), book.lang)
    if WEB in wanted:
        yield WEB, html_page(book, drawn, look, folder).encode()
