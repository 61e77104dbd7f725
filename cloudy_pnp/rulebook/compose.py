"""Composing a book from a template, the game's words and its figures; errors are reported with their line.

The files of a language's rulebook, written from one book.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from cloudy_pnp.core.packages import need_package
from cloudy_pnp.core.problems import UserError, suggest
from cloudy_pnp.draw.inks import Press, Standard
from cloudy_pnp.game.contract import BookContext, Data, Game, Picture
from cloudy_pnp.i18n.template import Template
from cloudy_pnp.rulebook import BOOKLET, FILES
from cloudy_pnp.rulebook.book import Book, Documents, Figure, figure_pictures, plain
from cloudy_pnp.rulebook.markdown import MARK, BadMarkdown, OpenPicture, literal, parse, placeholder, without_figures
from cloudy_pnp.rulebook.theme import Theme

Figures = Mapping[tuple[str, int], Picture]  # figures by the name of their file, and the number of the document


_SIGN = 0.7  # the size of a sign next to a figure

_PICTURE_WIDTH = 100.0  # mm, if there is room for it


class BadTemplate(Exception):
    """A template is invalid; `line` (from 1) says where."""

    def __init__(self, line: int, message: str, hint: str = "") -> None:
        self.line, self.hint = line, hint
        super().__init__(message)


def compose(template: Template, game: BookContext, figures: Figures) -> Book:
    """Compose the book of a language. Raises BadTemplate; nothing is drawn yet."""
    text, used = _render_book(template, game, figures)
    try:
        parsed = parse(text, used, _open_picture(template.path.parent))
    except BadMarkdown as error:
        raise BadTemplate(_source_line(template, text, error.line), str(error)) from error
    cover = game.cover
    if isinstance(cover, str):
        cover = _lookup(figures, (cover, 1), "scenario", cover)
    return Book(
        template.lang,
        parsed.title,
        parsed.intro,
        cover,
        parsed.sections,
        game.facts,
        game.foot,
        tuple(game.fonts),
        parsed.unknown,
    )


def section_sources(template: Template, game: BookContext, figures: Figures) -> dict[str, str]:
    """Return the Markdown of each section of a book by id, without its figures. Raises BadTemplate."""
    text, _ = _render_book(template, game, figures)
    sections = Template(template.lang, template.path, without_figures(text)).sections()
    return {name: f"## {section.title} {{#{name}}}\n{section.text}\n" for name, section in sections.items()}


def _render_book(template: Template, game: BookContext, figures: Figures) -> tuple[str, dict[int, Figure]]:
    """Return the Markdown of a book, and its figures by the numbers of their placeholders."""
    used: dict[int, Figure] = {}
    context = {**game.context, "figure": _figure(figures, used), "sign": _sign(figures, used)}
    context |= {name: _pictures(name, pictures, used) for name, pictures in game.pictures.items()}
    return _render(template, context), used


def _open_picture(folder: Path) -> OpenPicture:
    """Return what opens a picture file next to the template."""

    def open_picture(file: str, alt: str, caption: str) -> Figure:
        from cloudy_pnp.core.geometry import Rect
        from cloudy_pnp.draw.scene import Page
        from cloudy_pnp.draw.shapes import rectangle
        from cloudy_pnp.layouts.pictures import NoPicture, Pictures

        try:
            picture = Pictures([folder]).find(file)
        except NoPicture as error:
            raise ValueError(f"{error.finding.message}; {error.finding.hint}".rstrip("; ")) from error
        box = Rect(0, 0, _PICTURE_WIDTH, _PICTURE_WIDTH * picture.height / picture.width)

        def draw() -> Page:
            return Page(box.width, box.height, tuple(picture.items(box, "contain", (0.5, 0.5), rectangle(box))))

        name = "picture-" + "".join(char if char.isalnum() else "-" for char in file)
        return Figure((name,), (Picture(draw, alt or file, caption=caption, wide=True, scale=1.0),))

    return open_picture


def _render(template: Template, context: Mapping[str, Any]) -> str:
    from jinja2 import TemplateError, TemplateSyntaxError  # slow to import

    from cloudy_pnp.rulebook.sandbox import Sandbox, TooMuchTemplate

    if MARK in template.text:
        line = template.text[: template.text.index(MARK)].count("\n") + 1
        raise BadTemplate(line, f"the character U+{ord(MARK):04X} is not allowed in texts")
    sandbox = Sandbox(_printable)
    try:
        return sandbox.render_text(template.text, context)
    except TemplateSyntaxError as error:
        raise BadTemplate(error.lineno, error.message or "wrong syntax") from error
    except Exception as error:  # any exception while a template is rendered is caused by the template
        is_clear = isinstance(error, (TemplateError, UserError, TooMuchTemplate))
        message = str(error) if is_clear else _describe_error(error)
        raise BadTemplate(_line_of(error), message, getattr(error, "hint", "")) from error
    finally:
        sandbox.finish()


def _describe_error(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return (
        f"{error}" if isinstance(error, (TypeError, ValueError)) and str(error) else f"{type(error).__name__}: {error}"
    )


def _line_of(error: BaseException) -> int:
    """Return the line of the template in which an error happened: Jinja puts it into the traceback."""
    line, step = 1, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename in ("<template>", "<unknown>"):
            line = step.tb_lineno
        step = step.tb_next
    return line


def _source_line(template: Template, rendered: str, line: int) -> int:
    """Return the line of the template that produced a line of the rendered text: the same words, or the first."""
    words = rendered.splitlines()[line - 1].strip() if rendered.strip() else ""
    lines = template.text.splitlines()
    return next((number for number, text in enumerate(lines, 1) if words and text.strip() == words), 1)


class _Markdown(str):
    """Text that is already markup."""

    __slots__ = ()


def _printable(value: object) -> object:
    if isinstance(value, _Markdown) or value is None:
        return value or ""
    return literal(str(value))


def _figure(figures: Figures, used: dict[int, Figure]) -> Callable[..., _Markdown]:
    def figure(name: str, number: int = 1, beside: bool = False) -> _Markdown:
        picture = _lookup(figures, (name, number), "scenario", name)
        picture = replace(picture, beside=True) if beside else picture
        return _mark_figure(used, Figure((f"figure-{name}-{number}",), (picture,)))

    return figure


def _sign(figures: Figures, used: dict[int, Figure]) -> Callable[..., _Markdown]:
    """Return a figure without its words, next to the text that follows it."""

    def sign(name: str, number: int = 1) -> _Markdown:
        picture = _lookup(figures, (name, number), "scenario", name)
        bare = replace(picture, title="", caption="", beside=True, scale=_SIGN * picture.scale, steps=None)
        return _mark_figure(used, Figure((f"sign-{name}-{number}",), (bare,)))

    return sign


def _pictures(kind: str, available: Mapping[str, Picture], used: dict[int, Figure]) -> Callable[..., _Markdown]:
    def pictures(*names: str) -> _Markdown:
        names = names or tuple(available)  # none: all of them
        chosen = tuple(_lookup(available, name, kind, name) for name in names)
        return _mark_figure(used, Figure(tuple(f"{kind}-{name}" for name in names), chosen))

    return pictures


def _mark_figure(used: dict[int, Figure], figure: Figure) -> _Markdown:
    used[len(used)] = figure
    return _Markdown(placeholder(len(used) - 1))


def _lookup(available: Mapping[Any, Picture], key: Any, kind: str, name: str) -> Picture:
    if key not in available:
        names = dict.fromkeys(str(item[0] if isinstance(item, tuple) else item) for item in available)
        raise UserError(f'there is no {kind.removesuffix("s")} "{name}" to show; {suggest(name, names)}'.rstrip("; "))
    return available[key]


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
    from cloudy_pnp.rulebook.arrange import draw_all
    from cloudy_pnp.rulebook.paper import A4, A5, large_page, page_size
    from cloudy_pnp.rulebook.web import html_page

    pictures = draw_all(book)
    if PAGES in names or BOOKLET in names:
        need_package("pikepdf", "a rulebook as PDF")
        from cloudy_pnp.rulebook.booklet import booklet
        from cloudy_pnp.rulebook.pages import pdf_pages

        paper, title = paper or A4, plain(book.title)
        size = large_page(paper) if book.second else page_size(paper) or A5
        press = replace(press, standard=Standard.X4) if press else None  # transparency is kept
        pdf = pdf_pages(book, pictures, theme, size, press)
        if PAGES in names:
            yield PAGES, _convert(pdf, title, book.lang, press)
        if BOOKLET in names and not book.second:
            folded = booklet(pdf, size, title, book.lang, paper, aid=bool(theme.starts))
            yield BOOKLET, _convert(folded, title, book.lang, press)
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
