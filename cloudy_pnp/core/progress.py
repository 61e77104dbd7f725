"""How far a long run is: stages say what they are at, and whoever has begun the run may listen.

Like the budget it belongs to the run, so that a stage far below needs no argument for it. Where nobody listens, saying
something costs next to nothing.

>>> with told_to(lambda *now: print(now)), part("de"):
...     at("drawing", 3, 25)
('de: drawing', 3, 25)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[str, int, int], None]  # what is being done, how much of it is done, of how much (0: not known)

_LISTENER: ContextVar[Listener | None] = ContextVar("cloudy_pnp_progress", default=None)
_PART: ContextVar[str] = ContextVar("cloudy_pnp_progress_part", default="")


def at(what: str, done: int = 0, of: int = 0) -> None:
    """Say what is being done now."""
    listener = _LISTENER.get()
    if listener is not None:
        listener(_PART.get() + what, done, of)


def is_heard() -> bool:
    """Whether somebody listens."""
    return _LISTENER.get() is not None


def listen(listener: Listener | None) -> None:
    """Listen from now on, for as long as the process runs."""
    _LISTENER.set(listener)


@contextmanager
def told_to(listener: Listener | None) -> Iterator[None]:
    """Somebody listens to all that is done inside; None: whoever listens already goes on."""
    token = _LISTENER.set(listener or _LISTENER.get())
    try:
        yield
    finally:
        _LISTENER.reset(token)


@contextmanager
def part(name: str) -> Iterator[None]:
    """What is done inside is done for a part of the whole, such as a language."""
    token = _PART.set(f"{_PART.get()}{name}: ")
    try:
        yield
    finally:
        _PART.reset(token)
