"""One build at a time writes to an output folder, and one studio at a time to a folder of cards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from cloudy_pnp.core.files import in_words
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import shown


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Keep other builds out of a folder, which is made where it is missing: whether that can be done on this system.

    The lock is the system's own, on the folder itself: it leaves no file behind, and none that outlives its process.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot write to {shown(folder)}: {in_words(error)}") from error
    try:
        import fcntl
    except ImportError:
        yield False
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError(f"another build is writing to {shown(folder)}: try again when it is done") from None
        except OSError:  # a file system that knows no locks
            yield False
            return
        yield True
    finally:
        os.close(descriptor)


@contextmanager
def in_turn(folder: Path) -> Iterator[None]:
    """Wait until nobody else is in their turn with a folder, in this process or another; where the system can do it."""
    with ExitStack() as stack:
        with suppress(ImportError, OSError):  # no locks here, or no such folder
            import fcntl

            descriptor = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
