"""Texts that no one can read: in the colour of what is behind them, or painted over."""

from __future__ import annotations

import pytest

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import BLACK, Colour, LinearGradient
from cloudy_pnp.draw.readable import unreadable_texts
from cloudy_pnp.draw.scene import Font, Group, Item, Path, Symbol, TextRun
from cloudy_pnp.draw.shapes import ellipse, rectangle

CARD = Rect(0, 0, 60, 90)
RED, NEARLY_RED, WHITE = (Colour.parse(text) for text in ("#c02020", "#c42222", "#ffffff"))


def text(colour: Colour = RED) -> TextRun:
    return TextRun(Point(20, 40), "Mill", Font("Alegreya Sans"), 5, 12, colour)


def box(colour: Colour, area: Rect = CARD, opacity: float = 1.0) -> Path:
    return Path(rectangle(area), colour, opacity=opacity)


BEHIND = Rect(15, 30, 30, 15)
SIDEWAYS = LinearGradient.between(Point(0, 0), Point(60, 0), RED, RED)


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ((box(RED), text()), [("Mill", False)]),
        ((box(NEARLY_RED), text()), [("Mill", False)]),
        ((box(BLACK), box(RED, BEHIND), text()), [("Mill", False)]),
        ((text(WHITE),), [("Mill", False)]),  # on paper
        ((box(RED), Group((text(),), Transform.translation(3, 3))), [("Mill", False)]),
        ((box(WHITE), text(), box(BLACK, BEHIND)), [("Mill", True)]),
        ((box(WHITE), text(), Group((box(BLACK),), clip=rectangle(BEHIND))), [("Mill", True)]),
        ((box(WHITE), Group((text(),), opacity=0.0)), [("Mill", False)]),
        # readable, or not known
        ((box(WHITE), Group((text(),), opacity=0.1)), []),  # a watermark
        ((box(RED), box(WHITE, BEHIND), text()), []),
        ((box(RED), Path(ellipse(BEHIND.centre, 30, 15), WHITE), text()), []),
        ((box(RED), Path(rectangle(CARD), SIDEWAYS), text()), []),
        ((box(WHITE), text(), box(BLACK, BEHIND, opacity=0.5)), []),
        ((box(WHITE), text(), box(BLACK, Rect(15, 30, 10, 15))), []),  # half of it
        ((box(WHITE), text(), Group((box(BLACK),), clip=rectangle(Rect(0, 0, 60, 30)))), []),
        ((box(WHITE), box(RED, BEHIND, opacity=0.1), text()), []),
    ],
)
def test_only_texts_that_cannot_be_read_are_found(items: tuple[Item, ...], expected: list[tuple[str, bool]]) -> None:
    assert list(unreadable_texts(Symbol("face", items, CARD))) == expected
