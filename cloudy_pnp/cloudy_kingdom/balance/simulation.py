"""Cloudy Kingdom played by the computer: which options there are, and where its measures come from.

Nothing heavy is imported before games are played: `--help` shows the options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.simulate.base import Option, Ranking, Setting, Simulation, Simulator, need_extra

if TYPE_CHECKING:
    from cloudy_pnp.cloudy_kingdom.sim.config import SimulationConfig
    from cloudy_pnp.simulate.base import Results
    from cloudy_pnp.simulate.study import Series, Study

_OPTIONS = (
    Option(
        "spells", "NAMES", "first-game, random (three per game), or three ids: chop,replant,green-thumb.", "first-game"
    ),
    Option("own", "NAMES", "A spell for each seat that only this seat holds, instead of the third: sky-hook,chop."),
    Option("eager", "ID", "Who holds this spell casts it as soon as possible."),
    Option("layout", "ID", "Layout of the castles [default: by the number of players]."),
    Option("edition", "ID", "Play by the rules of this edition [default: the first edition in the data]."),
    Option("growth", "edges|vines", "Rule option GRO-6.", "edges"),
    Option("families", "NAMES", "The family of each seat [default: random in each game]."),
    Option("waits", "FAMILY", "This family sits last and sits out the first round."),
)
_PLAYOUTS, _SLOW_BATCH, _BATCH = 1000, 20, 500  # a batch is counted as a whole: it should not take many seconds


def _require_extras() -> None:
    need_extra("numba", "numpy", "joblib")


def config_of(kingdom: Kingdom, setting: Setting) -> SimulationConfig:
    """Return the configuration for the simulator."""
    from cloudy_pnp.cloudy_kingdom.sim.config import SimulationConfig

    options = setting.options
    spells = options.get("spells") or "first-game"
    families, own = options.get("families"), options.get("own")
    edition = options.get("edition") or next(iter(kingdom.editions))
    chosen = set(spells.split(","))
    for pair in (
        kingdom.editions[edition].pairs if edition in kingdom.editions and chosen <= set(kingdom.spells) else ()
    ):
        if chosen.issuperset(pair):
            raise UserError(f"{pair[0]} and {pair[1]} are two sides of one card; only one may be used (SPL-12)")
    return SimulationConfig(
        players=setting.players,
        seed=setting.seed,
        layout=options.get("layout"),
        edition=edition,
        growth=options.get("growth") or "edges",
        spells=cast(Any, spells) if spells in ("first-game", "random") else tuple(spells.split(",")),
        own=tuple(own.split(",")) if own else (),
        eager=options.get("eager"),
        families=tuple(families.split(",")) if families else None,
        waits=options.get("waits"),
        counts=dict(setting.counts),
        vary=setting.vary,
    )


def _simulator(kingdom: Any, setting: Setting) -> Simulator:
    _require_extras()
    from cloudy_pnp.cloudy_kingdom.sim.play import Simulator as Compiled

    return Compiled(kingdom, config_of(kingdom, setting))


def _prepare(tell: Callable[[str], None]) -> None:
    _require_extras()
    from cloudy_pnp.cloudy_kingdom.sim.play import Simulator as Compiled

    Compiled.compile(tell)


def _batch(setting: Setting) -> int:
    from cloudy_pnp.cloudy_kingdom.sim.config import policy_of

    playouts = [policy_of(player)[1] for player in setting.players if player.startswith("mcts")]
    return max(1, min(_SLOW_BATCH, _PLAYOUTS // max(playouts))) if playouts else _BATCH


def _series(simulator: Simulator, results: Results) -> Mapping[str, Series]:
    from cloudy_pnp.cloudy_kingdom.balance.measures import series

    return series(cast(Any, simulator).names, results)


def _study(kingdom: Any, simulator: Simulator, setting: Setting, results: Results, varied: Results | None) -> Study:
    from cloudy_pnp.cloudy_kingdom.balance.study import study

    return study(kingdom, config_of(kingdom, setting), cast(Any, simulator).names, results, varied)


def _overview(studies: list[Study]) -> Study:
    from cloudy_pnp.cloudy_kingdom.balance.study import overview

    return overview(studies)


def _verdicts(kingdom: Any, setting: Setting) -> list[tuple[str, Any, Setting]]:
    from cloudy_pnp.cloudy_kingdom.balance.measures import pairs

    if setting.options.get("own") or setting.options.get("eager"):
        raise UserError("--verdicts chooses who holds which spell: omit --own and --eager")
    every = pairs(kingdom, len(setting.players))
    return [(f"{pair.spell}, {pair.other or 'no spell'}", kingdom, pair.setting(setting)) for pair in every]


def _verdicts_study(kingdom: Any, setting: Setting, every: list[Results]) -> Study:
    from cloudy_pnp.cloudy_kingdom.balance.measures import study

    return study(kingdom, setting, every)


def _tables(kingdom: Any) -> tuple[int, ...]:
    """LAY-5: return the numbers of players that have a layout."""
    return tuple(sorted({players for layout in kingdom.layouts.values() for players in layout.players}))


def _counts(kingdom: Any) -> Mapping[str, int]:
    return {card.id: card.count for card in kingdom.vines.values()}


SIMULATION = Simulation(
    options=_OPTIONS,
    default_policy="greedy",
    tables=_tables,
    counts=_counts,
    tolerated=("REF-COUNT",),  # the printed list of components does not matter to a trial
    prepare=_prepare,
    simulator=_simulator,
    batch=_batch,
    series=_series,
    study=_study,
    overview=_overview,
    rankings=(
        Ranking(
            "verdicts",
            "Evaluate each custom spell: is it worth casting, and how strong is it? [--seats: 2].",
            2,
            _verdicts,
            _verdicts_study,
        ),
    ),
)
