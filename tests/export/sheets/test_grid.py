"""Where cards lie: the most that fit, exactly placed, symmetrical about the middle."""

from __future__ import annotations

import pytest

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.export.paper import CardFormat, Flip, Marks, Mode, Paper
from cloudy_pnp.export.sheets import load_catalogue
from cloudy_pnp.export.sheets.grid import Axis, Strips, best_grid
from export.sheets.deck import A3, A4, BRIDGE, LETTER, sheet

FORMATS = load_catalogue().formats


@pytest.mark.parametrize(
    ("name", "paper", "rows", "cols", "lying"),
    [
        ("bridge", A4, 3, 3, False),
        ("poker", A4, 3, 3, False),
        ("tcg", A4, 3, 3, False),
        ("mini-euro", A4, 4, 4, False),
        ("tarot", A4, 2, 2, False),
        ("domino", A4, 3, 4, False),
        ("square", A4, 4, 2, False),
        ("bridge", LETTER, 3, 3, False),
        ("poker", LETTER, 3, 3, False),
        ("bridge", A3, 3, 7, True),
        ("poker", A3, 3, 6, True),
    ],
)
def test_most_cards_that_fit(name: str, paper: Paper, rows: int, cols: int, lying: bool) -> None:
    grid = best_grid(sheet(Mode.DUPLEX, paper), FORMATS[name])
    assert (len(grid.tops), len(grid.lefts), grid.width > grid.height) == (rows, cols, lying)
    assert grid.capacity == rows * cols == len(list(grid.fronts))


def test_bridge_on_a4_to_the_hundredth() -> None:
    grid = best_grid(sheet(Mode.DUPLEX), BRIDGE)
    assert grid.lefts == pytest.approx([19.275, 76.425, 133.575], abs=1e-9)
    assert grid.tops == pytest.approx([15.15, 104.05, 192.95], abs=1e-9)
    assert grid.outer.x == grid.outer.y == 3


def test_gutter_lies_between_all_cards() -> None:
    grid = best_grid(sheet(Mode.DUPLEX, gutter=6, marks=Marks.CARD), BRIDGE)
    assert (len(grid.tops), len(grid.lefts)) == (3, 3)
    assert grid.lefts == pytest.approx([13.275, 76.425, 139.575], abs=1e-9)
    assert grid.tops == pytest.approx([9.15, 104.05, 198.95], abs=1e-9)


def test_strips_lie_where_there_is_room() -> None:
    assert best_grid(sheet(Mode.DUPLEX, A4), BRIDGE).strips is Strips.BELOW
    assert best_grid(sheet(Mode.DUPLEX, LETTER), BRIDGE).strips is Strips.BESIDE


def test_bleed_gives_way_to_marks_where_room_is_scarce() -> None:
    grid = best_grid(sheet(Mode.DUPLEX, LETTER), BRIDGE)
    assert grid.outer.x == 3
    assert grid.outer.y == pytest.approx(0.35)  # 6.35 to the edge, 5 of margin, 1 for the marks
    assert best_grid(sheet(Mode.DUPLEX, LETTER, marks=Marks.NONE), BRIDGE).outer.y == pytest.approx(1.35)


@pytest.mark.parametrize(
    ("flip", "paper", "axis"),
    [
        (Flip.LONG, A4, Axis.VERTICAL),
        (Flip.SHORT, A4, Axis.HORIZONTAL),
        (Flip.LONG, A3, Axis.HORIZONTAL),  # used lying: its long edge is above
        (Flip.SHORT, A3, Axis.VERTICAL),
    ],
)
def test_edge_on_which_the_paper_is_turned(flip: Flip, paper: Paper, axis: Axis) -> None:
    assert best_grid(sheet(Mode.DUPLEX, paper, flip=flip), BRIDGE).mirror is axis


def test_gutterfold_takes_the_half_sheet_that_holds_most() -> None:
    grid = best_grid(sheet(Mode.GUTTERFOLD), BRIDGE)
    assert (grid.capacity, grid.width, grid.mirror) == (4, 297, Axis.VERTICAL)
    assert grid.lefts == pytest.approx([31.2, 88.35, 151.5, 208.65], abs=1e-9)  # 3 mm beside the fold at 148.5
    wide = best_grid(sheet(Mode.GUTTERFOLD), CardFormat("wide", 190, 60))
    assert (wide.capacity, wide.mirror) == (2, Axis.HORIZONTAL)


def test_bleed_ends_in_the_middle_of_the_gap_to_a_neighbour_and_is_whole_elsewhere() -> None:
    grid = best_grid(sheet(Mode.DUPLEX, gutter=4), BRIDGE)
    cut = grid.rect((0, 1))
    alone = grid.painted((0, 1), {(0, 1)})
    assert (alone.left, alone.right) == pytest.approx((cut.left - 3, cut.right + 3))
    between = grid.painted((0, 1), {(0, 0), (0, 1), (1, 1)})
    assert (between.left, between.right) == pytest.approx((cut.left - 2, cut.right + 3))
    assert (between.top, between.bottom) == pytest.approx((cut.top - grid.outer.y, cut.bottom + 2))


def test_card_larger_than_the_paper() -> None:
    with pytest.raises(UserError, match=r"a card of 250 × 300 mm does not fit on paper of 210 × 297 mm"):
        best_grid(sheet(Mode.DUPLEX), CardFormat("poster", 250, 300))


def test_gutterfold_says_that_both_faces_must_fit() -> None:
    big = CardFormat("big", 150, 200)
    assert best_grid(sheet(Mode.DUPLEX), big).capacity == 1
    with pytest.raises(UserError, match="front and back side by side"):
        best_grid(sheet(Mode.GUTTERFOLD), big)


def test_paper_too_small_for_the_ruler() -> None:
    with pytest.raises(UserError, match="its longer side needs at least 134 mm"):
        best_grid(sheet(Mode.FRONTS, Paper("tiny", 90, 120)), BRIDGE)


def test_margin_that_leaves_nothing() -> None:
    with pytest.raises(UserError, match="with a margin of 80 mm"):
        best_grid(sheet(Mode.FRONTS, margin=80), BRIDGE)


def test_own_sizes_by_their_words() -> None:
    assert CardFormat.custom("63 x 88.5mm") == CardFormat("63 x 88.5mm", 63, 88.5)
    assert Paper.custom("320×450").width == 320
    for text in ("63", "63x", "x88", "63,5x88", "-63x88", "63x88in", "63x88x1", ""):
        with pytest.raises(UserError, match="is not a size of a card"):
            CardFormat.custom(text)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"margin": -1}, 'the margin of the sheet "test" is -1 mm: it must be from 0 to 100 mm'),
        ({"margin": float("nan")}, "the margin of the sheet"),
        ({"gutter": -0.1}, "the gutter of the sheet"),
        ({"bleed": float("inf")}, "the bleed of the sheet"),
        ({"marks": Marks.CARD}, "its gutter of 0 mm has no room for marks"),
        ({"paper": None}, 'the sheet "test" needs a paper'),
    ],
)
def test_sheets_that_cannot_be(options: dict[str, object], message: str) -> None:
    with pytest.raises(UserError) as error:
        sheet(Mode.DUPLEX, **options)  # type: ignore[arg-type]
    assert message in str(error.value)


@pytest.mark.parametrize(("width", "height", "safe"), [(5, 90, 3), (60, 900, 3), (float("nan"), 90, 3), (12, 90, 8)])
def test_cards_that_cannot_be(width: float, height: float, safe: float) -> None:
    with pytest.raises(UserError, match="it must be from"):
        CardFormat("odd", width, height, safe)


def test_papers_that_cannot_be() -> None:
    with pytest.raises(UserError, match='the height of the paper "odd" is 0 mm'):
        Paper("odd", 100, 0)
