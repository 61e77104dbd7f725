"""GRO: where a card may be placed, and how many placements there are."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from games.cloudy_kingdom.box import FACES, castles, laid, lying

from cloudy_pnp.cloudy_kingdom.model.cards import Castles
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTION
from cloudy_pnp.cloudy_kingdom.rules.board import Board, Field, Placed
from cloudy_pnp.cloudy_kingdom.rules.growth import Options, legal_placements, placement_problem

EDGES, VINES = Options("edges"), Options("vines")
MIDDLE = Board.empty(3, 3, castles("abc", "abc", "cab", "bca"))


def broken(board: Board, card: str, field: Field, facing: str, options: Options = EDGES) -> str | None:
    problem = placement_problem(board, FACES[card], field, DIRECTION[facing], options)
    if problem is None:
        return None
    assert f"[{field[0]}, {field[1]}]" in problem.message
    return problem.code


@pytest.mark.parametrize("field", [(-1, 0), (0, -1), (3, 0), (0, 3)])
def test_gro_1_the_field_is_on_the_board(field: Field) -> None:
    assert broken(MIDDLE, "stem", field, "n") == "GRO-1"


def test_gro_2_a_castle_supports_a_short_side() -> None:
    assert broken(MIDDLE, "stem", (0, 1), "n") is None
    assert broken(MIDDLE, "stem", (0, 1), "e") == "GRO-2"
    assert broken(MIDDLE, "stem", (1, 2), "w") is None
    assert broken(MIDDLE, "stem", (1, 1), "n") == "GRO-2"


def test_gro_2_a_short_side_supports_a_short_side() -> None:
    one = laid(MIDDLE, ((0, 1), "stem", "n"))
    assert broken(one, "stem", (1, 1), "n") is None
    assert broken(one, "stem", (1, 1), "s") is None
    assert broken(one, "stem", (1, 1), "e") == "GRO-2"


def test_gro_2_the_arms_of_the_lower_card_support_too() -> None:
    two = laid(MIDDLE, ((0, 1), "stem", "n"), ((0, 1), "stem", "e"))
    assert broken(two, "stem", (1, 1), "n") is None
    assert broken(two, "stem", (0, 0), "e") is None


def test_gro_3_the_long_side_of_a_card_supports_nothing() -> None:
    lying_card = MIDDLE.placed((0, 1), lying("crossing", "e"))
    assert broken(lying_card, "stem", (1, 1), "n") == "GRO-2"


def test_gro_3_a_vacant_slot_supports_nothing() -> None:
    board = Board.empty(1, 1, castles("-", "a", "-", "-"))
    assert broken(board, "stem", (0, 0), "n") == "GRO-2"
    assert broken(board, "stem", (0, 0), "e") is None


def test_gro_4_perpendicular_on_a_card() -> None:
    one = laid(MIDDLE, ((1, 1), "stem", "n"))
    assert [broken(one, "stem", (1, 1), facing) for facing in "nesw"] == ["GRO-4", None, "GRO-4", None]
    two = laid(one, ((1, 1), "stem", "w"))
    assert [broken(two, "stem", (1, 1), facing) for facing in "nesw"] == [None, "GRO-4", None, "GRO-4"]


def test_gro_4_no_other_support_and_no_limit_on_the_height() -> None:
    board = Board.empty(1, 1)
    for level in range(500):
        board = board.placed((0, 0), lying("path-end", "ne"[level % 2]))
    assert broken(board, "stem", (0, 0), "n") is None


def test_gro_5_nothing_on_a_sealed_card() -> None:
    sealed = laid(MIDDLE, ((0, 0), "stem", "n")).placed((0, 0), lying("burning-crossing", "e", sealed=True))
    assert broken(sealed, "stem", (0, 0), "n") == "GRO-5"
    assert broken(sealed, "stem", (0, 1), "e") is None  # SPL-11: it is a card for GRO-2


def test_gro_6_edges_decide_by_default() -> None:
    interrupted = laid(MIDDLE, ((0, 1), "path-end", "n"))  # shows nothing in the south
    assert broken(interrupted, "stem", (1, 1), "n", EDGES) is None
    assert broken(interrupted, "stem", (1, 1), "n", VINES) == "GRO-2"


def test_gro_6_with_the_option_both_sides_show_a_vine() -> None:
    one = laid(MIDDLE, ((0, 1), "stem", "n"))
    assert broken(one, "stem", (1, 1), "n", VINES) is None
    assert broken(one, "path-end", (1, 1), "n", VINES) is None
    assert broken(one, "path-end", (1, 1), "s", VINES) == "GRO-2"
    assert broken(one, "stem", (1, 1), "e", VINES) == "GRO-2"
    cut = laid(MIDDLE, ((0, 1), "crossing-hole", "s"))
    assert broken(cut, "stem", (1, 1), "n", VINES) is None  # a cut end still reaches the edge


def test_gro_6_a_castle_always_shows_a_vine() -> None:
    assert broken(MIDDLE, "path-end", (0, 1), "n", VINES) is None
    assert broken(MIDDLE, "path-end", (0, 1), "s", VINES) == "GRO-2"
    assert broken(MIDDLE, "path-end", (0, 1), "s", EDGES) is None


def test_gro_6_the_touching_side_must_be_the_one_with_the_vines() -> None:
    """The card touches a castle without an end there, and shows its end where it touches nothing."""
    assert broken(MIDDLE, "path-end", (0, 1), "s", VINES) == "GRO-2"
    both = laid(MIDDLE, ((1, 1), "path-end", "s"))  # touches from the south, but shows no end in the north
    assert broken(both, "path-end", (0, 1), "s", VINES) == "GRO-2"
    meeting = laid(MIDDLE, ((1, 1), "path-end", "n"))
    assert broken(meeting, "path-end", (0, 1), "s", VINES) is None


def test_gro_7_the_card_may_be_turned_freely() -> None:
    corner = [facing.text for field, facing in legal_placements(MIDDLE, FACES["tee-end"], EDGES) if field == (0, 0)]
    assert corner == ["n", "e", "s", "w"]


def perft(board: Board, faces: Sequence[str], options: Options) -> int:
    """Return how many ways there are to place these cards, one after the other."""
    card = FACES[faces[0]]
    placements = legal_placements(board, card, options)
    if len(faces) == 1:
        return sum(1 for _ in placements)
    return sum(
        perft(board.placed(field, Placed(faces[0], card, facing)), faces[1:], options) for field, facing in placements
    )


A = castles("abcd", "bcda", "badc", "cbad")
HALF = castles("-a-", "--", "a--", "b-")  # most slots are vacant
STEMS = ("stem",) * 3
BURNT = laid(Board.empty(2, 2, castles("ab", "ba", "ab", "ba")), ((0, 0), "stem", "n"))
BURNT = BURNT.placed((0, 0), lying("burning-crossing", "e", sealed=True))

# By hand, 1×1 with four castles: 4 facings, each touches a castle; then 2 of them lie across; then 2 again:
# 4, 4·2 = 8, 4·2·2 = 16.
# By hand, 2×2 with eight castles: every field touches a castle on both axes, so an empty field takes 4 facings
# and one with cards takes 2. Depth 1: 4·4 = 16. Depth 2: 2 on the same field or 3·4 on another: 16·14 = 224.
# Depth 3: after two cards on one field 2 + 3·4 = 14; after two fields 2 + 2 + 2·4 = 12: 16·(2·14 + 12·12) = 2752.
# By hand, 4×4: 4 corners take 4 facings, 8 other rim fields 2, inner fields none: 32. Then, after a corner, 2 on it,
# 3·4 + 8·2 elsewhere and 2 on the rim field that its arm now supports: 32; after a rim field 2 on it, 4·4 + 7·2
# elsewhere and 2 on the inner field before it: 34. Depth 2: 16·32 + 16·34 = 1056.
# By hand, 2×2 with a sealed field: 3·4 = 12; 12·(2 + 2·4) = 120; 12·(2·(2 + 2·4) + 8·(2 + 2 + 4)) = 1008.
GOLDEN: list[tuple[str, Board, Sequence[str], Options, list[int]]] = [
    ("1×1", Board.empty(1, 1, castles("a", "b", "c", "d")), STEMS, EDGES, [4, 8, 16]),
    ("2×2", Board.empty(2, 2, castles("ab", "ba", "ba", "ab")), STEMS, EDGES, [16, 224, 2752]),
    ("4×4 edges", Board.empty(4, 4, A), STEMS, EDGES, [32, 1056, 35904]),
    ("4×4 vines", Board.empty(4, 4, A), ("path-end", "tee-end", "stem"), VINES, [16, 264, 8000]),
    ("2×3 vacant", Board.empty(2, 3, HALF), ("tee-side", "bend-left", "path-end"), EDGES, [6, 48, 408]),
    ("2×3 vacant vines", Board.empty(2, 3, HALF), ("tee-side", "bend-left", "path-end"), VINES, [6, 30, 168]),
    ("2×2 sealed", BURNT, STEMS, EDGES, [12, 120, 1008]),
    ("no castles", Board.empty(3, 3), STEMS, EDGES, [0, 0, 0]),
]


@pytest.mark.parametrize(("name", "board", "faces", "options", "counts"), GOLDEN, ids=[row[0] for row in GOLDEN])
def test_perft(name: str, board: Board, faces: Sequence[str], options: Options, counts: list[int]) -> None:
    assert [perft(board, faces[:depth], options) for depth in (1, 2, 3)] == counts


def test_castles_are_all_that_an_empty_board_offers() -> None:
    around: Castles = castles("a-", "--", "--", "--")
    assert [field for field, _ in legal_placements(Board.empty(2, 2, around), FACES["stem"], EDGES)] == [(0, 0)] * 2
