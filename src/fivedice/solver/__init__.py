"""Exact solutions: tables, backward induction, values of decisions, solutions on disk.

`solve` compiles kernels with numba; everything else here needs numpy only, so it is loaded when asked for.
"""

from typing import TYPE_CHECKING, Any

from fivedice.solver.cache import any_solution, cached_solution
from fivedice.solver.solution import AnySolution, Solution
from fivedice.solver.turns import TurnValues

if TYPE_CHECKING:
    from fivedice.solver.exact import solve
    from fivedice.solver.reachable import count_states

__all__ = ["AnySolution", "Solution", "TurnValues", "any_solution", "cached_solution", "count_states", "solve"]


def __getattr__(name: str) -> Any:
    if name in ("count_states", "solve"):
        from fivedice.solver import exact, reachable  # numba comes with them

        return getattr(exact if name == "solve" else reachable, name)
    raise AttributeError(f"module 'fivedice.solver' has no attribute {name!r}")
