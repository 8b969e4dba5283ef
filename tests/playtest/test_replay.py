"""Games of one variant under the rules of another: rescored, and judged decision by decision."""

from dataclasses import replace

import numpy as np
import pytest

from fivedice.playtest.replay import changed_decisions, comparable, rescored
from fivedice.rules import Rules
from fivedice.simulation.games import Games, play
from fivedice.simulation.regret import decision_values
from fivedice.simulation.streams import Counter
from fivedice.solver import solve
from fivedice.strategies.policy import policy_of
from tests.small import SMALL, TINY


def games_of(rules: Rules, count: int = 400) -> Games:
    (games,) = play(policy_of(solve(rules, threads=1)), Counter(3), count, record=True)
    return games


@pytest.mark.parametrize("joker", ["forced", "free", "none"])
@pytest.mark.parametrize("rules", [SMALL, TINY], ids=lambda rules: rules.name)
def test_under_its_own_rules_a_game_is_scored_as_it_was(rules: Rules, joker: str) -> None:
    own = rules.change({"joker": joker})
    games = games_of(own, 2_000)
    again = rescored(games, own)
    assert (again.points == games.points).all()
    assert (again.bonuses == games.bonuses).all()
    assert games.bonuses.any()


def test_points_bonuses_and_scores_are_those_of_the_other_rules() -> None:
    games = games_of(SMALL, 2_000)
    other = SMALL.change({"full_house": 40, "yahtzee_bonus": 7, "upper_threshold": 20, "upper_bonus": 11})
    again = rescored(games, other)
    house = games.boxes == SMALL.index["full_house"]
    assert (again.points[house & (games.points > 0)] == 40).all()
    assert (again.points[~house] == games.points[~house]).all()
    assert ((again.bonuses == 7) == (games.bonuses == 100)).all()
    assert again.bonuses.any()
    assert set(again.upper_bonuses.tolist()) == {0, 11}


def test_nothing_changes_under_the_same_rules() -> None:
    solution = solve(SMALL, threads=1)
    found = changed_decisions(solution, solution, 300)
    assert (found.share, found.keeps, found.boxes, found.games) == (0, 0, 0, 300)
    assert found.regret == pytest.approx(0, abs=1e-9)


def test_what_the_base_strategy_gives_away_is_the_distance_of_its_mean_from_the_optimum() -> None:
    base, other = solve(SMALL, threads=1), solve(SMALL.change({"upper_bonus": 100}), threads=1)
    found = changed_decisions(base, other, 20_000)
    (games,) = play(policy_of(base), Counter(1), 20_000, record=True)
    played = rescored(games, other.rules).scores
    error = played.std() / len(played) ** 0.5
    assert abs(other.value - found.regret - played.mean()) < 4 * error
    assert found.regret > 10 * found.regret_half_width > 0
    assert 0 < found.share < 0.5
    assert min(found.keeps, found.boxes) < found.share < max(found.keeps, found.boxes)


def test_a_decision_that_is_still_as_good_as_any_has_not_changed() -> None:
    base, other = solve(TINY, threads=1), solve(TINY.change({"upper_bonus": 0}), threads=1)
    games = games_of(TINY)
    values = decision_values(rescored(games, other.rules), other)
    assert (np.nan_to_num(values.best - values.taken) > -1e-9).all()
    assert changed_decisions(base, other, 400, 3).share == pytest.approx(
        (values.regrets > 1e-9).sum(axis=(1, 2)).mean() / (TINY.turns * TINY.rolls)
    )


def test_only_variants_with_equal_boxes_dice_and_jokers_are_compared() -> None:
    assert comparable(SMALL, SMALL.change({"upper_threshold": 7, "yahtzee": 30, "yahtzee_bonus": 0}))
    assert not comparable(SMALL, SMALL.change({"chance": "off"}))
    assert not comparable(SMALL, SMALL.change({"joker": "free"}))
    assert not comparable(SMALL, replace(SMALL, rolls=4))
