"""A Strategy as arrays: the choices of every turn, or the values that they maximise."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.errors import StrategyError
from fivedice.kernels.view import ROLL, VIEW, tabulate
from fivedice.rules import Rules, State, Turn
from fivedice.rules.notation import format_turn
from fivedice.solver import Solution
from fivedice.solver.exact import KernelArguments, kernel_arguments
from fivedice.solver.tables import Floats, Tables, compile_rules
from fivedice.strategies.strategy import CompiledStrategy, blank_view

MASKS_PER_TASK = 128


@dataclass(frozen=True, eq=False)
class TablePolicy:
    """Choices for every state, roll and number of rerolls left.

    keeps : int16[orders, flags, masks, totals, rerolls, rolls], boxes : int16[flags, masks, totals, rolls]; see
            `kernels.choices`. The second order, if there is one, is for rolls whose higher pair comes first on the
            table; a single total stands for all upper totals.
    why   : int8[flags, masks, totals, rerolls + 1, rolls], numbers of `reasons`
    """

    rules: Rules
    keeps: NDArray[np.int16]
    boxes: NDArray[np.int16]
    why: NDArray[np.int8]
    reasons: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class ValuePolicy:
    """Choices that maximise the points now plus the value of the state that follows.

    values : float64[flags · masks · stride], padded as the kernels want them
    """

    rules: Rules
    values: Floats


Policy = TablePolicy | ValuePolicy


def policy_of(solution: Solution) -> ValuePolicy:
    """The policy that attains a solution's values."""
    arguments = kernel_arguments(solution.rules, compile_rules(solution.rules))
    padded = np.empty(arguments.shape)
    cap = solution.rules.upper_cap
    padded[:, :, : cap + 1] = solution.values
    padded[:, :, cap + 1 :] = solution.values[:, :, -1:]
    return ValuePolicy(solution.rules, padded.reshape(-1))


def table_of(strategy: CompiledStrategy, rules: Rules) -> TablePolicy:
    """The choices of a compiled strategy, asked about every turn of these rules."""
    strategy.check(rules)
    tables, arguments = kernel_view(rules)
    flags, masks, _ = arguments.shape
    orders = 2 if strategy.reads_order else 1
    states = (flags, masks, rules.upper_cap + 1 if strategy.reads_upper else 1)
    keeps = np.zeros((orders, *states, rules.rolls - 1, tables.rolls), np.int16)
    boxes = np.zeros((*states, tables.rolls), np.int16)
    why = np.zeros((*states, rules.rolls, tables.rolls), np.int8)
    roll_dice = np.array(rules.dice_set.rolls, np.int64)
    everything = np.arange(masks - 1, dtype=np.int64)
    function = strategy.compiled
    faults = []

    def run(chunk: NDArray[np.int64]) -> None:
        fault, views = np.zeros(7, np.int64), np.zeros(1, VIEW)
        views[0] = blank_view(rules)
        for order in range(orders):
            tabulate(
                function, views, keeps[order], boxes, why, fault, chunk, order == 1,
                roll_dice, arguments.rules, arguments.tables,
            )  # fmt: skip
        if fault[0]:
            faults.append(fault)

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(run, np.split(everything, range(MASKS_PER_TASK, len(everything), MASKS_PER_TASK))))
    if faults:
        raise StrategyError(_describe(strategy.name, rules, faults[0]))
    return TablePolicy(rules, keeps, boxes, why, strategy.reasons)


def kernel_view(rules: Rules) -> tuple[Tables, KernelArguments]:
    """The arrays of these rules, plain and as the kernels take them."""
    tables = compile_rules(rules)
    return tables, kernel_arguments(rules, tables)


def _describe(name: str, rules: Rules, fault: NDArray[np.int64]) -> str:
    _, flag, filled, upper, roll, rerolls, answer = map(int, fault)
    turn = Turn(State(filled, upper, bool(flag)), rules.dice_set.rolls[roll], rerolls)
    if answer == ROLL:
        what = "rolls again although no reroll is left"
    elif 0 <= answer < rules.turns:
        what = f"scores {rules.categories[answer].title}, which is not legal there"
    else:
        what = f"answers {answer}, which is no box"
    return f"strategy {name!r} breaks the rules at {format_turn(rules, turn)!r}: it {what}."
