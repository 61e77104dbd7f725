"""Pages by Typst, in one further process for all books: a layout may come from anywhere, and Typst cannot be stopped.

The process has bounds for memory and time, finds no packages, and the network only where nobody answers. What it cannot
do is an error at the line of the layout.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import subprocess
import sys
import threading
from functools import cache
from importlib.util import find_spec
from multiprocessing.util import Finalize
from pathlib import Path

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import UserError

_PLACE = re.compile(r"┌─ (?:[^\n]*/)?book\.typ:(\d+):\d+")
_NOBODY = "http://127.0.0.1:9"  # the port where everything is thrown away
_PATIENCE = 10  # times the seconds of a processor: a machine may have much else to do
_lock = threading.Lock()


def typeset(place: Path, layout: str) -> bytes:
    """The PDF of `main.typ` in a folder that holds all it needs, `book.typ` too; `layout` names that file to users."""
    seconds = budget.limit("book-seconds")
    with _lock:
        worker = _worker(os.getpid())
        if worker.poll() is not None:
            _worker.cache_clear()
            worker = _worker(os.getpid())
        answer = _asked(worker, json.dumps({"place": str(place), "seconds": seconds}), seconds * _PATIENCE)
        if not answer:
            _end(worker)
            _worker.cache_clear()
            raise UserError(f"{layout}: {_why(worker.returncode)}")
    said = json.loads(answer)
    if said:
        found = _PLACE.search(said["diagnostic"])
        raise UserError(f"{layout}{f':{found[1]}' if found else ''}: {_told(said['message'], place)}")
    return (place / "main.pdf").read_bytes()


def _asked(worker: subprocess.Popen[str], line: str, patience: float) -> str:
    """What the worker answers; nothing when it has come to its end, or was ended because it took too long."""
    if worker.stdin is None or worker.stdout is None:
        return ""
    timer = threading.Timer(patience, worker.kill)
    timer.start()
    try:
        worker.stdin.write(f"{line}\n")
        worker.stdin.flush()
        return worker.stdout.readline()
    except BrokenPipeError:
        return ""
    finally:
        timer.cancel()


def _told(message: str, place: Path) -> str:
    """What is wrong, in terms of the layout."""
    if "package" in message:
        return "there are no packages for a layout: write what you need into it"
    return message.replace(str(place), "")


def _why(code: int | None) -> str:
    """Why the worker has come to its end: the system's signal when its time was over, ours, or Typst has aborted."""
    import signal

    over_time = code in (-signal.SIGTERM, -getattr(signal, "SIGKILL", 9), -getattr(signal, "SIGXCPU", 24))
    name = "book-seconds" if over_time else "book-megabytes"
    return f"{budget.over(name)}; {budget.raising(name)}"


@cache
def _worker(_process: int) -> subprocess.Popen[str]:
    """The process that runs Typst, started when it is first needed; one that was forked away is not ours."""
    found = find_spec("typst")
    if found is None or found.origin is None:
        raise UserError("the package typst is missing: install cloudy-pnp again")
    script = Path(__file__).with_name("typst_worker.py")
    words = [str(script), str(Path(found.origin).parents[1]), str(budget.limit("book-megabytes"))]
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    worker = subprocess.Popen(
        [sys.executable, "-I", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**kept, "ALL_PROXY": _NOBODY, "HTTPS_PROXY": _NOBODY, "HTTP_PROXY": _NOBODY},
        encoding="utf-8",
    )
    atexit.register(_end, worker)
    Finalize(None, _end, (worker,), exitpriority=1)  # a worker of a build ends without `atexit`
    return worker


def _end(worker: subprocess.Popen[str]) -> None:
    """End a worker that is still there, and let go of what belongs to it."""
    atexit.unregister(_end)
    if worker.poll() is None:
        worker.kill()
    for stream in (worker.stdin, worker.stdout):
        if stream is not None:
            stream.close()
    worker.wait()
