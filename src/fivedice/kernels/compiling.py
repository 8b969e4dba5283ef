"""How kernels are compiled, and word of it while it happens.

Options that shorten the compilation: divisions are not checked (`error_model`), and no wrapper is made for C.
"""

from collections.abc import Callable
from typing import Any

from numba import njit
from numba.core import event

OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}

kernel = njit(**OPTIONS)
"""Decorator of kernels, and of what they call."""

inlined = njit(**OPTIONS, inline="always")
"""Decorator of small steps that are compiled as part of every kernel that takes them."""

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
