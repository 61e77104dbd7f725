"""Random games by the engine and by the naive game, compared after every move.

`PYTHONPATH=games/luftschloesser/tests python -m luftschloesser_tests.compare FIRST COUNT` compares many; the normal
test compares a hundred.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from typing import Any

from luftschloesser_tests.box import COLOURS, begin, choose
from luftschloesser_tests.naive import Table

from luftschloesser.model.realm import Options
from luftschloesser.model.state import AnyMove, Build, GameState, Move, Oust, Put
from luftschloesser.rules.invariants import state_problems
from luftschloesser.rules.turns import apply, legal_moves
from luftschloesser.scenarios.moves import action_entry, play_entry
from luftschloesser.scenarios.record import ranks


def view(state: GameState) -> dict[str, Any]:
    """The state as the naive game shows it."""
    return {
        "fields": [(field.empty, list(field.castles), list(field.beings)) for field in state.sky.fields],
        "clouds": state.sky.clouds,
        "hands": [list(hand) for hand in state.hands],
        "pile": list(state.draw_pile),
        "played": list(state.played),
        "winner": state.table.players[state.ending.winner] if state.ending else None,
        "turns": state.turns,
        "ranking": {state.table.players[one.player]: one.rank for one in ranks(state)},
    }


def entry_of(state: GameState, move: AnyMove) -> dict[str, Any]:
    """A move as records write it."""
    if isinstance(move, Put | Move | Build | Oust):
        return action_entry(state.table, state.sky, state.player, move)
    return play_entry(state.table, state.sky, move)


def compare(number: int, looks: float = 0.02) -> Counter[str]:
    """One game; at some of its moves (`looks`: how often) all legal moves are compared. What happened in it."""
    dice = random.Random(number)
    players, storm = 2 + number % 3, ("four", "eight")[number // 3 % 2]
    state = begin(players, number, options=Options(storm=storm))  # type: ignore[arg-type]
    naive = Table(list(COLOURS[:players]), list(state.beginning.deck), number, storm)
    seen: Counter[str] = Counter()
    while True:
        assert naive.view() == view(state), number
        problems = state_problems(state)
        assert not problems, (number, problems)
        if state.ending is not None:
            break
        moves = legal_moves(state)
        if dice.random() < looks:
            entries = [entry_of(state, move) for move in moves]
            assert sorted(map(json.dumps, entries)) == sorted(map(json.dumps, naive.legal())), number
            seen["looks"] += 1
        move = choose(dice, state, moves)
        seen[type(move).__name__] += 1
        naive.do(entry_of(state, move))
        after = apply(state, move)
        seen["shuffles"] += after.chance.used - state.chance.used
        state = after
    seen["games"] += 1
    seen["turns"] += state.turns
    return seen


if __name__ == "__main__":
    first, count = int(sys.argv[1]), int(sys.argv[2])
    total: Counter[str] = Counter()
    for game in range(first, first + count):
        total += compare(game)
    print(f"{count} games from {first} agree:", dict(total))
