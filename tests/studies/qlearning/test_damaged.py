"""Study 003: the games that the program may have played."""

import pytest

from fivedice.rules import variant
from fivedice.rules.pattern import Groups
from fivedice.solver import cached_solution
from fivedice.studies.qlearning.damaged import FULL_HOUSES, Damaged, damaged, nearest, table

THREE_EQUAL = "three equal dice"


def test_three_and_four_of_a_kind_pay_nothing_in_the_damaged_game() -> None:
    game = damaged(Groups((3,)), strict=True)
    assert game.upper_threshold == 64
    assert [one.natural_points((6, 6, 6, 6, 5)) for one in game.categories if "kind" in one.name] == [0, 0]
    assert game.category("full_house").natural_points((6, 6, 6, 6, 5)) == 25
    assert damaged(FULL_HOUSES["two pairs"], strict=False).category("full_house").natural_points((1, 1, 2, 2, 3)) == 25


def test_the_nearest_damaged_game_is_half_a_point_from_the_printed_figure() -> None:
    found = Damaged(THREE_EQUAL, True, cached_solution(damaged(FULL_HOUSES[THREE_EQUAL], strict=True)))
    assert found.solution.value == pytest.approx(224.101, abs=5e-4)
    assert found.off == pytest.approx(-0.509, abs=5e-4)


def test_readings_stand_beside_the_game_as_it_is_described(every: list[Damaged]) -> None:
    described = cached_solution(variant("yahtzee-no-bonus"))
    rows = table(every, described).rows
    assert [row[1] for row in rows] == ["63 or more", "63 or more", "more than 63"]
    assert nearest(every) is min(every, key=lambda one: abs(one.solution.value - 224.61))
