"""Study 002 regenerated: its dice, means, intervals and selection."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from fivedice.comparison import published
from fivedice.reports import Report
from fivedice.statistics.selection import probability_correct
from fivedice.studies.claims import Claims
from fivedice.studies.simulation import report
from fivedice.studies.simulation.printed import PRINTED, SELECTED, STRATEGIES
from fivedice.studies.simulation.selection import select
from tests.studies.silent import silently

# Sums of the 10,000 totals and half-widths from an independent program (figures of the references).
EXPECTED = {
    # strategy: printed mean, sum of totals, 95 % half-width
    "one-roll": (108.2, 1_082_041, 0.535),
    "yahtzee-focus-high": (185.1, 1_850_598, 1.474),
    "yahtzee-focus-low": (166.9, 1_668_809, 1.353),
    "upper-focus-high": (208.2, 2_082_284, 1.189),
    "upper-focus-low": (205.6, 2_055_526, 1.125),
    "dice-driven": (235.2, 2_351_541, 1.224),
}


@cache
def quick() -> Report:
    return report.study(True, silently)


def numbers(key: str) -> dict[str, Any]:
    found: dict[str, Any] = quick().numbers[key]
    return found


def verdicts() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in quick().to_dict()["verdicts"]}


def verdict(name: str) -> str:
    return str(verdicts()[name]["verdict"])


@pytest.mark.slow
def test_chi_square_of_the_dice_is_that_of_the_study() -> None:
    assert numbers("dice")["counts"] == [325138, 324698, 325712, 324954, 325026, 324472]
    assert round(numbers("dice")["chi_square"], 5) == 2.76544
    assert verdict("chi-square") == verdict("chi-square-critical") == "met"


@pytest.mark.slow
def test_the_printed_runs_test_is_the_one_about_the_median() -> None:
    assert round(numbers("dice")["runs_p_about_median"], 4) == 0.8489
    assert round(numbers("dice")["runs_p_about_mean"], 5) == 0.83695
    assert (verdict("runs-p"), verdict("runs-about"), verdict("runs-reading")) == ("met", "differs", "met")


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
def test_means_and_half_widths_are_those_of_the_study_s_games(name: str) -> None:
    mean, total, half_width = EXPECTED[name]
    found = numbers("strategies")[name]
    assert found["total"] == total
    assert round(found["mean"], 1) == mean
    assert round(found["half_width"], 3) == half_width
    assert (verdict(f"{name}-mean"), verdict(f"{name}-margin")) == ("met", "differs")


@pytest.mark.slow
def test_every_printed_margin_is_more_than_seven_times_too_wide() -> None:
    for name in STRATEGIES:
        assert PRINTED[f"{name}-margin"] > 7 * numbers("strategies")[name]["half_width"]


@pytest.mark.slow
def test_the_summary_says_how_much_too_wide_the_printed_margins_are() -> None:
    assert "(11.4 to 14.6) are 8 to 27 times as wide" in quick().summary[1]
    assert "0 of 6 met, 6 not met" in quick().summary[1]


@pytest.mark.slow
def test_quantile_of_t_is_the_printed_one() -> None:
    assert round(quick().numbers["t"], 3) == PRINTED["t"] == 1.966


@pytest.mark.slow
def test_single_scores_are_not_normal_and_batch_means_are_nearer() -> None:
    for found in numbers("strategies").values():
        assert found["p_normal"] < 1e-15
        assert found["batch_anderson_darling"] < found["anderson_darling"] / 5


@pytest.mark.slow
def test_selection_needs_372_games_where_the_study_takes_374() -> None:
    found = numbers("selection")
    assert (found["size"], found["published_size"]) == (372, 374)
    assert found["p_correct"] == probability_correct(5, 1.4, 372) >= 0.95 > probability_correct(5, 1.4, 371)
    assert sum(found["wins"].values()) == pytest.approx(372)
    assert sum(found["published_wins"].values()) == 374
    assert found["published_wins"] != {name: round(won) for name, won in found["wins_in_published_size"].items()}
    assert found["p_random_sample"] > 0.05


def test_ties_are_shared_in_counting_wins() -> None:
    scores = {name: np.full(400, 100) for name in SELECTED}
    found = select(scores)
    assert list(found.wins(372).values()) == pytest.approx([372 / 5] * 5)
    assert found.tied == 1.0
    apart = {name: (np.arange(400) + at) % len(SELECTED) for at, name in enumerate(SELECTED)}
    assert select(apart).tied == 0.0


@pytest.mark.slow
def test_wins_are_those_of_a_random_sample_and_not_of_the_first_games() -> None:
    for name in SELECTED:
        assert verdict(f"{name}-wins") == "met"
    first = numbers("selection")["wins_in_published_size"]
    assert [round(first[name]) for name in SELECTED] != [PRINTED[f"{name}-wins"] for name in SELECTED]
    assert verdict("selection-games") == "differs"


@pytest.mark.slow
def test_the_report_judges_every_claim_once_and_proves_what_is_wrong() -> None:
    assert len(verdicts()) == len(published.claims("simulation")) == sum(quick().verdicts.values())
    proofs = {one.claim.id: one.proof for one in quick().wrong}
    assert set(proofs) == {
        "chi-square-reading", "runs-about", "one-roll-margin", "analytic", "selection-games", "item-3-joker",
    }  # fmt: skip
    assert "0.94974 with one less" in proofs["selection-games"]
    assert "234.4618 (Dice Driven)" in proofs["analytic"]


@pytest.mark.slow
def test_slots_add_up_to_the_mean_and_the_first_totals_are_the_study_s() -> None:
    for name, slots in numbers("slots").items():
        assert sum(slots) == pytest.approx(numbers("strategies")[name]["mean"], abs=1e-9)
    sheet = next(table for table in quick().tables if table.name == "log-score-sheet")
    assert sheet.values[0][-1] == int(published.rows("simulation", "first_500")[0]["dice_driven"]) == 210


@pytest.mark.slow
def test_exact_means_lie_within_four_standard_errors_of_the_study_s_games() -> None:
    for name, found in numbers("strategies").items():
        assert abs(found["mean"] - found["expected_mean"]) < 4 * found["expected_sd"] / 100, name


def planted(best: str) -> Claims:
    """Verdicts on 400 games of which one strategy wins two thirds, and the others share the rest."""
    games = np.arange(400)
    scores = {name: (games + at) % len(SELECTED) for at, name in enumerate(SELECTED)}
    scores[best] = np.where(games % 3 > 0, len(SELECTED), scores[best])
    claims = Claims("simulation")
    select(scores).judge(claims)
    return claims


def test_verdicts_and_their_words_follow_planted_scores() -> None:
    assert planted("dice-driven").verdict("best", "outscored") == "met"
    other = planted("upper-focus-low")
    assert other.verdict("best") == other.verdict("outscored") == "differs"
    assert other.words("upper-focus-low-wins") == "not met"
