import numpy as np
import pytest

from fivedice.rules import State, legal_categories
from fivedice.rules.dice import keeps_of
from fivedice.solver import Solution, TurnValues
from fivedice.solver.places import places_of
from fivedice.solver.tables import compile_rules
from fivedice.solver.turns import inner_levels


def test_values_of_first_rolls_average_to_the_value_of_the_state(solution: Solution) -> None:
    game = solution.rules
    generator = np.random.default_rng(2)
    cards = np.concatenate(places_of(game).layers()[:-1])  # but for the full one
    places = [0, *generator.choice(cards, min(12, len(cards)), replace=False)]
    for filled in places_of(game).filled[places].tolist():
        state = State(filled)
        values = TurnValues.of(solution, state)
        mean = compile_rules(game).probability @ values.rolls[game.rolls - 1]
        assert mean == pytest.approx(solution.state_value(state), abs=1e-9)


def test_illegal_boxes_are_worth_minus_infinity(yahtzee_solution: Solution) -> None:
    game = yahtzee_solution.rules
    state = State(0b100000000011, 3, bonus=True)
    values = TurnValues.of(yahtzee_solution, state)
    for roll in game.dice_set.rolls:
        legal = {game.index[box.name] for box in legal_categories(game, state, roll)}
        assert {box for box in range(game.turns) if values.box(box, roll) > -np.inf} == legal


def test_a_roll_is_worth_its_best_keep(yahtzee_solution: Solution) -> None:
    values = TurnValues.of(yahtzee_solution, State())
    for roll in yahtzee_solution.rules.dice_set.rolls[::17]:
        for rerolls in (1, 2):
            best = max(values.keep(keep, rerolls) for keep in keeps_of(roll))
            assert values.roll(roll, rerolls) == best


def test_keeping_everything_is_worth_the_roll_with_one_reroll_fewer(yahtzee_solution: Solution) -> None:
    values = TurnValues.of(yahtzee_solution, State())
    for roll in yahtzee_solution.rules.dice_set.rolls[::17]:
        for rerolls in (1, 2):
            assert values.keep(roll, rerolls) == values.roll(roll, rerolls - 1)


def test_levels_are_the_keeps_of_each_size() -> None:
    assert inner_levels(210, 6) == [(0, 1), (1, 7), (7, 28), (28, 84), (84, 210)]
