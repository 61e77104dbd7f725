"""How different colours look, to everybody."""

from __future__ import annotations

import pytest

from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.vision import VISIONS, distance, lab, seen, too_close


@pytest.mark.parametrize(
    ("colour", "expected"),
    [("#000000", (0, 0, 0)), ("#ff0000", (53.24, 80.09, 67.20)), ("#0000ff", (32.30, 79.19, -107.86))],
)
def test_lab(colour: str, expected: tuple[float, float, float]) -> None:
    assert lab(Colour.parse(colour)) == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize("vision", VISIONS)
def test_greys_look_grey_to_everybody(vision: str) -> None:
    grey = Colour.parse("#808080")
    assert distance(seen(grey, VISIONS[vision]), grey) < 1.0


def test_two_colours_are_as_far_apart_as_is_asked() -> None:
    one, other = Colour.parse("#b3274f"), Colour.parse("#4fb327")
    assert too_close(one, other, far=5.0, light=0.0) == ""
    assert "normal colour vision" in too_close(one, other, far=400.0, light=0.0)
    assert "in grey" in too_close(one, other, far=0.0, light=90.0)
