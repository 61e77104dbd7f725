"""Paint that reaches the cut and does not go on into the bleed, whatever paints it."""

from __future__ import annotations

import pytest

from cloudy_pnp.core import budget
from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import WHITE, Colour, LinearGradient, RadialGradient
from cloudy_pnp.draw.painted import white_edge
from cloudy_pnp.draw.scene import Group, Image, Item, Outline, Path, Raster, Stroke, Symbol, Use
from cloudy_pnp.draw.shapes import circle, rectangle

SIZE = (63.5, 88.9)
CARD = Rect(0, 0, *SIZE)
BLEED, TIGHT = CARD.inset(-3.2), CARD.inset(1)
RED, CREAM = Colour.parse("#c02020"), Colour.parse("#fffdf8")
FADING = LinearGradient.between(Point(0, 0), Point(0, 88.9), RED, WHITE)
GLOW = RadialGradient.between(CARD.centre, 31.0, RED, WHITE)
PHOTO = Raster("sea.jpg", 900, 1200, "x", bytes, "JPEG RGB")
CUT_OUT = Raster("ship.png", 900, 1200, "y", bytes, "PNG ")  # with transparency


def box(area: Rect, colour: Colour = RED, opacity: float = 1.0) -> Path:
    return Path(rectangle(area), colour, opacity=opacity)


def turned(item: Item) -> Group:
    return Group((item,), Transform.rotation(180, CARD.centre))


def face(*items: Item, bounds: Rect = BLEED) -> Symbol:
    return Symbol("face", items, bounds)


@pytest.mark.parametrize(
    ("items", "reach"),
    [
        ((box(CARD),), 0),
        ((box(BLEED, WHITE), box(CARD)), 0),
        ((box(CARD.inset(-1)),), 1),
        ((box(TIGHT),), -1),
        ((Path(rectangle(CARD), FADING),), 0),
        ((Image(PHOTO, CARD),), 0),
        ((Image(PHOTO, TIGHT),), -1),
        ((box(Rect(0, 0, 63.5, 12)),), 0),  # a banner
        ((turned(box(Rect(0, 0, 63.5, 12))),), 0),
        ((box(Rect(20, -3.2, 5, 92.1)),), 0),  # a strip that goes on above, but not below
        ((Group((box(BLEED),), clip=rectangle(CARD)),), 0),
        ((Use(face(box(CARD))),), 0),
        ((box(BLEED), box(BLEED, WHITE), box(CARD)), 0),  # the first is hidden
        ((Path(rectangle(CARD), stroke=Stroke(RED, 0.4)),), 0),  # a line on the cut
    ],
)
def test_paint_ends_at_the_cut(items: tuple[Item, ...], reach: float) -> None:
    edge = white_edge(face(*items), SIZE, 3.0)
    assert edge is not None
    assert edge.reach == pytest.approx(reach, abs=0.51)
    assert isinstance(edge.items[0], Item)


@pytest.mark.parametrize(
    "items",
    [
        (),
        (box(BLEED),),
        (box(BLEED), box(CARD, WHITE)),
        (box(BLEED), box(CARD, Colour.parse("#204020"))),
        (box(CARD, WHITE),),  # paper
        (box(CARD, CREAM),),
        (box(CARD, opacity=0.05),),  # a pattern that is nearly invisible
        (box(CARD.inset(3)),),  # a white border, as it is meant
        (box(TIGHT), box(CARD.inset(2), WHITE)),  # a frame
        (Path(rectangle(CARD), GLOW),),  # is white before it comes to the cut
        (Image(CUT_OUT, CARD),),
        (box(Rect(1, 1, 6, 6)), box(Rect(56, 1, 6, 6))),  # icons in corners
        (box(Rect(5, 0, 0.5, 88.9)),),  # a line across
        (Group((box(CARD),), clip=rectangle(CARD.inset(5))),),
        (box(CARD), box(BLEED, WHITE)),  # painted over
        (Path(Outline(()), RED),),  # nothing
    ],
)
def test_paper_white_edges_and_full_bleed_are_fine(items: tuple[Item, ...]) -> None:
    assert white_edge(face(*items), SIZE, 3.0) is None


def test_the_item_that_paints_most_of_the_edge_is_named() -> None:
    background, banner = box(CARD), box(Rect(0, 0, 63.5, 12), Colour.parse("#2040c0"))
    edge = white_edge(face(background, banner), SIZE, 3.0)
    assert edge is not None
    assert edge.items == (background,)


def test_what_is_cut_off_is_not_painted() -> None:
    """A symbol shows only what is inside its bounds."""
    assert white_edge(face(box(BLEED)), SIZE, 3.175) is None
    edge = white_edge(face(box(BLEED), bounds=CARD.inset(-2)), SIZE, 3.175)
    assert edge is not None
    assert edge.reach == 2
    assert white_edge(face(box(TIGHT.inset(4)), bounds=CARD.inset(-2)), SIZE, 3.175) is None


def test_round_tokens() -> None:
    token = (30.0, 30.0)
    cut, bounds = circle(Point(15, 15), 15), Rect(0, 0, *token).inset(-3)
    round_edge = white_edge(face(Path(cut, RED), bounds=bounds), token, 3.0, cut)
    assert round_edge is not None
    assert round_edge.reach == pytest.approx(0, abs=0.51)
    assert white_edge(face(Path(circle(Point(15, 15), 18), RED), bounds=bounds), token, 3.0, cut) is None
    assert white_edge(face(box(Rect(5, 5, 20, 20)), bounds=bounds), token, 3.0, cut) is None


def test_parts_of_a_net_that_are_close_need_no_bleed_between_them() -> None:
    size = (64.0, 30.0)
    left, right = Rect(0, 0, 30, 30), Rect(32, 0, 32, 30)
    net = rectangle(left) + rectangle(right)
    ground = Path(net, RED, Stroke(RED, 6))
    assert white_edge(face(ground, bounds=Rect(0, 0, *size).inset(-3)), size, 3.0, net) is None


def test_a_face_with_many_items_is_evaluated_until_the_time_is_over() -> None:
    many = face(*(box(Rect(index / 100, 0, 1, 1)) for index in range(6000)))
    edge = white_edge(many, SIZE, 3.0)
    assert edge is not None
    assert edge.reach == 0.0
    clock = budget.Clock()
    clock.stop()
    with pytest.raises(budget.OverTime), budget.run(budget.Budget(clock=clock)):
        white_edge(face(*many.items), SIZE, 3.0)
