import pytest

from fivedice.errors import ReportError
from fivedice.reports import Cell, Claim, Report, Section, Table, Verdict, claim_table


def test_verdicts_are_counted_over_all_tables() -> None:
    def table(name: str, *verdicts: Verdict) -> Table:
        return claim_table(name, "", [Claim("x", 1, 1, verdict) for verdict in verdicts])

    sections = [
        Section("a", [], [table("a", "met", "differs")]),
        Section("b", [], [table("b", "not described", "met")]),
    ]
    assert Report("", [], sections).verdicts == {"met": 2, "differs": 1, "not described": 1, "not run": 0}


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
