"""Luftschlösser: games, legal moves and one evaluated position, all by the readable rules."""

from __future__ import annotations

from typing import Any

import pytest

from cloudy_pnp.simulate.base import Setting
from luftschloesser.game import GAME
from luftschloesser.model.realm import base_realm
from luftschloesser.rules.turns import legal_moves, start
from luftschloesser.scenarios.position import evaluate_position

pytestmark = pytest.mark.benchmark(group="Luftschlösser: the readable engine")


def test_baseline_legal_moves(benchmark: Any) -> None:
    """All legal moves at the beginning of a game."""
    assert benchmark(legal_moves, start(base_realm(), ("red", "blue", "green", "yellow"), seed=1))


def test_a_greedy_game(benchmark: Any) -> None:
    """A four-player game as `simulate` plays it."""
    assert GAME.simulation is not None
    simulator = GAME.simulation.load().simulator(base_realm(), Setting(("greedy",) * 4, 1))
    benchmark.pedantic(lambda: simulator.play(0, 1), rounds=3, iterations=1)


def test_a_position(benchmark: Any) -> None:
    """A position with a card and a castle, as a file of ten thousand has them."""
    document = {
        "players": ["red", "blue"],
        "fields": [{"at": 6, "clouds": 2, "castles": ["blue"], "beings": {"red": 2}}, {"at": 7, "clouds": 3}],
        "moves": [{"play": "storm", "towards": "n"}, {"play": "sun-6"}, {"act": {"build": 6}}],
        "expect": {"legal": False},
    }
    assert benchmark(evaluate_position, base_realm(), document).expected
