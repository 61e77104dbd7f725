"""TURN: hands, playing, paying, drawing, and whose turn it is."""

from __future__ import annotations

import pytest
from games.cloudy_kingdom.box import FIRST_GAME, KINGDOM, after, castles, game, laid, lying
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS
from cloudy_pnp.cloudy_kingdom.rules.state import (
    CastSpell,
    DiscardVine,
    GameState,
    IllegalMove,
    Move,
    Pass,
    PlaceCard,
    PlayVine,
    TargetField,
)
from cloudy_pnp.cloudy_kingdom.rules.turns import apply, legal_moves, move_problem, start

N, E, S, W = DIRECTIONS
DECK = ["stem", "crossing", "tee-side", "bend-left", "double-bend", "tee-end"]
SEALED = game(("a", "b"), deck=DECK, around=castles("a", "-", "b", "-"), spells=[["inspiration"], ["chop"]])
SEALED = replace(
    SEALED,
    board=laid(SEALED.board, ((0, 0), "path-end", "n")).placed((0, 0), lying("burning-crossing", "e", sealed=True)),
)


def code(state: GameState, move: Move) -> str | None:
    problem = move_problem(state, move)
    return None if problem is None else problem.code


def test_turn_1_everyone_holds_one_card_dealt_in_turn_order() -> None:
    state = game(["raven", "rose", "heron"], deck=DECK)
    assert state.hands == ("stem", "crossing", "tee-side")
    assert state.draw_pile == ("bend-left", "double-bend", "tee-end")
    assert state.discard_pile == state.box == ()
    assert state.spells == (tuple(FIRST_GAME),) * 3
    assert KINGDOM.editions["2023"].first_game == tuple(FIRST_GAME)


def test_turn_1_the_deck_holds_a_card_for_everyone() -> None:
    with pytest.raises(ValueError, match="2 players"):
        game(deck=["stem"])
    with pytest.raises(ValueError, match="2 players"):
        start(KINGDOM, ["raven", "rose"], castles=KINGDOM.layouts["A"].castles, deck=DECK, spells=[[]])


def test_turn_2_play_then_draw_then_the_next_player() -> None:
    state = game(deck=DECK)
    played = apply(state, PlayVine((0, 0), N))
    assert played.board.stack((0, 0)) == (lying("stem", "n"),)
    assert (played.hands, played.draw_pile) == (("tee-side", "crossing"), ("bend-left", "double-bend", "tee-end"))
    assert (played.player, played.family, played.turns) == (1, "rose", 1)
    again = apply(played, PlayVine((0, 1), N))
    assert (again.player, again.hands) == (0, ("tee-side", "bend-left"))


def test_turn_2_the_vine_card_is_played_by_gro() -> None:
    state = game(deck=DECK)
    assert code(state, PlayVine((1, 1), N)) == "GRO-2"
    assert code(state, PlayVine((4, 0), N)) == "GRO-1"
    with pytest.raises(IllegalMove, match=r"GRO-1: \[4, 0\]"):
        apply(state, PlayVine((4, 0), N))


def test_turn_2_or_pay_it_and_cast_one_spell() -> None:
    state = game(deck=DECK)
    chopped = after(state, PlayVine((0, 0), N), CastSpell("chop"), TargetField((0, 0)))
    assert chopped.discard_pile == ("crossing",)
    assert chopped.hands == ("tee-side", "bend-left")
    assert chopped.player == 0


def test_turn_2_nobody_just_passes() -> None:
    assert code(game(), Pass()) == "TURN-2"


def test_turn_3_each_spell_is_cast_once() -> None:
    begin = game(deck=DECK * 2)
    state = after(begin, PlayVine((0, 0), N), PlayVine((0, 1), N), CastSpell("chop"), TargetField((0, 0)))
    assert state.spells == (("inspiration", "burning-crossing"), tuple(FIRST_GAME))
    assert state.box == ("stem", "chop")
    mine = apply(state, PlayVine((0, 2), N))
    assert code(mine, CastSpell("chop")) == "TURN-3"
    assert code(mine, CastSpell("twist")) == "TURN-3"
    assert CastSpell("chop") not in legal_moves(mine)


@pytest.mark.parametrize("caster", [0, 1, 2])
def test_turn_3_only_the_caster_uses_a_spell_up(caster: int) -> None:
    state = game(["raven", "rose", "sun"], deck=["path-end"] * 20, spells=[["twist"], ["twist", "chop"], ["twist"]])
    state = after(state, *(PlayVine((0, column), S) for column in range(caster)))
    state = replace(state, board=laid(state.board, ((3, 3), "path-end", "n")))
    cast = after(state, CastSpell("twist"), TargetField((3, 3)))
    assert [own for player, own in enumerate(cast.spells) if player != caster] == [
        own for player, own in enumerate(state.spells) if player != caster
    ]
    assert cast.spells[caster] == (("chop",) if caster == 1 else ())


def test_turn_3_a_spell_that_stays_on_the_board_is_not_in_the_box() -> None:
    state = after(game(deck=DECK), PlayVine((0, 0), N), CastSpell("burning-crossing"))
    assert apply(state, PlaceCard("burning-crossing", (0, 0), E)).box == ()


def test_turn_4_the_card_that_pays_is_discarded_after_the_spell() -> None:
    state = replace(game(deck=DECK, spells=[["replant"], []]), discard_pile=("tee-end",))
    asked = apply(state, CastSpell("replant"))
    assert code(asked, PlaceCard("stem", (0, 0), N)) == "SPL-7"  # the paying card is not there to be taken
    assert apply(asked, PlaceCard("tee-end", (0, 0), N)).discard_pile == ("stem",)
    empty = game(deck=DECK, spells=[["replant"], []])
    assert code(empty, CastSpell("replant")) == "SPL-10"


def test_turn_5_who_has_no_legal_placement_discards() -> None:
    assert legal_moves(SEALED) == [DiscardVine()]
    done = apply(SEALED, DiscardVine())
    assert (done.discard_pile, done.hands, done.player) == (("stem",), ("tee-side", "crossing"), 1)


def test_turn_5_only_then() -> None:
    assert code(game(), DiscardVine()) == "TURN-5"
    assert DiscardVine() not in legal_moves(game())


def test_turn_6_the_order_of_play_is_the_order_of_the_players() -> None:
    state = game(["sun", "raven", "heron"], deck=["path-end"] * 9)
    order = []
    for column in range(4):
        order.append(state.family)
        state = apply(state, PlayVine((0, column), S))
    assert order == ["sun", "raven", "heron", "sun"]


def test_legal_moves_are_exactly_those_without_a_problem() -> None:
    state = after(game(deck=DECK), PlayVine((0, 0), N))
    every: list[Move] = [
        PlayVine((row, col), facing) for row in range(-1, 5) for col in range(5) for facing in (N, E, S, W)
    ]
    every += [CastSpell(spell) for spell in KINGDOM.spells]
    every += [DiscardVine(), Pass()]
    assert [move for move in every if code(state, move) is None] == legal_moves(state)
