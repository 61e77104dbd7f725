"""The computer players of the simulator, at a table with people: on the readable engine, one move at a time.

The one who looks ahead does what the Monte Carlo player of the simulator does (`mcts`), from any position and without
compiled code, so with far fewer playouts: they end when it is the player's turn again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cloudy_pnp.games.cloudy_kingdom.rules.state import GameState, Move, PlayVine
from cloudy_pnp.games.cloudy_kingdom.rules.turns import apply, legal_moves
from cloudy_pnp.games.cloudy_kingdom.sim.greedy_weights import WIN
from cloudy_pnp.games.cloudy_kingdom.sim.random import Chance
from cloudy_pnp.games.cloudy_kingdom.sim.reference_greedy import pick_greedy, worth_for, worth_of

CANDIDATES = 4
HEATS = 2
REPLIES = 40  # turns of others that are thought through for one move: two or three seconds
WON, LOST, DRAWN = 60_000, -60_000, -15_000  # as the Monte Carlo player has them


def greedy(position: GameState, moves: Sequence[Move], seed: int) -> int:
    """Which of the legal moves the greedy player makes."""
    return pick_greedy(position, moves, Chance(seed, position.turns))


def ahead(position: GameState, moves: Sequence[Move], seed: int) -> int:
    """Which of the legal moves the one makes who looks ahead: the best few, tried until the own next turn."""
    chance = Chance(seed, position.turns)
    if position.casting is not None or len(moves) == 1:
        return pick_greedy(position, moves, chance)
    worth = [worth_of(position, move, chance) for move in moves]
    best = max(worth)
    if best >= WIN:
        return worth.index(best)
    left = _candidates(moves, worth)
    sums = dict.fromkeys(left, 0)
    others = len(position.hands) - 1
    for _ in range(HEATS):
        for _ in range(max(1, REPLIES // (HEATS * len(left) * others))):
            deal = _dealt_anew(position, chance)
            for index in left:
                sums[index] += _tried(deal, moves[index], chance)
        left = sorted(left, key=lambda index: -sums[index])[: (len(left) + 1) // 2]
    return left[0]


def _candidates(moves: Sequence[Move], worth: Sequence[int]) -> list[int]:
    """The most valuable moves, the best first; of several facings of the same worth on a field only one."""
    found: dict[object, int] = {}
    for index in sorted(range(len(moves)), key=lambda index: -worth[index]):
        move = moves[index]
        found.setdefault((move.at, worth[index]) if isinstance(move, PlayVine) else move, index)
    return list(found.values())[:CANDIDATES]


def _dealt_anew(state: GameState, chance: Chance) -> GameState:
    """The same game as far as the player can see it: the hands of others and the draw pile are dealt anew."""
    others = [player for player in state.others() if state.hands[player] is not None]
    unseen = [*(card for player in others if (card := state.hands[player])), *state.draw_pile]
    for place in range(len(unseen) - 1, 0, -1):
        other = chance.below(place + 1)
        unseen[place], unseen[other] = unseen[other], unseen[place]
    for player in others:
        state = replace(state, hands=state.with_hand(player, unseen.pop()))
    return replace(state, draw_pile=tuple(unseen))


def _tried(state: GameState, move: Move, chance: Chance) -> int:
    """What a move comes to when everybody plays greedily until the player's next turn."""
    player, family, before = state.player, state.family, state.turns
    state = apply(state, move)
    while state.ending is None and (state.casting or state.player != player or state.turns == before):
        moves = legal_moves(state)
        state = apply(state, moves[pick_greedy(state, moves, chance)])
    if state.ending is None:
        return worth_for(state, player)
    if not state.ending.winners:
        return DRAWN
    return WON if family in state.ending.winners else LOST
