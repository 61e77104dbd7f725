"""The arrangement of the blocks of a section, the same in print and on the web."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from cloudy_pnp.game.contract import Picture
from cloudy_pnp.rulebook.book import Block, Figure, Listing, Paragraph, Table, Tip

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
