# ruff: noqa: ARG002  (every step gets the same arguments, and few need all of them)
"""What the rules say about one kind of step, and whether steps can be carried out before they begin (SPL-10).

Each step has one `StepRules`; whoever lists, judges, carries out or narrates choices asks it and knows no step by name.

A whole spell is asked about before it is cast, an option of `choose` when it is its turn. Once a step may have
changed the board or a pile, what the steps after it need of them is looked at when they come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from typing import Any, ClassVar, Generic, TypeVar

from cloudy_pnp.games.cloudy_kingdom.model.steps import Step
from cloudy_pnp.games.cloudy_kingdom.rules.growth import Broken
from cloudy_pnp.games.cloudy_kingdom.rules.state import Casting, GameState

S = TypeVar("S", bound=Step)
C = TypeVar("C")
RulesClass = TypeVar("RulesClass", bound="type[StepRules[Any, Any]]")


class Changes(Flag):
    """What a step may change."""

    NOTHING = 0
    BOARD = auto()
    DRAW_PILE = auto()
    DISCARD_PILE = auto()


class StepRules(Generic[S, C]):
    """The rules of one kind of step. The defaults are those of a step that asks for nothing."""

    answer: ClassVar[type[Any] | None] = None  # the kind of choice that the step asks for
    skippable: ClassVar[bool] = True  # it may be left out where nothing can be chosen

    def answer_to(self, step: S) -> type[Any] | None:
        """Return the kind of choice that this step asks for."""
        return self.answer

    # --- can it be carried out?

    def changes(self, step: S) -> Changes:
        """What the step may change; a protected field changes what can be done on the board."""
        return Changes.NOTHING

    def draws(self, step: S) -> int:
        """SPL-10: how many cards the step draws, whatever is chosen and whatever holds."""
        return 0

    def missing(self, outlook: Outlook, step: S) -> Broken | None:
        """SPL-10: a card in a pile, or another player, that the step needs and that is not there."""
        return None

    def nowhere(self, outlook: Outlook, step: S) -> Broken | None:
        """SPL-10: a target or a place for a card that the step needs and that the board does not have."""
        return None

    def obstacle(self, outlook: Outlook, step: S) -> Broken | None:
        """SPL-10: why the step cannot be carried out, as far as that is known; notes what it may change."""
        problem = self.missing(outlook, step)
        if problem is None and Changes.BOARD not in outlook.changed:
            problem = self.nowhere(outlook, step)
        outlook.note(step)
        return problem

    # --- what may be chosen?

    def asks(self, state: GameState, step: S) -> bool:
        """Whether the step waits for a choice now."""
        return self.answer is not None

    def optional(self, step: S) -> bool:
        """Whether the player may leave the step out although it is possible."""
        return False

    def cards(self, state: GameState, step: S) -> tuple[str, ...]:
        """The cards that the step can place now."""
        return ()

    def choices(self, state: GameState, step: S) -> Iterable[C]:
        """Everything that may be chosen, in a fixed order, apart from leaving the step out."""
        return ()

    def problem(self, state: GameState, step: S, choice: C) -> Broken | None:
        """The rule that a choice of the right kind breaks."""
        return None

    # --- what does it do?

    def steps(self, state: GameState, step: S, choice: C | None) -> tuple[Step, ...] | None:
        """For a block: the steps that take its place; None for a step that is carried out itself."""
        return None

    def begin(self, state: GameState, casting: Casting, step: S) -> GameState:
        """The game when the step begins to wait for its choice."""
        return state

    def run(self, state: GameState, casting: Casting, step: S) -> GameState:
        """The game after a step that asks for nothing."""
        return state

    def carry_out(self, state: GameState, casting: Casting, step: S, choice: C) -> GameState:
        """The game after a legal choice."""
        return state

    # --- in words, for records

    def asked(self, state: GameState, step: S) -> str:
        """What a game record has to say for this step."""
        return "nothing"

    def narrated(self, state: GameState, step: S, choice: C) -> str:
        """A choice as part of a sentence: what the caster does."""
        return f"chooses {choice}"

    def told(self, before: GameState, after: GameState, step: S) -> str:
        """What a step without a choice did, as part of a sentence; nothing to tell: an empty text."""
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
    """The rules of a step."""
    return _RULES[type(step)]


# --- steps one after the other -----------------------------------------------------------------------------


@dataclass(slots=True)
class Outlook:
    """What may have changed while the steps of a spell are gone through before they begin."""

    state: GameState
    spell: str
    changed: Changes = Changes.NOTHING

    def problem(self, steps: Sequence[Step]) -> Broken | None:
        """SPL-10: the first of the steps that cannot be carried out, or too many draws."""
        draws, cards = still_drawn(steps), len(self.state.draw_pile)
        if draws > cards:
            return Broken("SPL-10", f"the spell draws {draws} cards, but the draw pile has only {cards}")
        return self.obstacle(steps)

    def obstacle(self, steps: Sequence[Step]) -> Broken | None:
        """The first of the steps that cannot be carried out; their draws are not counted together."""
        for step in steps:
            problem = rules_of(step).obstacle(self, step)
            if problem is not None:
                return problem
        return None

    def note(self, *steps: Step) -> None:
        """What the steps may change."""
        for step in steps:
            self.changed |= rules_of(step).changes(step)


def steps_problem(state: GameState, spell: str, steps: Sequence[Step]) -> Broken | None:
    """SPL-10: why the steps of a spell cannot be carried out from here, or None when nothing speaks against it."""
    return Outlook(state, spell).problem(steps)


def still_drawn(steps: Sequence[Step]) -> int:
    """SPL-10: how many cards the steps draw in all, whatever is chosen and whatever holds."""
    return sum(rules_of(step).draws(step) for step in steps)
