"""What the decisions of recorded games were worth, measured by a solution: values, and regrets."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Ints
from fivedice.kernels.lanes import LANES
from fivedice.kernels.regret import value_decisions
from fivedice.kernels.threads import thread_count
from fivedice.rules import Rules, State
from fivedice.simulation.games import Games
from fivedice.solver import Solution
from fivedice.solver.exact import scratch_for
from fivedice.solver.places import places_of
from fivedice.strategies.policy import kernel_view, policy_of

GROUPS_PER_TASK = 256


@dataclass(frozen=True, eq=False)
class States:
    """The state before each turn: int32[games, turns] each, the upper total capped."""

    places: Ints
    flags: Ints
    upper: Ints

    def at(self, rules: Rules, game: int, turn: int) -> State:
        """The state of a game before a turn."""
        filled = int(places_of(rules).filled[self.places[game, turn]])
        return State(filled, int(self.upper[game, turn]), bool(self.flags[game, turn]))

    def groups(self, turn: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Games sorted by place, flag and block of LANES upper totals, and where each group begins; the end."""
        upper = self.upper[:, turn] // LANES
        key = (self.places[:, turn].astype(np.int64) * 2 + self.flags[:, turn]) * (upper.max() + 1) + upper
        order = np.argsort(key, kind="stable")
        starts = np.flatnonzero(np.diff(key[order], prepend=-1))
        return order, np.append(starts, len(order))


@dataclass(frozen=True, eq=False)
class DecisionValues:
    """What each decision was worth and what the best one there would have been, in points still to come.

    taken, best : float64[games, turns, rolls], of the decision after each throw; NaN where a turn had ended before
    """

    taken: Floats
    best: Floats

    @property
    def regrets(self) -> Floats:
        """float64[games, turns, rolls], best value minus value of the decision taken; 0 where there was none."""
        return np.nan_to_num(self.best - self.taken, nan=0.0)


def states_of(games: Games) -> States:
    """The states that the games went through."""
    rules = games.rules
    boxes, points = games.boxes.astype(np.int32), games.points.astype(np.int32)
    earns = (boxes == rules.yahtzee) & (points > 0) if rules.yahtzee_bonus else np.zeros(boxes.shape, np.bool_)
    upper = np.where(np.isin(boxes, rules.upper), points, 0)
    gains = (places_of(rules).step[boxes], earns, upper)
    places, flags, total = (before(gain).astype(np.int32, order="C") for gain in gains)
    return States(places, flags, np.minimum(total, rules.upper_cap))


def before(gains: NDArray[np.generic]) -> NDArray[np.int64]:
    """int64[games, turns], the sum of what all earlier turns of a game brought."""
    total = np.cumsum(gains, axis=1, dtype=np.int64)
    return np.concatenate([np.zeros_like(total[:, :1]), total[:, :-1]], axis=1)


def decision_values(games: Games, solution: Solution, *, threads: int | None = None) -> DecisionValues:
    """The values of all decisions of games that were recorded."""
    if games.held is None or games.shown is None:
        raise ValueError("games have to be played with record=True for their decisions to be known.")
    values, held, shown = policy_of(solution).values, games.held, games.shown
    _, arguments = kernel_view(games.rules, solution.scale)
    states = states_of(games)
    taken, best = (np.full(shown.shape[:3], np.nan) for _ in range(2))

    def run(task: tuple[int, NDArray[np.int64], NDArray[np.int64]]) -> None:
        turn, order, edges = task
        value_decisions(
            scratch_for(arguments), taken, best, order, edges, turn, states.places, states.flags, states.upper,
            games.boxes, held, shown, values, arguments.rules, arguments.tables, arguments.groups,
        )  # fmt: skip

    with ThreadPoolExecutor(thread_count(threads)) as pool:
        for turn in range(games.rules.turns):
            order, edges = states.groups(turn)
            some = range(0, len(edges) - 1, GROUPS_PER_TASK)
            list(pool.map(run, [(turn, order, edges[begin : begin + GROUPS_PER_TASK + 1]) for begin in some]))
    return DecisionValues(taken, best)


def regrets(games: Games, solution: Solution) -> Floats:
    """float64[games, turns, rolls], what each decision gave away; 0 where none took place."""
    return decision_values(games, solution).regrets
