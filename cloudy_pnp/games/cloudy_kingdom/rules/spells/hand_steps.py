# ruff: noqa: ARG002  (every step gets the same arguments, and few need all of them)
"""Steps about the vine cards in other players' hands.

Every player holds one vine card. Cards that the spell still draws itself are kept for it. Players redraw only while
there are others: the rest keep their card. A player whose card is stolen draws a new one if there is one; if not, the
pile is empty, and the last round begins with the end of this turn (END-5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from cloudy_pnp.games.cloudy_kingdom.model.steps import ForceRedraw, Give, PassHands, Steal
from cloudy_pnp.games.cloudy_kingdom.rules.growth import Broken
from cloudy_pnp.games.cloudy_kingdom.rules.spells.step_rules import Changes, Outlook, StepRules, rules_for, still_drawn
from cloudy_pnp.games.cloudy_kingdom.rules.state import Casting, GameState, NamePlayer

H = TypeVar("H", ForceRedraw, Steal, Give)


def others_with_a_card(state: GameState) -> list[int]:
    """List the other players who hold a vine card, clockwise."""
    return [player for player in state.others() if state.hands[player] is not None]


def cards_for_redraw(state: GameState) -> int:
    """SPL-10: return how many cards the others can draw, without those that the spell itself still draws."""
    rest = state.casting.steps[state.casting.index :] if state.casting else ()
    return max(0, len(state.draw_pile) - still_drawn(rest))


def with_new_card(state: GameState, player: int) -> GameState:
    """Draw a vine card for a player with an empty hand, if there is one for them."""
    if cards_for_redraw(state) == 0:
        return replace(state, hands=state.with_hand(player, None))
    return replace(state, hands=state.with_hand(player, state.draw_pile[0]), draw_pile=state.draw_pile[1:])


def discarding(state: GameState, player: int) -> GameState:
    """Put a player's vine card on the discard pile."""
    card = state.hands[player]
    pile = state.discard_pile + (() if card is None else (card,))
    return replace(state, discard_pile=pile, hands=state.with_hand(player, None))


def new_cards(families: Sequence[str]) -> str:
    """Return a sentence that names the players who took new vine cards."""
    if len(families) > 1:
        return f"{' and '.join(families)} take new vine cards"
    return f"{''.join(families) or 'no player'} takes a new vine card"


class _OtherPlayer(StepRules[H, NamePlayer]):
    """SPL-10: the caster names another player who holds a vine card."""

    answer = NamePlayer

    def changes(self, step: H) -> Changes:
        return Changes.DRAW_PILE | Changes.DISCARD_PILE

    def missing(self, outlook: Outlook, step: H) -> Broken | None:
        if others_with_a_card(outlook.state):
            return None
        return Broken("SPL-10", "no other player holds a vine card")

    def choices(self, state: GameState, step: H) -> Iterator[NamePlayer]:
        return (NamePlayer(state.setting.players[player]) for player in others_with_a_card(state))

    def problem(self, state: GameState, step: H, choice: NamePlayer) -> Broken | None:
        others = [state.setting.players[player] for player in others_with_a_card(state)]
        if choice.family in others:
            return None
        return Broken("SPL-10", f"{choice.family} is not another player with a vine card: {', '.join(others)}")

    def prompt(self, state: GameState, step: H) -> str:
        return "{player: family} of another player"


@rules_for(ForceRedraw)
class ForceRedrawRules(_OtherPlayer[ForceRedraw]):
    """SPL-10: all other players, while cards last, or one whom the caster names, exchange their vine card."""

    def asks(self, state: GameState, step: ForceRedraw) -> bool:
        return step.who == "chosen"

    def run(self, state: GameState, casting: Casting, step: ForceRedraw) -> GameState:
        for player in self._redrawing(state):
            state = with_new_card(discarding(state, player), player)
        return state

    def _redrawing(self, state: GameState) -> list[int]:
        """List the players who discard and draw, clockwise."""
        return others_with_a_card(state)[: cards_for_redraw(state)]

    def choices(self, state: GameState, step: ForceRedraw) -> Iterator[NamePlayer]:
        return super().choices(state, step) if cards_for_redraw(state) else iter(())

    def problem(self, state: GameState, step: ForceRedraw, choice: NamePlayer) -> Broken | None:
        if not cards_for_redraw(state):
            return Broken("SPL-10", f"the draw pile has no card for {choice.family}")
        return super().problem(state, step, choice)

    def carry_out(self, state: GameState, casting: Casting, step: ForceRedraw, choice: NamePlayer) -> GameState:
        player = state.setting.players.index(choice.family)
        return with_new_card(discarding(state, player), player)

    def describe_choice(self, state: GameState, step: ForceRedraw, choice: NamePlayer) -> str:
        return f"makes {choice.family} take a new vine card"

    def describe_result(self, before: GameState, after: GameState, step: ForceRedraw) -> str:
        return new_cards([before.setting.players[player] for player in self._redrawing(before)])


@rules_for(Steal)
class StealRules(_OtherPlayer[Steal]):
    """SPL-10: the other player's vine card waits as taken, and they draw a new one."""

    def carry_out(self, state: GameState, casting: Casting, step: Steal, choice: NamePlayer) -> GameState:
        player = state.setting.players.index(choice.family)
        card = state.hands[player]
        taken = casting.taken if card is None else (*casting.taken, card)
        return with_new_card(replace(state, casting=replace(casting, taken=taken)), player)

    def describe_choice(self, state: GameState, step: Steal, choice: NamePlayer) -> str:
        return f"takes {state.hands[state.setting.players.index(choice.family)]} from {choice.family}"


@rules_for(Give)
class GiveRules(_OtherPlayer[Give]):
    """SPL-10: the card in hand goes to another player instead of the discard pile; theirs is discarded."""

    def changes(self, step: Give) -> Changes:
        return Changes.DISCARD_PILE

    def asks(self, state: GameState, step: Give) -> bool:
        return state.hand is not None

    def carry_out(self, state: GameState, casting: Casting, step: Give, choice: NamePlayer) -> GameState:
        player, card = state.setting.players.index(choice.family), state.hand
        state = discarding(replace(state, hands=state.with_hand(state.player, None)), player)
        return replace(state, hands=state.with_hand(player, card))

    def describe_choice(self, state: GameState, step: Give, choice: NamePlayer) -> str:
        return f"gives {state.hand} to {choice.family}"

    def describe_result(self, before: GameState, after: GameState, step: Give) -> str:
        return "has no card to give"


@rules_for(PassHands)
class PassHandsRules(StepRules[PassHands, None]):
    """STEP-2: everyone gives their vine card to a neighbour; the caster keeps the one they get."""

    def missing(self, outlook: Outlook, step: PassHands) -> Broken | None:
        return None if others_with_a_card(outlook.state) else Broken("SPL-10", "no other player holds a vine card")

    def run(self, state: GameState, casting: Casting, step: PassHands) -> GameState:
        given = list(state.hands)
        if casting.kept is not None:
            given[state.player] = casting.kept
        got = given[-1:] + given[:-1] if step.to == "left" else given[1:] + given[:1]
        kept, got[state.player] = got[state.player], None if casting.kept is None else state.hand
        return replace(state, hands=tuple(got), casting=replace(casting, kept=kept))

    def describe_result(self, before: GameState, after: GameState, step: PassHands) -> str:
        kept = after.casting.kept if after.casting else None
        return f"everyone passes their vine card to the {step.to}, and {before.family} gets {kept or 'none'}"
