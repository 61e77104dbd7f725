"""The pictures of a book as SVG, each drawn once; both back ends use the same text. And how blocks are arranged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cloudy_pnp.draw.scene import Page, Symbol, Use
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.games.contract import Picture
from cloudy_pnp.rulebook.book import Block, Book, Figure, Listing, Paragraph, Tip, figures

COVER = "cover"
_OUTLINE = re.compile(r' d="([^"]*)"')
_NUMBER = re.compile(r"-?\d+\.\d{3,}")
_USED = re.compile(r'(?:href="|url\()#([^")]+)')
_DEFINITION = re.compile(  # an element in <defs>
    r'<(?P<tag>symbol|clipPath|linearGradient|radialGradient|path)\b[^>]*? id="(?P<id>[^"]+)"[^>]*?'
    r"(?:/>|>.*?</(?P=tag)>)",
    re.DOTALL,
)
_UNSEEN_TEXT = re.compile(r"<text\b[^>]*?(?:/>|>.*?</text>)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Drawn:
    """All pictures of a book as SVG. What several of them show, such as a card on many boards, is written once."""

    pages: Mapping[str, Page]
    ids: Mapping[str, str]  # by the name of a picture: the id of the symbol that it is
    definitions: Mapping[str, str]  # by id, in an order in which each comes after all that it uses

    @property
    def sprite(self) -> str:
        """The definitions of all pictures."""
        return f"<defs>{''.join(self.definitions.values())}</defs>"

    def picture(self, name: str) -> str:
        """One picture as an SVG document with what it needs of the definitions."""
        page, needed = self.pages[name], self._needed(self.ids[name])
        definitions = "".join(text for key, text in self.definitions.items() if key in needed)
        size = f'width="{page.width:g}" height="{page.height:g}"'
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{page.width:g}mm" height="{page.height:g}mm" viewBox="0 0 {page.width:g} {page.height:g}">'
            f'<defs>{definitions}</defs><use xlink:href="#{self.ids[name]}" {size}/></svg>'
        )

    def _needed(self, name: str) -> set[str]:
        needed, waiting = {name}, [name]
        while waiting:
            new = set(_USED.findall(self.definitions[waiting.pop()])) - needed
            needed |= new
            waiting += new
        return needed


def draw_all(book: Book) -> Drawn:
    """Every picture of a book by its name; the cover is called "cover"."""
    wanted = {COVER: book.cover}
    for section in book.sections:
        for figure in figures(section.blocks):
            wanted |= dict(zip(figure.names, figure.pictures, strict=True))
    pages = {name: picture.draw() for name, picture in wanted.items()}
    symbols: dict[Page, Symbol] = {}
    for name, page in pages.items():
        symbols.setdefault(page, Symbol(name, page.items, page.media))
    sprite = svg_text(Page(1.0, 1.0, tuple(Use(symbol) for symbol in symbols.values())), prefix="p-")
    definitions, uses = _lighter(sprite).rsplit("</defs>", 1)
    ids = dict(zip(symbols, _USED.findall(uses), strict=True))
    parts = {match["id"]: match.group() for match in _DEFINITION.finditer(definitions)}
    return Drawn(pages, {name: ids[page] for name, page in pages.items()}, parts)


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


@dataclass(frozen=True, slots=True)
class Wide:
    """A picture as wide as the text, below its caption."""

    name: str
    picture: Picture


Arranged = Paragraph | Listing | Tip | Plates | Row | Beside | Wide


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
        elif block.pictures[0].wide:
            yield Wide(block.names[0], block.pictures[0])
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
        if not isinstance(block, Figure) or len(block.names) > 1 or block.pictures[0].beside or block.pictures[0].wide:
            break
        found.append(block)
    return found
