"""The kit draws without any game: a style of four lines is enough."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.geometry import ORIGIN, Point, Rect
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour
from cloudy_pnp.draw.kit.clouds import scalloped
from cloudy_pnp.draw.kit.frame import HALF, Frame, trace
from cloudy_pnp.draw.kit.heraldry import SHIELD, Pattern, dots, lozenges, patterned, ribbon, stripes, tones_of, waves
from cloudy_pnp.draw.kit.lettering import Letterer
from cloudy_pnp.draw.kit.pen import Fonts, Pen, around, placed
from cloudy_pnp.draw.scene import Path, Symbol
from cloudy_pnp.draw.shapes import circle
from cloudy_pnp.draw.shaping import Icon


class PlainLines(Struct, frozen=True, dict=True):
    outline: float = 0.5
    detail: float = 0.3
    fine: float = 0.2


class Plain(Struct, frozen=True, dict=True):
    frame: Frame = Frame(63.5, 88.9, 3.0)
    lines: PlainLines = PlainLines()
    fonts: Fonts = Fonts("Fraunces", 600, "Alegreya Sans", 1.9)
    ink: Colour = BLACK
    ink_saving: bool = False


FULL, SPARE = Pen(Plain()), Pen(replace(Plain(), ink_saving=True))
RED = Colour.parse("#b3274f")


def test_a_shape_saves_ink_and_a_tint_vanishes() -> None:
    disc = circle(ORIGIN, 3)
    [full], [spare] = FULL.shape(disc, RED), SPARE.shape(disc, RED)
    assert isinstance(full, Path) and full.fill == RED and full.stroke is None
    assert isinstance(spare, Path) and spare.fill == WHITE and spare.stroke is not None
    assert FULL.tint(disc, RED) and not SPARE.tint(disc, RED)


def test_a_symbol_is_drawn_once() -> None:
    pen, made = Pen(Plain()), []

    def draw() -> Symbol:
        made.append(1)
        return Symbol("disc", pen.solid(circle(ORIGIN, 1), RED), around(1))

    assert pen.kept("disc", draw) is pen.kept("disc", draw)
    assert made == [1]
    assert placed(pen.kept("disc", draw), Point(3, 4), 2.0, turn=90).transform(Point(1, 0)).rounded(6) == Point(3, 6)


@pytest.mark.parametrize("size", [(57.15, 88.9), (44, 68), (70, 70), (70, 120)])
def test_a_frame_scales_to_the_real_card(size: tuple[float, float]) -> None:
    frame = Frame(*size, 3.0)
    assert frame.card.width == 2 * HALF == 57.15
    assert (frame.card.width * frame.unit, frame.card.height * frame.unit) == pytest.approx(size)
    assert frame.edge(0) == frame.edge(2) >= frame.edge(1) == HALF
    bounds = frame.symbol("face", ()).bounds
    assert (bounds.x, bounds.width) == pytest.approx((-3.0, size[0] + 6.0))


@pytest.mark.parametrize("pattern", [lozenges, dots, waves, stripes])
def test_patterns_stay_inside_and_survive_saving_ink(pattern: Pattern) -> None:
    for pen in (FULL, SPARE):
        assert len(patterned(pen, SHIELD, tones_of(RED, BLACK, WHITE), pattern)) >= 3


def test_light_colours_carry_dark_figures() -> None:
    assert tones_of(Colour.parse("#ffe680"), BLACK, WHITE).figure.luminance < 0.3
    assert tones_of(Colour.parse("#203060"), BLACK, WHITE).figure == WHITE


def test_a_text_names_its_icons() -> None:
    box = Rect(-20, -10, 40, 20)
    bare = Letterer(FULL, "en").rules("Take a [disc].", box, 3.0)
    assert [finding.code for finding in bare.findings] == ["GLYPH-2"]
    icon = Icon(0.7, FULL.solid(circle(Point(0.3, -0.3), 0.3), RED))
    assert not Letterer(FULL, "en", {"disc": icon}).rules("Take a [disc].", box, 3.0).findings


def test_a_name_takes_as_many_lines_as_it_may_and_no_more() -> None:
    box, two = Rect(-20, -7, 40, 14), Letterer(FULL, "en")
    assert two.is_long("A rather long name indeed", 40.0, 5.0) and not two.is_long(
        "Donaudampfschifffahrtsgesellschaft", 40, 5
    )
    assert not two.name("A rather long name indeed", box, BLACK, 5.0, lines=2).findings
    told = two.name("Far too long a name for any card " * 3, box, BLACK, 5.0, lines=2)
    assert [(finding.code, finding.path) for finding in told.findings] == [("FIT-1", ("name", "en"))]


def test_outlines() -> None:
    assert scalloped([Point(-5, 0), Point(0, -3), Point(5, 0)]).bounds.top < -3
    assert trace("M 0 0 L 4 0 C 4 2 2 4 0 4 Z").bounds == Rect(0, 0, 4, 4)
    assert ribbon(FULL, tones_of(RED, BLACK, WHITE), Rect(-20, -4, 40, 8))
