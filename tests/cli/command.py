"""Call the command: as a user would, in a process of its own with bounded memory and time, or right here."""

from __future__ import annotations

import io
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from msgspec import Struct

from cloudy_pnp.cli.main import main

REPOSITORY = Path(__file__).parent.parent.parent
MOST_MEMORY = 2 * 1024**3
MOST_SECONDS = 240  # of a call that takes one or two, on a machine that has much else to do


class Result(Struct, frozen=True):
    """The output of a call, and its exit code."""

    code: int
    out: str
    err: str


def run(*args: str | Path, cwd: Path = REPOSITORY, env: dict[str, str] | None = None) -> Result:
    """Call `cloudy-pnp` and wait for it. A call that needs too much memory or time fails the test."""
    done = subprocess.run(
        command(args),
        cwd=cwd,
        env=environment(env),
        capture_output=True,
        timeout=MOST_SECONDS,
        check=False,
        preexec_fn=_bound_memory,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def call(*args: str | Path) -> Result:
    """Call `cloudy-pnp` in this process: nothing is bounded, but it starts at once."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main([str(arg) for arg in args])
        except SystemExit as ended:
            code = ended.code or 0  # None is success
    texts = []
    for stream in (out, err):
        stream.seek(0)
        texts.append(stream.read())
    assert isinstance(code, int)
    return Result(code, *texts)


def command(args: Sequence[str | Path]) -> list[str]:
    """The words that start `cloudy-pnp` with this Python."""
    return [sys.executable, "-m", "cloudy_pnp", *map(str, args)]


def environment(extra: dict[str, str] | None = None) -> dict[str, str]:
    """As in a plain shell: nothing that asks for colour or forbids it."""
    plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "CI")}
    return {**plain, "PYTHONPATH": str(REPOSITORY), "LC_ALL": "C.UTF-8", **(extra or {})}


def is_alive(process: int) -> bool:
    """Check whether a process of Linux still runs: a zombie does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _bound_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
