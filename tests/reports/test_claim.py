import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import ReportError
from fivedice.reports import Cell, Claim, claim_table
from fivedice.reports.claim import decimals


@given(st.floats(-1e6, 1e6), st.floats(-1e3, 1e3), st.floats(0, 1e3))
def test_a_figure_is_met_exactly_within_the_tolerance(published: float, gap: float, tolerance: float) -> None:
    verdict = Claim.within(tolerance, "mean", published, published + gap).verdict
    if abs(gap) < tolerance * 0.999 - 1e-2:
        assert verdict == "met"
    if abs(gap) > tolerance * 1.001 + 1e-2:
        assert verdict == "differs"


def test_a_printed_figure_is_met_by_what_rounds_to_it() -> None:
    assert Claim.within(0.05, "mean", 235.2, 235.25).verdict == "met"
    assert Claim.within(0.05, "mean", 235.2, 235.2501).verdict == "differs"


def test_a_missing_figure_on_either_side_is_not_described() -> None:
    assert Claim.within(1, "Heuristic", 240.67, None).verdict == "not described"
    assert Claim.within(1, "Heuristic", None, 240.67).verdict == "not described"


def test_words_are_met_by_the_same_words() -> None:
    assert Claim.within(0, "best", "dice driven", "dice driven").verdict == "met"
    assert Claim.within(0, "best", "dice driven", "upper focus").verdict == "differs"


def test_an_unknown_verdict_is_refused() -> None:
    with pytest.raises(ReportError, match="'maybe' is not known"):
        Claim("mean", 1, 2, "maybe")  # type: ignore[arg-type]


def test_our_figure_has_one_decimal_more_than_the_published_one() -> None:
    table = claim_table("t", "", [Claim.within(0.05, "mean", 235.2, 235.2341), Claim.within(0, "size", 374, 372)])
    assert table.columns == ["", "Published", "Ours", "Difference", "Verdict"]
    mean, size = table.rows
    assert mean == ["mean", Cell(235.2, "235.2"), Cell(235.2341, "235.23"), mean[3], "met"]
    assert isinstance(mean[3], Cell)
    assert mean[3].text == "+0.03"
    assert [cell.text for cell in size if isinstance(cell, Cell)] == ["374", "372", "−2"]


def test_reasons_have_a_column_once_one_is_given() -> None:
    table = claim_table("t", "", [Claim.within(0, "a", 1, 1), Claim.within(0, "b", 1, 2, why="a misprint")])
    assert table.column("Why") == ["", "a misprint"]


@given(st.integers(0, 10**6), st.integers(0, 6))
def test_decimals_are_those_that_a_number_is_written_with(number: int, digits: int) -> None:
    text = f"{number}.{'3' * digits}"
    assert decimals(float(text)) == digits
