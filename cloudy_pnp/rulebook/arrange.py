"""The arrangement of the blocks of a section, the same in print and on the web.

The pictures of a book, each drawn once: scenes for the pages, and SVG for the web.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from cloudy_pnp.draw.scene import Page, Symbol, Use
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.game.contract import Picture
from cloudy_pnp.rulebook.book import Block, Book, Figure, Listing, Paragraph, Table, Tip, figures

COVER, FOOT = "cover", "foot"
_USED = re.compile(r'(?:href="|url\()#([^")]+)')
_DEFINITION = re.compile(  # an element in <defs>
    r'<(?P<tag>symbol|clipPath|linearGradient|radialGradient|path|image)\b[^>]*? id="(?P<id>[^"]+)"[^>]*?'
    r"(?:/>|>.*?</(?P=tag)>)",
    re.DOTALL,
)
_UNSEEN_TEXT = re.compile(r"<text\b[^>]*?(?:/>|>.*?</text>)", re.DOTALL)


class BookPictures(Struct, frozen=True, dict=True):
    """All pictures of a book by name; those of the steps of a figure by the name of the figure."""

    pages: Mapping[str, Page]
    steps: Mapping[str, tuple[str, ...]]  # by the name of a figure: the names of the pictures of its steps

    @cached_property
    def vectors(self) -> Vectors:
        """The pictures as SVG."""
        return _vectors(self.pages)


class Vectors(Struct, frozen=True):
    """Pictures as SVG. Parts shared by several of them, such as a card on many boards, are written once."""

    ids: Mapping[str, str]  # by the name of a picture: the id of its symbol
    definitions: Mapping[str, str]  # by id, each after everything it uses

    @property
    def sprite(self) -> str:
        """The definitions of all pictures."""
        return f"<defs>{''.join(self.definitions.values())}</defs>"


def draw_all(book: Book) -> BookPictures:
    """Draw every picture of a book, by name; the cover is called "cover", the foot of the pages "foot"."""
    pictures = {COVER: book.cover} | ({FOOT: book.foot} if book.foot else {})
    for section in book.sections:
        for figure in figures((*section.blocks, *(section.other.blocks if section.other else ()))):
            pictures |= dict(zip(figure.names, figure.pictures, strict=True))
    pages = {name: picture.draw() for name, picture in pictures.items()}
    steps = {}
    for name, picture in pictures.items():
        if picture.steps is not None and (on_the_way := picture.steps()):
            steps[name] = tuple(f"{name}-step-{number}" for number in range(1, len(on_the_way) + 1))
            pages |= dict(zip(steps[name], on_the_way, strict=True))
    return BookPictures(pages, steps)


def _vectors(pages: Mapping[str, Page]) -> Vectors:
    """Convert pages to SVG.

    Boards are shown at a quarter of their size: hundredths of a millimetre are precise enough, and half as long. The
    invisible text over the characters of cards would be read twice: pictures have an alternative text.
    """
    symbols = tuple(Use(Symbol(name, page.items, page.media)) for name, page in pages.items())
    sprite = _UNSEEN_TEXT.sub("", svg_text(Page(1.0, 1.0, symbols), prefix="p-", digits=2))
    definitions, uses = sprite.rsplit("</defs>", 1)
    ids = dict(zip(pages, _USED.findall(uses), strict=True))
    return Vectors(ids, {match["id"]: match.group() for match in _DEFINITION.finditer(definitions)})


HIGHEST = 80.0  # mm of a figure
BESIDE = 0.62  # of the text's width: a narrower figure has its caption at its side


class Plates(Struct, frozen=True):
    """Pictures that belong together, each with its caption."""

    names: tuple[str, ...]
    pictures: tuple[Picture, ...]


class Row(Struct, frozen=True):
    """Pictures in a row, each with its name below."""

    names: tuple[str, ...]
    pictures: tuple[Picture, ...]


class Beside(Struct, frozen=True):
    """A picture with the text next to it."""

    name: str
    picture: Picture
    blocks: tuple[Block, ...]


class Wide(Struct, frozen=True):
    """A picture as wide as the text, below its caption."""

    name: str
    picture: Picture


Arranged = Paragraph | Listing | Tip | Table | Plates | Row | Beside | Wide


def arrange_blocks(blocks: Sequence[Block]) -> Iterator[Arranged]:
    """Arrange the blocks of a section.

    Consecutive figures are grouped, a card is next to the text after it, several cards form a row.
    """
    at = 0
    while at < len(blocks):
        block = blocks[at]
        at += 1
        if not isinstance(block, Figure):
            yield block
        elif len(block.names) > 1:
            yield Row(block.names, block.pictures)
        elif block.pictures[0].wide:
            yield Wide(block.names[0], block.pictures[0])
        elif block.pictures[0].beside:
            text = _texts(blocks[at:])
            at += len(text)
            yield Beside(block.names[0], block.pictures[0], text)
        else:
            run = [block, *_figures(blocks[at:])]
            at += len(run) - 1
            yield Plates(tuple(item.names[0] for item in run), tuple(item.pictures[0] for item in run))


def _texts(blocks: Iterable[Block]) -> tuple[Block, ...]:
    texts = []
    for block in blocks:
        if isinstance(block, Figure):
            break
        texts.append(block)
    return tuple(texts)


def _figures(blocks: Iterable[Block]) -> list[Figure]:
    figures: list[Figure] = []
    for block in blocks:
        if not isinstance(block, Figure) or len(block.names) > 1 or block.pictures[0].beside or block.pictures[0].wide:
            break
        figures.append(block)
    return figures
