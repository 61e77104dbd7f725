# ruff: noqa: ARG002  (every step gets the same arguments, and few need all of them)
"""The rules of one kind of step, and whether steps can be carried out before they begin (SPL-10).

Each step has one `StepRules`, which lists, checks, carries out and describes choices; no other module knows a step by
name.

A whole spell is checked before it is cast, an option of `choose` when it is reached. Once a step may have
changed the board or a pile, the needs of the steps after it are checked when they are reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Flag, auto
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from cloudy_pnp.games.cloudy_kingdom.model.steps import Step
from cloudy_pnp.games.cloudy_kingdom.rules.growth import Broken
from cloudy_pnp.games.cloudy_kingdom.rules.state import Casting, GameState

S = TypeVar("S", bound=Step)
C = TypeVar("C")
RulesClass = TypeVar("RulesClass", bound="type[StepRules[Any, Any]]")


class Changes(Flag):
    """The parts of the game a step may change."""

    NOTHING = 0
    BOARD = auto()
    DRAW_PILE = auto()
    DISCARD_PILE = auto()


class StepRules(Generic[S, C]):
    """The rules of one kind of step. The defaults are those of a step that asks for nothing."""

    answer: ClassVar[type[Any] | None] = None  # the kind of choice that the step asks for
    skippable: ClassVar[bool] = True  # it may be skipped where nothing can be chosen

    def answer_to(self, step: S) -> type[Any] | None:
        """Return the kind of choice that this step asks for."""
        return self.answer

    # --- can it be carried out?

    def changes(self, step: S) -> Changes:
        """Return the parts of the game that the step may change; protecting a field counts as the board."""
        return Changes.NOTHING

    def draws(self, step: S) -> int:
        """SPL-10: return how many cards the step draws at least, whatever is chosen."""
        return 0

    def missing(self, outlook: Outlook, step: S) -> Broken | None:
        """SPL-10: report a missing card in a pile, or a missing other player, that the step needs."""
        return None

    def nowhere(self, outlook: Outlook, step: S) -> Broken | None:
        """SPL-10: report that the board has no target or no place for a card."""
        return None

    def obstacle(self, outlook: Outlook, step: S) -> Broken | None:
        """SPL-10: return why the step cannot be carried out, as far as is known, and note its changes."""
        problem = self.missing(outlook, step)
        if problem is None and Changes.BOARD not in outlook.changed:
            problem = self.nowhere(outlook, step)
        outlook.note(step)
        return problem

    # --- which choices are there?

    def asks(self, state: GameState, step: S) -> bool:
        """Return whether the step waits for a choice now."""
        return self.answer is not None

    def optional(self, step: S) -> bool:
        """Return whether the player may skip the step although it is possible."""
        return False

    def cards(self, state: GameState, step: S) -> tuple[str, ...]:
        """Return the cards that the step can place now."""
        return ()

    def choices(self, state: GameState, step: S) -> Iterable[C]:
        """Yield the choices in a fixed order, apart from skipping the step."""
        return ()

    def problem(self, state: GameState, step: S, choice: C) -> Broken | None:
        """Return the rule that a choice of the right kind breaks."""
        return None

    # --- what does it do?

    def steps(self, state: GameState, step: S, choice: C | None) -> tuple[Step, ...] | None:
        """Return the steps that replace a block; None for a step that is carried out itself."""
        return None

    def begin(self, state: GameState, casting: Casting, step: S) -> GameState:
        """Return the game when the step begins to wait for its choice."""
        return state

    def run(self, state: GameState, casting: Casting, step: S) -> GameState:
        """Return the game after a step that needs no choice."""
        return state

    def carry_out(self, state: GameState, casting: Casting, step: S, choice: C) -> GameState:
        """Return the game after a legal choice."""
        return state

    # --- in words, for records

    def prompt(self, state: GameState, step: S) -> str:
        """Return the entry that a game record needs for this step."""
        return "nothing"

    def describe_choice(self, state: GameState, step: S, choice: C) -> str:
        """Describe a choice as part of a sentence about the caster."""
        return f"chooses {choice}"

    def describe_result(self, before: GameState, after: GameState, step: S) -> str:
        """Describe the result of a step without a choice as part of a sentence; empty if there is none."""
        return ""


# --- the table ---------------------------------------------------------------------------------------------

_RULES: dict[type[Any], StepRules[Any, Any]] = {}


def rules_for(kind: type[Any]) -> Callable[[RulesClass], RulesClass]:
    """Put the rules below into the table, for one kind of step."""

    def add(rules: RulesClass) -> RulesClass:
        _RULES[kind] = rules()
        return rules

    return add


def rules_of(step: Step) -> StepRules[Any, Any]:
    """Return the rules of a step."""
    return _RULES[type(step)]


# --- steps one after the other -----------------------------------------------------------------------------


class Outlook(Struct):
    """The possible changes so far, while the steps of a spell are checked before they begin."""

    state: GameState
    spell: str
    changed: Changes = Changes.NOTHING

    def problem(self, steps: Sequence[Step]) -> Broken | None:
        """SPL-10: return the first step that cannot be carried out, or report too many draws."""
        draws, cards = still_drawn(steps), len(self.state.draw_pile)
        if draws > cards:
            return Broken("SPL-10", f"the spell draws {draws} cards, but the draw pile has only {cards}")
        return self.obstacle(steps)

    def obstacle(self, steps: Sequence[Step]) -> Broken | None:
        """Return the first step that cannot be carried out, without adding up their draws."""
        for step in steps:
            problem = rules_of(step).obstacle(self, step)
            if problem is not None:
                return problem
        return None

    def note(self, *steps: Step) -> None:
        """Note the changes that steps may make."""
        for step in steps:
            self.changed |= rules_of(step).changes(step)


def steps_problem(state: GameState, spell: str, steps: Sequence[Step]) -> Broken | None:
    """SPL-10: return why the steps of a spell cannot be carried out from here, or None if they can."""
    return Outlook(state, spell).problem(steps)


def still_drawn(steps: Sequence[Step]) -> int:
    """SPL-10: return how many cards the steps draw at least, whatever is chosen."""
    return sum(rules_of(step).draws(step) for step in steps)
