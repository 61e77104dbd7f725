"""The worker for foreign bytes: whatever ends it costs one call, and the next one is answered."""

from __future__ import annotations

import datetime
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cloudy_pnp.core import budget
from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.worker import FILES, Ended, Worker


def test_values_errors_and_the_budget_cross_the_border(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(budget.VARIABLE, "cards=10")
    with budget.run() as run:
        assert FILES.call(budget.spend, "cards", 4)
        assert not FILES.call(budget.spend, "cards", 7)
        assert run.spent == {"cards": 11}
    assert FILES.call(Rect, 0, 0, 2, 3) == Rect(0, 0, 2, 3)
    assert FILES.call(datetime.date, 2026, 1, 2) == datetime.date(2026, 1, 2)
    with pytest.raises(UserError, match="there is no limit"):
        FILES.call(budget._parse_limits, "nonsense=10")
    with pytest.raises(Ended, match="has crashed") as ended:
        FILES.call(divmod, 1, 0)
    assert "ZeroDivisionError" in str(ended.value.__cause__)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems only bound the time")
def test_a_call_that_needs_too_much_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(budget.VARIABLE, "file-megabytes=100, file-seconds=1")
    with pytest.raises(Ended, match="more than 100 megabytes"):
        FILES.call(bytearray, 200 << 20)
    with pytest.raises(Ended, match="more than 1 CPU seconds"):
        FILES.call(sum, range(10**10))
    with pytest.raises(Ended, match="has crashed"):
        FILES.call(os._exit, 3)
    with pytest.raises(Ended, match="more than 100 megabytes"):
        FILES.call(os.abort)
    assert FILES.call(len, b"abc") == 3


def test_a_file_that_ends_the_worker_costs_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a folder of such files would keep a check busy for file-seconds each."""
    monkeypatch.setenv(budget.VARIABLE, "file-seconds=1")
    with budget.run(budget.Budget(clock=budget.Clock(1000))) as run:
        with pytest.raises(Ended, match="more than 1 CPU seconds"):
            FILES.call(sum, range(10**10))
        first = run.clock.now()
        with pytest.raises(Ended, match="has crashed"):
            FILES.call(os._exit, 3)
        both = run.clock.now()
    assert 1 <= first < both  # the start of a process counts too


def in_a_thread(work: Callable[[], None]) -> None:
    with ThreadPoolExecutor(1) as pool:
        pool.submit(work).result()


@pytest.mark.skipif(sys.platform == "win32", reason="only wall time is limited there")
@pytest.mark.parametrize("call", [in_a_thread, lambda work: work()], ids=["thread", "main"])
def test_a_call_gets_no_more_than_its_run_has_left(call: Callable[[Callable[[], None]], None]) -> None:
    """Each slow file took file-seconds, whatever the limit of the whole was; in a thread nothing was limited."""

    def work() -> None:
        with budget.run(budget.Budget(clock=budget.Clock(1))) as run:
            for name in ("slow.jpg", "other.jpg"):
                with budget.reading(name), pytest.raises(Ended, match="the time was over"):
                    FILES.call(sum, range(10**10))
            assert run.clock.now() < 5
            assert "the slowest files: slow.jpg (" in budget.raising("seconds")
            assert (run.reported, budget.is_used_up()) == ({"seconds"}, True)
            with pytest.raises(budget.OverTime):
                budget.tick()

    call(work)
    assert FILES.call(len, b"abc") == 3


def test_a_run_is_stopped_from_another_thread_in_the_middle_of_a_file() -> None:
    with budget.run() as run:
        timer = threading.Timer(0.2, run.clock.stop)
        timer.start()
        with pytest.raises(Ended, match="the time was over"):
            FILES.call(time.sleep, 60)
        timer.join()
        with pytest.raises(Ended, match="the time was over"):
            FILES.call(len, b"")
    assert FILES.call(len, b"abc") == 3


def test_a_worker_killed_in_the_middle_of_a_file_is_replaced() -> None:
    assert FILES.call(len, b"") == 0
    first = FILES.pid
    assert first is not None
    with pytest.raises(Ended, match="has crashed"):
        FILES.call(os.kill, first, signal.SIGKILL)  # itself: surely in the middle of a call
    assert FILES.call(len, b"abc") == 3
    assert FILES.pid not in (None, first)


def test_an_answer_has_a_bound_and_creates_nothing_foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(budget.VARIABLE, "file-megabytes=0")
    small = Worker("file-seconds", "file-megabytes", ())
    with pytest.raises(Ended):
        small.call(bytes, 1)
    monkeypatch.undo()
    with pytest.raises(Exception, match="is not expected in an answer"):
        small.call(Path, "x")
    assert small.call(len, b"abc") == 3
    small.end()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked")
def test_a_forked_process_has_its_own_worker() -> None:
    FILES.call(len, b"")
    before = FILES.pid
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if FILES.pid is None and FILES.call(len, b"ab") == 2 and FILES.pid != before else 1
            FILES.end()
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert FILES.call(len, b"abc") == 3
    assert FILES.pid == before


def test_a_closed_worker_ends_its_call_and_answers_no_more() -> None:
    """Ctrl-C waited for every slow picture of a project."""
    worker = Worker("file-seconds", "file-megabytes", ())
    assert worker.call(len, b"ab") == 2
    timer = threading.Timer(0.2, worker.close)
    timer.start()
    for _ in range(2):
        with pytest.raises(Ended):
            worker.call(time.sleep, 60)
    timer.join()
    worker.end()
