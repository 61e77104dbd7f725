"""Functions on untrusted bytes in a process with limits: a hostile file ends that process, never this one.

A worker is one long-lived process, started at its first call, with limits on memory, CPU time and the size of an
answer. When it ends in the middle of a call, or the function fails, that call raises `Ended`; if necessary, the next
one starts a new process. The function is one of this package's, found by its name; it shares the budget of the caller's
run, and all CPU time of the process counts there: a call gets no more than the run has left.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from cloudy_pnp.core import budget
from cloudy_pnp.core.packages import IN_A_TAB

if TYPE_CHECKING:  # most checks need no worker: what only a worker needs is imported when it starts
    import pickle
    import subprocess

_PATIENCE = 10  # wall seconds per CPU second: the machine may be busy
_PACKAGE = __name__.partition(".")[0]
_SIZE = 8  # bytes before each request and answer
_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


class Ended(Exception):
    """The worker ended before it answered; the message gives the reason, `limit` the exceeded limit.

    A run whose time is over reports that itself, once: of each file that is left, only that it was not read.
    """

    def __init__(self, limit: str, over_time: bool = False) -> None:
        told = (budget.over(limit), budget.raising(limit)) if limit else ("the program that reads it has crashed", "")
        message, self.hint = budget.UNREAD if over_time else told
        super().__init__(message)
        self.limit = limit


class Worker:
    """A process for calls with the same limits."""

    def __init__(
        self, seconds: str, megabytes: str, packages: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> None:
        """Name the limits (of `budget`), the packages that the functions import, and changes to the environment."""
        self._seconds, self._megabytes = seconds, megabytes
        self._packages, self._environment = packages, environment or {}
        self._lock = threading.Lock()
        self._closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._charged = 0.0  # CPU seconds of the process that its answers have reported
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    @property
    def pid(self) -> int | None:
        """The id of the running process."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    def call(self, function: Callable[_Given, _Result], *arguments: _Given.args, **options: _Given.kwargs) -> _Result:
        """Call a function and return its result, or raise its error if it is from this package. Raises Ended."""
        if IN_A_TAB:
            return _call_here(function, *arguments, **options)
        import pickle

        run = budget.current() or budget.Budget()
        request = {
            "function": (function.__module__, function.__qualname__, arguments, options),
            "megabytes": budget.limit(self._megabytes),
            "limits": os.environ.get(budget.VARIABLE, ""),
            "run": (run.spent, run.reported) if run is budget.current() else None,
        }
        with self._lock:
            seconds = ceil(min(budget.limit(self._seconds), max(run.clock.left(), 0)))
            answer = self._ask(pickle.dumps({**request, "seconds": seconds}), seconds * _PATIENCE, run)
        if answer["run"]:
            run.spent, run.reported = answer["run"]
        self._charged += answer["cpu"]
        run.clock.used += answer["cpu"]
        match answer["outcome"]:
            case "value":
                return answer["value"]  # type: ignore[no-any-return]
            case "error":
                raise answer["value"]
            case "memory":
                raise Ended(self._megabytes)
        raise Ended("") from RuntimeError(f"a function of the worker failed:\n{answer['value']}")

    def _ask(self, request: bytes, patience: int, run: budget.Budget) -> dict[str, Any]:
        if self._closed or run.is_over_time():
            raise Ended(run.clock.limit, over_time=True)
        process = self._process
        if process is None or process.poll() is not None:
            self.end()
            process = self._process = self._start()
        killed = threading.Event()

        def kill() -> None:
            killed.set()
            process.kill()

        run.clock.interrupt = kill
        timer = threading.Timer(patience, kill)
        timer.start()
        try:
            if self._closed or run.clock.left() <= 0:  # stopped before it could be interrupted
                kill()
            answer = self._exchange(process, request)
        except BaseException:
            self.end()  # half an answer would be taken for the next one
            raise
        finally:
            run.clock.interrupt = None
            timer.cancel()
            timer.join()  # processes are forked from this one
        if answer is None:
            before = _children_seconds()
            self.end()
            run.clock.used += max(_children_seconds() - before - self._charged, 0)
            if run.is_over_time():
                raise Ended(run.clock.limit, over_time=True)
            raise Ended(self._limit_of(process.returncode, killed.is_set()))
        return answer

    def _exchange(self, process: subprocess.Popen[bytes], request: bytes) -> dict[str, Any] | None:
        """Return the answer; None if the process has ended, or the answer is too large."""
        if process.stdin is None or process.stdout is None:
            return None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(len(request).to_bytes(_SIZE) + request)
            process.stdin.flush()
            head = process.stdout.read(_SIZE)
            size = int.from_bytes(head)
            if len(head) < _SIZE or size > budget.limit(self._megabytes) << 20:
                return None
            content = process.stdout.read(size)
            if len(content) == size:
                answer: dict[str, Any] = _reader()(io.BytesIO(content)).load()
                return answer
        return None

    def _start(self) -> subprocess.Popen[bytes]:
        import subprocess
        from importlib.util import find_spec
        from multiprocessing.util import Finalize

        packages = (_PACKAGE, "msgspec", *self._packages)
        origins = [spec.origin for spec in map(find_spec, packages) if spec and spec.origin]
        tied = threading.current_thread() is threading.main_thread()  # the system ends it with the starting thread
        words = json.dumps([list(dict.fromkeys(str(Path(origin).parents[1]) for origin in origins)), tied])
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(Path(__file__).with_name("worker_process.py")), words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **self._environment},
        )
        self._charged = 0.0
        atexit.register(self.end)
        Finalize(None, self.end, exitpriority=1)  # a process of a build ends without `atexit`
        return process

    def _limit_of(self, code: int | None, killed: bool) -> str:
        if killed or code == -getattr(signal, "SIGXCPU", 24):
            return self._seconds
        return self._megabytes if code == -signal.SIGABRT else ""  # Rust and C++ abort where memory ends

    def close(self) -> None:
        """Kill the process, also in the middle of a call, and answer no more calls: this program ends."""
        self._closed = True
        if (process := self._process) is not None:
            process.kill()

    def end(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        atexit.unregister(self.end)
        if process is None:
            return
        if process.poll() is None:
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _forget(self) -> None:
        """Drop, after a fork, the process that belongs to the parent."""
        process, self._process, self._lock = self._process, None, threading.Lock()
        if process is not None:
            for stream in (process.stdin, process.stdout):
                if stream is not None:  # not flushed: a thread of the parent may be writing to it
                    getattr(stream, "raw", stream).close()
            process.returncode = 0  # not ours to wait for


def _call_here(function: Callable[_Given, _Result], *arguments: _Given.args, **options: _Given.kwargs) -> _Result:
    """Call a function in this process, which the browser limits; fail as the worker does."""
    try:
        return function(*arguments, **options)
    except MemoryError:
        raise Ended("file-megabytes") from None
    except Exception as error:
        if type(error).__module__.startswith(f"{_PACKAGE}."):
            raise
        raise Ended("") from error


def _children_seconds() -> float:
    """Return the CPU time of all processes that this one has started and that have ended."""
    times = os.times()
    return times.children_user + times.children_system


@cache
def _reader() -> type[pickle.Unpickler]:
    import pickle

    class Answer(pickle.Unpickler):
        """An unpickler of plain values, dates, and records of this package: nothing else is created."""

        def find_class(self, module: str, name: str) -> Any:
            if module == "datetime" or module.partition(".")[0] == _PACKAGE:
                result = super().find_class(module, name)
                if isinstance(result, type):
                    return result
            raise pickle.UnpicklingError(f"{module}.{name} is not expected in an answer")

    return Answer


FILES = Worker("file-seconds", "file-megabytes", ("PIL", "python_calamine", "fontTools", "uharfbuzz", "reportlab"))
