# ruff: noqa: ARG002  (every step gets the same arguments, and few need all of them)
"""Steps that change whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cloudy_pnp.games.cloudy_kingdom.model.steps import ExtraTurn, MissTurn
from cloudy_pnp.games.cloudy_kingdom.rules.growth import Broken
from cloudy_pnp.games.cloudy_kingdom.rules.spells.step_rules import Outlook, StepRules, rules_for
from cloudy_pnp.games.cloudy_kingdom.rules.state import Casting, GameState, NamePlayer


@rules_for(MissTurn)
class MissTurnRules(StepRules[MissTurn, NamePlayer]):
    """SPL-10: the next player, or another one whom the caster names, misses a turn."""

    answer = NamePlayer

    def missing(self, outlook: Outlook, step: MissTurn) -> Broken | None:
        return None if outlook.state.others() else Broken("SPL-10", "there is no other player who could miss a turn")

    def asks(self, state: GameState, step: MissTurn) -> bool:
        return step.who == "chosen"

    def run(self, state: GameState, casting: Casting, step: MissTurn) -> GameState:
        for player in state.others()[:1]:
            state = state.missing(player, 1)
        return state

    def choices(self, state: GameState, step: MissTurn) -> Iterator[NamePlayer]:
        return (NamePlayer(state.setting.players[player]) for player in state.others())

    def problem(self, state: GameState, step: MissTurn, choice: NamePlayer) -> Broken | None:
        others = [state.setting.players[player] for player in state.others()]
        if choice.family in others:
            return None
        return Broken("SPL-10", f"{choice.family} is not one of the others: {', '.join(others)}")

    def carry_out(self, state: GameState, casting: Casting, step: MissTurn, choice: NamePlayer) -> GameState:
        return state.missing(state.setting.players.index(choice.family), 1)

    def prompt(self, state: GameState, step: MissTurn) -> str:
        return "{player: family} of another player"

    def describe_choice(self, state: GameState, step: MissTurn, choice: NamePlayer) -> str:
        return f"names {choice.family} to miss a turn"

    def describe_result(self, before: GameState, after: GameState, step: MissTurn) -> str:
        return " and ".join(f"{before.setting.players[player]} is to miss a turn" for player in before.others()[:1])


@rules_for(ExtraTurn)
class ExtraTurnRules(StepRules[ExtraTurn, None]):
    """SPL-10: the caster has another turn after this one."""

    def run(self, state: GameState, casting: Casting, step: ExtraTurn) -> GameState:
        return replace(state, extra_turn=True)

    def describe_result(self, before: GameState, after: GameState, step: ExtraTurn) -> str:
        return "is to have another turn"
