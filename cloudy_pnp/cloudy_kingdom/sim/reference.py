"""The same games on the readable engine: slow, and the truth that the compiled simulator is compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from cloudy_pnp.cloudy_kingdom.model.steps import ChooseOne, expand_repeats
from cloudy_pnp.cloudy_kingdom.rules import state as states
from cloudy_pnp.cloudy_kingdom.rules.board import AXES, Board, Placed, castles_of, cheapest, standing
from cloudy_pnp.cloudy_kingdom.rules.growth import Options
from cloudy_pnp.cloudy_kingdom.rules.spells.casting import cast, choices, choose, step_to_choose
from cloudy_pnp.cloudy_kingdom.rules.spells.step_rules import rules_of
from cloudy_pnp.cloudy_kingdom.rules.turns import apply, legal_moves, start
from cloudy_pnp.cloudy_kingdom.sim import config as settings
from cloudy_pnp.cloudy_kingdom.sim.bytecode import unseen
from cloudy_pnp.cloudy_kingdom.sim.deal import Chance
from cloudy_pnp.cloudy_kingdom.sim.layout import HELD

Item = TypeVar("Item")


def pick_greedy(state: states.GameState, moves: Sequence[states.Move], chance: Chance) -> int:
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


def _value_of_move(state: states.GameState, move: states.Move, chance: Chance) -> int:
    match move:
        case states.PlayVine(at, facing) if state.hand is not None:
            placed = Placed(state.hand, state.setting.kingdom.face(state.hand), facing)
            board = state.board.placed(at, placed)
            ending = states.ended_by_vine(states.newly_connected(state.connected, standing(board)), state.family)
            if ending is not None:
                return settings.WIN if state.family in ending.winners else settings.LOSS
            return _value(state, board)
        case states.CastSpell(spell):
            steps = expand_repeats(state.setting.kingdom.steps(spell, state.setting.edition.id))
            if cards := unseen(steps):
                return _value(state, state.board) + settings.SCALE * (settings.UNSEEN * cards - settings.PRICE)
            return _try_spell(cast(state, spell), chance) - _tempo(state) - settings.SCALE * settings.PRICE
        case _:
            return _value(state, state.board)


def _try_spell(state: states.GameState, chance: Chance) -> int:
    """Return the value of a spell whose choices are made one by one."""
    while state.casting is not None and state.ending is None:
        options = choices(state)
        state = choose(state, _as_choice(options[_pick_choice(state, options, chance)]))
    return _value_now(state)


def _pick_choice(state: states.GameState, options: Sequence[states.Move], chance: Chance) -> int:
    match options[0]:
        case choice if isinstance(choice, states.UnseenCards):
            return 0
        case states.Roll():
            return chance.below(len(options))
        case states.TakeOption():
            return _best(options, lambda option: _value_of_option(state, option, chance), chance)
    return _best(options, lambda choice: _value_of_choice(state, choice), chance)


def _value_of_choice(state: states.GameState, choice: states.Move) -> int:
    match choice:
        case states.NamePlayer(family):
            return -_distance(state.board, family)
        case states.Skip():
            return _value(state, state.board)
    step = step_to_choose(state)
    if step is None or state.casting is None:
        raise TypeError(f"no spell asks for {choice}")
    after = rules_of(step).carry_out(state, state.casting, step, choice)  # automatic steps are not considered
    return settings.LOSS if after.ending is not None else _value(state, after.board)


def _value_of_option(state: states.GameState, option: states.Move, chance: Chance) -> int:
    """Return the value of an option; only its own steps are carried out, which replace the block."""
    step, casting = step_to_choose(state), state.casting
    if not isinstance(option, states.TakeOption) or not isinstance(step, ChooseOne) or casting is None:
        raise TypeError(f"{option} is not an option of {step}")
    steps = step.options[option.number - 1]
    if cards := unseen(steps):
        return _value_now(state) + settings.SCALE * settings.UNSEEN * cards
    end = casting.index + len(steps)
    state = choose(state, option)
    while state.ending is None and state.casting is not None and state.casting.index < end:
        options = choices(state)
        state = choose(state, _as_choice(options[_pick_choice(state, options, chance)]))
    return _value_now(state)


def _as_choice(move: states.Move) -> states.Choice:
    if isinstance(move, states.PlayVine | states.CastSpell):
        raise TypeError(f"{move} is not a choice of a spell")
    return move  # type: ignore[return-value]


# --- the value of a board ----------------------------------------------------------------------------------


def _value_now(state: states.GameState) -> int:
    return settings.LOSS if state.ending is not None else _value(state, state.board) + _tempo(state)


def _tempo(state: states.GameState) -> int:
    return settings.SCALE * settings.TEMPO * (state.extra_turn + sum(state.misses[player] for player in state.others()))


def _value(state: states.GameState, board: Board) -> int:
    """Return the value of a board for the current player."""
    others = [_distance(board, state.setting.players[player]) for player in state.others()]
    total = sum(
        distance * (settings.FIELD // len(others)) - (settings.THREAT if distance == 0 else 0) for distance in others
    )
    axes = _axes(board, state.family)
    return settings.SCALE * (total - settings.FIELD * min(axes)) - (settings.SCALE - 1) * min(axes) - sum(axes)


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


class Deal(Struct, frozen=True):
    """The random decisions before the first turn, and the generator for those that follow."""

    players: tuple[str, ...]
    deck: tuple[str, ...]
    spells: tuple[tuple[str, ...], ...]  # by seat
    chance: Chance


def deal_game(plan: settings.GamePlan, number: int) -> Deal:
    """Deal as the compiled `deal` does: families, counts, spells, deck, in this order."""
    chance = Chance(plan.config.seed, number)
    players = _families(plan, chance)
    counts = _counts(plan, chance)
    spells = _spells(plan, chance)
    deck = [vine for vine, count in zip(plan.names.vines, counts, strict=True) for _ in range(count)]
    for place in range(len(deck) - 1, 0, -1):
        other = chance.below(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return Deal(players, tuple(deck), spells, chance)


def begin_of(plan: settings.GamePlan, game: Deal) -> states.GameState:
    """Return a dealt game for the readable engine."""
    begun = start(
        plan.kingdom,
        game.players,
        castles=plan.layout.castles,
        deck=game.deck,
        spells=game.spells,
        edition=plan.edition.id,
        options=Options(growth="vines" if plan.config.growth == "vines" else "edges"),
    )
    return begun if plan.waits is None else begun.missing(len(game.players) - 1, 1)


def play_game(plan: settings.GamePlan, number: int) -> Iterator[tuple[states.GameState, int]]:
    """Play a game with the readable players: yield the state after each move, and the index of the move."""
    game = deal_game(plan, number)
    state = begin_of(plan, game)
    while state.ending is None:
        moves = legal_moves(state)
        greedy = plan.policies[state.player][0] == settings.GREEDY
        index = pick_greedy(state, moves, game.chance) if greedy else game.chance.below(len(moves))
        state = apply(state, moves[index])
        yield state, index


def _families(plan: settings.GamePlan, chance: Chance) -> tuple[str, ...]:
    """Return the families by seat; a family that waits changes places with the last one."""
    families = list(_drawn_families(plan, chance))
    if plan.waits is not None:
        seat = families.index(plan.names.families[plan.waits])
        families[seat], families[-1] = families[-1], families[seat]
    return tuple(families)


def _drawn_families(plan: settings.GamePlan, chance: Chance) -> tuple[str, ...]:
    """LAY-6 (reading): draw two neighbours in the layout's cycle, in any order; more players are any, in any order."""
    if plan.families is not None:
        return tuple(plan.names.families[number] for number in plan.families)
    north = [family for family in plan.layout.castles["north"] if family is not None]
    cycle = list(dict.fromkeys((*north, *plan.names.families)))
    players = len(plan.policies)
    if players == 2:
        first, swapped = chance.below(len(cycle)), chance.below(2)
        pair = cycle[first], cycle[(first + 1) % len(cycle)]
        return pair[::-1] if swapped else pair
    for place in range(players):
        other = place + chance.below(len(cycle) - place)
        cycle[place], cycle[other] = cycle[other], cycle[place]
    return tuple(cycle[:players])


def _counts(plan: settings.GamePlan, chance: Chance) -> list[int]:
    """Count the cards of the deck; if varied, change each by up to half, the total nearly the same."""
    counts = list(plan.counts)
    if not plan.config.vary:
        return counts
    for vine, count in enumerate(plan.counts):
        reach = max(1, count // 2)
        counts[vine] = max(0, count + chance.below(2 * reach + 1) - reach)
    while abs(sum(counts) - sum(plan.counts)) > settings.SPREAD:
        vine = chance.below(len(counts))
        if sum(counts) < sum(plan.counts):
            counts[vine] += 1
        elif counts[vine]:
            counts[vine] -= 1
    return counts


def _spells(plan: settings.GamePlan, chance: Chance) -> tuple[tuple[str, ...], ...]:
    """TURN-1: draw the same three for all players; SPL-12: never both sides of one card, while there are others."""
    if plan.spells is not None:
        return plan.spells
    rivals = {first: second for pair in plan.edition.pairs for first, second in (pair, pair[::-1])}
    left, drawn = list(plan.names.spells), 0
    while drawn < HELD:
        place = drawn + chance.below(len(left) - drawn)
        left[drawn], left[place] = left[place], left[drawn]
        rival = rivals.get(left[drawn])
        drawn += 1
        if rival in left[drawn:] and len(left) - 1 >= HELD:
            place = left.index(rival, drawn)
            left[place] = left[-1]
            left.pop()
    return (tuple(left[:HELD]),) * len(plan.policies)
