"""Limits for all tests, and the order in which several processes run them."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Generator
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from chance import FUZZING, examples
from hypothesis import HealthCheck, is_hypothesis_test, settings
from xdist.scheduler import LoadScopeScheduling

# `make bench` measures time, tests never do: a slow machine is not a failure. And CI tries the same examples each time:
# a failure there can be repeated, and the next change does not fail by chance. `make fuzz` finds new examples; there,
# an example that takes very long is a failure too.
settings.register_profile("project", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fuzz", deadline=timedelta(seconds=30), max_examples=examples(100), print_blob=True)
settings.load_profile("fuzz" if FUZZING else "project")

# Seconds per test file, the longest first, of all files with three seconds or more. `make quick` skips the files in
# this list, and `make test` starts with the longest, so that none of them ends the run alone.
DURATIONS = Path(__file__).with_name("tests") / "durations.txt"
ROOT = Path(__file__).parent

# The tests of a file run in one process. Those of some files run in one process together, because they share
# something that is costly to make. (xdist's own groups need marks on the tests, and do nothing with pytest 9.2.)
TOGETHER = {
    "the books and their fonts": ("tests/rulebook/",),
    "the compiled simulator": (
        "tests/games/cloudy_kingdom/sim/",
        "tests/games/cloudy_kingdom/test_manual.py::",
        "tests/games/test_conformance.py::TestEveryGame::test_it_can_be_simulated[cloudy-kingdom]",
        "tests/simulate/test_verdicts.py::",
        "tests/cli/test_simulate.py::test_a_game_of_the_report_can_be_replayed",
        "tests/repo/test_readme.py::test_shown_output_is_real[cloudy-pnp simulate",
    ),
    "the compiled scorer": (
        "games/fantasy-realms/tests/fantasy_realms_tests/test_engines.py::",
        "games/fantasy-realms/tests/fantasy_realms_tests/test_game.py::",
        "games/fantasy-realms/tests/fantasy_realms_tests/test_play.py::test_greedy",
        "games/fantasy-realms/tests/fantasy_realms_tests/test_scorer.py::",
        "games/fantasy-realms/tests/fantasy_realms_tests/test_search.py::",
        "tests/repo/test_readme.py::test_named_command_is_understood[cloudy-pnp best",
        "tests/repo/test_readme.py::test_named_command_is_understood[cloudy-pnp odds",
    ),
    "the wheels": ("tests/repo/test_wheel.py::", "tests/repo/test_installed_games.py::"),
    "the whole package as syntax": ("tests/repo/test_architecture.py::", "tests/repo/test_codes.py::"),
    "exports of whole games": ("tests/export/test_tables.py::", "tests/export/test_simulator.py::"),
}
# The tests of these take long and share little: each goes to the next free process.
APART = (
    "tests/data/test_hostile.py::",
    "tests/export/test_every_target.py::",
    "tests/games/test_conformance.py::",
    "tests/core/test_budget.py::",
    "tests/export/test_crashes.py::",
    "tests/workspace/test_hostile_root.py::",
)
WAITING = "tests/studio/"  # mostly for a browser

# Modules are compiled once, not by every process that the tests start, whoever calls pytest.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Some tests press Ctrl-C, which a process that a shell started in the background would ignore.
signal.signal(signal.SIGINT, signal.default_int_handler)


@cache
def durations() -> dict[str, float]:
    """Read the recorded seconds, by file."""
    rows = [line.split() for line in DURATIONS.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {file: float(seconds) for seconds, file in rows}


class Together(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Groups of files, single files, single tests."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def group_of(nodeid: str) -> str:
    alone = nodeid if nodeid.startswith(APART) else nodeid.partition("::")[0]
    return next((what for what, tests in TOGETHER.items() if nodeid.startswith(tests)), alone)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together:
    config.option.loadscopereorder = False  # many tests are not much time; see `pytest_collection_modifyitems`
    return Together(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Use half as many again as there are cores, and one more: a test that waits for a browser, a disk or another
    process leaves its core to another test.
    """
    cores = os.cpu_count() or 1
    return cores + cores // 2 + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="skip the files listed in tests/durations.txt")
    parser.addoption("--record", action="store_true", help="write tests/durations.txt")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.record and "PYTEST_XDIST_WORKER" not in os.environ:
        config.pluginmanager.register(Recorder())


class Recorder:
    """Adds up the seconds of all tests, by file."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid.partition("::")[0]] += report.duration  # type: ignore[assignment]

    def pytest_sessionfinish(self) -> None:
        rows = [f"{seconds:.1f} {file}\n" for file, seconds in self.seconds.most_common() if seconds >= 3]
        DURATIONS.write_text(f"# Seconds per test file, written by make durations.\n{''.join(rows)}", "utf-8")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files before anything is made of them: slow ones in `make quick`, and modules with neither tests nor
    doctests, most of the package. None: ask the other plug-ins.
    """
    if collection_path.suffix != ".py":
        return None
    if config.option.quick and collection_path.relative_to(ROOT).as_posix() in durations():
        return True
    return None if collection_path.name.startswith("test_") or has_doctests(collection_path) else True


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Search only files with `>>>` for doctests."""
    collectors = yield
    if file_path.suffix == ".py" and not has_doctests(file_path):
        return [collector for collector in collectors if not isinstance(collector, DoctestModule)]
    return collectors


def has_doctests(path: Path) -> bool:
    return b">>>" in path.read_bytes()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test with hypothesis for `make fuzz` (other randomized ones have the mark themselves). If several
    processes run the tests, start with those that take longest, in turn some that wait for a browser and some that
    compute: the cores have work all the time.
    """
    for item in items:
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker("fuzz")
    if "PYTEST_XDIST_WORKER" in os.environ:
        known = durations()
        seconds: Counter[str] = Counter()
        for file, group in {(item.nodeid.partition("::")[0], group_of(item.nodeid)) for item in items}:
            seconds[group] += known.get(file, 0)  # type: ignore[assignment]
        places: dict[str, tuple[int, bool]] = {}
        met: Counter[bool] = Counter()
        for group in sorted(seconds, key=lambda group: (-seconds[group], group)):
            waits = group.startswith(WAITING)
            places[group] = (met[waits], waits) if seconds[group] else (len(seconds), waits)
            met[waits] += 1
        items.sort(key=lambda item: places[group_of(item.nodeid)])


def pytest_collection_finish() -> None:
    """Keep everything imported out of garbage collections."""
    gc.collect()
    gc.freeze()
