import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import ReportError
from fivedice.reports import Cell, Claim, claim_table
from fivedice.reports.claim import decimals, is_within


@given(st.floats(-1e6, 1e6), st.floats(-1e3, 1e3), st.floats(0, 1e3))
def test_a_figure_is_met_exactly_within_the_tolerance(published: float, gap: float, tolerance: float) -> None:
    met = is_within(tolerance, published, published + gap)
    if abs(gap) < tolerance * 0.999 - 1e-2:
        assert met
    if abs(gap) > tolerance * 1.001 + 1e-2:
        assert not met


def test_a_printed_figure_is_met_by_what_rounds_to_it() -> None:
    assert is_within(0.05, 235.2, 235.25)
    assert not is_within(0.05, 235.2, 235.2501)


def test_words_are_met_by_the_same_words() -> None:
    assert is_within(0, "dice driven", "dice driven")
    assert not is_within(0, "dice driven", "upper focus")


def test_an_unknown_verdict_is_refused() -> None:
    with pytest.raises(ReportError, match="'maybe' is not known"):
        Claim("mean", 1, 2, "maybe")  # type: ignore[arg-type]


def test_our_figure_has_one_decimal_more_than_the_published_one() -> None:
    table = claim_table("t", "", [Claim("mean", 235.2, 235.2341, "met"), Claim("size", 374, 372, "differs")])
    assert table.columns == ["", "Published", "Ours", "Difference", "Verdict"]
    mean, size = table.rows
    assert mean == ["mean", Cell(235.2, "235.2"), Cell(235.2341, "235.23"), mean[3], "met"]
    assert isinstance(mean[3], Cell)
    assert mean[3].text == "+0.03"
    assert [cell.text for cell in size if isinstance(cell, Cell)] == ["374", "372", "−2"]


def test_reasons_have_a_column_once_one_is_given() -> None:
    table = claim_table("t", "", [Claim("a", 1, 1, "met"), Claim("b", 1, 2, "differs", "a misprint")])
    assert table.column("Why") == ["", "a misprint"]


@given(st.integers(0, 10**6), st.integers(0, 6))
def test_decimals_are_those_that_a_number_is_written_with(number: int, digits: int) -> None:
    text = f"{number}.{'3' * digits}"
    assert decimals(float(text)) == digits
