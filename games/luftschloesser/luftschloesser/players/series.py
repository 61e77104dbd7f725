"""Games by number: each depends on the seed of the series and its number alone, whoever plays them."""

from __future__ import annotations

from collections.abc import Sequence

from luftschloesser.model.chance import MASK, Chance, key, mixed
from luftschloesser.model.realm import Options, Realm
from luftschloesser.model.state import GameState
from luftschloesser.rules.turns import start

LIMIT = 2000  # turns after which a game without a winner is stopped


def begin_game(
    realm: Realm, players: Sequence[str], seed: int, number: int, options: Options | None = None
) -> tuple[GameState, Chance]:
    """Return game `number` of a series before its first turn, and the chance that its players draw from."""
    game_seed = key(seed, number)
    return start(realm, players, seed=game_seed, options=options), Chance(mixed(game_seed ^ MASK))
