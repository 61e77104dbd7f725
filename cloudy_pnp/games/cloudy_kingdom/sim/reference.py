"""The same games on the readable engine: slow, and the truth that the compiled simulator is compared with."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from cloudy_pnp.games.cloudy_kingdom.rules.growth import Options
from cloudy_pnp.games.cloudy_kingdom.rules.state import GameState
from cloudy_pnp.games.cloudy_kingdom.rules.turns import apply, legal_moves, start
from cloudy_pnp.games.cloudy_kingdom.sim.config import GREEDY, SPREAD, GamePlan
from cloudy_pnp.games.cloudy_kingdom.sim.layout import HELD
from cloudy_pnp.games.cloudy_kingdom.sim.random import Chance
from cloudy_pnp.games.cloudy_kingdom.sim.reference_greedy import pick_greedy


class Deal(Struct, frozen=True):
    """The random decisions before the first turn, and the generator for those that follow."""

    players: tuple[str, ...]
    deck: tuple[str, ...]
    spells: tuple[tuple[str, ...], ...]  # by seat
    chance: Chance


def deal(plan: GamePlan, number: int) -> Deal:
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


def begin_of(plan: GamePlan, game: Deal) -> GameState:
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


def play_game(plan: GamePlan, number: int) -> Iterator[tuple[GameState, int]]:
    """Play a game with the readable players: yield the state after each move, and the index of the move."""
    game = deal(plan, number)
    state = begin_of(plan, game)
    while state.ending is None:
        moves = legal_moves(state)
        greedy = plan.policies[state.player][0] == GREEDY
        index = pick_greedy(state, moves, game.chance) if greedy else game.chance.below(len(moves))
        state = apply(state, moves[index])
        yield state, index


def _families(plan: GamePlan, chance: Chance) -> tuple[str, ...]:
    """Return the families by seat; a family that waits changes places with the last one."""
    families = list(_drawn_families(plan, chance))
    if plan.waits is not None:
        seat = families.index(plan.names.families[plan.waits])
        families[seat], families[-1] = families[-1], families[seat]
    return tuple(families)


def _drawn_families(plan: GamePlan, chance: Chance) -> tuple[str, ...]:
    """LAY-6: draw two neighbours in the cycle of the layout, in any order; more players are any, in any order."""
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


def _counts(plan: GamePlan, chance: Chance) -> list[int]:
    """Count the cards of the deck; if varied, change each by up to half, the total nearly the same."""
    counts = list(plan.counts)
    if not plan.config.vary:
        return counts
    for vine, count in enumerate(plan.counts):
        reach = max(1, count // 2)
        counts[vine] = max(0, count + chance.below(2 * reach + 1) - reach)
    while abs(sum(counts) - sum(plan.counts)) > SPREAD:
        vine = chance.below(len(counts))
        if sum(counts) < sum(plan.counts):
            counts[vine] += 1
        elif counts[vine]:
            counts[vine] -= 1
    return counts


def _spells(plan: GamePlan, chance: Chance) -> tuple[tuple[str, ...], ...]:
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
