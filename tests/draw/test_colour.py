from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cloudy_pnp.draw.colour import BLACK, WHITE, Colour
from cloudy_pnp.draw.inks import LEAST_TINT, coated, difference, inks_for, lab

parts = st.floats(0, 1)
colours = st.builds(Colour, parts, parts, parts)


def test_colours_know_their_inks() -> None:
    assert BLACK.inks == (0, 0, 0, 1) and WHITE.inks == (0, 0, 0, 0)
    assert Colour.parse("#ff0000").inks == pytest.approx((0, 1, 1, 0), abs=0.07)
    own = Colour.parse("#123456", cmyk=(0.9, 0.5, 0.1, 0.2))
    assert own.inks == (0.9, 0.5, 0.1, 0.2)
    assert own.lighter(0.5).inks == pytest.approx((0.45, 0.25, 0.05, 0.1))
    assert Colour.parse("#abc") == Colour.parse("#aabbcc")
    for wrong in ("abc", "#12", "#gggggg", "#１２３４５６", ""):
        with pytest.raises(ValueError, match="not a colour"):
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


def test_inks_look_like_the_colour() -> None:
    """On paper as white as the page. The formula of before was off by 7.3 on average and by 12.8 at most."""
    wanted = (
        "#7fb4d8",
        "#4c8c3f",
        "#8a5a32",
        "#f2c14e",
        "#b3274f",
        "#454771",
        "#bfe1e8",
        "#1f5138",
        "#dccaa8",
        "#4c9fc4",
    )
    off = [
        difference(coated().looks(inks_for(*Colour.parse(text).rgb)), lab(*Colour.parse(text).rgb)) for text in wanted
    ]
    assert max(off) < 4
    assert sum(off) / len(off) < 1.5


@given(st.floats(1.8, 4))
def test_less_ink_looks_much_the_same(most: float) -> None:
    for text in ("#2b2a38", "#5d3a1e", "#1f5138", "#150a10"):
        colour = Colour.parse(text)
        inks = inks_for(*colour.rgb, round(most, 2))
        assert sum(inks) <= most + 0.01
        if most >= 2.4:
            assert difference(coated().looks(inks), coated().looks(coated().inks(lab(*colour.rgb)))) < 4


@given(colours)
def test_no_tint_is_too_light_to_print(colour: Colour) -> None:
    assert all(ink == 0 or ink >= LEAST_TINT for ink in colour.inks)


@given(parts)
def test_greys_are_printed_with_black_alone(level: float) -> None:
    assert Colour.grey(level).inks[:3] == (0, 0, 0)


def test_greys_get_darker_step_by_step() -> None:
    blacks = [Colour.grey(level / 20).inks[3] for level in range(21)]
    assert blacks == sorted(blacks, reverse=True)
    assert (blacks[0], blacks[-1]) == (1, 0)
    assert len(set(blacks)) == 21
