"""Cards in a fan: whole, within the picture, and as large in a fan of two as in one of three."""

from __future__ import annotations

import pytest

from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.draw.kit.figures import fanned
from cloudy_pnp.draw.scene import Group, Page


def _cards(page: Page) -> list[Transform]:
    return [item.transform for item in page.items if isinstance(item, Group)]


@pytest.mark.parametrize("size", [(57.15, 88.9), (63.5, 88.9), (88.9, 57.15), (44.0, 68.0), (70.0, 70.0)])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 6])
def test_no_card_leaves_the_picture(size: tuple[float, float], number: int) -> None:
    page = fanned([Page(*size, ())] * number)
    assert len(_cards(page)) == number
    for placed in _cards(page):
        assert placed.bounds(Rect(0, 0, *size)) in Rect(0, 0, page.width, page.height).inset(2.0)


def test_fewer_cards_are_no_larger() -> None:
    """The fans of one box stand side by side."""
    card = Page(57.15, 88.9, ())
    two, three = (_cards(fanned([card] * number)) for number in (2, 3))
    assert abs(two[0].a * two[0].d - two[0].b * two[0].c) == pytest.approx(
        abs(three[0].a * three[0].d - three[0].b * three[0].c)
    )
