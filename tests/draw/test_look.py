from __future__ import annotations

import pytest
from draw.pictures import BOLD, EARTH, LEAF, SANS, everything
from msgspec.structs import replace

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.pdf_content import look
from cloudy_pnp.draw.scene import Group, Item, Path, Stroke, Symbol, Use
from cloudy_pnp.draw.shapes import circle, rectangle
from cloudy_pnp.draw.text import text_line

BOX = Rect(0, 0, 70, 95)


def symbol(*items: Item) -> Symbol:
    return Symbol("any", items, BOX)


def test_what_looks_the_same_has_the_same_fingerprint() -> None:
    assert look(symbol(*everything().items)) == look(symbol(*everything().items))


DISC = Path(circle(Point(5, 5), 3), fill=LEAF, stroke=Stroke(EARTH, 0.2))
TEXT = text_line("Ranke", Point(5, 10), SANS, 3)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (DISC, replace(DISC, outline=circle(Point(5, 5), 3.01))),
        (DISC, replace(DISC, fill=EARTH)),
        (DISC, replace(DISC, fill=None)),
        (DISC, replace(DISC, stroke=Stroke(EARTH, 0.25))),
        (DISC, replace(DISC, opacity=0.9)),
        (DISC, replace(DISC, rule="evenodd")),
        (TEXT, text_line("Ranken", Point(5, 10), SANS, 3)),
        (TEXT, text_line("Ranke", Point(5, 10), BOLD, 3)),
        (Group((DISC,)), Group((DISC,), opacity=0.5)),
        (Group((DISC,)), Group((DISC,), clip=rectangle(Rect(0, 0, 5, 5)))),
        (Group((DISC, TEXT)), Group((TEXT, DISC))),
        (Use(symbol(DISC)), Use(symbol(DISC), Transform.translation(1, 0))),
        (Use(symbol(DISC)), Use(symbol(replace(DISC, fill=EARTH)))),
        (Use(symbol(Use(symbol(DISC)))), Use(symbol(Use(symbol(replace(DISC, fill=EARTH)))))),
    ],
)
def test_every_difference_is_seen(one: Item, other: Item) -> None:
    assert look(symbol(one)) != look(symbol(other))
    assert look(symbol(one)) == look(symbol(one))
