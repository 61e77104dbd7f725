"""Runs Typst in a process of its own; `typesetter.py` starts it and knows what it may cost.

It is started as a file, isolated from the folder that it is called in, and imports nothing of the tool. A line of JSON
comes in for each book (`place`, `seconds`), and one goes out: `{}` when `place/main.pdf` is written, or what was wrong.
"""

from __future__ import annotations

import contextlib
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

# The same input gives the same bytes: a book has no date.
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
_DIE_WITH_PARENT, _KILL = 1, 9  # PR_SET_PDEATHSIG, SIGKILL


def confine(megabytes: int) -> None:
    """Bound the memory, leave no core file, and end with the process that started this one, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, megabytes << 20))
    if sys.platform == "linux":
        with contextlib.suppress(Exception):
            import ctypes

            ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, _KILL)


def allow(seconds: int) -> None:
    """Let this process use so much more of a processor; then the system ends it."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        hardest = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + seconds, hardest))


def pages(place: Path) -> dict[str, Any]:
    """Typeset one book: what goes out."""
    import typst

    try:
        typst.compile(
            place / "main.typ",
            output=place / "main.pdf",
            root=place,
            font_paths=[place / "fonts"],
            ignore_system_fonts=True,
            timestamp=_NO_DATE,
            pdf_standards=["ua-1"],
            package_path=place / "no-packages",
            package_cache_path=place / "no-packages",
        )
    except typst.TypstError as error:
        return {"message": error.message, "diagnostic": error.diagnostic}
    except BaseException as error:  # a panic of Typst is no Exception
        return {"message": f"Typst has failed: {error}", "diagnostic": ""}
    return {}


def main(modules: str, megabytes: str) -> None:
    """Typeset until nobody asks any more."""
    sys.path.append(modules)
    confine(int(megabytes))
    for line in sys.stdin:
        asked = json.loads(line)
        allow(asked["seconds"])
        print(json.dumps(pages(Path(asked["place"]))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
