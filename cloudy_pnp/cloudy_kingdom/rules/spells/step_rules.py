# ruff: noqa: ARG002  (every step gets the same arguments, and few need all of them)
"""The rules of one kind of step, and whether steps can be carried out before they begin (SPL-10).

Each step has one `StepRules`, which lists, checks, carries out and describes choices; no other module knows a step by
name.

A whole spell is checked before it is cast, an option of `choose` when it is reached. Once a step may have
changed the board or a pile, the needs of the steps after it are checked when they are reached.

SPL: the fields a spell can affect, and the places where it can put a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Flag, auto
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS, Direction, Face
from cloudy_pnp.cloudy_kingdom.model.steps import Step
from cloudy_pnp.cloudy_kingdom.rules import growth as grow
from cloudy_pnp.cloudy_kingdom.rules.board import Board, Field, field_name, on_board, upright
from cloudy_pnp.cloudy_kingdom.rules.state import Casting, GameState

# The rule that the narrowing of a place comes from.
WHERE_RULES: Mapping[str, str] = {"empty": "SPL-5", "on-last": "SPL-5", "on-card": "SPL-3", "apart": "SPL-10"}


def out_of_reach(board: Board, field: Field) -> grow.Broken | None:
    """GEO-1: reject a field outside the board; SPL-3: reject a field protected from spells."""
    if not on_board(board, field):
        return grow.Broken("GEO-1", f"{field_name(field)} is not a field of this board")
    if field in board.warded:
        return grow.Broken("SPL-3", f"a spell protects the field {field_name(field)}")
    return None


def no_open_stack(board: Board, field: Field, rule: str) -> grow.Broken | None:
    """Reject an empty field; SPL-3: reject a sealed card."""
    unreachable = out_of_reach(board, field)
    if unreachable is not None:
        return unreachable
    stack = board.stack(field)
    if not stack:
        return grow.Broken(rule, f"there is no card on {field_name(field)}")
    if stack[-1].sealed:
        return grow.Broken("SPL-3", f"the top card of {field_name(field)}, {stack[-1].card}, is sealed")
    return None


# --- where a card can go -----------------------------------------------------------------------------------


def where_problem(board: Board, where: str, last: Field | None, field: Field) -> grow.Broken | None:
    """SPL-3, SPL-5: reject a field that the step's `where` excludes."""
    wrong = {
        "empty": ("is not empty", bool(board.stack(field))),
        "on-last": ("is not where the spell placed its last card", field != last),
        "on-card": ("has no card to place this one on", not board.stack(field)),
        "apart": ("is not apart from the card that the spell placed last", not apart(field, last)),
    }
    text, broken = wrong.get(where, ("", False))
    return grow.Broken(WHERE_RULES[where], f"{field_name(field)} {text}") if broken else None


def apart(field: Field, last: Field | None) -> bool:
    """STEP-9: a field is neither that of the spell's last card nor next to it."""
    return last is None or abs(field[0] - last[0]) + abs(field[1] - last[1]) > 1


def under_problem(board: Board, field: Field, facing: Direction) -> grow.Broken | None:
    """STEP-10: the field has cards that a spell may affect, and the card lies crosswise to the lowest."""
    unreachable = no_open_stack(board, field, "SPL-10")
    if unreachable is None and upright(board.stack(field)[0].facing) == upright(facing):
        return grow.Broken("GRO-4", f"the card must lie crosswise to the lowest card of {field_name(field)}")
    return unreachable


def seen_by_spells(board: Board) -> Board:
    """GRO-5: return the board as a spell sees it: only fields protected from spells are closed to its cards."""
    return board if board.guarded == board.warded else replace(board, guarded=board.warded)


def unsupported_problem(board: Board, field: Field, facing: Direction) -> grow.Broken | None:
    """Check GRO without GRO-2, for a card that may go anywhere."""
    return (
        grow.off_the_board(board, field)
        or grow.not_perpendicular(board, field, facing)
        or grow.on_sealed_card(board, field)
        or grow.on_protected_field(board, field)
    )


def place_problem(
    board: Board, face: Face, where: str, last: Field | None, field: Field, facing: Direction, options: grow.Options
) -> grow.Broken | None:
    """Return the rule that a card placed by a spell breaks: the step's `where` first, then GRO."""
    board = seen_by_spells(board)
    if where == "anywhere":
        return unsupported_problem(board, field, facing)
    if where == "under":
        return under_problem(board, field, facing)
    return (
        grow.off_the_board(board, field)
        or where_problem(board, where, last, field)
        or grow.placement_problem(board, face, field, facing, options)
    )


def places(
    board: Board, face: Face, where: str, last: Field | None, options: grow.Options
) -> Iterator[tuple[Field, Direction]]:
    """Yield every place where a spell can put a card, in board order."""
    seen = seen_by_spells(board)
    for field in board.fields():
        if where_problem(board, where, last, field) is None:
            for facing in DIRECTIONS:
                if place_problem(seen, face, where, last, field, facing, options) is None:
                    yield field, facing


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
    changed: ClassVar[Changes] = Changes.NOTHING
    asked: ClassVar[str] = "nothing"  # the entry that a game record needs
    result: ClassVar[str] = ""  # without a choice, as part of a sentence about the caster

    def answer_to(self, step: S) -> type[Any] | None:
        """Return the kind of choice that this step asks for."""
        return self.answer

    # --- can it be carried out?

    def changes(self, step: S) -> Changes:
        """Return the parts of the game that the step may change; protecting a field counts as the board."""
        return self.changed

    def draws(self, step: S) -> int:
        """SPL-10: return how many cards the step draws at least, whatever is chosen."""
        return 0

    def missing(self, outlook: Outlook, step: S) -> grow.Broken | None:
        """SPL-10: report a missing card in a pile, or a missing other player, that the step needs."""
        return None

    def nowhere(self, outlook: Outlook, step: S) -> grow.Broken | None:
        """SPL-10: report that the board has no target or no place for a card."""
        return None

    def obstacle(self, outlook: Outlook, step: S) -> grow.Broken | None:
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

    def problem(self, state: GameState, step: S, choice: C) -> grow.Broken | None:
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
        return self.asked

    def describe_choice(self, state: GameState, step: S, choice: C) -> str:
        """Describe a choice as part of a sentence about the caster."""
        return f"chooses {choice}"

    def describe_result(self, before: GameState, after: GameState, step: S) -> str:
        """Describe the result of a step without a choice as part of a sentence; empty if there is none."""
        return self.result


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

    def problem(self, steps: Sequence[Step]) -> grow.Broken | None:
        """SPL-10: return the first step that cannot be carried out, or report too many draws."""
        draws, cards = still_drawn(steps), len(self.state.draw_pile)
        if draws > cards:
            return grow.Broken("SPL-10", f"the spell draws {draws} cards, but the draw pile has only {cards}")
        return self.obstacle(steps)

    def obstacle(self, steps: Sequence[Step]) -> grow.Broken | None:
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


def steps_problem(state: GameState, spell: str, steps: Sequence[Step]) -> grow.Broken | None:
    """SPL-10: return why the steps of a spell cannot be carried out from here, or None if they can."""
    return Outlook(state, spell).problem(steps)


def still_drawn(steps: Sequence[Step]) -> int:
    """SPL-10: return how many cards the steps draw at least, whatever is chosen."""
    return sum(rules_of(step).draws(step) for step in steps)
