"""Standard streams that always exist: a closed one is replaced by /dev/null.

For a closed stream, Python has None; worse, the next opened file gets its number, and the output of a library would go
to that file.
"""

from __future__ import annotations

import os
import sys


def open_all() -> None:
    """Open closed streams among standard input, output and error."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number: this one
        if getattr(sys, name) is None:
            mode = "w" if number else "r"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
