"""Study 000: the printed decisions."""

from collections import Counter
from functools import cache

import pytest

from fivedice.rules import State
from fivedice.solver import cached_solution
from fivedice.strategies.policy import policy_for
from fivedice.strategies.registry import strategy_named
from fivedice.studies.kth.decisions import YATZY, Judge, Judged, possible_totals, printed_decisions


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
