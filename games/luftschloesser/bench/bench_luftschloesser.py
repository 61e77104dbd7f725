"""Luftschlösser: whole games by the compiled simulator against the readable engine, and one position judged.

The games are the same, move by move; only their number differs, so times are given for one game.
"""

from __future__ import annotations

from typing import Any

import pytest

from luftschloesser.model.example import example_realm
from luftschloesser.model.state import GameState
from luftschloesser.players.policies import POLICIES
from luftschloesser.players.series import begin_game
from luftschloesser.rules.turns import apply, legal_moves
from luftschloesser.scenarios.position import evaluate_position
from luftschloesser.sim import SimulationRequest, Simulator

LIMIT = 300  # random games would take a thousand turns and more
GAMES = {"random": 4_000, "greedy": 800}
READABLE = {"random": 20, "greedy": 4}
RANDOM = pytest.mark.benchmark(group="Luftschlösser: a random game, 4 players, at most 300 turns (aim: 1/200)")
GREEDY = pytest.mark.benchmark(group="Luftschlösser: a greedy game, 4 players (aim: 1/200, 500 games a second)")
RULES = pytest.mark.benchmark(group="Luftschlösser: the readable engine")


def simulator(policy: str) -> Simulator:
    """Four players of one kind, compiled and warm."""
    made = Simulator(example_realm(), SimulationRequest((policy,) * 4, 1, limit=LIMIT))
    made.play(0, 1)
    return made


def play(number: int, policy: str, limit: int) -> GameState:
    """Play a game with the readable engine until it ends or the turns run out."""
    state, chance = begin_game(example_realm(), ("red", "blue", "green", "yellow"), 1, number)
    while state.ending is None and state.turns < limit:
        move, chance = POLICIES[policy](state, chance)
        state = apply(state, move)
    return state


def readable(benchmark: Any, policy: str) -> None:
    """Some games by the readable engine, timed as one."""
    game = iter(range(1_000_000))
    benchmark.pedantic(lambda: play(next(game), policy, LIMIT), rounds=READABLE[policy], iterations=1)
    # every round is another game, so their mean counts, not the shortest
    benchmark.stats.stats.data[:] = [benchmark.stats.stats.mean]


def compiled(benchmark: Any, policy: str) -> None:
    """Many games by the simulator, timed as one."""
    many, count = simulator(policy), GAMES[policy]
    benchmark.pedantic(lambda: many.play(0, count), rounds=3, iterations=1)
    times = benchmark.stats.stats.data
    times[:] = [time / count for time in times]
    benchmark.extra_info["games a second"] = f"{1 / min(times):,.0f}"


@RANDOM
def test_baseline_readable_random(benchmark: Any) -> None:
    """The readable engine."""
    readable(benchmark, "random")


@RANDOM
def test_compiled_random(benchmark: Any) -> None:
    """The simulator."""
    compiled(benchmark, "random")


@GREEDY
def test_baseline_readable_greedy(benchmark: Any) -> None:
    """The readable engine."""
    readable(benchmark, "greedy")


@GREEDY
def test_compiled_greedy(benchmark: Any) -> None:
    """The simulator."""
    compiled(benchmark, "greedy")


@RULES
def test_baseline_legal_moves(benchmark: Any) -> None:
    """All legal moves of a game in its middle."""
    assert benchmark(legal_moves, play(0, "random", 60))


@RULES
def test_a_position_judged(benchmark: Any) -> None:
    """A position with a card and a castle, as a file of ten thousand has them."""
    document = {
        "players": ["red", "blue"],
        "fields": [{"at": 6, "clouds": 2, "castles": ["blue"], "beings": {"red": 2}}, {"at": 7, "clouds": 3}],
        "moves": [{"play": "storm", "towards": "n"}, {"play": "sun-6"}, {"act": {"build": 6}}],
        "expect": {"legal": False},
    }
    assert benchmark(evaluate_position, example_realm(), document).expected
