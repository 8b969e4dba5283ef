"""Win rates against a baseline, a measure of performance that needs no optimum (study 004, section IV).

A player and the baseline play a game each with dice of their own; the greater score wins, equal ones share the win:

    w = E[ P(baseline < s) + ½ P(baseline = s) ],   s a score of the player

The baseline's score has its exact distribution, so its dice add no sampling error. A player as strong as
the baseline has w = ½ under every variant of the rules.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from fivedice.arrays import Longs
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.evaluate import evaluate
from fivedice.evaluation.figures import STREAMS
from fivedice.playtest.measure import taught
from fivedice.rules import Rules
from fivedice.rules.toml import parse_rules
from fivedice.simulation.games import play
from fivedice.simulation.streams import Counter
from fivedice.strategies.policy import policy_for
from fivedice.strategies.registry import strategy_named
from fivedice.strategies.trained import player_of


def network_wins(
    rules: str, examples: int, hidden: Sequence[int], recipe: str, games: int, seed: int, baseline: str
) -> dict[str, float]:
    """The win rate of a network that is trained on this many examples of optimal play."""
    game = parse_rules(rules)
    network = player_of(taught(game, examples, hidden, recipe, seed), "network")
    blocks = play(policy_for(network, game), Counter(STREAMS + seed), games)
    scores = np.concatenate([block.scores for block in blocks])
    return {"wins": win_share(scores, _score_of(baseline, game)), "games": games}


def win_share(scores: Longs, baseline: Distribution) -> float:
    """Share of games won against the baseline, ties as halves."""
    below = np.concatenate([[0.0], np.cumsum(baseline.probability)])
    at = np.searchsorted(baseline.numbers, scores)
    upto = np.searchsorted(baseline.numbers, scores, side="right")
    return float((below[at] + below[upto]).mean() / 2)


@lru_cache(maxsize=4)
def _score_of(name: str, rules: Rules) -> Distribution:
    return evaluate(policy_for(strategy_named(name), rules), threads=1).score
