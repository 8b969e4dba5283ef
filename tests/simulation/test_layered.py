"""Games from a solution in files: every decision is that of `TurnValues`, and the mean is the value."""

from collections import Counter as Count

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivedice as fd
from fivedice.errors import FivediceError
from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import Category, Rules, State, Turn, variant
from fivedice.rules.state import score_turn
from fivedice.simulation.games import Games, play
from fivedice.simulation.layered import play_layered
from fivedice.simulation.streams import Counter
from fivedice.solver import TurnValues
from fivedice.solver.layers.solution import LayeredSolution
from fivedice.solver.layers.solve import solve_layers
from fivedice.strategies.optimal import Optimal
from fivedice.strategies.policy import LayeredPolicy
from tests.generators import examples, rules
from tests.solver.layers.test_solve import KINDS, SHORT


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("FIVEDICE_CACHE", str(tmp_path_factory.mktemp("layers")))


def replay(solution: LayeredSolution, games: Games, game: int) -> list[tuple[int, int, int]]:
    """Box, points and Yahtzee bonus of each turn, decided by `TurnValues` on the same dice."""
    rules, state, found = solution.rules, State(), []
    for turn in range(rules.turns):
        dice, values = games.dice[game, turn].reshape(-1, rules.dice).tolist(), TurnValues.of(solution, state)
        first = rules.rolls - 1 + state.saved
        table, left, served = list(dice[0]), first, rules.has_served
        while not isinstance(decision := values.best(tuple(sorted(table)), left, served=served), Category):
            left, kept = left - 1, Count(decision)
            for position, face in enumerate(table):
                if kept[face]:
                    kept[face] -= 1
                else:
                    table[position], served = dice[first - left][position], False
        scoring = score_turn(rules, Turn(state, tuple(sorted(table)), left, served), decision)
        found.append((rules.index[decision.name], scoring.points, scoring.bonus))
        state = scoring.state
    return found


@examples(40)
@given(rules(kinds=KINDS, max_dice=2, max_faces=3, max_categories=4), st.integers(0, 99))
def test_games_are_played_as_turn_values_decide(rules: Rules, seed: int) -> None:
    solution = solve_layers(rules, fresh=True, threads=1)
    (games,) = play_layered(LayeredPolicy(rules, solution), Counter(seed), 4, threads=1)
    for game in range(4):
        played = zip(games.boxes[game].tolist(), games.points[game].tolist(), games.bonuses[game].tolist(), strict=True)
        assert list(played) == replay(solution, games, game)


def test_the_mean_of_many_games_is_the_value_within_four_standard_errors() -> None:
    policy = Optimal().policy(SHORT)
    assert isinstance(policy, LayeredPolicy)
    scores = np.concatenate([games.scores for games in play(policy, Counter(1), 30_000)])
    assert abs(scores.mean() - policy.solution.value) < 4 * scores.std() / len(scores) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "games", "value"),
    [("yatzy", 1_000_000, 280.4109276), ("maxi-yatzy", 100_000, 496.6332604)],  # the second solves for ten minutes
)
def test_the_mean_of_games_with_saved_throws_is_their_value(name: str, games: int, value: float) -> None:
    policy = Optimal().policy(variant(name).change({"saved_throws": "unlimited"}))
    scores = np.concatenate([some.scores for some in play(policy, Counter(2), games)])
    error = scores.std() / len(scores) ** 0.5
    print(f"{len(scores):,} games of {name}: {scores.mean():.4f}, standard error {error:.4f}")
    assert abs(scores.mean() - value) < 4 * error


def test_the_mean_of_an_evaluation_from_files_is_the_value() -> None:
    found = fd.evaluate("optimal", SHORT, progress=False)
    assert found.mean == fd.solve(SHORT, progress=False).value
    assert found.interval == (found.mean, found.mean)
    assert found.sample["games"] == 10_000
    assert sum(found.boxes.values()) == pytest.approx(found.mean, abs=4 * found.sd / 100)


def test_what_does_not_know_saved_throws_says_so_in_a_sentence() -> None:
    with pytest.raises(FivediceError, match="its turns may use saved throws"):
        evaluate(Optimal().policy(SHORT))
    with pytest.raises(FivediceError, match="can be simulated, but not logged"):
        list(play(Optimal().policy(SHORT), Counter(1), 1, record=True))
