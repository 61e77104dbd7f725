"""Random spells from the whole step vocabulary: both readings offer the same and end up the same."""

from __future__ import annotations

import os
import random
from typing import Any

from chance import examples
from games.cloudy_kingdom.spell_strategy import FACE, Effect, places_itself, spells
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cloudy_pnp.cloudy_kingdom.scenarios.record import replay
from naive import game, table
from naive.box import BOX
from naive.random_games import random_setup, random_turn, spoil
from naive.test_against_engine import (
    Walk,
    answer,
    assert_spoilt_the_same,
    engine_kingdom,
    table_of_engine,
    table_of_naive,
)

# `NAIVE_SPELLS=5000 pytest tests/naive/test_custom_spells.py` compares so many games.
EXAMPLES = int(os.environ.get("NAIVE_SPELLS", examples(60)))


def box_with(effects: list[Effect]) -> dict[str, Any]:
    """The box with custom spells `a`, `b`, `c` in it."""
    custom = {
        name: {"effect": effect, **({"face": FACE} if places_itself(effect) else {})}
        for name, effect in zip("abc", effects, strict=True)
    }
    return {**BOX, "spells": {**BOX["spells"], **custom}}


def custom_game(seed: int, box: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A game in which everybody holds the custom spells and casts them gladly."""
    dice = random.Random(seed)
    record = random_setup(dice.getrandbits(48), box)
    record["spells"] = [["a", "b", "c"] for _ in record["players"]]
    record["turns"] = []
    state = table.new_game(box, record)
    gladly = dice.choice((0.3, 0.7, 1.0))
    while not state["ended"]:
        record["turns"].append(random_turn(state, dice, gladly))
    return record, game.result(state)


@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
@given(st.lists(spells(), min_size=3, max_size=3), st.integers(0, 2**32))
def test_custom_spells(effects: list[Effect], seed: int) -> None:
    """SPL-10: the same choices are offered at every step, the same tables lie there after every turn."""
    box = box_with(effects)
    record, expected = custom_game(seed, box)
    kingdom = engine_kingdom(box["spells"])
    found = answer(replay(kingdom, record))
    assert {key: found[key] for key in expected} == expected, record
    assert_spoilt_the_same(spoil(record, random.Random(seed)), box, kingdom)
    walk = Walk(record, box, kingdom)
    for turn in record["turns"]:
        walk.turn(turn)
        assert table_of_engine(walk.engine) == table_of_naive(walk.naive), record
