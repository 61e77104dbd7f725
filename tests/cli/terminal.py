"""A command at a terminal: what it shows, what somebody answers, and Ctrl-C."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Sequence
from pathlib import Path

from cli.command import MOST_SECONDS, Result, command, environment

CTRL_C = "\x03"
_WIDTH = 120


def at_terminal(
    args: Sequence[str | Path],
    cwd: Path,
    answers: Sequence[tuple[str, str]] = (),
    seconds: float = MOST_SECONDS,
    extra: dict[str, str] | None = None,
) -> Result:
    """Call the command at a terminal. Whenever some words are on its last line, the answer to them is typed."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, _WIDTH, 0, 0))
    process = subprocess.Popen(
        command(args),
        cwd=cwd,
        env=environment({"NO_COLOR": "1", "TERM": "xterm", **(extra or {})}),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        preexec_fn=_own_terminal,
    )
    os.close(slave)
    seen, asked, end = "", list(answers), time.monotonic() + seconds
    again = end  # a key that comes between a question and the reading of its answer is not heard: people press it again
    while time.monotonic() < end:
        if select.select([master], [], [], 0.2)[0]:
            try:
                seen += os.read(master, 65536).decode("utf-8", "replace")
            except OSError:
                break
            if asked and asked[0][0] in seen.splitlines()[-1]:
                answer = asked.pop(0)[1]
                os.write(master, (answer if answer == CTRL_C else f"{answer}\n").encode())
                again = time.monotonic() + 20 if answer == CTRL_C else end
        elif process.poll() is not None:
            break
        elif time.monotonic() > again:
            os.write(master, CTRL_C.encode())
            again = end
    if process.poll() is None and time.monotonic() >= end:
        process.kill()
        process.wait()  # or whichever test comes next is told that it still runs
        os.close(master)
        raise AssertionError(f"still running: {seen[-2000:]}")
    code = process.wait(timeout=MOST_SECONDS)
    os.close(master)
    assert not asked, f"never asked: {asked[0]}\n{seen}"
    return Result(code, seen.replace("\r\n", "\n"), "")


def _own_terminal() -> None:
    """The terminal is this process's own, as in a shell: Ctrl-C reaches it."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a job in the background, as CI may be, ignores it
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
