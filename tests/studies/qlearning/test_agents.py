"""Study 003: search, Q-table and solver side by side."""

from dataclasses import replace

import pytest

from fivedice.errors import StudyError
from fivedice.rules import State, variant
from fivedice.solver import solve
from fivedice.solver.reference import Reference
from fivedice.studies.claims import Claims
from fivedice.studies.qlearning.agents import Compared, judge, sweeps_alike
from fivedice.studies.qlearning.report import quick_game
from fivedice.studies.qlearning.search import Searched, search
from fivedice.studies.qlearning.training import Training
from tests.small import TINY

PLAIN = replace(TINY, joker="none", yahtzee_bonus=0)


def test_the_search_finds_what_solver_and_reference_find() -> None:
    assert search(PLAIN).value == pytest.approx(Reference(PLAIN).state_value(State()), rel=1e-12)


@pytest.mark.slow
def test_the_search_of_a_quick_run_finds_what_the_solver_finds() -> None:
    game = quick_game()
    found = search(game)
    assert found.value == pytest.approx(solve(game).value, rel=1e-12)
    entries = 3 * 252 + 2 * 210 + 1  # rolls by throws left, keeps by throws left, the start of the turn
    assert found.situations <= found.bytes / 8
    assert found.situations % entries == 0


def test_sweeps_in_several_threads_give_the_same_table() -> None:
    assert sweeps_alike(PLAIN)


def test_a_game_with_jokers_is_not_for_the_search() -> None:
    with pytest.raises(StudyError, match="knows no jokers"):
        search(variant("yahtzee"))


def whole(training: Training, *, value: float, seconds: float) -> Claims:
    claims = Claims("qlearning")
    judge(claims, Compared(training, Searched(value, 10**9, seconds, 4_200_000_000)), True)
    return claims


def test_search_and_q_table_are_judged_by_what_they_needed(training: Training) -> None:
    optimum = training.solution.value
    good = whole(training, value=optimum * (1 + 1e-12), seconds=training.seconds / 2)
    assert good.words("search-precision", "search-speed", "search-gigabytes") == "met"
    assert good.judged["q-hours"].verdict == good.judged["q-gigabytes"].verdict == "differs"
    bad = whole(training, value=optimum * (1 + 1e-6), seconds=training.seconds * 2)
    assert bad.judged["search-precision"].verdict == bad.judged["search-speed"].verdict == "differs"


def test_without_the_whole_game_nothing_is_said_of_time_and_memory() -> None:
    claims = Claims("qlearning")
    judge(claims, None, False)
    assert claims.judged["q-parallel"].verdict == "differs"
    left = {one.id for one in claims.with_verdict("not run")}
    assert left == {"search-precision", "search-speed", "search-gigabytes", "q-hours", "q-gigabytes"}
