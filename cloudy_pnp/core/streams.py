"""The three standard streams are there, whoever has started us: a closed one is as good as /dev/null.

Where one is closed, Python has None in its place; worse, the next file that is opened gets its number, and what a
library prints would land in that file.
"""

from __future__ import annotations

import os
import sys


def open_all() -> None:
    """Open what is closed of standard input, output and error."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: this one
        if getattr(sys, name) is None:
            mode = "w" if number else "r"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
