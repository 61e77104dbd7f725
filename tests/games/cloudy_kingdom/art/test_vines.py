"""Faces of vine cards: what the rules need is always there to see, and nothing else depends on random."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from games.cloudy_kingdom.art.studio import (
    FORMATS,
    drawn,
    face,
    is_green,
    is_sky,
    kingdom,
    picture,
    pixel,
    shipped,
    style,
)

from cloudy_pnp.cloudy_kingdom.art.breaks import break_place
from cloudy_pnp.cloudy_kingdom.art.stalk import Stalk
from cloudy_pnp.cloudy_kingdom.art.style import pen_for, style_from_data
from cloudy_pnp.cloudy_kingdom.art.vine_face import LEAF, plan, vine_face
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTION, Direction
from cloudy_pnp.core.geometry import Point
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.frame import HALF, OUT, RIGHT
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.kit.vision import lab
from cloudy_pnp.draw.scene import Use


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
        tip = site.foot + Point.polar(LEAF, site.turn)
        assert tip in style(name).frame.card.inset(3.0), "a leaf is cut off"
        assert all(gap.at.distance(point) > gap.half + 5 for gap in laid.gaps for point in (site.middle, tip))
        assert all(stalk.clearance(tip) > 1.5 for stalk in laid.stalks), "a leaf seems to join two vines"


def test_copies_differ_and_yet_each_is_always_the_same() -> None:
    pen = pen_for(style())
    stem = kingdom().vines["stem"].face
    pictures = [vine_face(pen, stem, Random("stem", copy)) for copy in range(1, 7)]
    assert len({repr(items) for items in pictures}) == 6
    assert repr(vine_face(pen, stem, Random("stem", 1))) == repr(pictures[0])


def test_a_card_has_one_sky_along_its_edges_and_all_skies_are_equally_light() -> None:
    """So that any two neighbours go together, in colour and in grey."""
    top = style().frame.top
    seen: set[tuple[int, int, int]] = set()
    for copy in range(1, 9):
        shown = picture(drawn(face(vines=["n"]), copy=copy))
        edge = {pixel(shown, Point(x * 28.2, y * (top - 0.4))) for x in (-1, 1) for y in (-1, -0.5, 0, 0.5, 1)}
        assert all(max(part) - min(part) <= 2 for part in zip(*edge, strict=True))
        seen |= edge
    assert len(seen) >= len(style().skies) == 4
    light = [lab(Colour(red / 255, green / 255, blue / 255))[0] for red, green, blue in seen]
    assert max(light) - min(light) < 4


def test_a_style_without_skies_has_the_one_of_its_colours() -> None:
    data = {key: value for key, value in shipped()["style"].items() if key != "skies"}
    [only] = style_from_data(data).skies
    assert (only.edge, only.weather) == (style().colours.sky, "fair")


@pytest.mark.parametrize("place", ["n", "e", "centre"])
def test_a_hole_is_wide_and_its_ends_are_dark(place: str) -> None:
    """Seven millimetres of sky on the middle of the vine; on each side pale wood and a dark core."""
    shown = picture(drawn(face(vines=["nesw"], **{place: "hole"})), dpi=254)
    at = Point(0.0, 0.0) if place == "centre" else break_place(style().frame, place)[0]
    end = DIRECTION.get(place, Direction.E)
    steps = range(-170, 171) if place == "centre" else range(-90, 71)
    along = [pixel(shown, at + OUT[end] * (step / 10), dpi=254) for step in steps]
    clear = [index for index, tone in enumerate(along) if is_sky(tone)]
    assert clear and (clear[-1] - clear[0]) / 10 > 6.5
    for beyond in (along[clear[0] - 30 : clear[0]], along[clear[-1] + 1 : clear[-1] + 30]):
        assert any(max(tone) < 70 for tone in beyond)


def test_a_hole_under_a_bridge_is_seen_at_a_glance() -> None:
    """On both sides of the bridge there is sky instead of vine."""
    over = picture(drawn(face(vines=["ns", "ew"], bridges=["ns"])))
    torn = picture(drawn(face(vines=["ns", "ew"], bridges=["ns"], centre="hole")))
    for x in (-11.0, -9.5, 9.5, 11.0):
        assert is_green(pixel(over, Point(x, 0.0))) and is_sky(pixel(torn, Point(x, 0.0)))


def test_grooves_do_not_notch_the_outline() -> None:
    """All along a straight vine the line around it has one colour."""
    shown = picture(drawn(face(vines=["nesw"])), dpi=508)
    dark = [pixel(shown, Point(4.65, 12 + step / 4), dpi=508) for step in range(120)]
    assert all(max(part) - min(part) <= 12 for part in zip(*dark, strict=True))


@pytest.mark.parametrize("sway", [-1.0, 1.0])
def test_a_path_end_goes_into_its_curl_without_a_kink(sway: float) -> None:
    stalk = Stalk(style().frame, (Direction.N,), 4.8, sway)
    (run,) = stalk.runs
    turns = []
    for step in range(1, 400):
        here, there = run.direction((step - 1) / 400), run.direction(step / 400)
        turns.append(abs(math.degrees(math.asin(max(-1.0, min(1.0, here.cross(there)))))))
    assert max(turns[:260]) < 4.0
    widths = [stalk.taper(step / 400) for step in range(400)]
    assert all(0 <= a - b < 0.02 for a, b in pairwise(widths))


def test_brambles_pass_behind_the_vine_and_before_it() -> None:
    items = vine_face(pen_for(style()), face(vines=["ns"], centre="block"), Random("card", 1))
    names = [item.symbol.name for item in items if isinstance(item, Use)]
    behind = next(index for index, name in enumerate(names) if name.endswith("behind"))
    before = next(index for index, name in enumerate(names) if name.endswith("before"))
    bark = next(index for index, name in enumerate(names) if name.startswith("vine-"))
    assert behind < bark < before
