# ruff: noqa: ARG002  (every step gets the same arguments, and few need all of them)
"""Blocks of steps: `choose`, `repeat`, `only-if`. When one is reached, the steps to carry out take its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from cloudy_pnp.games.cloudy_kingdom.model.steps import ChooseOne, Counted, OnlyIf, Repeat, Step
from cloudy_pnp.games.cloudy_kingdom.rules.board import castles_joined
from cloudy_pnp.games.cloudy_kingdom.rules.growth import Broken
from cloudy_pnp.games.cloudy_kingdom.rules.spells.step_rules import (
    Changes,
    Outlook,
    StepRules,
    rules_for,
    steps_problem,
    still_drawn,
)
from cloudy_pnp.games.cloudy_kingdom.rules.state import GameState, Roll, TakeOption


@rules_for(ChooseOne)
class ChooseRules(StepRules[ChooseOne, TakeOption]):
    """SPL-10: the caster takes one of the options that can be carried out."""

    answer = TakeOption

    def draws(self, step: ChooseOne) -> int:
        return min(still_drawn(option) for option in step.options)

    def obstacle(self, outlook: Outlook, step: ChooseOne) -> Broken | None:
        """Require at least one possible option, and note the changes of all of them."""
        problems = [replace(outlook).problem(option) for option in step.options]
        for option in step.options:
            outlook.note(*option)
        if None in problems:
            return None
        return Broken("SPL-10", "; ".join(f"option {n}: {p.message}" for n, p in enumerate(problems, 1) if p))

    def choices(self, state: GameState, step: ChooseOne) -> Iterator[TakeOption]:
        options = (TakeOption(number) for number in range(1, len(step.options) + 1))
        return (option for option in options if self.problem(state, step, option) is None)

    def problem(self, state: GameState, step: ChooseOne, choice: TakeOption) -> Broken | None:
        """SPL-10: return why the steps of an option cannot be carried out now, as for a whole spell."""
        if not 1 <= choice.number <= len(step.options):
            return Broken("SPL-10", f"there is no option {choice.number}: choose from 1 to {len(step.options)}")
        spell = state.casting.spell if state.casting else ""
        return steps_problem(state, spell, step.options[choice.number - 1])

    def steps(self, state: GameState, step: ChooseOne, choice: TakeOption | None) -> tuple[Step, ...] | None:
        return None if choice is None else step.options[choice.number - 1]

    def prompt(self, state: GameState, step: ChooseOne) -> str:
        return f"{{option: N}} from 1 to {len(step.options)}"

    def describe_choice(self, state: GameState, step: ChooseOne, choice: TakeOption) -> str:
        return f"chooses option {choice.number}"


@rules_for(Repeat)
class RepeatRules(StepRules[Repeat, None]):
    """SPL-10: the steps are carried out several times."""

    def draws(self, step: Repeat) -> int:
        return step.times * still_drawn(step.steps)

    def obstacle(self, outlook: Outlook, step: Repeat) -> Broken | None:
        """Check the first round only; `still_drawn` counts the draws of all rounds."""
        return outlook.obstacle(step.steps)

    def steps(self, state: GameState, step: Repeat, choice: None) -> tuple[Step, ...]:
        return step.steps * step.times


@rules_for(OnlyIf)
class OnlyIfRules(StepRules[OnlyIf, Roll]):
    """SPL-10: the steps are carried out when the condition holds at that moment; STEP-7: a coin or a die is tossed."""

    answer = Roll
    skippable = False

    def asks(self, state: GameState, step: OnlyIf) -> bool:
        return step.what in SIDES_UP

    def choices(self, state: GameState, step: OnlyIf) -> Iterator[Roll]:
        return map(Roll, SIDES_UP[step.what])

    def problem(self, state: GameState, step: OnlyIf, choice: Roll) -> Broken | None:
        if choice.number in SIDES_UP[step.what]:
            return None
        return Broken("SPL-10", f"a {step.what} shows {_SIDES[step.what]}, not {choice.number}")

    def prompt(self, state: GameState, step: OnlyIf) -> str:
        return f"{{roll: N}}, what the {step.what} shows: {_SIDES[step.what]}"

    def describe_choice(self, state: GameState, step: OnlyIf, choice: Roll) -> str:
        if step.what == "coin":
            side = "heads" if choice.number else "tails"
            return (
                f"the coin shows {side}"
                if _enough(step, choice.number)
                else f"the coin shows {side}, so nothing happens"
            )
        return f"the {step.what} shows {choice.number}, {_verdict(step, choice.number)}"

    def obstacle(self, outlook: Outlook, step: OnlyIf) -> Broken | None:
        """Its steps are asked for when it is sure that they will be carried out; their draws never are."""
        if outlook.changed != Changes.NOTHING or step.what in SIDES_UP:
            outlook.note(*step.steps)
            return None
        return outlook.obstacle(step.steps) if holds(outlook.state, step) else None

    def steps(self, state: GameState, step: OnlyIf, choice: Roll | None) -> tuple[Step, ...] | None:
        if step.what in SIDES_UP:
            return None if choice is None else step.steps if _enough(step, choice.number) else ()
        return step.steps if holds(state, step) else ()

    def describe_result(self, before: GameState, after: GameState, step: OnlyIf) -> str:
        count = _count(before, step.what)
        return f"counts {step.what.replace('-', ' ')}: {count}, {_verdict(step, count)}"


SIDES_UP: Mapping[str, range] = {"coin": range(2), "die": range(1, 7)}  # STEP-7: what they can show
_SIDES = {"coin": "0 (tails) or 1 (heads)", "die": "1 to 6"}


def _verdict(step: OnlyIf, count: int) -> str:
    wanted = f"{step.compare.replace('-', ' ')} {step.number}"
    return wanted if _enough(step, count) else f"not {wanted}, so nothing happens"


def _enough(step: OnlyIf, count: int) -> bool:
    return count >= step.number if step.compare == "at-least" else count <= step.number


def holds(state: GameState, step: OnlyIf) -> bool:
    """Return whether the condition of an `only-if` is met now."""
    return _enough(step, _count(state, step.what))


def _count(state: GameState, measure: Counted) -> int:
    """Return the count an `only-if` compares."""
    match measure:
        case "draw-pile":
            return len(state.draw_pile)
        case "discard-pile":
            return len(state.discard_pile)
        case "empty-fields":
            return sum(not stack for stack in state.board.stacks)
        case "tallest-stack":
            return max(len(stack) for stack in state.board.stacks)
        case "own-connections":
            return _connections(state)[state.family]
        case "connections-behind":
            counts = _connections(state)
            return max((0, *counts.values())) - counts[state.family]
        case "own-castles":
            return castles_joined(state.board, state.family)
        case "hand-ends":
            return 0 if state.hand is None else len(state.setting.kingdom.face(state.hand).ends)
        case "own-spells":
            own = 1 if state.casting is None else 0  # the spell that is asked about, before it is cast
            return len(state.spells[state.player]) - own
        case "coin" | "die":
            raise ValueError(f"a {measure} is tossed, not counted")


def _connections(state: GameState) -> Counter[str]:
    """CON-8: return the number of axes on which each family is connected."""
    return Counter(family for family, _ in state.connected)
