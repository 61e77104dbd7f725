from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cloudy_pnp.draw.colour import BLACK, WHITE, Colour
from cloudy_pnp.draw.inks import appearance, inks_for

parts = st.floats(0, 1)
colours = st.builds(Colour, parts, parts, parts)


def test_colours_know_their_inks() -> None:
    assert BLACK.inks == (0, 0, 0, 1) and WHITE.inks == (0, 0, 0, 0)
    assert Colour.parse("#ff0000").inks == (0, 1, 1, 0)
    own = Colour.parse("#123456", cmyk=(0.9, 0.5, 0.1, 0.2))
    assert own.inks == (0.9, 0.5, 0.1, 0.2)
    assert own.lighter(0.5).inks == pytest.approx((0.45, 0.25, 0.05, 0.1))
    assert Colour.parse("#abc") == Colour.parse("#aabbcc")
    for wrong in ("abc", "#12", "#gggggg", "#１２３４５６", ""):
        with pytest.raises(ValueError, match="no colour"):
            Colour.parse(wrong)


@given(st.integers(0, 0xFFFFFF))
def test_a_colour_survives_writing_and_reading(value: int) -> None:
    text = f"#{value:06x}"
    assert Colour.parse(text).hex == text
    assert all(0 <= ink <= 1 for ink in Colour.parse(text).inks)


@given(colours)
def test_inks_are_shares_and_never_too_wet(colour: Colour) -> None:
    assert all(0 <= ink <= 1 for ink in colour.inks)
    assert sum(colour.inks) <= 3.0 + 1e-9


@given(st.floats(0, 0.75), st.floats(0, 0.75), st.floats(0, 0.75), st.floats(0, 0.3))
def test_what_inks_can_show_is_found_again(cyan: float, magenta: float, yellow: float, black: float) -> None:
    wanted = appearance(cyan, magenta, yellow, black)
    assert appearance(*inks_for(*wanted)) == pytest.approx(wanted, abs=0.06)


def test_the_sky_stays_blue_and_the_leaf_green() -> None:
    """With the usual formula the sky looks (0.45, 0.69, 0.82) on paper: too violet and too dark."""
    for text in ("#7fb4d8", "#4c8c3f", "#8a5a32", "#f2c14e"):
        colour = Colour.parse(text)
        assert appearance(*colour.inks) == pytest.approx(colour.rgb, abs=0.03), text


@given(parts)
def test_greys_are_printed_with_black_alone(level: float) -> None:
    assert Colour.grey(level).inks == (0, 0, 0, 1 - level)
