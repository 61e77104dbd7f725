# ruff: noqa: ARG002  (every step gets the same arguments, and few need all of them)
"""Steps that move cards between the piles, the hands and the board, and the spell card itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any, TypeVar

from msgspec.structs import replace

from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTIONS, Face
from cloudy_pnp.games.cloudy_kingdom.model.steps import (
    ROW_OF,
    Discard,
    Draw,
    Keep,
    OfferRedraw,
    Peek,
    PlaceSelf,
    Play,
    Take,
)
from cloudy_pnp.games.cloudy_kingdom.rules.board import Placed, field_name
from cloudy_pnp.games.cloudy_kingdom.rules.growth import Broken
from cloudy_pnp.games.cloudy_kingdom.rules.spells.effects import board_changed, hand_discarded
from cloudy_pnp.games.cloudy_kingdom.rules.spells.hand_steps import cards_for_redraw, new_cards, others_with_a_card
from cloudy_pnp.games.cloudy_kingdom.rules.spells.step_rules import Changes, Outlook, StepRules, rules_for
from cloudy_pnp.games.cloudy_kingdom.rules.spells.targets import place_problem, places
from cloudy_pnp.games.cloudy_kingdom.rules.state import Casting, GameState, KeepCard, Order, PlaceCard, Redraw

P = TypeVar("P", Play, PlaceSelf)

_ALL_ENDS = Face((DIRECTIONS,))  # before a card is drawn, a place counts when any card could be placed there
_FEWEST_TO_ORDER = 2  # a card alone cannot be put in another order


@rules_for(Draw)
class DrawRules(StepRules[Draw, None]):
    """SPL-2: the cards wait as drawn; a draw takes as many as the pile has."""

    def changes(self, step: Draw) -> Changes:
        return Changes.DRAW_PILE

    def draws(self, step: Draw) -> int:
        return step.count

    def run(self, state: GameState, casting: Casting, step: Draw) -> GameState:
        drawn = (*casting.drawn, *state.draw_pile[: step.count])
        return replace(state, draw_pile=state.draw_pile[step.count :], casting=replace(casting, drawn=drawn))

    def describe_result(self, before: GameState, after: GameState, step: Draw) -> str:
        return f"draws {' and '.join(before.draw_pile[: step.count]) or 'nothing: the draw pile is empty'}"


@rules_for(Discard)
class DiscardRules(StepRules[Discard, None]):
    """SPL-2: the drawn cards that remain, or the card in hand, are discarded."""

    def changes(self, step: Discard) -> Changes:
        return Changes.DISCARD_PILE

    def run(self, state: GameState, casting: Casting, step: Discard) -> GameState:
        if step.source == "hand":
            return hand_discarded(state)
        pile = state.discard_pile + casting.drawn
        return replace(state, discard_pile=pile, casting=replace(casting, drawn=()))

    def describe_result(self, before: GameState, after: GameState, step: Discard) -> str:
        cards = after.discard_pile[len(before.discard_pile) :]
        return f"discards {' and '.join(cards) or 'nothing'}"


@rules_for(Take)
class TakeRules(StepRules[Take, None]):
    """SPL-7: the top card of the discard pile waits as taken."""

    def changes(self, step: Take) -> Changes:
        return Changes.DISCARD_PILE

    def missing(self, outlook: Outlook, step: Take) -> Broken | None:
        if Changes.DISCARD_PILE in outlook.changed or outlook.state.discard_pile:
            return None
        return Broken("SPL-10", "the discard pile is empty, so no card can be taken from it")

    def run(self, state: GameState, casting: Casting, step: Take) -> GameState:
        taken = (*casting.taken, *state.discard_pile[-1:])
        return replace(state, discard_pile=state.discard_pile[:-1], casting=replace(casting, taken=taken))

    def describe_result(self, before: GameState, after: GameState, step: Take) -> str:
        return f"takes {''.join(before.discard_pile[-1:]) or 'nothing'} from the discard pile"


@rules_for(Keep)
class KeepRules(StepRules[Keep, KeepCard]):
    """STEP-1: a vine card that waits becomes the caster's card when the spell is done."""

    answer = KeepCard
    skippable = False

    def asks(self, state: GameState, step: Keep) -> bool:
        return len(set(self._waiting(state, step))) > 1

    def _waiting(self, state: GameState, step: Keep) -> tuple[str, ...]:
        if state.casting is None or state.casting.kept is not None:
            return ()
        cards = state.casting.drawn if step.source == "drawn" else state.casting.taken
        return tuple(card for card in cards if card in state.setting.kingdom.vines)

    def choices(self, state: GameState, step: Keep) -> Iterator[KeepCard]:
        return map(KeepCard, dict.fromkeys(self._waiting(state, step)))

    def problem(self, state: GameState, step: Keep, choice: KeepCard) -> Broken | None:
        cards = self._waiting(state, step)
        if choice.name in cards:
            return None
        return Broken("SPL-10", f"{choice.name} is not one of the cards that can be kept: {', '.join(cards)}")

    def run(self, state: GameState, casting: Casting, step: Keep) -> GameState:
        cards = self._waiting(state, step)
        return self.carry_out(state, casting, step, KeepCard(cards[0])) if cards else state

    def carry_out(self, state: GameState, casting: Casting, step: Keep, choice: KeepCard) -> GameState:
        if step.source == "drawn":
            casting = replace(casting, drawn=_without(casting.drawn, choice.name))
        else:
            casting = replace(casting, taken=_without(casting.taken, choice.name))
        return replace(state, casting=replace(casting, kept=choice.name))

    def prompt(self, state: GameState, step: Keep) -> str:
        return f"{{keep: ID}} of {', '.join(self._waiting(state, step))}"

    def describe_choice(self, state: GameState, step: Keep, choice: KeepCard) -> str:
        return f"keeps {choice.name} in hand"

    def describe_result(self, before: GameState, after: GameState, step: Keep) -> str:
        return f"keeps {''.join(self._waiting(before, step)[:1]) or 'no card'} in hand"


# --- placing -----------------------------------------------------------------------------------------------


class _Placing(StepRules[P, PlaceCard]):
    """SPL-2, SPL-3, SPL-4: a card goes from somewhere to the board."""

    answer = PlaceCard

    def changes(self, step: P) -> Changes:
        return Changes.BOARD

    def nowhere(self, outlook: Outlook, step: P) -> Broken | None:
        if self.optional(step):
            return None
        state, face = outlook.state, self._face_before(outlook)
        last = state.casting.last if state.casting else None
        if any(True for _ in places(state.board, face, step.where, last, state.setting.options)):
            return None
        return Broken("SPL-10", f'the board has no place for a card where the spell wants it ("{step.where}")')

    def _face_before(self, outlook: Outlook) -> Face:
        return _ALL_ENDS

    def choices(self, state: GameState, step: P) -> Iterator[PlaceCard]:
        last = state.casting.last if state.casting else None
        for card in dict.fromkeys(self.cards(state, step)):
            face = state.setting.kingdom.face(card)
            for field, facing in places(state.board, face, step.where, last, state.setting.options):
                yield PlaceCard(card, field, facing)

    def problem(self, state: GameState, step: P, choice: PlaceCard) -> Broken | None:
        if choice.card not in self.cards(state, step):
            return Broken(
                self._foreign_card_breaks(step), f"{choice.card} is not one of the cards that the spell plays now"
            )
        face, last = state.setting.kingdom.face(choice.card), state.casting.last if state.casting else None
        return place_problem(state.board, face, step.where, last, choice.at, choice.facing, state.setting.options)

    def _foreign_card_breaks(self, step: Any) -> str:
        return ROW_OF[type(step)].rule

    def describe_choice(self, state: GameState, step: P, choice: PlaceCard) -> str:
        return f"places {choice.card} at {field_name(choice.at)} facing {choice.facing.text}"


@rules_for(Play)
class PlayRules(_Placing[Play]):
    """SPL-2, SPL-5: cards that wait, or the one in hand, are played one by one; SPL-7: a taken one."""

    def asks(self, state: GameState, step: Play) -> bool:
        return self._plays(state, step) > 0

    def _plays(self, state: GameState, step: Play) -> int:
        available = len(self.cards(state, step))
        return available if step.count == "all" else min(step.count, available)

    def optional(self, step: Play) -> bool:
        return step.optional

    def cards(self, state: GameState, step: Play) -> tuple[str, ...]:
        if state.casting is None:
            return ()
        match step.source:
            case "drawn":
                return state.casting.drawn
            case "taken":
                return state.casting.taken
            case "hand":
                return () if state.hand is None else (state.hand,)

    def _foreign_card_breaks(self, step: Play) -> str:
        return "SPL-7" if step.source == "taken" else ROW_OF[Play].rule

    def begin(self, state: GameState, casting: Casting, step: Play) -> GameState:
        plays_left = casting.plays_left or self._plays(state, step)
        return replace(state, casting=replace(casting, plays_left=plays_left))

    def carry_out(self, state: GameState, casting: Casting, step: Play, choice: PlaceCard) -> GameState:
        match step.source:
            case "drawn":
                casting = replace(casting, drawn=_without(casting.drawn, choice.card))
            case "taken":
                casting = replace(casting, taken=_without(casting.taken, choice.card))
            case "hand":
                state = replace(state, hands=state.with_hand(state.player, None))
        return _placed(state, casting, choice, step.where, sealed=False)

    def prompt(self, state: GameState, step: Play) -> str:
        return "{card, at, facing} of a card to play" + (" or {skip: true}" if step.optional else "")

    def describe_result(self, before: GameState, after: GameState, step: Play) -> str:
        return "has no card to play"


@rules_for(PlaceSelf)
class PlaceSelfRules(_Placing[PlaceSelf]):
    """SPL-3, SPL-4: the spell card itself is placed, and may be sealed there."""

    def _face_before(self, outlook: Outlook) -> Face:
        return outlook.state.setting.kingdom.face(outlook.spell)

    def cards(self, state: GameState, step: PlaceSelf) -> tuple[str, ...]:
        return (state.casting.spell,) if state.casting else ()

    def carry_out(self, state: GameState, casting: Casting, step: PlaceSelf, choice: PlaceCard) -> GameState:
        return _placed(state, replace(casting, placed_self=True), choice, step.where, sealed=step.sealed)

    def prompt(self, state: GameState, step: PlaceSelf) -> str:
        return "{at, facing} for the spell card"


def _placed(state: GameState, casting: Casting, choice: PlaceCard, where: str, *, sealed: bool) -> GameState:
    card = Placed(choice.card, state.setting.kingdom.face(choice.card), choice.facing, sealed)
    lay = state.board.placed_under if where == "under" else state.board.placed
    board = lay(choice.at, card)
    return board_changed(replace(state.placing(board), casting=replace(casting, last=choice.at)), board)


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


# --- the draw pile -----------------------------------------------------------------------------------------


@rules_for(OfferRedraw)
class OfferRedrawRules(StepRules[OfferRedraw, Redraw]):
    """SPL-6: every other player may redraw, clockwise; SPL-10: while cards last."""

    answer = Redraw
    skippable = False

    def changes(self, step: OfferRedraw) -> Changes:
        return Changes.DRAW_PILE | Changes.DISCARD_PILE

    def choices(self, state: GameState, step: OfferRedraw) -> Iterator[Redraw]:
        offered = _offered(state)
        for count in range(min(len(offered), cards_for_redraw(state)) + 1):
            yield from map(Redraw, combinations(offered, count))

    def problem(self, state: GameState, step: OfferRedraw, choice: Redraw) -> Broken | None:
        offered, names = _offered(state), choice.families
        if names != tuple(family for family in offered if family in names):
            message = f"[{', '.join(names)}] are not other players in clockwise order, each named once"
            return Broken("SPL-6", f"{message} ({', '.join(offered)})")
        if len(names) > cards_for_redraw(state):
            return Broken("SPL-10", f"{len(names)} players redraw, but the pile has {cards_for_redraw(state)} cards")
        return None

    def carry_out(self, state: GameState, casting: Casting, step: OfferRedraw, choice: Redraw) -> GameState:
        """Let the families, one after the other, discard their vine card and draw a new one."""
        for family in choice.families:
            player = state.setting.players.index(family)
            card = state.hands[player]
            state = replace(
                state,
                discard_pile=state.discard_pile + (() if card is None else (card,)),
                hands=state.with_hand(player, state.draw_pile[0]),
                draw_pile=state.draw_pile[1:],
            )
        return state

    def prompt(self, state: GameState, step: OfferRedraw) -> str:
        return "{redraw: [families]}"

    def describe_choice(self, state: GameState, step: OfferRedraw, choice: Redraw) -> str:
        return new_cards(choice.families)


def _offered(state: GameState) -> list[str]:
    return [state.setting.players[player] for player in others_with_a_card(state)]


@rules_for(Peek)
class PeekRules(StepRules[Peek, Order]):
    """SPL-10: the cards the caster has seen go back, each once, in any order."""

    answer = Order
    skippable = False

    def missing(self, outlook: Outlook, step: Peek) -> Broken | None:
        cards = len(outlook.state.draw_pile)
        if Changes.DRAW_PILE in outlook.changed or step.count <= cards:
            return None
        return Broken("SPL-10", f"the spell looks at {step.count} cards, but the draw pile has only {cards}")

    def asks(self, state: GameState, step: Peek) -> bool:
        return len(state.draw_pile) >= _FEWEST_TO_ORDER

    def choices(self, state: GameState, step: Peek) -> Iterator[Order]:
        return map(Order, dict.fromkeys(permutations(state.draw_pile[: step.count])))

    def problem(self, state: GameState, step: Peek, choice: Order) -> Broken | None:
        seen, cards = state.draw_pile[: step.count], choice.cards
        if sorted(seen) == sorted(cards):
            return None
        return Broken("SPL-10", f"[{', '.join(cards)}] are not the cards on top of the pile: {', '.join(seen)}")

    def carry_out(self, state: GameState, casting: Casting, step: Peek, choice: Order) -> GameState:
        return replace(state, draw_pile=choice.cards + state.draw_pile[len(choice.cards) :])

    def prompt(self, state: GameState, step: Peek) -> str:
        return f"{{order: [cards]}} of {', '.join(state.draw_pile[: step.count])}, the next to be drawn first"

    def describe_choice(self, state: GameState, step: Peek, choice: Order) -> str:
        return f"puts {', '.join(choice.cards)} back on the draw pile"

    def describe_result(self, before: GameState, after: GameState, step: Peek) -> str:
        """Describe a peek that needs no choice: a single card keeps its place."""
        return f"looks at {''.join(before.draw_pile) or 'an empty draw pile'}"
