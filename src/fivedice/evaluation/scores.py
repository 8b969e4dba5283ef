"""Distributions of the final score for every state of a policy at once, by a backward walk over rows of points.

Beside `evaluate`, which walks forward from one state, this serves a table of all early states of the optimal strategy:
kept on disk, it answers in no time what a score is likely to become from any card.
"""

import numpy as np

from fivedice.arrays import Floats, Ints
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.outcomes import TurnOutcomes
from fivedice.kernels.by_points import mix_rows
from fivedice.progress import Progress
from fivedice.rules import Rules, State
from fivedice.solver.by_points.cache import Announce, Job, cached_curves
from fivedice.solver.by_points.curves import TARGET, Curves, Utility
from fivedice.solver.by_points.solve import NOWHERE, Fill, Plan
from fivedice.solver.tables import upper_ranges
from fivedice.strategies.optimal import Optimal
from fivedice.strategies.policy import TablePolicy, ValuePolicy, in_memory

ALL_TARGETS = (1 - NOWHERE // 2, -1)
"""Points counted from any target that is not met yet."""

Span = tuple[int, int]


def plan_of(
    policy: TablePolicy | ValuePolicy, start: State, utility: Utility = TARGET, points: Span = ALL_TARGETS
) -> Plan:
    """A plan with a row for every state in which a policy may choose differently.

    A table may have been made by a player who looks at the upper total even where the bonus is out of reach.
    """
    looks = isinstance(policy, TablePolicy) and policy.boxes.shape[2] > 1
    return Plan(policy.rules, utility, start, points, merged=not looks)


def followed_rows(plan: Plan, policy: TablePolicy | ValuePolicy) -> Fill:
    """Rows of a plan under the choices of its policy: W(s, −n) is the probability of n more points or more."""
    _, high = upper_ranges(plan.rules, plan.tables)
    turns = TurnOutcomes(policy, np.minimum(plan.low, high), high)
    slots = turns.slots

    def fill(before: Floats, after: Floats, places: Ints) -> None:
        flags = plan.layout.reached.shape[0]
        occurs = plan.layout.reached[:, places].any(axis=2)
        index = np.full(plan.layout.reached.shape[:2], -1, np.int64)
        index[:, places] = np.where(occurs, np.cumsum(occurs).reshape(occurs.shape) - 1, -1)
        outcomes = turns.room(flags * len(places))
        turns.fill(outcomes, index, places)
        mix_rows(
            before, after, places, plan.layout.reached, plan.layout.rows, plan.low, plan.utility.below,
            plan.utility.above, outcomes, index, plan.rules.yahtzee_bonus, slots.count, slots.box_slots,
            slots.points, slots.earns, plan.arguments.rules, plan.arguments.tables,
        )  # fmt: skip

    return fill


def optimal_scores(rules: Rules, *, progress: Progress | None = None, announce: Announce | None = None) -> Curves:
    """Curves of the mean-optimal strategy, for all states early in a game; from disk once they were computed."""
    return cached_curves(_job(rules), progress=progress, announce=announce)


def scores_on_disk(rules: Rules) -> bool:
    """Whether these curves were computed before, so that they are there in a moment."""
    return _job(rules).path.exists()


def _job(rules: Rules) -> Job:
    def fill(plan: Plan) -> Fill:
        return followed_rows(plan, in_memory(Optimal().policy(rules)))

    return Job(rules, "scores", TARGET, ALL_TARGETS, fill)


def distribution_of(curves: Curves, state: State) -> Distribution:
    """The distribution of the points still to come, upper bonus included, from a state's row."""
    first, row = curves.row(state)
    reaching = np.minimum(np.concatenate([row, [1.0]]), 1.0)  # P(at least −first), ..., P(at least 0)
    exactly = np.diff(reaching, prepend=0.0)[::-1]
    return Distribution.of(exactly, 1 - first - len(reaching))
