"""The compiled entry: games by number, each with its own random numbers, and their results."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cloudy_pnp.games.cloudy_kingdom.sim.bytecode import OPCODES
from cloudy_pnp.games.cloudy_kingdom.sim.carry_out import carry_out
from cloudy_pnp.games.cloudy_kingdom.sim.config import GREEDY, RANDOM
from cloudy_pnp.games.cloudy_kingdom.sim.deal import deal
from cloudy_pnp.games.cloudy_kingdom.sim.distance import LEVELS, WORDS, find_gates
from cloudy_pnp.games.cloudy_kingdom.sim.greedy import pick_greedy
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    CAST_AT,
    DEALT_AT,
    EAGER,
    ENDED,
    FAMILY,
    FIELDS,
    HEIGHT,
    HELD,
    LOG_SIZE,
    MOVE_SIZE,
    NONE,
    PILE_END,
    PILE_NEXT,
    PLACED,
    PLAYER,
    PLAYERS,
    PLAYOUTS_AT,
    POLICIES_AT,
    TURNS,
    VINES,
    WINNERS,
)
from cloudy_pnp.games.cloudy_kingdom.sim.mcts import pick_mcts
from cloudy_pnp.games.cloudy_kingdom.sim.moves import pick_eager, pick_random
from cloudy_pnp.games.cloudy_kingdom.sim.places import seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.position import field_at
from cloudy_pnp.simulate.numba_code import Ints, Words, entry, jit, memory, sources

# columns of a result; after them come, for each seat, its family, its spells, and when it cast them; for each field
# its height and how often a card was placed there; and the copies of each vine
RESULT_TURNS, RESULT_RULE, RESULT_WINNERS, RESULT_LEFT, RESULT_SEATS = range(5)
RESULT_SEAT = 1 + 2 * HELD


@jit
def keep(t: Ints, p: Ints, counts: Ints, result: Ints) -> None:
    """Store the results of a game."""
    result[RESULT_TURNS] = p[TURNS]
    result[RESULT_RULE] = p[ENDED] - 1
    result[RESULT_WINNERS] = p[WINNERS]
    result[RESULT_LEFT] = p[PILE_END] - p[PILE_NEXT]
    at = RESULT_SEATS
    for number in range(t[PLAYERS]):
        seat = seat_at(number)
        result[at] = p[seat + FAMILY]
        for place in range(HELD):
            result[at + 1 + place] = p[seat + DEALT_AT + place]
            result[at + 1 + HELD + place] = p[seat + CAST_AT + place]
        at += RESULT_SEAT
    for field in range(t[FIELDS]):
        result[at] = p[field_at(field) + HEIGHT]
        result[at + t[FIELDS]] = p[field_at(field) + PLACED]
        at += 1
    at += t[FIELDS]
    for vine in range(t[VINES]):
        result[at + vine] = counts[vine]


@jit
def play(
    t: Ints,
    ps: Ints,
    ms: Ints,
    w: Ints,
    g: Ints,
    words: Words,
    chance: Words,
    counts: Ints,
    keys: Words,
    games: int,
    log: Ints,
    most: int,
    results: Ints,
    columns: int,
    given: int,
) -> int:
    """Play a game from each key; return how many moves the last one had.

    `log` gets `most` of them. If the first position is `given`, play only its next move.
    """
    moves_made = 0
    for level in range(LEVELS):
        find_gates(t, words[WORDS * level :])
    for number in range(games):
        chance[0] = keys[number]
        if not given:
            deal(t, ps, w, chance, counts)
        moves_made = 0
        while not ps[ENDED] and not (given and moves_made):
            policy = t[t[POLICIES_AT] + ps[PLAYER]]
            place = pick_eager(t, ps, w, ms) if t[EAGER] >= 0 else NONE
            if place >= 0:
                index = place
            elif policy == RANDOM:
                index, place = pick_random(t, ps, w, ms, chance), 0
            else:
                if policy == GREEDY:
                    index = pick_greedy(t, ps, ms, 0, False, w, g, words, chance)
                else:
                    index = pick_mcts(t, ps, ms, t[t[PLAYOUTS_AT] + ps[PLAYER]], w, g, words, chance)
                place = index
            row = ms[MOVE_SIZE * place :]
            if moves_made < most:
                noted = LOG_SIZE * moves_made
                log[noted], log[noted + 1], log[noted + 2] = index, row[0], row[1]
                log[noted + 3], log[noted + 4] = row[2], row[3]
            moves_made += 1
            carry_out(t, ps, w, row[0], row[1], row[2], row[3])
        keep(t, ps, counts, results[columns * number :])
    return moves_made


def _play_games() -> Callable[..., Any]:
    stamp = sources(Path(__file__).parent, names=OPCODES)

    def play_games(
        t: Ints,
        ps: Ints,
        ms: Ints,
        w: Ints,
        g: Ints,
        words: Words,
        chance: Words,
        counts: Ints,
        keys: Words,
        log: Ints,
        results: Ints,
        given: int,
    ) -> int:
        """Play a game from each key, as `play` does, with whole arrays."""
        moves_made = play(
            memory(t),
            memory(ps),
            memory(ms),
            memory(w),
            memory(g),
            memory(words),
            memory(chance),
            memory(counts),
            memory(keys),
            len(keys),
            memory(log),
            len(log),
            memory(results),
            results.shape[1],
            given,
        )
        return moves_made + stamp * 0

    return play_games


play_games = entry(_play_games())
