"""Carrying out a spell, step by step: what `spells` allows becomes the next game state.

Steps run by themselves until one needs a choice. END-3 and END-4 are looked at after every step that changes
the board; when the game ends, nothing more is done.
"""

from __future__ import annotations

from dataclasses import replace

from cloudy_pnp.games.cloudy_kingdom.model.steps import (
    ChooseOne,
    Clear,
    Discard,
    Draw,
    ExtraTurn,
    MissTurn,
    OnlyIf,
    Peek,
    PlaceSelf,
    Play,
    Protect,
    Remove,
    Repeat,
    Step,
    Take,
    Turn,
)
from cloudy_pnp.games.cloudy_kingdom.rules.board import Board, Field, Placed, standing
from cloudy_pnp.games.cloudy_kingdom.rules.ending import claimed_by_spell, ended_by_spell, newly_connected
from cloudy_pnp.games.cloudy_kingdom.rules.spells.castable import holds
from cloudy_pnp.games.cloudy_kingdom.rules.spells.choices import cards_to_place, step_to_choose
from cloudy_pnp.games.cloudy_kingdom.rules.spells.targets import CLEARED
from cloudy_pnp.games.cloudy_kingdom.rules.state import (
    Casting,
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

FEWEST_TO_ORDER = 2  # cards of a `peek`


def cast(state: GameState, spell: str) -> GameState:
    """TURN-3: begin to cast a spell, which is then used up, and run to its first choice."""
    own = list(state.spells[state.player])
    own.remove(spell)
    spells = (*state.spells[: state.player], tuple(own), *state.spells[state.player + 1 :])
    steps = state.setting.kingdom.steps(spell, state.setting.edition.id)
    return _run(replace(state, spells=spells, casting=Casting(spell, steps)))


def choose(state: GameState, choice: Choice) -> GameState:
    """Carry out a legal choice and run on; the game may end on the way (END-4), or the spell be done."""
    casting, step = state.casting, step_to_choose(state)
    if casting is None or step is None:
        return state
    match choice:
        case PlaceCard():
            after = _place(state, casting, step, choice)
        case Target(at):
            after = _affect(state, casting, step, at)
        case Redraw(names):
            after = _redraw(state, names)
        case MoveCard(at, to, facing):
            moved = replace(state, casting=replace(casting, last=to))
            after = _changed(moved, state.board.moved(at, to, facing))
        case SwapStacks(at, other):
            after = _swapped(state, casting, at, other)
        case Order(cards):
            after = replace(state, draw_pile=cards + state.draw_pile[len(cards) :])
        case NamePlayer(family):
            after = state.missing(state.setting.players.index(family), 1)
        case TakeOption(number):
            return _run(_spliced(state, casting, step.options[number - 1] if isinstance(step, ChooseOne) else ()))
        case Skip():
            after = state
    after = _step_done(after)
    return after if after.ending else _run(after)


def _spliced(state: GameState, casting: Casting, steps: tuple[Step, ...]) -> GameState:
    """The steps that are carried out take the place of the block that is reached."""
    before, after = casting.steps[: casting.index], casting.steps[casting.index + 1 :]
    return replace(state, casting=replace(casting, steps=(*before, *steps, *after)))


def _step_done(state: GameState) -> GameState:
    """Go to the next play of the same step, or to the next step."""
    casting = state.casting
    if casting is None:
        return state
    if casting.plays_left is not None and casting.plays_left > 1:
        return replace(state, casting=replace(casting, plays_left=casting.plays_left - 1))
    return replace(state, casting=replace(casting, index=casting.index + 1, plays_left=None))


def _run(state: GameState) -> GameState:
    """Carry out steps that need no choice, up to the next one that does or to the end of the spell."""
    while (casting := state.casting) is not None and casting.index < len(casting.steps):
        match casting.steps[casting.index]:
            case Repeat(times, steps):
                state = _spliced(state, casting, steps * times)
                continue
            case OnlyIf(steps=steps) as condition:
                state = _spliced(state, casting, steps if holds(state, condition) else ())
                continue
            case Draw(count):
                drawn = (*casting.drawn, *state.draw_pile[:count])
                state = replace(state, draw_pile=state.draw_pile[count:], casting=replace(casting, drawn=drawn))
            case Discard("drawn"):
                state = replace(
                    state,
                    discard_pile=state.discard_pile + casting.drawn,
                    casting=replace(casting, drawn=()),
                )
            case Discard("hand"):
                state = _discard_hand(state)
            case Take():
                taken = (*casting.taken, *state.discard_pile[-1:])
                state = replace(state, discard_pile=state.discard_pile[:-1], casting=replace(casting, taken=taken))
            case Play(count=count) as step:
                available = len(cards_to_place(state, step))
                plays = available if count == "all" else min(count, available)
                if plays:
                    return replace(state, casting=replace(casting, plays_left=casting.plays_left or plays))
            case MissTurn("next"):
                for player in state.others()[:1]:
                    state = state.missing(player, 1)
            case ExtraTurn():
                state = replace(state, extra_turn=True)
            case Peek() if len(state.draw_pile) < FEWEST_TO_ORDER:
                pass  # SPL-10: a card alone cannot be put in another order
            case _:
                return state
        state = _step_done(state)
    return _done(state)


def _done(state: GameState) -> GameState:
    """SPL-10: what the spell has not placed is discarded; TURN-3: it goes to the box unless it stays on the
    board; TURN-4: the vine card that paid for it reaches the discard pile last."""
    casting = state.casting
    if casting is None:
        return state
    return _discard_hand(
        replace(
            state,
            discard_pile=state.discard_pile + casting.drawn + casting.taken,
            box=state.box if casting.placed_self else (*state.box, casting.spell),
            casting=None,
        )
    )


def _discard_hand(state: GameState) -> GameState:
    if state.hand is None:
        return state
    pile = (*state.discard_pile, state.hand)
    return replace(state, discard_pile=pile, hands=state.with_hand(state.player, None))


def _place(state: GameState, casting: Casting, step: Step, choice: PlaceCard) -> GameState:
    """SPL-2, SPL-3, SPL-4: the card goes to the board; a spell card may be sealed there."""
    sealed = isinstance(step, PlaceSelf) and step.sealed
    placed = Placed(choice.card, state.setting.kingdom.face(choice.card), choice.facing, sealed)
    match step:
        case Play(source="drawn"):
            casting = replace(casting, drawn=_without(casting.drawn, choice.card))
        case Play(source="taken"):
            casting = replace(casting, taken=_without(casting.taken, choice.card))
        case Play(source="hand"):
            state = replace(state, hands=state.with_hand(state.player, None))
        case _:
            casting = replace(casting, placed_self=True)
    casting = replace(casting, last=choice.at)
    return _changed(replace(state, casting=casting), state.board.placed(choice.at, placed))


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def _affect(state: GameState, casting: Casting, step: Step, at: Field) -> GameState:
    """SPL-8: turn the whole stack; SPL-10: clear the top card, or protect the field; otherwise remove the card."""
    match step:
        case Turn(quarters=quarters):
            return _changed(state, state.board.turned_stack(at, quarters))
        case Clear(kind):
            return _changed(state, state.board.cleared(at, CLEARED[kind]))
        case Protect():
            return state.guarding(state.player, state.guards[state.player] | {at})
    return _removed(state, casting, step, at)


def _removed(state: GameState, casting: Casting, step: Step, at: Field) -> GameState:
    """SPL-1: the top card leaves the board for the box, or a vine card for the discard pile."""
    card = state.board.stack(at)[-1].card
    to_discard = isinstance(step, Remove) and step.to == "discard" and card in state.setting.kingdom.vines
    state = replace(
        state,
        discard_pile=(*state.discard_pile, card) if to_discard else state.discard_pile,
        box=state.box if to_discard else (*state.box, card),
        casting=replace(casting, last=None if casting.last == at else casting.last),
    )
    return _changed(state, state.board.removed(at))


def _swapped(state: GameState, casting: Casting, at: Field, other: Field) -> GameState:
    """SPL-10: the stacks change places, and with them the card that the spell placed last."""
    last = {at: other, other: at}.get(casting.last, casting.last) if casting.last else None
    return _changed(replace(state, casting=replace(casting, last=last)), state.board.swapped(at, other))


def _redraw(state: GameState, names: tuple[str, ...]) -> GameState:
    """SPL-6: one after the other, they discard their vine card and draw a new one."""
    for family in names:
        player = state.setting.players.index(family)
        card = state.hands[player]
        state = replace(
            state,
            discard_pile=state.discard_pile + (() if card is None else (card,)),
            hands=state.with_hand(player, state.draw_pile[0]),
            draw_pile=state.draw_pile[1:],
        )
    return state


def _changed(state: GameState, board: Board) -> GameState:
    """END-3, END-4: checked after every step that changes the board."""
    connected = standing(board)
    new = newly_connected(state.connected, connected)
    claims = list(state.claims)
    claims[state.player] |= claimed_by_spell(new, state.family)
    ending = ended_by_spell(new, state.family)
    return replace(state, board=board, connected=connected, claims=tuple(claims), ending=ending)
