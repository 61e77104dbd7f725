"""The same games on many machines, through dask.distributed.

A lost worker only costs time: the scheduler gives its batches to another one, and a batch played twice has the same
result.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.simulate.base import need_extra
from cloudy_pnp.simulate.run import Future, Pool, play_batch

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
