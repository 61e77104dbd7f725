"""Many games through several processes, in batches; the result does not depend on how many there are.

Batches are handed out ahead and taken back in order, so that whatever ends the run (enough games, Ctrl-C) what has been
played is an unbroken row of games from number 0.
"""

from __future__ import annotations

import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import active_children
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.simulate.intervals import Sums

if TYPE_CHECKING:
    from cloudy_pnp.simulate.base import Results, Simulator
    from cloudy_pnp.simulate.study import Series

STEP = 1000  # games after which it is judged, again and again, whether they are enough
AHEAD = 3  # batches in hand for each worker, so that none waits


class Future(Protocol):
    """A batch that is being played."""

    def result(self) -> Any:
        """Wait for it."""

    def cancel(self) -> Any:
        """It is no longer needed."""


class Pool(Protocol):
    """Processes that play batches, here or elsewhere."""

    workers: int
    batch_factor: int  # how many times larger than usual its batches should be

    def submit(self, simulator: bytes, first: int, count: int) -> Future:
        """Have the games number `first` … played."""


@dataclass(frozen=True, slots=True)
class Run:
    """What was played."""

    results: Results
    games: int
    interrupted: bool = False  # by Ctrl-C


Progress = Callable[[int, int], None]  # games played, games wanted
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
    kept: list[Results] = []
    done = 0
    watch = Watch(measured) if until is not None and measured else None
    packed = pickle.dumps(simulator)
    try:
        for part in _in_order(packed, games, pool, batch * pool.batch_factor):
            kept.append(part)
            done += _length(part)
            if progress:
                progress(done, games)
            if watch and until is not None and watch.enough(part, until):
                return Run(first_games(joined(kept), watch.judged), watch.judged)
    except KeyboardInterrupt:
        return Run(joined(kept), done, interrupted=True)
    return Run(used_up(kept), done)


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
    """Judges after every STEP games whether they are enough, from sums: no game is looked at twice.

    So the value of a game in a watched series must not depend on other games.
    """

    def __init__(self, measured: Measured) -> None:
        self.judged = 0
        self._measured = measured
        self._fresh: list[Results] = []  # fewer than STEP games
        self._sums: dict[str, Sums] = {}

    def enough(self, part: Results, until: float) -> bool:
        """With these games, too: whether every watched measure is known to within `until`, half of its interval."""
        fresh = joined([*self._fresh, part])
        while _length(fresh) >= STEP:
            for name, one in self._measured(first_games(fresh, STEP)).items():
                if one.watched:
                    self._sums[name] = self._sums.get(name, Sums(one.unit == "rate")).plus(one.values)
            fresh = {name: array[STEP:] for name, array in fresh.items()}
            self.judged += STEP
            if all(sums.estimate.half_width <= until for sums in self._sums.values()):
                return True
        self._fresh = [fresh]
        return False


def joined(parts: list[Results]) -> Results:
    """Batches in order as one; of nothing, nothing."""
    if len(parts) < 2:
        return parts[0] if parts else {}
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def used_up(parts: list[Results]) -> Results:
    """The same, where nobody needs the batches any more: hardly anything is ever kept twice."""
    if len(parts) < 2:
        return parts[0] if parts else {}
    return {name: np.concatenate([part.pop(name) for part in parts]) for name in list(parts[0])}


def first_games(results: Results, count: int) -> Results:
    """Only so many games."""
    return {name: array[:count] for name, array in results.items()}


def _length(results: Results) -> int:
    return len(next(iter(results.values())))


@lru_cache(maxsize=8)
def _unpacked(packed: bytes) -> Simulator:
    """A simulator makes its tables once in each process, not once a batch."""
    simulator: Simulator = pickle.loads(packed)  # noqa: S301  made by our own process
    return simulator


def play_batch(packed: bytes, first: int, count: int) -> Results:
    """What a worker does."""
    return _unpacked(packed).play(first, count)


class _Done:
    """A batch that is played when somebody asks for it, in this process."""

    def __init__(self, packed: bytes, first: int, count: int) -> None:
        self.task = packed, first, count

    def result(self) -> Results:
        return play_batch(*self.task)

    def cancel(self) -> None:
        """Nothing has begun."""


class ThisProcess:
    """No other process: for few games, and for one core."""

    workers = 1
    batch_factor = 1

    def submit(self, simulator: bytes, first: int, count: int) -> Future:
        """A batch that is played when its result is asked for."""
        return _Done(simulator, first, count)


class _Handed:
    """A batch at another process of this machine."""

    def __init__(self, future: Any) -> None:
        self.future = future

    def result(self) -> Any:
        try:
            return self.future.result()
        except BrokenProcessPool as error:
            raise UserError("a worker process has ended unexpectedly: try again with fewer --workers") from error

    def cancel(self) -> None:
        """It may as well be played: loky stumbles over cancelled batches when its workers are ended."""


class Processes:
    """Worker processes on this machine, through joblib's loky."""

    batch_factor = 1

    def __init__(self, workers: int) -> None:
        from joblib.externals.loky import ProcessPoolExecutor

        self.workers = workers
        self._executor = ProcessPoolExecutor(max_workers=workers, initializer=_deaf_to_interrupts)
        self._handed: list[Any] = []

    def submit(self, simulator: bytes, first: int, count: int) -> Future:
        """Hand a batch to the next free worker."""
        future = self._executor.submit(play_batch, simulator, first, count)
        self._handed = [*(one for one in self._handed if not one.done()), future]
        return _Handed(future)

    def close(self) -> None:
        """End the workers, whatever they are doing."""
        if not all(future.done() for future in self._handed):
            for process in active_children():
                if process.name.startswith("LokyProcess"):
                    process.terminate()  # loky itself stumbles when it has to kill workers that have batches in hand
        self._executor.shutdown(wait=True)


def _deaf_to_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; only the one that writes the report shall act on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def local_pool(workers: int) -> Iterator[Pool]:
    """Processes on this machine: as many as asked for; one is this process itself."""
    if workers <= 1:
        yield ThisProcess()
        return
    pool = Processes(workers)
    try:
        yield pool
    finally:
        pool.close()
