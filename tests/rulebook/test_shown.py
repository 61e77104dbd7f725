"""What every shipped book shows, in every game and language: the contents of its box with their numbers, a player aid
with pictures as the last page, and figures whose words can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pikepdf
import pytest

from cloudy_pnp.draw.scene import Group, Item, TextRun, Use
from cloudy_pnp.rulebook.arrange import draw_all
from cloudy_pnp.rulebook.book import Figure, figures
from cloudy_pnp.rulebook.compose import PAGES
from cloudy_pnp.rulebook.pages import typst_source
from rulebook.books import BOOKS, LANGUAGES, opened, shipped_book, shipped_files, shipped_theme

POINT = 72 / 25.4
SMALLEST = 6.5  # pt, as on the cards
TEXT = 119.0  # mm: the width of the text on A5 pages
BOXES = {"cloudy-kingdom": ["54", "16", "16", "4"], "fantasy-realms": ["53"], "luftschloesser": ["1", "65", "20", "4"]}


def shown(lang: str, game: str, *sections: str) -> list[Figure]:
    """The figures of some sections, in order."""
    return [
        figure
        for section in shipped_book(lang, game).sections
        if section.id in sections
        for figure in figures(section.blocks)
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", BOOKS)
def test_the_box_is_a_picture_with_numbers(game: str, lang: str) -> None:
    box = shown(lang, game, "components")[0]
    assert len(box.pictures) > 2, "one picture for each kind of thing"
    told = [match[0] for picture in box.pictures for match in re.finditer(r"^\d+", picture.title)]
    assert told == BOXES[game]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", BOOKS)
def test_the_last_page_is_an_aid_with_pictures(game: str, lang: str) -> None:
    aid = shown(lang, game, "summary", "summary-scoring")
    assert sum(len(figure.names) for figure in aid) >= 6
    with opened(shipped_files(lang, game)[PAGES]) as pdf:
        forms = [thing for thing in pdf.pages[-1].obj.Resources.XObject.values() if thing.Subtype == "/Form"]
    assert len(forms) >= 6


def runs(items: Iterable[Item], scale: float = 1.0) -> Iterator[tuple[str, float]]:
    """Every text with its size."""
    for item in items:
        match item:
            case TextRun():
                yield item.text, item.size * scale
            case Group(inner, transform):
                yield from runs(inner, scale * abs(transform.a * transform.d - transform.b * transform.c) ** 0.5)
            case Use(symbol, transform):
                way = scale * abs(transform.a * transform.d - transform.b * transform.c) ** 0.5
                yield from runs(symbol.items, way)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_hands_can_be_read(lang: str) -> None:
    """On a page whose pictures are neither larger nor smaller than planned."""
    hands = [
        (name, picture)
        for section in shipped_book(lang, "fantasy-realms").sections
        for figure in figures(section.blocks)
        for name, picture in zip(figure.names, figure.pictures, strict=True)
        if name.startswith("figure-")
    ]
    assert len(hands) >= 12
    for name, picture in hands:
        page = picture.draw()
        scale = min(picture.scale, TEXT / page.width)
        small = {text: size * scale * POINT for text, size in runs(page.items) if size * scale * POINT < SMALLEST}
        assert not small, (name, small)


def test_the_foot_of_the_pages_is_only_decoration() -> None:
    """It is behind every page but the title page, and nobody who listens to the page is told of it."""
    book = shipped_book("en", "fantasy-realms")
    assert book.foot is not None
    assert "foot: (file:" in typst_source(book, draw_all(book), shipped_theme("en", "fantasy-realms"))
    with opened(shipped_files("en", "fantasy-realms")[PAGES]) as pdf:
        alts = [str(thing.Alt) for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/Alt" in thing]
    assert book.foot.alt not in alts
    assert alts
