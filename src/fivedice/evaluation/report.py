"""Exact figures of a strategy under some rules, as plain values."""

from typing import Any

from fivedice.evaluation.evaluate import Evaluation, evaluate
from fivedice.rules import Rules
from fivedice.solver.solution import Progress
from fivedice.strategies.policy import policy_for
from fivedice.strategies.strategy import Strategy

QUANTILES = (0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95, 0.99)


def exact_figures(strategy: Strategy, rules: Rules, *, progress: Progress | None = None) -> dict[str, Any]:
    """Mean, spread, quantiles, bonuses and points per box, without sampling error."""
    return figures_of(strategy, rules, evaluate(policy_for(strategy, rules, progress=progress), progress=progress))


def figures_of(strategy: Strategy, rules: Rules, result: Evaluation) -> dict[str, Any]:
    """The figures of an evaluation."""
    score = result.score
    return {
        "strategy": strategy.name,
        "variant": rules.name,
        "digest": rules.digest,
        "mean": score.mean,
        "sd": score.sd,
        "median": score.median,
        "min": score.least,
        "max": score.most,
        "quantiles": {str(share): score.quantile(share) for share in QUANTILES},
        "p_upper_bonus": result.p_upper_bonus,
        "yahtzees": result.yahtzees,
        "yahtzee_bonuses": result.yahtzee_bonuses,
        "categories": result.categories,
        "method": "exact",
    }
