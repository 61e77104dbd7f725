"""Many games in several processes, in batches; the result does not depend on their number.

Batches are submitted ahead and collected in order, so that whatever ends the run (enough games, Ctrl-C) the played
games are an unbroken series from number 0.

The same games on many machines, through dask.distributed.

A lost worker only costs time: the scheduler gives its batches to another one, and a batch played twice has the same
result.
"""

from __future__ import annotations

import logging
import pickle
import re
import signal
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import active_children
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.simulate.base import need_extra
from cloudy_pnp.simulate.compare import Comparison, changed_counts, compare, compared_section
from cloudy_pnp.simulate.intervals import Sums

if TYPE_CHECKING:
    from cloudy_pnp.simulate.base import Deck, Ranking, Results, Setting, Simulation, Simulator
    from cloudy_pnp.simulate.study import Series, Study


STEP = 1000  # games between two evaluations whether they are enough
AHEAD = 3  # submitted batches per worker, so that none waits


class Future(Protocol):
    """A batch that is being played."""

    def result(self) -> Any:
        """Wait for the result."""

    def cancel(self) -> Any:
        """Cancel the batch."""


class Pool(Protocol):
    """Processes that play batches, here or elsewhere."""

    workers: int
    batch_factor: int  # the factor by which its batches should be larger

    def submit(self, simulator: bytes, first: int, count: int) -> Future:
        """Start playing the games number `first` …."""


class Run(Struct, frozen=True):
    """The played games."""

    results: Results
    games: int
    interrupted: bool = False  # by Ctrl-C


Progress = Callable[[int, int], None]  # games played, games requested
Measured = Callable[["Results"], Mapping[str, "Series"]]


def play(
    simulator: Simulator,
    games: int,
    pool: Pool,
    batch: int,
    progress: Progress | None = None,
    until: float | None = None,
    measured: Measured | None = None,
) -> Run:
    """Play games number 0 to `games - 1`; with `until`, stop at the first thousand whose intervals are that narrow."""
    parts: list[Results] = []
    done = 0
    watch = Watch(measured) if until is not None and measured else None
    packed = pickle.dumps(simulator)
    try:
        for part in _in_order(packed, games, pool, batch * pool.batch_factor):
            parts.append(part)
            done += _length(part)
            if progress:
                progress(done, games)
            if watch and until is not None and watch.enough(part, until):
                return Run(first_games(join_results(parts), watch.evaluated), watch.evaluated)
    except KeyboardInterrupt:
        return Run(join_results(parts), done, interrupted=True)
    return Run(join_and_free(parts), done)


def _in_order(packed: bytes, games: int, pool: Pool, batch: int) -> Iterator[Results]:
    waiting: deque[Future] = deque()
    first = 0
    try:
        while first < games or waiting:
            while first < games and len(waiting) < AHEAD * pool.workers:
                count = min(batch, games - first)
                waiting.append(pool.submit(packed, first, count))
                first += count
            yield waiting[0].result()
            waiting.popleft()
    finally:
        for future in waiting:
            future.cancel()


class Watch:
    """A check after every STEP games whether they are enough, from sums: no game is evaluated twice.

    So the value of a game in a watched series must not depend on other games.
    """

    def __init__(self, measured: Measured) -> None:
        self.evaluated = 0
        self._measured = measured
        self._fresh: list[Results] = []  # fewer than STEP games
        self._sums: dict[str, Sums] = {}

    def enough(self, part: Results, until: float) -> bool:
        """Add games, and return whether every watched measure is known to within `until`, half of its interval."""
        fresh = join_results([*self._fresh, part])
        while _length(fresh) >= STEP:
            for name, series in self._measured(first_games(fresh, STEP)).items():
                if series.watched:
                    self._sums[name] = self._sums.get(name, Sums(series.unit == "rate")).plus(series.values)
            fresh = {name: array[STEP:] for name, array in fresh.items()}
            self.evaluated += STEP
            if all(sums.estimate.half_width <= until for sums in self._sums.values()):
                return True
        self._fresh = [fresh]
        return False


def join_results(parts: list[Results]) -> Results:
    """Join batches in order; empty if there are none."""
    if len(parts) < 2:
        return parts[0] if parts else {}
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def join_and_free(parts: list[Results]) -> Results:
    """Join batches that are no longer needed, with hardly any data in memory twice."""
    if len(parts) < 2:
        return parts[0] if parts else {}
    return {name: np.concatenate([part.pop(name) for part in parts]) for name in list(parts[0])}


def first_games(results: Results, count: int) -> Results:
    """Return only the first `count` games."""
    return {name: array[:count] for name, array in results.items()}


def _length(results: Results) -> int:
    return len(next(iter(results.values())))


@lru_cache(maxsize=8)
def _unpack(packed: bytes) -> Simulator:
    """Unpack a simulator once per process, not once per batch."""
    simulator: Simulator = pickle.loads(packed)  # noqa: S301  from our own process
    return simulator


def play_batch(packed: bytes, first: int, count: int) -> Results:
    """Play a batch in a worker."""
    return _unpack(packed).play(first, count)


class _Done:
    """A batch that is played on demand, in this process."""

    def __init__(self, packed: bytes, first: int, count: int) -> None:
        self.task = packed, first, count

    def result(self) -> Results:
        return play_batch(*self.task)

    def cancel(self) -> None:
        """Do nothing: nothing has begun."""


class ThisProcess:
    """No other process: for few games, and for one core."""

    workers = 1
    batch_factor = 1

    def submit(self, simulator: bytes, first: int, count: int) -> Future:
        """Return a batch that is played when its result is requested."""
        return _Done(simulator, first, count)


class _Handed:
    """A batch in another process of this machine."""

    def __init__(self, future: Any) -> None:
        self.future = future

    def result(self) -> Any:
        try:
            return self.future.result()
        except BrokenProcessPool as error:
            raise UserError("a worker process has ended unexpectedly: try again with fewer --workers") from error

    def cancel(self) -> None:
        """Let it be played: loky fails on cancelled batches when its workers are ended."""


class Processes:
    """Worker processes on this machine, through joblib's loky."""

    batch_factor = 1

    def __init__(self, workers: int) -> None:
        from joblib.externals.loky import ProcessPoolExecutor

        self.workers = workers
        self._executor = ProcessPoolExecutor(max_workers=workers, initializer=_ignore_interrupts)
        self._handed: list[Any] = []

    def submit(self, simulator: bytes, first: int, count: int) -> Future:
        """Submit a batch to the next free worker."""
        future = self._executor.submit(play_batch, simulator, first, count)
        self._handed = [*(pending for pending in self._handed if not pending.done()), future]
        return _Handed(future)

    def close(self) -> None:
        """End the workers, whatever they are doing."""
        if not all(future.done() for future in self._handed):
            for process in active_children():
                if process.name.startswith("LokyProcess"):
                    process.terminate()  # loky itself fails when it has to kill busy workers
        self._executor.shutdown(wait=True)


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C, which reaches every process of a terminal; only the parent reacts to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def local_pool(workers: int) -> Iterator[Pool]:
    """Yield processes on this machine; a single one is this process itself."""
    if workers <= 1:
        yield ThisProcess()
        return
    pool = Processes(workers)
    try:
        yield pool
    finally:
        pool.close()


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


_ADDRESS = re.compile(r"(?:(?:tcp|tls|ucx|ws|wss|inproc)://)?[^\s/]+(?:/(?!/)\S*)?")
_PATIENCE = "10s"  # for the scheduler to answer
_RETRIES = 10  # of a batch, when its worker is lost or fails


class Cluster:
    """The workers of a scheduler."""

    batch_factor = 4  # sending a task takes milliseconds

    def __init__(self, address: str, client: Any) -> None:
        self.address = address
        self.client = client
        self.workers = max(sum(client.nthreads().values()), 1)

    def submit(self, simulator: bytes, first: int, count: int) -> Future:
        """Submit a batch. The simulator is sent each time: data on only one worker can be lost."""
        task = self.client.submit(play_batch, simulator, first, count, retries=_RETRIES, pure=False)
        return _Batch(task, self.address)


class _Batch:
    """A batch on the cluster; errors there are reported in one line."""

    def __init__(self, task: Any, address: str) -> None:
        self.task = task
        self.address = address

    def result(self) -> Any:
        from distributed import KilledWorker

        try:
            return self.task.result()
        except KilledWorker as error:
            raise UserError(f"the cluster {self.address} lost too many workers") from error
        except ModuleNotFoundError as error:
            raise UserError(f"a worker of the cluster {self.address} lacks the module {error.name}") from error

    def cancel(self) -> None:
        self.task.cancel()


def check_address(address: str) -> None:
    """Check the address of a scheduler before anything is compiled or sent. Raises UserError."""
    need_extra("distributed", to="--cluster", extra="cluster")
    if not _ADDRESS.fullmatch(address):
        raise UserError(
            f"{quoted(address)} is not the address of a scheduler, such as tcp://192.168.0.7:8786 or tls://…"
        )


@contextmanager
def cluster_pool(address: str) -> Iterator[Pool]:
    """Connect to the workers of the scheduler at an address such as tcp://192.168.0.7:8786."""
    check_address(address)
    import distributed

    for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # we report what the user has to know
    try:
        connect: Any = distributed.Client
        client = connect(address, timeout=_PATIENCE, set_as_default=False)
    except Exception as error:  # whatever the library raises for a wrong address, there is no scheduler
        raise UserError(f"there is no scheduler at {address}") from error
    try:
        if not client.nthreads():
            raise UserError(f"the scheduler at {address} has no workers")
        yield Cluster(address, client)
    finally:
        client.close()
