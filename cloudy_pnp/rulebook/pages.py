"""A book → A5 pages: Typst source, with every text as a string literal, and the resulting PDF.

The pictures of the pages: Typst sets a dot of one pixel for each of them, and the pictures replace the dots.

Typst reads SVG slowly and duplicates parts shared by several pictures; our own PDF writer stores them once.

Typesetting with Typst, in a separate process for all books: layouts are untrusted, and Typst cannot be stopped.

The process has limits for memory and time, no packages, and a network proxy that does not answer. Failures are reported
with the line of the layout.
"""

from __future__ import annotations

import io
import re
import struct
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path

import pikepdf
from msgspec.structs import asdict, replace

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.worker import Ended, Worker
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.inks import Press
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.scene import Font, Page
from cloudy_pnp.game.contract import Picture
from cloudy_pnp.i18n.template import UNTRANSLATED
from cloudy_pnp.rulebook.arrange import (
    BESIDE,
    COVER,
    FOOT,
    HIGHEST,
    Arranged,
    Beside,
    BookPictures,
    Plates,
    Row,
    Wide,
    arrange_blocks,
)
from cloudy_pnp.rulebook.book import Block, Book, Figure, Listing, Paragraph, Section, Span, Spans, Table, Tip, plain
from cloudy_pnp.rulebook.paper import A5
from cloudy_pnp.rulebook.theme import Theme, badge

_FIRST = 0x5A  # the red of every dot; its green and blue are the number of the picture


def dot(number: int) -> bytes:
    """Return a PNG of one pixel that encodes the number of a picture.

    >>> dot(258)[1:4]
    b'PNG'
    """
    pixel = bytes((0, _FIRST, *number.to_bytes(2, "big")))
    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(pixel, 9)), (b"IEND", b""))
    parts = (struct.pack(">I", len(data)) + kind + data + _checksum(kind + data) for kind, data in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _checksum(data: bytes) -> bytes:
    return struct.pack(">I", zlib.crc32(data))


def with_pictures(pdf: bytes, pages: Sequence[Page], press: Press | None = None) -> bytes:
    """Replace every dot of a document with its picture, with `press` in print colours; the same bytes every time."""
    pictures = io.BytesIO()
    write_pdf(pages, pictures, press=press)
    pictures.seek(0)
    with pikepdf.open(io.BytesIO(pdf)) as target, pikepdf.open(pictures) as source:
        forms = [_form(source, page, target) for page in source.pages]
        for page in target.pages:
            images = page.obj.get("/Resources", pikepdf.Dictionary()).get("/XObject", pikepdf.Dictionary())
            for name, image in list(images.items()):
                number = _number(image)
                if number is not None:
                    images[name] = forms[number]
        out = io.BytesIO()
        target.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _number(image: pikepdf.Object) -> int | None:
    """Return the number of the picture for an image; None if it is not a dot."""
    if image.get("/Subtype") != "/Image" or (int(image.Width), int(image.Height)) != (1, 1):
        return None
    pixel = image.read_bytes()
    return int.from_bytes(pixel[1:3], "big") if len(pixel) == 3 and pixel[0] == _FIRST else None


def _form(source: pikepdf.Pdf, page: pikepdf.Page, target: pikepdf.Pdf) -> pikepdf.Object:
    """Return a page as a form that fills the unit square, as an image does."""
    form = target.copy_foreign(page.obj.Contents)
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    left, bottom, right, top = (float(number) for number in page.mediabox)
    form.BBox = pikepdf.Array(page.mediabox)
    wide, high = 1 / (right - left), 1 / (top - bottom)
    form.Matrix = pikepdf.Array([wide, 0, 0, high, -left * wide, -bottom * high])
    for name in ("/Resources", "/Group"):
        if name in page.obj:
            form[name] = target.copy_foreign(source.make_indirect(page.obj[name]))
    return form


_PLACE = re.compile(r"┌─ (?:[^\n]{0,500}/)?book\.typ:(\d+):\d+")
_NO_ANSWER = "http://127.0.0.1:9"  # the discard port
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # fixed: the same input gives the same bytes
_PROXIES = ("ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY")
BOOKS = Worker(
    "book-seconds",
    "book-megabytes",
    ("typst",),
    {name: value for proxy in _PROXIES for name, value in ((proxy, _NO_ANSWER), (proxy.lower(), _NO_ANSWER))}
    | {"NO_PROXY": "", "no_proxy": ""},
)


def typeset(place: Path, layout: str) -> bytes:
    """Compile `main.typ` in a folder that also contains `book.typ`; `layout` is the name of that file for users."""
    if find_spec("typst") is None:
        raise UserError("the package typst is missing: install cloudy-pnp again")
    try:
        error = BOOKS.call(compile_pages, str(place))
    except Ended as ended:
        raise UserError(f"{layout}: {ended}{f'; {ended.hint}' if ended.hint else ''}") from None
    if error is not None:
        message, diagnostic = error
        line = _PLACE.search(diagnostic)
        raise UserError(f"{layout}{f':{line[1]}' if line else ''}: {_explain(message, place)}")
    return (place / "main.pdf").read_bytes()


def compile_pages(folder: str) -> tuple[str, str] | None:
    """Write `main.pdf` in the worker's process; return the message and the diagnostic of an error."""
    import typst

    place = Path(folder)
    try:
        typst.compile(
            place / "main.typ",
            output=place / "main.pdf",
            root=place,
            font_paths=[place / "fonts"],
            ignore_system_fonts=True,
            timestamp=_NO_DATE,
            pdf_standards=["ua-1"],
            package_path=place / "no-packages",
            package_cache_path=place / "no-packages",
        )
    except typst.TypstError as error:
        return error.message, error.diagnostic
    except BaseException as error:  # a panic of Typst is not an Exception
        return f"Typst has failed: {error}", ""
    return None


def _explain(message: str, place: Path) -> str:
    """Describe an error in terms of the layout."""
    if "package" in message:
        return "a layout cannot use packages: write what you need into it"
    return message.replace(str(place), "")


PAGE = A5
# The same family as on the cards.
FONTS = (Font("Alegreya Sans"), Font("Alegreya Sans", 700), Font("Alegreya Sans", 400, True), Font("Fraunces", 600))
_EM = 10.2 * 25.4 / 72  # mm: the size of the text, by which pictures scale
_MARGINS = 29.0  # mm, both sides together
_GAP = 5.0  # mm between pictures
_IN_ROW = 27.0  # mm: the width of a card in a row
_HIGHEST_IN_COLUMN = 52.0  # mm of a figure in a book of two languages
_COLUMN = 0.58  # of the text's width: the text next to a card
_SHORT = 4  # items: such a list stays on one page
_LONG = 1.9  # width to height: such a figure has room next to a card
_GUTTER = 9.0  # mm between two columns


def typst_source(book: Book, pictures: BookPictures, theme: Theme, size: tuple[float, float] = PAGE) -> str:
    """Write the book as calls of the functions of `book.typ`, on pages of a size in mm."""
    writer = _Writer(pictures, size[0] - _MARGINS)
    age, years = badge(theme.words["years"], book.facts.age)
    rules = theme.words["rules"]
    if book.second:
        rules += f"\n{plain(book.second_title)} · {theme.second['rules']}"
    words = _dictionary({**theme.words, "years": years, "rules": rules})
    facts = _dictionary({**asdict(book.facts), "age": age})
    lines = [
        '#import "book.typ": *',
        "#let zoom = 1.0",  # enlargement of pictures; planned pages choose their own
        f"#show: book.with(lang: {_string(book.lang)}, title: {_string(plain(book.title))}, words: {words}, "
        f"facts: {facts}, cover: {writer.picture(COVER, book.cover)}, "
        f"foot: {writer.picture(FOOT, book.foot) if book.foot else 'none'}, intro: {writer.blocks(book.intro)})",
    ]
    if book.second:
        columns = _Writer(pictures, (size[0] - _MARGINS - _GUTTER) / 2, _HIGHEST_IN_COLUMN)
        columns.page_width = size[0] - _MARGINS
        languages = f"({_string(book.lang)}, {_string(book.second)})"
        lines.append(f"#pair-contents({languages}, {words}, {_dictionary(theme.second)})")
        lines += [f"#pair({languages}, {', '.join(columns.pair(section))})" for section in book.sections]
        return "\n".join(lines) + "\n"
    last = next((chapter.id for chapter, _ in reversed(list(book.chapters()))), "")
    for number, sections in enumerate(_on_one_page(book.sections, (*theme.starts, last) if theme.starts else ())):
        parts = [f"contents({words})"] if number == 0 else []
        parts += [part for section in sections for part in writer.section(section, bool(theme.starts))]
        if theme.starts:
            lines.append(f"#sheet({', '.join(f'zoom => {part}' for part in parts)})")
        else:
            lines += [*(["#pagebreak(weak: true)"] if number else []), *(f"#{part}" for part in parts)]
    return "\n".join(lines) + "\n"


def _on_one_page(sections: Sequence[Section], starts: Sequence[str]) -> Iterator[list[Section]]:
    """Yield the sections up to the next that starts a page."""
    page: list[Section] = []
    for section in sections:
        if section.id in starts and page:
            yield page
            page = []
        page.append(section)
    if page:
        yield page


def pdf_pages(
    book: Book, pictures: BookPictures, theme: Theme, size: tuple[float, float] = PAGE, press: Press | None = None
) -> bytes:
    """Typeset the pages of a book, tagged, with bookmarks and fonts; with `press` pictures are in print colours."""
    colours = ", ".join(f"{_string(name)}: rgb({_string(value)})" for name, value in theme.light.items())
    files = {
        "main.typ": typst_source(book, pictures, theme, size),
        "book.typ": theme.layout,
        "colours.typ": f"#let colour = ({colours})\n#let paper = (width: {size[0]:g}mm, height: {size[1]:g}mm)\n",
    }
    with tempfile.TemporaryDirectory(prefix="cloudy-pnp-") as folder:
        place = Path(folder)
        for name, text in files.items():
            (place / name).write_text(text, "utf-8")
        for number in range(len(pictures.pages)):
            (place / f"{number}.png").write_bytes(dot(number))
        (place / "fonts").mkdir()
        for font in (*FONTS, *book.fonts):
            face = fonts.load(font)
            (place / "fonts" / f"{face.name}.ttf").write_bytes(face.data)
        pdf = typeset(place, theme.layout_name)
    return with_pictures(pdf, list(pictures.pages.values()), press)


class _Writer:
    """A writer of blocks as Typst code. Only strings contain text, so nothing in a text can be code."""

    def __init__(self, pictures: BookPictures, text_width: float, highest: float = HIGHEST) -> None:
        self.pictures = pictures
        self.numbers = {name: number for number, name in enumerate(pictures.pages)}
        self.text_width, self.highest, self.page_width = text_width, highest, text_width  # mm

    def section(self, section: Section, planned: bool) -> list[str]:
        """Write a section in parts.

        These are the heading with its text; on planned pages, consecutive texts; on others, a card with its heading and
        its figures.
        """
        items = self._items(section.blocks)
        heading, *body = self._heading_and_body(section, items)
        cards = any(isinstance(item, Beside) for item in items)
        if not planned:
            return [f"whole({_together(heading, *body)})"] if section.level == 3 and cards else [heading, *body]
        parts, run = [], [heading]
        for item, code in zip(items, body, strict=True):
            if isinstance(item, Plates | Row | Wide | Tip) and len(run) > 1:
                parts.append(_together(*run))
                run = []
            run.append(code)
        return [*parts, _together(*run)]

    def pair(self, section: Section) -> Iterator[str]:
        """Write a section in two columns, in rows: the headings, then block next to block.

        A row with a figure that is the same in both languages has it once, as wide as the page.
        """
        parts = [part for part in (section, section.other) if part]
        items = [self._items(part.blocks) for part in parts]
        sides = [self._heading_and_body(part, side) for part, side in zip(parts, items, strict=True)]
        rows = list(zip_longest(*sides, *[()] * (2 - len(sides)), fillvalue="[]"))
        leads = [number for number, row in enumerate(rows) if any(code.startswith("lead(") for code in row)]
        leads += [1] if len(items[0]) > 1 and isinstance(items[0][1], Plates | Row | Wide | Beside) else []
        yield f"leads: ({''.join(f'{number}, ' for number in leads)})"
        pairs = [None, *zip_longest(items[0], items[-1])]
        for row, pair in zip(rows, pairs, strict=True):
            shared = self._shared(*pair) if pair and len(items) > 1 else None
            yield f"({shared or ', '.join(row)},)"

    def _shared(self, first: Arranged | None, second: Arranged | None) -> str | None:
        """Write figures that look alike in both languages, with the captions of both below; None: they don't."""
        both = _figures_of(first), _figures_of(second)
        one, other = ([self.pictures.pages[name] for name, _ in side] for side in both)
        if not one or one != other:
            return None
        sides = (", ".join(self.picture(*one, self._width(*one, self.page_width)) for one in side) for side in both)
        return f"shared(zoom, {', '.join(f'({side},)' for side in sides)})"

    def _heading_and_body(self, section: Section, items: Sequence[Arranged]) -> list[str]:
        function = "chapter" if section.level == 2 else "subchapter"
        body = self._codes(items)
        if body and body[0].startswith("par("):
            body[0] = "opening" + body[0].removeprefix("par")
        return [f"{function}({_string(section.id)}, {_spans(section.title)})", *body]

    def blocks(self, blocks: Iterable[Block]) -> str:
        return _together(*self._codes(self._items(blocks)))

    def _items(self, blocks: Iterable[Block]) -> list[Arranged]:
        """Return the arranged blocks; long figures of a card are next to it, below its text."""
        items: list[Arranged] = []
        for item in arrange_blocks(list(blocks)):
            card = items[-1] if items else None
            if isinstance(card, Beside) and isinstance(item, Plates) and all(map(self._is_long, item.names)):
                figures = (Figure((name,), (picture,)) for name, picture in zip(item.names, item.pictures, strict=True))
                items[-1] = replace(card, blocks=(*card.blocks, *figures))
            else:
                items.append(item)
        return items

    def _is_long(self, name: str) -> bool:
        page = self.pictures.pages[name]
        return page.width > _LONG * page.height

    def _codes(self, items: Sequence[Arranged]) -> list[str]:
        return [self._write_block(item, after) for item, after in zip_longest(items, items[1:]) if item is not None]

    def picture(self, name: str, picture: Picture, width: float = 0.0) -> str:
        page = self.pictures.pages[name]
        radius = 0.035 if picture.beside else 0.02
        return (
            f"(file: {_string(f'{self.numbers[name]}.png')}, ratio: {page.height / page.width:.5f}, "
            f"alt: {_string(picture.alt)}, title: {_string(picture.title)}, caption: {_string(picture.caption)}, "
            f"width: {width / _EM:.3f}em, radius: {radius})"
        )

    def _width(self, name: str, picture: Picture, most: float) -> float:
        """Return the width of a picture on the page, in mm."""
        page = self.pictures.pages[name]
        return min(page.width * picture.scale, most, self.highest * page.width / page.height)

    def _write_block(self, item: Arranged, after: Arranged | None) -> str:
        match item:
            case Paragraph(spans) if spans and all(span.emphasis for span in spans):
                return f"says({_spans(spans)})"
            case Paragraph(spans):
                return f"{'lead' if isinstance(after, Listing) else 'par'}({_spans(spans)})"
            case Listing(items, ordered):
                parts = ", ".join(self.blocks(part) for part in items)
                listing = f"{'steps' if ordered else 'list'}({parts})"
                return f"short({listing})" if len(items) <= _SHORT and not ordered else listing
            case Tip(inner):
                return f"tip({self.blocks(inner)})"
            case Table(head, rows, align):
                cells = ", ".join(_spans(cell) for row in (head, *rows) for cell in row)
                widths = "".join(f"{width}fr, " for width in item.widths())
                sides = "".join(f"{side or 'auto'}, " for side in align)
                return f"lined({len(head)}, widths: ({widths}), align: ({sides}), {cells})"
            case Plates(names, pictures):
                return _together(*self._rows(names, pictures))
            case Row(names, pictures):
                width = min(_IN_ROW, (self.text_width - 3.5 * (len(names) - 1)) / len(names))
                return f"row(zoom, {self._pictures(names, pictures, width)})"
            case Wide(name, picture):
                width = self._width(name, picture, self.text_width)
                function = "plate" if width < BESIDE * self.text_width else "wide"
                return f"{function}(zoom, {self.picture(name, picture, width)})"
            case Beside(name, picture, inner):
                width = self._width(name, picture, 0.42 * self.text_width)
                column = _Writer(self.pictures, _COLUMN * self.text_width)
                return f"beside(zoom, {self.picture(name, picture, width)}, {column.blocks(inner)})"

    def _rows(self, names: Sequence[str], pictures: Sequence[Picture]) -> Iterator[str]:
        """Yield figures in rows, as many in each as fit, those of one scenario apart from others.

        A figure that is alone has its caption at its side.
        """
        row: list[str] = []
        room = self.text_width
        stories = [name.rpartition("-")[0] for name in names]
        for number, (name, picture) in enumerate(zip(names, pictures, strict=True)):
            width = self._width(name, picture, self.text_width)
            apart = number and stories[number] != stories[number - 1] and len(set(stories)) < len(stories)
            if row and (width > room or apart):
                yield self._row(row, room)
                row, room = [], self.text_width
            row.append(self.picture(name, picture, width))
            room -= width + _GAP
        if row:
            yield self._row(row, room)

    def _row(self, pictures: Sequence[str], room: float) -> str:
        narrow = self.text_width - _GAP - room < BESIDE * self.text_width
        return f"{'plate' if len(pictures) == 1 and narrow else 'plates'}(zoom, {', '.join(pictures)})"

    def _pictures(self, names: Iterable[str], pictures: Iterable[Picture], width: float) -> str:
        return ", ".join(self.picture(name, picture, width) for name, picture in zip(names, pictures, strict=True))


def _figures_of(item: Arranged | None) -> list[tuple[str, Picture]]:
    """Return figures with captions below them, by name."""
    if isinstance(item, Wide):
        return [(item.name, item.picture)]
    return list(zip(item.names, item.pictures, strict=True)) if isinstance(item, Plates) else []


def _together(*parts: str) -> str:
    return "{" + "\n".join(parts) + "}"


def _dictionary(texts: Mapping[str, str]) -> str:
    return f"({', '.join(f'{_string(name)}: {_string(text)}' for name, text in texts.items())})"


def _spans(spans: Spans) -> str:
    return "{" + "; ".join(_span(span) for span in spans) + "}"


def _span(span: Span) -> str:
    if UNTRANSLATED in span.text:
        words = replace(span, text=span.text.replace(UNTRANSLATED, ""))
        return f'{_span(words)}; super("°")'
    text = _string(span.text)
    text = f"emph({text})" if span.emphasis else text
    return f"strong({text})" if span.strong else text


def _string(text: str) -> str:
    r"""Return a Typst string literal.

    >>> print(_string('#evil("x") \\ '))
    "#evil(\"x\") \\ "
    """
    return f'"{"".join(_escape(char) for char in text)}"'


def _escape(char: str) -> str:
    if char in '\\"':
        return f"\\{char}"
    return char if char.isprintable() or char in "\u00a0\u202f" else f"\\u{{{ord(char):x}}}"
