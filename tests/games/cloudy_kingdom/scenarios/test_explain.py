"""Where a vine stops, and why."""

from __future__ import annotations

from games.cloudy_kingdom.box import castles, laid, lying
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS
from cloudy_pnp.cloudy_kingdom.rules.board import Board, Castle, Field
from cloudy_pnp.cloudy_kingdom.scenarios.ascii import board_picture, stops

N, E, S, W = DIRECTIONS
COLUMN = Board.empty(2, 1, castles("a", "b-", "a", "-c"))
START, GOAL = Castle(N, 0), Castle(S, 0)


def why(*cards: tuple[Field, str, str]) -> list[tuple[Field, str, str]]:
    return [(stop.field, stop.at, stop.why) for stop in stops(laid(COLUMN, *cards), START, GOAL)]


STEM = ((0, 0), "stem", "n")


def test_an_empty_field_stops() -> None:
    assert why() == [((0, 0), "n", "empty")]
    assert why(STEM) == [((1, 0), "n", "empty")]


def test_a_card_without_the_end_stops() -> None:
    assert why(((0, 0), "path-end", "s")) == [((0, 0), "n", "no-end")]
    assert why(STEM, ((1, 0), "path-end", "s")) == [((1, 0), "n", "no-end")]


def test_an_arm_without_a_card_stops() -> None:
    assert why(((0, 0), "stem", "e")) == [((0, 0), "n", "no-card")]
    assert why(((0, 0), "bend-right", "n")) == [((0, 0), "e", "no-card")]


def test_a_path_end_stops() -> None:
    assert why(STEM, ((1, 0), "path-end", "n")) == [((1, 0), "centre", "path-end")]


def test_breaks_stop() -> None:
    assert why(((0, 0), "crossing-hole", "n")) == [((0, 0), "n", "hole")]
    assert why(((0, 0), "crossing-crater", "n")) == [((0, 0), "centre", "hole")]
    block, missing = ((0, 0), "e", "block"), ((0, 0), "w", "no-card")
    assert why(((0, 0), "crossing-block", "n")) == [((1, 0), "n", "empty"), block, missing]
    assert why(((0, 0), "crossing-hole", "s"))[:2] == [((0, 0), "e", "no-card"), ((0, 0), "s", "hole")]


def test_a_break_of_the_lower_card_stops() -> None:
    assert why(((0, 0), "crossing-hole", "n"), ((0, 0), "crossing", "e")) == [((0, 0), "n", "hole")]
    far_side = why(((0, 0), "crossing-hole", "s"), ((0, 0), "crossing", "e"))
    assert ((0, 0), "s", "hole") in far_side
    assert ((1, 0), "n", "empty") not in far_side


def test_a_hidden_break_of_the_lower_card_stops_nothing() -> None:
    """The block lies at the long side of the lower card, under the top card."""
    assert why(((0, 0), "crossing-block", "w"), ((0, 0), "stem", "n")) == [((1, 0), "n", "empty")]


def test_a_lower_card_without_the_end_stops() -> None:
    reasons = why(((0, 0), "path-end", "n"), ((0, 0), "crossing", "e"))
    assert reasons == [((0, 0), "e", "castle"), ((0, 0), "s", "no-end"), ((0, 0), "w", "vacant")]


def test_a_top_card_without_the_end_stops_a_lower_arm() -> None:
    assert why(((0, 0), "stem", "n"), ((0, 0), "stem", "e")) == [((0, 0), "n", "no-end")]


def test_other_castles_and_vacant_slots_stop() -> None:
    assert why(((0, 0), "stem", "e"), ((0, 0), "crossing", "n")) == [
        ((1, 0), "n", "empty"),
        ((0, 0), "e", "castle"),
        ((0, 0), "w", "vacant"),
    ]


def test_nearest_to_the_goal_comes_first() -> None:
    reasons = why(((0, 0), "stem", "e"), ((0, 0), "crossing", "n"), ((1, 0), "path-end", "n"))
    assert reasons[0] == ((1, 0), "centre", "path-end")


def test_near_means_near_in_rows_and_columns() -> None:
    board = Board.empty(2, 3, castles("a--", "--", "--a", "--"))
    board = laid(board, ((0, 0), "stem", "e"), ((0, 0), "crossing", "n"), ((0, 1), "path-end", "w"))
    reasons = [(stop.field, stop.why) for stop in stops(board, Castle(N, 0), Castle(S, 2))]
    assert reasons == [((0, 1), "path-end"), ((1, 0), "empty"), ((0, 0), "vacant")]


def test_a_connected_castle_has_no_stop_on_its_way() -> None:
    assert why(STEM, ((1, 0), "stem", "n")) == []


def test_a_bridge_is_not_stopped_by_the_hole_under_it() -> None:
    board = COLUMN.with_stack((0, 0), (lying("stem", "e"), lying("bridge-long-hole", "n")))
    assert [(stop.field, stop.why) for stop in stops(board, START, GOAL)] == [((1, 0), "empty")]


def test_the_message_names_the_place_and_the_reason() -> None:
    (stop,) = stops(COLUMN, START, GOAL)
    assert stop.message == "at [0, 0] n: the field is empty"


def test_a_cleared_break_stops_nothing() -> None:
    """What is explained and drawn is the card in its position, not as it was printed."""
    board = laid(COLUMN, ((0, 0), "crossing-hole", "n"))
    assert "○" in board_picture(board)
    cleared = board.cleared((0, 0), board.stack((0, 0))[-1].face.breaks)
    assert "○" not in board_picture(cleared)
    assert ((1, 0), "n", "empty") in [(stop.field, stop.at, stop.why) for stop in stops(cleared, START, GOAL)]


def test_a_protected_field_is_marked() -> None:
    assert "#" not in board_picture(COLUMN)
    assert board_picture(replace(COLUMN, guarded=frozenset({(1, 0)}))).count("#") == 1
