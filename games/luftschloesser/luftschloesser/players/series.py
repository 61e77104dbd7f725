"""Games number by number: each depends on the seed of the series and its number alone, whoever plays them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from luftschloesser.model.chance import MASK, Chance, key, mixed
from luftschloesser.model.realm import Options, Realm
from luftschloesser.model.state import AnyMove, GameState
from luftschloesser.players.policies import POLICIES
from luftschloesser.rules.turns import apply, start

LIMIT = 2000  # turns after which a game that nobody wins is broken off


def begun(
    realm: Realm, players: Sequence[str], seed: int, number: int, options: Options | None = None
) -> tuple[GameState, Chance]:
    """Game `number` of a series before its first turn, and the chance that its players draw from."""
    own = key(seed, number)
    return start(realm, players, seed=own, options=options), Chance(mixed(own ^ MASK))


def played_through(
    state: GameState, policies: Sequence[str], chance: Chance, limit: int = LIMIT
) -> Iterator[tuple[AnyMove, GameState]]:
    """Every move of a game and the state after it, until it ends or too many turns were played.

    >>> from luftschloesser.model.example import example_realm
    >>> state, chance = begun(example_realm(), ["red", "blue"], seed=1, number=0)
    >>> *_, (_, last) = played_through(state, ["greedy", "greedy"], chance)
    >>> last.ending.how
    'castles'
    """
    while state.ending is None and state.turns < limit:
        move, chance = POLICIES[policies[state.player]](state, chance)
        state = apply(state, move)
        yield move, state
