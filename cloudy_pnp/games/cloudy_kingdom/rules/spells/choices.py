"""SPL: which spells may be cast, and what may be chosen for them. Nothing here knows a spell by its name.

A cast spell is a `Casting` in the game state: steps run by themselves until one needs a choice; `choices`
lists what may be chosen, `casting` carries the choice out and runs on to the next. So a player, a record or a
simulator walks the same tree of decisions, one choice at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import TypeAlias

from cloudy_pnp.games.cloudy_kingdom.model.face import Face
from cloudy_pnp.games.cloudy_kingdom.model.steps import (
    STEP_RULES,
    ChooseOne,
    Clear,
    MissTurn,
    MoveTop,
    OfferRedraw,
    Peek,
    PlaceSelf,
    Play,
    Protect,
    Remove,
    Swap,
    Turn,
)
from cloudy_pnp.games.cloudy_kingdom.rules.board import Field
from cloudy_pnp.games.cloudy_kingdom.rules.growth import Broken
from cloudy_pnp.games.cloudy_kingdom.rules.spells.castable import steps_problem, still_drawn
from cloudy_pnp.games.cloudy_kingdom.rules.spells.targets import (
    move_problem,
    moves,
    place_problem,
    places,
    swap_problem,
    swaps,
    target_problem,
    targets,
)
from cloudy_pnp.games.cloudy_kingdom.rules.state import (
    Choice,
    GameState,
    MoveCard,
    NamePlayer,
    Order,
    PlaceCard,
    Redraw,
    Skip,
    SwapStacks,
    TakeOption,
    Target,
)

# The steps that wait for a choice; of these, `miss-turn` only where the caster names the player.
ChoiceStep: TypeAlias = (
    Play | PlaceSelf | Remove | Turn | OfferRedraw | MoveTop | Swap | Clear | Peek | MissTurn | Protect | ChooseOne
)


def cast_problem(state: GameState, spell: str) -> Broken | None:
    """SPL-10: a spell can be cast when each of its steps can be carried out, as far as that can be known now."""
    return steps_problem(state, spell, state.setting.kingdom.steps(spell, state.setting.edition.id))


# --- what may be chosen? -----------------------------------------------------------------------------------


def choices(state: GameState) -> list[Choice]:
    """Everything that may be chosen next for the spell that is being cast, in a fixed order."""
    step = step_to_choose(state)
    if step is None:
        return []
    found = list(_possible(state, step))
    return [*found, Skip()] if not found or (isinstance(step, Play) and step.optional) else found


def _possible(state: GameState, step: ChoiceStep) -> Iterator[Choice]:
    """What may be chosen for a step, apart from leaving it out."""
    board, options = state.board, state.setting.options
    match step:
        case Play() | PlaceSelf():
            for card in dict.fromkeys(cards_to_place(state, step)):
                for field, facing in places(board, _face(state, card), step.where, _last(state), options):
                    yield PlaceCard(card, field, facing)
        case Remove() | Turn() | Clear() | Protect():
            yield from map(Target, targets(board, step))
        case MoveTop():
            yield from moves(board, step, options)
        case Swap():
            yield from swaps(board)
        case OfferRedraw():
            offered = _others_with_a_card(state)
            for count in range(min(len(offered), _cards_for_redraw(state)) + 1):
                yield from map(Redraw, combinations(offered, count))
        case Peek(count):
            yield from map(Order, dict.fromkeys(permutations(state.draw_pile[:count])))
        case MissTurn():
            yield from (NamePlayer(state.setting.players[player]) for player in state.others())
        case ChooseOne():
            numbers = range(1, len(step.options) + 1)
            yield from (TakeOption(number) for number in numbers if _option_problem(state, step, number) is None)


def step_to_choose(state: GameState) -> ChoiceStep | None:
    """The step of the spell that waits for a choice; None when no spell is being cast."""
    if state.casting is None or state.ending is not None:
        return None
    step = state.casting.steps[state.casting.index]
    return step if isinstance(step, ChoiceStep) else None


def choice_problem(state: GameState, choice: Choice) -> Broken | None:
    """The rule that a choice breaks, or None when it may be made."""
    step = step_to_choose(state)
    board, options = state.board, state.setting.options
    if step is None:
        return Broken("TURN-2", "no spell is being cast that would ask for a choice")
    match step, choice:
        case Play() | PlaceSelf(), PlaceCard(card, at, facing):
            if card not in cards_to_place(state, step):
                rule = "SPL-7" if isinstance(step, Play) and step.source == "taken" else STEP_RULES[type(step)]
                return Broken(rule, f"{card} is none of the cards that the spell plays now")
            return place_problem(board, _face(state, card), step.where, _last(state), at, facing, options)
        case Remove() | Turn() | Clear() | Protect(), Target(at):
            return target_problem(board, step, at)
        case MoveTop(), MoveCard():
            return move_problem(board, step, choice, options)
        case Swap(), SwapStacks():
            return swap_problem(board, step, choice)
        case OfferRedraw(), Redraw(names):
            return _redraw_problem(state, names)
        case Peek(count), Order(cards):
            return _order_problem(state.draw_pile[:count], cards)
        case MissTurn(), NamePlayer(family):
            return _named_problem(state, family)
        case ChooseOne(), TakeOption(number):
            return _option_problem(state, step, number)
        case _, Skip() if not isinstance(step, OfferRedraw | Peek):
            if Skip() in choices(state):
                return None
            return Broken("SPL-10", "the spell can do what it asks for, so it must not be skipped")
    return Broken(STEP_RULES[type(step)], f"{choice} is no answer to the step {step}")


def _redraw_problem(state: GameState, names: tuple[str, ...]) -> Broken | None:
    """SPL-6: every other player may redraw, clockwise; SPL-10: while cards last."""
    offered = _others_with_a_card(state)
    if names != tuple(family for family in offered if family in names):
        message = f"[{', '.join(names)}] are not other players in clockwise order, each named once"
        return Broken("SPL-6", f"{message} ({', '.join(offered)})")
    if len(names) > _cards_for_redraw(state):
        return Broken("SPL-10", f"{len(names)} players redraw, but the pile has {_cards_for_redraw(state)} cards")
    return None


def _order_problem(seen: tuple[str, ...], cards: tuple[str, ...]) -> Broken | None:
    """SPL-10: the cards that were looked at go back, each once."""
    if sorted(seen) == sorted(cards):
        return None
    return Broken("SPL-10", f"[{', '.join(cards)}] are not the cards on top of the pile: {', '.join(seen)}")


def _named_problem(state: GameState, family: str) -> Broken | None:
    """SPL-10: the caster names another player."""
    others = [state.setting.players[player] for player in state.others()]
    return None if family in others else Broken("SPL-10", f"{family} is not one of the others: {', '.join(others)}")


def _option_problem(state: GameState, step: ChooseOne, number: int) -> Broken | None:
    """SPL-10: an option can be taken when its steps can be carried out now, as for a whole spell."""
    if not 1 <= number <= len(step.options):
        return Broken("SPL-10", f"there is no option {number}: choose from 1 to {len(step.options)}")
    spell = state.casting.spell if state.casting else ""
    return steps_problem(state, spell, step.options[number - 1])


# --- what the spell has at hand ----------------------------------------------------------------------------


def cards_to_place(state: GameState, step: Play | PlaceSelf) -> tuple[str, ...]:
    """The cards that a step can place now."""
    casting = state.casting
    if casting is None:
        return ()
    if isinstance(step, PlaceSelf):
        return (casting.spell,)
    match step.source:
        case "drawn":
            return casting.drawn
        case "taken":
            return casting.taken
        case "hand":
            return () if state.hand is None else (state.hand,)


def _face(state: GameState, card: str) -> Face:
    return state.setting.kingdom.face(card)


def _last(state: GameState) -> Field | None:
    return state.casting.last if state.casting else None


def _others_with_a_card(state: GameState) -> list[str]:
    return [state.setting.players[player] for player in state.others() if state.hands[player] is not None]


def _cards_for_redraw(state: GameState) -> int:
    """SPL-10: the others redraw while cards last; what the spell itself still draws is kept for it."""
    rest = state.casting.steps[state.casting.index :] if state.casting else ()
    return max(0, len(state.draw_pile) - still_drawn(rest))
