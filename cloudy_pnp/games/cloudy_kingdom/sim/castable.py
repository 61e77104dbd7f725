# mypy: disable-error-code="no-any-return"
"""SPL-10 in compiled form: whether a spell can be cast, as far as that can be known before it begins."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.sim.layout import BLOCK, CHANGES, OP, OWN, SPELL_SIZE, SPELLS_AT, START, A, B, D
from cloudy_pnp.games.cloudy_kingdom.sim.places import code_at, pile_size
from cloudy_pnp.games.cloudy_kingdom.sim.steps import CHOOSE, ONLY_IF, holds, option_possible, rolls, step_possible
from cloudy_pnp.simulate.numba_code import Ints, jit


@jit
def castable(t: Ints, p: Ints, w: Ints, spell: int) -> bool:
    """SPL-10: return whether a spell can be cast."""
    pc = t[t[SPELLS_AT] + SPELL_SIZE * spell + START]
    end, changed = t[code_at(t, pc) + BLOCK], 0
    if t[code_at(t, pc) + OWN] > pile_size(p):
        return False
    while pc < end:
        row = code_at(t, pc)
        op = t[row + OP]
        if op == CHOOSE:
            after = t[code_at(t, t[code_at(t, t[row + B]) + BLOCK]) + A]
            possible, may_change = False, 0
            for option in range(t[row + A]):
                possible = possible or option_possible(t, p, t[row + B + option], changed)
            for inner in range(pc + 1, after):
                may_change |= t[code_at(t, inner) + CHANGES]
            if not possible:
                return False
            changed |= may_change
            pc = after
        elif op == ONLY_IF and (changed or rolls(t, row) or not holds(t, p, w, pc)):
            if changed or rolls(t, row):
                for inner in range(pc + 1, t[row + D]):
                    changed |= t[code_at(t, inner) + CHANGES]
            pc = t[row + D]
        else:
            if op != ONLY_IF and not step_possible(t, p, pc, changed):
                return False
            changed |= t[row + CHANGES]
            pc += 1
    return True
