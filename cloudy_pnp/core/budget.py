"""The limits of a run, whatever it has to read: one budget for all files, packs and stages together.

A limit per file does not help against ten thousand files. So every stage that untrusted data can prolong spends from
one budget; when it is exceeded, a single problem names the limit, its purpose and how to raise it, and the run
continues with the rest. Limits are counts, not seconds: the same data gives the same verdict on every machine. Only the
time of a whole `check` is also measured, as the last resort.

>>> with run() as budget:
...     [spend("hints", 1), budget.left("hints") == limit("hints") - 1]
[True, True]
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, field

from cloudy_pnp.core.problems import UserError, quoted, suggest, use_hints_of

VARIABLE = "CLOUDY_PNP_LIMITS"
_GRACE = 8  # CPU seconds to report the findings after the time is over
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
    "faces": Limit(2_500, "cards drawn by a check, in all languages"),
    "pictures": Limit(10_000_000_000, "pixels in all pictures that a check decodes"),  # 3,000 of 1500 × 2100
    "boards": Limit(30_000_000, "fields of all boards in scenarios and records"),
    "hands": Limit(10_000_000, "possible choices in scored hands"),
    "trials": Limit(800_000, "moves examined when cards are test-played"),
    "hints": Limit(60_000, "words compared to suggest a correction"),
    "terms": Limit(10_000_000, "comparisons of texts with the glossary"),
    "pixels": Limit(120_000_000, "pixels of a picture"),
    "seconds": Limit(45, "CPU seconds for a check"),
    "megabytes": Limit(896, "megabytes of memory for a check"),
    "file-seconds": Limit(20, "CPU seconds for one spreadsheet or picture"),
    "file-megabytes": Limit(1024, "megabytes of memory for one spreadsheet or picture"),
    "book-seconds": Limit(60, "CPU seconds for the pages of a book"),
    "book-megabytes": Limit(1024, "megabytes of memory for the pages of a book"),
}


class OverTime(BaseException):
    """The run has taken too long. It passes every `except Exception` on its way out."""


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
    """Explain how to raise a limit."""
    return f"if that is intended, raise the limit: {VARIABLE}={name}={4 * limit(name)}"


class Budget(Struct):
    """The amounts spent by a run."""

    spent: dict[str, int] = field(default_factory=dict)
    reported: set[str] = field(default_factory=set)

    def spend(self, name: str, amount: int = 1) -> bool:
        """Spend an amount, and return whether enough was left. An exceeded limit stays exceeded."""
        self.spent[name] = self.spent.get(name, 0) + amount
        return self.spent[name] <= limit(name)

    def left(self, name: str) -> int:
        """Return the remaining amount."""
        return max(0, limit(name) - self.spent.get(name, 0))

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
    return budget is not None and any(amount >= limit(name) for name, amount in budget.spent.items())


@contextmanager
def run(begun: Budget | None = None) -> Iterator[Budget]:
    """Begin a run, or continue one in another process; nested runs share one budget."""
    budget = _RUN.get()
    if budget is not None:
        yield budget
        return
    token = _RUN.set(budget := begun or Budget())
    try:
        yield budget
    finally:
        _RUN.reset(token)


@contextmanager
def outside() -> Iterator[None]:
    """Leave the run: what comes with the tool has no limits, and must not fail where those of a run are exceeded."""
    token = _RUN.set(None)
    try:
        yield
    finally:
        _RUN.reset(token)


def running(steps: Iterator[_Item]) -> Iterator[_Item]:
    """Yield the items of a generator, computed inside a run; the caller is outside of it between the items."""
    budget = _RUN.get() or Budget()
    while True:
        token = _RUN.set(budget)
        try:
            item = next(steps)
        except StopIteration:
            return
        finally:
            _RUN.reset(token)
        yield item


@contextmanager
def deadline(seconds: int) -> Iterator[None]:
    """Raise OverTime after this much CPU time, independent of the load of the machine.

    Only where the system has timers: not in threads, and not on Windows.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: Any) -> None:
        raise OverTime

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds, _GRACE)  # repeated: the first may be swallowed
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def charge(seconds: float) -> None:
    """Count CPU time that another process has used for this one, where there is a deadline."""
    if not hasattr(signal, "getitimer") or threading.current_thread() is not threading.main_thread():
        return
    remaining, interval = signal.getitimer(signal.ITIMER_PROF)
    if remaining > 0:
        signal.setitimer(signal.ITIMER_PROF, max(remaining - seconds, 0.001), interval)


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
