"""Texts that no one can read: in the colour of what is behind them, or painted over."""

from __future__ import annotations

import pytest

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import BLACK, Colour, LinearGradient
from cloudy_pnp.draw.painted import Fault, unreadable
from cloudy_pnp.draw.scene import Font, Group, Item, Path, Symbol, TextRun, Use
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
    found = [(one.text, one.fault is Fault.HIDDEN) for one in unreadable(Symbol("face", items, CARD))]
    assert found == expected


def run(words: str, x: float, y: float, colour: Colour = BLACK) -> TextRun:
    return TextRun(Point(x, y), words, Font("Alegreya Sans"), 5, 12, colour)


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (run("Coast", 25, 41), True),
        (Group((run("Coast", 0, 0),), Transform.translation(20, 40)), True),
        (run("Mill", 20.3, 40.3), False),  # its own shadow
        (run("Coast", 20, 45), False),  # the next line
        (run("Coast", 33, 40), False),  # next to it
        (Group((run("Coast", 20, 40),), opacity=0.1), False),  # a watermark
        (Group((run("Coast", 20, 40),), Transform.rotation(40, Point(20, 30))), False),  # slanted: not known
    ],
)
def test_texts_over_each_other_are_found(second: Item, expected: bool) -> None:
    found = list(unreadable(Symbol("face", (box(WHITE), run("Mill", 20, 40), second), CARD)))
    assert [one.fault for one in found] == [Fault.CROSSED] * expected


def test_lines_of_one_box_are_not_over_each_other() -> None:
    first, second = run("Mill", 20, 40), run("Coast", 25, 41)
    symbol, place = Symbol("face", (first, second), CARD), ("card", "boxes", 0, "text")
    assert list(unreadable(symbol, {id(first): place, id(second): place})) == []
    [found] = unreadable(symbol, {id(first): place, id(second): ("card", "boxes", 1, "text")})
    assert (found.text, found.other, found.box) == ("Mill", "Coast", ("card", "boxes", 1, "text"))


LEAF = ellipse(Point(5, 5), 4, 4)


@pytest.mark.parametrize(
    ("before", "icon", "expected"),
    [
        ((box(RED),), (Path(LEAF, RED),), True),
        ((), (Path(LEAF, WHITE),), True),
        ((box(RED),), (Path(LEAF, NEARLY_RED), Path(ellipse(Point(5, 5), 1, 1), RED)), True),
        ((box(RED),), (Path(LEAF, RED), Path(ellipse(Point(5, 5), 1, 1), WHITE)), False),
        ((box(RED),), (Path(LEAF, BLACK),), False),
        ((box(RED), Path(rectangle(CARD), SIDEWAYS)), (Path(LEAF, RED),), False),  # not known
    ],
)
def test_icons_in_the_colour_of_their_ground_are_found(
    before: tuple[Item, ...], icon: tuple[Item, ...], expected: bool
) -> None:
    use, place = Use(Symbol("leaf", icon, Rect(0, 0, 10, 10)), Transform.translation(20, 40)), ("card", 0, "icons")
    found = list(unreadable(Symbol("face", (*before, use), CARD), {id(use): place}))
    assert [(one.fault, one.text, one.box) for one in found] == [(Fault.LOST, "", place)] * expected
