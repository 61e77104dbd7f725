"""The greedy player (described in `greedy`) on the readable engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from cloudy_pnp.games.cloudy_kingdom.model.steps import ChooseOne, expand_repeats
from cloudy_pnp.games.cloudy_kingdom.rules.board import AXES, Board, Placed, castles_of, standing
from cloudy_pnp.games.cloudy_kingdom.rules.distance import cheapest
from cloudy_pnp.games.cloudy_kingdom.rules.ending import ended_by_vine, newly_connected
from cloudy_pnp.games.cloudy_kingdom.rules.spells.casting import cast, choose
from cloudy_pnp.games.cloudy_kingdom.rules.spells.choices import choices, step_to_choose
from cloudy_pnp.games.cloudy_kingdom.rules.spells.step_rules import rules_of
from cloudy_pnp.games.cloudy_kingdom.rules.state import (
    CastSpell,
    Choice,
    GameState,
    Move,
    NamePlayer,
    PlayVine,
    Roll,
    Skip,
    TakeOption,
    UnseenCards,
)
from cloudy_pnp.games.cloudy_kingdom.sim.bytecode import unseen
from cloudy_pnp.games.cloudy_kingdom.sim.greedy_weights import FIELD, LOSS, PRICE, SCALE, TEMPO, THREAT, UNSEEN, WIN
from cloudy_pnp.games.cloudy_kingdom.sim.random import Chance

Item = TypeVar("Item")


def pick_greedy(state: GameState, moves: Sequence[Move], chance: Chance) -> int:
    """Return the index of the greedy player's move."""
    if state.casting is not None:
        return _pick_choice(state, moves, chance)
    return _best(moves, lambda move: _value_of_move(state, move, chance), chance)


def _best(items: Sequence[Item], value: Callable[[Item], int], chance: Chance) -> int:
    """Return the index of the most valuable item; the k-th of equal items replaces the one before with chance 1/k."""
    best, index, ties = 0, 0, 0
    for place, item in enumerate(items):
        worth = value(item)
        if ties == 0 or worth > best:
            best, index, ties = worth, place, 1
        elif worth == best:
            ties += 1
            if chance.below(ties) == 0:
                index = place
    return index


def _value_of_move(state: GameState, move: Move, chance: Chance) -> int:
    match move:
        case PlayVine(at, facing) if state.hand is not None:
            placed = Placed(state.hand, state.setting.kingdom.face(state.hand), facing)
            board = state.board.placed(at, placed)
            ending = ended_by_vine(newly_connected(state.connected, standing(board)), state.family)
            if ending is not None:
                return WIN if state.family in ending.winners else LOSS
            return _value(state, board)
        case CastSpell(spell):
            steps = expand_repeats(state.setting.kingdom.steps(spell, state.setting.edition.id))
            if cards := unseen(steps):
                return _value(state, state.board) + SCALE * (UNSEEN * cards - PRICE)
            return _try_spell(cast(state, spell), chance) - _tempo(state) - SCALE * PRICE
        case _:
            return _value(state, state.board)


def _try_spell(state: GameState, chance: Chance) -> int:
    """Return the value of a spell whose choices are made one by one."""
    while state.casting is not None and state.ending is None:
        options = choices(state)
        state = choose(state, _as_choice(options[_pick_choice(state, options, chance)]))
    return _value_now(state)


def _pick_choice(state: GameState, options: Sequence[Move], chance: Chance) -> int:
    match options[0]:
        case choice if isinstance(choice, UnseenCards):
            return 0
        case Roll():
            return chance.below(len(options))
        case TakeOption():
            return _best(options, lambda option: _value_of_option(state, option, chance), chance)
    return _best(options, lambda choice: _value_of_choice(state, choice), chance)


def _value_of_choice(state: GameState, choice: Move) -> int:
    match choice:
        case NamePlayer(family):
            return -_distance(state.board, family)
        case Skip():
            return _value(state, state.board)
    step = step_to_choose(state)
    if step is None or state.casting is None:
        raise TypeError(f"no spell asks for {choice}")
    after = rules_of(step).carry_out(state, state.casting, step, choice)  # automatic steps are not considered
    return LOSS if after.ending is not None else _value(state, after.board)


def _value_of_option(state: GameState, option: Move, chance: Chance) -> int:
    """Return the value of an option; only its own steps are carried out, which replace the block."""
    step, casting = step_to_choose(state), state.casting
    if not isinstance(option, TakeOption) or not isinstance(step, ChooseOne) or casting is None:
        raise TypeError(f"{option} is not an option of {step}")
    steps = step.options[option.number - 1]
    if cards := unseen(steps):
        return _value_now(state) + SCALE * UNSEEN * cards
    end = casting.index + len(steps)
    state = choose(state, option)
    while state.ending is None and state.casting is not None and state.casting.index < end:
        options = choices(state)
        state = choose(state, _as_choice(options[_pick_choice(state, options, chance)]))
    return _value_now(state)


def _as_choice(move: Move) -> Choice:
    if isinstance(move, PlayVine | CastSpell):
        raise TypeError(f"{move} is not a choice of a spell")
    return move  # type: ignore[return-value]


# --- the value of a board ----------------------------------------------------------------------------------


def _value_now(state: GameState) -> int:
    return LOSS if state.ending is not None else _value(state, state.board) + _tempo(state)


def _tempo(state: GameState) -> int:
    return SCALE * TEMPO * (state.extra_turn + sum(state.misses[player] for player in state.others()))


def _value(state: GameState, board: Board) -> int:
    """Return the value of a board for the current player."""
    others = [_distance(board, state.setting.players[player]) for player in state.others()]
    total = sum(distance * (FIELD // len(others)) - (THREAT if distance == 0 else 0) for distance in others)
    axes = _axes(board, state.family)
    return SCALE * (total - FIELD * min(axes)) - (SCALE - 1) * min(axes) - sum(axes)


def _distance(board: Board, family: str) -> int:
    return min(_axes(board, family))


def _axes(board: Board, family: str) -> tuple[int, int]:
    first, second = (
        min(
            [
                board.rows + board.cols,  # a family need not have castles on a board set up by hand
                *(
                    cheapest(board, castle, other, corner=1)
                    for castle in castles_of(board, family, side)
                    for other in castles_of(board, family, opposite)
                ),
            ]
        )
        for _, side, opposite in AXES
    )
    return first, second
