"""SPL-10: whether steps can be carried out, as far as that can be known before they begin.

A whole spell is asked about before it is cast, an option of `choose` when it is its turn. Once a step may have
changed the board or a pile, what the steps after it need of them is looked at when they come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTIONS, Face
from cloudy_pnp.games.cloudy_kingdom.model.steps import (
    ChooseOne,
    Clear,
    Discard,
    Draw,
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
from cloudy_pnp.games.cloudy_kingdom.rules.growth import Broken
from cloudy_pnp.games.cloudy_kingdom.rules.spells.targets import moves, places, swaps, targets
from cloudy_pnp.games.cloudy_kingdom.rules.state import GameState

_ALL_ENDS = Face((DIRECTIONS,))  # before a card is drawn, a place counts when any card could be placed there


def steps_problem(state: GameState, spell: str, steps: Sequence[Step]) -> Broken | None:
    """SPL-10: why the steps of a spell cannot be carried out from here, or None when nothing speaks against it."""
    return _Outlook(state, spell).problem(steps)


def still_drawn(steps: Sequence[Step]) -> int:
    """SPL-10: how many cards the steps draw in all, whatever is chosen and whatever holds."""
    draws = 0
    for step in steps:
        match step:
            case Draw(count):
                draws += count
            case ChooseOne(options):
                draws += min(still_drawn(option) for option in options)
            case Repeat(times, inner):
                draws += times * still_drawn(inner)
    return draws


def holds(state: GameState, step: OnlyIf) -> bool:
    """Whether what an `only-if` asks for is so now."""
    there = {
        "draw-pile": len(state.draw_pile),
        "discard-pile": len(state.discard_pile),
        "empty-fields": sum(not stack for stack in state.board.stacks),
        "tallest-stack": max(len(stack) for stack in state.board.stacks),
    }[step.what]
    return there >= step.number if step.compare == "at-least" else there <= step.number


@dataclass(slots=True)
class _Outlook:
    """What is still as it was while the steps are gone through."""

    state: GameState
    spell: str
    board_changed: bool = False
    draw_pile_changed: bool = False
    discard_pile_changed: bool = False

    def problem(self, steps: Sequence[Step]) -> Broken | None:
        """SPL-10: the first of the steps that cannot be carried out."""
        draws, there = still_drawn(steps), len(self.state.draw_pile)
        if draws > there:
            return Broken("SPL-10", f"the spell draws {draws} cards, but the draw pile has only {there}")
        for step in steps:
            problem = self._step_problem(step)
            if problem is not None:
                return problem
        return None

    def _step_problem(self, step: Step) -> Broken | None:
        match step:
            case ChooseOne(options):
                return self._choose(options)
            case Repeat(_, steps):
                return self._repeat(steps)
            case OnlyIf():
                return self._only_if(step)
        problem = self._missing(step) if self.board_changed else self._missing(step) or self._nowhere(step)
        self._note(step)
        return problem

    def _choose(self, options: Sequence[Sequence[Step]]) -> Broken | None:
        """At least one option can be carried out; which one is taken is not known, so it may change anything."""
        problems = [replace(self).problem(option) for option in options]
        for option in options:
            self._note(*option)
        if None in problems:
            return None
        return Broken("SPL-10", "; ".join(f"option {n}: {p.message}" for n, p in enumerate(problems, 1) if p))

    def _repeat(self, steps: Sequence[Step]) -> Broken | None:
        """The first time decides; the draws of all times are counted by `still_drawn`."""
        for step in steps:
            problem = self._step_problem(step)
            if problem is not None:
                return problem
        return None

    def _only_if(self, step: OnlyIf) -> Broken | None:
        """Its steps are asked for when it is sure that they will be carried out; their draws never are."""
        if self.board_changed or self.draw_pile_changed or self.discard_pile_changed:
            self._note(*step.steps)
            return None
        return self._repeat(step.steps) if holds(self.state, step) else None

    def _note(self, *steps: Step) -> None:
        """What the steps may change; a protected field changes what can be done on the board."""
        for step in steps:
            self.board_changed |= isinstance(step, Play | Remove | Turn | PlaceSelf | MoveTop | Swap | Clear | Protect)
            self.draw_pile_changed |= isinstance(step, Draw | OfferRedraw)
            self.discard_pile_changed |= isinstance(step, Discard | Take | OfferRedraw)
            self.discard_pile_changed |= isinstance(step, Remove) and step.to == "discard"

    def _missing(self, step: Step) -> Broken | None:
        """SPL-10: a step that needs a card in a pile, or another player, where there is none."""
        there = len(self.state.draw_pile)
        match step:
            case Take() if not self.discard_pile_changed and not self.state.discard_pile:
                return Broken("SPL-10", "the discard pile is empty, so no card can be taken from it")
            case Peek(count) if not self.draw_pile_changed and count > there:
                return Broken("SPL-10", f"the spell looks at {count} cards, but the draw pile has only {there}")
            case MissTurn() if not self.state.others():
                return Broken("SPL-10", "nobody else plays who could miss a turn")
        return None

    def _nowhere(self, step: Step) -> Broken | None:
        """SPL-10: a step that needs a target or a place where a card could go, on a board that has none."""
        board, options = self.state.board, self.state.setting.options
        match step:
            case Remove() | Turn():
                if not any(True for _ in targets(board, step)):
                    return Broken("SPL-10", "no field has an unsealed card on top that the spell could affect")
            case Clear(kind):
                if not any(True for _ in targets(board, step)):
                    return Broken("SPL-10", f"no unsealed card on top of a stack shows {kind}")
            case Protect():
                if not any(True for _ in targets(board, step)):
                    return Broken("SPL-10", "every field is already protected")
            case MoveTop(where=where):
                if not any(True for _ in moves(board, step, options)):
                    return Broken("SPL-10", f'no card can be moved to where the spell wants it ("{where}")')
            case Swap():
                if not any(True for _ in swaps(board)):
                    return Broken("SPL-10", "there are no two stacks that could change places")
            case Play(optional=False, where=where) | PlaceSelf(where=where):
                kingdom, casting = self.state.setting.kingdom, self.state.casting
                face = kingdom.face(self.spell) if isinstance(step, PlaceSelf) else _ALL_ENDS
                if not any(True for _ in places(board, face, where, casting.last if casting else None, options)):
                    return Broken("SPL-10", f'the board has no place for a card where the spell wants it ("{where}")')
        return None
