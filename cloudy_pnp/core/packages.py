"""Packages that some systems have no build of: without one, everything else still works."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from cloudy_pnp.core.problems import UserError

IN_A_TAB = sys.platform == "emscripten"  # Python in a browser: no processes, threads or sockets


def has_package(name: str) -> bool:
    """Check whether a package can be imported, and isn't a stand-in that only satisfies an import.

    >>> has_package("msgspec"), has_package("no_such_package")
    (True, False)
    """
    module = sys.modules.get(name)
    return not getattr(module, "IS_STAND_IN", False) if module else find_spec(name) is not None


def need_package(name: str, purpose: str) -> None:
    """Raise UserError, one sentence, if a package is missing."""
    if not has_package(name):
        remedy = "which a browser tab doesn't have: use the command on a computer"
        raise UserError(f"{purpose} needs the package {name}, {remedy if IN_A_TAB else f'run: pip install {name}'}")
