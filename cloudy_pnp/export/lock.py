"""Locks: one build at a time writes to an output folder, and one studio at a time to a folder of cards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from cloudy_pnp.core.files import in_words
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.files import display_path


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Lock a folder, which is created if missing, and yield whether this system supports that.

    It is the system's lock on the folder itself: it leaves no file behind, and ends with the process.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot write to {display_path(folder)}: {in_words(error)}") from error
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
            raise UserError(f"another build is writing to {display_path(folder)}: try again when it is done") from None
        except OSError:  # a file system without locks
            yield False
            return
        yield True
    finally:
        os.close(descriptor)


@contextmanager
def in_turn(folder: Path) -> Iterator[None]:
    """Wait for the lock of a folder, held by this process or another, where the system supports it."""
    with ExitStack() as stack:
        with suppress(ImportError, OSError):  # no locks here, or no such folder
            import fcntl

            descriptor = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
