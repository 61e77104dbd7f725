"""SET and TURN: the deal, the course of a turn, drawing and shuffling."""

from __future__ import annotations

import pytest
from luftschloesser_tests.box import COLOURS, REALM, begin, random_game

from luftschloesser.model.state import Chance, GameState, IllegalMove, Put, Rainbow, Storm, Sun, UnknownShuffle
from luftschloesser.rules.turns import Piles, apply, draw_card, legal_moves, move_problem, replace_new_hands, start

PLAIN = [card for card in REALM.deck() if card != "new-hands"]
NEW = "new-hands"


def scripted(deck: list[str], *shuffles: list[str], players: int = 2) -> GameState:
    """A game whose every shuffle is given."""
    return start(REALM, COLOURS[:players], deck=deck, shuffles=shuffles)


def played_out(state: GameState) -> GameState:
    """The game after a turn that plays the first card of the hand and puts a being on field 1."""
    return apply(apply(state, legal_moves(state)[0]), Put(1))


def test_set_1_three_cards_each_in_turn_order_and_no_cloud() -> None:
    state = scripted(PLAIN)
    assert state.hands == (tuple(PLAIN[:3]), tuple(PLAIN[3:6]))
    assert state.draw_pile == tuple(PLAIN[6:])
    assert state.sky.clouds == 20
    assert state.played == ()


@pytest.mark.parametrize("players", [(), ("red",), ("red", "red"), (*COLOURS, "black")])
def test_set_1_two_to_four_players_of_different_colours(players: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="SET-1"):
        start(REALM, players, seed=1)


def test_set_2_new_hands_is_shuffled_back_and_replaced() -> None:
    deck = [PLAIN[0], NEW, *PLAIN[1:]]
    after = ["storm", NEW, *(card for card in PLAIN[5:] if card != "storm")]
    after += ["storm"] * (len(PLAIN[5:]) + 1 - len(after))
    state = scripted(deck, after)
    assert state.hands[0] == (PLAIN[0], "storm", PLAIN[1])
    assert state.draw_pile[0] == NEW
    assert state.chance.used == 1


def test_set_2_until_it_is_another_card() -> None:
    piles = Piles(("rain-1",), (), Chance(None, ((NEW, "rain-1"), ("rain-1", NEW))))
    card, after = replace_new_hands(REALM.cards, NEW, piles)
    assert (card, after.draw, after.chance.used) == ("rain-1", (NEW,), 2)


def test_set_3_the_order_of_the_players_is_the_order_of_play() -> None:
    state, seen = begin(3), []
    for _ in range(4):
        seen.append(state.colour)
        state = played_out(state)
    assert seen == ["red", "blue", "green", "red"]


def test_turn_1_one_card_of_the_hand_before_the_action() -> None:
    state = begin()
    other = next(card for card in REALM.cards if card not in state.hand and card.startswith("sun-"))
    assert move_problem(state, Put(1)).code == "TURN-1"  # type: ignore[union-attr]
    assert move_problem(state, Sun(other, REALM.cards[other].at or 1)).code == "TURN-1"  # type: ignore[union-attr]
    after = apply(state, legal_moves(state)[0])
    assert len(after.hand) == 2
    for move in legal_moves(state):
        assert move_problem(after, move).code == "TURN-1"  # type: ignore[union-attr]


def test_turn_2_one_action_and_the_next_player_is_on() -> None:
    state = begin()
    after = played_out(state)
    assert (after.colour, after.turns, after.weather_done) == ("blue", 1, False)
    with pytest.raises(IllegalMove, match="TURN-1"):
        apply(after, Put(1))


def test_turn_3_the_player_draws_to_the_end_of_the_hand() -> None:
    state = scripted(PLAIN)
    after = played_out(state)
    assert after.hands[0] == (*PLAIN[1:3], PLAIN[6])
    assert after.played == (PLAIN[0],)


def test_turn_3_no_card_after_a_turn_that_has_won() -> None:
    *_, (before, _, after) = random_game(2, seed=3)
    assert after.ending is not None
    assert after.draw_pile == before.draw_pile
    assert len(after.hands[after.player]) == 2


def test_turn_3_the_played_cards_become_the_new_pile() -> None:
    card, piles = draw_card(Piles((), ("sun-1", NEW, "storm"), Chance(None, (("storm", NEW, "sun-1"),))))
    assert (card, piles.draw, piles.played) == ("storm", (NEW, "sun-1"), ())


def test_turn_3_the_card_just_played_is_among_them() -> None:
    state = scripted(PLAIN[:7], ["sun-3", "sun-1"])
    state = played_out(played_out(state))  # red draws the last card, blue finds the pile empty
    assert PLAIN[:7] == ["sun-1", "sun-1", "sun-2", "sun-3", "sun-4", "sun-4", "sun-5"]
    assert state.hands == (("sun-1", "sun-2", "sun-5"), ("sun-4", "sun-4", "sun-3"))
    assert (state.draw_pile, state.played) == (("sun-1",), ())


def test_turn_4_everybody_gets_a_new_hand() -> None:
    deck = [*PLAIN[:6], NEW, *PLAIN[6:]]
    after = played_out(scripted(deck))
    assert after.hands == (tuple(PLAIN[6:9]), tuple(PLAIN[9:12]))
    assert after.played == (*PLAIN[1:3], *PLAIN[3:6], PLAIN[0], NEW)  # hands below, from the one who drew it
    assert after.colour == "blue"


def test_turn_4_clockwise_from_the_one_who_drew_it() -> None:
    deck = [*PLAIN[:9], PLAIN[9], NEW, *PLAIN[10:]]
    after = played_out(played_out(scripted(deck, players=3)))
    assert after.hands == (tuple(PLAIN[16:19]), tuple(PLAIN[10:13]), tuple(PLAIN[13:16]))


def test_turn_4_a_second_one_among_the_new_cards_is_replaced() -> None:
    rest = PLAIN[6:20]
    deck = [*PLAIN[:6], NEW, rest[0], NEW, *rest[1:]]
    after = played_out(scripted(deck, [rest[5], *rest[2:5], *rest[6:], NEW]))
    assert after.hands == ((rest[0], rest[5], rest[1]), tuple(rest[2:5]))
    assert after.draw_pile == (*rest[6:], NEW)


def test_turn_4_the_played_cards_are_shuffled_in_where_nothing_else_is_left() -> None:
    chance = Chance(None, (("storm", NEW, NEW),))
    card, piles = replace_new_hands(REALM.cards, NEW, Piles((NEW,), ("storm",), chance))
    assert (card, piles.draw, piles.played) == ("storm", (NEW, NEW), ())


def test_turn_4_it_is_never_played() -> None:
    state = begin()
    assert move_problem(state, Rainbow(NEW)).code == "TURN-4"  # type: ignore[union-attr]


def test_turn_5_too_few_cards_cannot_start() -> None:
    with pytest.raises(ValueError, match="TURN-5"):
        start(REALM, ("red", "blue"), deck=PLAIN[:6])


def test_end_1_no_move_after_the_end() -> None:
    *_, (_, _, after) = random_game(4, seed=2)
    assert legal_moves(after) == []
    assert move_problem(after, Put(1)).code == "END-1"  # type: ignore[union-attr]


# --- chance ------------------------------------------------------------------------------------------------


def test_the_seed_decides_everything_and_the_deck_makes_no_difference() -> None:
    first, again = begin(3, 5), begin(3, 5)
    assert first == again
    assert begin(3, 6) != first
    assert start(REALM, COLOURS[:3], seed=5, deck=first.beginning.deck) == first


def test_a_shuffle_that_is_not_given_is_unknown() -> None:
    with pytest.raises(UnknownShuffle) as unknown:
        scripted([NEW, *PLAIN])
    assert unknown.value.number == 0
    with pytest.raises(UnknownShuffle, match="without sun-1"):
        Chance(None, (("storm", "storm"),)).shuffled(["sun-1", "storm"])


def test_every_order_is_as_likely() -> None:
    counts: dict[tuple[str, ...], int] = {}
    for number in range(6000):
        pile = Chance(number).shuffled("abc")[0]
        counts[pile] = counts.get(pile, 0) + 1
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts.values())


def test_equal_cards_are_listed_once() -> None:
    deck = ["storm", "storm", "storm", *(card for card in PLAIN if card != "storm")]
    state = scripted(deck)
    assert [type(move) for move in legal_moves(state)] == [Storm] * 4
