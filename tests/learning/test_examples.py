"""Examples of study 004: whose decision is worth most, by the optimal values, and which meta-action gets the label."""

import numpy as np
import pytest

from fivedice.learning.examples import Examples, labels_of, output_counts, sample_examples, values_of
from fivedice.rules import Category, State, Turn, variant
from fivedice.solver import TurnValues, cached_solution
from fivedice.strategies.study_004 import META_ACTIONS, meta_decisions
from fivedice.strategies.trained_network import batch_of, candidates_of, decisions_of

OFF = ("ones", "twos", "threes", "fives", "full_house", "small_straight", "three_of_a_kind")
GAME = variant("yahtzee").change(dict.fromkeys(OFF, "off") | {"upper_threshold": 30})
"""Fours, Sixes, Four of a Kind, Large Straight, Yahtzee, Chance."""


def label(dice: str, rerolls: int) -> str:
    turns = batch_of(GAME, Turn(State(), tuple(map(int, dice)), rerolls))
    candidates = candidates_of(GAME)
    values = values_of(cached_solution(GAME), turns, decisions_of(candidates, turns))
    return META_ACTIONS[labels_of(values, output_counts(candidates))[0]]


@pytest.fixture(scope="module")
def examples() -> Examples:
    return sample_examples(cached_solution(GAME), 400, seed=3)


def turn_at(examples: Examples, at: int) -> Turn:
    filled, upper, flag, roll, rerolls = (int(array[at]) for array in examples.turns)
    return Turn(State(filled, upper, bool(flag)), GAME.dice_set.rolls[roll], rerolls)


def test_of_meta_actions_that_decide_alike_the_label_has_the_fewest_outputs() -> None:
    decisions = meta_decisions(GAME, Turn(State(), (1, 2, 6, 6, 6), 2))
    alike = [name for name, decision in decisions.items() if decision == (6, 6, 6)]
    assert alike == ["Sixes", "N of a Kind", "Full House", "Chance"]
    assert label("12666", 2) == "Sixes"


def test_each_face_has_six_outputs_as_the_study_says_and_the_others_more() -> None:
    counts = output_counts(candidates_of(GAME))
    assert counts[:6].tolist() == [6] * 6
    assert (counts[6:] > 6).all()


@pytest.mark.parametrize(("dice", "name"), [("12345", "Straight"), ("44444", "N of a Kind"), ("56666", "Sixes")])
def test_a_finished_turn_is_labelled_with_the_best_box(dice: str, name: str) -> None:
    assert label(dice, 0) == name


def test_values_are_those_of_the_slow_twin(examples: Examples) -> None:
    solution = cached_solution(GAME)
    for at in range(0, len(examples), 8):
        turn = turn_at(examples, at)
        slow = TurnValues.of(solution, turn.state)
        for action, decision in enumerate(meta_decisions(GAME, turn).values()):
            if decision is None:
                expected = -np.inf
            elif isinstance(decision, Category):
                expected = slow.box(GAME.index[decision.name], turn.roll)
            else:
                expected = slow.keep(decision, turn.rerolls)
            assert examples.values[at, action] == pytest.approx(expected, abs=1e-9)


def test_every_label_has_the_greatest_value(examples: Examples) -> None:
    chosen = examples.values[np.arange(len(examples)), examples.labels]
    assert (chosen == examples.values.max(axis=1)).all()


def test_decision_points_of_all_turns_and_throws_are_equally_likely() -> None:
    turns = sample_examples(cached_solution(GAME), 6_000).turns
    numbers = np.bitwise_count(turns.filled) * GAME.rolls + turns.rerolls
    counts = np.bincount(numbers, minlength=GAME.turns * GAME.rolls)
    assert len(counts) == 18
    assert abs(counts - 6_000 / 18).max() < 5 * (6_000 / 18) ** 0.5


def test_fewer_examples_are_the_first_of_more(examples: Examples) -> None:
    fewer = sample_examples(cached_solution(GAME), 150, seed=3)
    assert all((one == other[:150]).all() for one, other in zip(fewer.turns, examples.turns, strict=True))
    assert (fewer.labels == examples.labels[:150]).all()
    assert len(sample_examples(cached_solution(GAME), 0)) == 0


def test_another_seed_gives_other_examples(examples: Examples) -> None:
    assert (sample_examples(cached_solution(GAME), 400, seed=4).turns.roll != examples.turns.roll).any()


def test_rules_that_differ_in_the_upper_bonus_share_the_decisions_of_meta_actions() -> None:
    other = GAME.change({"upper_threshold": 12, "upper_bonus": 50})
    assert candidates_of(other) is candidates_of(GAME)
