"""Fantasy Realms played by the computer: which options there are, and where its measures come from.

Nothing heavy is imported before games are played: `--help` shows the options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from cloudy_pnp.core.problems import UserError, quoted, suggest
from cloudy_pnp.simulate.base import Option, Setting, Simulation, Simulator, need_extra
from fantasy_realms.model.realm import Realm, realm_of

if TYPE_CHECKING:
    from cloudy_pnp.simulate.base import Results
    from cloudy_pnp.simulate.study import Series, Study
    from fantasy_realms.play.simulate import Table

_OPTIONS = (Option("variant", "NAME", "standard, two (PLAY-6) or chaos (PLAY-7) [default: by the number of players]."),)
_VARIANTS = ("standard", "two", "chaos")
_SLOW_BATCH, _BATCH = 1, 20  # games per step; a game of players that look ahead takes a good part of a second


def _require_extras() -> None:
    need_extra("numba", "numpy", "joblib")


def _deck(realm: Realm, counts: Mapping[str, int]) -> Realm:
    """Return the game without the removed cards; there is never more than one of each."""
    for card, number in counts.items():
        if card not in realm.cards:
            raise UserError(f"there is no card {quoted(card)}; {suggest(card, realm.cards)}")
        if number > 1:
            raise UserError(f"--quantity {card}={number}: there is only one of each card; 0 removes it")
    left = {card.id: card for card in realm.cards.values() if counts.get(card.id, 1)}
    return realm if len(left) == len(realm.cards) else realm_of(realm.suits, left)


def table_of(realm: Realm, setting: Setting) -> Table:
    """Return the requested table. Raise UserError if it is impossible."""
    _require_extras()
    from fantasy_realms.play.simulate import Table

    variant = setting.options.get("variant") or ("two" if len(setting.players) == 2 else "standard")
    if variant not in _VARIANTS:
        raise UserError(f"there is no variant {quoted(variant)}; {suggest(variant, _VARIANTS)}")
    return Table(_deck(realm, setting.counts), setting.players, setting.seed, cast(Any, variant))


def _prepare(tell: Callable[[str], None]) -> None:
    _require_extras()
    tell("compiling…")
    from fantasy_realms.fast.engine import FastScorer
    from fantasy_realms.model.realm import base_realm

    scorer = FastScorer.of(base_realm())
    scorer.totals(scorer.hands([["king", "queen"]]))


def _batch(setting: Setting) -> int:
    return _SLOW_BATCH if "look-ahead" in setting.players else _BATCH


def _series(simulator: Simulator, results: Results) -> Mapping[str, Series]:
    from fantasy_realms.balance.study import series

    return series(cast(Any, simulator), results)


def _study(realm: Any, simulator: Simulator, setting: Setting, results: Results, varied: Results | None) -> Study:  # noqa: ARG001
    from fantasy_realms.balance.study import study

    return study(cast(Any, simulator), results)


def _overview(studies: list[Study]) -> Study:
    from fantasy_realms.balance.study import overview

    return overview(studies)


SIMULATION = Simulation(
    options=_OPTIONS,
    default_policy="greedy",
    tables=lambda _realm: (2, 3, 4, 5, 6),
    counts=lambda realm: dict.fromkeys(realm.cards, 1),
    tolerated=(),
    prepare=_prepare,
    simulator=table_of,
    batch=_batch,
    series=_series,
    study=_study,
    overview=_overview,
    varies=False,
)
