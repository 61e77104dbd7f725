"""Players: they choose legal moves, see no more than they may, and prefer what is better."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from luftschloesser_tests.box import REALM, begin, random_game, sky
from msgspec.structs import replace

from cloudy_pnp.simulate.base import Setting
from luftschloesser.game import GAME
from luftschloesser.model.state import AnyMove, Build, Chance, GameState, Oust
from luftschloesser.players.policies import ahead, balance, greedy, redeal, values, worths
from luftschloesser.present.play import view
from luftschloesser.rules.actions import actions, apply_action
from luftschloesser.rules.turns import legal_moves

Policy = Callable[[GameState, Chance], tuple[AnyMove, Chance]]


def middle(players: int, seed: int, moves: int, weather_done: bool) -> GameState:
    """A game after so many random moves, before a card or before an action."""
    states = [after for _, _, after in random_game(players, seed) if after.ending is None]
    return next(state for state in states[moves:] if state.weather_done is weather_done)


@pytest.mark.parametrize("choose", [greedy, ahead])
@pytest.mark.parametrize("weather_done", [False, True])
def test_moves_are_legal_and_the_same_for_the_same_chance(choose: Policy, weather_done: bool) -> None:
    state = middle(3, 4, 30, weather_done)
    move, _ = choose(state, Chance(5))
    assert move in legal_moves(state)
    assert choose(state, Chance(5))[0] == move


@pytest.mark.parametrize("choose", [greedy, ahead])
def test_a_castle_that_wins_is_built(choose: Policy) -> None:
    state = replace(begin(2), weather_done=True, hands=(("storm", "sun-1"), begin(2).hands[1]))
    state = replace(state, sky=sky(f1=(0, "RRR", ""), f6=(1, "", "rr"), f7=(0, "BBB", "rrrr")))
    move, _ = choose(state, Chance(1))
    assert move in (Build(6), Oust(7, 1))


def test_values_after_actions_are_those_of_the_whole_sky() -> None:
    for seed in range(6):
        state = middle(4, seed, 60, weather_done=True)
        possible = list(actions(state.table, state.sky, state.player))
        slow = [
            balance(worths(state.table, apply_action(state.sky, state.player, action)), state.player)
            for action in possible
        ]
        assert values(state.table, state.sky, state.player, possible) == slow


def test_what_is_hidden_is_dealt_anew_and_no_card_is_lost() -> None:
    state = middle(4, 3, 40, weather_done=False)
    deal, _ = redeal(state, Chance(2))

    def everything(one: GameState) -> list[str]:
        return sorted((*one.draw_pile, *(card for hand in one.hands for card in hand)))

    assert everything(deal) == everything(state)
    assert deal.hand == state.hand
    assert deal.played == state.played
    assert "new-hands" not in {card for hand in deal.hands for card in hand}


def test_who_looks_ahead_does_not_peek() -> None:
    """Other hidden cards in other places: the same choice."""
    state = middle(2, 6, 30, weather_done=False)
    unseen = sorted((*state.draw_pile, *state.hands[1 - state.player]))
    ordinary = [card for card in unseen if card != "new-hands"]
    hands = state.with_hand(1 - state.player, tuple(ordinary[:3]))
    for card in ordinary[:3]:
        unseen.remove(card)
    other = replace(state, hands=hands, draw_pile=tuple(unseen), chance=Chance(99))
    assert other != state
    assert ahead(other, Chance(7)) == ahead(state, Chance(7))


def test_simulated_games_are_counted_in_turns_not_in_moves() -> None:
    """A turn is a card and an action."""
    assert GAME.simulation is not None
    simulation = GAME.simulation.load()
    simulator = simulation.simulator(REALM, Setting((simulation.default_policy,) * 2, 3))
    assert simulator.play(0, 1)["turns"][0] == len(simulator.record(0)["turns"])


# --- what a player sees ------------------------------------------------------------------------------------


def test_a_view_shows_no_hidden_card() -> None:
    state = middle(3, 5, 31, weather_done=False)
    seen = view(state, state.player)
    assert [hand if isinstance(hand, int) else None for hand in seen["hands"]].count(3) == 2
    assert seen["hands"][state.player] == list(state.hand)
    assert len(seen["moves"]) == len(legal_moves(state))
    assert seen["moves"][0]["play"] == state.hand[0]
    for other in (None, (state.player + 1) % 3):
        assert view(state, other)["moves"] == []
    hidden = replace(state, draw_pile=tuple(reversed(state.draw_pile)))
    assert view(hidden, state.player) == seen


def test_a_view_of_the_end_and_of_an_action() -> None:
    *_, (before, _, after) = random_game(2, seed=8)
    assert view(before, before.player)["step"] == "act"
    assert all(list(move) == ["act"] for move in view(before, before.player)["moves"])
    over = view(after)
    assert (over["turn"], over["step"], over["moves"]) == (None, None, [])
    assert over["winner"] == over["ranking"][0]["player"]
