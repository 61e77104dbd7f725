# mypy: disable-error-code="no-any-return"
"""The Monte Carlo player.

It looks at the few best moves of the greedy player. A *playout* of a move is the game after it, with everything that
the player cannot know (the order of the draw pile, the other hands) dealt anew: everybody plays greedily for ROUNDS
rounds; a game that has ended by then counts WON, LOST or DRAWN, any other what the greedy player thinks of the board.
The better half of the moves is kept after each heat; heats share the playouts evenly. It makes as many playouts as it
is told, and does not look at the clock: so the same game is the same on every machine.
"""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.carry_out import carry_out
from cloudy_pnp.games.cloudy_kingdom.sim.compiling import Ints, Words, jit
from cloudy_pnp.games.cloudy_kingdom.sim.deal import mix_in
from cloudy_pnp.games.cloudy_kingdom.sim.distance import COUNT, FRAMES_AT, look
from cloudy_pnp.games.cloudy_kingdom.sim.greedy import pick_greedy, value_seen
from cloudy_pnp.games.cloudy_kingdom.sim.greedy_weights import WIN
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    ENDED,
    FAMILY,
    HAND,
    PILE,
    PILE_END,
    PILE_NEXT,
    PLAYER,
    PLAYERS,
    SPELL,
    TURNS,
    WINNERS,
    WORTH,
)
from cloudy_pnp.games.cloudy_kingdom.sim.listing import about_unseen_cards
from cloudy_pnp.games.cloudy_kingdom.sim.places import seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.position import copy
from cloudy_pnp.games.cloudy_kingdom.sim.random import below

CANDIDATES, HEATS = 8, 3
ROUNDS = 2
WON, LOST, DRAWN = 60_000, -60_000, -15_000
PLAYOUT = 3  # the level of the position in which playouts are played; the greedy player tries spells above it
MOVE, SUM = 0, 1  # columns of the rows of candidates


@jit
def deal_unknown(t: Ints, p: Ints, player: int, chance: Words) -> None:
    """Deal anew what a player cannot know: the hands of the others and the draw pile."""
    first, left = t[PILE] + p[PILE_NEXT], p[PILE_END] - p[PILE_NEXT]
    for seat in range(t[PLAYERS]):
        hand = seat_at(seat) + HAND
        if seat != player and p[hand] >= 0:
            other = below(chance, left + 1)  # the card itself is one of those that it can be
            if other < left:
                mix_in(p, hand, first + other)
    for place in range(left - 1, 0, -1):
        mix_in(p, first + place, first + below(chance, place + 1))


@jit
def outcome(t: Ints, p: Ints, player: int, g: Ints, words: Words) -> int:
    """What a playout has come to for a player."""
    if p[ENDED]:
        if p[WINNERS] == 0:
            return DRAWN
        return WON if p[WINNERS] >> p[seat_at(player) + FAMILY] & 1 else LOST
    p[PLAYER] = player
    look(t, p, g, words)
    return value_seen(t, p, g, words, False)


@jit
def list_candidates(moves: Ints, count: int, best: int, rows: Ints) -> int:
    """The most valuable moves, the best first; of several facings of the same worth on a field only one."""
    rows[0, MOVE], rows[0, SUM] = best, 0
    found = 1
    while found < min(CANDIDATES, count):
        chosen = -1
        for number in range(count):
            known = False
            for row in range(found):
                other = rows[row, MOVE]
                same = moves[other, 0] == moves[number, 0] and moves[other, 1] == moves[number, 1]
                known = known or other == number or (same and moves[other, WORTH] == moves[number, WORTH])
            if not known and (chosen < 0 or moves[number, WORTH] > moves[chosen, WORTH]):
                chosen = number
        if chosen < 0:
            break
        rows[found, MOVE], rows[found, SUM] = chosen, 0
        found += 1
    return found


@jit
def keep_better(rows: Ints, count: int) -> int:
    """Sort candidates by their sums, and keep the first half; how many are left."""
    for end in range(count - 1, 0, -1):
        for row in range(end):
            if rows[row + 1, SUM] > rows[row, SUM]:
                for column in (MOVE, SUM):
                    kept = rows[row, column]
                    rows[row, column] = rows[row + 1, column]
                    rows[row + 1, column] = kept
    return (count + 1) // 2


@jit
def pick_mcts(t: Ints, ps: Ints, ms: Ints, playouts: int, w: Ints, g: Ints, words: Words, chance: Words) -> int:
    """The Monte Carlo player's move; which of the moves of level 0 it is."""
    best = pick_greedy(t, ps, ms, 0, w, g, words, chance)
    moves, rows = ms[0], ms[1]
    if about_unseen_cards(moves[0, 0]) or moves[best, WORTH] >= WIN:
        return best
    count = list_candidates(moves, g[FRAMES_AT + COUNT], best, rows)
    p, player = ps[PLAYOUT], ps[0, PLAYER]
    last = ps[0, TURNS] + 1 + ROUNDS * t[PLAYERS]
    while count > 1:
        each = max(1, playouts // (HEATS * count))
        for number in range(count * each):
            copy(ps[0], p)
            deal_unknown(t, p, player, chance)
            row = moves[rows[number // each, MOVE]]
            carry_out(t, p, w, row[0], row[1], row[2], row[3])
            while not p[ENDED] and (p[SPELL] >= 0 or p[TURNS] < last):
                row = ms[PLAYOUT, pick_greedy(t, ps, ms, PLAYOUT, w, g, words, chance)]
                carry_out(t, p, w, row[0], row[1], row[2], row[3])
            rows[number // each, SUM] += outcome(t, p, player, g, words)
        count = keep_better(rows, count)
    return rows[0, MOVE]
