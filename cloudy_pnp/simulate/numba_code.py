"""How functions are compiled by numba: small ones into their callers, whole ones kept on disk.

numba keys what it keeps by the file of a function, not by the files of those that it calls. So the key of each entry
holds a digest of all modules that belong to it (`sources`), as a variable of its closure. What is kept and cannot be
read any more, because it was cut off, is made anew.
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
Bytes: TypeAlias = NDArray[np.uint8]
Function = TypeVar("Function", bound=Callable[..., Any])

_njit: Any = numba.njit
_config: Any = numba.config
_unliteral: Any = numba.types.unliteral
# Arrays are only lent to the functions here, never made by them: so nothing needs to count who holds them.
_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}


def jit(function: Function) -> Function:
    """Compile a function that only compiled functions call: once, not again for every constant it is called with."""
    made = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    if not _config.DISABLE_JIT:  # for debugging, numba leaves the functions as they are
        template = made.get_call_template
        made.get_call_template = lambda args, kws: template(tuple(_unliteral(arg) for arg in args), kws)
    return cast(Function, made)


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and keep the result on disk where numba finds a folder for it."""
    try:
        made = _njit(cache=True, **_OPTIONS)(function)
    except RuntimeError:  # neither beside the module nor in the user's cache can anything be written
        return cast(Function, _njit(**_OPTIONS)(function))
    if not _config.DISABLE_JIT:
        _forgive(made._cache)
    return cast(Function, made)


def _forgive(kept: Any) -> None:
    """Let numba compile again where it cannot read what it has kept, instead of giving up."""
    read = kept.load_overload

    def read_or_forget(*arguments: Any) -> Any:
        try:
            return read(*arguments)
        except Exception:  # pickle raises whatever the bytes make it do
            kept.flush()
            return None

    kept.load_overload = read_or_forget


def sources(*folders: Path) -> int:
    """A number that changes with every module in some folders."""
    texts = (path.read_bytes() for folder in folders for path in sorted(folder.glob("*.py")))
    return int.from_bytes(sha256(b"".join(texts)).digest()[:4], "big")
