"""A book → a self-contained HTML file: for phones, by day and night, for screen readers, for paper.

Fonts embedded in a web page, so that it is self-contained.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterable
from functools import cache
from html import escape

from markupsafe import Markup

from cloudy_pnp.core.shipped import page_template, shipped_root
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.scene import Font
from cloudy_pnp.i18n.habits import habits_of
from cloudy_pnp.i18n.template import UNTRANSLATED
from cloudy_pnp.rulebook.arrange import BESIDE, COVER, HIGHEST, BookPictures, Wide, arrange_blocks
from cloudy_pnp.rulebook.book import Book, Span, plain
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

    def is_long(name: str) -> bool:
        page = book_pictures.pages[name]
        return page.width > _LONG * page.height

    def is_narrow(item: Wide) -> bool:
        page = book_pictures.pages[item.name]
        width = min(page.width * item.picture.scale, HIGHEST * page.width / page.height)  # as on paper
        return width < BESIDE * _TEXT

    template = page_template(
        shipped_root() / "templates/rulebook/page.html.j2",
        text=lambda text: Markup(escape(text)),  # noqa: S704
        spans=lambda spans, lang: Markup("".join(_span(span, habits_of(lang).tied(span.text)) for span in spans)),  # noqa: S704
        kind=lambda block: type(block).__name__,
        arranged=lambda blocks: list(arrange_blocks(list(blocks))),
        is_long=is_long,
        is_narrow=is_narrow,
        is_large=lambda item: book_pictures.pages[item.name].width * item.picture.scale > _LARGE,
        plain=plain,
        badge=badge,
        around_number=around_number,
    )
    fonts, stepping = font_faces(FONTS), _stepping(book_pictures)
    return template.render(
        book=book, theme=theme, pictures=book_pictures, cover=COVER, policy=_POLICY, fonts=fonts, stepping=stepping
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


def _span(span: Span, text: str) -> str:
    text = escape(text, quote=False).replace(UNTRANSLATED, "<sup>°</sup>")
    text = f"<em>{text}</em>" if span.emphasis else text
    return f"<strong>{text}</strong>" if span.strong else text
