"""Carry out a spell, step by step: the choices that `choices` allows lead to the next game state.

Steps run by themselves until one needs a choice. END-3 and END-4 are checked after every step that changes
the board; when the game ends, nothing more is done.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cloudy_pnp.games.cloudy_kingdom.model.steps import Step
from cloudy_pnp.games.cloudy_kingdom.rules.spells.choices import step_to_choose
from cloudy_pnp.games.cloudy_kingdom.rules.spells.effects import hand_discarded
from cloudy_pnp.games.cloudy_kingdom.rules.spells.step_rules import rules_of
from cloudy_pnp.games.cloudy_kingdom.rules.state import Casting, Choice, GameState, Skip


def cast(state: GameState, spell: str) -> GameState:
    """TURN-3: begin to cast a spell, and run to its first choice."""
    return _run(begin_cast(state, spell))


def begin_cast(state: GameState, spell: str) -> GameState:
    """TURN-3: use up the spell, before any of its steps is done."""
    spells_left = list(state.spells[state.player])
    spells_left.remove(spell)
    spells = (*state.spells[: state.player], tuple(spells_left), *state.spells[state.player + 1 :])
    steps = state.setting.kingdom.steps(spell, state.setting.edition.id)
    return replace(state, spells=spells, casting=Casting(spell, steps))


def choose(state: GameState, choice: Choice) -> GameState:
    """Carry out a legal choice and run on; the game may end on the way (END-4), or the spell be done."""
    return _run(carry_out_choice(state, choice))


def carry_out_choice(state: GameState, choice: Choice) -> GameState:
    """Carry out a legal choice, and nothing after it."""
    casting, step = state.casting, step_to_choose(state)
    if casting is None or step is None:
        return state
    after = state
    if not isinstance(choice, Skip):
        rules = rules_of(step)
        steps = rules.steps(state, step, choice)
        if steps is not None:
            return _splice(state, casting, steps)
        after = rules.carry_out(state, casting, step, choice)
    return _step_done(after)


def _splice(state: GameState, casting: Casting, steps: tuple[Step, ...]) -> GameState:
    """Replace the current block with the steps to carry out."""
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
    for _, _, after in automatic_steps(state):
        state = after
    casting = state.casting
    if casting is None or state.ending is not None:
        return state
    if casting.index == len(casting.steps):
        return _finish(state)
    step = casting.steps[casting.index]
    return rules_of(step).begin(state, casting, step)


def automatic_steps(state: GameState) -> Iterator[tuple[GameState, Step, GameState]]:
    """Yield the steps that need no choice, up to the next one that does: each with the game before and after it."""
    while state.ending is None and (casting := state.casting) is not None and casting.index < len(casting.steps):
        step = casting.steps[casting.index]
        rules = rules_of(step)
        steps = rules.steps(state, step, None)
        if steps is not None:
            after = _splice(state, casting, steps)
        elif rules.asks(state, step):
            return
        else:
            after = _step_done(rules.run(state, casting, step))
        yield state, step, after
        state = after


def _finish(state: GameState) -> GameState:
    """SPL-10: discard the cards that the spell has not placed.

    TURN-3: put it into the box unless it stays on the board, with any spell card it took back; TURN-4: discard the vine
    card that paid for it last; STEP-1: the card that was kept is in hand then.
    """
    casting = state.casting
    if casting is None:
        return state
    vines = state.setting.kingdom.vines
    player = state.player
    spells = tuple(card for card in casting.taken if card not in vines)
    done = hand_discarded(
        replace(
            state,
            discard_pile=state.discard_pile + casting.drawn + tuple(card for card in casting.taken if card in vines),
            box=state.box + spells + (() if casting.placed_self else (casting.spell,)),
            casting=None,
        )
    )
    return done if casting.kept is None else replace(done, hands=done.with_hand(player, casting.kept))
