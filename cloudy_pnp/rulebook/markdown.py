"""The Markdown subset of rulebooks → blocks: headings with ids, text, lists, tables, pictures, bold, italic, tip boxes.

Everything else (HTML, links, code) is not markup here: it is printed literally, and reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import escaped
from cloudy_pnp.i18n.lint import UNKNOWN_MARKUP
from cloudy_pnp.i18n.template import SOURCE_MARK, UNTRANSLATED, heading_of
from cloudy_pnp.rulebook import book

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# A figure is in the text as its number between two private-use characters.
MARK = "\ue000"
_FIGURE = re.compile(rf"{MARK}(\d+){MARK}")
# A picture file: ![what it shows](file.png "caption"), alone in its paragraph.
_PICTURE = re.compile(r'!\[(?P<alt>[^\]]*)\]\((?P<file>[^)"\s]+)(?:\s+"(?P<caption>[^"]*)")?\)')
OpenPicture = Callable[[str, str, str], book.Figure]  # file, alternative text, caption; raises ValueError
MOST_SECTIONS = 1_000
_UNSPACED = re.compile(r"^#{2,6}(?=[^#\s])", re.MULTILINE)
_SPECIAL = re.compile(r"([!-/:-@\[-`{-~])")  # characters that a backslash escapes


class BadMarkdown(Exception):
    """The text is not a rulebook; `line` (from 1) is in the rendered Markdown."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(message)


class Parsed(Struct, frozen=True):
    """The title, the blocks below it, and the sections."""

    title: book.Spans
    intro: tuple[book.Block, ...]
    sections: tuple[book.Section, ...]
    unknown: tuple[tuple[str, str], ...] = ()  # markup that is printed as it is, and what it is


def literal(text: str) -> str:
    """Escape a text so that Markdown prints it literally.

    >>> literal("1. *Chop*")
    '1\\\\. \\\\*Chop\\\\*'
    """
    return _SPECIAL.sub(r"\\\1", _one_line(text.replace(MARK, "")))


def _one_line(text: str, blanks: str | None = None) -> str:
    """Replace line breaks and the blanks around them with single spaces. A pattern for that would be quadratic.

    >>> _one_line("a  \\n  b c")
    'a b c'
    """
    first, *others = text.split("\n")
    if not others:
        return text
    *inner, last = others
    return " ".join(
        [first.rstrip(blanks), *(part for line in inner if (part := line.strip(blanks))), last.lstrip(blanks)]
    )


def placeholder(number: int) -> str:
    """Return the Markdown of a figure: a separate paragraph."""
    return f"\n\n{MARK}{number}{MARK}\n\n"


def without_figures(text: str) -> str:
    """Return Markdown without the placeholders of figures."""
    return _FIGURE.sub("", text)


def plain_section(source: str) -> str:
    """Return the title and the paragraphs of a section without markup; one that is not valid as it is."""
    try:
        [section] = parse(f"# Book\n\n{source}", {}).sections
    except BadMarkdown:
        return source
    return "\n".join([book.plain(section.title), *book.paragraphs(section.blocks)])


def parse(text: str, figures: Mapping[int, book.Figure], open_picture: OpenPicture | None = None) -> Parsed:
    """Parse a rendered template into blocks.

    >>> parse("# Rules\\n## Turn {#turn}\\nDraw *one*.", {}).sections[0].blocks
    (Paragraph(spans=(Span(text='Draw ', strong=False, emphasis=False), Span(text='one', strong=False, \
emphasis=True), Span(text='.', strong=False, emphasis=False))),)
    """
    return _Reader(text, figures, open_picture).parse_all()


def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # slow to import, and a check with a cached verdict parses nothing

    return MarkdownIt("zero").enable(["heading", "list", "blockquote", "emphasis", "escape", "table"])


class _Reader:
    def __init__(self, text: str, figures: Mapping[int, book.Figure], open_picture: OpenPicture | None) -> None:
        self.open_picture = open_picture
        self.unknown: list[tuple[str, str]] = []
        self.markdown = _reader()
        self.lines = text.splitlines()
        self.tokens = _reader().disable("inline").parse(text)  # `_inline` reads the texts
        self.figures = figures
        self.at = 0

    def parse_all(self) -> Parsed:
        title: book.Spans = ()
        intro: tuple[book.Block, ...] = ()
        sections: list[book.Section] = []
        seen: set[str] = set()
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.type != "heading_open":
                raise BadMarkdown(_line(token), "text before the title")
            line, source = _line(token), self.tokens[self.at + 1].content
            self.at += 3
            if token.tag == "h1":
                if title:
                    raise BadMarkdown(line, "a second title; sections start with ##")
                title, intro = self._inline(source), self._blocks(("heading_open",))
                continue
            heading = heading_of(f"{token.markup} {source}")
            if heading is None:
                raise BadMarkdown(line, f"a heading without an id, such as ## {escaped(source[:60])} {{#id}}")
            if heading.id in seen:
                raise BadMarkdown(line, f'a second section with the id "{heading.id}"')
            seen.add(heading.id)
            if len(seen) > MOST_SECTIONS:
                raise BadMarkdown(line, f"more than {MOST_SECTIONS} sections")
            title_of, blocks = self._inline(heading.title), self._blocks(("heading_open",))
            sections.append(book.Section(heading.id, len(token.markup), title_of, heading.rules, blocks))
        if not title:
            raise BadMarkdown(1, "a rulebook starts with its title: # …")
        return Parsed(title, intro, tuple(sections), tuple(self.unknown))

    def _blocks(self, until: tuple[str, ...]) -> tuple[book.Block, ...]:
        blocks: list[book.Block] = []
        while self.at < len(self.tokens) and self.tokens[self.at].type not in until:
            token = self.tokens[self.at]
            self.at += 1
            if token.type == "paragraph_open":
                source = self.tokens[self.at].content
                self.at += 2
                if unspaced := _UNSPACED.search(source):
                    line = _line(token) + source.count("\n", 0, unspaced.start())
                    raise BadMarkdown(line, f"a heading needs a space after {unspaced[0]}")
                alone = source.strip().removesuffix(UNTRANSLATED)
                number, picture = _FIGURE.fullmatch(alone), _PICTURE.fullmatch(alone)
                if picture and self.open_picture:
                    blocks.append(self._picture(picture, token, SOURCE_MARK if UNTRANSLATED in source else ""))
                else:
                    blocks.append(self._figure(number, token) if number else book.Paragraph(self._text(source)))
            elif token.type == "table_open":
                blocks.append(self._table())
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                blocks.append(self._listing(token.type == "ordered_list_open"))
            elif token.type == "blockquote_open":
                blocks.append(book.Tip(self._blocks(("blockquote_close",))))
                self.at += 1
            else:
                raise BadMarkdown(_line(token), "a heading inside a list or a box")
        return tuple(blocks)

    def _table(self) -> book.Table:
        rows: list[tuple[book.Spans, ...]] = []
        align: list[str] = []
        while self.tokens[self.at].type != "table_close":
            token = self.tokens[self.at]
            if token.type == "tr_open":
                rows.append(())
            elif token.type == "th_open":
                align.append(str(token.attrGet("style") or "").removeprefix("text-align:"))
            elif token.type == "inline":
                rows[-1] = (*rows[-1], self._text(token.content))
            self.at += 1
        self.at += 1
        return book.Table(rows[0], tuple(rows[1:]), tuple(align))

    def _picture(self, match: re.Match[str], token: Token, mark: str) -> book.Figure:
        caption = match["caption"] + mark if match["caption"] else ""
        try:
            return self.open_picture(match["file"], match["alt"], caption)  # type: ignore[misc]
        except ValueError as error:
            raise BadMarkdown(_line(token), str(error)) from error

    def _text(self, source: str) -> book.Spans:
        """Return the spans of a text, and note markup that is not known."""
        for pattern, name in UNKNOWN_MARKUP:
            if match := pattern.search(source):
                self.unknown.append((match.group().strip(), name))
        return self._inline(source)

    def _figure(self, number: re.Match[str], token: Token) -> book.Figure:
        digits = number.group(1)
        if len(digits) > 9 or int(digits) not in self.figures:
            raise BadMarkdown(_line(token), "a character that is not allowed in texts")
        return self.figures[int(digits)]

    def _listing(self, ordered: bool) -> book.Listing:
        items = []
        while self.tokens[self.at].type == "list_item_open":
            self.at += 1
            items.append(self._blocks(("list_item_close",)))
            self.at += 1
        self.at += 1
        return book.Listing(tuple(items), ordered)

    def _inline(self, source: str) -> book.Spans:
        budget.tick()
        spans: list[book.Span] = []
        strong = emphasis = 0
        for token in self.markdown.parseInline(source)[0].children or []:
            match token.type:
                case "strong_open" | "strong_close":
                    strong += token.nesting
                case "em_open" | "em_close":
                    emphasis += token.nesting
                case _:
                    text = _one_line(_FIGURE.sub("", token.content), " ")
                    if spans and (spans[-1].strong, spans[-1].emphasis) == (strong > 0, emphasis > 0):
                        text = spans.pop().text + text
                    if text:
                        spans.append(book.Span(text, strong > 0, emphasis > 0))
        return tuple(spans)


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 1
