"""The limits of a run, whatever it has to read: one budget for all files, packs and stages together.

A limit per file does not help against ten thousand files. So every stage that untrusted data can prolong spends from
one budget; when it is exceeded, a single problem names the limit, its purpose and how to raise it, and the run
continues with the rest. Limits are counts, not seconds: the same data gives the same verdict on every machine. The time
of a check or of an editor's request is measured too, as the last resort: the run's `Clock` knows the seconds that are
left, every call of a worker gets no more than these, and long loops ask with `tick`.

>>> with run() as budget:
...     [spend("hints", 1), budget.left("hints") == limit("hints") - 1]
[True, True]
"""

from __future__ import annotations

import gc
import heapq
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, field

from cloudy_pnp.core.problems import UserError, quoted, suggest, use_hints_of

try:
    from time import thread_time
except ImportError:  # a browser tab has one thread
    from time import process_time as thread_time

VARIABLE = "CLOUDY_PNP_LIMITS"
_NAMED = 3  # files that a message names, of those that took most of the time
UNREAD = "it was not read: the time was over", "make the slowest files smaller, which are named with the limit"
_Item = TypeVar("_Item")


class Limit(Struct, frozen=True):
    """The maximum amount of something in a run, and its description."""

    most: int
    what: str


LIMITS: Mapping[str, Limit] = {
    "bytes": Limit(64 * 1024 * 1024, "bytes of data files"),
    "nodes": Limit(2_000_000, "values in data files"),
    "documents": Limit(50_000, "YAML documents"),
    "cards": Limit(20_000, "entries of card data"),
    "copies": Limit(15_000, "pieces to print in one language"),
    "template": Limit(2_000_000, "steps and characters of templates"),
    "book": Limit(300_000, "steps and characters of one rulebook"),
    "faces": Limit(2_500, "cards drawn by a check, in all languages"),
    "pictures": Limit(10_000_000_000, "pixels in all pictures that a check decodes"),  # 3,000 of 1500 × 2100
    "boards": Limit(30_000_000, "fields of all boards in scenarios and records"),
    "hands": Limit(10_000_000, "possible choices in scored hands"),
    "trials": Limit(800_000, "moves examined when cards are test-played"),
    "hints": Limit(24_000, "words compared to suggest a correction"),
    "terms": Limit(10_000_000, "comparisons of texts with the glossary"),
    "pixels": Limit(120_000_000, "pixels of a picture"),
    "seconds": Limit(45, "CPU seconds for a check"),
    "request-seconds": Limit(10, "CPU seconds for a request of an editor"),
    "megabytes": Limit(896, "megabytes of memory for a check"),
    "file-seconds": Limit(20, "CPU seconds for one spreadsheet or picture"),
    "file-megabytes": Limit(1024, "megabytes of memory for one spreadsheet or picture"),
    "book-seconds": Limit(60, "CPU seconds for the pages of a book"),
    "book-megabytes": Limit(1024, "megabytes of memory for the pages of a book"),
}


READING = ("bytes", "nodes", "documents", "cards")  # limits after which some of the data is not read


class OverTime(BaseException):
    """The run has taken too long, or was stopped. It passes every `except Exception` on its way out."""


def limit(name: str) -> int:
    """Return the current limit, which the environment variable CLOUDY_PNP_LIMITS may override (`cards=50000`)."""
    return _parse_limits(os.environ.get(VARIABLE, "")).get(name, LIMITS[name].most)


@lru_cache(maxsize=4)
def _parse_limits(text: str) -> Mapping[str, int]:
    changed = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = part.partition("=")
        if name not in LIMITS:
            raise UserError(f"{VARIABLE}: there is no limit {quoted(name)}; {suggest(name, LIMITS)}")
        if not (number.isascii() and number.isdigit() and len(number) <= 15):
            raise UserError(
                f"{VARIABLE}: {quoted(part)} is not a limit and a number, such as {name}={LIMITS[name].most}"
            )
        changed[name] = int(number)
    return changed


def over(name: str) -> str:
    """Describe an exceeded limit."""
    return f"this needs more than {limit(name):,} {LIMITS[name].what} (the limit {quoted(name)} of one run)"


def raising(name: str) -> str:
    """Explain how to raise a limit; that of the time also names the files that took most of it."""
    run = _RUN.get()
    files = heapq.nlargest(_NAMED, run.clock.files.items(), key=lambda item: item[1]) if run else []
    slow = ", ".join(f"{file} ({seconds:.0f} s)" for file, seconds in files if seconds >= 1)
    slowest = f"the slowest files: {slow}; " if slow and run and name == run.clock.limit else ""
    return f"{slowest}if that is intended, raise the limit: {VARIABLE}={name}={4 * limit(name)}"


class Clock(Struct):
    """The CPU time that a run may take, in its own thread and in the processes that work for it."""

    most: float = inf
    limit: str = "seconds"
    thread: bool = True  # whether the run's own thread counts, not only the processes
    used: float = 0.0
    files: dict[str, float] = field(default_factory=dict)  # the seconds that each took
    started: float | None = None  # time of its thread; None while the run waits for its caller
    interrupt: Callable[[], object] | None = None  # ends what another process does for it

    def now(self) -> float:
        """Return the seconds used so far."""
        return self.used + (thread_time() - self.started if self.started is not None else 0.0)

    def left(self) -> float:
        """Return the remaining seconds."""
        return self.most - self.now()

    def stop(self) -> None:
        """End the run, from any thread: nothing is left."""
        self.most = -inf
        if self.interrupt is not None:
            self.interrupt()


def clock(name: str, times: int = 1, thread: bool = True) -> Clock:
    """Return a clock with the seconds of a limit."""
    return Clock(times * limit(name), name, thread)


class Budget(Struct):
    """The amounts and the time spent by a run."""

    spent: dict[str, int] = field(default_factory=dict)
    reported: set[str] = field(default_factory=set)
    clock: Clock = field(default_factory=Clock)

    def spend(self, name: str, amount: int = 1) -> bool:
        """Spend an amount, and return whether enough was left. An exceeded limit stays exceeded."""
        self.spent[name] = self.spent.get(name, 0) + amount
        return self.spent[name] <= limit(name)

    def left(self, name: str) -> int:
        """Return the remaining amount."""
        return max(0, limit(name) - self.spent.get(name, 0))

    def is_over_time(self) -> bool:
        """Return whether the time is over."""
        if self.clock.left() > 0:
            return False
        self.reported.add(self.clock.limit)
        return True

    def first_over(self, name: str) -> bool:
        """Return whether an exceeded limit has not been reported yet: it is reported once per run."""
        first = name not in self.reported
        self.reported.add(name)
        return first


_RUN: ContextVar[Budget | None] = ContextVar("cloudy_pnp_run", default=None)


def current() -> Budget | None:
    """Return the budget of the run; None outside of runs."""
    return _RUN.get()


def spend(name: str, amount: int = 1) -> bool:
    """Spend from the run's budget, if there is one, and return whether enough was left."""
    budget = _RUN.get()
    return budget is None or budget.spend(name, amount)


def left(name: str) -> int:
    """Return the remaining amount in this run, or the whole limit outside of runs."""
    budget = _RUN.get()
    return limit(name) if budget is None else budget.left(name)


def is_used_up() -> bool:
    """Return whether a limit of this run is reached: what it finds from now on may be incomplete, so it isn't kept."""
    budget = _RUN.get()
    if budget is None:
        return False
    return budget.clock.left() <= 0 or any(amount >= limit(name) for name, amount in budget.spent.items())


def is_over_time() -> bool:
    """Return whether the run's time is over, which the run reports."""
    budget = _RUN.get()
    return budget is not None and budget.is_over_time()


def tick() -> None:
    """Raise OverTime if the run's time is over. Every long loop on untrusted data calls this."""
    if is_over_time():
        raise OverTime


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Attribute the time that passes inside to a file."""
    time = budget.clock if (budget := _RUN.get()) else Clock()
    before = time.now()
    try:
        yield
    finally:
        time.files[name] = time.files.get(name, 0.0) + time.now() - before


@contextmanager
def run(begun: Budget | None = None) -> Iterator[Budget]:
    """Begin a run, or continue one; nested runs share one budget."""
    if (budget := _RUN.get()) is not None:
        yield budget
        return
    with _inside(begun or Budget()) as budget:
        yield budget


@contextmanager
def _inside(budget: Budget) -> Iterator[Budget]:
    token = _RUN.set(budget)
    budget.clock.started = thread_time() if budget.clock.thread else None
    try:
        yield budget
    finally:
        budget.clock.used, budget.clock.started = budget.clock.now(), None
        _RUN.reset(token)


@contextmanager
def outside() -> Iterator[None]:
    """Leave the run: what comes with the tool has no limits, and must not fail where those of a run are exceeded."""
    token = _RUN.set(None)
    try:
        yield
    finally:
        _RUN.reset(token)


def running(steps: Iterator[_Item], begun: Budget | None = None) -> Iterator[_Item]:
    """Yield the items of a generator, computed inside a run; the caller is outside of it between the items."""
    budget = _RUN.get() or begun or Budget()
    while True:
        with run(budget):
            try:
                item = next(steps)
            except StopIteration:
                return
        yield item


@contextmanager
def memory(megabytes: int) -> Iterator[None]:
    """Let Python raise MemoryError when this much more memory is used than now, where the system supports it."""
    try:
        import resource

        used = int(Path("/proc/self/statm").read_text("ascii").split()[5]) * resource.getpagesize()
    except (ImportError, OSError, ValueError, IndexError):
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_DATA)
    most = used + megabytes * 1024 * 1024
    if before[0] != resource.RLIM_INFINITY and before[0] < most:
        yield
        return
    resource.setrlimit(resource.RLIMIT_DATA, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


use_hints_of(lambda amount: spend("hints", amount))


_OBJECTS = 20_000


@contextmanager
def infrequent_gc() -> Iterator[None]:
    """Collect garbage less often: scenes have no cycles, and the default threshold costs a tenth of the time."""
    usual = gc.get_threshold()
    gc.set_threshold(_OBJECTS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
