"""Matches: equal dice, scores by strategy and game, refusals."""

import numpy as np
import pytest

from fivedice.comparison.match import play_match
from fivedice.errors import StrategyError
from fivedice.rules import variant
from fivedice.simulation.games import play
from fivedice.simulation.streams import Counter
from fivedice.strategies.policy import policy_for
from fivedice.strategies.registry import strategy_named

YAHTZEE = variant("yahtzee")
NAMES = ("robot-4.02", "robot-4.03", "optimal")


def test_each_row_holds_the_scores_that_the_strategy_has_alone_on_the_same_seed() -> None:
    match = play_match([strategy_named(name) for name in NAMES], YAHTZEE, Counter(3), 300)
    assert (match.names, match.games) == (NAMES, 300)
    for name, row in zip(NAMES, match.scores, strict=True):
        (alone,) = play(policy_for(strategy_named(name), YAHTZEE), Counter(3), 300)
        np.testing.assert_array_equal(row, alone.scores)


def test_all_strategies_meet_the_same_dice() -> None:
    blocks = [next(play(policy_for(strategy_named(name), YAHTZEE), Counter(3), 50)).dice for name in NAMES]
    for block in blocks[1:]:
        np.testing.assert_array_equal(block, blocks[0])


def test_exact_distributions_come_only_when_asked_for() -> None:
    players = [strategy_named(name) for name in NAMES[:2]]
    assert play_match(players, YAHTZEE, Counter(1), 2).exact == (None, None)
    first, _ = play_match(players, YAHTZEE, Counter(1), 2, exact=True).exact
    assert first is not None
    assert first.mean == pytest.approx(45.9453, abs=5e-5)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("optimal",), "a comparison needs at least 2 strategies, but 1 is named; "),
        (("optimal", "greedy", "optimal"), "strategy 'optimal' is named twice"),
        (("optimal", "dice-based"), "strategy 'dice-based' cannot play 'yahtzee'"),
    ],
)
def test_too_few_the_same_or_unfit_strategies_are_refused(names: tuple[str, ...], words: str) -> None:
    with pytest.raises(StrategyError, match=words):
        play_match([strategy_named(name) for name in names], YAHTZEE, Counter(1), 2)
