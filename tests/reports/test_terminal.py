"""Tables in a terminal: details left out, columns below each other where they do not fit."""

import pytest

from fivedice.reports import Table
from fivedice.reports.terminal import print_parts


def lines_of(table: Table, capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    print_parts([table])
    return [line.split() for line in capsys.readouterr().out.splitlines()]


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "21")


def test_details_are_not_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("means", "", ["Name", "Mean", "Low"], [["a", 2, 1]], details=("Low",))
    assert lines_of(table, capsys) == [["Name", "Mean"], ["a", "2"]]
    assert table.to_csv() == "Name,Mean,Low\na,2,1\n"


def test_columns_that_do_not_fit_stand_below_with_the_first_one(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("turn", "", ["Box", "optimal", "greedy"], [["ones", "12345", "23456"]], side_by_side=True)
    assert lines_of(table, capsys) == [["Box", "optimal", "greedy"], ["ones", "12345", "23456"]]
    table = Table("turn", "", ["Box", "optimal", "scorecard"], [["ones", "12345", "23456"]], side_by_side=True)
    assert lines_of(table, capsys) == [["Box", "optimal"], ["ones", "12345"], ["Box", "scorecard"], ["ones", "23456"]]


def test_columns_stand_closer_where_that_makes_them_fit(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("wide", "", ["a" * 6, "b" * 6, "c" * 6], [["1", "2", "3"]])
    assert lines_of(table, capsys)[0] == ["aaaaaa", "bbbbbb", "cccccc"]
