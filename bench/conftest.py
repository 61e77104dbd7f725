"""The table at the end of `make bench`: every measurement as a ratio to the baseline of its group, in the same run.

A benchmark joins a group with `@pytest.mark.benchmark(group="what is measured (aim: …)")`. In each group the one
whose name contains `baseline` is what the others are compared with.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session", autouse=True)
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Processes find their modules compiled, as they are where the tool is installed: their first run does that, in a
    folder of our own, so that times do not depend on who may write where.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("compiled")))
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the table of ratios and the notes that benchmarks left in `extra_info`."""
    session = getattr(config, "_benchmarksession", None)
    if session is None or not session.benchmarks:
        return
    terminalreporter.section("ratios (fastest run of each)")
    groups: dict[str, list[Any]] = {}
    for bench in session.benchmarks:
        groups.setdefault(bench.group or "", []).append(bench)
    for group, benches in sorted(groups.items()):
        terminalreporter.write_line(group)
        base = next((bench.stats.min for bench in benches if "baseline" in bench.name), None)
        for bench in benches:
            ratio = _ratio(bench.stats.min, base) if base else ""
            notes = ", ".join(f"{key}: {value}" for key, value in bench.extra_info.items())
            name = bench.name.removeprefix("test_").removeprefix("bench_").replace("_", " ")
            terminalreporter.write_line(f"  {name:<44} {_time(bench.stats.min):>10}  {ratio:<14} {notes}")


def _ratio(value: float, base: float) -> str:
    if value == base:
        return "= 1"
    return f"{value / base:.2f} ×" if value > base else f"1/{base / value:.4g}"


def _time(seconds: float) -> str:
    for unit, factor in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
