"""Pages of sheets in any order: the same that a file has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from cli.command import REPOSITORY

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.export.sheets import Catalogue, load_catalogue
from cloudy_pnp.export.sheets.impose import Imposed, Leaves, impose_all
from cloudy_pnp.game.contract import ComponentKind, RenderOptions
from cloudy_pnp.workspace.drawn import Copy, DrawnSet, Piece
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load, sound_part


@pytest.fixture(scope="module")
def deck() -> DrawnSet:
    home = home_of("cloudy-kingdom", REPOSITORY)
    make = home.game.components
    assert make is not None
    return DrawnSet(make.load()(sound_part(load(home)).data, RenderOptions("de")))


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.mark.parametrize(
    "name", ["cards-a4-duplex", "cards-a4-gutterfold", "cards-a4-fronts", "cards-service", "cards-a3-duplex"]
)
def test_every_page_is_the_one_of_the_file(deck: DrawnSet, catalogue: Catalogue, name: str) -> None:
    sheet, texts = catalogue.sheet(name), catalogue.texts("de")
    pieces = list(deck.copies(ComponentKind.CARD))
    imposed: list[Imposed] = []
    pages = list(impose_all(pieces, sheet, texts, deck.drawn, title="Wolkig", imposed=imposed))
    leaves = Leaves(pieces, sheet, texts, deck.drawn, "Wolkig")
    assert len(leaves) == len(pages)
    assert leaves.sheets == max(one.sheet for one in imposed)
    for index in (len(pages) - 1, 0, len(pages) // 2):
        page, lying = leaves.page(index)
        assert page == pages[index]
        assert lying == [one for one in imposed if one.page == index + 1]
        assert leaves.size(index) == pytest.approx((page.width, page.height))


def test_only_what_lies_on_a_page_is_drawn(deck: DrawnSet, catalogue: Catalogue) -> None:
    drawn: list[str] = []

    def draw(copy: Copy) -> Piece:
        drawn.append(copy.card)
        return deck.drawn(copy)

    pieces = list(deck.copies(ComponentKind.CARD))
    leaves = Leaves(pieces, catalogue.sheet("cards-a4-duplex"), catalogue.texts("en"), draw)
    assert drawn == []
    leaves.page(6)
    assert drawn == [piece.card for piece in pieces[27:36]]


def test_nothing_to_print_is_told(deck: DrawnSet, catalogue: Catalogue) -> None:
    nothing: Iterator[Copy] = iter(())
    with pytest.raises(UserError, match="no card to print"):
        Leaves(list(nothing), catalogue.sheet("cards-a4-duplex"), catalogue.texts("en"), deck.drawn)
