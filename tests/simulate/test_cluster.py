"""A real scheduler with two worker processes; one of them is killed in mid-run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from cli.command import MOST_SECONDS
from msgspec import Struct

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.simulate.run import play
from simulate.coins import Coins

pytest.importorskip("distributed")
from cloudy_pnp.simulate.run import cluster_pool

if TYPE_CHECKING:
    from cloudy_pnp.simulate.base import Results

REPOSITORY = Path(__file__).parents[2]


class Started(Struct):
    """The processes of a cluster."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    place = tmp_path_factory.mktemp("cluster")
    environment = {
        **os.environ,
        "PYTHONPATH": f"{REPOSITORY}:{REPOSITORY / 'tests'}",
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "3",
    }

    def start(module: str, *args: str | Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{module}", *map(str, args)],
            env=environment,
            cwd=place,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    file = place / "scheduler.json"
    scheduler = start(
        "dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
        "--no-jupyter",
        "--scheduler-file",
        file,
    )
    options = ("--nthreads", 1, "--no-nanny", "--no-dashboard", "--local-directory", place, "--scheduler-file", file)
    workers = [start("dask_worker", *map(str, options)) for _ in range(2)]
    try:
        deadline = time.monotonic() + MOST_SECONDS
        while not file.exists():
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.05)
        yield Started(json.loads(file.read_text("utf-8"))["address"], scheduler, workers)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def same(one: Results, other: Results) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


def wait_for_workers(address: str, count: int) -> None:
    import distributed

    connect: Any = distributed.Client
    with connect(address, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=MOST_SECONDS)


def test_result_is_the_same_when_a_worker_is_killed(cluster: Started, tmp_path: Path) -> None:
    wait_for_workers(cluster.address, 2)
    killed: list[int] = []

    def kill_one(done: int, _of: int) -> None:
        if done >= 200 and not killed and any(tmp_path.glob(f"*-{cluster.workers[0].pid}")):
            killed.append(cluster.workers[0].pid)
            os.kill(cluster.workers[0].pid, signal.SIGKILL)

    with cluster_pool(cluster.address) as pool:
        assert pool.workers == 2
        run = play(Coins(seconds=0.02, log=tmp_path), 1000, pool, 5, progress=kill_one)
    assert killed
    players = {int(path.name.split("-")[1]) for path in tmp_path.iterdir()}
    assert players == {worker.pid for worker in cluster.workers}
    assert run.games == 1000
    assert same(run.results, Coins().play(0, 1000))


def test_no_scheduler_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cloudy_pnp.simulate.run._PATIENCE", "1s")
    told = {
        "tcp://127.0.0.1:1": "there is no scheduler at",
        "nonsense://x": "is not the address of a scheduler",
        "::::": "there is no scheduler at",
    }
    for address, words in told.items():
        with pytest.raises(UserError, match=words), cluster_pool(address):
            pass


def test_missing_package_is_said_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cloudy_pnp.simulate.base.find_spec", lambda _name: None)
    with pytest.raises(UserError, match=r"\[cluster\]"), cluster_pool("tcp://127.0.0.1:1"):
        pass
