"""Spells as small programs: one row a step, blocks as jumps, repeated steps written out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from cloudy_pnp.games.cloudy_kingdom.model.steps import (
    ChooseOne,
    Clear,
    Discard,
    Draw,
    ExtraTurn,
    MissTurn,
    MoveTop,
    OfferRedraw,
    OnlyIf,
    Peek,
    PlaceSelf,
    Play,
    Protect,
    Remove,
    Repeat,
    Step,
    Swap,
    Take,
    Turn,
)
from cloudy_pnp.games.cloudy_kingdom.sim import layout as m
from cloudy_pnp.games.cloudy_kingdom.sim.config import Plan

Row: TypeAlias = list[int]
SOURCES = {"drawn": m.FROM_DRAWN, "hand": m.FROM_HAND, "taken": m.FROM_TAKEN}
PLACES = {"growth": m.BY_GROWTH, "empty": m.ON_EMPTY, "on-last": m.ON_LAST, "on-card": m.ON_CARD}
CLEARS = {"blocks": 0, "holes": 1, "breaks": 2}
MEASURES = {
    "draw-pile": m.DRAW_PILE,
    "discard-pile": m.DISCARD_PILE,
    "empty-fields": m.EMPTY_FIELDS,
    "tallest-stack": m.TALLEST_STACK,
}


class Code:
    """The rows of all spells, one after the other, and what they need at most."""

    def __init__(self, plan: Plan, faces: Mapping[tuple[str, bool], int]) -> None:
        self.rows: list[Row] = []
        self.spells: list[int] = []
        self.faces = faces
        self.most_drawn = self.most_taken = self.most_choices = 1
        for self.spell in plan.names.spells:
            start, steps = len(self.rows), written_out(plan.kingdom.steps(self.spell, plan.edition.id))
            self._block(steps, 0)
            self._row(m.END)
            self.rows[-1][m.BLOCK] = len(self.rows) - 1
            for row in self.rows[start:-1]:
                row[m.BLOCK] = row[m.BLOCK] or len(self.rows) - 1
            own = self.rows[start:]
            drawn = sum(row[m.A] for row in own if row[m.OP] == m.DRAW)
            taken = sum(row[m.OP] == m.TAKE for row in own)
            self.most_drawn, self.most_taken = max(self.most_drawn, drawn), max(self.most_taken, taken)
            self.most_choices = max(self.most_choices, 1 + len(own) * max(1, drawn, taken))
            self.spells += [start, unseen(steps)]

    def _row(self, *numbers: int, still: int = 0, own: int = 0) -> Row:
        row = [*[*numbers, 0, 0, 0, 0][: m.STILL], still, own, 0]
        self.rows.append(row)
        return row

    def _block(self, steps: Sequence[Step], after: int) -> None:
        """Rows for steps after which the spell draws `after` more cards."""
        for index, step in enumerate(steps):
            own, rest = needed(steps[index:]), needed(steps[index + 1 :]) + after
            match step:
                case ChooseOne(options):
                    self._choose(options, own + after, own, rest)
                case OnlyIf(what, compare, number, inner):
                    row = self._row(m.ONLY_IF, MEASURES[what], int(compare == "at-least"), number, still=rest, own=own)
                    self._block(inner, rest)
                    row[m.D] = len(self.rows)
                case _:
                    self._row(*self._numbers(step), still=own + after, own=own)

    def _choose(self, options: Sequence[Sequence[Step]], still: int, own: int, rest: int) -> None:
        choose = self._row(m.CHOOSE, len(options), still=still, own=own)
        jumps = []
        for number, option in enumerate(options):
            start = len(self.rows)
            choose[m.B + number] = start
            self._block(option, rest)
            jumps.append(self._row(m.JUMP, still=rest))
            for row in self.rows[start:]:
                row[m.BLOCK] = len(self.rows) - 1
        for jump in jumps:
            jump[m.A] = len(self.rows)

    def _numbers(self, step: Step) -> tuple[int, ...]:
        match step:
            case Draw(count):
                return m.DRAW, count
            case Play(source, count, where, optional):
                return m.PLAY, SOURCES[source], m.ALL if count == "all" else count, PLACES[where], int(optional)
            case Discard(source):
                return m.DISCARD_CARDS, SOURCES[source]
            case Take():
                return (m.TAKE,)
            case OfferRedraw():
                return (m.OFFER_REDRAW,)
            case Remove(to=to):
                return m.REMOVE, int(to == "discard")
            case Turn(quarters=quarters):
                return m.TURN, quarters
            case PlaceSelf(where, sealed):
                return m.PLACE_SELF, self.faces[self.spell, sealed], 0, PLACES[where]
            case MoveTop(where=where):
                return m.MOVE_TOP, 0, 0, PLACES[where]
            case Swap():
                return (m.SWAP,)
            case Clear(kind):
                return m.CLEAR, CLEARS[kind]
            case Peek(count):
                return m.PEEK, count
            case MissTurn(who):
                return m.MISS, int(who == "chosen")
            case ExtraTurn():
                return (m.EXTRA,)
            case Protect():
                return (m.PROTECT,)
        raise ValueError(f"{step} is no plain step")


def written_out(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Steps with repeated ones as often as they are done."""
    flat: list[Step] = []
    for step in steps:
        flat += step.steps * step.times if isinstance(step, Repeat) else (step,)
    return tuple(flat)


def needed(steps: Sequence[Step]) -> int:
    """SPL-10: how many cards steps draw at least."""
    total = 0
    for step in steps:
        match step:
            case Draw(count):
                total += count
            case ChooseOne(options):
                total += min(needed(option) for option in options)
            case Repeat(times, inner):
                total += times * needed(inner)
    return total


def unseen(steps: Sequence[Step]) -> int:
    """For the greedy player: how many cards a spell plays that its caster has not seen; 0 when it draws nothing."""
    drawn = played = 0
    for step in steps:
        match step:
            case Draw(count):
                drawn += count
            case Play("drawn", count):
                played += drawn if count == "all" else count
            case ChooseOne(options):
                played += max(unseen(option) for option in options)
            case OnlyIf(steps=inner):
                played += unseen(inner)
    return max(played, 1) if drawn else played
