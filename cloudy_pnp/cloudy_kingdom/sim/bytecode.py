"""Spells as small programs: one row per step, blocks as jumps, repeated steps written out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec.structs import astuple

from cloudy_pnp.cloudy_kingdom.model import steps as kinds
from cloudy_pnp.cloudy_kingdom.rules.spells.step_rules import still_drawn
from cloudy_pnp.cloudy_kingdom.sim import layout as m
from cloudy_pnp.cloudy_kingdom.sim.config import GamePlan

CodeRow: TypeAlias = list[int]

# The number of a step is its place in the table; there are two more for the end of a spell and for a jump.
OPCODES: Mapping[str, int] = {name: number for number, name in enumerate(kinds.STEPS, 1)}
END, JUMP = 0, 1 + len(OPCODES)
_TAKING = (OPCODES["take"], OPCODES["steal"], OPCODES["take-back"])  # a card waits as taken

# Words that mean the same in several steps; any other is numbered by its place among the words that its part allows.
_WORDS = {
    "growth": m.BY_GROWTH,
    "empty": m.ON_EMPTY,
    "on-last": m.ON_LAST,
    "on-card": m.ON_CARD,
    "anywhere": m.ANYWHERE,
    "apart": m.APART,
    "under": m.UNDER,
    "all": m.ALL,
}
_MEASURES = {
    "draw-pile": m.DRAW_PILE,
    "discard-pile": m.DISCARD_PILE,
    "empty-fields": m.EMPTY_FIELDS,
    "tallest-stack": m.TALLEST_STACK,
    "own-connections": m.OWN_CONNECTIONS,
    "connections-behind": m.CONNECTIONS_BEHIND,
    "own-castles": m.OWN_CASTLES,
    "hand-ends": m.HAND_ENDS,
    "own-spells": m.OWN_SPELLS,
    "coin": m.COIN,
    "die": m.DIE,
}


def step_numbers(step: kinds.Step) -> Iterator[int]:
    """Yield a step as numbers: its opcode, then its parts in order, without those that never vary.

    >>> list(step_numbers(kinds.Play("hand", "all", "on-last")))[1:] == [m.FROM_HAND, m.ALL, m.ON_LAST, 0]
    True
    """
    row = kinds.ROW_OF[type(step)]
    yield OPCODES[row.name]
    parts: Sequence[Mapping[str, Any]] = [*row.schema.get("properties", {"": row.schema}).values()]
    for value, schema in zip(astuple(step), parts, strict=True):
        words = schema.get("enum", ())
        if len(words) != 1:
            yield int(value) if isinstance(value, int) else _WORDS[value] if value in _WORDS else words.index(value)


class Code:
    """The rows of all spells, one after the other, and their highest needs."""

    def __init__(self, plan: GamePlan, faces: Mapping[tuple[str, bool], int]) -> None:
        self.rows: list[CodeRow] = []
        self.spells: list[int] = []
        self.faces = faces
        self.most_drawn = self.most_taken = self.most_choices = 1
        for self.spell in plan.names.spells:
            start, steps = len(self.rows), kinds.expand_repeats(plan.kingdom.steps(self.spell, plan.edition.id))
            self._block(steps, 0)
            self._row(END)
            self.rows[-1][m.BLOCK] = len(self.rows) - 1
            for row in self.rows[start:-1]:
                row[m.BLOCK] = row[m.BLOCK] or len(self.rows) - 1
            rows = self.rows[start:]
            drawn = sum(row[m.A] for row in rows if row[m.OP] == OPCODES["draw"])
            taken = sum(row[m.OP] in _TAKING for row in rows)
            self.most_drawn, self.most_taken = max(self.most_drawn, drawn), max(self.most_taken, taken)
            self.most_choices = max(self.most_choices, 1 + len(rows) * max(1, drawn, taken))
            self.spells += [start, unseen(steps)]

    def _row(self, *numbers: int, still: int = 0, draws: int = 0) -> CodeRow:
        row = [*[*numbers, 0, 0, 0, 0][: m.STILL], still, draws, 0]
        self.rows.append(row)
        return row

    def _block(self, steps: Sequence[kinds.Step], after: int) -> None:
        """Add the rows for steps after which the spell draws `after` more cards."""
        for index, step in enumerate(steps):
            draws, rest = still_drawn(steps[index:]), still_drawn(steps[index + 1 :]) + after
            match step:
                case kinds.ChooseOne(options):
                    self._choose(options, draws + after, draws, rest)
                case kinds.OnlyIf(what, compare, number, inner):
                    numbers = OPCODES["only-if"], _MEASURES[what], int(compare == "at-least"), number
                    row = self._row(*numbers, still=rest, draws=draws)
                    self._block(inner, rest)
                    row[m.D] = len(self.rows)
                case _:
                    row = self._row(*step_numbers(step), still=draws + after, draws=draws)
                    if isinstance(step, kinds.PlaceSelf):
                        row[m.C] = self.faces[self.spell, step.sealed]

    def _choose(self, options: Sequence[Sequence[kinds.Step]], still: int, draws: int, rest: int) -> None:
        choose = self._row(OPCODES["choose"], len(options), still=still, draws=draws)
        jumps = []
        for number, option in enumerate(options):
            start = len(self.rows)
            choose[m.B + number] = start
            self._block(option, rest)
            jumps.append(self._row(JUMP, still=rest))
            for row in self.rows[start:]:
                row[m.BLOCK] = len(self.rows) - 1
        for jump in jumps:
            jump[m.A] = len(self.rows)


def unseen(steps: Sequence[kinds.Step]) -> int:
    """Return how many unseen cards a spell plays, for the greedy player; 0 if it draws nothing."""
    drawn = played = 0
    for step in steps:
        match step:
            case kinds.Draw(count):
                drawn += count
            case kinds.Steal():
                played += 1
            case kinds.Play("drawn", count) if drawn:
                played += drawn if count == "all" else count
            case kinds.ChooseOne(options):
                played += max(unseen(option) for option in options)
            case kinds.OnlyIf(steps=inner):
                played += unseen(inner)
    return max(played, 1) if drawn else played
