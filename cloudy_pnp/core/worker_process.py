"""The process of a worker; `worker.py` starts it as a file, isolated from the current folder.

Requests and answers are pickles, each after its size in eight bytes. Before each call the limits on memory and CPU
time are set; where they are exceeded, the system ends this process.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pickle
import signal
import sys
import time
import traceback
from typing import Any

_SIZE = 8  # bytes before each request and answer
_DIE_WITH_PARENT, _KILL = 1, 9  # PR_SET_PDEATHSIG, SIGKILL


def confine(tied: bool) -> None:
    """Leave no core file, and end with the parent where the system supports it, which also handles Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if tied and sys.platform == "linux":
        with contextlib.suppress(Exception):
            import ctypes

            ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, _KILL)


def allow(seconds: int, megabytes: int) -> None:
    """Limit the memory of this process and the CPU time of the next call, where the system supports it."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        cpu = int(used.ru_utime + used.ru_stime) + 1 + seconds
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, resource.getrlimit(resource.RLIMIT_DATA)[1]))


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Call the function in the budget of the caller's run."""
    from cloudy_pnp.core import budget

    module, name, arguments, options = request["function"]
    os.environ[budget.VARIABLE] = request["limits"]
    run = budget.Budget(*request["run"]) if request["run"] else None
    begun = time.process_time()
    try:
        function = getattr(importlib.import_module(module), name)
        with budget.run(run) if run else contextlib.nullcontext():
            outcome, value = "value", function(*arguments, **options)
    except MemoryError:
        outcome, value = "memory", None
    except BaseException as error:  # a panic of Rust is not an Exception
        ours = isinstance(error, Exception) and type(error).__module__.startswith("cloudy_pnp.")
        outcome, value = ("error", error) if ours else ("fault", traceback.format_exc())
    spent = (run.spent, run.reported) if run else None
    return {"outcome": outcome, "value": value, "run": spent, "cpu": time.process_time() - begun}


def main(words: str) -> None:
    """Answer requests until the parent closes the pipe."""
    paths, tied = json.loads(words)
    sys.path += paths
    confine(tied)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the output of a library is not an answer
    while len(head := sys.stdin.buffer.read(_SIZE)) == _SIZE:
        request = pickle.loads(sys.stdin.buffer.read(int.from_bytes(head)))  # noqa: S301 - from the parent process
        allow(request["seconds"], request["megabytes"])
        content = pickle.dumps(answer(request))
        del request
        answers.write(len(content).to_bytes(_SIZE))
        answers.write(content)
        answers.flush()


if __name__ == "__main__":
    main(sys.argv[1])
