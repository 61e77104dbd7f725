"""What holds in every game, and what both ways to know the legal moves agree on."""

from __future__ import annotations

import random
from itertools import product

import pytest
from chance import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from luftschloesser_tests.box import REALM, begin, choose, random_game
from luftschloesser_tests.compare import compare
from msgspec.structs import replace

from luftschloesser.model.board import EIGHT, Field, Sky
from luftschloesser.model.realm import Options
from luftschloesser.model.state import (
    AnyMove,
    Being,
    Build,
    GameState,
    Lightning,
    Move,
    Oust,
    Put,
    Rain,
    Rainbow,
    Storm,
    Sun,
)
from luftschloesser.rules.invariants import sky_problems, state_problems
from luftschloesser.rules.turns import apply, legal_moves, move_problem
from luftschloesser.scenarios.record import record_of, replay

SEEDS = st.integers(0, 2**53 - 1)
PLAYERS = st.integers(2, 4)
STORMS = st.sampled_from(("four", "eight"))


@settings(max_examples=examples(30))
@given(PLAYERS, SEEDS, STORMS)
def test_every_state_of_a_game_is_sound(players: int, seed: int, storm: str) -> None:
    """AIR-2, AIR-3, AIR-4, SET-2, TURN-2, TURN-3, TURN-5, END-1 between all moves."""
    for _, _, state in random_game(players, seed, options=Options(storm=storm)):  # type: ignore[arg-type]
        assert state_problems(state) == []


@settings(max_examples=examples(15))
@given(PLAYERS, SEEDS)
def test_a_game_replays_from_its_record(players: int, seed: int) -> None:
    steps = list(random_game(players, seed))
    record = record_of(steps[0][0], [move for _, move, _ in steps])
    last = steps[-1][2]
    for left_out in ("", "deck"):
        result = replay(REALM, {key: value for key, value in record.items() if key != left_out})
        assert result.legal is True
        assert result.final is not None
        assert replace(result.final, beginning=last.beginning) == last


@settings(max_examples=examples(10))
@given(PLAYERS, SEEDS)
def test_a_game_replays_from_the_shuffles_that_were_written_down(players: int, seed: int) -> None:
    """Each shuffle is written down as the pile that it left: a record needs no seed."""
    steps = list(random_game(players, seed))
    last = steps[-1][2]
    record = record_of(steps[0][0], [move for _, move, _ in steps])
    assert len(record.get("shuffles", ())) == last.chance.used
    results = [replay(REALM, record), replay(REALM, {key: value for key, value in record.items() if key != "seed"})]
    results.append(replay(REALM, {key: value for key, value in record.items() if key != "shuffles"}))
    for result in results:
        assert result.legal
        assert result.final is not None
        assert (result.final.sky, result.final.hands, result.final.draw_pile) == (last.sky, last.hands, last.draw_pile)
    assert results[0].final is not None
    assert results[0].final.chance == last.chance  # whoever plays on shuffles as if nothing had been written down


def thinkable(state: GameState) -> list[AnyMove]:
    """Every move of every shape, legal or not."""
    players, fields = range(len(state.hands)), range(18)
    cards = [*dict.fromkeys((*state.hand, "sun-7", "storm", "new-hands", "nonsense"))]
    moves: list[AnyMove] = []
    for card, at in product(cards, fields):
        moves += [Sun(card, at), Lightning(card, at), *(Rain(card, at, owner) for owner in (None, *players))]
    moves += [Storm(card, towards) for card in cards for towards in EIGHT]
    beings = [Being(player, at) for at in (1, 2, 6, 7) for player in players]
    moves += [Rainbow(card) for card in cards]
    moves += [Rainbow(card, (one, two)) for card in cards for one, two in product(beings, beings)]
    moves += [*map(Put, fields), *map(Build, fields), *(Move(at, to) for at, to in product(fields, fields))]
    moves += [Oust(at, owner) for at, owner in product(fields, players)]
    return moves


@settings(max_examples=examples(12))
@given(PLAYERS, SEEDS, st.integers(0, 60))
def test_the_list_of_legal_moves_is_what_the_problems_allow(players: int, seed: int, moves: int) -> None:
    dice, state = random.Random(seed), begin(players, seed)
    for _ in range(moves):
        if state.ending is None:
            state = apply(state, choose(dice, state, legal_moves(state)))
    listed = legal_moves(state)
    assert len(set(listed)) == len(listed)
    for move in thinkable(state):
        allowed = move_problem(state, move) is None
        if isinstance(move, Rainbow) and move.swap and move.swap[0].at > move.swap[1].at:
            move = Rainbow(move.card, (move.swap[1], move.swap[0]))  # listed once, legal either way round
        assert allowed == (move in listed), move


@pytest.mark.parametrize("first", range(0, 100, 25))
def test_the_naive_game_agrees(first: int) -> None:
    """A hundred games; compare.py compares ten thousand."""
    total = sum((compare(number) for number in range(first, first + 25)), start=compare(first))
    assert total["looks"] > 20
    assert total["shuffles"] > 20
    assert total["Oust"] > 5


# --- the invariants can speak ------------------------------------------------------------------------------


def broken_sky(**changes: object) -> Sky:
    """A clear sky with something wrong."""
    return replace(begin().sky, **changes)


@pytest.mark.parametrize(
    ("sky", "code"),
    [
        (broken_sky(clouds=21), "AIR-2"),
        (begin().sky.changed(6, Field(4, (), (0, 0)), clouds=-4), "AIR-2"),
        (begin().sky.changed(6, Field(-1, (0,), (0, 0))).supplied(0, castles=-1), "AIR-3"),
        (broken_sky(beings=(7, 6)), "AIR-3"),
        (broken_sky(castles=(4, 3)), "AIR-3"),
    ],
)
def test_air_2_air_3_a_wrong_sky_is_found(sky: Sky, code: str) -> None:
    assert code in [problem.code for problem in sky_problems(begin().table, sky)]


def test_air_4_a_wrong_state_is_found() -> None:
    state = begin()

    def codes(wrong: GameState) -> list[str]:
        return [problem.code for problem in state_problems(wrong)]

    assert codes(replace(state, draw_pile=state.draw_pile[1:])) == ["AIR-4"]
    assert "TURN-3" in codes(replace(state, hands=((*state.hands[0], "storm"), state.hands[1])))
    assert "SET-2" in codes(replace(state, hands=((*state.hands[0][:2], "new-hands"), state.hands[1])))
    assert "TURN-5" in codes(replace(state, draw_pile=()))
    four = state.sky.changed(6, Field(0, (0, 0, 0), (0, 0)), clouds=-3).changed(7, Field(0, (0,), (0, 0)), clouds=-1)
    assert codes(replace(state, sky=four.supplied(0, castles=-4))) == ["END-1"]
