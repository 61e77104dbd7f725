"""Machine code of a translated function: optimised for this processor, kept in the user's cache folder, and called.

What is kept is believed only with its digest: a file that is cut off or changed is made anew. Its name is made of all
that the code depends on: the sources, the processor, LLVM. Nothing in it is run before the digest is compared.
"""

from __future__ import annotations

import ctypes
import hashlib
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numpy as np

from cloudy_pnp.core.cache import cache_folder
from cloudy_pnp.core.files import forget_oldest, read_plain, write_atomic
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.simulate.native.expressions import BOOL, INT, NOTHING, WORD, name_of, signature
from cloudy_pnp.simulate.native.translate import translated

_LARGEST = 64 * 1024 * 1024  # bytes of kept code; a longer file was not written here
_KEPT = 4  # files; older ones are forgotten
_C = {INT: ctypes.c_int64, WORD: ctypes.c_uint64, BOOL: ctypes.c_bool, NOTHING: None}


class Native:
    """A function as machine code, made or read when it is first called. Arrays are handed over as they are."""

    def __init__(self, function: Callable[..., Any], sources: Iterable[Path], more: str = "") -> None:
        self.function, self.sources, self.more = function, tuple(sources), more
        self._lock = threading.Lock()
        self._engine: Any = None
        self._call: Any = None

    def __call__(self, *arguments: Any) -> Any:
        self.prepare()
        return self._call(*map(_handed, arguments))

    def prepare(self) -> None:
        """Have it ready: read from the cache folder, or compiled."""
        with self._lock:  # several tables of the studio may ask for it at once
            if self._call is None:
                self._prepare()

    def _prepare(self) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = _target_machine()
        path = cache_folder() / "native" / f"{self._key()}.o"
        code = _kept(path)
        if code is None:
            code = _compiled(translated(self.function), machine)
            _keep(path, code)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        kinds, returns = signature(self.function)
        given: list[Any] = [_C.get(kind, ctypes.c_void_p) for kind in kinds]
        self._call = ctypes.CFUNCTYPE(_C[returns], *given)(self._engine.get_function_address(name_of(self.function)))

    def _key(self) -> str:
        parts = [path.read_bytes() for path in sorted({*Path(__file__).parent.glob("*.py"), *self.sources})]
        parts += [word.encode() for word in (self.more, name_of(self.function), llvmlite.__version__, _host())]
        return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()[:32]


def _handed(argument: Any) -> Any:
    if isinstance(argument, np.ndarray):
        if argument.dtype.itemsize != 8 or not argument.flags.c_contiguous:
            raise TypeError("only arrays of 64 bits, one number after the other")
        return argument.ctypes.data
    return argument


def _host() -> str:
    features = llvm.get_host_cpu_features().flatten()
    return " ".join([llvm.get_process_triple(), llvm.get_host_cpu_name(), features])


def _target_machine() -> Any:
    target = llvm.Target.from_triple(llvm.get_process_triple())
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(llvm.get_host_cpu_name(), features, opt=2, jit=True)


def _compiled(text: str, machine: Any) -> bytes:
    module = llvm.parse_assembly(text)
    module.triple = llvm.get_process_triple()
    module.data_layout = str(machine.target_data)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


def _kept(path: Path) -> bytes | None:
    """The code in a file, if it is as it was written."""
    try:
        content = read_plain(path, _LARGEST)
    except OSError:
        return None
    digest, code = content[:32], content[32:]
    return code if hashlib.sha256(code).digest() == digest else None


def _keep(path: Path, code: bytes) -> None:
    """Write the code with its digest, and forget older ones; where nothing can be written, it is made again."""
    with suppress(OSError, UserError):
        write_atomic(path, hashlib.sha256(code).digest() + code, lasting=False)
        forget_oldest(path.parent, "*.o", _KEPT)
