"""The compiled entry: games number by number, each from its own chance, and what is kept of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cloudy_pnp.games.cloudy_kingdom.sim.carry_out import carry_out
from cloudy_pnp.games.cloudy_kingdom.sim.chance import below
from cloudy_pnp.games.cloudy_kingdom.sim.compiling import Ints, Words, entry, jit, sources
from cloudy_pnp.games.cloudy_kingdom.sim.deal import deal
from cloudy_pnp.games.cloudy_kingdom.sim.distance import find_gates
from cloudy_pnp.games.cloudy_kingdom.sim.greedy import pick_greedy
from cloudy_pnp.games.cloudy_kingdom.sim.memory import (
    CAST_AT,
    DEALT_AT,
    ENDED,
    FAMILY,
    FIELDS,
    HEIGHT,
    HELD,
    MOVE_SIZE,
    PILE_END,
    PILE_NEXT,
    PLACED,
    PLAYER,
    PLAYERS,
    POLICIES_AT,
    TURNS,
    VINES,
    WINNERS,
)
from cloudy_pnp.games.cloudy_kingdom.sim.moves import list_moves, seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.position import field_at
from cloudy_pnp.games.cloudy_kingdom.sim.wish import GREEDY

# columns of a result; after them come, for each seat, its family, its spells, and when it cast them; for each field
# its height and how often a card was placed there; and the copies of each vine
RESULT_TURNS, RESULT_RULE, RESULT_WINNERS, RESULT_LEFT, RESULT_SEATS = range(5)
RESULT_SEAT = 1 + 2 * HELD

LEVELS = 3  # positions: the game, a spell that is tried in it, an option that is tried in the spell


@jit
def decide(t: Ints, ps: Ints, ms: Ints, w: Ints, g: Ints, words: Words, chance: Words) -> int:
    """The move of the player whose turn it is, by their policy; which of the moves of level 0 it is."""
    if t[t[POLICIES_AT] + ps[0, PLAYER]] == GREEDY:
        return pick_greedy(t, ps, ms, 0, w, g, words, chance)
    return below(chance, list_moves(t, ps[0], ms[0]))


@jit
def play_game(t: Ints, ps: Ints, ms: Ints, w: Ints, g: Ints, words: Words, chance: Words, log: Ints) -> int:
    """Play a dealt game to its end; how many moves were made. `log` gets them when it is long enough."""
    p, moves, made = ps[0], ms[0], 0
    while not p[ENDED]:
        index = decide(t, ps, ms, w, g, words, chance)
        kind, a, b, c = moves[index, 0], moves[index, 1], moves[index, 2], moves[index, 3]
        if made < len(log):
            log[made, 0] = index
            for place in range(MOVE_SIZE):
                log[made, 1 + place] = moves[index, place]
        made += 1
        carry_out(t, p, w, kind, a, b, c)
    return made


@jit
def keep(t: Ints, p: Ints, counts: Ints, result: Ints) -> None:
    """What is kept of a game."""
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


def _play_games() -> Callable[..., Any]:
    stamp = sources()

    def play_games(
        t: Ints,
        ps: Ints,
        ms: Ints,
        w: Ints,
        g: Ints,
        words: Words,
        keys: Words,
        chance: Words,
        counts: Ints,
        log: Ints,
        results: Ints,
    ) -> int:
        """Play a game from each key; how many moves the last one had."""
        made = stamp * 0
        find_gates(t, words)
        for number in range(len(keys)):
            chance[0] = keys[number]
            deal(t, ps[0], w, chance, counts)
            made = play_game(t, ps, ms, w, g, words, chance, log)
            keep(t, ps[0], counts, results[number])
        return made

    return play_games


play_games = entry(_play_games())
