"""What the greedy player need not measure: on any board, it is worth what the whole measure says."""

from __future__ import annotations

import random

import numpy as np
import pytest
from chance import SEED, examples

from cloudy_pnp.api import load
from cloudy_pnp.cloudy_kingdom.sim import SimulationConfig, Simulator
from cloudy_pnp.cloudy_kingdom.sim import layout as m
from cloudy_pnp.cloudy_kingdom.sim.config import LOSS, WIN
from cloudy_pnp.cloudy_kingdom.sim.deal import deal
from cloudy_pnp.cloudy_kingdom.sim.distance import (
    ALL_PAIRS,
    CHANGEABLE,
    DISTANCE_AT,
    SIGHT_AT,
    WORDS,
    find_gates,
    find_hopes,
    look,
    measure,
    measure_board,
    most_on_field,
    numbers,
    show,
    sight_with,
)
from cloudy_pnp.cloudy_kingdom.sim.greedy import value_measured, value_with
from cloudy_pnp.cloudy_kingdom.sim.position import field_at, lay, lift, seat_at
from cloudy_pnp.cloudy_kingdom.sim.tables import tables_of
from cloudy_pnp.simulate.numba_code import Ints, Words

LOWEST = 2 * LOSS


def some_card(t: Ints, chance: random.Random) -> int:
    """A vine card as it lies."""
    return 4 * chance.randrange(int(t[m.VINES])) + chance.randrange(4)


Seen = tuple[Ints, Words, int]


def seen(t: Ints, p: Ints) -> Seen:
    """A position as the player sees it whose turn it is, measured, and its worth."""
    g, words = np.zeros(numbers(int(t[m.FIELDS])), np.int64), np.zeros(WORDS, np.uint64)
    find_gates(t, words)
    look(t, p, g, words)
    measure_board(t, g, words)
    p[m.CONNECTED] = sum(1 << axis for axis in range(2 * int(t[m.FAMILIES])) if g[DISTANCE_AT + axis] == 0)
    base = value_measured(t, p, g, False)
    find_hopes(t, p, g)
    return g, words, base


def some_position(t: Ints, position: int, chance: random.Random) -> Ints:
    """Cards anywhere, some fields protected, somebody's turn."""
    p, w, counts = (
        np.zeros(position, np.int64),
        np.zeros(int(t[m.NOTES]), np.int64),
        np.zeros(int(t[m.VINES]), np.int64),
    )
    with np.errstate(over="ignore"):  # chance is mixed by numbers that overflow
        deal(t, p, w, np.array([chance.getrandbits(63)], np.uint64), counts)
    p[m.PLAYER] = chance.randrange(int(t[m.PLAYERS]))
    few = [some_card(t, chance) for _ in range(4)]  # many of the same make boards that are nearly connected
    for field in range(int(t[m.FIELDS])):
        for _ in range(chance.choice((0, 1, 1, 2))):
            lay(t, p, field, chance.choice(few))
        p[field_at(field) + m.GUARDS] = int(chance.random() < 0.1)
    return p


@pytest.mark.fuzz
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_changed_field_is_worth_what_the_whole_board_says(players: int) -> None:
    """Exactly, whatever is the best so far; and no sight is worth more than the bound of its field."""
    t, sizes = tables_of(Simulator(load("cloudy-kingdom"), SimulationConfig(("greedy",) * players, 1)).plan)
    chance, better = random.Random(SEED + players), set[bool]()
    for _ in range(examples(40)):
        p = some_position(t, sizes.position, chance)
        g, words, base = seen(t, p)
        field, by_vine = chance.randrange(int(t[m.FIELDS])), chance.random() < 0.5
        before = int(g[SIGHT_AT + field])
        sights = [sight_with(t, some_card(t, chance), some_card(t, chance)) for _ in range(5)]
        for sight in [*sights, sights[0] & ALL_PAIRS, ALL_PAIRS, CHANGEABLE]:
            sight &= ~CHANGEABLE if p[field_at(field) + m.GUARDS] else ~0
            show(t, g, words, field, sight)
            measure(t, g, words)
            worth = value_measured(t, p, g, by_vine)
            show(t, g, words, field, before)
            for best in (LOWEST, worth):
                assert value_with(t, p, g, words, base, by_vine, field, sight, best) == worth
            if before & sight & CHANGEABLE:
                assert most_on_field(g, words, base, field) >= worth
            better.add(worth > base)
    assert better == {True, False}


def test_to_connect_the_other_axis_wins_too() -> None:
    """With an extra turn, a player who is connected by a spell moves again."""
    kingdom = load("cloudy-kingdom")
    t, sizes = tables_of(Simulator(kingdom, SimulationConfig(("greedy",) * 4, 1)).plan)
    p = some_position(t, sizes.position, random.Random(1))
    own, crossing = int(p[seat_at(int(p[m.PLAYER])) + m.FAMILY]), 4 * list(kingdom.vines).index("crossing")
    gate = int(t[t[m.GATES_AT] + 4 * own]) >> 2  # where the north castle is
    for field in range(int(t[m.FIELDS])):
        p[field_at(field) + m.GUARDS] = 0
        while p[field_at(field) + m.HEIGHT]:
            lift(t, p, field)
        for facing in (0, 1):  # one on the other lets everything through
            if field != gate:
                lay(t, p, field, crossing + facing)
    g, words, base = seen(t, p)
    assert sorted(g[DISTANCE_AT + 2 * own : DISTANCE_AT + 2 * own + 2]) == [0, 1]
    assert value_with(t, p, g, words, base, True, gate, ALL_PAIRS | CHANGEABLE, WIN) == WIN
