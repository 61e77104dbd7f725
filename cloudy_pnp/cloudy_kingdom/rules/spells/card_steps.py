# ruff: noqa: ARG002  (every step gets the same arguments, and few need all of them)
"""Steps that move cards between the piles, the hands and the board, and the spell card itself.

Steps about the vine cards in other players' hands.

Every player holds one vine card. Cards that the spell still draws itself are kept for it. Players redraw only while
there are others: the rest keep their card. A player whose card is stolen draws a new one if there is one; if not, the
pile is empty, and the last round begins with the end of this turn (END-5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any, ClassVar, Literal, TypeVar

from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model import steps as kinds
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS, Face
from cloudy_pnp.cloudy_kingdom.rules.board import Placed, field_name
from cloudy_pnp.cloudy_kingdom.rules.growth import Broken
from cloudy_pnp.cloudy_kingdom.rules.spells import step_rules as rows
from cloudy_pnp.cloudy_kingdom.rules.spells.casting import board_changed, connections, discarding
from cloudy_pnp.cloudy_kingdom.rules.state import Casting, GameState, KeepCard, NamePlayer, Order, PlaceCard, Redraw

P = TypeVar("P", kinds.Play, kinds.PlaceSelf)

_ALL_ENDS = Face((DIRECTIONS,))  # before a card is drawn, a place counts when any card could be placed there
_FEWEST_TO_ORDER = 2  # a card alone cannot be put in another order


@rows.rules_for(kinds.Draw)
class DrawRules(rows.StepRules[kinds.Draw, None]):
    """SPL-2: the cards wait as drawn; a draw takes as many as the pile has."""

    changed = rows.Changes.DRAW_PILE

    def draws(self, step: kinds.Draw) -> int:
        return step.count

    def run(self, state: GameState, casting: Casting, step: kinds.Draw) -> GameState:
        drawn = (*casting.drawn, *state.draw_pile[: step.count])
        return replace(state, draw_pile=state.draw_pile[step.count :], casting=replace(casting, drawn=drawn))

    def describe_result(self, before: GameState, after: GameState, step: kinds.Draw) -> str:
        return f"draws {' and '.join(before.draw_pile[: step.count]) or 'nothing: the draw pile is empty'}"


@rows.rules_for(kinds.Discard)
class DiscardRules(rows.StepRules[kinds.Discard, None]):
    """SPL-2: the drawn cards that remain, or the card in hand, are discarded."""

    changed = rows.Changes.DISCARD_PILE

    def run(self, state: GameState, casting: Casting, step: kinds.Discard) -> GameState:
        if step.source == "hand":
            return discarding(state, state.player)
        pile = state.discard_pile + casting.drawn
        return replace(state, discard_pile=pile, casting=replace(casting, drawn=()))

    def describe_result(self, before: GameState, after: GameState, step: kinds.Discard) -> str:
        cards = after.discard_pile[len(before.discard_pile) :]
        return f"discards {' and '.join(cards) or 'nothing'}"


@rows.rules_for(kinds.Take)
class TakeRules(rows.StepRules[kinds.Take, None]):
    """SPL-7: the top card of the discard pile waits as taken."""

    changed = rows.Changes.DISCARD_PILE

    def missing(self, outlook: rows.Outlook, step: kinds.Take) -> Broken | None:
        if rows.Changes.DISCARD_PILE in outlook.changed or outlook.state.discard_pile:
            return None
        return Broken("SPL-10", "the discard pile is empty, so no card can be taken from it")

    def run(self, state: GameState, casting: Casting, step: kinds.Take) -> GameState:
        taken = (*casting.taken, *state.discard_pile[-1:])
        return replace(state, discard_pile=state.discard_pile[:-1], casting=replace(casting, taken=taken))

    def describe_result(self, before: GameState, after: GameState, step: kinds.Take) -> str:
        return f"takes {''.join(before.discard_pile[-1:]) or 'nothing'} from the discard pile"


@rows.rules_for(kinds.Keep)
class KeepRules(rows.StepRules[kinds.Keep, KeepCard]):
    """STEP-1: a vine card that waits becomes the caster's card when the spell is done."""

    answer = KeepCard
    skippable = False

    def asks(self, state: GameState, step: kinds.Keep) -> bool:
        return len(set(self._waiting(state, step))) > 1

    def _waiting(self, state: GameState, step: kinds.Keep) -> tuple[str, ...]:
        if state.casting is None or state.casting.kept is not None:
            return ()
        cards = state.casting.drawn if step.source == "drawn" else state.casting.taken
        return tuple(card for card in cards if card in state.setting.kingdom.vines)

    def choices(self, state: GameState, step: kinds.Keep) -> Iterator[KeepCard]:
        return map(KeepCard, dict.fromkeys(self._waiting(state, step)))

    def problem(self, state: GameState, step: kinds.Keep, choice: KeepCard) -> Broken | None:
        cards = self._waiting(state, step)
        if choice.name in cards:
            return None
        return Broken("SPL-10", f"{choice.name} is not one of the cards that can be kept: {', '.join(cards)}")

    def run(self, state: GameState, casting: Casting, step: kinds.Keep) -> GameState:
        cards = self._waiting(state, step)
        return self.carry_out(state, casting, step, KeepCard(cards[0])) if cards else state

    def carry_out(self, state: GameState, casting: Casting, step: kinds.Keep, choice: KeepCard) -> GameState:
        return replace(state, casting=replace(_without(casting, step.source, choice.name), kept=choice.name))

    def prompt(self, state: GameState, step: kinds.Keep) -> str:
        return f"{{keep: ID}} of {', '.join(self._waiting(state, step))}"

    def describe_choice(self, state: GameState, step: kinds.Keep, choice: KeepCard) -> str:
        return f"keeps {choice.name} in hand"

    def describe_result(self, before: GameState, after: GameState, step: kinds.Keep) -> str:
        return f"keeps {''.join(self._waiting(before, step)[:1]) or 'no card'} in hand"


# --- placing -----------------------------------------------------------------------------------------------


class _Placing(rows.StepRules[P, PlaceCard]):
    """SPL-2, SPL-3, SPL-4: a card goes from somewhere to the board."""

    answer = PlaceCard
    changed = rows.Changes.BOARD

    def nowhere(self, outlook: rows.Outlook, step: P) -> Broken | None:
        if self.optional(step):
            return None
        state, face = outlook.state, self._face_before(outlook)
        last = state.casting.last if state.casting else None
        if any(True for _ in rows.places(state.board, face, step.where, last, state.setting.options)):
            return None
        return Broken("SPL-10", f'the board has no place for a card where the spell wants it ("{step.where}")')

    def _face_before(self, outlook: rows.Outlook) -> Face:
        return _ALL_ENDS

    def choices(self, state: GameState, step: P) -> Iterator[PlaceCard]:
        last = state.casting.last if state.casting else None
        for card in dict.fromkeys(self.cards(state, step)):
            face = state.setting.kingdom.face(card)
            for field, facing in rows.places(state.board, face, step.where, last, state.setting.options):
                yield PlaceCard(card, field, facing)

    def problem(self, state: GameState, step: P, choice: PlaceCard) -> Broken | None:
        if choice.card not in self.cards(state, step):
            return Broken(
                self._foreign_card_breaks(step), f"{choice.card} is not one of the cards that the spell plays now"
            )
        face, last = state.setting.kingdom.face(choice.card), state.casting.last if state.casting else None
        return rows.place_problem(state.board, face, step.where, last, choice.at, choice.facing, state.setting.options)

    def _foreign_card_breaks(self, step: Any) -> str:
        return kinds.ROW_OF[type(step)].rule

    def describe_choice(self, state: GameState, step: P, choice: PlaceCard) -> str:
        return f"places {choice.card} at {field_name(choice.at)} facing {choice.facing.text}"


@rows.rules_for(kinds.Play)
class PlayRules(_Placing[kinds.Play]):
    """SPL-2, SPL-5: cards that wait, or the one in hand, are played one by one; SPL-7: a taken one."""

    result = "has no card to play"

    def asks(self, state: GameState, step: kinds.Play) -> bool:
        return self._plays(state, step) > 0

    def _plays(self, state: GameState, step: kinds.Play) -> int:
        available = len(self.cards(state, step))
        return available if step.count == "all" else min(step.count, available)

    def optional(self, step: kinds.Play) -> bool:
        return step.optional

    def cards(self, state: GameState, step: kinds.Play) -> tuple[str, ...]:
        if state.casting is None:
            return ()
        match step.source:
            case "drawn":
                return state.casting.drawn
            case "taken":
                return state.casting.taken
            case "hand":
                return () if state.hand is None else (state.hand,)

    def _foreign_card_breaks(self, step: kinds.Play) -> str:
        return "SPL-7" if step.source == "taken" else kinds.ROW_OF[kinds.Play].rule

    def begin(self, state: GameState, casting: Casting, step: kinds.Play) -> GameState:
        plays_left = casting.plays_left or self._plays(state, step)
        return replace(state, casting=replace(casting, plays_left=plays_left))

    def carry_out(self, state: GameState, casting: Casting, step: kinds.Play, choice: PlaceCard) -> GameState:
        if step.source == "hand":
            state = replace(state, hands=state.with_hand(state.player, None))
        else:
            casting = _without(casting, step.source, choice.card)
        return _placed(state, casting, choice, step.where, sealed=False)

    def prompt(self, state: GameState, step: kinds.Play) -> str:
        return "{card, at, facing} of a card to play" + (" or {skip: true}" if step.optional else "")


@rows.rules_for(kinds.PlaceSelf)
class PlaceSelfRules(_Placing[kinds.PlaceSelf]):
    """SPL-3, SPL-4: the spell card itself is placed, and may be sealed there."""

    asked = "{at, facing} for the spell card"

    def _face_before(self, outlook: rows.Outlook) -> Face:
        return outlook.state.setting.kingdom.face(outlook.spell)

    def cards(self, state: GameState, step: kinds.PlaceSelf) -> tuple[str, ...]:
        return (state.casting.spell,) if state.casting else ()

    def carry_out(self, state: GameState, casting: Casting, step: kinds.PlaceSelf, choice: PlaceCard) -> GameState:
        return _placed(state, replace(casting, placed_self=True), choice, step.where, sealed=step.sealed)


def _placed(state: GameState, casting: Casting, choice: PlaceCard, where: str, *, sealed: bool) -> GameState:
    card = Placed(choice.card, state.setting.kingdom.face(choice.card), choice.facing, sealed)
    lay = state.board.placed_under if where == "under" else state.board.placed
    board = lay(choice.at, card)
    return board_changed(replace(state.placing(board), casting=replace(casting, last=choice.at)), board)


def _without(casting: Casting, source: Literal["drawn", "taken"], card: str) -> Casting:
    """Return the spell without a card that waited."""
    cards = [*getattr(casting, source)]
    cards.remove(card)
    return replace(casting, **{source: tuple(cards)})


# --- the draw pile -----------------------------------------------------------------------------------------


@rows.rules_for(kinds.OfferRedraw)
class OfferRedrawRules(rows.StepRules[kinds.OfferRedraw, Redraw]):
    """SPL-6: every other player may redraw, clockwise; SPL-10: while cards last."""

    answer = Redraw
    skippable = False
    changed = rows.Changes.DRAW_PILE | rows.Changes.DISCARD_PILE
    asked = "{redraw: [families]}"

    def choices(self, state: GameState, step: kinds.OfferRedraw) -> Iterator[Redraw]:
        offered = _offered(state)
        for count in range(min(len(offered), cards_for_redraw(state)) + 1):
            yield from map(Redraw, combinations(offered, count))

    def problem(self, state: GameState, step: kinds.OfferRedraw, choice: Redraw) -> Broken | None:
        offered, names = _offered(state), choice.families
        if names != tuple(family for family in offered if family in names):
            message = f"[{', '.join(names)}] are not other players in clockwise order, each named once"
            return Broken("SPL-6", f"{message} ({', '.join(offered)})")
        if len(names) > cards_for_redraw(state):
            return Broken("SPL-10", f"{len(names)} players redraw, but the pile has {cards_for_redraw(state)} cards")
        return None

    def carry_out(self, state: GameState, casting: Casting, step: kinds.OfferRedraw, choice: Redraw) -> GameState:
        """Let the families, one after the other, discard their vine card and draw a new one."""
        for family in choice.families:
            player = state.setting.players.index(family)
            state = with_new_card(discarding(state, player), player)
        return state

    def describe_choice(self, state: GameState, step: kinds.OfferRedraw, choice: Redraw) -> str:
        return new_cards(choice.families)


def _offered(state: GameState) -> list[str]:
    return [state.setting.players[player] for player in others_with_a_card(state)]


@rows.rules_for(kinds.Peek)
class PeekRules(rows.StepRules[kinds.Peek, Order]):
    """SPL-10: the cards the caster has seen go back, each once, in any order."""

    answer = Order
    skippable = False

    def missing(self, outlook: rows.Outlook, step: kinds.Peek) -> Broken | None:
        cards = len(outlook.state.draw_pile)
        if rows.Changes.DRAW_PILE in outlook.changed or step.count <= cards:
            return None
        return Broken("SPL-10", f"the spell looks at {step.count} cards, but the draw pile has only {cards}")

    def asks(self, state: GameState, step: kinds.Peek) -> bool:
        return not step.unsorted and len(state.draw_pile) >= _FEWEST_TO_ORDER

    def choices(self, state: GameState, step: kinds.Peek) -> Iterator[Order]:
        return map(Order, dict.fromkeys(permutations(state.draw_pile[: step.count])))

    def problem(self, state: GameState, step: kinds.Peek, choice: Order) -> Broken | None:
        seen, cards = state.draw_pile[: step.count], choice.cards
        if sorted(seen) == sorted(cards):
            return None
        return Broken("SPL-10", f"[{', '.join(cards)}] are not the cards on top of the pile: {', '.join(seen)}")

    def carry_out(self, state: GameState, casting: Casting, step: kinds.Peek, choice: Order) -> GameState:
        return replace(state, draw_pile=choice.cards + state.draw_pile[len(choice.cards) :])

    def prompt(self, state: GameState, step: kinds.Peek) -> str:
        return f"{{order: [cards]}} of {', '.join(state.draw_pile[: step.count])}, the next to be drawn first"

    def describe_choice(self, state: GameState, step: kinds.Peek, choice: Order) -> str:
        return f"puts {', '.join(choice.cards)} back on the draw pile"

    def describe_result(self, before: GameState, after: GameState, step: kinds.Peek) -> str:
        """Describe a peek that needs no choice: a single card keeps its place."""
        return f"looks at {' and '.join(before.draw_pile[: step.count]) or 'an empty draw pile'}"


H = TypeVar("H", kinds.ForceRedraw, kinds.Steal, kinds.Give, kinds.SeeHand)


def others_with_a_card(state: GameState) -> list[int]:
    """List the other players who hold a vine card, clockwise."""
    return [player for player in state.others() if state.hands[player] is not None]


def cards_for_redraw(state: GameState) -> int:
    """SPL-10: return how many cards the others can draw, without those that the spell itself still draws."""
    rest = state.casting.steps[state.casting.index :] if state.casting else ()
    return max(0, len(state.draw_pile) - rows.still_drawn(rest))


def with_new_card(state: GameState, player: int) -> GameState:
    """Draw a vine card for a player with an empty hand, if there is one for them."""
    if cards_for_redraw(state) == 0:
        return replace(state, hands=state.with_hand(player, None))
    return replace(state, hands=state.with_hand(player, state.draw_pile[0]), draw_pile=state.draw_pile[1:])


def new_cards(families: Sequence[str]) -> str:
    """Return a sentence that names the players who took new vine cards."""
    if len(families) > 1:
        return f"{' and '.join(families)} take new vine cards"
    return f"{''.join(families) or 'no player'} takes a new vine card"


class _OtherPlayer(rows.StepRules[H, NamePlayer]):
    """SPL-10: the caster names another player who holds a vine card."""

    answer: ClassVar[type[Any] | None] = NamePlayer
    changed = rows.Changes.DRAW_PILE | rows.Changes.DISCARD_PILE
    asked = "{player: family} of another player"

    def missing(self, outlook: rows.Outlook, step: H) -> Broken | None:
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


@rows.rules_for(kinds.ForceRedraw)
class ForceRedrawRules(_OtherPlayer[kinds.ForceRedraw]):
    """STEP-12, STEP-15: all other players, one of them, or the most connected exchange their vine card."""

    def asks(self, state: GameState, step: kinds.ForceRedraw) -> bool:
        return step.who == "chosen"

    def run(self, state: GameState, casting: Casting, step: kinds.ForceRedraw) -> GameState:
        for player in self._redrawing(state, step):
            state = with_new_card(discarding(state, player), player)
        return state

    def _redrawing(self, state: GameState, step: kinds.ForceRedraw) -> list[int]:
        """List the players who discard and draw, clockwise."""
        players = others_with_a_card(state)
        if step.who == "most-connections":
            counts, names = connections(state), state.setting.players
            most = max(1, *(counts[names[player]] for player in state.others()))
            players = [player for player in players if counts[names[player]] == most]
        return players[: cards_for_redraw(state)]

    def choices(self, state: GameState, step: kinds.ForceRedraw) -> Iterator[NamePlayer]:
        return super().choices(state, step) if cards_for_redraw(state) else iter(())

    def problem(self, state: GameState, step: kinds.ForceRedraw, choice: NamePlayer) -> Broken | None:
        if not cards_for_redraw(state):
            return Broken("SPL-10", f"the draw pile has no card for {choice.family}")
        return super().problem(state, step, choice)

    def carry_out(self, state: GameState, casting: Casting, step: kinds.ForceRedraw, choice: NamePlayer) -> GameState:
        player = state.setting.players.index(choice.family)
        return with_new_card(discarding(state, player), player)

    def describe_choice(self, state: GameState, step: kinds.ForceRedraw, choice: NamePlayer) -> str:
        return f"makes {choice.family} take a new vine card"

    def describe_result(self, before: GameState, after: GameState, step: kinds.ForceRedraw) -> str:
        return new_cards([before.setting.players[player] for player in self._redrawing(before, step)])


@rows.rules_for(kinds.Steal)
class StealRules(_OtherPlayer[kinds.Steal]):
    """SPL-10: the other player's vine card waits as taken, and they draw a new one."""

    def carry_out(self, state: GameState, casting: Casting, step: kinds.Steal, choice: NamePlayer) -> GameState:
        player = state.setting.players.index(choice.family)
        card = state.hands[player]
        taken = casting.taken if card is None else (*casting.taken, card)
        return with_new_card(replace(state, casting=replace(casting, taken=taken)), player)

    def describe_choice(self, state: GameState, step: kinds.Steal, choice: NamePlayer) -> str:
        return f"takes {state.hands[state.setting.players.index(choice.family)]} from {choice.family}"


@rows.rules_for(kinds.Give)
class GiveRules(_OtherPlayer[kinds.Give]):
    """SPL-10: the card in hand goes to another player instead of the discard pile; theirs is discarded."""

    changed = rows.Changes.DISCARD_PILE
    result = "has no card to give"

    def asks(self, state: GameState, step: kinds.Give) -> bool:
        return state.hand is not None

    def carry_out(self, state: GameState, casting: Casting, step: kinds.Give, choice: NamePlayer) -> GameState:
        player, card = state.setting.players.index(choice.family), state.hand
        state = discarding(replace(state, hands=state.with_hand(state.player, None)), player)
        return replace(state, hands=state.with_hand(player, card))

    def describe_choice(self, state: GameState, step: kinds.Give, choice: NamePlayer) -> str:
        return f"gives {state.hand} to {choice.family}"


@rows.rules_for(kinds.SeeHand)
class SeeHandRules(_OtherPlayer[kinds.SeeHand]):
    """STEP-13: the caster sees another player's vine card, and nothing changes."""

    answer = None
    changed = rows.Changes.NOTHING


@rows.rules_for(kinds.SwapHands)
class SwapHandsRules(rows.StepRules[kinds.SwapHands, None]):
    """STEP-14: the players on both sides of the caster exchange their vine cards."""

    def missing(self, outlook: rows.Outlook, step: kinds.SwapHands) -> Broken | None:
        return None if len(outlook.state.others()) > 1 else Broken("SPL-10", "there is only one other player")

    def run(self, state: GameState, casting: Casting, step: kinds.SwapHands) -> GameState:
        left, right = state.others()[0], state.others()[-1]
        one = replace(state, hands=state.with_hand(left, state.hands[right]))
        return replace(one, hands=one.with_hand(right, state.hands[left]))


@rows.rules_for(kinds.PassHands)
class PassHandsRules(rows.StepRules[kinds.PassHands, None]):
    """STEP-2: everyone gives their vine card to a neighbour; the caster keeps the one they get."""

    def missing(self, outlook: rows.Outlook, step: kinds.PassHands) -> Broken | None:
        return None if others_with_a_card(outlook.state) else Broken("SPL-10", "no other player holds a vine card")

    def run(self, state: GameState, casting: Casting, step: kinds.PassHands) -> GameState:
        given = list(state.hands)
        if casting.kept is not None:
            given[state.player] = casting.kept
        got = given[-1:] + given[:-1] if step.to == "left" else given[1:] + given[:1]
        kept, got[state.player] = got[state.player], None if casting.kept is None else state.hand
        return replace(state, hands=tuple(got), casting=replace(casting, kept=kept))

    def describe_result(self, before: GameState, after: GameState, step: kinds.PassHands) -> str:
        kept = after.casting.kept if after.casting else None
        return f"everyone passes their vine card to the {step.to}, and {before.family} gets {kept or 'none'}"
