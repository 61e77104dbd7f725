"""WEA: each rule by a position before and after."""

from __future__ import annotations

import pytest
from luftschloesser_tests.box import REALM, sky, table

from luftschloesser.model.board import Direction, Sky
from luftschloesser.model.state import Being, Broken, Lightning, Play, Rain, Rainbow, Storm, Sun
from luftschloesser.rules.weather import apply_play, choices, play_problem

BOARD = REALM.board


def code(before: Sky, play: Play, **options: str) -> str | None:
    """The rule that a play breaks."""
    broken = play_problem(table(len(before.beings), **options), before, play)
    assert broken is None or isinstance(broken, Broken)
    return broken.code if broken else None


def after(before: Sky, play: Play) -> Sky:
    """The sky after a legal play."""
    assert code(before, play) is None
    return apply_play(BOARD, before, play)


def ways(before: Sky, card: str, **options: str) -> list[Play]:
    """Every way to play a card."""
    return list(choices(table(len(before.beings), **options), before, REALM.cards[card]))


def test_wea_1_a_cloud_comes_to_the_field_of_the_card() -> None:
    assert after(sky(f6=(1, "R", "b")), Sun("sun-6", 6)) == sky(f6=(2, "R", "b"))
    assert code(sky(), Sun("sun-6", 7)) == "WEA-1"


def test_wea_1_nothing_happens_on_a_full_field() -> None:
    full = sky(f6=(1, "RB", ""))
    assert after(full, Sun("sun-6", 6)) == full


def test_wea_1_nothing_happens_without_supply() -> None:
    out = sky(
        f1=(3, "", ""), f2=(3, "", ""), f3=(3, "", ""), f4=(3, "", ""), f5=(3, "", ""), f8=(3, "", ""), f9=(2, "", "")
    )
    assert out.clouds == 0
    assert after(out, Sun("sun-6", 6)) == out


def test_wea_2_an_empty_cloud_goes_first() -> None:
    assert after(sky(f6=(1, "R", "")), Rain("rain-6", 6)) == sky(f6=(0, "R", ""))
    assert code(sky(f6=(1, "R", "")), Rain("rain-6", 6, castle=0)) == "WEA-2"


def test_wea_2_the_player_says_which_castle_goes_and_it_returns() -> None:
    both = sky(f6=(0, "RRB", ""))
    assert ways(both, "rain-6") == [Rain("rain-6", 6, 0), Rain("rain-6", 6, 1)]
    assert after(both, Rain("rain-6", 6, 0)) == sky(f6=(0, "RB", ""))
    assert after(both, Rain("rain-6", 6, 1)) == sky(f6=(0, "RR", ""))
    assert code(both, Rain("rain-6", 6)) == "WEA-2"
    assert code(sky(f6=(0, "R", "")), Rain("rain-6", 6, 1)) == "WEA-2"
    assert code(both, Rain("rain-7", 6, 0)) == "WEA-2"


def test_wea_2_without_a_cloud_nothing_happens() -> None:
    assert after(sky(), Rain("rain-6", 6)) == sky()
    assert code(sky(), Rain("rain-6", 6, castle=0)) == "WEA-2"


def test_wea_3_jokers_work_on_any_field_of_the_board() -> None:
    assert after(sky(), Sun("sun-joker", 16)) == sky(f16=(1, "", ""))
    assert code(sky(), Sun("sun-joker", 17)) == "AIR-1"
    before = sky(f1=(0, "B", ""), f6=(2, "", ""))
    assert after(before, Rain("rain-joker", 1, castle=1)) == sky(f6=(2, "", ""))
    assert len(ways(before, "rain-joker")) == 16


def test_wea_4_empty_clouds_move_and_castles_and_beings_stay() -> None:
    before = sky(f6=(1, "R", "b"), f7=(2, "", "r"))
    assert after(before, Storm("storm", Direction.E)) == sky(f6=(0, "R", "b"), f7=(1, "", "r"), f8=(2, "", ""))


@pytest.mark.parametrize(("towards", "edge"), [("N", 2), ("E", 8), ("S", 14), ("W", 9)])
def test_wea_4_over_the_edge_clouds_return(towards: str, edge: int) -> None:
    assert after(sky(2, **{f"f{edge}": (3, "", "")}), Storm("storm", Direction[towards])) == sky()


def test_wea_4_what_finds_no_room_returns() -> None:
    before = sky(f6=(3, "", ""), f7=(0, "RB", ""))
    assert after(before, Storm("storm", Direction.E)) == sky(f7=(1, "RB", ""))


def test_wea_4_clouds_that_move_away_make_room() -> None:
    before = sky(f6=(3, "", ""), f7=(3, "", ""))
    assert after(before, Storm("storm", Direction.E)) == sky(f7=(3, "", ""), f8=(3, "", ""))


def test_wea_4_diagonals_are_an_option() -> None:
    assert code(sky(), Storm("storm", Direction.NE)) == "WEA-4"
    assert code(sky(), Storm("storm", Direction.NE), storm="eight") is None
    assert [len(ways(sky(), "storm", storm=name)) for name in ("four", "eight")] == [4, 8]
    assert apply_play(BOARD, sky(f6=(1, "", "")), Storm("storm", Direction.SW)) == sky(f9=(1, "", ""))


def test_wea_5_all_beings_of_a_field_return() -> None:
    before = sky(f6=(1, "R", "rrb"), f7=(0, "", "b"))
    assert after(before, Lightning("lightning", 6)) == sky(f6=(1, "R", ""), f7=(0, "", "b"))
    assert code(before, Lightning("lightning", 0)) == "AIR-1"


def test_wea_6_two_beings_change_places() -> None:
    before = sky(f1=(0, "", "rb"), f16=(0, "", "bb"))
    swap = Rainbow("rainbow", (Being(0, 1), Being(1, 16)))
    assert after(before, swap) == sky(f1=(0, "", "bb"), f16=(0, "", "rb"))
    own = Rainbow("rainbow", (Being(1, 1), Being(1, 16)))
    assert after(before, own) == before


def test_wea_6_they_stand_on_different_fields() -> None:
    before = sky(f1=(0, "", "rb"))
    assert code(before, Rainbow("rainbow", (Being(0, 1), Being(1, 1)))) == "WEA-6"
    assert code(before, Rainbow("rainbow", (Being(0, 1), Being(1, 2)))) == "WEA-6"
    assert code(before, Rainbow("rainbow", (Being(0, 1), Being(1, 99)))) == "AIR-1"
    assert ways(before, "rainbow") == [Rainbow("rainbow")]


def test_wea_7_every_card_may_be_played_without_effect() -> None:
    for play in (
        Sun("sun-joker", 3),
        Rain("rain-joker", 3),
        Storm("storm", Direction.N),
        Lightning("lightning", 3),
        Rainbow("rainbow"),
    ):
        assert code(sky(), play) is None


def test_a_card_is_played_as_what_it_is() -> None:
    assert code(sky(), Sun("storm", 3)) == "TURN-1"
    assert code(sky(), Sun("new-hands", 3)) == "TURN-4"
    assert code(sky(), Sun("sun-99", 3)) == "AIR-4"
