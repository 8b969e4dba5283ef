"""Exponential utility: its arithmetic, its solutions against the slow twin and against evaluation, and their files."""

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import DamagedFile, ObjectiveError
from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import Category, Rules, State, legal_decisions, variant
from fivedice.rules.pattern import Anything
from fivedice.rules.state import is_over
from fivedice.solver import Solution, TurnValues, cached_solution, solve
from fivedice.solver import cache as store
from fivedice.solver.prospect import intention
from fivedice.solver.reference import Reference
from fivedice.solver.scale import LEAST_RISK, MOST_RISK, POINTS, Scale
from fivedice.strategies.optimal import Optimal
from fivedice.strategies.policy import ValuePolicy, policy_of
from tests.generators import examples, rules, states, turns
from tests.plain import reachable_states

RISK = (st.floats(0.01, MOST_RISK) | st.floats(-MOST_RISK, -0.01) | st.just(0.0)).map(lambda risk: round(risk, 4))
TINY = rules(max_faces=3, max_categories=3)
COIN = Rules("coin", (Category("chance", Anything(), "sum"),), dice=1, faces=2, rolls=2)


def solved(game: Rules, risk: float) -> Solution:
    return solve(game, scale=Scale.of_risk(risk), threads=1)


@given(RISK, st.integers(0, 1600))
def test_the_equivalent_of_sure_points_is_these_points(risk: float, points: int) -> None:
    scale = Scale.of_risk(risk)
    assert scale.equivalent(scale.of(points)) == pytest.approx(points, abs=1e-9)


@given(RISK, st.integers(0, 1500), st.integers(1, 100))
def test_more_points_are_worth_more(risk: float, points: int, more: int) -> None:
    scale = Scale.of_risk(risk)
    assert scale.of(points + more) > scale.of(points)


@given(RISK, st.integers(0, 1500), st.integers(0, 150))
def test_points_now_are_a_factor_and_a_summand_of_what_follows(risk: float, rest: int, now: int) -> None:
    scale = Scale.of_risk(risk)
    factor, summand = scale.worth(150)[:, now]
    assert factor * scale.of(rest) + summand == pytest.approx(scale.of(now + rest), rel=1e-12)


def test_the_worth_of_points_for_the_mean_is_the_points() -> None:
    np.testing.assert_array_equal(POINTS.worth(3), [[1, 1, 1, 1], [0, 1, 2, 3]])


def test_with_risk_one_an_even_chance_of_fifty_more_or_less_costs_twelve_points() -> None:
    scale = Scale.of_risk(1)
    even = (scale.of(250) + scale.of(150)) / 2
    assert scale.equivalent(even) == pytest.approx(200 - 12.01, abs=0.01)


@pytest.mark.parametrize("risk", [math.nan, math.inf, -math.inf, 30.001, -31, 1e300])
def test_a_risk_that_is_no_number_or_too_great_is_refused_with_the_range(risk: float, empty_cache: Path) -> None:
    for refuse in (Scale.of_risk, lambda one: cached_solution(COIN, risk=one)):
        with pytest.raises(ObjectiveError, match=r"^risk .* is out of range: give a number from −30, .* to 30,"):
            refuse(risk)
    assert list(store.entries()) == []


# -------------------------------------------------------------------------------------------- solutions


@examples(80)
@given(TINY, RISK)
def test_every_state_is_worth_what_the_reference_says_of_its_utility(game: Rules, risk: float) -> None:
    solution = solved(game, risk)
    twin = Reference(game, solution.scale.of)
    for state in set().union(*reachable_states(game)):
        found, expected = solution.state_value(state), twin.state_value(state, 0)
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-9)
        assert solution.scale.equivalent(found) == pytest.approx(solution.scale.equivalent(expected), abs=1e-9)


@examples(60)
@given(st.data(), TINY, RISK)
def test_every_decision_of_a_turn_is_worth_what_the_reference_says(
    data: st.DataObject, game: Rules, risk: float
) -> None:
    turn = data.draw(turns(game))
    solution = solved(game, risk)
    values, twin = TurnValues.of(solution, turn.state), Reference(game, solution.scale.of)
    for decision in legal_decisions(game, turn):
        expected = twin.decision_value(turn, decision, 0)
        assert values.decision(decision, turn.roll, turn.rerolls) == pytest.approx(expected, rel=1e-12, abs=1e-9)
    best = twin.decision_value(turn, TurnValues.of(solution, turn.state).best(turn.roll, turn.rerolls), 0)
    assert best == pytest.approx(twin.turn_value(turn, 0), rel=1e-12, abs=1e-9)


@examples(60)
@given(st.data(), rules(), RISK)
def test_the_utility_of_a_solution_is_that_of_the_scores_of_its_own_policy(
    data: st.DataObject, game: Rules, risk: float
) -> None:
    solution, start = solved(game, risk), data.draw(states(game))
    rest = evaluate(policy_of(solution), start, threads=1).score
    worth = [solution.scale.of(points) for points in range(rest.least, rest.most + 1)]
    expected = solution.scale.equivalent(float(rest.probability @ worth))
    assert solution.scale.equivalent(solution.state_value(start)) == pytest.approx(expected, abs=1e-9)


@examples(40)
@given(rules(), st.lists(RISK, min_size=2, max_size=4, unique=True))
def test_the_sure_score_that_is_worth_as_much_never_rises_with_risk(game: Rules, risks: list[float]) -> None:
    """Of any distribution it falls (Pratt 1964, theorem 1), so that the best of all falls too."""
    found = [solved(game, risk).value for risk in sorted({0.0, *risks})]
    assert all(one >= other - 1e-9 for one, other in pairwise(found))


@pytest.mark.parametrize("risk", [1e-300, 1e-12, 1e-7, LEAST_RISK, 1e-4, -1e-300, -1e-12, -LEAST_RISK, -1e-4])
def test_a_risk_next_to_nothing_is_next_to_the_mean(risk: float) -> None:
    mean = cached_solution(variant("yacht")).value
    assert solved(variant("yacht"), risk).value == pytest.approx(mean, abs=1e-4 + abs(risk) * 20)


@examples(20)
@given(rules())
def test_risk_zero_is_the_mean_bit_for_bit(game: Rules) -> None:
    assert solved(game, 0.0).values.tobytes() == solve(game, threads=1).values.tobytes()


@pytest.mark.parametrize(
    ("face", "throwers"), [(4, [True, True, True]), (6, [False, True, True]), (7, [False, False, True])]
)
def test_who_shuns_risk_stops_on_less_than_who_seeks_it(face: int, throwers: list[bool]) -> None:
    """A die of twelve faces, thrown again for 6.5 on average."""
    game = Rules("stop", (Category("chance", Anything(), "sum"),), dice=1, faces=12, rolls=2)
    players = [solved(game, risk) for risk in (MOST_RISK, 0, -MOST_RISK)]
    assert [TurnValues.of(player, State()).best((face,), 1) == () for player in players] == throwers


@pytest.mark.parametrize("risk", [MOST_RISK, -MOST_RISK])
def test_the_greatest_risks_stay_within_the_range_of_doubles_in_official_yahtzee(risk: float) -> None:
    solution = solved(variant("yahtzee"), risk)
    size = np.abs(solution.values)
    assert (size > 1e-300).all()
    assert (size < 1e300).all()
    assert 5 < solution.value < 1575
    assert (solution.value < 254.58) == (risk > 0)


# ------------------------------------------------------------------------------------------------- files


def test_each_risk_has_a_file_of_its_own_and_comes_back_on_its_scale(empty_cache: Path) -> None:
    first = [cached_solution(COIN, risk=risk) for risk in (0.0, 1.0, -1.0, 2.5)]
    second = [cached_solution(COIN, risk=risk) for risk in (0.0, 1.0, -1.0, 2.5)]
    assert len(list(empty_cache.iterdir())) == 4
    assert [one.objective for one in second] == [
        "mean", "utility:risk=1", "utility:risk=-1", "utility:risk=2.5"
    ]  # fmt: skip
    for one, other in zip(first, second, strict=True):
        assert (one.cached, other.cached) == (False, True)
        assert (one.scale, one.value) == (other.scale, other.value)
    assert len({one.value for one in second}) == 4


def test_the_solution_of_another_risk_under_this_name_is_refused(empty_cache: Path) -> None:
    cached_solution(COIN, risk=1)
    path = store.path_for(COIN, "utility:risk=2")
    path.write_bytes(store.path_for(COIN, "utility:risk=1").read_bytes())
    with pytest.raises(DamagedFile, match="holds the solution of other rules"):
        store.read(path, COIN, "utility:risk=2", Scale.of_risk(2))
    assert not cached_solution(COIN, risk=2).cached
    assert cached_solution(COIN, risk=2).cached


@examples(20)
@given(st.data(), TINY, RISK.filter(bool))
def test_the_player_that_shuns_or_seeks_risk_decides_by_its_solution(
    data: st.DataObject, game: Rules, risk: float
) -> None:
    turn = data.draw(turns(game).filter(lambda one: not is_over(game, one.state)))
    player, solution = Optimal.with_risk(risk), solved(game, risk)
    assert player.decide(game, turn) == TurnValues.of(solution, turn.state).best(turn.roll, turn.rerolls)
    policy = player.policy(game)
    assert isinstance(policy, ValuePolicy)
    np.testing.assert_array_equal(policy.values, policy_of(solution).values)
    assert player.reason(game, turn) == intention(TurnValues.of(solution, turn.state), turn)
