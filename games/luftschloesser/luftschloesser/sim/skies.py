"""WEA and ACT for compiled code: every move listed in the order of the readable engine, and carried out."""

from __future__ import annotations

from cloudy_pnp.simulate.numba_code import Ints, jit
from luftschloesser.sim.memory import (
    BUILD,
    DOES_AT,
    FIELD_AT,
    FIELDS,
    LIGHTNING,
    MOVE,
    NEAR,
    NEAR_AT,
    OUST,
    PER_FIELD,
    PLAYERS,
    PUT,
    RAIN,
    RAINBOW,
    STEPS_AT,
    STORM,
    SUN,
    WINDS,
)


@jit
def field_at(t: Ints, field: int) -> int:
    """Return the offset of a field in a sky; field number FIELDS is the supply."""
    return int(field * (1 + 2 * t[PLAYERS]))


@jit
def castle_at(t: Ints, field: int, player: int) -> int:
    """Return the offset of a player's castles on a field."""
    return field_at(t, field) + 1 + player


@jit
def being_at(t: Ints, field: int, player: int) -> int:
    """Return the offset of a player's beings on a field."""
    return int(field_at(t, field) + 1 + t[PLAYERS] + player)


@jit
def castles_on(t: Ints, s: Ints, field: int) -> int:
    """Count all castles of a field."""
    count = 0
    for player in range(t[PLAYERS]):
        count += s[castle_at(t, field, player)]
    return count


@jit
def write(moves: Ints, row: int, kind: int, card: int, a: int, b: int, c: int, d: int) -> int:
    """Write a move into a row of the list; return the next row."""
    moves[row, 0], moves[row, 1], moves[row, 2] = kind, card, a
    moves[row, 3], moves[row, 4], moves[row, 5] = b, c, d
    return row + 1


@jit
def list_card(t: Ints, s: Ints, card: int, moves: Ints, row: int) -> int:
    """List every way to play a card, as `rules.weather.choices` does, from a row on; return the row after them."""
    does, at = t[t[DOES_AT] + card], t[t[FIELD_AT] + card]
    if does == STORM:
        for wind in range(t[WINDS]):
            row = write(moves, row, STORM, card, wind, 0, 0, 0)
    elif does == RAINBOW:
        row = write(moves, row, RAINBOW, card, -1, 0, 0, 0)
        row = _list_swaps(t, s, card, moves, row)
    else:
        first, last = (0, t[FIELDS]) if at < 0 else (at, at + 1)
        for field in range(first, last):
            if does == RAIN and not s[field_at(t, field)] and castles_on(t, s, field):
                for owner in range(t[PLAYERS]):
                    if s[castle_at(t, field, owner)]:
                        row = write(moves, row, RAIN, card, field, owner, 0, 0)
            else:
                row = write(moves, row, does, card, field, -1, 0, 0)
    return row


@jit
def _list_swaps(t: Ints, s: Ints, card: int, moves: Ints, row: int) -> int:
    for here in range(t[FIELDS]):
        for owner in range(t[PLAYERS]):
            if s[being_at(t, here, owner)]:
                for target in range(here + 1, t[FIELDS]):
                    for other in range(t[PLAYERS]):
                        if s[being_at(t, target, other)]:
                            row = write(moves, row, RAINBOW, card, here, owner, target, other)
    return row


@jit
def list_actions(t: Ints, s: Ints, player: int, moves: Ints) -> int:
    """List the actions as `rules.actions.actions` does; return their number."""
    row, fields = 0, t[FIELDS]
    if s[being_at(t, fields, player)]:
        for field in range(fields):
            row = write(moves, row, PUT, -1, field, 0, 0, 0)
    for field in range(fields):
        if s[being_at(t, field, player)]:
            near = t[NEAR_AT] + field * NEAR
            for place in range(t[near]):
                row = write(moves, row, MOVE, -1, field, t[near + 1 + place], 0, 0)
    if not s[castle_at(t, fields, player)]:
        return row
    for field in range(fields):
        if s[being_at(t, field, player)] >= 2 and s[field_at(t, field)]:
            row = write(moves, row, BUILD, -1, field, 0, 0, 0)
    for field in range(fields):
        if s[being_at(t, field, player)] >= 4:
            for owner in range(t[PLAYERS]):
                if owner != player and s[castle_at(t, field, owner)]:
                    row = write(moves, row, OUST, -1, field, owner, 0, 0)
    return row


@jit
def play(t: Ints, s: Ints, row: Ints, w: Ints) -> bool:
    """Carry out a play as `rules.weather.apply_play` does, on the sky itself; return whether it changed.

    `w` is scratch space.
    """
    kind, a, b, c, d = row[0], row[2], row[3], row[4], row[5]
    supply = field_at(t, t[FIELDS])
    if kind == SUN:
        if not s[supply] or s[field_at(t, a)] + castles_on(t, s, a) >= t[PER_FIELD]:
            return False
        s[field_at(t, a)] += 1
        s[supply] -= 1
        return True
    if kind == RAIN:
        if s[field_at(t, a)]:
            s[field_at(t, a)] -= 1
        elif b >= 0:
            s[castle_at(t, a, b)] -= 1
            s[castle_at(t, t[FIELDS], b)] += 1
        else:
            return False
        s[supply] += 1
        return True
    if kind == STORM:
        return _blow(t, s, a, w)
    if kind == LIGHTNING:
        struck = 0
        for player in range(t[PLAYERS]):
            beings = s[being_at(t, a, player)]
            s[being_at(t, a, player)] = 0
            s[being_at(t, t[FIELDS], player)] += beings
            struck += beings
        return struck > 0
    if a < 0:
        return False
    s[being_at(t, a, b)] -= 1
    s[being_at(t, a, d)] += 1
    s[being_at(t, c, d)] -= 1
    s[being_at(t, c, b)] += 1
    return bool(b != d)


@jit
def _blow(t: Ints, s: Ints, wind: int, w: Ints) -> bool:
    fields, supply = t[FIELDS], field_at(t, t[FIELDS])
    moved = False
    for field in range(fields):
        w[field] = 0
    for field in range(fields):
        empty = s[field_at(t, field)]
        if empty:
            target = t[t[STEPS_AT] + wind * fields + field]
            if target >= 0:
                w[target] = empty
            moved = True
            s[supply] += empty
    for field in range(fields):
        room = t[PER_FIELD] - castles_on(t, s, field)
        stay = w[field] if w[field] < room else room
        s[field_at(t, field)] = stay
        s[supply] -= stay
    return moved


@jit
def act(t: Ints, s: Ints, player: int, row: Ints) -> None:
    """Carry out an action as `rules.actions.acted` does, on the sky itself."""
    kind, a, b = row[0], row[2], row[3]
    supply = t[FIELDS]
    if kind == PUT:
        s[being_at(t, a, player)] += 1
        s[being_at(t, supply, player)] -= 1
    elif kind == MOVE:
        s[being_at(t, a, player)] -= 1
        s[being_at(t, b, player)] += 1
    else:
        price = 2
        if kind == OUST:
            price = 4
            s[castle_at(t, a, b)] -= 1
            s[castle_at(t, supply, b)] += 1
        else:
            s[field_at(t, a)] -= 1
        s[being_at(t, a, player)] -= price
        s[being_at(t, supply, player)] += price
        s[castle_at(t, a, player)] += 1
        s[castle_at(t, supply, player)] -= 1
