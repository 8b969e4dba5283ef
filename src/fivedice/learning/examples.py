"""Examples for networks that imitate (study 004): one decision point of each of many optimal games, and its values.

The label of an example is the meta-action whose decision has the greatest value:

    Q(a) = E Uₖ₋₁(s, q + thrown dice)      for the keep q of meta-action a
    Q(a) = points(s, r, c) + V(s after c)  for its box c;   −∞ where it has none

Often several are the same decision: 12666 gives 666 for Sixes, N of a Kind and Full House. Then the label is the one
with the fewest possible outputs over all inputs, here Sixes.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Longs, Singles
from fivedice.kernels.actions import value_actions
from fivedice.kernels.choices import Candidates
from fivedice.kernels.lanes import LANES
from fivedice.kernels.simulate import group_games
from fivedice.kernels.threads import thread_count
from fivedice.learning.optimise import stream_number
from fivedice.rules import Rules
from fivedice.simulation.games import play
from fivedice.simulation.regret import states_of
from fivedice.simulation.streams import Counter
from fivedice.solver import Solution
from fivedice.solver.exact import scratch_for
from fivedice.solver.places import places_of
from fivedice.strategies.policy import Batch, kernel_view, policy_of
from fivedice.strategies.trained_network import candidates_of, decisions_of, inputs_of

GROUPS_PER_TASK = 256
GAMES_AT_A_TIME = 100_000


@dataclass(frozen=True, eq=False)
class Examples:
    """Decision points of optimal games, with what each meta-action is worth there.

    turns  : the decision points
    values : float64[n, actions], points still to come after the meta-action's decision; −∞ where it has none
    labels : int64[n], the best meta-action
    """

    rules: Rules
    seed: int
    turns: Batch
    values: Floats
    labels: Longs

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def inputs(self) -> Singles:
        """float32[n, inputs], what the network sees."""
        return inputs_of(self.rules, self.turns)


def sample_examples(solution: Solution, count: int, seed: int = 1) -> Examples:
    """One decision point of each of `count` games of the optimal player, any of the game's equally likely.

    Different seeds give different games; with equal seeds, a smaller count gives the first of the same games.
    """
    rules = solution.rules
    candidates = candidates_of(rules)
    turns = _sample_turns(solution, count, seed)
    values = values_of(solution, turns, decisions_of(candidates, turns))
    return Examples(rules, seed, turns, values, labels_of(values, output_counts(candidates)))


def _sample_turns(solution: Solution, count: int, seed: int) -> Batch:
    rules = solution.rules
    tables, _ = kernel_view(rules)
    chance = np.random.default_rng([seed, stream_number("turns")])
    found = []
    for games in play(policy_of(solution), Counter(seed), count, record=True, block=GAMES_AT_A_TIME):
        assert games.shown is not None
        states, every = states_of(games), np.arange(len(games.boxes))
        turn, throw = np.divmod(chance.integers(rules.turns * rules.rolls, size=len(every)), rules.rolls)
        rolls = tables.rolls_of(games.shown[every, turn, throw])
        filled = places_of(rules).filled[states.places[every, turn]]
        state = (filled, states.upper[every, turn], states.flags[every, turn])
        found.append(np.stack([*state, rolls, rules.rolls - 1 - throw]).astype(np.int64))
    return Batch(*np.concatenate([np.zeros((5, 0), np.int64), *found], axis=1))


def output_counts(candidates: Candidates) -> Longs:
    """int64[actions], how many different keeps each meta-action gives over all inputs; boxes are never shared."""
    return np.array([len(np.unique(keeps)) for keeps in np.moveaxis(candidates.keeps, -1, 0)])


def labels_of(values: Floats, outputs: Longs) -> Longs:
    """int64[n], the meta-action of greatest value; of equal ones that with the fewest outputs, then the first."""
    order = np.argsort(outputs, kind="stable")
    return np.asarray(order[values[:, order].argmax(axis=1)], np.int64)


def values_of(solution: Solution, turns: Batch, decisions: NDArray[np.int16]) -> Floats:
    """float64[n, actions], what decisions are worth: rows of keeps or −1 − box, −∞ where there is none."""
    rules = solution.rules
    _, arguments = kernel_view(rules, solution.scale)
    blocks = rules.upper_cap // LANES + 1
    places = places_of(rules)
    counted, there = np.zeros(2 * blocks * places.count + 1, np.int64), places.of_each(turns.filled)
    order = np.empty(len(there), np.int64)
    edges = counted[: group_games(there, turns.flags, turns.upper, blocks, counted, order)]
    values, found = policy_of(solution).values, np.full(decisions.shape, -np.inf)

    def run(begin: int) -> None:
        value_actions(
            scratch_for(arguments), found, order, edges[begin : begin + GROUPS_PER_TASK + 1],
            there, *turns[1:], decisions,
            rules.rolls - 1, values, arguments.rules, arguments.tables, arguments.groups,
        )  # fmt: skip

    with ThreadPoolExecutor(thread_count()) as pool:
        list(pool.map(run, range(0, len(edges) - 1, GROUPS_PER_TASK)))
    return found
