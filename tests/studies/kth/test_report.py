"""Study 000 regenerated: extremes, printed decisions, dice, people."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from fivedice.evaluation.distribution import Distribution
from fivedice.rules import State, variant
from fivedice.solver import cached_solution
from fivedice.strategies.policy import Policy, policy_for
from fivedice.strategies.registry import strategy_named
from fivedice.studies import kth
from fivedice.studies.given_up import Fillings
from fivedice.studies.kth.people import dice_section, virtual_counts
from fivedice.studies.kth.performance import extreme_p, median_range
from fivedice.studies.kth.same_value import YATZY, Judge, Judged, possible_totals, printed_decisions
from fivedice.studies.measured import Measured
from fivedice.studies.stages import silently


def player(score: Distribution, *, exact: bool = True, games: int = 1000) -> Measured:
    policy: Policy = policy_for(strategy_named("robot-4.02"), variant("yahtzee"))
    return Measured(
        "some", YATZY, policy, exact, score, 0.0, 0.0, 0.0, games, {"min": 1, "max": 6}, 0.0, Fillings(YATZY)
    )


@cache
def judged() -> list[Judged]:
    policies = {name: policy_for(strategy_named(name), YATZY) for name in ("optimal", "dice-based")}
    return Judge(cached_solution(YATZY), policies).judged()


def test_the_thesis_prints_21_decisions_of_each_player() -> None:
    assert Counter(one.algorithm for one in printed_decisions()) == {"dice": 21, "scorecard": 21, "optimal": 21}


def test_the_dice_based_strategy_takes_every_printed_decision() -> None:
    assert [one.agrees for one in judged() if one.printed.algorithm == "dice"] == [True] * 21


def test_the_optimal_algorithm_of_the_thesis_decides_wrongly_whatever_the_card_holds() -> None:
    wrong = {one.printed.text: one.regret for one in judged() if one.printed.algorithm == "optimal" and not one.agrees}
    known = [one for one in judged() if one.printed.algorithm == "optimal" and not one.printed.unknown]
    assert (len(known), sum(one.agrees for one in known)) == (15, 11)
    assert wrong["66"] == pytest.approx(0.828, abs=5e-4)  # Table 4.7: of 5-5-1-6-6 the true optimum keeps both pairs
    assert wrong["6"] == pytest.approx(1.999, abs=5e-4)  # Table 4.9


def test_upper_totals_are_all_that_filled_boxes_may_hold() -> None:
    assert possible_totals(0) == [0]
    assert possible_totals(0b000011) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    assert possible_totals(0b100000) == [0, 6, 12, 18, 24, 30]
    assert max(possible_totals(0b111111)) == YATZY.upper_cap


def test_an_open_state_has_no_regret_for_the_best_keep() -> None:
    judge = Judge(cached_solution(YATZY), {"optimal": policy_for(strategy_named("optimal"), YATZY)})
    one = next(one for one in printed_decisions() if one.algorithm == "optimal" and one.step == "keep2")
    assert judge.regret(one, State()) == pytest.approx(0.0, abs=1e-9)
    assert judge.ours(one, State()) == one.text


def test_extremes_are_as_probable_as_counting_says() -> None:
    die = player(Distribution(1, np.full(6, 1 / 6)))
    assert extreme_p(die, 6, 10, greatest=True) == pytest.approx(1.0)  # a six among ten dice is likely
    assert extreme_p(die, 3, 4, greatest=True) == pytest.approx(2 * 0.5**4)
    assert extreme_p(die, 4, 4, greatest=False) == pytest.approx(2 * 0.5**4)
    assert extreme_p(die, 7, 5, greatest=True) == 0.0


def test_a_sample_does_not_call_a_score_beyond_it_impossible() -> None:
    die = player(Distribution(1, np.full(6, 1 / 6)), exact=False)
    assert extreme_p(die, 7, 1000, greatest=True) > 0.5


def test_the_range_of_a_sample_median_narrows_with_the_games() -> None:
    wide = player(Distribution(0, np.full(1001, 1 / 1001)))
    few, many = median_range(wide, 100), median_range(wide, 100_000)
    assert few[0] < many[0] <= 500 <= many[1] < few[1]


def test_table_4_5_counts_510_dice_and_not_500() -> None:
    _, found, numbers = dice_section()
    verdicts = {one.what: one for one in found}
    assert verdicts["real dice: how many"].verdict == "differs"
    assert verdicts["real dice: mean"].ours == pytest.approx(1820 / 510)
    assert numbers["real"]["chi_square"] == pytest.approx((81 + 1 + 1 + 36 + 25) / 85)  # type: ignore[index]
    assert verdicts["virtual dice: mean of 3 million"].verdict == "met"


def test_virtual_dice_are_as_many_as_were_asked_for() -> None:
    assert sum(virtual_counts(10_001)) == 10_001


@pytest.mark.slow
def test_the_whole_study_finds_what_is_wrong_with_the_thesis() -> None:
    found = kth.study(False, silently)
    numbers = found.numbers
    assert numbers["optimum"] == pytest.approx(248.4399894, abs=1e-6)
    assert numbers["players"]["optimal"]["mean"] == pytest.approx(248.4399894, abs=1e-6)
    assert numbers["people"]["p_at_least_by_optimal"] == pytest.approx(0.00742, abs=1e-5)
    assert numbers["same_value"]["scorecard-based"]["decisions_alike"] == 20
    verdicts = {row["what"]: row["verdict"] for row in numbers["verdicts"]}
    assert verdicts["optimal: mean"] == "differs"
    assert verdicts["scorecard-based: mean"] == verdicts["scorecard-based: median"] == "met"
    assert verdicts["dice-based: mean"] == "differs"
    assert verdicts["forced-scoring-one-reroll: mean"] == "not described"
    assert sum(found.verdicts().values()) == len(verdicts)
