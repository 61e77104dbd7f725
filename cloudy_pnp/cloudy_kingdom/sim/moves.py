# mypy: disable-error-code="no-any-return"
"""Every move that may be made next, in the order of the readable `turns.legal_moves`, and how it is carried out."""

from __future__ import annotations

from cloudy_pnp.cloudy_kingdom.sim import layout as m
from cloudy_pnp.cloudy_kingdom.sim import steps
from cloudy_pnp.cloudy_kingdom.sim.deal import below
from cloudy_pnp.cloudy_kingdom.sim.listing import add, list_places, ones
from cloudy_pnp.cloudy_kingdom.sim.position import code_at, connect, facings_in_turn, lay, pile_size, seat_at
from cloudy_pnp.cloudy_kingdom.sim.turns import discard_hand, end_by_vine, turn_done
from cloudy_pnp.simulate.numba_code import Ints, Words, jit


@jit
def castable(t: Ints, p: Ints, w: Ints, spell: int) -> bool:
    """SPL-10: return whether a spell can be cast."""
    pc = t[t[m.SPELLS_AT] + m.SPELL_SIZE * spell + m.START]
    end, changed = t[code_at(t, pc) + m.BLOCK], 0
    if t[code_at(t, pc) + m.OWN] > pile_size(p):
        return False
    while pc < end:
        row = code_at(t, pc)
        op = t[row + m.OP]
        if op == steps.CHOOSE:
            after = t[code_at(t, t[code_at(t, t[row + m.B]) + m.BLOCK]) + m.A]
            possible, may_change = False, 0
            for option in range(t[row + m.A]):
                possible = possible or steps.option_possible(t, p, t[row + m.B + option], changed)
            for inner in range(pc + 1, after):
                may_change |= t[code_at(t, inner) + m.CHANGES]
            if not possible:
                return False
            changed |= may_change
            pc = after
        elif op == steps.ONLY_IF and (changed or steps.rolls(t, row) or not steps.holds(t, p, w, pc)):
            if changed or steps.rolls(t, row):
                for inner in range(pc + 1, t[row + m.D]):
                    changed |= t[code_at(t, inner) + m.CHANGES]
            pc = t[row + m.D]
        else:
            if op != steps.ONLY_IF and not steps.step_possible(t, p, pc, changed):
                return False
            changed |= t[row + m.CHANGES]
            pc += 1
    return True


@jit
def list_moves(t: Ints, p: Ints, w: Ints, moves: Ints) -> int:
    """TURN-2: list the legal moves; return their number."""
    if p[m.SPELL] >= 0:
        return steps.list_choices(t, p, moves)
    hand, placings = p[seat_at(p[m.PLAYER]) + m.HAND], 0
    if hand >= 0:
        placings = list_places(t, p, moves, 0, m.PLAY_VINE, hand, m.IN_TURN, m.NONE)
    return list_others(t, p, w, moves, placings, placings)


@jit
def list_others(t: Ints, p: Ints, w: Ints, moves: Ints, count: int, placings: int) -> int:
    """List all moves of a turn other than placing the vine card, which can be placed in `placings` ways."""
    seat = seat_at(p[m.PLAYER])
    hand = p[seat + m.HAND]
    if p[m.LAST_TURNS] < 0 and p[m.FORBIDDING] & ~(1 << p[m.PLAYER]) == 0:
        for place in range(m.HELD):
            spell = p[seat + m.HELD_AT + place]
            if spell >= 0 and not held_before(p, seat, place) and castable(t, p, w, spell):
                count = add(moves, count, m.CAST_SPELL, place, spell, 0)
    if hand >= 0 and placings == 0:
        count = add(moves, count, m.DISCARD_VINE, 0, 0, 0)
    if p[m.LAST_TURNS] >= 0 and (hand < 0 or t[m.MAY_PASS]):
        count = add(moves, count, m.PASS, 0, 0, 0)
    return count


@jit
def pick_random(t: Ints, p: Ints, w: Ints, moves: Ints, chance: Words) -> int:
    """Pick any legal move; return its index.

    It becomes the first row of `moves`: of the many ways to place a vine card, only the picked one is written.
    """
    placings = 0
    if p[m.SPELL] >= 0:
        index = below(chance, steps.list_choices(t, p, moves))
    else:
        placings = count_places(t, p)
        index = below(chance, placings + list_others(t, p, w, moves, 0, placings))
        if index < placings:
            write_place(t, p, moves, index)
            return index
    row = m.MOVE_SIZE * (index - placings)
    for column in range(m.WORTH):
        moves[column] = moves[row + column]
    return index


@jit
def pick_eager(t: Ints, p: Ints, w: Ints, moves: Ints) -> int:
    """Return the index of casting the spell that is cast as soon as it is possible; −1 if it is not."""
    seat, holds_it = seat_at(p[m.PLAYER]), False
    for place in range(m.HELD):
        holds_it = holds_it or p[seat + m.HELD_AT + place] == t[m.EAGER]
    if p[m.SPELL] < 0 and holds_it:
        for index in range(list_moves(t, p, w, moves)):
            if moves[m.MOVE_SIZE * index] == m.CAST_SPELL and moves[m.MOVE_SIZE * index + 2] == t[m.EAGER]:
                return index
    return m.NONE


@jit
def count_places(t: Ints, p: Ints) -> int:
    """Count the ways to place the vine card."""
    hand, count = p[seat_at(p[m.PLAYER]) + m.HAND], 0
    if hand >= 0:
        for field in range(t[m.FIELDS]):
            count += ones(facings_in_turn(t, p, hand, field))
    return count


@jit
def write_place(t: Ints, p: Ints, moves: Ints, index: int) -> None:
    """Write one of these ways as the first move."""
    hand, field = p[seat_at(p[m.PLAYER]) + m.HAND], 0
    fitting = facings_in_turn(t, p, hand, field)
    while index >= ones(fitting):
        index -= ones(fitting)
        field += 1
        fitting = facings_in_turn(t, p, hand, field)
    facing = 0
    while index or not fitting >> facing & 1:
        index -= fitting >> facing & 1
        facing += 1
    add(moves, 0, m.PLAY_VINE, field, facing, hand)


@jit
def held_before(p: Ints, seat: int, place: int) -> bool:
    """Return whether a spell is held twice, and was listed already."""
    for before in range(place):  # noqa: SIM110  (numba knows no generators)
        if p[seat + m.HELD_AT + before] == p[seat + m.HELD_AT + place]:
            return True
    return False


@jit
def carry_out(t: Ints, p: Ints, w: Ints, kind: int, a: int, b: int, c: int) -> None:
    """Apply a legal move to the position."""
    seat = seat_at(p[m.PLAYER])
    if kind == m.PLAY_VINE:
        p[seat + m.HAND] = m.NONE
        lay(t, p, a, 4 * c + b)
        steps.note_newest(p, a)
        end_by_vine(t, p, connect(t, p, w, a, m.NONE))
    elif kind == m.CAST_SPELL:
        begin_cast(t, p, w, a, b)
    elif kind == m.DISCARD_VINE:
        discard_hand(t, p)
    elif p[m.SPELL] >= 0:
        steps.choose(t, p, w, kind, a, b, c)
    if p[m.ENDED]:
        p[m.TURNS] += 1
    elif p[m.SPELL] < 0:
        turn_done(t, p)


@jit
def begin_cast(t: Ints, p: Ints, w: Ints, place: int, spell: int) -> None:
    """TURN-3: begin to cast a spell, which is then used up, and run to its first choice."""
    seat = seat_at(p[m.PLAYER])
    p[seat + m.HELD_AT + place] = m.NONE
    p[seat + m.CAST_AT + place] = p[m.TURNS] + 1
    p[m.SPELL] = spell
    p[m.PC] = t[t[m.SPELLS_AT] + m.SPELL_SIZE * spell + m.START]
    p[m.PLAYS_LEFT] = p[m.LAST] = p[m.KEPT] = m.NONE
    p[m.DRAWN] = p[m.TAKEN] = 0
    steps.run(t, p, w)
