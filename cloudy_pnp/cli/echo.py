"""The one way to a terminal or a log: whatever text comes along, it is shown and never acted on.

Texts, names and file names come from strangers. A terminal obeys escape sequences, a reader is fooled by characters
that turn the reading direction, and the log of a CI job carries out lines that begin with `::` and whatever looks like
`##[command]`. No other module prints (a test checks this).

One line at the foot of a terminal with the progress of a long command.

It disappears in the end, and is not written to a file or pipe.

The stages drive it (`core.progress`), not a thread: commands start processes, and a process that is forked next to a
running thread may inherit its locks.
"""

from __future__ import annotations

import re
import shutil
import sys
import time
from types import TracebackType
from typing import Self

import click

from cloudy_pnp.core.problems import escaped

_OURS = re.compile(r"\x1b\[(?:[0-9;]{0,16}m|K)|\r(?=\x1b\[K)|\A\r")  # colours, and a line that is written again
_COMMAND = re.compile(r"^(\s*)::", re.MULTILINE)
_BREAKS = re.compile(r"[\n\t]")
_NOT_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]|(?<=##)\\[")


def echo(text: str = "", *, nl: bool = True, err: bool = False) -> None:
    """Print text for people. Colours are kept; nothing in it is a command."""
    click.echo(safe(text), nl=nl, err=err)


def echo_data(text: str, *, nl: bool = True) -> None:
    """Print JSON; characters that a terminal would act on are escaped, which means the same to every reader."""
    click.echo(_NOT_IN_JSON.sub(lambda match: f"\\u{ord(match.group()):04x}", text), nl=nl)


def echo_commands(text: str) -> None:
    """Print commands for the log of a CI job. Only the reporter makes them, and it has escaped what they say."""
    click.echo(_without_marks(text), nl=False)


def safe(text: str) -> str:
    r"""Return a text that is safe to print.

    >>> print(safe("a\x1b]0;owned\x07 b\n::stop-commands::x\n##[error]y"))
    a\x1b]0;owned\x07 b
    \x3a:stop-commands::x
    # #[error]y
    """
    parts, at = [], 0
    for match in _OURS.finditer(text):
        parts += [_shown(text[at : match.start()]), match.group()]
        at = match.end()
    return _COMMAND.sub(r"\1\\x3a:", _without_marks("".join([*parts, _shown(text[at:])])))


def _without_marks(text: str) -> str:
    return text.replace("##[", "# #[")


def _shown(text: str) -> str:
    if text.isprintable():
        return text
    breaks = _BREAKS.findall(text)
    lines = [escaped(line) for line in _BREAKS.split(text)]
    return "".join(part for pair in zip(lines, [*breaks, ""], strict=True) for part in pair)


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
