import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import ReportError
from fivedice.reports import Cell, Comparison, Report, Section, Table, compared, comparison_table
from fivedice.reports.report import decimals


@given(st.floats(-1e6, 1e6), st.floats(-1e3, 1e3), st.floats(0, 1e3))
def test_a_figure_is_met_exactly_within_the_tolerance(published: float, gap: float, tolerance: float) -> None:
    verdict = compared("mean", published, published + gap, tolerance).verdict
    if abs(gap) < tolerance * 0.999 - 1e-2:
        assert verdict == "met"
    if abs(gap) > tolerance * 1.001 + 1e-2:
        assert verdict == "differs"


def test_a_printed_figure_is_met_by_what_rounds_to_it() -> None:
    assert compared("mean", 235.2, 235.25, 0.05).verdict == "met"
    assert compared("mean", 235.2, 235.2501, 0.05).verdict == "differs"


def test_a_missing_figure_on_either_side_is_not_described() -> None:
    assert compared("Heuristic", 240.67, None, 1).verdict == "not described"
    assert compared("Heuristic", None, 240.67, 1).verdict == "not described"


def test_words_are_met_by_the_same_words() -> None:
    assert compared("best", "dice driven", "dice driven").verdict == "met"
    assert compared("best", "dice driven", "upper focus").verdict == "differs"


def test_an_unknown_verdict_is_refused() -> None:
    with pytest.raises(ReportError, match="'maybe' is not known"):
        Comparison("mean", 1, 2, "maybe")  # type: ignore[arg-type]


def test_our_figure_has_one_decimal_more_than_the_published_one() -> None:
    table = comparison_table("t", "", [compared("mean", 235.2, 235.2341, 0.05), compared("size", 374, 372)])
    assert table.columns == ["", "Published", "Ours", "Difference", "Verdict"]
    mean, size = table.rows
    assert mean == ["mean", Cell(235.2, "235.2"), Cell(235.2341, "235.23"), mean[3], "met"]
    assert isinstance(mean[3], Cell)
    assert mean[3].text == "+0.03"
    assert [cell.text for cell in size if isinstance(cell, Cell)] == ["374", "372", "−2"]


def test_reasons_have_a_column_once_one_is_given() -> None:
    table = comparison_table("t", "", [compared("a", 1, 1), compared("b", 1, 2, why="a misprint")])
    assert table.column("Why") == ["", "a misprint"]


def test_verdicts_are_counted_over_all_tables() -> None:
    def table(name: str, *pairs: tuple[object, object]) -> Table:
        return comparison_table(name, "", [compared("x", *pair) for pair in pairs])

    sections = [Section("a", [], [table("a", (1, 1), (1, 2))]), Section("b", [], [table("b", (1, None), (3, 3))])]
    assert Report("", [], sections).verdicts() == {"met": 2, "differs": 1, "not described": 1}


@pytest.mark.parametrize("name", ["", "../up", "a/b", "A b", ".hidden", "con:"])
def test_a_name_that_is_no_plain_file_name_is_refused(name: str) -> None:
    with pytest.raises(ReportError, match="cannot be that of a file"):
        Table(name, "", [], [])


def test_a_row_with_too_few_cells_is_refused() -> None:
    with pytest.raises(ReportError, match="2 columns, but a row of 1"):
        Table("t", "", ["a", "b"], [[1]])


def test_two_tables_of_one_name_are_refused() -> None:
    table = Table("t", "", ["a"], [[1]])
    with pytest.raises(ReportError, match="2 parts named 't'"):
        Report("", [], [Section("", [], [table, table])]).check()


def test_columns_of_numbers_are_known_by_their_cells() -> None:
    rows: list[list[object]] = [
        ["a", 1, "235.2 ± 1.2", None],
        ["1b", None, "–", ""],
        ["c", Cell(2.5, "2.50"), "12 %", None],
    ]
    assert Table("t", "", ["", "", "", ""], rows).numeric == [False, True, True, False]


@given(st.integers(0, 10**6), st.integers(0, 6))
def test_decimals_are_those_that_a_number_is_written_with(number: int, digits: int) -> None:
    text = f"{number}.{'3' * digits}"
    assert decimals(float(text)) == digits
