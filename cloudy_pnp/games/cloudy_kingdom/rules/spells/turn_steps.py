# ruff: noqa: ARG002  (every step gets the same arguments, and few need all of them)
"""Steps that change whose turn it is or what may be done in it, and those that people carry out."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cloudy_pnp.core.problems import quoted
from cloudy_pnp.games.cloudy_kingdom.model.steps import ExtraTurn, Forbid, MissTurn, Say
from cloudy_pnp.games.cloudy_kingdom.rules.growth import Broken
from cloudy_pnp.games.cloudy_kingdom.rules.spells.step_rules import Outlook, StepRules, rules_for
from cloudy_pnp.games.cloudy_kingdom.rules.state import Casting, Decide, GameState, NamePlayer


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


@rules_for(Forbid)
class ForbidRules(StepRules[Forbid, None]):
    """STEP-6: nobody else casts a spell until the caster's next turn."""

    def missing(self, outlook: Outlook, step: Forbid) -> Broken | None:
        return None if outlook.state.others() else Broken("SPL-10", "there is no other player who could cast a spell")

    def run(self, state: GameState, casting: Casting, step: Forbid) -> GameState:
        return replace(state, forbidding=state.forbidding | {state.player})

    def describe_result(self, before: GameState, after: GameState, step: Forbid) -> str:
        return "forbids the others to cast spells"


@rules_for(Say)
class SayRules(StepRules[Say, Decide]):
    """STEP-11: people carry out a text; a record holds what they decided."""

    answer = Decide
    skippable = False

    def choices(self, state: GameState, step: Say) -> Iterator[Decide]:
        yield Decide()

    def prompt(self, state: GameState, step: Say) -> str:
        return f"{{decided: text}} for what people carry out: {quoted(self._text(state, step))}"

    def describe_choice(self, state: GameState, step: Say, choice: Decide) -> str:
        decided = f": {choice.text}" if choice.text else ""
        return f"people carry out {quoted(self._text(state, step))}{decided}"

    def _text(self, state: GameState, step: Say) -> str:
        source = state.setting.kingdom.source
        return step.text[source] if source in step.text else next(iter(step.text.texts.values()), "")
