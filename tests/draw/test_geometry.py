from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cloudy_pnp.core.geometry import IDENTITY, Point, Rect, Transform

lengths = st.floats(-1000, 1000)
points = st.builds(Point, lengths, lengths)
turns = st.floats(-720, 720)
scales = st.floats(0.1, 10)
transforms = st.builds(
    lambda move, turn, x, y: Transform.translation(move.x, move.y) @ Transform.rotation(turn) @ Transform.scaling(x, y),
    points,
    turns,
    scales,
    scales,
)


def near(one: Point, other: Point) -> bool:
    return one.distance(other) < 1e-6


@given(transforms, points)
def test_the_inverse_takes_a_point_back(transform: Transform, point: Point) -> None:
    assert near(transform.inverse(transform(point)), point)


@given(transforms, transforms, points)
def test_matmul_does_the_right_hand_side_first(outer: Transform, inner: Transform, point: Point) -> None:
    assert (outer @ inner)(point).distance(outer(inner(point))) < 1e-5


@given(points, points, turns)
def test_turning_about_a_point_keeps_the_distance_to_it(point: Point, centre: Point, turn: float) -> None:
    assert point.turned(turn, centre).distance(centre) == pytest.approx(point.distance(centre), abs=1e-6)


def test_positive_angles_turn_clockwise_on_the_page() -> None:
    assert Point(1, 0).turned(90) == Point(0, 1)  # y is down: from east to south
    assert Point(0, 1).left == Point(1, 0)  # walking south, the left hand points east


@pytest.mark.parametrize("quarters", range(-4, 9))
def test_quarter_turns_are_exact(quarters: int) -> None:
    turn = Transform.rotation(90 * quarters)
    assert {turn.a, turn.b, turn.c, turn.d} <= {-1.0, 0.0, 1.0}
    once = Transform.rotation(90)
    repeated = IDENTITY
    for _ in range(quarters % 4):
        repeated = once @ repeated
    assert turn == repeated


def test_rectangles_meet_or_do_not() -> None:
    card = Rect(10, 10, 60, 90)
    assert card & Rect(60, 90, 100, 100) == Rect(60, 90, 10, 10)
    assert card & Rect(70, 10, 5, 5) is None  # touching is not overlapping
    assert card | Rect(0, 0, 1, 1) == Rect(0, 0, 70, 100)
    assert card.inset(-3) == Rect(7, 7, 66, 96)
    assert card.inset(3) in card and card.inset(-1) not in card


@given(transforms, st.builds(Rect, lengths, lengths, st.floats(0, 100), st.floats(0, 100)))
def test_bounds_of_a_transformed_rectangle_hold_its_corners(transform: Transform, rect: Rect) -> None:
    box = transform.bounds(rect).inset(-1e-6)
    assert all(transform(corner) in box for corner in rect.corners)
