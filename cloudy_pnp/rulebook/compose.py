"""A template, the game's words and its figures become a book; what is wrong with the template is told at its line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from cloudy_pnp.core.problems import UserError, meant
from cloudy_pnp.games.contract import BookContext, Picture
from cloudy_pnp.i18n.template import Template
from cloudy_pnp.rulebook.book import Book, Figure
from cloudy_pnp.rulebook.markdown import MARK, BadMarkdown, literal, parse, placeholder

Figures = Mapping[tuple[str, int], Picture]  # figures by the name of their file, and the number of the document


_SIGN = 0.7  # how large a sign is beside a figure


class BadTemplate(Exception):
    """A template cannot be made into a book; `line` (from 1) says where."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(message)


def compose(template: Template, game: BookContext, figures: Figures) -> Book:
    """The book of a language. Raises BadTemplate; nothing is drawn yet."""
    made: dict[int, Figure] = {}
    context = {**game.context, "figure": _figure(figures, made), "sign": _sign(figures, made)}
    context |= {name: _pictures(name, known, made) for name, known in game.pictures.items()}
    text = _rendered(template, context)
    try:
        parsed = parse(text, made)
    except BadMarkdown as error:
        raise BadTemplate(_source_line(template, text, error.line), str(error)) from error
    cover = game.cover
    if isinstance(cover, str):
        cover = _lookup(figures, (cover, 1), "scenario", cover)
    return Book(
        template.lang, parsed.title, parsed.intro, cover, parsed.sections, game.facts, game.foot, tuple(game.fonts)
    )


def _rendered(template: Template, context: Mapping[str, Any]) -> str:
    from jinja2 import TemplateError, TemplateSyntaxError  # slow to import

    from cloudy_pnp.rulebook.sandbox import Sandbox, TooMuchTemplate

    if MARK in template.text:
        line = template.text[: template.text.index(MARK)].count("\n") + 1
        raise BadTemplate(line, f"the character U+{ord(MARK):04X} is not allowed in texts")
    sandbox = Sandbox(_printed)
    try:
        return sandbox.render_text(template.text, context)
    except TemplateSyntaxError as error:
        raise BadTemplate(error.lineno, error.message or "wrong syntax") from error
    except Exception as error:  # whatever happens while a template is carried out, the template has done
        what = str(error) if isinstance(error, (TemplateError, UserError, TooMuchTemplate)) else _said(error)
        raise BadTemplate(_line_of(error), what) from error
    finally:
        sandbox.finish()


def _said(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return (
        f"{error}" if isinstance(error, (TypeError, ValueError)) and str(error) else f"{type(error).__name__}: {error}"
    )


def _line_of(error: BaseException) -> int:
    """The line of the template in which an error happened: Jinja puts it into the traceback."""
    line, step = 1, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename in ("<template>", "<unknown>"):
            line = step.tb_lineno
        step = step.tb_next
    return line


def _source_line(template: Template, rendered: str, line: int) -> int:
    """The line of the template that became a line of the rendered text: the same words, or the first."""
    wanted = rendered.splitlines()[line - 1].strip() if rendered.strip() else ""
    lines = template.text.splitlines()
    return next((number for number, text in enumerate(lines, 1) if wanted and text.strip() == wanted), 1)


class _Markdown(str):
    """Text that is markup already."""

    __slots__ = ()


def _printed(value: object) -> object:
    if isinstance(value, _Markdown) or value is None:
        return value or ""
    return literal(str(value))


def _figure(figures: Figures, made: dict[int, Figure]) -> Callable[..., _Markdown]:
    def figure(name: str, number: int = 1) -> _Markdown:
        picture = _lookup(figures, (name, number), "scenario", name)
        return _marked(made, Figure((f"figure-{name}-{number}",), (picture,)))

    return figure


def _sign(figures: Figures, made: dict[int, Figure]) -> Callable[..., _Markdown]:
    """A figure without its words, beside the text that follows it."""

    def sign(name: str, number: int = 1) -> _Markdown:
        picture = _lookup(figures, (name, number), "scenario", name)
        bare = replace(picture, title="", caption="", beside=True, scale=_SIGN * picture.scale, steps=None)
        return _marked(made, Figure((f"sign-{name}-{number}",), (bare,)))

    return sign


def _pictures(kind: str, known: Mapping[str, Picture], made: dict[int, Figure]) -> Callable[..., _Markdown]:
    def pictures(*names: str) -> _Markdown:
        names = names or tuple(known)  # none: all of them
        chosen = tuple(_lookup(known, name, kind, name) for name in names)
        return _marked(made, Figure(tuple(f"{kind}-{name}" for name in names), chosen))

    return pictures


def _marked(made: dict[int, Figure], figure: Figure) -> _Markdown:
    made[len(made)] = figure
    return _Markdown(placeholder(len(made) - 1))


def _lookup(known: Mapping[Any, Picture], key: Any, what: str, name: str) -> Picture:
    if key not in known:
        names = dict.fromkeys(str(item[0] if isinstance(item, tuple) else item) for item in known)
        raise UserError(f'there is no {what} "{name}" to show; {meant(name, names)}'.rstrip("; "))
    return known[key]
