"""Tables played one after the other, on one deck or on two, each evaluated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.simulate.compare import Comparison, changed_counts, compare, compared_section
from cloudy_pnp.simulate.run import Pool, Progress, Run, first_games, play

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cloudy_pnp.simulate.base import Deck, Ranking, Results, Setting, Simulation, Simulator
    from cloudy_pnp.simulate.study import Series, Study


class Round(Struct, frozen=True):
    """A table, played and evaluated."""

    study: Study
    comparison: Comparison | None


class TablePlayer:
    """A player of tables until all is done or Ctrl-C is pressed; `interrupted` says which."""

    def __init__(
        self,
        simulation: Simulation,
        pool: Pool,
        progress: Callable[[str], Progress | None],
        games: int,
        width: float | None = None,  # to stop early
        varied: int = 0,  # games with varied decks
    ) -> None:
        self.simulation = simulation
        self.pool = pool
        self.progress = progress
        self.games = games
        self.width = width
        self.varied = varied if simulation.varies else 0
        self.interrupted = False

    def play_all(self, decks: Sequence[Deck], settings: Sequence[Setting]) -> Iterator[Round]:
        """Yield every table of which a game was played."""
        for setting in settings:
            result = None if self.interrupted else self._table(decks, setting)
            if result is not None:
                yield result

    def play_ranking(self, ranking: Ranking, deck: Deck, setting: Setting) -> Iterator[Round]:
        """Play every variant in turn, and yield one study of all; after Ctrl-C, of the completed ones."""
        every: list[Results] = []
        for name, model, variant in ranking.variants(deck.model, setting):
            if not self.interrupted:
                run = self._run(self.simulation.simulator(model, variant), variant, self.games, name)
                every += [] if run.interrupted else [run.results]
        if every:
            yield Round(ranking.study(deck.model, setting, every), None)

    def _table(self, decks: Sequence[Deck], setting: Setting) -> Round | None:
        name = f"{len(setting.players)} players"
        simulator = self.simulation.simulator(decks[0].model, setting)
        run = self._run(simulator, setting, self.games, name, self.width)
        if not run.games:
            return None
        varied = self._play_varied(decks[0], setting, name) if self.varied and not self.interrupted else None
        study = self.simulation.study(decks[0].model, simulator, setting, run.results, varied)
        if len(decks) < 2 or self.interrupted:
            return Round(study, None)
        plain = replace(setting, counts={})  # other numbers of copies apply to this deck only
        other_simulator = self.simulation.simulator(decks[1].model, plain)
        second = self._run(other_simulator, plain, run.games, f"{name}, {decks[1].name}")
        both = min(run.games, second.games)
        if both < 2:
            return Round(study, None)
        comparison = compare(
            self.simulation.series(simulator, first_games(run.results, both)),
            self.simulation.series(other_simulator, first_games(second.results, both)),
        )
        before, after = (self.simulation.counts(deck.model) for deck in (decks[1], decks[0]))
        changed = changed_counts(before, {**after, **setting.counts}, decks[1].name)
        remark, section = compared_section(comparison, decks[1].name)
        combined = replace(study, remarks=(changed, remark, *study.remarks), sections=(section, *study.sections))
        return Round(combined, comparison)

    def _play_varied(self, deck: Deck, setting: Setting, name: str) -> Results | None:
        changed = replace(setting, vary=True)
        simulator = self.simulation.simulator(deck.model, changed)
        run = self._run(simulator, changed, self.varied, f"{name}, varied decks")
        return run.results if run.games else None

    def _run(self, simulator: Simulator, setting: Setting, games: int, name: str, width: float | None = None) -> Run:
        def measured(results: Results) -> Mapping[str, Series]:
            return self.simulation.series(simulator, results)

        batch = self.simulation.batch(setting)
        run = play(simulator, games, self.pool, batch, self.progress(name), width, measured)
        self.interrupted = self.interrupted or run.interrupted
        return run
