"""Values of decisions against the plain ones of `solver.turns`, decision by decision."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.arrays import Floats
from fivedice.rules import Rules, State, score, variant
from fivedice.simulation.games import Games, play
from fivedice.simulation.regret import decision_values, regrets
from fivedice.simulation.streams import Counter
from fivedice.solver import Solution, TurnValues, cached_solution
from fivedice.solver.exact import solve
from fivedice.strategies.policy import policy_for, policy_of
from fivedice.strategies.registry import strategy_named
from tests.generators import examples, rules
from tests.recorded import impatient, played


def by_turn_values(games: Games, solution: Solution) -> tuple[Floats, Floats]:
    """Values of the decisions taken and of the best ones, one at a time."""
    assert games.held is not None
    assert games.shown is not None
    game = games.rules
    turn_values = cache(lambda state: TurnValues.of(solution, state))
    taken, best = (np.full(games.shown.shape[:3], np.nan) for _ in range(2))
    for number in range(len(games.boxes)):
        state = State()
        for turn in range(game.turns):
            values = turn_values(state)
            for throw in range(game.rolls):
                table = games.shown[number, turn, throw].tolist()
                left = game.rolls - 1 - throw
                roll = tuple(sorted(table))
                best[number, turn, throw] = values.roll(roll, left)
                held = int(games.held[number, turn, throw]) if left else -1
                if held >= 0:
                    keep = tuple(sorted(face for place, face in enumerate(table) if held >> place & 1))
                    taken[number, turn, throw] = values.keep(keep, left)
                else:
                    box = int(games.boxes[number, turn])
                    taken[number, turn, throw] = values.box(box, roll)
                    state = score(game, state, roll, game.categories[box]).state
                    break
    return taken, best


@examples(40)
@given(rules(), st.integers(0, 1000))
def test_values_of_decisions_are_those_of_the_plain_solver_under_any_rules(game: Rules, seed: int) -> None:
    solution = solve(game)
    games = played(impatient(game), 30, seed)
    found, (taken, best) = decision_values(games, solution), by_turn_values(games, solution)
    np.testing.assert_allclose(found.taken, taken, rtol=0, atol=1e-9)
    np.testing.assert_allclose(found.best, best, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", ["yahtzee", pytest.param("yatzy", marks=pytest.mark.slow)])
def test_values_of_decisions_are_those_of_the_plain_solver_in_whole_games(name: str) -> None:
    solution = cached_solution(variant(name))
    games = played(impatient(solution.rules), 20)
    found, (taken, best) = decision_values(games, solution), by_turn_values(games, solution)
    np.testing.assert_allclose(found.taken, taken, rtol=0, atol=1e-9)
    np.testing.assert_allclose(found.best, best, rtol=0, atol=1e-9)
    np.testing.assert_allclose(found.regrets, np.nan_to_num(best - taken), rtol=0, atol=1e-9)


def test_optimal_play_regrets_nothing(yahtzee_solution: Solution) -> None:
    assert not regrets(played(policy_of(yahtzee_solution), 2_000), yahtzee_solution).any()


def test_no_regret_is_less_than_nothing(yahtzee_solution: Solution) -> None:
    policy = policy_for(strategy_named("dice-driven"), yahtzee_solution.rules)
    found = regrets(played(policy, 2_000), yahtzee_solution)
    assert found.min() == 0
    assert np.median(found.sum(axis=(1, 2))) > 1


def test_regrets_are_what_a_strategy_falls_short_of_the_optimum_on_average(yahtzee_solution: Solution) -> None:
    policy = policy_for(strategy_named("dice-driven"), yahtzee_solution.rules)
    games = played(policy, 20_000)
    lost = regrets(games, yahtzee_solution).sum(axis=(1, 2))
    luck = games.scores + lost  # a martingale that begins at the optimum
    assert abs(luck.mean() - yahtzee_solution.value) < 4 * luck.std() / len(luck) ** 0.5


def test_one_thread_and_many_agree(yahtzee_solution: Solution) -> None:
    games = played(impatient(yahtzee_solution.rules), 500)
    one, many = (decision_values(games, yahtzee_solution, threads=threads) for threads in (1, 4))
    for first, second in ((one.taken, many.taken), (one.best, many.best)):
        np.testing.assert_array_equal(first, second)


def test_games_without_a_record_are_refused(yahtzee_solution: Solution) -> None:
    (games,) = play(policy_of(yahtzee_solution), Counter(1), 3)
    with pytest.raises(ValueError, match="record=True"):
        regrets(games, yahtzee_solution)
