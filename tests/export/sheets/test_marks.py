"""Marks are as long as designed, and where they belong: measured on the scene, in millimetres."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.scene import Item, Line, Move, Path
from cloudy_pnp.export.paper import Marks, Mode
from cloudy_pnp.export.sheets.grid import best_grid
from cloudy_pnp.export.sheets.marks import corner_marks, cut_marks, registration, ruler
from export.sheets.deck import BRIDGE, sheet

Ticks = set[tuple[float, float, float, float]]


def ticks(item: Item) -> Ticks:
    """Return the straight lines of an item, each from left to right or from top to bottom."""
    assert isinstance(item, Path)
    pairs = [(a.to, b.to) for a, b in pairwise(item.outline.segments) if isinstance(a, Move) and isinstance(b, Line)]
    ends = [sorted([(start.x, start.y), (end.x, end.y)]) for start, end in pairs]
    return {tuple(round(value, 4) for value in (*first, *last)) for first, last in ends}  # type: ignore[misc]


def test_the_ruler_has_the_ticks_of_a_ruler() -> None:
    lines = ticks(ruler(Point(10.0, 20.0))[0])
    assert (10.0, 23.6, 60.0, 23.6) in lines
    heights = {at - 10: bottom - top for at, top, end, bottom in lines if at == end}
    assert sorted(heights) == list(range(51))
    for at, height in heights.items():
        expected = 3.2 if at in (0, 50) else 2.2 if at % 10 == 0 else 1.5 if at % 5 == 0 else 0.8
        assert height == pytest.approx(expected), at


def test_a_registration_mark_is_a_cross_of_4_mm_and_a_circle_of_2_4_mm() -> None:
    (mark,) = registration(Point(30.0, 40.0))
    assert isinstance(mark, Path)
    assert ticks(mark) == {(28.0, 40.0, 32.0, 40.0), (30.0, 38.0, 30.0, 42.0)}
    curves = type(mark.outline)(mark.outline.segments[4:])
    assert curves.bounds.width == pytest.approx(2.4)
    assert curves.bounds.centre.rounded() == Point(30.0, 40.0)


def test_corner_marks_go_from_half_a_millimetre_to_the_margin() -> None:
    halo, hairline = corner_marks((20.0, 30.0), 5.0)
    lines = ticks(hairline)
    assert ticks(halo) == lines
    assert len(lines) == 8
    assert {(-5.0, 0.0, -0.5, 0.0), (0.0, -5.0, 0.0, -0.5)} <= lines
    assert {(20.5, 30.0, 25.0, 30.0), (20.0, 30.5, 20.0, 35.0)} <= lines


def test_cut_marks_at_the_edge_begin_where_the_bleed_ends() -> None:
    """Nine bridge cards on A4: 3 mm of bleed; above and below, the strips leave 2.65 mm for marks."""
    grid = best_grid(sheet(Mode.DUPLEX), BRIDGE)
    lines = ticks(cut_marks(grid, list(grid.fronts))[-1])
    upright = {(x, y, x, end) for x in (19.275, 76.425, 133.575, 190.725) for y, end in ((9.5, 12.15), (284.85, 287.5))}
    level = {
        (x, y, end, y) for y in (15.15, 104.05, 192.95, 281.85) for x, end in ((12.275, 16.275), (193.725, 197.725))
    }
    assert lines == upright | level


def test_a_mark_is_4_mm_long_where_there_is_room() -> None:
    card = BRIDGE
    grid = best_grid(sheet(Mode.DUPLEX, margin=5), type(card)("small", 40.0, 40.0))
    lines = ticks(cut_marks(grid, [(0, 0)])[-1])
    lengths = {round(max(x2 - x1, y2 - y1), 3) for x1, y1, x2, y2 in lines}
    assert max(lengths) == 4.0


def test_marks_between_cards_end_in_the_middle_of_the_gap() -> None:
    grid = best_grid(sheet(Mode.DUPLEX, gutter=6, marks=Marks.CARD), BRIDGE)
    lines = ticks(cut_marks(grid, list(grid.fronts))[1])
    first: Rect = grid.rect((0, 0))
    assert (
        round(first.left, 4),
        round(first.bottom + 0.5, 4),
        round(first.left, 4),
        round(first.bottom + 3, 4),
    ) in lines
    assert (round(first.right + 0.5, 4), round(first.top, 4), round(first.right + 3, 4), round(first.top, 4)) in lines
    assert {round(max(x2 - x1, y2 - y1), 3) for x1, y1, x2, y2 in lines} == {2.5}
