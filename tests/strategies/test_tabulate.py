"""Players that are asked about many turns at once, asked about all of them."""

import numpy as np
import pytest

from fivedice.errors import StrategyError
from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import State
from fivedice.solver.reachable import reachable_states
from fivedice.strategies.choices import tabulated
from fivedice.strategies.policy import AskingPolicy, Batch, asking_policy, table_by_asking
from tests.small import TINY
from tests.whim import Whim


def can_be_listed(seed: int, asked: list[int] | None = None) -> AskingPolicy:
    """A whim that nothing but time keeps from being evaluated."""
    policy = asking_policy(Whim(seed), TINY)

    def decide_many(batch: Batch) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
        if asked is not None:
            asked.append(len(batch.roll))
        return policy.decide_many(batch)

    return AskingPolicy(TINY, decide_many)


def test_the_table_holds_the_answers_in_every_state_that_can_be_reached() -> None:
    table, one_by_one, reached = tabulated(can_be_listed(1)), table_by_asking(Whim(1), TINY), reachable_states(TINY)
    reached[:, -1] = False
    assert np.array_equal(table.keeps[0][reached], one_by_one.keeps[0][reached])
    assert np.array_equal(table.boxes[reached], one_by_one.boxes[reached])


def test_evaluation_lists_the_turns_by_itself() -> None:
    found, other = evaluate(can_be_listed(2)), evaluate(table_by_asking(Whim(2), TINY))
    np.testing.assert_allclose(found.score.probability, other.score.probability, atol=1e-15)


def test_from_a_late_state_only_what_can_follow_is_asked() -> None:
    asked: list[int] = []
    late = State(0b0111111, 6)
    found = evaluate(can_be_listed(3, asked), late)
    assert sum(asked) == TINY.rolls * TINY.dice_set.roll_count
    assert found.score.mean == pytest.approx(evaluate(table_by_asking(Whim(3), TINY), late).score.mean)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    tabulated(can_be_listed(1), progress=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] > 0


def test_what_cannot_be_listed_is_refused() -> None:
    with pytest.raises(StrategyError, match="is plain Python and would have to answer"):
        tabulated(asking_policy(Whim(1), TINY))
