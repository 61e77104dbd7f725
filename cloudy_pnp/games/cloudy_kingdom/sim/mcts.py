# mypy: disable-error-code="no-any-return"
"""The Monte Carlo player.

It considers the few best moves of the greedy player. A *playout* of a move is the game after it, with everything that
the player cannot know (the order of the draw pile, the other hands) dealt again: all players play greedily for ROUNDS
rounds; a game that has ended by then counts WON, LOST or DRAWN, any other the greedy player's value of the board.
The better half of the moves is kept after each heat; heats share the playouts evenly. The number of playouts is fixed
and does not depend on the clock: so the same game is the same on every machine.
"""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.carry_out import carry_out
from cloudy_pnp.games.cloudy_kingdom.sim.deal import mix_in
from cloudy_pnp.games.cloudy_kingdom.sim.distance import COUNT
from cloudy_pnp.games.cloudy_kingdom.sim.greedy import pick_greedy, value_seen
from cloudy_pnp.games.cloudy_kingdom.sim.greedy_weights import WIN
from cloudy_pnp.games.cloudy_kingdom.sim.layout import (
    ENDED,
    FAMILY,
    HAND,
    MOVE_SIZE,
    PILE,
    PILE_END,
    PILE_NEXT,
    PLAYER,
    PLAYERS,
    POSITION,
    ROOM,
    SPELL,
    TURNS,
    WINNERS,
    WORTH,
)
from cloudy_pnp.games.cloudy_kingdom.sim.listing import about_unseen_cards, left_to_chance
from cloudy_pnp.games.cloudy_kingdom.sim.places import seat_at
from cloudy_pnp.games.cloudy_kingdom.sim.position import copy
from cloudy_pnp.games.cloudy_kingdom.sim.random import below
from cloudy_pnp.simulate.numba_code import Ints, Words, jit

CANDIDATES, HEATS = 8, 3
ROUNDS = 2
WON, LOST, DRAWN = 60_000, -60_000, -15_000
PLAYOUT = 3  # the level of the position in which playouts are played; the greedy player tries spells above it
MOVE, SUM = 0, 1  # of the rows of candidates
ROW = 2


@jit
def deal_unknown(t: Ints, p: Ints, player: int, chance: Words) -> None:
    """Deal the cards again that a player cannot know: the other hands and the draw pile."""
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
    """Return the value of a playout for a player."""
    if p[ENDED]:
        if p[WINNERS] == 0:
            return DRAWN
        return WON if p[WINNERS] >> p[seat_at(player) + FAMILY] & 1 else LOST
    p[PLAYER] = player
    return value_seen(t, p, g, words)


@jit
def worth(moves: Ints, number: int) -> int:
    """Return the greedy player's value of a move."""
    return moves[MOVE_SIZE * number + WORTH]


@jit
def list_candidates(moves: Ints, count: int, best: int, rows: Ints) -> int:
    """List the most valuable moves, the best first; of several facings with the same value on a field only one."""
    rows[MOVE], rows[SUM] = best, 0
    listed = 1
    while listed < min(CANDIDATES, count):
        chosen = -1
        for number in range(count):
            duplicate = False
            for row in range(listed):
                other = rows[ROW * row + MOVE]
                first, second = MOVE_SIZE * other, MOVE_SIZE * number
                same = moves[first] == moves[second] and moves[first + 1] == moves[second + 1]
                duplicate = duplicate or other == number or (same and moves[first + WORTH] == moves[second + WORTH])
            if not duplicate and (chosen < 0 or worth(moves, number) > worth(moves, chosen)):
                chosen = number
        if chosen < 0:
            break
        rows[ROW * listed + MOVE], rows[ROW * listed + SUM] = chosen, 0
        listed += 1
    return listed


@jit
def keep_better(rows: Ints, count: int) -> int:
    """Sort candidates by their sums, and keep the first half; how many are left."""
    for end in range(count - 1, 0, -1):
        for row in range(end):
            first, second = ROW * row, ROW * (row + 1)
            if rows[second + SUM] > rows[first + SUM]:
                for column in (MOVE, SUM):
                    mix_in(rows, first + column, second + column)
    return (count + 1) // 2


@jit
def pick_mcts(t: Ints, ps: Ints, ms: Ints, playouts: int, w: Ints, g: Ints, words: Words, chance: Words) -> int:
    """Return the index of the Monte Carlo player's move among the moves of level 0."""
    best = pick_greedy(t, ps, ms, 0, True, w, g, words, chance)
    moves, rows = ms, ms[t[ROOM] :]
    if about_unseen_cards(moves[0]) or left_to_chance(moves[0]) or worth(moves, best) >= WIN:
        return best
    count = list_candidates(moves, g[COUNT], best, rows)
    p, player = ps[PLAYOUT * t[POSITION] :], ps[PLAYER]
    last = ps[TURNS] + 1 + ROUNDS * t[PLAYERS]
    while count > 1:
        each = max(1, playouts // (HEATS * count))
        for number in range(count * each):
            copy(t, ps, p)
            deal_unknown(t, p, player, chance)
            row = moves[MOVE_SIZE * rows[ROW * (number // each) + MOVE] :]
            carry_out(t, p, w, row[0], row[1], row[2], row[3])
            while not p[ENDED] and (p[SPELL] >= 0 or p[TURNS] < last):
                picked = pick_greedy(t, ps, ms, PLAYOUT, False, w, g, words, chance)
                row = ms[PLAYOUT * t[ROOM] + MOVE_SIZE * picked :]
                carry_out(t, p, w, row[0], row[1], row[2], row[3])
            rows[ROW * (number // each) + SUM] += outcome(t, p, player, g, words)
        count = keep_better(rows, count)
    return rows[MOVE]
