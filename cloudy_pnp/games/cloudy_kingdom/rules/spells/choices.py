"""SPL: which spells can be cast, and the choices they allow. Nothing here knows a spell or a step by its name.

A cast spell is a `Casting` in the game state: steps run by themselves until one needs a choice; `choices`
lists the options, `casting` carries one out and continues to the next choice. So a player, a record or a
simulator descends the same tree of decisions, one choice at a time.
"""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.model.steps import ROW_OF, Step
from cloudy_pnp.games.cloudy_kingdom.rules.growth import Broken
from cloudy_pnp.games.cloudy_kingdom.rules.spells.step_rules import rules_of, steps_problem
from cloudy_pnp.games.cloudy_kingdom.rules.state import Choice, GameState, Skip


def cast_problem(state: GameState, spell: str) -> Broken | None:
    """SPL-10: return why a spell cannot be cast: an impossible step, as far as is known now, or only a text."""
    if state.setting.kingdom.is_manual(spell):
        return Broken("SPL-10", f"the spell {spell} is not played by the computer: only its text says what it does")
    return forbidden(state, spell) or steps_problem(
        state, spell, state.setting.kingdom.steps(spell, state.setting.edition.id)
    )


def forbidden(state: GameState, spell: str) -> Broken | None:
    """STEP-6: another player forbids spells."""
    for player in sorted(state.forbidding - {state.player}):
        return Broken("SPL-10", f"{state.setting.players[player]} forbids spells, so {spell} cannot be cast")
    return None


def step_to_choose(state: GameState) -> Step | None:
    """Return the step of the spell that waits for a choice; None when no spell is being cast."""
    if state.casting is None or state.ending is not None:
        return None
    step = state.casting.steps[state.casting.index]
    return step if rules_of(step).answer is not None else None


def choices(state: GameState) -> list[Choice]:
    """List the choices for the spell being cast, in a fixed order."""
    step = step_to_choose(state)
    if step is None:
        return []
    rules = rules_of(step)
    possible: list[Choice] = list(rules.choices(state, step))
    return [*possible, Skip()] if not possible or rules.optional(step) else possible


def choice_problem(state: GameState, choice: Choice) -> Broken | None:
    """Return the rule that a choice breaks, or None if it is legal."""
    step = step_to_choose(state)
    if step is None:
        return Broken("TURN-2", "no spell is being cast that would ask for a choice")
    rules = rules_of(step)
    answer = rules.answer_to(step)
    if answer is not None and isinstance(choice, answer):
        return rules.problem(state, step, choice)
    if not isinstance(choice, Skip) or not rules.skippable:
        return Broken(ROW_OF[type(step)].rule, f"{choice} is not an answer to the step {step}")
    if choice in choices(state):
        return None
    return Broken("SPL-10", "the spell can do what it asks for, so it must not be skipped")


def cards_to_place(state: GameState) -> tuple[str, ...]:
    """Return the cards that the waiting step can place now."""
    step = step_to_choose(state)
    return () if step is None else rules_of(step).cards(state, step)
