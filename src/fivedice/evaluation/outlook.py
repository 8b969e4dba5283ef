"""Outlooks: the distribution of the final score from any card, before a turn or in the middle of one."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.evaluate import evaluate
from fivedice.evaluation.scores import distribution_of, followed_rows, optimal_scores, plan_of
from fivedice.progress import Progress
from fivedice.rules import Card, Decision, Roll, Rules, State
from fivedice.rules.state import is_over, turn_at
from fivedice.solver.by_points.cache import KEPT_LAYERS, Announce
from fivedice.solver.by_points.curves import Curves
from fivedice.solver.by_points.solve import solve_curves
from fivedice.solver.prospect import ends_of
from fivedice.strategies.choices import choices_in, tabulated
from fivedice.strategies.optimal import Optimal
from fivedice.strategies.policy import AskingPolicy, Policy, in_memory, policy_for
from fivedice.strategies.strategy import Strategy

OPTIMAL = Optimal()
_tables: dict[Rules, Curves] = {}


@dataclass(frozen=True)
class Outlook:
    """How a player's score will end, if it plays on by a strategy.

    For the optimal strategy, states early in a game are looked up in a table that is computed once and kept on disk;
    everything else is evaluated on the spot.
    """

    rules: Rules
    strategy: Strategy = OPTIMAL
    progress: Progress | None = None
    announce: Announce | None = None

    @cached_property
    def policy(self) -> Policy:
        """The strategy as arrays."""
        return policy_for(self.strategy, self.rules, reasons=False)

    @cached_property
    def table(self) -> Curves:
        """Curves of early states under the optimal strategy."""
        if self.rules not in _tables:
            _tables[self.rules] = optimal_scores(self.rules, progress=self.progress, announce=self.announce)
        return _tables[self.rules]

    def final(self, card: Card) -> Distribution:
        """The distribution of the final score, before a turn."""
        state, earned = card.state(self.rules), card.box_total(self.rules)
        if is_over(self.rules, state):
            return Distribution(card.total(self.rules), np.ones(1))
        if self.strategy == OPTIMAL and state.turns_played < KEPT_LAYERS:
            return distribution_of(self.table, state).shifted(earned)
        return evaluate(self.policy, state).score.shifted(earned)

    def final_in_turn(self, card: Card, roll: Roll, rerolls: int, decision: Decision | None = None) -> Distribution:
        """The distribution of the final score with dice on the table, or once a decision about them is taken."""
        state, earned = card.state(self.rules), card.box_total(self.rules)
        after, choices = self.after_turn(state), choices_in(self.policy, state)
        turn = turn_at(self.rules, state, roll, rerolls)
        taken = choices.decision(turn) if decision is None else decision
        parts = [
            (chance, distribution_of(after, scoring.state).shifted(earned + scoring.total))
            for (_, scoring), chance in ends_of(self.rules, turn, taken, choices.decision).items()
        ]
        return Distribution.mixture(parts)

    def after_turn(self, state: State) -> Curves:
        """Curves of all states that can follow a turn."""
        if self.strategy == OPTIMAL and state.turns_played < KEPT_LAYERS - 1:
            return self.table
        policy = self.policy
        if isinstance(policy, AskingPolicy):
            policy = tabulated(policy, state, progress=self.progress)
        found = in_memory(policy)
        plan = plan_of(found, state)
        return solve_curves(plan, kept_layers=2, fill=followed_rows(plan, found))
