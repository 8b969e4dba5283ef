"""Study 003 regenerated: the gap by epoch, the printed figures, and the games that the program may have played."""

from dataclasses import replace

import numpy as np
import pytest

from fivedice.learning.qtable import train_q
from fivedice.rules import variant
from fivedice.rules.pattern import Groups
from fivedice.solver import cached_solution
from fivedice.studies import qlearning
from fivedice.studies.qlearning.agents import learned, searched, small_game, solved
from fivedice.studies.qlearning.damaged import FULL_HOUSES, Damaged, damaged, nearest, table
from fivedice.studies.qlearning.report import comparisons, gap_chart, quick_game, value_chart
from fivedice.studies.qlearning.training import Training, observe, share_arrived
from fivedice.studies.stages import Stages, silently
from tests.small import TINY

THREE_EQUAL = "three equal dice"


@pytest.fixture(scope="module")
def training() -> Training:
    return observe(TINY, Stages(silently, 1.0), epochs=60, judged=(1, 20))


@pytest.fixture(scope="module")
def every() -> list[Damaged]:
    """Readings of a small game in place of the whole ones."""
    return [
        Damaged(name, strict, cached_solution(replace(quick_game(), upper_threshold=45 + strict, upper_bonus=bonus)))
        for bonus, (name, strict) in enumerate([(THREE_EQUAL, False), (THREE_EQUAL, True)], 35)
    ]


def test_the_gap_shrinks_and_is_known_after_every_epoch(training: Training) -> None:
    assert [gap.epoch for gap in training.gaps] == list(range(1, 61))
    first, last = training.gaps[0], training.gaps[-1]
    assert first.start == 0.0
    assert first.most == pytest.approx(training.solution.value)
    assert last.mean < first.mean / 10
    assert all(abs(gap.bias) <= gap.mean <= gap.most for gap in training.gaps)


def test_its_player_is_scored_exactly_and_never_beats_the_optimum(training: Training) -> None:
    assert sorted(training.scores) == [1, 20, 60]
    assert training.scores[1] < training.scores[20] <= training.solution.value
    assert training.shortfall == training.solution.value - training.scores[60]
    assert 0 <= training.shortfall < 0.5


def test_charts_show_gap_belief_and_score(training: Training) -> None:
    assert "Gap between Q and the exact values: tiny" in gap_chart(training).to_json()
    assert "score of its player" in value_chart(training).to_json()


@pytest.mark.parametrize(("steps", "epochs", "decay"), [(1, 3, 0.5), (3, 6, 0.9), (4, 4, 0.9)])
def test_the_share_that_arrived_is_that_of_sweeps_along_a_chain(steps: int, epochs: int, decay: float) -> None:
    chain = np.append(np.zeros(steps), 1.0)
    for epoch in range(epochs):
        chain[:-1] += decay**epoch * (chain[1:] - chain[:-1])
    assert share_arrived(steps, epochs, decay) == pytest.approx(chain[0])


def test_a_decay_of_0_99_lets_a_game_of_13_turns_arrive_and_0_98_does_not() -> None:
    assert share_arrived(78, 500, 0.99) > 0.99
    assert share_arrived(78, 500, 0.98) < 0.01


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


def test_printed_figures_are_judged(training: Training, every: list[Damaged]) -> None:
    described = cached_solution(variant("yahtzee-no-bonus"))
    whole = {one.what: one for one in comparisons([training], described, every, quick=False)}
    ideal = whole["ideal score, game as described"]
    assert (ideal.published, ideal.verdict) == (224.61, "differs")
    assert ideal.ours == pytest.approx(245.8708, abs=5e-5)
    assert whole["tiny: after 500 epochs"].verdict == "met"
    assert (whole["training, hours"].published, whole["Q-table, GB"].published) == (5, 4)
    assert len(comparisons([training], described, every, quick=True)) == len(whole) - 2


def test_three_agents_agree_on_a_small_game() -> None:
    game = small_game(("sixes", "chance"))
    search, table, exact = searched(game), learned(train_q(game)), solved(game)
    assert search.value == pytest.approx(exact.value)
    assert exact.score - 0.5 < table.score <= exact.score + 1e-9
    assert search.states == table.states == exact.states
    assert min(search.bytes, table.bytes, exact.bytes) > 0


@pytest.mark.slow
def test_the_quick_study_is_close_to_the_optimum_and_tells_its_plots() -> None:
    found = qlearning.study(True, silently)
    verdicts = {row["what"]: row["verdict"] for row in found.numbers["verdicts"]}
    assert verdicts["six boxes: after 500 epochs"] == "met"
    assert sum(found.verdicts().values()) == len(verdicts)
    assert {"gap-six-boxes", "value-six-boxes", "given-up-q-table"} <= {plot.name for plot in found.plots}
    found.check()
