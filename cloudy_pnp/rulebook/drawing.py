"""The pictures of a book as SVG, each drawn once; both back ends use the same text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cloudy_pnp.draw.scene import Page, Symbol, Use
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.games.base import Picture
from cloudy_pnp.rulebook.book import Block, Book, Figure, Listing, Paragraph, Tip, figures

COVER = "cover"
_OUTLINE = re.compile(r' d="([^"]*)"')
_NUMBER = re.compile(r"-?\d+\.\d{3,}")
_REFERENCE = re.compile(r'href="#([^"]+)"')
_UNSEEN_TEXT = re.compile(r"<text\b[^>]*?(?:/>|>.*?</text>)", re.DOTALL)


def draw_all(book: Book) -> dict[str, Page]:
    """Every picture of a book by its name; the cover is called "cover"."""
    wanted = {COVER: book.cover}
    for section in book.sections:
        for figure in figures(section.blocks):
            wanted |= dict(zip(figure.names, figure.pictures, strict=True))
    return {name: picture.draw() for name, picture in wanted.items()}


@lru_cache(maxsize=128)  # boards look the same in every language
def picture_svg(page: Page) -> str:
    """One picture as an SVG document."""
    return _lighter(svg_text(page))


def sprite_svg(pages: Mapping[str, Page]) -> tuple[str, dict[str, str]]:
    """All pictures in one SVG document, in which cards that many of them show are written once; and the id of the
    symbol in it that is each picture.
    """
    symbols: dict[Page, Symbol] = {}
    for name, page in pages.items():
        symbols.setdefault(page, Symbol(name, page.items, page.media))
    sprite = svg_text(Page(1.0, 1.0, tuple(Use(symbol) for symbol in symbols.values())), prefix="p-")
    definitions, uses = sprite.rsplit("</defs>", 1)
    ids = dict(zip(symbols, _REFERENCE.findall(uses), strict=True))
    return _lighter(definitions) + "</defs></svg>", {name: ids[page] for name, page in pages.items()}


def _lighter(svg: str) -> str:
    """Boards are shown at a seventh of their size: hundredths of a millimetre are fine enough, and half as long. The
    unseen text over the letters of cards would be read twice: pictures have an alternative text.
    """
    return _OUTLINE.sub(lambda match: f' d="{_shorter(match.group(1))}"', _UNSEEN_TEXT.sub("", svg))


def _shorter(numbers: str) -> str:
    return _NUMBER.sub(lambda match: f"{float(match.group()):.2f}".rstrip("0").rstrip("."), numbers)


@dataclass(frozen=True, slots=True)
class Plates:
    """One or two pictures, each with its caption."""

    names: tuple[str, ...]
    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """Pictures in a row, without captions."""

    names: tuple[str, ...]
    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """A picture with the text that stands beside it."""

    name: str
    picture: Picture
    blocks: tuple[Block, ...]


Arranged = Paragraph | Listing | Tip | Plates | Row | Beside


def arranged(blocks: Sequence[Block]) -> Iterator[Arranged]:
    """How the blocks of a section stand on the page: figures that follow each other form pairs, a card stands beside
    the text after it, several cards stand in a row.
    """
    at = 0
    while at < len(blocks):
        block = blocks[at]
        at += 1
        if not isinstance(block, Figure):
            yield block
        elif len(block.names) > 1:
            yield Row(block.names, block.pictures)
        elif block.pictures[0].beside:
            text = _texts(blocks[at:])
            at += len(text)
            yield Beside(block.names[0], block.pictures[0], text)
        else:
            run = [block, *_figures(blocks[at:])]
            at += len(run) - 1
            for start in range(0, len(run), 2):
                two = run[start : start + 2]
                yield Plates(tuple(item.names[0] for item in two), tuple(item.pictures[0] for item in two))


def _texts(blocks: Iterable[Block]) -> tuple[Block, ...]:
    found = []
    for block in blocks:
        if isinstance(block, Figure):
            break
        found.append(block)
    return tuple(found)


def _figures(blocks: Iterable[Block]) -> list[Figure]:
    found: list[Figure] = []
    for block in blocks:
        if not isinstance(block, Figure) or len(block.names) > 1 or block.pictures[0].beside:
            break
        found.append(block)
    return found
