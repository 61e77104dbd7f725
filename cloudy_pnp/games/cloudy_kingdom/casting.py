"""Carrying out a spell, step by step: what `spells` allows becomes the next game state.

Steps run by themselves until one needs a choice. END-3 and END-4 are looked at after every step that changes
the board; when the game ends, nothing more is done.
"""

from __future__ import annotations

from dataclasses import replace

from cloudy_pnp.games.cloudy_kingdom.board import Board, Field, Placed, standing
from cloudy_pnp.games.cloudy_kingdom.ending import claimed_by_spell, ended_by_spell, newly_connected
from cloudy_pnp.games.cloudy_kingdom.spells import cards_to_place, step_to_choose
from cloudy_pnp.games.cloudy_kingdom.state import (
    Casting,
    Choice,
    GameState,
    PlaceCard,
    Redraw,
    Skip,
    Target,
)
from cloudy_pnp.games.cloudy_kingdom.steps import Discard, Draw, PlaceSelf, Play, Step, Take, Turn


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
        case Skip():
            after = state
    after = _step_done(after)
    return after if after.ending else _run(after)


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
    casting = state.casting
    while casting is not None and casting.index < len(casting.steps):
        match casting.steps[casting.index]:
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
            case _:
                return state
        state = _step_done(state)
        casting = state.casting
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
    """SPL-1: remove the top card from the game; SPL-8: turn the whole stack."""
    if isinstance(step, Turn):
        return _changed(state, state.board.turned_stack(at, step.quarters))
    last = None if casting.last == at else casting.last
    box = (*state.box, state.board.stack(at)[-1].card)
    return _changed(replace(state, box=box, casting=replace(casting, last=last)), state.board.removed(at))


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
