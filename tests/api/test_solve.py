"""`fd.solve`: values and advice, and what it refuses."""

import numpy as np
import pytest

import fivedice as fd
from fivedice.errors import NotationError, ObjectiveError
from fivedice.reports import Cell
from fivedice.rules.notation import format_state
from fivedice.solver.reachable import reachable_states
from tests.small import SMALL


def test_the_value_of_the_start_is_that_of_the_empty_card_and_of_the_empty_state() -> None:
    solved = fd.solve("yacht")
    assert solved.value == pytest.approx(166.9550677, abs=1e-6)
    assert solved.card_value() == pytest.approx(solved.value)
    assert solved.state_value("-@0") == pytest.approx(solved.value)
    assert solved.states == 4096


def test_advice_counts_what_the_card_holds() -> None:
    solved = fd.solve("yahtzee")
    advice = solved.advise((6, 5, 6, 6, 6), 0, card="ones=3")
    assert advice.best.text == "sixes"
    assert advice[0].regret == 0 < advice[1].regret
    assert solved.advise("56666", rerolls=0).best.value == pytest.approx(268.23177, abs=1e-4)
    assert solved.advise("56666").rerolls == 2
    assert advice.to_polars().shape == (len(advice), 3)


@pytest.mark.parametrize("objective", ["mean", "utility:risk=2"])
def test_every_state_that_play_can_reach_has_a_value_and_no_other(objective: str) -> None:
    solved, reached = fd.solve(SMALL, objective), reachable_states(SMALL)
    for (flag, filled, upper), can_be in np.ndenumerate(reached):
        state = fd.State(filled, upper, bool(flag))
        if can_be:
            assert solved.state_value(state) == solved.state_value(format_state(SMALL, state))
        else:
            with pytest.raises(NotationError):
                solved.state_value(state)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (fd.State(1 << 20), "has boxes that 'yahtzee' does not have"),
        (fd.State(0, 0, bonus=True), "Yahtzee bonuses need rules that pay them and a filled Yahtzee box"),
        (fd.State(1, 9), "an upper total of 9 is not possible; the filled upper boxes add up to 0 to 5"),
        ("1@9", "an upper total of 9 is not possible"),
    ],
)
def test_an_impossible_state_is_refused(state: fd.State | str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        fd.solve("yahtzee").state_value(state)


def test_a_full_card_has_nothing_to_decide() -> None:
    card = "1=3,2=6,3=9,4=12,5=15,6=18,FH=25,3K=20,4K=20,SS=30,LS=40,Y=50,C=20"
    with pytest.raises(NotationError, match="every box is filled"):
        fd.solve("yahtzee").advise("56666", 0, card)


def test_a_target_is_an_objective_with_a_probability() -> None:
    solved = fd.solve(SMALL, objective="reach:150")
    assert 0 < solved.value < 1
    assert solved.value == pytest.approx(fd.reach(SMALL, 150).probability, abs=1e-12)
    with pytest.raises(ObjectiveError, match="depends on the points so far"):
        solved.state_value("-@0")
    with pytest.raises(ObjectiveError, match="objective 'fun' is not known"):
        fd.solve(SMALL, objective="fun")


def test_points_per_box_and_bonuses_add_up_to_the_mean() -> None:
    for rules in ("yahtzee", "yacht"):
        found = fd.evaluate("greedy", rules)
        assert sum(found.boxes.values()) == pytest.approx(found.mean, abs=1e-9)
        assert found.distribution.mean == found.mean
        *boxes, total = [float(str(cell.value)) for _, cell in found.table("boxes").rows if isinstance(cell, Cell)]
        assert (sum(boxes), total) == pytest.approx((found.mean, found.mean), abs=1e-9)
        assert "that scored points, in their box or as a bonus" in found.table("figures").note


def test_the_best_chance_of_a_target_is_never_below_that_of_the_greatest_mean() -> None:
    best, mean = fd.reach(SMALL), fd.distribution(SMALL)
    for target in range(100, 201, 10):
        assert best.at(target) >= mean.at_least(target) - 1e-12
