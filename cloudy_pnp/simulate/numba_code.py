# mypy: disable-error-code="no-untyped-call, untyped-decorator"
"""Functions compiled with numba: parts into their entry, entries cached on disk.

Only an entry is optimized and turned into machine code, together with the parts it calls. By default numba does that
for each function and again in each of its callers, which takes most of the time of a large simulator.

numba names the code on disk after the file of a function, not after the files of the functions it calls. So the key of
each entry contains a digest of all its modules (`sources`), as a variable of its closure. A truncated or unreadable
file is compiled again.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering
from numba.core.typing.templates import infer_global
from numba.extending import lower_builtin, type_callable
from numpy.typing import NDArray

from cloudy_pnp.core.files import lock_folder

Ints: TypeAlias = NDArray[np.int64]  # one type everywhere: numba compiles a function once per combination of types
Words: TypeAlias = NDArray[np.uint64]
Bytes: TypeAlias = NDArray[np.uint8]
Array = TypeVar("Array", bound=NDArray[Any])
Function = TypeVar("Function", bound=Callable[..., Any])

_njit: Any = numba.njit
_config: Any = numba.config
_unliteral: Any = types.unliteral
# Arrays are only lent to the functions here, never created by them: so no reference counting is needed.
_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}
_PART_OPTIONS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "no_rewrites": True, **_OPTIONS}
# Passes that have no effect on functions over numbers and arrays, or only describe what was done.
_SKIPPED = {
    "AnnotateTypes",
    "DumpParforDiagnostics",
    "FindLiterallyCalls",
    "InlineClosureLikes",
    "InlineInlinables",
    "InlineOverloads",
    "LiteralPropagationSubPipelinePass",
    "LiteralUnroll",
    "MakeFunctionToJitFunction",
    "RewriteDynamicRaises",
    "WithLifting",
}
_PATIENCE = 120  # seconds to wait while another process compiles
_locked: set[Path] = set()  # folders in which this process compiles
_operators: dict[Any, Any] = {}  # signatures by operator and types


# --- parts ---------------------------------------------------------------------------------------------------


def jit(function: Function) -> Function:
    """Mark a function for use by compiled functions: compiled once per mix of types, not again for every constant.

    Python still calls the plain function.
    """
    if not _config.DISABLE_JIT:  # for debugging, everything stays plain
        dispatcher = _njit(pipeline_class=_PartCompiler, **_PART_OPTIONS)(function)
        template = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: template(tuple(_unliteral(arg) for arg in args), kws)
        infer_global(function, types.Dispatcher(dispatcher))
        function.__dict__["dispatcher"] = dispatcher  # the type has only a weak reference to it
    return function


class _Library(JITCodeLibrary):
    """The code of a part: linked with its callees; optimization and machine code are left to the entry."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    """A pass that translates a part into LLVM's language, and stops there."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _Library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        key: Any = {}.get  # callers find the code by a built-in function, usually its address; any unique one will do
        state.targetctx.insert_user_function(key, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=key)
        return True


class _Typing:
    """numba's typing context with cached operators: type inference resolves them repeatedly."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, arguments: Any, options: Any) -> Any:
        if options or not isinstance(function, types.Function):
            return self._context.resolve_function_type(function, arguments, options)
        if (function, arguments) not in _operators:
            _operators[function, arguments] = self._context.resolve_function_type(function, arguments, options)
        return _operators[function, arguments]


class _PartCompiler(CompilerBase):
    """numba's compiler for parts."""

    def define_pipelines(self) -> list[Any]:
        state = self.state
        state.flags.noalias = any(isinstance(kind, types.CPointer) for kind in state.args)
        state.typingctx = _Typing(state.typingctx)
        passes = PassManager("part")
        for step, title in DefaultPassBuilder.define_nopython_pipeline(state).passes:
            if step.__name__ not in _SKIPPED:
                passes.add_pass(_PartLowering if step is NativeLowering else step, title)
        passes.finalize()
        return [passes]


# --- memory --------------------------------------------------------------------------------------------------


def memory(array: Array) -> Array:
    """Return the numbers of an array without its shape, for fast parts; `memory(array)[n:]` are those from n on.

    Compiled code doesn't check any index: none may be negative or too large. It also relies on the arguments of a
    function not overlapping. For Python it is a flat view of the array.
    """
    return cast(Array, array.reshape(-1))


@type_callable(memory)
def _type_memory(_context: Any) -> Any:
    return lambda array: types.CPointer(array.dtype)


@lower_builtin(memory, types.Array)
def _lower_memory(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return context.make_array(signature.args[0])(context, builder, arguments[0]).data


@type_callable(operator.getitem)
def _type_rest(_context: Any) -> Any:
    def type_rest(pointer: Any, index: Any) -> Any:
        return pointer if isinstance(pointer, types.CPointer) and isinstance(index, types.SliceType) else None

    return type_rest


@lower_builtin(operator.getitem, types.CPointer, types.SliceType)
def _lower_rest(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    index = context.make_helper(builder, signature.args[1], arguments[1])
    return builder.gep(arguments[0], [index.start])


# --- entries -------------------------------------------------------------------------------------------------


def entry(function: Function) -> Function:
    """Compile a function called from Python, and cache the result on disk if numba finds a folder for it."""
    try:
        compiled = _njit(cache=True, **_OPTIONS)(function)
    except RuntimeError:  # neither next to the module nor in the user's cache can anything be written
        return cast(Function, _njit(**_OPTIONS)(function))
    if not _config.DISABLE_JIT:
        _forgive(compiled._cache)
        _take_turns(compiled)
    return cast(Function, compiled)


def _take_turns(compiled: Any) -> None:
    """Let one process compile at a time, so that the others read its cached result."""
    compile_entry, folder = compiled.compile, Path(compiled._cache.cache_path)

    def compile_in_turn(*arguments: Any) -> Any:
        if folder in _locked:  # by this process: numba itself lets one thread compile at a time
            return compile_entry(*arguments)
        with lock_folder(folder, _PATIENCE):
            _locked.add(folder)
            try:
                return compile_entry(*arguments)
            finally:
                _locked.discard(folder)

    compiled.compile = compile_in_turn


def _forgive(code_cache: Any) -> None:
    """Let numba compile again if its cache is unreadable, instead of giving up."""
    read = code_cache.load_overload

    def read_or_forget(*arguments: Any) -> Any:
        try:
            return read(*arguments)
        except Exception:  # pickle raises anything for damaged bytes
            code_cache.flush()
            return None

    code_cache.load_overload = read_or_forget


def sources(*folders: Path, names: Iterable[str] = ()) -> int:
    """Return a number that changes with every module in some folders, with this one, and with some names."""
    paths = [Path(__file__), *(path for folder in folders for path in sorted(folder.glob("*.py")))]
    texts = [*(path.read_bytes() for path in paths), *(name.encode() for name in names)]
    return int.from_bytes(sha256(b"\0".join(texts)).digest()[:4], "big")
