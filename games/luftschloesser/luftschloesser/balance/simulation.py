"""Luftschlösser played by the computer: which options there are, and where its measures come from.

Nothing heavy is imported before games are played: `--help` shows the options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from cloudy_pnp.core.problems import UserError, suggest
from cloudy_pnp.simulate.base import Option, Setting, Simulation, Simulator, need_extra
from luftschloesser.model.realm import PLAYERS, Storm

if TYPE_CHECKING:
    from cloudy_pnp.simulate.base import Results
    from cloudy_pnp.simulate.study import Series, Study
    from luftschloesser.sim.play import SimulationRequest

_OPTIONS = (
    Option("storm", "four|eight", "WEA-4: directions of a storm [default: as the data says]."),
    Option("distribution", "NAME", "AIR-5: fields of the suns: printed, middle, edges [default: as the data says]."),
    Option("castles", "N", "END-1: castles to win [default: by the number of players]."),
)
_SLOW_BATCH, _BATCH = 20, 500


def request_of(setting: Setting) -> SimulationRequest:
    """Return the request for the simulator, from the words of the command line.

    >>> request_of(Setting(("greedy", "greedy"), 1, {"storm": "eight", "castles": "3"})).castles_to_win
    3
    """
    from luftschloesser.sim.play import SimulationRequest

    storm, castles = setting.options.get("storm"), setting.options.get("castles")
    if storm not in (None, "four", "eight"):
        raise UserError(f"--storm {storm}: {suggest(storm, ('four', 'eight'))}")
    if castles is not None and not (castles.isdecimal() and int(castles)):
        raise UserError(f"--castles {castles} is not a number of castles")
    return SimulationRequest(
        tuple(setting.players),
        setting.seed,
        cast(Storm | None, storm),
        setting.options.get("distribution"),
        int(castles) if castles else None,
        dict(setting.counts),
    )


def _require_extras() -> None:
    need_extra("numba", "numpy", "joblib")


def _simulator(realm: Any, setting: Setting) -> Simulator:
    _require_extras()
    from luftschloesser.sim.play import Simulator as Compiled

    return Compiled(realm, request_of(setting))


def _prepare(tell: Callable[[str], None]) -> None:
    _require_extras()
    from luftschloesser.model.example import example_realm
    from luftschloesser.sim.play import Simulator as Compiled

    Compiled.compile(tell, example_realm())


def _batch(setting: Setting) -> int:
    return _SLOW_BATCH if "ahead" in setting.players else _BATCH


def _series(simulator: Simulator, results: Results) -> Mapping[str, Series]:
    from luftschloesser.sim.measures import series

    return series(cast(Any, simulator).names, results)


def _study(_realm: Any, simulator: Simulator, setting: Setting, results: Results, _varied: Results | None) -> Study:
    from luftschloesser.balance.study import study

    return study(cast(Any, simulator).table, setting, cast(Any, simulator).names, results)


def _overview(studies: list[Study]) -> Study:
    from luftschloesser.balance.study import overview

    return overview(studies)


def _tables(realm: Any) -> tuple[int, ...]:
    """SET-1: return the numbers of players."""
    return tuple(players for players in PLAYERS if players <= len(realm.colours))


def _counts(realm: Any) -> Mapping[str, int]:
    """Return the copies of each kind of weather that can be changed: those without fields."""
    return {kind.id: kind.count for kind in realm.weather.values() if not kind.fields}


SIMULATION = Simulation(
    options=_OPTIONS,
    default_policy="greedy",
    tables=_tables,
    counted="weather",
    counts=_counts,
    tolerated=("AIR-4",),  # another number of cards than in the box does not matter to a trial
    prepare=_prepare,
    simulator=_simulator,
    batch=_batch,
    series=_series,
    study=_study,
    overview=_overview,
    varies=False,  # most cards are bound to fields: their number is that of a list
)
