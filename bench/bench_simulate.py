"""Whole games: the compiled simulator, on one core and on two, against the readable engine with the same players.

The games are the same, move by move; only their number differs, so times are given for one game.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest

from cloudy_pnp.api import load
from cloudy_pnp.cloudy_kingdom.sim import SimulationConfig, Simulator
from cloudy_pnp.cloudy_kingdom.sim.reference import play_game
from cloudy_pnp.simulate.run import local_pool, play

GAMES = {"random": 20_000, "greedy": 500}
READABLE = {"random": 20, "greedy": 4}
RANDOM = pytest.mark.benchmark(group="a random game, 4 players, random spells (aim: the compiled one 1/3000)")
GREEDY = pytest.mark.benchmark(group="a greedy game, 4 players, random spells (aim: 1,600 compiled games a second)")


def simulator(policy: str) -> Simulator:
    """Four players of one kind, compiled and warm."""
    made = Simulator(load("cloudy-kingdom"), SimulationConfig((policy,) * 4, 1, spells="random"))
    made.play(0, 1)
    return made


def readable(benchmark: Any, policy: str) -> None:
    """Some games by the readable engine, timed as one."""
    plan, count = simulator(policy).plan, READABLE[policy]
    game = iter(range(1_000_000))
    benchmark.pedantic(lambda: deque(play_game(plan, next(game)), maxlen=0), rounds=count, iterations=1)
    # every round is another game, so their mean counts, not the shortest
    benchmark.stats.stats.data[:] = [benchmark.stats.stats.mean]


def compiled(benchmark: Any, policy: str) -> None:
    """Many games by the simulator, timed as one."""
    many, count = simulator(policy), GAMES[policy]
    benchmark.pedantic(lambda: many.play(0, count), rounds=3, iterations=1)
    times = benchmark.stats.stats.data
    times[:] = [time / count for time in times]
    benchmark.extra_info["games a second"] = f"{1 / min(times):,.0f}"


def on_two_cores(benchmark: Any, policy: str) -> None:
    """The same through two processes, which are there and warm."""
    many, count = simulator(policy), 4 * GAMES[policy]
    with local_pool(2) as pool:
        play(many, 8, pool, batch=1)
        benchmark.pedantic(lambda: play(many, count, pool, batch=count // 16), rounds=3, iterations=1)
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


@RANDOM
def test_compiled_random_on_two_cores(benchmark: Any) -> None:
    """The simulator as `cloudy-pnp simulate` plays it."""
    on_two_cores(benchmark, "random")


@GREEDY
def test_baseline_readable_greedy(benchmark: Any) -> None:
    """The readable engine."""
    readable(benchmark, "greedy")


@GREEDY
def test_compiled_greedy(benchmark: Any) -> None:
    """The simulator."""
    compiled(benchmark, "greedy")


@GREEDY
def test_compiled_greedy_on_two_cores(benchmark: Any) -> None:
    """The simulator as `cloudy-pnp simulate` plays it."""
    on_two_cores(benchmark, "greedy")
