"""How the functions of the simulator are compiled: small ones into their callers, whole ones kept on disk.

numba keys what it keeps on disk by the file that defines a function, not by the files of the functions that it calls.
So only the few entries are kept, and their key holds a digest of all modules here (a variable of their closure):
whoever changes one of them never runs what was compiled before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]  # one type everywhere: numba compiles a function once for each mix of types
Words: TypeAlias = NDArray[np.uint64]
Function = TypeVar("Function", bound=Callable[..., Any])


# Arrays are only lent to the functions here, never made by them: so nothing needs to count who holds them.
_njit: Any = numba.njit
_config: Any = numba.config
_unliteral: Any = numba.types.unliteral
_OPTIONS = {"error_model": "numpy", "_nrt": False}


def jit(function: Function) -> Function:
    """Compile a function that only compiled functions call."""
    return cast(Function, _once(_njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)))


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and keep the result on disk where numba finds a folder for it."""
    try:
        return cast(Function, _njit(cache=True, nogil=True, **_OPTIONS)(function))
    except RuntimeError:  # neither beside the module nor in the user's cache can anything be written
        return cast(Function, _njit(nogil=True, **_OPTIONS)(function))


def _once(dispatcher: Any) -> Any:
    """Compile a function once, not again for every constant that it is called with."""
    if _config.DISABLE_JIT:  # for debugging, numba leaves the functions as they are
        return dispatcher
    template = dispatcher.get_call_template

    def plain(args: Any, kws: Any) -> Any:
        return template(tuple(_unliteral(arg) for arg in args), kws)

    dispatcher.get_call_template = plain
    return dispatcher


@contextmanager
def lightly_optimised() -> Iterator[None]:
    """Compile with few optimisations: done a little sooner, and greedy games run half as fast again (measured)."""
    before = _config.OPT
    _config.OPT = type(before)(1)
    try:
        yield
    finally:
        _config.OPT = before


def sources(more: str) -> int:
    """A number that changes with every module of this package, and with what else the code depends on."""
    texts = (path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    return int.from_bytes(sha256(b"".join((*texts, more.encode()))).digest()[:4], "big")
