"""The best mean score of a player who may choose only among candidates; the equations are in `kernels.restricted`."""

import os
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from fivedice.kernels.choices import Candidates
from fivedice.kernels.restricted import solve_candidates
from fivedice.rules import Rules
from fivedice.solver.exact import (
    MASKS_PER_TASK,
    check_memory,
    count_states,
    kernel_arguments,
    layers,
)
from fivedice.solver.solution import Solution
from fivedice.solver.tables import Ints, compile_rules, upper_ranges


def solve_restricted(rules: Rules, candidates: Candidates, objective: str, *, threads: int | None = None) -> Solution:
    """Values of all states when every decision is one of the candidates."""
    check_memory(rules)
    began = time.perf_counter()
    tables = compile_rules(rules)
    arguments = kernel_arguments(rules, tables)
    values = np.zeros(arguments.shape)
    values[:, -1, rules.upper_cap :] = rules.upper_bonus
    low, high = upper_ranges(rules, tables)
    flat = values.reshape(-1)

    def run(chunk: Ints) -> None:
        solve_candidates(
            flat, chunk, low, high, rules.upper_cap, rules.rolls - 1, arguments.rules, arguments.tables, tables.drop,
            tables.drop_start, candidates,
        )  # fmt: skip

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        for layer in layers(rules.turns):
            list(pool.map(run, np.split(layer, range(MASKS_PER_TASK, len(layer), MASKS_PER_TASK))))
    kept = np.ascontiguousarray(values[:, :, : rules.upper_cap + 1])
    states = sum(count_states(rules, arguments))
    return Solution(rules, kept, states, time.perf_counter() - began, objective)
