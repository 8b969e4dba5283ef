"""The final score of a card if it is played on for the greatest mean, as quickly as it can be had.

States late in a game are evaluated at once. Early ones are looked up in the table of all early scores if that is on
disk; else a game that begins is known or computed once, and any other state takes a second or two.
"""

from functools import lru_cache

import numpy as np

from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.evaluate import evaluate
from fivedice.evaluation.outlook import OPTIMAL, Outlook
from fivedice.evaluation.scores import distribution_of, scores_on_disk
from fivedice.evaluation.strengths import optimal_scores
from fivedice.rules import Card, Rules, State
from fivedice.rules.state import is_over
from fivedice.solver.by_points.cache import KEPT_LAYERS


@lru_cache(maxsize=8)
def outlook_of(rules: Rules) -> Outlook:
    """The outlook of optimal play."""
    return Outlook(rules, OPTIMAL)


@lru_cache(maxsize=512)
def still_to_come(rules: Rules, state: State) -> Distribution:
    """The points that are still to come from a state."""
    if scores_on_disk(rules) and state.turns_played < KEPT_LAYERS:
        return distribution_of(outlook_of(rules).table, state)
    if state == State():
        found = optimal_scores(rules)
        assert found is not None
        return found
    return evaluate(outlook_of(rules).policy, state).score


def final_score(rules: Rules, card: Card) -> Distribution:
    """The final score of a card before its turn."""
    state = card.state(rules)
    if is_over(rules, state):
        return Distribution(card.total(rules), np.ones(1))
    return still_to_come(rules, state).shifted(card.box_total(rules))
