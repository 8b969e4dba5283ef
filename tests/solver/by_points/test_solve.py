"""Rows over points against their slow twin, against the Bellman equation, and against the solution for the mean."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import TooLarge
from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import Category, Rules, State, legal_categories, score, variant
from fivedice.rules.pattern import Anything, Face
from fivedice.rules.state import is_over
from fivedice.solver import TurnValues, cached_solution, solve
from fivedice.solver.by_points.curves import TARGET, Curves, Utility
from fivedice.solver.by_points.solve import NOWHERE, Plan, Stage, solve_curves
from fivedice.solver.reference import Reference
from fivedice.strategies.policy import policy_of
from tests.generators import examples, rules, states, utilities
from tests.plain import reachable_states
from tests.whim import random_card

EVERY_TARGET = (1 - NOWHERE // 2, -1)
ALL = 99
"""More layers than any game has."""
CLOSE = 1e-12
"""Rounding of single precision, over the turns of a game."""
SMALL_YAHTZEE: dict[str, int | str] = {"dice": 3, "faces": 3, "rolls": 2, "upper_threshold": 9} | dict.fromkeys(
    ("four_of_a_kind", "full_house", "small_straight", "large_straight"), "off"
)


def reference(game: Rules, utility: Utility) -> Reference:
    return Reference(game, lambda final: float(utility.at(np.array(final))))


def positions(game: Rules, start: State, points: int) -> set[tuple[State, int]]:
    """Every state with every number of points so far that play can lead to."""
    found, layer = {(start, points)}, {(start, points)}
    while layer:
        layer = {
            (scoring.state, so_far + scoring.total)
            for state, so_far in layer
            for roll in game.dice_set.rolls
            for category in legal_categories(game, state, roll)
            for scoring in [score(game, state, roll, category)]
        }
        found |= layer
    return found


def assert_equals_reference(game: Rules, utility: Utility, start: State, points: int) -> None:
    curves = solve_curves(Plan(game, utility, start, (points, points)), kept_layers=ALL, threads=1)
    twin = reference(game, utility)
    for state, so_far in positions(game, start, points):
        assert curves.value(state, so_far) == pytest.approx(twin.state_value(state, so_far), abs=CLOSE)


# ---------------------------------------------------------------------------------- against the reference


@examples(150)
@given(rules(max_faces=3), utilities())
def test_every_state_has_the_utility_of_the_reference_at_any_points(game: Rules, utility: Utility) -> None:
    assert_equals_reference(game, utility, State(), 0)


@examples(100)
@given(st.data(), rules(), utilities(), st.integers(-100, 200))
def test_a_start_in_the_middle_of_a_game_has_the_utility_of_the_reference(
    data: st.DataObject, game: Rules, utility: Utility, points: int
) -> None:
    assert_equals_reference(game, utility, data.draw(states(game)), points)


@examples(20)
@given(rules(max_dice=2, max_faces=3, max_categories=3))
def test_all_targets_at_once_are_those_of_the_reference_one_by_one(game: Rules) -> None:
    curves = solve_curves(Plan(game, TARGET, State(), EVERY_TARGET), kept_layers=ALL, threads=1)
    twin, (first, row) = reference(game, TARGET), curves.row(State())
    for missing in range(-first - len(row) - 3, 3 - first):
        assert curves.value(State(), -missing) == pytest.approx(twin.state_value(State(), -missing), abs=CLOSE)
    for state in set().union(*reachable_states(game)):
        first, row = curves.row(state)
        for points in {first - 1, first, first + len(row) // 2, first + len(row) - 1, first + len(row)}:
            assert curves.value(state, points) == pytest.approx(twin.state_value(state, points), abs=CLOSE)


@pytest.mark.parametrize("rising", [True, False], ids=["rising", "up and down"])
@pytest.mark.parametrize("joker", ["none", "free", "forced"])
@pytest.mark.parametrize("bonus", [0, 100])
def test_a_small_yahtzee_with_every_joker_rule_equals_the_reference(joker: str, bonus: int, rising: bool) -> None:
    game = variant("yahtzee").change({**SMALL_YAHTZEE, "joker": joker, "yahtzee_bonus": bonus})
    values = np.random.default_rng(bonus).random(220)
    start = random_card(game, game.turns - 3, seed=4).state(game)
    assert_equals_reference(game, Utility(np.sort(values) if rising else values), start, 20)


def test_a_box_that_cannot_be_missed_is_never_given_a_zero() -> None:
    """Every roll pays in this upper box, so that no state has it filled and an upper total of zero."""
    boxes = (Category("ones", Face(1), "matching", "upper"), Category("high", Anything(), "sum", "upper"))
    game = Rules("small", boxes, dice=2, faces=3, rolls=1, upper_threshold=4, upper_bonus=20)
    for target in range(1, 30):
        assert_equals_reference(game, TARGET, State(), -target)


def test_who_wants_few_points_cannot_refuse_them() -> None:
    """Two coins, one throw, chance: 2, 3 or 4 points are scored, though 0 would be worth as much as 2."""
    game = Rules("coins", (Category("chance", Anything(), "sum"),), dice=2, faces=2, rolls=1)
    curves = solve_curves(Plan(game, Utility(np.array([1, 0.5, 0]), 2), State(), (0, 0)), kept_layers=1)
    assert curves.value(State(), 0) == pytest.approx(0.25 * 1 + 0.5 * 0.5)


# ------------------------------------------------------------------------------------ properties of curves


@examples(60)
@given(rules())
def test_curves_of_a_rising_utility_rise_and_reaching_is_certain_or_hopeless_beyond_them(game: Rules) -> None:
    curves = solve_curves(Plan(game, TARGET, State(), EVERY_TARGET), kept_layers=ALL, threads=1)
    for state in set().union(*reachable_states(game)):
        first, row = curves.row(state)
        assert (np.diff([0, *row, 1]) >= 0).all()
        assert not len(row) or row[0] > 0
        assert not is_over(game, state) or not len(row)
        assert (curves.value(state, first - 1), curves.value(state, first + len(row))) == (0, 1)


@examples(40)
@given(rules())
def test_no_target_is_reached_more_often_by_playing_for_the_mean(game: Rules) -> None:
    curves = solve_curves(Plan(game, TARGET, State(), EVERY_TARGET), kept_layers=1, threads=1)
    score_of_mean = evaluate(policy_of(solve(game, threads=1))).score
    for target in range(score_of_mean.least - 1, score_of_mean.most + 2):
        assert curves.value(State(), -target) >= score_of_mean.at_least(target) - CLOSE


@examples(60)
@given(st.data(), rules(), utilities(), st.integers(1, 4))
def test_exactly_the_first_layers_are_kept_and_their_rows_are_the_same(
    data: st.DataObject, game: Rules, utility: Utility, layers: int
) -> None:
    start = data.draw(states(game))
    some, every = (
        solve_curves(Plan(game, utility, start, (-50, 50)), kept_layers=kept, threads=1) for kept in (layers, ALL)
    )
    for state in {one for one, _ in positions(game, start, 0)}:
        first, row = every.row(state)
        if state.turns_played - start.turns_played < layers:
            assert some.row(state)[0] == first
            assert some.row(state)[1].tobytes() == row.tobytes()
        else:
            with pytest.raises(KeyError):
                some.row(state)


# ---------------------------------------------------------------------------------------- stages and threads

GAME = variant("yahtzee").change(SMALL_YAHTZEE)


def assert_same(one: Curves, other: Curves) -> None:
    for name in ("keys", "first", "counts", "begins", "values"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()
    assert (one.below, one.above) == (other.below, other.above)


@pytest.mark.parametrize("kept", [1, 4, ALL])
def test_a_stage_that_is_taken_up_again_leads_to_the_same_curves_bit_for_bit(kept: int) -> None:
    stages: list[Stage] = []
    whole = solve_curves(Plan(GAME, TARGET, State(), (-400, -1)), kept_layers=kept, after_layer=stages.append)
    assert [stage.layer for stage in stages] == list(range(GAME.turns - 1, -1, -1))
    for stage in stages:
        later: list[Stage] = []
        plan = Plan(GAME, TARGET, State(), (-400, -1))
        resumed = solve_curves(plan, kept_layers=kept, stage=stage, after_layer=later.append)
        assert [one.layer for one in later] == list(range(stage.layer - 1, -1, -1))
        assert_same(resumed, whole)


def test_one_thread_and_two_agree_bit_for_bit() -> None:
    plans = (Plan(GAME, TARGET, State(), (-400, -1)) for _ in range(2))
    assert_same(
        *(solve_curves(plan, kept_layers=4, threads=threads) for plan, threads in zip(plans, (1, 2), strict=True))
    )


def test_progress_rises_to_the_work_that_there_is_and_goes_on_where_a_stage_ended() -> None:
    plan, stages = Plan(GAME, TARGET, State(), (-400, -1)), list[Stage]()
    told: list[tuple[int, int]] = []
    solve_curves(
        plan, kept_layers=1, progress=lambda done, total: told.append((done, total)), after_layer=stages.append
    )
    assert {total for _, total in told} == {plan.total_work}
    assert all(one <= other for (one, _), (other, _) in pairwise(told))
    assert told[-1][0] == plan.total_work
    again: list[tuple[int, int]] = []
    solve_curves(plan, kept_layers=1, stage=stages[2], progress=lambda done, total: again.append((done, total)))
    assert again == told[-len(again) :]
    assert len(again) < len(told)


def test_the_memory_that_is_foreseen_is_what_the_rows_take() -> None:
    plan, stages = Plan(GAME, TARGET, State(), (-400, -1)), list[Stage]()
    curves = solve_curves(plan, kept_layers=4, after_layer=stages.append)
    rows = max(one.rows.nbytes + other.rows.nbytes for one, other in pairwise(stages))
    layout = sum(one.nbytes for one in (*plan.layout.rows, plan.layout.reached, plan.lengths))
    assert plan.kept_numbers(4) == len(curves.values)
    assert plan.memory_needed(4) == pytest.approx(rows + curves.values.nbytes + layout, rel=0.1)


def test_a_plan_that_needs_more_memory_than_there_is_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = Plan(GAME, TARGET, State(), (-400, -1))
    monkeypatch.setattr("os.sysconf", lambda _: 10)
    with pytest.raises(
        TooLarge, match=r"^solving 'yahtzee \(.*\)' over points needs [\d,.]+ GB of memory, and this machine"
    ):
        solve_curves(plan, kept_layers=1)


# ----------------------------------------------------------------------------------------- official games


@pytest.mark.parametrize("name", ["yahtzee", "yahtzee-free-joker", "yatzy", "yacht"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_utility_that_is_linear_in_the_score_gives_the_solution_for_the_mean(name: str, seed: int) -> None:
    solution = cached_solution(variant(name))
    game, card = solution.rules, random_card(variant(name), variant(name).turns - 4, seed)
    linear = Utility(np.arange(2001) / 2000)
    start, points = card.state(game), card.box_total(game)
    curves = solve_curves(Plan(game, linear, start, (points, points)), kept_layers=ALL)
    rest, totals = np.divmod(curves.keys, game.upper_cap + 1)
    masks, flags = np.divmod(rest, 2)
    rows = np.repeat(np.arange(len(curves.keys)), curves.counts)
    places = np.arange(len(rows)) - np.repeat(np.cumsum(curves.counts) - curves.counts, curves.counts)
    so_far = curves.first[rows] + places
    expected = (so_far + solution.values[flags, masks, totals][rows]) / 2000
    assert len(rows) > 100
    np.testing.assert_allclose(curves.values[curves.begins[rows] + places], expected, rtol=0, atol=CLOSE)


def value_of_turn(curves: Curves, state: State, points: int) -> float:
    """By the numpy code of advice, from the rows of the states that can follow."""
    return TurnValues.by(curves.rules, state, lambda after, gained: curves.value(after, points + gained)).start


@pytest.mark.parametrize("utility", [TARGET, Utility(np.random.default_rng(5).random(120), -60)])
@pytest.mark.parametrize("name", ["yahtzee", "yatzy"])
def test_every_turn_of_an_official_game_obeys_the_bellman_equation(name: str, utility: Utility) -> None:
    game = variant(name)
    card = random_card(game, game.turns - 3, seed=3)
    start = card.state(game)
    curves = solve_curves(Plan(game, utility, start, (-120, -1)), kept_layers=ALL)
    generator = np.random.default_rng(0)
    for key, first, count in zip(curves.keys[:-1:3], curves.first[:-1:3], curves.counts[:-1:3], strict=True):
        rest, total = divmod(int(key), game.upper_cap + 1)
        state = State(rest // 2, total, bool(rest % 2))
        if is_over(game, state) or not count:
            continue
        points = int(first + generator.integers(count))
        assert curves.value(state, points) == pytest.approx(value_of_turn(curves, state, points), abs=CLOSE)
