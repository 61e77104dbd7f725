"""The model of a rulebook: sections of plain blocks. Both back ends translate it; neither reads Markdown.

Figures of a rulebook: documents of scenario files evaluated by the rules, as pictures with their captions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.draw.scene import Font
from cloudy_pnp.game.contract import NO_FACTS, Data, Evaluation, Facts, Game, Picture, Scenario
from cloudy_pnp.i18n.localized import Untranslated, fill_texts
from cloudy_pnp.i18n.template import SOURCE_MARK, UNTRANSLATED

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Page


class Span(Struct, frozen=True):
    """Text in one style. It is plain text: nothing in it is ever interpreted as markup."""

    text: str
    strong: bool = False
    emphasis: bool = False


Spans = tuple[Span, ...]
_LONG_CELL = 50  # characters: a longer text of a table has several lines


class Paragraph(Struct, frozen=True):
    """A paragraph."""

    spans: Spans


class Listing(Struct, frozen=True):
    """A list with bullets or numbers."""

    items: tuple[tuple[Block, ...], ...]
    ordered: bool = False


class Tip(Struct, frozen=True):
    """A box next to the rules."""

    blocks: tuple[Block, ...]


class Figure(Struct, frozen=True):
    """A picture with its caption, or several in a row. Names are unique and valid in file names."""

    names: tuple[str, ...]
    pictures: tuple[Picture, ...]


class Table(Struct, frozen=True):
    """A table: its header row and the rows below it."""

    head: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]
    align: tuple[str, ...]  # of each column: left, center or right; empty where the author leaves it open

    def widths(self) -> list[int]:
        """Return the share of each column by its texts: longer ones get more, and no word is broken without need."""
        columns = ([plain(row[number]) for row in (self.head, *self.rows)] for number in range(len(self.head)))
        return [
            4 + max(max(len(word), min(len(text), _LONG_CELL)) for text in column for word in (*text.split(), ""))
            for column in columns
        ]


Block = Paragraph | Listing | Tip | Figure | Table


class Section(Struct, frozen=True):
    """A heading with everything up to the next one."""

    id: str
    level: int  # 2 or 3, as in the Markdown
    title: Spans
    rules: tuple[str, ...]
    blocks: tuple[Block, ...]
    other: Section | None = None  # the same in the second language of the book


class Book(Struct, frozen=True):
    """A rulebook in one language, or in two columns in two languages."""

    lang: str
    title: Spans
    intro: tuple[Block, ...]  # below the title
    cover: Picture
    sections: tuple[Section, ...]
    facts: Facts = NO_FACTS
    foot: Picture | None = None  # along the foot of every page
    fonts: tuple[Font, ...] = ()  # for characters that the book's own lack
    unknown: tuple[tuple[str, str], ...] = ()  # markup that is printed as it is: the text, and what it is
    second: str = ""  # the language of the second column
    second_title: Spans = ()

    def chapters(self) -> Iterator[tuple[Section, list[Section]]]:
        """Yield the sections of level 2, each with those of level 3 that follow it."""
        chapters: list[tuple[Section, list[Section]]] = []
        for section in self.sections:
            if section.level == 2 or not chapters:
                chapters.append((section, []))
            else:
                chapters[-1][1].append(section)
        yield from chapters


def in_columns(first: Book, second: Book) -> Book:
    """Return two books with the same sections as one in two columns."""
    others = {section.id: _renamed(section, f"-{second.lang}") for section in second.sections}
    return replace(
        first,
        intro=(*first.intro, *(block for block in second.intro if block not in first.intro)),
        sections=tuple(replace(section, other=others.get(section.id)) for section in first.sections),
        fonts=(*first.fonts, *(font for font in second.fonts if font not in first.fonts)),
        second=second.lang,
        second_title=second.title,
    )


def _renamed(section: Section, suffix: str) -> Section:
    """Return a section whose id, and the names of whose figures, are unique in a book with two languages."""

    def renamed(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        return tuple(map(rename, blocks))

    def rename(block: Block) -> Block:
        match block:
            case Figure(names):
                return replace(block, names=tuple(name + suffix for name in names))
            case Listing(items):
                return replace(block, items=tuple(map(renamed, items)))
            case Tip(blocks):
                return replace(block, blocks=renamed(blocks))
        return block

    return replace(section, id=section.id + suffix, blocks=renamed(section.blocks))


def plain(spans: Spans) -> str:
    """Return the text without styles.

    >>> plain((Span("Two "), Span("stems", strong=True)))
    'Two stems'
    """
    return "".join(span.text for span in spans).replace(UNTRANSLATED, "")


def is_untranslated(part: Section | Spans) -> bool:
    """Check whether a paragraph, or one of a section, is printed in the source language."""
    if isinstance(part, Section):
        return is_untranslated(part.title) or any(map(is_untranslated, _all_spans(part.blocks)))
    return any(UNTRANSLATED in span.text for span in part)


def _all_spans(blocks: tuple[Block, ...]) -> Iterator[Spans]:
    for block in blocks:
        match block:
            case Paragraph(spans):
                yield spans
            case Listing(items):
                for item in items:
                    yield from _all_spans(item)
            case Tip(inner):
                yield from _all_spans(inner)
            case Table(head, rows):
                yield from head
                for row in rows:
                    yield from row


def paragraphs(blocks: tuple[Block, ...]) -> Iterator[str]:
    """Yield the texts of all paragraphs, those in lists and boxes too, but for what is not translated."""
    yield from (plain(spans) for spans in _all_spans(blocks) if not is_untranslated(spans))


def figures(blocks: tuple[Block, ...]) -> Iterator[Figure]:
    """Yield all figures in order."""
    for block in blocks:
        match block:
            case Figure():
                yield block
            case Listing(items):
                for item in items:
                    yield from figures(item)
            case Tip(inner):
                yield from figures(inner)


# By the name of the file and the number of the document (from 1): the command that shows it, and the document.
Documents = Mapping[tuple[str, int], tuple[str, Mapping[str, Any]]]


def figure_name(file: str, scenario: Scenario[Any]) -> str:
    """Return the name of a figure: its file without folder and extension.

    >>> from cloudy_pnp.game.registry import find_game
    >>> figure_name("boards/example-a.board.yaml", find_game("cloudy-kingdom").scenarios["board"])
    'example-a'
    """
    name = file.rsplit("/", 1)[-1]
    return next((name.removesuffix(ending) for ending in scenario.endings if name.endswith(ending)), name)


def figure_pictures(
    game: Game[Any], data: Data, model: Any, documents: Documents, lang: str
) -> dict[tuple[str, int], Picture]:
    """Return a picture of every drawable document in a language. Without its own words it has those of the first.

    A title or a caption that is not translated is in the source language, with a mark.
    """
    pictures = {}
    languages = [*(game["languages"][0] for game in data.get("game", ())), lang]
    for (name, number), (command, document) in documents.items():
        first = documents.get((name, 1), (command, document))[1]
        title = _words(document, "title", languages)
        alt = title or _words(first, "title", languages) or name
        scenario = game.scenarios[command]
        if scenario.draw is None:
            continue
        judge = partial(_judge, scenario, model, document)
        pictures[name, number] = Picture(
            partial(_draw, scenario, data, judge, name, lang),
            alt,
            _marked(title),
            _marked(_words(document, "caption", languages)),
            wide=scenario.wide,
            scale=scenario.scale,
            steps=partial(_steps, scenario, data, judge) if scenario.steps else None,
        )
    return pictures


def _words(document: Mapping[str, Any], key: str, languages: Sequence[str]) -> str:
    """Return a text of a document in the last of the languages."""
    text: str = fill_texts(document.get(key, {}), [], languages).get(languages[-1], "")
    return text


def _marked(text: str) -> str:
    return f"{text}{SOURCE_MARK}" if isinstance(text, Untranslated) else text


def _steps(scenario: Scenario[Any], data: Data, judge: partial[Evaluation]) -> Sequence[Page]:
    return scenario.steps.load()(data, judge()) if scenario.steps else ()


def _judge(scenario: Scenario[Any], model: Any, document: Mapping[str, Any]) -> Evaluation:
    return scenario.judge.load()(model, document)


def _draw(scenario: Scenario[Any], data: Data, judge: partial[Evaluation], name: str, lang: str) -> Page:
    page = scenario.picture(data, judge(), lang)
    if page is None:
        raise AssertionError(f"{name} is valid but cannot be drawn")
    return page
