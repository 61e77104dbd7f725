from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import BLACK, even_stops
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.scene import Close, Cubic, Line, Move, Outline, Path, Stroke, Symbol, Use, bounds
from cloudy_pnp.draw.shapes import arc, circle, polygon, polyline, rectangle, rounded, smooth, star

coordinates = st.floats(-100, 100)
points = st.builds(Point, coordinates, coordinates)
parts = st.floats(0, 1)


def on_curve(span: tuple[Point, Cubic], t: float) -> Point:
    start, cubic = span
    s = 1 - t
    return start * s**3 + cubic.first * (3 * s * s * t) + cubic.second * (3 * s * t * t) + cubic.to * t**3


def spans(outline: Outline) -> list[tuple[Point, Cubic]]:
    found = []
    here = Point(0, 0)
    for segment in outline.segments:
        if isinstance(segment, Cubic):
            found.append((here, segment))
        if not isinstance(segment, Close):
            here = segment.to
    return found


def test_a_circle_is_round() -> None:
    centre = Point(3, 4)
    for span in spans(circle(centre, 10)):
        for step in range(11):
            assert on_curve(span, step / 10).distance(centre) == pytest.approx(10, rel=3e-4)


@given(st.floats(-360, 360), st.floats(-360, 360))
def test_an_arc_keeps_its_radius_and_ends_where_it_should(start: float, end: float) -> None:
    outline = arc(Point(0, 0), 5, start, end)
    assert spans(outline)[-1][1].to.distance(Point.polar(5, end)) < 1e-9
    for span in spans(outline):
        assert on_curve(span, 0.5).length == pytest.approx(5, rel=3e-4)


def test_corners_are_never_rounder_than_the_rectangle_allows() -> None:
    box = Rect(0, 0, 20, 10)
    assert rounded(box, 99).bounds == box
    assert rounded(box, 0) == rectangle(box)


def test_bounds_follow_the_curve_and_not_its_control_points() -> None:
    arch = Outline((Move(Point(0, 0)), Cubic(Point(0, 8), Point(10, 8), Point(10, 0))))
    assert arch.bounds == Rect(0, 0, 10, 6)


def test_bounds_of_items_hold_strokes_and_symbols() -> None:
    dot = Symbol("dot", (), Rect(-1, -1, 2, 2))
    path = Path(rectangle(Rect(0, 0, 10, 10)), stroke=Stroke(BLACK, 1))
    assert bounds([path]) == Rect(-2, -2, 14, 14)
    assert bounds([path, Use(dot, Transform.translation(50, 5))]) == Rect(-2, -2, 53, 14)
    assert bounds([]) is None


def test_shapes_that_cannot_be_drawn_are_refused() -> None:
    lone = Point(0, 0)
    with pytest.raises(ValueError, match="two points"):
        polyline([lone])
    with pytest.raises(ValueError, match="two points"):
        smooth([lone])
    with pytest.raises(ValueError, match="two points"):
        Curve.through(lone)
    with pytest.raises(ValueError, match="two colours"):
        even_stops(BLACK)


def test_a_star_has_two_points_a_ray() -> None:
    assert len([s for s in star(Point(0, 0), 5, 2, 7).segments if isinstance(s, Line | Move)]) == 14
    assert polygon(Point(0, 0), Point(4, 0), Point(0, 4)).bounds == Rect(0, 0, 4, 4)


@given(st.lists(points, min_size=2, max_size=6, unique=True), st.booleans())
def test_a_smooth_curve_goes_through_all_its_points(places: list[Point], closed: bool) -> None:
    outline = smooth(places, closed=closed)
    ends = [segment.to for segment in outline.segments if not isinstance(segment, Close)]
    assert ends == [*places, places[0]] if closed else ends == places


@given(st.lists(points, min_size=2, max_size=6, unique=True), parts, parts)
def test_places_on_a_curve_are_shares_of_its_length(places: list[Point], a: float, b: float) -> None:
    curve = Curve.through(*places)
    start, end = sorted((a, b))
    if curve.length < 1 or end - start < 0.01:
        return
    part = curve.part(start, end)
    assert part.length == pytest.approx(curve.length * (end - start), rel=0.05, abs=0.2)
    assert part.start.distance(curve.at(start)) < 1e-6 and part.end.distance(curve.at(end)) < 1e-6


@given(st.floats(0, 360), st.floats(0, 360), st.floats(0.5, 6), st.floats(0.5, 6))
def test_a_ribbon_ends_square_and_exactly_as_wide_as_asked(
    leaving: float, arriving: float, first: float, last: float
) -> None:
    """Two cards can only join without a step when the ends are exact."""
    curve = Curve.hermite(Point(0, 0), Point.polar(40, leaving), Point(30, 10), Point.polar(40, arriving))
    outline = curve.ribbon(lambda t: first + (last - first) * t)
    corners = [s.to for s in outline.segments if not isinstance(s, Close)]
    across = Point.polar(1, leaving).left
    assert corners[0].distance(across * (first / 2)) < 1e-6
    assert corners[-1].distance(across * (first / 2)) < 1e-6  # back at the start
    end = Point.polar(1, arriving).left
    assert min(c.distance(Point(30, 10) + end * (last / 2)) for c in corners) < 1e-6
    assert min(c.distance(Point(30, 10) - end * (last / 2)) for c in corners) < 1e-6


def test_a_ribbon_of_a_straight_line_is_a_rectangle_with_round_ends_where_asked() -> None:
    line = Curve.straight(Point(0, 0), Point(10, 0))
    assert line.ribbon(2).bounds == Rect(0, -1, 10, 2)
    box = line.ribbon(2, round_start=True, round_end=True).bounds
    assert (box.x, box.right) == pytest.approx((-1, 11))


def test_an_offset_curve_keeps_its_distance() -> None:
    quarter = Curve(Point(10, 0), (spans(arc(Point(0, 0), 10, 0, 90))[0][1],))
    for step in range(11):
        assert quarter.offset(2).at(step / 10).length == pytest.approx(12, abs=0.01)  # its left is outside
    assert quarter.length == pytest.approx(math.pi * 5, rel=1e-3)


def test_curves_that_do_not_meet_are_not_joined() -> None:
    one = Curve.straight(Point(0, 0), Point(1, 0))
    assert (one + Curve.straight(Point(1, 0), Point(1, 3))).length == pytest.approx(4)
    with pytest.raises(ValueError, match="do not meet"):
        one + one
