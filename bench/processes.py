"""Whole processes, measured: what a user waits for, and how much memory it takes."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

ROOT = Path(__file__).parent.parent


class Cost(Struct, frozen=True):
    """The fastest of some runs, and the most memory of all."""

    seconds: float
    cpu: float
    memory: float  # MiB


def measure(benchmark: Any, call: list[str], rounds: int, setup: Callable[[], object] | None = None) -> Cost:
    """Let pytest-benchmark time `python -m` with a module and its arguments, some times, `setup` before each.

    CPU time is recorded as well: it is more reliable on a busy machine.
    """
    peaks: list[float] = []
    cpu: list[float] = []

    def run() -> None:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        peaks.append(peak(call))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    benchmark.pedantic(run, setup=setup, rounds=rounds)
    cost = Cost(benchmark.stats.stats.min, min(cpu), max(peaks))
    benchmark.extra_info["processor"] = f"{cost.cpu:.2f} s"
    benchmark.extra_info["peak memory"] = f"{cost.memory:.0f} MiB"
    return cost


def peak(call: list[str]) -> float:
    """Run `python -m` with a module and its arguments, and say how many MiB of memory it took at most."""
    command = [sys.executable, str(ROOT / "bench/peak.py"), *call]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    return int(done.stdout.splitlines()[-1]) / 1024
