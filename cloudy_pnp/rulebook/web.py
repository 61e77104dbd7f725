"""A book → a self-contained HTML file: for phones, by day and night, for screen readers, for paper.

Fonts embedded in a web page, so that it is self-contained.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import escape

from markupsafe import Markup

from cloudy_pnp.core.shipped import page_template, shipped_root
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.scene import Font
from cloudy_pnp.game.contract import Picture
from cloudy_pnp.i18n.habits import Habits, habits_of
from cloudy_pnp.i18n.template import UNTRANSLATED
from cloudy_pnp.rulebook.arrange import (
    BESIDE,
    COVER,
    HIGHEST,
    Arranged,
    Beside,
    BookPictures,
    Plates,
    Row,
    Wide,
    arrange_blocks,
)
from cloudy_pnp.rulebook.book import Block, Book, Listing, Paragraph, Section, Span, Spans, Table, Tip, plain
from cloudy_pnp.rulebook.theme import Theme, around_number, badge


def font_faces(fonts: Iterable[Font]) -> str:
    """Return CSS that contains the fonts.

    >>> font_faces([Font("Alegreya Sans", 700)])[:77]
    '@font-face { font-family: "Alegreya Sans"; font-weight: 700; font-style: norm'
    """
    return "\n".join(_font_face(font) for font in fonts)


@cache
def _font_face(font: Font) -> str:
    data = base64.b64encode(_woff(fonts.load(font).data)).decode()
    style = "italic" if font.italic else "normal"
    return (
        f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weight}; font-style: {style}; '
        f"font-display: swap; src: url(data:font/woff;base64,{data}) format('woff'); }}"
    )


def _woff(data: bytes) -> bytes:
    """Pack the tables of a TrueType file (WOFF 1.0)."""
    kind, count = struct.unpack(">IH", data[:6])
    entries, packed = b"", b""
    start, total = 44 + 20 * count, 12 + 16 * count
    for number in range(count):
        tag, checksum, offset, length = struct.unpack(">4sIII", data[12 + 16 * number : 28 + 16 * number])
        table = data[offset : offset + length]
        smaller = min(zlib.compress(table, 9), table, key=len)
        entries += struct.pack(">4sIIII", tag, start + len(packed), len(smaller), length, checksum)
        packed += smaller + bytes(-len(smaller) % 4)
        total += length + -length % 4
    size = start + len(packed)
    header = struct.pack(">4sIIHHIHHIIIII", b"wOFF", kind, size, count, 0, total, 1, 0, 0, 0, 0, 0, 0)
    return header + entries + packed


# The page is self-contained: no script runs in it and nothing is fetched, whatever a style or a text contains.
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'"
)
FONTS = (Font("Alegreya Sans"), Font("Alegreya Sans", 700), Font("Alegreya Sans", 400, True), Font("Fraunces", 600))
_TEXT, _LARGE = 119.0, 60.0  # mm: the text's width on an A5 page, a card larger than a card
_LONG = 1.9  # a picture with a higher width-to-height ratio has the width of the text


def html_page(book: Book, book_pictures: BookPictures, theme: Theme) -> str:
    """Write the whole page. All text is escaped; only our own tags are markup."""
    second = _Writer(book_pictures, book.second, theme.second) if book.second else None
    writer = _Writer(book_pictures, book.lang, theme.words, second)
    template = page_template(
        shipped_root() / "templates/rulebook/page.html.j2",
        text=lambda text: Markup(escape(text)),  # noqa: S704
        spans=lambda spans, lang: Markup(_spans(spans, lang)),  # noqa: S704
        plain=plain,
        badge=badge,
    )
    fonts, stepping = font_faces(FONTS), _stepping(book_pictures)
    return template.render(
        book=book, theme=theme, writer=writer, cover=COVER, policy=_POLICY, fonts=fonts, stepping=stepping
    )


def _stepping(book_pictures: BookPictures) -> str:
    """Return CSS that shows the picture of a story whose button is pressed, without a script."""
    most = max((len(steps) + 1 for steps in book_pictures.steps.values()), default=0)
    buttons = (f".story > input:nth-of-type({number}):checked" for number in range(1, most + 1))
    return "\n".join(
        f"{button} ~ .frames > :nth-child({number}) {{ display: block; }}\n"
        f"{button} ~ .steps > :nth-child({number}) {{ background: var(--subheading); color: var(--paper); }}"
        for number, button in enumerate(buttons, 1)
    )


class _Writer:
    def __init__(
        self, book_pictures: BookPictures, lang: str, words: Mapping[str, str], second: _Writer | None = None
    ) -> None:
        self.book_pictures = book_pictures
        self.lang, self.words = lang, words
        self.second = second  # of the right column
        inner = book_pictures.vectors.sprite.replace("xlink:href", "href")
        self.sprite = f'<svg class="sprite" aria-hidden="true" width="0" height="0">{inner}</svg>'

    def chapter(self, chapter: Section, parts: Iterable[Section]) -> str:
        inner = "\n".join(f"{self._section(part)}\n</section>" for part in parts)
        return f"{self._section(chapter)}\n{inner}\n</section>"

    def _section(self, section: Section) -> str:
        rules = f' data-rules="{escape(" ".join(section.rules))}"' if section.rules else ""
        opening = f'<section aria-labelledby="{escape(section.id)}"{rules}>'
        if self.second is None or section.other is None:
            return f"{opening}\n{self._heading_and_body(section)}"
        columns = f"{self._column(section)}\n{self.second._column(section.other)}"
        return f'{opening}\n<div class="pair">\n{columns}\n</div>'

    def _column(self, section: Section) -> str:
        return f'<div lang="{escape(self.lang)}">\n{self._heading_and_body(section)}\n</div>'

    def _heading_and_body(self, section: Section) -> str:
        heading = f'<h{section.level} id="{escape(section.id)}">{_spans(section.title, self.lang)}</h{section.level}>'
        return f"{heading}\n{self.blocks(section.blocks)}"

    def blocks(self, blocks: Iterable[Block]) -> str:
        return "\n".join(self._write_block(item) for item in arrange_blocks(list(blocks)))

    def picture(self, name: str, picture: Picture, alt: str = "") -> str:
        """Show a picture of the sprite at the end of the page."""
        page = self.book_pictures.pages[name]
        size = f'width="{page.width:g}" height="{page.height:g}"'
        return (
            f'<svg role="img" aria-label="{escape(alt or picture.alt)}" viewBox="0 0 {page.width:g} {page.height:g}">'
            f'<use href="#{self.book_pictures.vectors.ids[name]}" {size}/></svg>'
        )

    def _figure(self, name: str, picture: Picture) -> str:
        title = f"<b>{escape(picture.title)}</b>" if picture.title else ""
        words = "<br/>".join(part for part in (title, escape(picture.caption)) if part)
        caption = f"\n<figcaption>{words}</figcaption>" if words else ""
        page = self.book_pictures.pages[name]
        long = ' class="long"' if page.width > _LONG * page.height else ""
        seen = self._story(name, picture) if name in self.book_pictures.steps else self.picture(name, picture)
        return f"<figure{long}>{seen}{caption}</figure>"

    def _story(self, name: str, picture: Picture) -> str:
        """Show the pictures of a story one at a time, starting with the last."""
        names, group = [*self.book_pictures.steps[name], name], escape(name)
        buttons, frames, labels = [], [], []
        for number, step in enumerate(names, 1):
            chosen = ' checked="checked"' if step == name else ""
            buttons.append(f'<input type="radio" name="{group}" id="{group}-{number}"{chosen}/>')
            before, _, after = around_number(self.words["step"], str(number))
            alt = "" if step == name else f"{picture.alt} ({before}{number}{after})"
            frames.append(self.picture(step, picture, alt))
            unseen = [f'<span class="unseen">{escape(part)}</span>' if part else "" for part in (before, after)]
            labels.append(f'<label for="{group}-{number}">{unseen[0]}{number}{unseen[1]}</label>')
        return (
            f'<div class="story">{"".join(buttons)}\n<div class="frames">{"".join(frames)}</div>\n'
            f'<div class="steps">{"".join(labels)}</div></div>'
        )

    def _write_block(self, item: Arranged) -> str:
        match item:
            case Paragraph(spans):
                says = ' class="says"' if spans and all(span.emphasis for span in spans) else ""
                return f"<p{says}>{_spans(spans, self.lang)}</p>"
            case Listing(items, ordered):
                tag = "ol" if ordered else "ul"
                parts = "\n".join(f"<li>{self.blocks(part)}</li>" for part in items)
                return f"<{tag}>\n{parts}\n</{tag}>"
            case Tip(inner):
                label = escape(self.words["tip"])
                return f'<aside class="tip" role="note" aria-label="{label}">\n{self.blocks(inner)}\n</aside>'
            case Table(head, rows, align):
                sides = [f' style="text-align: {side}"' if side else "" for side in align]

                def cells(tag: str, row: Iterable[Spans]) -> str:
                    end = tag.partition(" ")[0]
                    written = zip(sides, (_spans(cell, self.lang) for cell in row), strict=True)
                    return f"<tr>{''.join(f'<{tag}{side}>{cell}</{end}>' for side, cell in written)}</tr>"

                heads, body = cells('th scope="col"', head), "\n".join(cells("td", row) for row in rows)
                return f"<table>\n<thead>{heads}</thead>\n<tbody>\n{body}\n</tbody>\n</table>"
            case Plates(names, pictures):
                page = self.book_pictures.pages[names[0]]
                single = " one" if len(names) == 1 and page.width <= _LONG * page.height else ""
                return f'<div class="plates{single}">\n{self._write_all(self._figure, names, pictures)}\n</div>'
            case Row(names, pictures):
                return f'<div class="row of-{len(names)}">\n{self._write_all(self._in_row, names, pictures)}\n</div>'
            case Wide(name, picture):
                page = self.book_pictures.pages[name]
                width = min(page.width * picture.scale, HIGHEST * page.width / page.height)  # as on paper
                narrow = " narrow" if width < BESIDE * _TEXT else ""
                return f'<div class="wide{narrow}">\n{self._figure(name, picture)}\n</div>'
            case Beside(name, picture, inner):
                card = f'<div class="card">{self.picture(name, picture)}</div>'
                large = " large" if self.book_pictures.pages[name].width * picture.scale > _LARGE else ""
                return f'<div class="beside{large}">\n{card}\n<div>\n{self.blocks(inner)}\n</div>\n</div>'

    def _in_row(self, name: str, picture: Picture) -> str:
        label = f'<p class="name">{escape(picture.title)}</p>' if picture.title else ""
        return f"<div>{self.picture(name, picture)}{label}</div>"

    @staticmethod
    def _write_all(write: Callable[[str, Picture], str], names: Iterable[str], pictures: Iterable[Picture]) -> str:
        return "\n".join(write(name, picture) for name, picture in zip(names, pictures, strict=True))


def _spans(spans: Spans, lang: str) -> str:
    return "".join(_span(span, habits_of(lang)) for span in spans)


def _span(span: Span, habits: Habits) -> str:
    text = escape(habits.tied(span.text), quote=False).replace(UNTRANSLATED, "<sup>°</sup>")
    text = f"<em>{text}</em>" if span.emphasis else text
    return f"<strong>{text}</strong>" if span.strong else text
