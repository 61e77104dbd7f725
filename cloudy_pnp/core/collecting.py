"""Looking for garbage, seldom."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_OBJECTS = 20_000


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Scenes have no cycles, and looking for some after every 700 new objects takes a tenth of all the time."""
    usual = gc.get_threshold()
    gc.set_threshold(_OBJECTS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
