"""Study 003: the gap by epoch."""

import numpy as np
import pytest

from fivedice.studies.qlearning.training import Training, gap_chart, share_arrived, value_chart


def test_the_gap_shrinks_and_is_known_after_every_epoch(training: Training) -> None:
    assert [gap.epoch for gap in training.gaps] == list(range(1, 61))
    first, last = training.gaps[0], training.gaps[-1]
    assert first.start == 0.0
    assert first.most == pytest.approx(training.solution.value)
    assert last.mean < first.mean / 10
    assert all(abs(gap.bias) <= gap.mean <= gap.most for gap in training.gaps)


def test_its_player_is_scored_exactly_and_never_beats_the_optimum(training: Training) -> None:
    assert sorted(training.scores) == [1, 20, 60]
    assert training.scores[1] < training.scores[20] <= training.solution.value
    assert training.shortfall == training.solution.value - training.scores[60]
    assert 0 <= training.shortfall < 0.5


@pytest.mark.parametrize(("steps", "epochs", "decay"), [(1, 3, 0.5), (3, 6, 0.9), (4, 4, 0.9)])
def test_the_share_that_arrived_is_that_of_sweeps_along_a_chain(steps: int, epochs: int, decay: float) -> None:
    chain = np.append(np.zeros(steps), 1.0)
    for epoch in range(epochs):
        chain[:-1] += decay**epoch * (chain[1:] - chain[:-1])
    assert share_arrived(steps, epochs, decay) == pytest.approx(chain[0])


def test_a_decay_of_0_99_lets_a_game_of_13_turns_arrive_and_0_98_does_not() -> None:
    assert share_arrived(78, 500, 0.99) > 0.99
    assert share_arrived(78, 500, 0.98) < 0.01


def test_charts_show_gap_belief_and_score(training: Training) -> None:
    assert "Gap between Q and the exact values: tiny" in gap_chart(training).to_json()
    assert "score of its player" in value_chart(training).to_json()
