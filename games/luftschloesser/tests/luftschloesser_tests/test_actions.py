"""ACT and END: each rule by a position before and after."""

from __future__ import annotations

from luftschloesser_tests.box import sky, table

from luftschloesser.model.board import Sky
from luftschloesser.model.state import Action, Build, Move, Oust, Put
from luftschloesser.rules.actions import action_problem, actions, apply_action
from luftschloesser.rules.turns import find_ending, ranking


def code(before: Sky, action: Action, player: int = 0) -> str | None:
    """The rule that an action breaks."""
    broken = action_problem(table(len(before.beings)), before, player, action)
    return broken.code if broken else None


def after(before: Sky, action: Action, player: int = 0) -> Sky:
    """The sky after a legal action."""
    assert code(before, action, player) is None
    return apply_action(before, player, action)


def test_act_1_a_being_from_the_supply_onto_any_field() -> None:
    assert after(sky(), Put(14)) == sky(f14=(0, "", "r"))
    assert code(sky(f6=(0, "", "rrrrrr")), Put(14)) == "ACT-1"
    assert code(sky(f6=(0, "", "rrrrrr")), Put(14), player=1) is None
    assert code(sky(), Put(17)) == "AIR-1"


def test_act_2_to_a_neighbouring_field_diagonals_included() -> None:
    before = sky(f6=(0, "", "rr"))
    assert after(before, Move(6, 11)) == sky(f6=(0, "", "r"), f11=(0, "", "r"))
    legal = [to for to in range(1, 17) if code(before, Move(6, to)) is None]
    assert legal == [1, 2, 3, 5, 7, 9, 10, 11]
    assert code(before, Move(6, 17)) == "AIR-1"


def test_act_2_not_around_the_edge_and_only_ones_own() -> None:
    assert code(sky(f8=(0, "", "r")), Move(8, 9)) == "ACT-2"
    assert code(sky(f8=(0, "", "b")), Move(8, 7)) == "ACT-2"


def test_act_3_two_beings_for_a_castle_on_an_empty_cloud() -> None:
    assert after(sky(f7=(2, "B", "rrrb")), Build(7)) == sky(f7=(1, "RB", "rb"))
    assert code(sky(f7=(1, "", "rb")), Build(7)) == "ACT-3"
    assert code(sky(f7=(0, "B", "rr")), Build(7)) == "ACT-3"
    assert code(sky(f7=(0, "", "rr"), f8=(1, "", "")), Build(7)) == "ACT-3"


def test_act_4_four_beings_for_anothers_place() -> None:
    assert after(sky(f7=(0, "B", "rrrrr")), Oust(7, 1)) == sky(f7=(0, "R", "r"))
    assert code(sky(f7=(0, "B", "rrr")), Oust(7, 1)) == "ACT-4"
    assert code(sky(3, f7=(0, "G", "rrrr")), Oust(7, 1)) == "ACT-4"


def test_act_4_not_against_ones_own_and_while_an_empty_cloud_lies_there() -> None:
    assert code(sky(f7=(0, "R", "rrrr")), Oust(7, 0)) == "ACT-4"
    assert after(sky(f7=(1, "B", "rrrr")), Oust(7, 1)) == sky(f7=(1, "R", ""))


def test_act_5_one_castle_an_action() -> None:
    before = sky(f7=(2, "", "rrrr"))
    assert after(before, Build(7)).castles[0] == before.castles[0] - 1


def test_turn_2_every_action_once_in_a_fixed_order() -> None:
    before = sky(3, f1=(1, "BG", "rrrr"))
    listed = list(actions(table(3), before, 0))
    assert listed == [
        *(Put(at) for at in range(1, 17)),
        Move(1, 2),
        Move(1, 5),
        Move(1, 6),
        Build(1),
        Oust(1, 1),
        Oust(1, 2),
    ]


def test_turn_2_an_action_is_always_possible() -> None:
    crowded = sky(f1=(0, "", "rrrrrr"))
    assert list(actions(table(), crowded, 0)) == [Move(1, 2), Move(1, 5), Move(1, 6)]


def test_end_1_three_castles_of_four_players_four_of_fewer() -> None:
    assert find_ending(table(4), sky(4, f1=(0, "RRR", ""))) is not None
    assert find_ending(table(3), sky(3, f1=(0, "RRR", ""))) is None
    four = find_ending(table(2), sky(2, f1=(0, "RRR", ""), f2=(1, "R", "")))
    assert four is not None
    assert (four.winner, four.by) == (0, "END-1")
    assert find_ending(table(2, castles_to_win=1), sky(2, f1=(0, "B", ""))) is not None


def test_end_2_castles_then_beings_and_equals_share() -> None:
    before = sky(4, f1=(0, "YYR", ""), f2=(0, "YBG", "bbgg"), f3=(0, "R", ""))
    assert [(rank.player, rank.rank) for rank in ranking(before, 3)] == [(3, 1), (0, 2), (1, 3), (2, 3)]
    more = sky(4, f1=(0, "YYY", ""), f2=(0, "RBG", "bbg"))
    assert [(rank.player, rank.rank) for rank in ranking(more, 3)] == [(3, 1), (1, 2), (2, 3), (0, 4)]


def test_end_2_the_winner_is_first_whatever_the_beings() -> None:
    before = sky(2, f1=(0, "RR", ""), f2=(0, "BB", "bb"))
    assert [rank.player for rank in ranking(before, winner=0)] == [0, 1]
    assert [rank.player for rank in ranking(before)] == [1, 0]
