"""Faces of vine cards: what the rules need is always there to see, and nothing else depends on random."""

from __future__ import annotations

import pytest
from games.cloudy_kingdom.art.studio import FORMATS, drawn, face, is_green, is_sky, kingdom, picture, pixel, style

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.draw.kit.frame import HALF, OUT, RIGHT
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.games.cloudy_kingdom.art.breaks import break_place
from cloudy_pnp.games.cloudy_kingdom.art.flora import LENGTH
from cloudy_pnp.games.cloudy_kingdom.art.pen import pen_for
from cloudy_pnp.games.cloudy_kingdom.art.vine_face import plan, vine_face
from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTION, Direction


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("place", ["n", "e", "s", "w"])
def test_a_break_lies_on_its_arm_or_at_the_rim_of_the_centre(name: str, place: str) -> None:
    """FACE-5: a covering card hides breaks at e and w, never those at n and s (but a square card has no arms)."""
    frame = style(name).frame
    end = DIRECTION[place]
    at, half = break_place(frame, place)
    distance = at.dot(OUT[end])
    assert distance + half < frame.edge(end) - 1.0, "no stub is left that reaches the edge"
    if end % 2 == 0 and frame.arm > 5:
        assert distance - half > HALF + 1.0, "a card above would hide the break"
    else:
        assert distance + half < HALF


@pytest.mark.parametrize("place", ["n", "e", "s", "w", "centre"])
def test_one_sees_the_sky_through_a_hole(place: str) -> None:
    whole, torn = picture(drawn(face(vines=["nesw"]))), picture(drawn(face(vines=["nesw"], **{place: "hole"})))
    at = Point(0.0, 0.0) if place == "centre" else break_place(style().frame, place)[0]
    assert is_sky(pixel(torn, at))
    assert not is_sky(pixel(whole, at))
    if place != "centre":
        end = DIRECTION[place]
        assert is_green(pixel(torn, OUT[end] * (style().frame.edge(end) - 1.0))), "the vine does not reach the edge"


def test_a_hole_in_the_centre_leaves_no_way_around_it() -> None:
    """The inner corners of a crossing must be gone too, or the arms would still touch."""
    torn = picture(drawn(face(vines=["nesw"], centre="hole")))
    for x in (-6.4, 6.4):
        for y in (-6.4, 6.4):
            assert is_sky(pixel(torn, Point(x, y)))


def test_a_hole_in_the_centre_cuts_every_strand_but_a_bridge() -> None:
    bends = picture(drawn(face(vines=["ne", "sw"], centre="hole")))
    for run in (stalk.runs[0] for stalk in plan(style().frame, face(vines=["ne", "sw"]), 4.8, 2.0).stalks):
        assert is_sky(pixel(bends, run.at(0.5)))
    under = picture(drawn(face(vines=["ns", "ew"], bridges=["ns"], centre="hole")))
    assert is_sky(pixel(under, Point(8.4, 0.0)))
    planks = [pixel(under, Point(0.0, y / 4)) for y in range(-20, 21)]
    assert sum(red > blue + 40 for red, _, blue in planks) > len(planks) / 2, "the bridge is gone"


@pytest.mark.parametrize("place", ["n", "e", "s", "w", "centre"])
def test_thorns_bar_the_way(place: str) -> None:
    """A block lies across the whole vine: on every line along the vine something is not green."""
    shown = picture(drawn(face(vines=["nesw"], **{place: "block"})))
    at = Point(0.0, 0.0) if place == "centre" else break_place(style().frame, place)[0]
    end = DIRECTION.get(place, Direction.E)
    for across in (-4, -2, 0, 2, 4):
        line = [pixel(shown, at + RIGHT[end] * across + OUT[end] * (step / 4)) for step in range(-16, 17)]
        assert any(green <= max(red, blue) for red, green, blue in line)


def test_separate_strands_stay_apart() -> None:
    shown = picture(drawn(face(vines=["ne", "sw"])))
    assert is_sky(pixel(shown, Point(0.0, 0.0)))


@pytest.mark.parametrize("strands", [["n"], ["n", "s"], ["n", "e", "s", "w"], ["ew", "n", "s"]])
def test_path_ends_stop_in_the_centre_square_and_touch_nothing(strands: list[str]) -> None:
    """FACE-2: there is always sky around the middle between a path end and whatever else there is."""
    shown = picture(drawn(face(vines=strands)))
    for strand in strands:
        if len(strand) == 1:
            end = DIRECTION[strand]
            assert is_green(pixel(shown, OUT[end] * (HALF - 1.0))), "the vine stops before the centre square"
            assert is_sky(pixel(shown, OUT[end] * 7.5)), "the vine goes on to the middle"


def test_a_bridge_passes_over_what_it_crosses() -> None:
    shown = picture(drawn(face(vines=["ns", "ew"], bridges=["ew"])))
    reds = [pixel(shown, Point(x / 4, 2.0)) for x in range(-40, 41)]
    assert sum(red > green > blue for red, green, blue in reds) > 0.6 * len(reds)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("card", list(kingdom().vines))
def test_leaves_hide_nothing_that_the_rules_need(name: str, card: str) -> None:
    laid = plan(style(name).frame, kingdom().vines[card].face, 4.8, 2.0)
    assert len(laid.sites) > (0 if name == "square" else 20)
    for site in laid.sites:
        tip = site.foot + Point.polar(LENGTH, site.turn)
        assert tip in style(name).frame.card.inset(3.0), "a leaf is cut off"
        assert all(gap.at.distance(point) > gap.half + 5 for gap in laid.gaps for point in (site.middle, tip))
        assert all(stalk.clearance(tip) > 1.5 for stalk in laid.stalks), "a leaf seems to join two vines"


def test_copies_differ_and_yet_each_is_always_the_same() -> None:
    pen = pen_for(style())
    stem = kingdom().vines["stem"].face
    pictures = [vine_face(pen, stem, Random("stem", copy)) for copy in range(1, 7)]
    assert len({repr(items) for items in pictures}) == 6
    assert repr(vine_face(pen, stem, Random("stem", 1))) == repr(pictures[0])


def test_the_sky_is_the_same_along_every_edge() -> None:
    """So that any two neighbours go together: corners and edges of all cards have one colour."""
    seen: set[tuple[int, int, int]] = set()
    for copy in (1, 2, 3):
        shown = picture(drawn(face(vines=["n"]), copy=copy))
        top = style().frame.top
        seen |= {pixel(shown, Point(x * 28.2, y * (top - 0.4))) for x in (-1, 1) for y in (-1, -0.5, 0, 0.5, 1)}
    assert all(max(part) - min(part) <= 2 for part in zip(*seen, strict=True))
