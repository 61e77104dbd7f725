"""What `cloudy_pnp.simulate` asks of a game, as plain pieces: options, ways to play, tables, counts, a wish.

`simulate.base.Simulation` is put together from these where the game is registered:
    simulator=lambda realm, setting: Simulator(realm, wish_of(setting.players, setting.seed, setting.options, …))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from cloudy_pnp.core.problems import UserError, meant
from cloudy_pnp.games.luftschloesser.model.realm import PLAYERS, Realm, Storm
from cloudy_pnp.games.luftschloesser.players.policies import SENTENCES
from cloudy_pnp.games.luftschloesser.sim.memory import POLICIES
from cloudy_pnp.games.luftschloesser.sim.play import Wish

# name, metavar, help: the options of the command line that only this game has
OPTIONS = (
    ("storm", "four|eight", "WEA-4: directions of a storm [default: as the data says]."),
    ("distribution", "NAME", "AIR-5: fields of the suns: printed, middle, edges [default: as the data says]."),
    ("castles", "N", "END-1: castles to win [default: by the number of players]."),
)
WAYS = {name: SENTENCES[name] for name in POLICIES}
DEFAULT_WAY = "greedy"
COUNTED = "weather"
TOLERATED = ("AIR-4",)  # another number of cards than in the box does not matter to a trial
BATCH = 500  # games that are worth sending to another process together


def tables(_realm: Realm) -> tuple[int, ...]:
    """SET-1: the numbers of players."""
    return PLAYERS


def counts(realm: Realm) -> dict[str, int]:
    """Copies of each kind that can be changed: those without fields."""
    return {kind.id: kind.count for kind in realm.weather.values() if not kind.fields}


def wish_of(
    players: Sequence[str],
    seed: int,
    options: Mapping[str, str | None],
    changed: Mapping[str, int] | None = None,
) -> Wish:
    """What the simulator is asked for, from the words of the command line.

    >>> wish_of(["greedy", "greedy"], 1, {"storm": "eight", "castles": "3"}).castles_to_win
    3
    """
    storm, castles = options.get("storm"), options.get("castles")
    if storm not in (None, "four", "eight"):
        raise UserError(f"--storm {storm}: {meant(storm, ('four', 'eight'))}")
    if castles is not None and not (castles.isdecimal() and int(castles)):
        raise UserError(f"--castles {castles} is not a number of castles")
    return Wish(
        tuple(players),
        seed,
        cast(Storm | None, storm),
        options.get("distribution"),
        int(castles) if castles else None,
        dict(changed or {}),
    )
