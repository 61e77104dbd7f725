"""GEO and CON: fields, stacks, ports, routes."""

from __future__ import annotations

import pytest
from games.cloudy_kingdom.box import castles, laid, lying, words

from cloudy_pnp.cloudy_kingdom.model.cards import Castles
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS, Direction
from cloudy_pnp.cloudy_kingdom.rules.board import (
    Board,
    Castle,
    Field,
    Spot,
    arms,
    castle_at,
    connected,
    covered,
    families,
    family_at,
    field_before,
    joined_ports,
    linked,
    neighbour,
    on_board,
    ports,
    route,
    seen,
    standing,
    upright,
)

N, E, S, W = DIRECTIONS
ONE = castles("a", "b", "a", "b")  # a single field between the castles of two families


def inside(*cards: tuple[str, str]) -> list[str]:
    """The joined ports of a stack, from the bottom to the top."""
    return words(joined_ports(tuple(lying(card, facing) for card, facing in cards)))


# --- GEO ---------------------------------------------------------------------------------------------------


def test_geo_1_fields_are_row_and_column_from_the_north_west() -> None:
    board = Board.empty(2, 3)
    assert list(board.fields()) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert on_board(board, (1, 2))
    assert not any(on_board(board, field) for field in [(2, 0), (0, 3), (-1, 0), (0, -1)])
    marked = board.placed((1, 0), lying("stem", "n"))
    assert [field for field in marked.fields() if marked.stack(field)] == [(1, 0)]
    assert [neighbour((1, 1), direction) for direction in DIRECTIONS] == [(0, 1), (1, 2), (2, 1), (1, 0)]


def test_geo_2_a_field_is_a_centre_and_four_arms() -> None:
    assert {*arms(N), *arms(E)} == set(DIRECTIONS)
    assert inside(("crossing", "n"), ("crossing", "e")) == ["nesw"]


def test_geo_3_facing_says_where_local_n_points() -> None:
    assert [N.turned(facing) for facing in DIRECTIONS] == [N, E, S, W]
    assert [E.turned(facing) for facing in DIRECTIONS] == [E, S, W, N]
    assert inside(("path-end", "n")) == ["n"]
    assert inside(("path-end", "e")) == ["e"]
    assert inside(("path-end", "s")) == ["s"]
    assert inside(("path-end", "w")) == ["w"]


def test_geo_4_upright_covers_n_and_s_lying_covers_e_and_w() -> None:
    assert [upright(facing) for facing in DIRECTIONS] == [True, False, True, False]
    assert arms(N) == arms(S) == (N, S)
    assert arms(E) == arms(W) == (E, W)


def test_geo_5_only_the_top_two_cards_are_seen() -> None:
    bottom, middle, top = lying("stem", "n"), lying("crossing", "e"), lying("tee-side", "s")
    assert seen(()) == (None, None)
    assert seen((bottom,)) == (bottom, None)
    assert seen((bottom, middle, top)) == (top, middle)
    assert joined_ports((bottom, middle, top)) == joined_ports((middle, top))
    uncovered = Board.empty(1, 1).with_stack((0, 0), (bottom, middle, top)).removed((0, 0))
    assert uncovered.stack((0, 0)) == (bottom, middle)


def test_geo_6_an_arm_is_covered_by_the_top_card_or_the_one_below() -> None:
    one, two = (lying("stem", "n"),), (lying("stem", "n"), lying("stem", "e"))
    assert [covered(one, arm) for arm in DIRECTIONS] == [True, False, True, False]
    assert all(covered(two, arm) for arm in DIRECTIONS)
    assert not any(covered((), arm) for arm in DIRECTIONS)


# --- CON: inside a field -----------------------------------------------------------------------------------


def test_con_1_ports_are_at_the_rim() -> None:
    assert ports(()) == ()
    assert ports((lying("stem", "n"),)) == (N, S)
    assert ports((lying("stem", "n"), lying("crossing", "e"))) == (N, E, S, W)


def test_con_2_on_its_own_arms_the_top_card_decides() -> None:
    assert inside(("crossing", "n")) == ["ns"]  # its long sides do not reach the rim
    assert inside(("bend-right", "n")) == ["n"]
    assert inside(("crossing", "n"), ("path-end", "e")) == ["n", "e", "s"]  # no end of the top one in the west


def test_con_3_on_the_other_arms_the_lower_card_decides() -> None:
    assert inside(("crossing", "e")) == ["ew"]
    assert inside(("path-end", "n"), ("crossing", "e")) == ["new"]
    assert inside(("path-end", "s"), ("crossing", "e")) == ["esw"]
    assert inside(("stem", "n"), ("stem", "e"), ("crossing", "n")) == ["nesw"]


def test_con_4_breaks_of_the_top_card_cut() -> None:
    assert inside(("stem", "e"), ("crossing-hole", "n")) == ["n", "esw"]
    assert inside(("stem", "e"), ("crossing-block", "n")) == ["nsw", "e"]
    assert inside(("stem", "e"), ("crossing-crater", "n")) == ["n", "e", "s", "w"]
    assert inside(("stem", "e"), ("bridge-long-hole", "n")) == ["ns", "e", "w"]  # the bridge stays whole
    assert inside(("stem", "e"), ("rung-ends", "n")) == ["n", "ew", "s"]


def test_con_4_strands_stay_apart() -> None:
    assert inside(("stem", "e"), ("bridge-long", "n")) == ["ns", "ew"]
    assert inside(("stem", "e"), ("double-bend", "n")) == ["ne", "sw"]
    assert inside(("stem", "e"), ("double-bend", "s")) == ["ne", "sw"]
    assert inside(("stem", "n"), ("double-bend", "e")) == ["nw", "es"]


def test_con_5_a_lower_arm_goes_on_into_the_top_card() -> None:
    assert inside(("path-ends", "n"), ("crossing", "e")) == ["nesw"]  # a path end is dead only while on top
    assert inside(("crossing", "n"), ("stem", "e")) == ["n", "ew", "s"]  # the top card has no end there
    assert inside(("stem", "n"), ("tee-side", "e")) == ["n", "esw"]


def test_con_5_a_break_at_a_lower_short_side_still_cuts() -> None:
    assert inside(("crossing-hole", "n"), ("crossing", "e")) == ["n", "esw"]
    assert inside(("crossing-hole", "s"), ("crossing", "e")) == ["new", "s"]


def test_con_5_other_breaks_of_the_lower_card_are_hidden() -> None:
    assert inside(("crossing-block", "n"), ("crossing", "e")) == ["nesw"]
    assert inside(("crossing-crater", "n"), ("crossing", "e")) == ["nesw"]


# --- CON: between fields -----------------------------------------------------------------------------------


def test_con_6_neighbours_are_linked_when_both_have_the_port() -> None:
    board = laid(Board.empty(2, 1), ((0, 0), "stem", "n"), ((1, 0), "path-end", "n"))
    assert linked(board, (0, 0), S) == Spot((1, 0), (N,))
    assert linked(board, (1, 0), N) == Spot((0, 0), (N, S))
    assert linked(board, (1, 0), S) is None
    away = laid(Board.empty(2, 1), ((0, 0), "stem", "n"), ((1, 0), "path-end", "s"))
    assert linked(away, (0, 0), S) is None


def test_con_6_a_castle_is_linked_to_the_field_in_front() -> None:
    board = laid(Board.empty(1, 1, castles("a", "b", "-", "c")), ((0, 0), "stem", "n"))
    assert linked(board, (0, 0), N) == Castle(N, 0)
    assert linked(board, (0, 0), S) is None  # vacant
    assert linked(board, (0, 0), E) is None  # no port


def test_con_6_castles_of_every_side_face_their_field() -> None:
    board = Board.empty(2, 3, castles("abc", "de", "fgh", "ij"))
    fronts = {
        Castle(N, 1): (0, 1),
        Castle(E, 1): (1, 2),
        Castle(S, 2): (1, 2),
        Castle(W, 0): (0, 0),
    }
    for castle, field in fronts.items():
        assert field_before(board, castle) == field
        assert castle_at(board, field, castle.side) == castle
    assert [family_at(board, castle) for castle in fronts] == ["b", "e", "h", "i"]
    assert castle_at(board, (0, 1), S) is None


def test_con_6_a_castle_lets_nobody_through() -> None:
    """Two vines meet in the same castle: its one gate joins nothing, and each slot has one field only."""
    board = laid(Board.empty(1, 2, castles("aa", "-", "bb", "-")), ((0, 0), "stem", "n"), ((0, 1), "stem", "n"))
    assert route(board, [Castle(S, 0)], [Castle(S, 1)]) is None
    assert route(board, [Castle(N, 0)], [Castle(S, 0)]) == ((0, 0),)


def test_con_7_a_route_is_a_walk_without_interruption() -> None:
    board = Board.empty(3, 1, castles("a", "---", "a", "---"))
    whole = laid(board, ((0, 0), "stem", "n"), ((1, 0), "rope-bridge", "n"), ((2, 0), "stem", "s"))
    assert route(whole, [Castle(N, 0)], [Castle(S, 0)]) == ((0, 0), (1, 0), (2, 0))
    for interruption in ("path-ends", "crossing-hole", "crossing-crater"):
        stopped = whole.with_stack((1, 0), (lying(interruption, "n"),))
        assert route(stopped, [Castle(N, 0)], [Castle(S, 0)]) is None
    assert route(whole.with_stack((1, 0), ()), [Castle(N, 0)], [Castle(S, 0)]) is None


def test_con_7_the_route_is_a_shortest_one() -> None:
    board = Board.empty(2, 3, castles("a--", "--", "a--", "--"))
    crossings: list[tuple[Field, str, str]] = [
        (field, "crossing", facing) for field in board.fields() for facing in ("n", "e")
    ]
    everywhere = laid(board, *crossings)
    assert route(everywhere, [Castle(N, 0)], [Castle(S, 0)]) == ((0, 0), (1, 0))
    around = ((0, 0), (0, 1), (1, 1), (1, 0))
    bends = [("bend-right", "n", "e"), ("bend-left", "w", "n"), ("bend-left", "n", "e"), ("bend-left", "s", "e")]
    detour = board
    for field, (card, facing, across) in zip(around, bends, strict=True):
        detour = laid(detour, (field, "stem", across), (field, card, facing))
    assert route(detour, [Castle(N, 0)], [Castle(S, 0)]) == around


def test_con_7_a_route_may_cross_itself_over_a_bridge() -> None:
    loop = laid(
        Board.empty(2, 2, castles("a-", "--", "--", "a-")),
        ((0, 0), "stem", "e"),
        ((0, 0), "bridge-long", "n"),
        ((1, 0), "stem", "e"),
        ((1, 0), "bend-right", "n"),
        ((1, 1), "stem", "e"),
        ((1, 1), "bend-left", "n"),
        ((0, 1), "stem", "n"),
        ((0, 1), "bend-left", "w"),
    )
    walked = ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))
    assert route(loop, [Castle(N, 0)], [Castle(W, 0)]) == walked


def test_con_8_only_opposite_sides_count() -> None:
    crossing: list[tuple[Field, str, str]] = [((0, 0), "stem", "n"), ((0, 0), "crossing", "e")]
    both = laid(Board.empty(1, 1, ONE), *crossing)
    assert standing(both) == {("a", "north-south"), ("b", "east-west")}
    diagonal = laid(Board.empty(1, 1, castles("a", "a", "b", "b")), *crossing)
    assert route(diagonal, [Castle(N, 0)], [Castle(E, 0)]) == ((0, 0),)
    assert connected(diagonal) == []


def test_con_8_sorted_by_family_then_axis() -> None:
    everything = laid(Board.empty(1, 1, castles("b", "b", "b", "b")), ((0, 0), "stem", "n"), ((0, 0), "crossing", "e"))
    assert [(item.family, item.axis, item.route) for item in connected(everything)] == [
        ("b", "east-west", ((0, 0),)),
        ("b", "north-south", ((0, 0),)),
    ]


def test_con_8_castles_need_not_face_each_other() -> None:
    board = Board.empty(2, 2, castles("a-", "--", "-a", "--"))
    step = laid(
        board,
        ((0, 0), "stem", "e"),
        ((0, 0), "bend-right", "n"),
        ((0, 1), "stem", "n"),
        ((0, 1), "bend-left", "w"),
        ((1, 1), "stem", "n"),
    )
    assert [(item.family, item.route) for item in connected(step)] == [("a", ((0, 0), (0, 1), (1, 1)))]


def test_a_scenario_may_have_several_castles_of_a_family_on_a_side() -> None:
    board = laid(Board.empty(1, 2, castles("aa", "-", "-a", "-")), ((0, 1), "stem", "n"))
    assert standing(board) == {("a", "north-south")}
    assert families(board) == ["a"]


@pytest.mark.parametrize("around", [None, castles("--", "-", "--", "-")])
def test_a_board_without_castles_connects_nobody(around: Castles | None) -> None:
    board = laid(Board.empty(1, 2, around), ((0, 0), "stem", "n"))
    assert connected(board) == []
    assert inside(("stem", "n")) == words(joined_ports(board.stack((0, 0))))


def test_the_slots_must_fit_the_board() -> None:
    with pytest.raises(ValueError, match="2 × 1"):
        Board.empty(2, 1, ONE)
    with pytest.raises(ValueError, match="0 × 1"):
        Board.empty(0, 1)


def test_changes_leave_the_old_board_alone() -> None:
    old = laid(Board.empty(1, 2), ((0, 0), "stem", "n"), ((0, 0), "crossing", "e"))
    assert [card.facing for card in old.turned_stack((0, 0), 1).stack((0, 0))] == [Direction.E, Direction.S]
    assert old.removed((0, 0)).stack((0, 0)) == (lying("stem", "n"),)
    assert [card.facing for card in old.stack((0, 0))] == [Direction.N, Direction.E]


def test_large_boards() -> None:
    size = 64
    board = Board.empty(size, size, castles("a" * size, "-" * size, "a" * size, "-" * size))
    board = laid(board, *(((row, 7), "stem", "n") for row in range(size)))
    assert [len(item.route) for item in connected(board)] == [size]
