"""How kernels are compiled, and word of it while it happens.

Compiling is most of what a first use takes, and much of that is repetition: numba makes every function callable from
Python, makes machine code of it, and caches it, even if only other functions call it. So there are two kinds here:

    kernel : called from Python; compiled together with its parts, and cached with them
    part   : called by kernels; a kernel takes its optimised code before it becomes machine code

Options shorten it further: divisions are not checked (`error_model`), no wrapper is made for C, and references are
counted only in kernels that make arrays.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from numba import njit
from numba.core import event
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from fivedice.kernels.code_cache import CheckedCache

OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
MAKE_ARRAYS = {"empty", "zeros"}


class _KernelCode(JITCodeLibrary):
    """Code that is optimised as a whole only, not one function at a time before that."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout


class _PartCode(JITCodeLibrary):
    """Code that is only ever linked into that of kernels: no machine code is made of it."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _KernelCompiler(Compiler):
    def compile_extra(self, function: Any) -> Any:
        self.state.library = _KernelCode(self.state.targetctx.codegen(), function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)


class _PartCompiler(Compiler):
    def compile_extra(self, function: Any) -> Any:
        self.state.library = _PartCode(self.state.targetctx.codegen(), function.__qualname__)
        self.state.flags.no_compile = self.state.flags.no_cpython_wrapper = True
        done = super().compile_extra(function)._replace(entry_point=[].append)  # any builtin, but one for each function
        self.state.targetctx.insert_user_function(done.entry_point, done.fndesc, [done.library])
        return done


class _Kept(CPUDispatcher):
    """A function whose compiled code is kept on disk."""

    @classmethod
    def of(cls, function: Callable[..., Any], options: dict[str, Any], compiler: type[Compiler]) -> "_Kept":
        """The function, made callable."""
        found = cls(function, locals={}, targetoptions={"nopython": True, **options}, pipeline_class=compiler)
        found._cache = CheckedCache(function)
        return found

    def compile(self, signature: Any) -> Any:
        """Load or compile the function for these types, one thread at a time."""
        with global_compiler_lock:
            try:
                return super().compile(signature)
            finally:
                if isinstance(self._cache, CheckedCache):  # numba pickles dispatchers without their caches
                    self._cache.release()


def kernel(function: Callable[..., Any]) -> Any:
    """Decorator of kernels."""
    counts = not MAKE_ARRAYS.isdisjoint(function.__code__.co_names)
    return _Kept.of(function, {**OPTIONS, "_nrt": counts}, _KernelCompiler)


def compiled(function: Callable[..., Any]) -> Any:
    """Decorator of functions that strategies are made of: called by compiled code and from Python."""
    return _Kept.of(function, {"nogil": True}, Compiler)


class Part(CPUDispatcher):
    """A part of kernels; Python that calls it compiles a kernel of it."""

    @cached_property
    def alone(self) -> Any:
        """The kernel."""
        return kernel(self.py_func)

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel."""
        return self.alone(*arguments)


def part(function: Callable[..., Any]) -> Any:
    """Decorator of what kernels call."""
    counts = not MAKE_ARRAYS.isdisjoint(function.__code__.co_names)
    options = {**OPTIONS, "nopython": True, "_nrt": counts}
    return Part(function, locals={}, targetoptions=options, pipeline_class=_PartCompiler)


recursive = njit(**{**OPTIONS, "cache": False})
"""Decorator of kernels that call themselves: numba crashes when it loads such a one from its cache (its issue 6061)."""


class CompilerListener(event.Listener):
    """Calls `tell` with the name of each kernel that is compiled, and with None once none is any more.

    A kernel that numba finds in its cache is not compiled. Compilations nest, and one thread at a time compiles.
    """

    def __init__(self, tell: Callable[[str | None], None]) -> None:
        self.tell = tell
        self.names: list[str] = []

    def on_start(self, started: Any) -> None:
        """A compilation starts."""
        function = started.data["dispatcher"].py_func
        ours = not function.__module__.startswith("numba.")
        self.names.append(function.__name__ if ours or not self.names else self.names[-1])
        if ours:
            self.tell(self.names[-1])

    def on_end(self, ended: Any) -> None:
        """A compilation ends, or fails."""
        self.names.pop()
        if not self.names:
            self.tell(None)


def tell_compiling(tell: Callable[[str | None], None]) -> CompilerListener:
    """Tell of every compilation from now on."""
    listener = CompilerListener(tell)
    event.register("numba:compile", listener)
    return listener
