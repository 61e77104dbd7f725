"""The compiled simulator plays the same games as the readable engine, move by move."""

from __future__ import annotations

import os
import pickle
from typing import Any

import numpy as np
import pytest
from luftschloesser_tests.box import REALM
from luftschloesser_tests.test_data import validator

from cloudy_pnp.core.problems import UserError
from luftschloesser.model.state import AnyMove, Build, GameState, Oust, Rain
from luftschloesser.players.policies import POLICIES
from luftschloesser.players.series import begin_game
from luftschloesser.rules.turns import apply, legal_moves
from luftschloesser.scenarios.record import replay
from luftschloesser.sim import SimulationRequest, Simulator


def readable(simulator: Simulator, number: int) -> tuple[list[int], list[tuple[AnyMove, GameState]]]:
    """A game by the readable engine: the place of each move among the legal ones, and the states."""
    setting = simulator.request
    state, chance = begin_game(simulator.realm, simulator.table.players, setting.seed, number, simulator.table.options)
    places, steps = [], []
    while state.ending is None and state.turns < setting.limit:
        move, chance = POLICIES[setting.players[state.player]](state, chance)
        places.append(legal_moves(state).index(move))
        state = apply(state, move)
        steps.append((move, state))
    return places, steps


CROWDED = SimulationRequest(
    ("random",) * 4, 7, limit=130, counts={"new-hands": 30, "sun-joker": 0, "rainbow": 0, "storm": 0}
)
# The player who looks ahead takes long to compile: LUFTSCHLOESSER_SLOW=1 compares that one, too.
SLOW = pytest.mark.skipif(not os.environ.get("LUFTSCHLOESSER_SLOW"), reason="set LUFTSCHLOESSER_SLOW=1")
REQUESTS = [
    SimulationRequest(("random",) * 2, seed=1, limit=130),
    SimulationRequest(("random",) * 3, seed=2, limit=130, storm="eight"),
    SimulationRequest(("random",) * 4, seed=3, limit=130, distribution="middle"),
    SimulationRequest(("greedy",) * 2, seed=4, distribution="edges"),
    SimulationRequest(("greedy",) * 3, seed=5, storm="eight"),
    SimulationRequest(("greedy", "random", "greedy", "random"), seed=6),
    pytest.param(SimulationRequest(("ahead", "greedy", "ahead"), seed=8, limit=9), marks=SLOW),
    CROWDED,
]


@pytest.mark.parametrize("setting", REQUESTS, ids=lambda setting: f"{'-'.join(setting.players)}-{setting.seed}")
def test_every_move_is_that_of_the_readable_engine(setting: SimulationRequest) -> None:
    simulator = Simulator(REALM, setting)
    games = 1 if "ahead" in setting.players else 2 if "greedy" in setting.players else 4
    results = simulator.play(0, games)
    for number in range(games):
        places, steps = readable(simulator, number)
        assert places == list(simulator.log(number))
        same_results(results, number, [move for move, _ in steps], [state for _, state in steps])


def same_results(results: dict[str, Any], number: int, moves: list[AnyMove], states: list[GameState]) -> None:
    """What was counted is what the readable engine did."""
    last = states[-1]
    seats = range(len(last.hands))
    assert results["turns"][number] == last.turns
    assert results["winner"][number] == (last.ending.winner if last.ending else -1)
    assert results["shuffles"][number] == last.chance.used
    assert list(results["castles"][number]) == [last.sky.castles_standing(seat) for seat in seats]
    assert list(results["beings"][number]) == [last.sky.beings_standing(seat) for seat in seats]
    assert results["built"][number].sum() == sum(isinstance(move, Build) for move in moves)
    assert results["ousted"][number].sum() == sum(isinstance(move, Oust) for move in moves)
    felled = [move.castle for move in moves if isinstance(move, Rain) and move.castle is not None]
    assert list(results["lost_to_rain"][number]) == [felled.count(seat) for seat in seats]
    put_up = [move.at for move in moves if isinstance(move, Build | Oust)]
    assert list(results["put_up"][number]) == [put_up.count(at) for at in REALM.board.fields]
    assert results["played"][number].sum() == len(moves[::2])
    kinds = list(REALM.weather)
    cards = [REALM.cards[move.card].kind for move in moves if hasattr(move, "card")]
    assert list(results["played"][number].sum(axis=0)) == [cards.count(kind) for kind in kinds]
    assert (results["effect"] <= results["played"]).all()


def test_new_hands_were_dealt_in_these_games() -> None:
    assert Simulator(REALM, CROWDED).play(0, 4)["deals"].min() > 3


def test_turn_5_end_1_what_cannot_be_played_is_said() -> None:
    for setting, part in (
        (SimulationRequest(("greedy",)), "SET-1"),
        (SimulationRequest(("greedy", "clever")), "there is no player called 'clever'"),
        (SimulationRequest(("greedy",) * 2, distribution="nowhere"), "no distribution 'nowhere'"),
        (SimulationRequest(("greedy",) * 2, castles_to_win=5), "END-1"),
        (SimulationRequest(("greedy",) * 2, counts={"snow": 3}), "no weather 'snow'"),
        (SimulationRequest(("greedy",) * 2, counts={"sun": 3}), "bound to fields"),
    ):
        with pytest.raises(UserError, match=part):
            Simulator(REALM, setting)


def test_a_game_depends_on_its_number_alone() -> None:
    simulator = Simulator(REALM, SimulationRequest(("greedy", "random"), seed=8, limit=200))
    whole = simulator.play(0, 12)
    part = pickle.loads(pickle.dumps(simulator)).play(5, 3)  # noqa: S301
    for name, values in part.items():
        assert np.array_equal(values, whole[name][5:8]), name
    assert simulator.play(0, 0)["turns"].size == 0


def test_a_record_of_a_simulated_game_replays() -> None:
    simulator = Simulator(REALM, SimulationRequest(("greedy",) * 3, seed=9))
    record, results = simulator.record(3), simulator.play(3, 1)
    assert not list(validator("record").iter_errors(record))
    del record["seed"]  # anybody can check it, with other generators or none
    answer = replay(REALM, record).as_dict()
    assert answer["legal"] is True
    assert answer["turns"] == results["turns"][0]
    assert answer["winners"] == [simulator.names.colours[results["winner"][0]]]


def test_greedy_beats_random() -> None:
    results = Simulator(REALM, SimulationRequest(("random", "greedy"), seed=10)).play(0, 60)
    assert (results["winner"] == 1).mean() > 0.95
