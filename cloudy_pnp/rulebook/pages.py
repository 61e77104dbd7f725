"""A book → A5 pages: Typst source, with every text as a string literal, and the PDF that Typst makes of it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path

from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.scene import Font
from cloudy_pnp.games.contract import Picture
from cloudy_pnp.rulebook.book import Block, Book, Listing, Paragraph, Section, Span, Spans, Tip, plain
from cloudy_pnp.rulebook.drawing import COVER, Arranged, Beside, Drawn, Plates, Row, Wide, arranged
from cloudy_pnp.rulebook.paper import A5
from cloudy_pnp.rulebook.theme import Theme
from cloudy_pnp.rulebook.typesetter import typeset

PAGE = A5
FONTS = (Font("EB Garamond"), Font("EB Garamond", 700), Font("EB Garamond", 400, True), Font("Fraunces", 600))
_PLATE, _PAIR = 0.135, 0.15  # the scale of boards: one with its caption beside it, two with theirs below
_WIDE = 0.64  # the scale of what is as wide as the text
_CARD, _IN_ROW = 27.0, 25.0  # widths in mm: beside text, in a row
_MARGINS = 32.0  # mm, both sides together
_SHORT = 4  # items: such a list stays on one page


def typst_source(book: Book, drawn: Drawn, theme: Theme, size: tuple[float, float] = PAGE) -> str:
    """The book as calls of the functions of `book.typ`, on pages of a size in mm."""
    writer = _Writer(drawn, size[0] - _MARGINS)
    words = ", ".join(f"{_string(name)}: {_string(text)}" for name, text in theme.words.items())
    lines = [
        '#import "book.typ": *',
        f"#show: book.with(lang: {_string(book.lang)}, title: {_string(plain(book.title))}, words: ({words}), "
        f"cover: {writer.picture(COVER, book.cover)}, intro: {writer.blocks(book.intro)})",
    ]
    chapters = list(book.chapters())
    for chapter, parts in chapters:
        if chapter is chapters[-1][0] and len(chapters) > 1:
            lines.append("#pagebreak()")  # the summary is the last page, the back of the booklet
        lines += [writer.section(section) for section in (chapter, *parts)]
    return "\n".join(lines) + "\n"


def pdf_pages(book: Book, drawn: Drawn, theme: Theme, size: tuple[float, float] = PAGE) -> bytes:
    """The pages of a book, tagged, with bookmarks and embedded fonts."""
    colours = ", ".join(f"{_string(name)}: rgb({_string(value)})" for name, value in theme.light.items())
    files = {
        "main.typ": typst_source(book, drawn, theme, size),
        "book.typ": theme.layout,
        "colours.typ": f"#let colour = ({colours})\n#let paper = (width: {size[0]:g}mm, height: {size[1]:g}mm)\n",
        **{f"{name}.svg": drawn.picture(name) for name in drawn.pages},
    }
    with tempfile.TemporaryDirectory(prefix="cloudy-pnp-") as folder:
        place = Path(folder)
        for name, text in files.items():
            (place / name).write_text(text, "utf-8")
        (place / "fonts").mkdir()
        for font in FONTS:
            face = fonts.load(font)
            (place / "fonts" / f"{face.name}.ttf").write_bytes(face.data)
        return typeset(place, theme.layout_name)


class _Writer:
    """Blocks as Typst code. Only strings carry text, so nothing in a text can be code."""

    def __init__(self, drawn: Drawn, text_width: float) -> None:
        self.drawn = drawn
        self.text_width = text_width  # mm

    def section(self, section: Section) -> str:
        function = "chapter" if section.level == 2 else "subchapter"
        heading = f"{function}({_string(section.id)}, {_spans(section.title)})"
        body = self._parts(section.blocks)
        if body and body[0].startswith("par("):
            body[0] = "opening" + body[0].removeprefix("par")
        whole = section.level == 3 and any(isinstance(item, Beside) for item in arranged(section.blocks))
        if whole:  # a card stays with its heading and its figures
            return "\n".join(["#whole({", heading, *body, "})"])
        return "\n".join(f"#{part}" for part in (heading, *body))

    def blocks(self, blocks: Iterable[Block]) -> str:
        return "{" + "\n".join(self._parts(blocks)) + "}"

    def _parts(self, blocks: Iterable[Block]) -> list[str]:
        items = list(arranged(list(blocks)))
        return [self._arranged(item, after) for item, after in zip_longest(items, items[1:]) if item is not None]

    def picture(self, name: str, picture: Picture) -> str:
        drawn = self.drawn.pages[name]
        radius = 0.035 if picture.beside else 0.02
        return (
            f"(file: {_string(name + '.svg')}, alt: {_string(picture.alt)}, title: {_string(picture.title)}, "
            f"caption: {_string(picture.caption)}, width: {drawn.width * _PAIR:.2f}mm, radius: {radius})"
        )

    def _arranged(self, item: Arranged, after: Arranged | None) -> str:
        match item:
            case Paragraph(spans):
                return f"{'lead' if isinstance(after, Listing) else 'par'}({_spans(spans)})"
            case Listing(items, ordered):
                parts = ", ".join(self.blocks(part) for part in items)
                listing = f"{'enum' if ordered else 'list'}({parts})"
                return f"short({listing})" if len(items) <= _SHORT else listing
            case Tip(inner):
                return f"tip({self.blocks(inner)})"
            case Plates((name,), (picture,)):
                return f"plate({self.picture(name, picture)}, {self.drawn.pages[name].width * _PLATE:.2f}mm)"
            case Plates(names, pictures):
                return f"pair({self._pictures(names, pictures)})"
            case Row(names, pictures):
                width = min(_IN_ROW, (self.text_width - 3.5 * (len(names) - 1)) / len(names))
                return f"row({width:.2f}mm, {self._pictures(names, pictures)})"
            case Wide(name, picture):
                width = min(self.text_width, self.drawn.pages[name].width * _WIDE)
                return f"wide({self.picture(name, picture)}, {width:.2f}mm)"
            case Beside(name, picture, inner):
                return f"beside({self.picture(name, picture)}, {_CARD}mm, {self.blocks(inner)})"

    def _pictures(self, names: Iterable[str], pictures: Iterable[Picture]) -> str:
        return ", ".join(self.picture(name, picture) for name, picture in zip(names, pictures, strict=True))


def _spans(spans: Spans) -> str:
    return "{" + "; ".join(_span(span) for span in spans) + "}"


def _span(span: Span) -> str:
    text = _string(span.text)
    text = f"emph({text})" if span.emphasis else text
    return f"strong({text})" if span.strong else text


def _string(text: str) -> str:
    r"""A Typst string literal.

    >>> print(_string('#evil("x") \\ '))
    "#evil(\"x\") \\ "
    """
    return f'"{"".join(_escaped(char) for char in text)}"'


def _escaped(char: str) -> str:
    if char in '\\"':
        return f"\\{char}"
    return char if char.isprintable() or char in "\u00a0\u202f" else f"\\u{{{ord(char):x}}}"
