"""Progress of a long run: stages report their current task, and the caller of the run may listen.

Like the budget it belongs to the run, so that a nested stage needs no argument for it. Without a listener, reporting
costs next to nothing.

>>> with reported_to(lambda *now: print(now)), part("de"):
...     at("drawing", 3, 25)
('de: drawing', 3, 25)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from cloudy_pnp.core import budget

Listener = Callable[[str, int, int], None]  # the current task, the amount done, the total (0: unknown)

_LISTENER: ContextVar[Listener | None] = ContextVar("cloudy_pnp_progress", default=None)
_PART: ContextVar[str] = ContextVar("cloudy_pnp_progress_part", default="")


def at(task: str, done: int = 0, of: int = 0) -> None:
    """Report the current task. Raises OverTime if the run's time is over."""
    budget.tick()
    listener = _LISTENER.get()
    if listener is not None:
        listener(_PART.get() + task, done, of)


def has_listener() -> bool:
    """Check whether there is a listener."""
    return _LISTENER.get() is not None


def listen(listener: Listener | None) -> None:
    """Set the listener for the rest of the process."""
    _LISTENER.set(listener)


@contextmanager
def reported_to(listener: Listener | None) -> Iterator[None]:
    """Set the listener inside a block; None keeps the current one."""
    token = _LISTENER.set(listener or _LISTENER.get())
    try:
        yield
    finally:
        _LISTENER.reset(token)


@contextmanager
def part(name: str) -> Iterator[None]:
    """Prefix the tasks inside a block with a part of the whole, such as a language."""
    token = _PART.set(f"{_PART.get()}{name}: ")
    try:
        yield
    finally:
        _PART.reset(token)
