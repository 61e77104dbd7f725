"""Which cards are printed, and how often."""

from __future__ import annotations

import pytest

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.export.things import select
from cloudy_pnp.workspace.drawn import Piece
from export.sheets.deck import plain_deck

FACES = plain_deck(6)


def picture(card: str, copy: int) -> Piece:
    return Piece(card, copy, FACES[copy].front, FACES[0].back, FACES[0].size)


DECK = [*(picture("stem", copy) for copy in (1, 2, 3)), picture("tee", 1), picture("tee", 2), picture("cross", 1)]


def names(pictures: list[Piece]) -> list[tuple[str, int]]:
    return [(one.card, one.copy) for one in pictures]


def test_everything_without_wishes() -> None:
    assert list(select(DECK)) == DECK


def test_only_some_cards() -> None:
    assert names(list(select(DECK, only=["cross", "tee"]))) == [("tee", 1), ("tee", 2), ("cross", 1)]
    with pytest.raises(UserError, match=r'there is no card "cros" to print; did you mean "cross"\?'):
        list(select(DECK, only=["cros"]))


def test_fewer_more_and_no_copies() -> None:
    chosen = list(select(DECK, quantity={"stem": 2, "tee": 5, "cross": 0}))
    assert names(chosen) == [("stem", 1), ("stem", 2), *(("tee", copy) for copy in (1, 2, 3, 4, 5))]
    assert [one.front for one in chosen[2:]] == [FACES[copy].front for copy in (1, 2, 1, 2, 1)]


def test_only_and_quantity_together() -> None:
    assert names(list(select(DECK, only=["cross"], quantity={"stem": 2, "cross": 2}))) == [("cross", 1), ("cross", 2)]


def test_scattered_copies_give_the_number_wanted() -> None:
    scattered = [picture("tee", 1), picture("stem", 1), picture("tee", 2)]
    assert names(list(select(scattered, quantity={"tee": 3}))) == [("tee", 1), ("tee", 2), ("tee", 3), ("stem", 1)]


def test_quantity_of_an_unknown_card() -> None:
    with pytest.raises(UserError, match='there is no card "teee" to print; did you mean "tee"'):
        list(select(DECK, quantity={"teee": 1}))
    with pytest.raises(UserError, match=r'there is no card "x" to print$'):
        list(select([], only=["x"]))


@pytest.mark.parametrize("number", [-1, 1000])
def test_impossible_quantity_is_refused_at_once(number: int) -> None:
    with pytest.raises(UserError, match=f'{number} copies of "tee" are not possible: from 0 to 999'):
        select(DECK, quantity={"tee": number})
