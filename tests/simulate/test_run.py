"""Batches, workers, early stops and interrupts: the games are always the same."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from msgspec.structs import replace

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.simulate.run import Future, ThisProcess, local_pool, play
from simulate.coins import Coins, measured

if TYPE_CHECKING:
    from cloudy_pnp.simulate.base import Results
    from cloudy_pnp.simulate.study import Series


def same(one: Results, other: Results) -> bool:
    """Return whether two results are equal to the last bit."""
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


def test_batches_and_workers_do_not_matter() -> None:
    alone = play(Coins(), 2345, ThisProcess(), 100)
    assert alone.games == 2345 == len(alone.results["turns"])
    assert same(alone.results, play(Coins(), 2345, ThisProcess(), 999).results)
    with local_pool(2) as pool:
        assert same(alone.results, play(Coins(), 2345, pool, 70).results)
    assert same(alone.results, Coins().play(0, 2345))


def test_stops_at_the_first_thousand_that_is_narrow_enough() -> None:
    runs = [play(Coins(), 20_000, ThisProcess(), batch, until=0.015, measured=measured) for batch in (700, 1500, 5000)]
    games = runs[0].games
    assert {run.games for run in runs} == {games}
    assert games % 1000 == 0
    assert 1000 < games < 20_000
    assert all(same(run.results, Coins().play(0, games)) for run in runs)
    widths = [
        max(one.estimate.half_width for one in measured(Coins().play(0, count)).values() if one.watched)
        for count in (games - 1000, games)
    ]
    assert widths[0] > 0.015 >= widths[1]


def test_no_game_is_judged_twice() -> None:
    """Otherwise twice as many games would take four times as long to judge."""
    seen: list[int] = []

    def counted(results: Results) -> Mapping[str, Series]:
        seen.append(len(results["turns"]))
        return measured(results)

    run = play(Coins(), 20_000, ThisProcess(), 700, until=0.015, measured=counted)
    assert sum(seen) == run.games


def test_plays_all_games_when_they_are_never_enough() -> None:
    assert play(Coins(), 1500, ThisProcess(), 100, until=0.001, measured=measured).games == 1500


def test_progress_counts_games() -> None:
    told: list[tuple[int, int]] = []
    play(Coins(), 250, ThisProcess(), 100, progress=lambda done, of: told.append((done, of)))
    assert told == [(100, 250), (200, 250), (250, 250)]


@pytest.fixture
def hears_interrupts() -> Iterator[None]:
    """Tests that run in the background would not."""
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, heard)


@pytest.mark.usefixtures("hears_interrupts")
@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_run_keeps_an_unbroken_row_of_games(workers: int) -> None:
    told: list[int] = []

    def interrupt_later(done: int, _of: int) -> None:
        told.append(done)
        if len(told) == 3:
            threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGINT)).start()

    with local_pool(workers) as pool:
        run = play(Coins(seconds=0.05), 100_000, pool, 10, progress=interrupt_later)
    assert run.interrupted
    assert 30 <= run.games < 100_000
    assert same(run.results, Coins().play(0, run.games))


def test_interrupted_before_the_first_batch() -> None:
    class Interrupted(ThisProcess):
        def submit(self, simulator: bytes, first: int, count: int) -> Future:
            raise KeyboardInterrupt

    run = play(Coins(), 100, Interrupted(), 10)
    assert (run.games, run.results, run.interrupted) == (0, {}, True)


def test_a_worker_that_dies_is_said_in_one_line(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill_one(_done: int, _of: int) -> None:
        if not killed:  # a batch that was finished before may still arrive
            killed.append(int(next(tmp_path.iterdir()).name.split("-")[1]))
            os.kill(killed[0], signal.SIGKILL)

    with pytest.raises(UserError, match="fewer --workers"), local_pool(2) as pool:
        play(Coins(seconds=0.05, log=tmp_path), 10_000, pool, 10, progress=kill_one)


def test_every_worker_takes_part(tmp_path: Path) -> None:
    with local_pool(2) as pool:
        play(replace(Coins(seconds=0.02), log=tmp_path), 200, pool, 10)
    names = [path.name.split("-") for path in tmp_path.iterdir()]
    assert sorted(int(first) for first, _ in names) == list(range(0, 200, 10))
    assert len({process for _, process in names}) == 2
