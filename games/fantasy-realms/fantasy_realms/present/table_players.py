"""The computer players at a table with people: one move at a time, on the readable engine, so nothing is compiled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fantasy_realms.model.realm import Realm
from fantasy_realms.play.players import Chance, Player, greedy_player, looking_player
from fantasy_realms.play.state import Move
from fantasy_realms.present.play import Position
from fantasy_realms.rules.best import Variants, best_score


def greedy(position: Position, moves: Sequence[Move], seed: int) -> int:
    """Return the index of the greedy player's move."""
    return _pick_move(greedy_player, position, moves, seed)


def ahead(position: Position, moves: Sequence[Move], seed: int) -> int:
    """Return the index of the move of the player that looks ahead."""
    return _pick_move(looking_player, position, moves, seed)


def _pick_move(player: Player, position: Position, moves: Sequence[Move], seed: int) -> int:
    realm = position.realm

    def values(hands: Sequence[Sequence[str]]) -> list[int]:
        return [_value(realm, tuple(hand)) for hand in hands]

    return moves.index(player(realm, position.state, values, Chance(seed, position.state.turns)))


@lru_cache(maxsize=20_000)
def _value(realm: Realm, hand: tuple[str, ...]) -> int:
    """Return the value of a hand in which only the first deciding card decides: trying all takes too long."""
    deciding = [card for card in hand if realm[card].choice is not None]
    return best_score(realm, hand, dict.fromkeys(deciding[1:]), (), Variants()).total
