"""Simulated games beside an exact evaluation."""

import numpy as np

from fivedice.evaluation.evaluate import Evaluation
from fivedice.simulation.games import play
from fivedice.simulation.streams import Counter
from fivedice.strategies.policy import Policy

STANDARD_ERRORS = 4


def assert_simulation_agrees(exact: Evaluation, policy: Policy, games: int, seed: int = 2026) -> None:
    """Mean and every decile lie within four standard errors of the exact ones."""
    scores = np.concatenate([block.scores for block in play(policy, Counter(seed), games)])
    assert len(scores) == games
    score = exact.score
    print(f"{policy.rules.name}: exact {score.mean:.4f}, {games:,} games {scores.mean():.4f}, sd {score.sd:.3f}")
    assert abs(scores.mean() - score.mean) < STANDARD_ERRORS * score.sd / games**0.5
    assert score.least <= scores.min()
    assert scores.max() <= score.most
    for tenth in range(1, 10):
        decile = score.quantile(tenth / 10)
        share = score.cumulative[decile - score.least]
        found = (scores <= decile).mean()
        assert abs(found - share) < STANDARD_ERRORS * (share * (1 - share) / games) ** 0.5, f"decile {tenth}"
