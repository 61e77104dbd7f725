"""Templates of rulebooks: where they lie, their sections as they are written, and what they render to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cloudy_pnp.data.files import shown
from cloudy_pnp.data.limits import LIMITS
from cloudy_pnp.games.base import Handbook, Picture
from cloudy_pnp.problems import UserError, meant
from cloudy_pnp.rulebook import ENDING as ENDING
from cloudy_pnp.rulebook import FOLDER, has_templates
from cloudy_pnp.rulebook.book import Book, Figure
from cloudy_pnp.rulebook.markdown import HEADING, BadMarkdown, literal, parse, placeholder
from cloudy_pnp.shipped import shipped_root

Stories = Mapping[tuple[str, int], Picture]  # figures by the name of their file, and the number of the document


class BadTemplate(Exception):
    """A template cannot be made into a book; `line` (from 1) says where."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class SourceSection:
    """A section as its author wrote it, without its heading line."""

    id: str
    title: str
    line: int  # of the heading, from 1
    text: str

    @property
    def words(self) -> str:
        """The heading and the text."""
        return f"{self.title} {self.text}"


@dataclass(frozen=True, slots=True)
class Template:
    """The template of one language."""

    lang: str
    path: Path
    text: str

    @property
    def name(self) -> str:
        """The file as a report names it."""
        return shown(self.path)

    def sections(self) -> dict[str, SourceSection]:
        """What is written under each heading, by id."""
        return {section.id: section for section in _split(self.text)}


def find_templates(root: Path, languages: list[str]) -> dict[str, Template]:
    """The author's own templates, or the shipped ones; empty when the source language has none."""
    folder = template_folder(root)
    found = {}
    for lang in languages:
        path = folder / f"{lang}{ENDING}"
        if path.is_file():
            found[lang] = read_template(path, lang)
    return found if languages[0] in found else {}


def read_template(path: Path, lang: str) -> Template:
    """The template in a file."""
    return Template(lang, path, _text(path))


def template_folder(root: Path) -> Path:
    """The folder with the rulebook's files: the author's own, or the shipped one."""
    return (root if has_templates(root) else shipped_root()) / FOLDER


def _text(path: Path) -> str:
    try:
        raw = path.read_bytes()
        if len(raw) > LIMITS.file_bytes:
            raise UserError(f"{shown(path)} has more than {LIMITS.file_bytes:,} bytes")
        return raw.decode("utf-8")
    except OSError as error:
        raise UserError(f"cannot read {shown(path)}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise UserError(f"cannot read {shown(path)}: it is not UTF-8") from None


def _split(text: str) -> Iterator[SourceSection]:
    heading, title, start, lines = "", "", 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        match = HEADING.match(line)
        if match is None:
            lines.append(line)
            continue
        if heading:
            yield SourceSection(heading, title, start, "\n".join(lines).strip("\n"))
        title, heading, start, lines = match.group(2), match.group(3), number, []
    if heading:
        yield SourceSection(heading, title, start, "\n".join(lines).strip("\n"))


def compose(template: Template, handbook: Handbook, stories: Stories) -> Book:
    """The book of a language. Raises BadTemplate; nothing is drawn yet."""
    made: dict[int, Figure] = {}
    context = {**handbook.context, "figure": _story(stories, made)}
    context |= {name: _pictures(name, known, made) for name, known in handbook.pictures.items()}
    text = _rendered(template, context)
    try:
        parsed = parse(text, made)
    except BadMarkdown as error:
        raise BadTemplate(_source_line(template, text, error.line), str(error)) from error
    cover = _lookup(stories, (handbook.cover, 1), "scenario", handbook.cover)
    return Book(template.lang, parsed.title, parsed.intro, cover, parsed.sections)


def _rendered(template: Template, context: Mapping[str, Any]) -> str:
    from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError  # slow to import
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    # Comments are written <!-- … -->, because {#id} is the id of a heading.
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        finalize=_printed,
        comment_start_string="<!--",
        comment_end_string="-->",
        keep_trailing_newline=True,
    )
    try:
        return environment.from_string(template.text).render(context)
    except TemplateSyntaxError as error:
        raise BadTemplate(error.lineno, error.message or "wrong syntax") from error
    except (TemplateError, UserError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
        raise BadTemplate(_line_of(error), str(error)) from error


def _line_of(error: BaseException) -> int:
    """The line of the template in which an error happened: Jinja puts it into the traceback."""
    line, step = 1, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == "<template>":
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


def _story(stories: Stories, made: dict[int, Figure]) -> Callable[..., _Markdown]:
    def figure(name: str, number: int = 1) -> _Markdown:
        picture = _lookup(stories, (name, number), "scenario", name)
        return _marked(made, Figure((f"figure-{name}-{number}",), (picture,)))

    return figure


def _pictures(kind: str, known: Mapping[str, Picture], made: dict[int, Figure]) -> Callable[..., _Markdown]:
    def pictures(*names: str) -> _Markdown:
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
