"""A Strategy as arrays: the choices of every turn, or the values that they maximise."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats
from fivedice.errors import StrategyError, TooLarge
from fivedice.kernels.choices import Candidates
from fivedice.kernels.threads import thread_count
from fivedice.kernels.view import ROLL, VIEW, tabulate_with
from fivedice.progress import Progress
from fivedice.rules import Category, Decision, Rules, State, Turn, legal_decisions
from fivedice.rules.decision import answer_words
from fivedice.rules.notation import format_turn
from fivedice.solver import Solution
from fivedice.solver.exact import KernelArguments, check_computable, kernel_arguments
from fivedice.solver.layers.solution import LayeredSolution
from fivedice.solver.places import places_of
from fivedice.solver.scale import POINTS, Scale
from fivedice.solver.tables import Tables, compile_rules
from fivedice.strategies.strategy import CompiledStrategy, Strategy, blank_view

PLACES_PER_TASK = 128
MAX_POLICY_KEEPS = 32_767
"""Choices are kept as 16-bit numbers."""
MAX_QUESTIONS = 20_000_000
"""A plain-Python strategy that would have to be asked more often than this is not tabulated."""


@dataclass(frozen=True, eq=False)
class TablePolicy:
    """Choices for every state, roll and number of rerolls left.

    keeps : int16[orders, flags, places, totals, rerolls, rolls], boxes : int16[flags, places, totals, rolls]; see
            `kernels.choices`. The second order, if there is one, is for rolls whose higher pair comes first on the
            table; a single total stands for all upper totals.
    why   : int8[orders, flags, places, totals, rerolls + 1, rolls], numbers of `reasons`; no places: they are not kept
    """

    rules: Rules
    keeps: NDArray[np.int16]
    boxes: NDArray[np.int16]
    why: NDArray[np.int8]
    reasons: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class ValuePolicy:
    """Choices that maximise the points now plus the value of the state that follows.

    values     : float64[flags · places · stride], padded as the kernels want them
    candidates : the decisions to choose from, or None for all that are legal
    scale      : how points become value
    """

    rules: Rules
    values: Floats
    candidates: Candidates | None = None
    scale: Scale = POINTS


class Batch(NamedTuple):
    """Many decision points at once: int64[n] each, `roll` the number of the dice on the table, see `solver.tables`."""

    filled: NDArray[np.int64]
    upper: NDArray[np.int64]
    flags: NDArray[np.int64]
    roll: NDArray[np.int64]
    rerolls: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class AskingPolicy:
    """A player that is asked while games are played, because all turns there are would be too many to list first.

    decide_many   : int16[n] for a Batch, the row of a keep, or −1 − box
    why_not_exact : what keeps it from being evaluated exactly; "" if nothing but time does
    """

    rules: Rules
    decide_many: Callable[[Batch], NDArray[np.int16]]
    why_not_exact: str = ""


@dataclass(frozen=True, eq=False)
class LayeredPolicy:
    """Choices of greatest value by a solution in files, where throws are saved or memory would not hold the values."""

    rules: Rules
    solution: LayeredSolution


Policy = TablePolicy | ValuePolicy | AskingPolicy | LayeredPolicy


def in_memory(policy: TablePolicy | ValuePolicy | LayeredPolicy) -> TablePolicy | ValuePolicy:
    """The policy, unless its solution lies in files."""
    if isinstance(policy, LayeredPolicy):
        check_computable(policy.rules)
        raise TooLarge(
            f"the solution of {policy.rules.name!r} does not fit in memory: its optimal strategy can advise, play and "
            "be simulated from files, and nothing else; take categories off the card."
        )
    return policy


def policy_of(solution: Solution, candidates: Candidates | None = None) -> ValuePolicy:
    """The policy that attains a solution's values; `candidates` are those that it was solved with."""
    _, arguments = kernel_view(solution.rules)
    padded = np.empty(arguments.shape)
    cap = solution.rules.upper_cap
    padded[:, :, : cap + 1] = solution.values
    padded[:, :, cap + 1 :] = solution.values[:, :, -1:]
    return ValuePolicy(solution.rules, padded.reshape(-1), candidates, solution.scale)


def table_of(strategy: CompiledStrategy, rules: Rules, *, reasons: bool = True) -> TablePolicy:
    """The choices of a compiled strategy, asked about every turn of these rules, and its reasons if they are wanted."""
    strategy.check(rules)
    check_computable(rules)
    tables, arguments = kernel_view(rules)
    flags, count, _ = arguments.shape
    orders = 2 if strategy.reads_order else 1
    states = (flags, count, rules.upper_cap + 1 if strategy.reads_upper else 1)
    keeps = np.zeros((orders, *states, rules.rolls - 1, tables.rolls), np.int16)
    boxes = np.zeros((*states, tables.rolls), np.int16)
    why = np.zeros((orders, flags, count if reasons else 0, states[2], rules.rolls, tables.rolls), np.int8)
    everything = np.concatenate(places_of(rules).layers()[:-1]).astype(np.int64)
    function = strategy.compiled

    def run(chunk: NDArray[np.int64]) -> NDArray[np.int64]:
        fault, views = np.zeros(7, np.int64), np.zeros(1, VIEW)
        views[0] = blank_view(rules)
        for order in range(orders):
            tabulate_with(
                function, views, keeps[order], boxes, why[order], fault, chunk, order == 1,
                tables.roll_dice, arguments.rules, arguments.tables,
            )  # fmt: skip
        return fault

    with ThreadPoolExecutor(thread_count()) as pool:
        chunks = np.split(everything, range(PLACES_PER_TASK, len(everything), PLACES_PER_TASK))
        first = next((fault for fault in pool.map(run, chunks) if fault[0]), None)
    if first is not None:
        raise StrategyError(_describe(strategy.name, rules, first))
    return TablePolicy(rules, keeps, boxes, why, strategy.reasons)


def policy_for(strategy: Strategy, rules: Rules, *, reasons: bool = True, progress: Progress | None = None) -> Policy:
    """A strategy as arrays: the policy that it brings along, or its answers to every turn there is.

    A plain-Python strategy is asked one turn at a time, which takes its time. If it has `reads_upper = False`, one
    answer serves all upper totals. Evaluation needs no `reasons`, which take as much memory as half of the choices.
    """
    strategy.check(rules)
    if isinstance(strategy, CompiledStrategy):
        return table_of(strategy, rules, reasons=reasons)
    if hasattr(strategy, "policy"):
        brought: Policy = strategy.policy(rules)
        return brought
    if count_questions(strategy, rules) > MAX_QUESTIONS:
        return asking_policy(strategy, rules)
    return table_by_asking(strategy, rules, progress=progress)


def asking_policy(strategy: Strategy, rules: Rules) -> AskingPolicy:
    """A plain-Python strategy that is asked in each turn of a game; equal turns once."""
    tables = compile_rules(rules)
    answer = cache(
        lambda *turn: _ask(strategy, rules, turn_of(rules, tables, State(*turn[:3]), turn[3], turn[4]), tables)
    )

    def decide_many(batch: Batch) -> NDArray[np.int16]:
        filled, upper, flags, roll, rerolls = (one.tolist() for one in batch)
        turns = zip(filled, upper, map(bool, flags), roll, rerolls, strict=True)
        return np.fromiter((answer(*turn) for turn in turns), np.int16, len(filled))

    why_not_exact = (
        f"strategy {strategy.name!r} is plain Python and would have to answer {count_questions(strategy, rules):,} "
        f"turns, more than {MAX_QUESTIONS:,}, to be evaluated exactly; set reads_upper = False if it does not look at "
        "the upper total, compile it, or simulate it."
    )
    return AskingPolicy(rules, decide_many, why_not_exact)


def table_by_asking(strategy: Strategy, rules: Rules, *, progress: Progress | None = None) -> TablePolicy:
    """The choices of a plain-Python strategy; an illegal decision is refused with the turn at fault."""
    check_computable(rules)
    tables, arguments = kernel_view(rules)
    flags, count, _ = arguments.shape
    places = places_of(rules)
    states = (flags, count, rules.upper_cap + 1 if getattr(strategy, "reads_upper", True) else 1)
    keeps = np.zeros((1, *states, rules.rolls - 1, tables.rolls), np.int16)
    boxes = np.zeros((*states, tables.rolls), np.int16)
    everything = np.concatenate(places.layers()[:-1]).tolist()
    for done, place in enumerate(everything, 1):
        filled = int(places.filled[place])
        for flag in range(flags):
            if flag and (rules.yahtzee is None or not filled >> rules.yahtzee & 1):
                continue
            for total, index in product(range(states[2]), range(tables.rolls)):
                for rerolls in range(rules.rolls):
                    turn = turn_of(rules, tables, State(filled, total, bool(flag)), index, rerolls)
                    choice = _ask(strategy, rules, turn, tables)
                    if rerolls:
                        keeps[0, flag, place, total, rerolls - 1, index] = choice
                    else:
                        boxes[flag, place, total, index] = -1 - choice
        if progress:
            progress(done, len(everything))
    return TablePolicy(rules, keeps, boxes, np.zeros((1, *states, rules.rolls, tables.rolls), np.int8), ("",))


def count_questions(strategy: Strategy, rules: Rules) -> int:
    """How many turns a plain-Python strategy would be asked about to tabulate it."""
    totals = rules.upper_cap + 1 if getattr(strategy, "reads_upper", True) else 1
    states = (2 if rules.yahtzee_bonus else 1) * (places_of(rules).count - 1) * totals
    return states * rules.dice_set.roll_count * rules.rolls * (2 if rules.has_served else 1)


def turn_of(rules: Rules, tables: Tables, state: State, roll: int, rerolls: int) -> Turn:
    """A turn with the roll of this number on the table."""
    dice, served = tables.roll_at(rules, roll)
    return Turn(state, dice, rerolls, served)


def ask(strategy: Strategy, rules: Rules, turn: Turn) -> Decision:
    """The decision of an untested strategy: asked twice, and refused with the turn at fault."""
    try:
        decision, again = strategy.decide(rules, turn), strategy.decide(rules, turn)
    except Exception as error:
        place, what = format_turn(rules, turn), f"{type(error).__name__}: {error}"
        raise StrategyError(f"strategy {strategy.name!r} fails at {place!r}: {what}.") from error
    check_decision(strategy.name, rules, turn, decision)
    if again != decision:
        raise not_deterministic(strategy, rules, turn, f"{answer_words(decision)}, and then {answer_words(again)}")
    return decision


def not_deterministic(strategy: Strategy, rules: Rules, turn: Turn, words: str) -> StrategyError:
    """What is wrong with a strategy that answers in two ways."""
    place = format_turn(rules, turn)
    return StrategyError(f"strategy {strategy.name!r} is not deterministic at {place!r}: it answers {words}.")


def _ask(strategy: Strategy, rules: Rules, turn: Turn, tables: Tables) -> int:
    return choice_number(rules, turn, ask(strategy, rules, turn), tables)


def choice_number(rules: Rules, turn: Turn, decision: Decision, tables: Tables) -> int:
    """A decision as policies hold it: the row of a keep, or −1 − box."""
    if isinstance(decision, Category):
        return -1 - rules.index[decision.name]
    return tables.keep_row(rules, decision, served=turn.served)


def check_decision(name: str, rules: Rules, turn: Turn, decision: object) -> None:
    """Refuse an illegal decision with a sentence that shows the turn."""
    if decision not in legal_decisions(rules, turn):
        place, words = format_turn(rules, turn), answer_words(decision)
        raise StrategyError(
            f"strategy {name!r} breaks the rules at {place!r}: it answers {words}, which is not legal there."
        )


def view_for(policy: Policy) -> tuple[Tables, KernelArguments]:
    """The arrays of a policy's rules, on the scale of its values."""
    scale = policy.scale if isinstance(policy, ValuePolicy) else POINTS
    return kernel_view(policy.rules, scale, places_listed=not isinstance(policy, AskingPolicy))


def kernel_view(rules: Rules, scale: Scale = POINTS, *, places_listed: bool = True) -> tuple[Tables, KernelArguments]:
    """The arrays of these rules, plain and as the kernels take them; keeps must be countable in 16 bits."""
    if rules.dice_set.keep_count > MAX_POLICY_KEEPS:
        raise TooLarge(
            f"dice={rules.dice} with faces={rules.faces} gives {rules.dice_set.keep_count:,} different keeps; "
            f"strategies play with up to {MAX_POLICY_KEEPS:,}: take fewer dice or faces."
        )
    tables = compile_rules(rules)
    return tables, kernel_arguments(rules, tables, scale, places_listed=places_listed)


def _describe(name: str, rules: Rules, fault: NDArray[np.int64]) -> str:
    _, flag, place, upper, roll, rerolls, answer = map(int, fault)
    state = State(int(places_of(rules).filled[place]), upper, bool(flag))
    turn = turn_of(rules, compile_rules(rules), state, roll, rerolls)
    if answer == ROLL:
        what = "rolls again although no reroll is left"
    elif 0 <= answer < rules.turns:
        what = f"scores {rules.categories[answer].title}, which is not legal there"
    else:
        what = f"answers {answer}, which is no box"
    return f"strategy {name!r} breaks the rules at {format_turn(rules, turn)!r}: it {what}."
