"""The pictures of a book, each drawn once: scenes for the pages, and SVG for the web."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from cloudy_pnp.draw.scene import Page, Symbol, Use
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.rulebook.book import Book, figures

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
