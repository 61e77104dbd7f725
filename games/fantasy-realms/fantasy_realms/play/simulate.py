"""Many games: the winners, their cards and their seats.

Game number k depends only on the setting and k, so that games can be split among processes: `cloudy_pnp.simulate`
needs `play` and `record` of a Simulator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from cloudy_pnp.core.problems import UserError, quoted, suggest
from fantasy_realms.fast.engine import FastScorer, fast_best_score
from fantasy_realms.model.realm import Realm
from fantasy_realms.play.players import PLAYERS, Chance
from fantasy_realms.play.state import Move, Outcome, State, Variant, apply, outcome, record_of, start

MOST_TURNS = 300  # players who only swap cards of the display would never end a game; it has no winner then
Results = dict[str, NDArray[Any]]


class Table(Struct, frozen=True):
    """One setting: how each seat plays, with which random numbers, by which variant."""

    realm: Realm
    players: tuple[str, ...]
    seed: int = 0
    variant: Variant = "standard"

    def __post_init__(self) -> None:
        for player in self.players:
            if player not in PLAYERS:
                raise UserError(f"there is no player {quoted(player)}; {suggest(player, PLAYERS)}")
        start(len(self.players), list(self.realm.cards), self.variant)

    def game(self, number: int) -> tuple[list[str], State, list[Move], State]:
        """Play one game: return the deck, the first position, the moves and the last position."""
        chance = Chance(self.seed, number)
        deck = chance.some(list(self.realm.cards), len(self.realm.cards))
        first = state = start(len(self.players), deck, self.variant)
        scorer = FastScorer.of(self.realm)

        def values(hands: Sequence[Sequence[str]]) -> list[int]:
            totals: list[int] = scorer.totals(scorer.hands(hands))[0].tolist()
            return totals

        moves: list[Move] = []
        while state.phase != "over" and state.turns < MOST_TURNS:
            seat = state.turns % len(self.players) if self.variant == "chaos" else state.turn
            player, _ = PLAYERS[self.players[seat]]
            moves.append(player(self.realm, state, values, chance))
            state = apply(state, moves[-1])
        return deck, first, moves, state

    def play(self, first: int, count: int) -> Results:
        """Play the games `first` to `first + count − 1`; return totals, winners and hands."""
        seats, cards = len(self.players), list(self.realm.cards)
        results: Results = {
            "totals": np.zeros((count, seats), np.int64),
            "bases": np.zeros((count, seats), np.int64),
            "won": np.zeros((count, seats), np.float64),  # a shared win counts in parts
            "turns": np.zeros(count, np.int64),
            "over": np.zeros(count, np.bool_),
            "held": np.zeros((count, seats, len(cards)), np.bool_),
        }
        numbers = {card: index for index, card in enumerate(cards)}
        for index in range(count):
            *_, state = self.game(first + index)
            ended = outcome(self.realm, state, fast_best_score)
            self._note(results, index, state, ended, numbers)
        return results

    def _note(self, results: Results, index: int, state: State, ended: Outcome, numbers: dict[str, int]) -> None:
        over = state.phase == "over"
        results["turns"][index], results["over"][index] = state.turns, over
        for seat, score in enumerate(ended.scores):
            results["totals"][index, seat], results["bases"][index, seat] = score.total, score.base
            for scored in score.cards:
                results["held"][index, seat, numbers[scored.card]] = True
            if over and seat in ended.winners:
                results["won"][index, seat] = 1 / len(ended.winners)

    def record(self, number: int) -> dict[str, Any]:
        """Return one of these games as a record, move by move."""
        deck, first, moves, _ = self.game(number)
        names = [f"{player} {seat + 1}" for seat, player in enumerate(self.players)]
        return record_of(names, deck, first, moves)
