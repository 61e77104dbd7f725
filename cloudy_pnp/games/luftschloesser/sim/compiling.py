"""How the functions of the simulator are compiled: small ones into their callers, the one entry kept on disk.

numba keys what it keeps on disk by the file that defines a function, not by the files of the functions that it calls.
So only the entry is kept, and its key holds a digest of all modules here (a variable of its closure).
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]  # one type everywhere: numba compiles a function once for each mix of types
Words: TypeAlias = NDArray[np.uint64]
Function = TypeVar("Function", bound=Callable[..., Any])

_njit: Any = numba.njit
_config: Any = numba.config
_unliteral: Any = numba.types.unliteral
# Arrays are only lent to the functions here, never made by them: so nothing needs to count who holds them.
_OPTIONS = {"error_model": "numpy", "_nrt": False}


def jit(function: Function) -> Function:
    """Compile a function that only compiled functions call, once for all constants that it is called with."""
    made = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    if not _config.DISABLE_JIT:  # for debugging, numba leaves the functions as they are
        template = made.get_call_template
        made.get_call_template = lambda args, kws: template(tuple(_unliteral(arg) for arg in args), kws)
    return cast(Function, made)


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and keep the result on disk where numba finds a folder for it."""
    try:
        return cast(Function, _njit(cache=True, nogil=True, **_OPTIONS)(function))
    except RuntimeError:  # neither beside the module nor in the user's cache can anything be written
        return cast(Function, _njit(nogil=True, **_OPTIONS)(function))


def sources() -> int:
    """A number that changes with every module of this package."""
    texts = (path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    return int.from_bytes(sha256(b"".join(texts)).digest()[:4], "big")
