"""The authors' first agent, the "Memorized Simple Search": recursion from the start that remembers its values.

    E(blank dice) = average of E(p) over all dice p that may come
    E(rolled)     = max over what may follow of (points + E(next))
    E(end)        = 0; the bonus is paid with the last box

Dice of the same faces are one situation, as in the authors' table. Every situation has a place in an array of
eight-byte numbers, and is computed at its first use. Compiled, on one core, without the
solver's short cuts: each keep looks up every roll that may follow, each roll every keep.
"""

import time
from dataclasses import dataclass

import numpy as np

from fivedice.arrays import Floats, Ints
from fivedice.errors import StudyError
from fivedice.kernels.memoised import value_of
from fivedice.rules import Rules
from fivedice.solver.exact import check_fits
from fivedice.solver.reference import throws
from fivedice.solver.tables import compile_rules
from fivedice.strategies.trained_q import keep_lists, state_numbers


@dataclass(frozen=True)
class Searched:
    """What the search found: the value of the game, situations computed, time and memory of its table."""

    value: float
    situations: int
    seconds: float
    bytes: int


def search(rules: Rules) -> Searched:
    """The value of a game by memoised recursion; games with a Yahtzee bonus or jokers are refused."""
    if rules.yahtzee_bonus or rules.joker != "none":
        raise StudyError(f"the search of study 003 knows no jokers, but {rules.name!r} has them; take the solver.")
    tables, numbers = compile_rules(rules), state_numbers(rules)[0]
    entries = rules.rolls * tables.rolls + (rules.rolls - 1) * tables.inner + 1
    room = 8 * entries * (1 + int(numbers.max()))
    check_fits(room, f"the search table of {rules.name!r}")
    follow, chance, follow_start = _throws(rules)
    parts, part_start = keep_lists(rules)
    upper = np.where(tables.upper[:, None], tables.points, 0).astype(np.int32)
    memo = np.full(room // 8, np.nan)

    def run(room: Floats, filled: int) -> float:
        return float(
            value_of(
                filled, 0, rules.rolls, 0, room, numbers, tables.points, upper, follow, chance, follow_start,
                parts, part_start, tables.inner, rules.rolls, rules.upper_cap, rules.upper_bonus,
            )
        )  # fmt: skip

    run(memo[:1], (1 << rules.turns) - 1)  # compiled: the end of a game needs no table
    began = time.perf_counter()
    value = run(memo, 0)
    seconds = time.perf_counter() - began
    return Searched(value, int(np.isfinite(memo).sum()), seconds, memo.nbytes + numbers.nbytes)


def _throws(rules: Rules) -> tuple[Ints, Floats, Ints]:
    """Rolls that may follow each keep that is no roll, and their probabilities, at start[keep] to start[keep + 1]."""
    dice = rules.dice_set
    lists = [throws(dice, keep) for keep in dice.keeps[: dice.keep_count - dice.roll_count]]
    rolls = np.array([dice.roll_index(roll) for one in lists for roll, _ in one], np.int32)
    return rolls, np.array([p for one in lists for _, p in one]), np.cumsum([0, *map(len, lists)]).astype(np.int32)
