"""One line at the foot of a terminal with the progress of a long command.

It disappears in the end, and is not written to a file or pipe.

The stages drive it (`core.progress`), not a thread: commands start processes, and a process that is forked next to a
running thread may inherit its locks.
"""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType
from typing import Self

from cloudy_pnp.cli.echo import echo
from cloudy_pnp.core.problems import escaped

_OFTEN = 0.1  # seconds between two looks
_WIDTH = 16  # characters of a bar


class Line:
    """Use it as a context; it is a listener of `core.progress` too."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()
        self._begun = time.monotonic()
        self._last = 0.0
        self._length = 0  # of what is on the line now

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        self.end()

    def __call__(self, what: str, done: int = 0, of: int = 0) -> None:
        """Show the present step; frequent calls are shown at intervals."""
        now = time.monotonic()
        if self.shown and now - self._last >= _OFTEN:
            self.say(f"{bar(done, of)} {done:,}/{of:,} {what}" if of else what)

    def say(self, words: str) -> None:
        """Show this at once."""
        if self.shown:
            self._last = time.monotonic()
            seconds = int(self._last - self._begun)
            room = shutil.get_terminal_size().columns - 1  # a line that wraps could not be taken away
            line = escaped(f"{seconds} s {words}" if seconds else words)
            self._write(line[:room])

    def end(self) -> None:
        """Take the line away."""
        if self._length:
            self._write("")
            echo("\r", nl=False, err=True)

    def _write(self, line: str) -> None:
        """Replace the line. Blanks erase it: the control code for that is lost without colours."""
        echo(f"\r{line:<{self._length}}", nl=False, err=True)
        self._length = len(line)


def bar(done: int, of: int) -> str:
    """Return a share as a bar.

    >>> bar(6, 12)
    '████████░░░░░░░░'
    """
    return f"{'█' * (_WIDTH * done // max(of, 1)):░<{_WIDTH}}"
