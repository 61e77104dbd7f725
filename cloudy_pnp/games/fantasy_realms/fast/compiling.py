"""How functions are compiled: small ones into their callers, whole ones kept on disk.

numba keys what it keeps by the file of the function, not by the files of those that it calls. So the key of each
entry holds a digest of all modules here, as a variable of its closure.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.uint8]
Function = TypeVar("Function", bound=Callable[..., Any])

_njit: Any = numba.njit
_config: Any = numba.config
_unliteral: Any = numba.types.unliteral
# Arrays are only lent to the functions here, never made by them: so nothing needs to count who holds them.
_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}


def jit(function: Function) -> Function:
    """Compile a function that only compiled functions call: once, not again for every constant it is called with."""
    dispatcher = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    if _config.DISABLE_JIT:  # for debugging, numba leaves the functions as they are
        return cast(Function, dispatcher)
    template = dispatcher.get_call_template

    def plain(args: Any, kws: Any) -> Any:
        return template(tuple(_unliteral(arg) for arg in args), kws)

    dispatcher.get_call_template = plain
    return cast(Function, dispatcher)


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and keep the result on disk where numba finds a folder for it."""
    try:
        return cast(Function, _njit(cache=True, **_OPTIONS)(function))
    except RuntimeError:  # neither beside the module nor in the user's cache can anything be written
        return cast(Function, _njit(**_OPTIONS)(function))


def sources() -> int:
    """A number that changes with every module that is compiled."""
    here = Path(__file__).parent
    texts = (path.read_bytes() for path in sorted([*here.glob("*.py"), *here.parent.glob("search/*.py")]))
    return int.from_bytes(sha256(b"".join(texts)).digest()[:4], "big")
