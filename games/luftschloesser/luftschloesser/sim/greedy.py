"""The greedy player for compiled code: the same numbers, the same choices as `players.policies.greedy`."""

from __future__ import annotations

from cloudy_pnp.simulate.numba_code import Ints, Words, jit
from luftschloesser.players.worth import CASTLE, LEADER, OTHER, OWN, SHELTERED, WON
from luftschloesser.sim.chance import below
from luftschloesser.sim.memory import (
    BUILD,
    CASTLES,
    FIELDS,
    MOST,
    MOVE,
    OUST,
    PLAYERS,
    PROSPECTS_AT,
    PUT,
    TO_WIN,
)
from luftschloesser.sim.skies import (
    act,
    being_at,
    castle_at,
    castles_on,
    field_at,
    list_actions,
    play,
)


@jit
def field_worth(t: Ints, s: Ints, field: int, player: int, more: int) -> int:
    """Return `players.worth.field_worth`, with this many more beings of the player there."""
    castles, empty = s[castle_at(t, field, player)], s[field_at(t, field)]
    row = 0 if empty else 1 if castles_on(t, s, field) > castles else 2
    beings = s[being_at(t, field, player)] + more
    if beings > t[MOST]:
        beings = t[MOST]
    worth = castles * CASTLE + t[t[PROSPECTS_AT] + row * (t[MOST] + 1) + beings]
    return int(worth + castles * SHELTERED if empty else worth)


@jit
def sky_worths(t: Ints, s: Ints, each: Ints) -> None:
    """Compute `players.worth.worths`."""
    for player in range(t[PLAYERS]):
        each[player] = 0
        for field in range(t[FIELDS]):
            each[player] += field_worth(t, s, field, player, 0)
        if t[CASTLES] - s[castle_at(t, t[FIELDS], player)] >= t[TO_WIN]:
            each[player] += WON


@jit
def balance(t: Ints, each: Ints, player: int) -> int:
    """Return `players.worth.balance`."""
    most, total = -(1 << 60), 0
    for other in range(t[PLAYERS]):
        if other != player:
            total += each[other]
            most = max(most, each[other])
    return int(OWN * each[player] - LEADER * most - OTHER * total)


@jit
def action_value(t: Ints, s: Ints, player: int, row: Ints, each: Ints, now: int, w: Ints) -> int:
    """Return the balance after an action; `each` and `now` are the worths and the balance before it."""
    kind, a, b = row[0], row[2], row[3]
    if kind == PUT:
        gain = field_worth(t, s, a, player, 1) - field_worth(t, s, a, player, 0)
        return now + OWN * gain
    if kind == MOVE:
        gain = field_worth(t, s, a, player, -1) - field_worth(t, s, a, player, 0)
        gain += field_worth(t, s, b, player, 1) - field_worth(t, s, b, player, 0)
        return now + OWN * gain
    for other in range(t[PLAYERS]):
        w[other] = each[other] - field_worth(t, s, a, other, 0)
    act(t, s, player, row)
    for other in range(t[PLAYERS]):
        w[other] += field_worth(t, s, a, other, 0)
    if t[CASTLES] - s[castle_at(t, t[FIELDS], player)] >= t[TO_WIN]:
        w[player] += WON
    _take_back(t, s, player, row)
    return balance(t, w, player)


@jit
def _take_back(t: Ints, s: Ints, player: int, row: Ints) -> None:
    """Undo a castle that was only tried."""
    kind, a, b = row[0], row[2], row[3]
    supply, price = t[FIELDS], 2
    if kind == OUST:
        price = 4
        s[castle_at(t, a, b)] += 1
        s[castle_at(t, supply, b)] -= 1
    elif kind == BUILD:
        s[field_at(t, a)] += 1
    s[being_at(t, a, player)] += price
    s[being_at(t, supply, player)] -= price
    s[castle_at(t, a, player)] -= 1
    s[castle_at(t, supply, player)] += 1


@jit
def best_action(t: Ints, s: Ints, player: int, moves: Ints, w: Ints, rated: Ints) -> int:
    """Rate every action; the highest rating. `rated[i]` is that of move i, its last place holds their number."""
    each, room = w[: t[PLAYERS]], w[t[PLAYERS] : 2 * t[PLAYERS]]
    sky_worths(t, s, each)
    now = balance(t, each, player)
    count, most = list_actions(t, s, player, moves), -(1 << 60)
    for index in range(count):
        rated[index] = action_value(t, s, player, moves[index], each, now, room)
        most = max(most, rated[index])
    rated[-1] = count
    return most


@jit
def pick_action(t: Ints, s: Ints, player: int, moves: Ints, w: Ints, rated: Ints, chance: Words) -> int:
    """Return the best action; break ties at random."""
    most = best_action(t, s, player, moves, w, rated)
    return any_of(rated, rated[-1], most, chance)


@jit
def pick_play(
    t: Ints,
    s: Ints,
    player: int,
    plays: Ints,
    count: int,
    moves: Ints,
    trial: Ints,
    w: Ints,
    rated: Ints,
    chance: Words,
) -> int:
    """Return the card with which the turn ends best; break ties at random. `trial` is a second sky."""
    half = len(rated) // 2
    most = -(1 << 60)
    idle = most  # the value of all cards without effect, rated once
    for index in range(count):
        for place in range(len(s)):
            trial[place] = s[place]
        effect = play(t, trial, plays[index], w)
        if effect or idle == -(1 << 60):
            rated[index] = best_action(t, trial, player, moves, w, rated[half:])
            if not effect:
                idle = rated[index]
        else:
            rated[index] = idle
        most = max(most, rated[index])
    return any_of(rated, count, most, chance)


@jit
def any_of(rated: Ints, count: int, most: int, chance: Words) -> int:
    """Return one of those with the highest rating, at random."""
    equal = 0
    for index in range(count):
        equal += rated[index] == most
    chosen = below(chance, 1, equal) if equal > 1 else 0
    for index in range(count):
        if rated[index] == most:
            if not chosen:
                return index
            chosen -= 1
    return 0
