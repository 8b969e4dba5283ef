"""Logs are there as a whole or not at all, overwrite nothing else, and say the same in every type of file."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import polars as pl
import pytest

from fivedice.errors import LogError
from fivedice.rules import Category, Rules
from fivedice.rules.pattern import Anything
from fivedice.simulation import logs
from fivedice.simulation.logs import TABLES, GameLog, check_rows
from fivedice.simulation.streams import Counter
from fivedice.solver import cached_solution
from fivedice.solver.exact import solve
from tests.command import python
from tests.recorded import YAHTZEE, played, player, read_log, write_log


def sheets(path: Path) -> dict[str, list[list[Any]]]:
    """The cells of a workbook, empty ones as None."""
    space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    types: dict[str, Callable[[str], Any]] = {"b": lambda text: text == "1", "inlineStr": str, "n": float}
    found = {}
    with ZipFile(path) as archive:
        names = [
            one.attrib["name"] for one in ElementTree.fromstring(archive.read("xl/workbook.xml")).iter(f"{space}sheet")
        ]
        for number, name in enumerate(names, 1):
            tree = ElementTree.fromstring(archive.read(f"xl/worksheets/sheet{number}.xml"))
            rows = []
            for row in tree.iter(f"{space}row"):
                cells = {
                    re.sub(r"\d", "", one.attrib["r"]): types[one.attrib.get("t", "n")]("".join(one.itertext()))
                    for one in row
                }
                rows.append(cells)
            columns = list(rows[0])
            found[name] = [[row.get(column) for column in columns] for row in rows]
    return found


@pytest.mark.parametrize("name", ["dice-driven", "optimal"])
def test_all_types_of_files_hold_the_same_tables(tmp_path: Path, name: str) -> None:
    for destination in ("plain", "one.parquet", "two.csv", "three.xlsx"):
        write_log(tmp_path / destination, name, Counter(1), games=30)
    assert {path.name for path in (tmp_path / "three").iterdir()} == {"log.xlsx", "log.json"}
    book = sheets(tmp_path / "three" / "log.xlsx")
    assert list(book) == list(TABLES)
    for table, frame in read_log(tmp_path / "plain").items():
        assert frame.equals(pl.read_parquet(tmp_path / "one" / f"{table}.parquet"))
        assert frame.equals(pl.read_csv(tmp_path / "two" / f"{table}.csv", schema=frame.schema))
        assert book[table][0] == frame.columns
        for found, expected in zip(book[table][1:], frame.iter_rows(), strict=True):
            assert found == pytest.approx(list(expected), abs=1e-9)


def test_portions_and_blocks_leave_no_trace_in_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_log(tmp_path / "at-once", "impatient", Counter(1), games=50, block=50)
    monkeypatch.setattr(logs, "GAMES_AT_ONCE", 7)
    write_log(tmp_path / "in-parts", "impatient", Counter(1), games=50, block=20)
    for one, other in zip(*(read_log(tmp_path / name).values() for name in ("at-once", "in-parts")), strict=True):
        assert one.equals(other)


@pytest.mark.parametrize("destination", ["log", "log.csv", "log.xlsx"])
def test_a_run_that_breaks_in_the_middle_leaves_nothing(tmp_path: Path, destination: str) -> None:
    policy = player("dice-driven")

    def run() -> None:
        with GameLog(tmp_path / destination, YAHTZEE, policy, cached_solution(YAHTZEE)) as log:
            log.add(played(policy, 5))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run()
    assert list(tmp_path.iterdir()) == []


def test_a_combination_that_breaks_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("fivedice.simulation.log_tables.WRITERS", {"parquet": full})
    with pytest.raises(LogError, match=r"log '.*log' cannot be written: No space left on device\."):
        write_log(tmp_path / "log", "dice-driven", Counter(1), games=3)
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_run_left_is_hidden_and_removed_by_the_next_to_the_same_place(tmp_path: Path) -> None:
    policy = player("dice-driven")
    for name in ("log", "other"):
        killed = GameLog(tmp_path / name, YAHTZEE, policy, cached_solution(YAHTZEE))
        killed.__enter__().add(played(policy, 5))
    assert all(path.name.startswith(".") for path in tmp_path.iterdir())
    write_log(tmp_path / "log", "dice-driven", Counter(1), games=3)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert len(names) == 2
    assert names[0].startswith(".other.")
    assert names[1] == "log"


def test_an_earlier_log_is_replaced_as_a_whole(tmp_path: Path) -> None:
    write_log(tmp_path / "log.csv", "dice-driven", Counter(1), games=3)
    write_log(tmp_path / "log", "dice-driven", Counter(1), games=4)
    assert {path.name for path in (tmp_path / "log").iterdir()} == {"log.json", *(f"{one}.parquet" for one in TABLES)}
    assert json.loads((tmp_path / "log" / "log.json").read_text())["games"] == 4
    assert len(read_log(tmp_path / "log")["score_sheet"]) == 4
    assert len(list(tmp_path.iterdir())) == 1


def test_an_empty_folder_may_be_filled(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    write_log(tmp_path / "log", "dice-driven", Counter(1), games=2)
    assert len(read_log(tmp_path / "log")["score_sheet"]) == 2


@pytest.mark.parametrize("earlier", [False, True], ids=["alone", "beside an earlier log"])
@pytest.mark.parametrize("name", ["thesis.txt", "rolls.csv.bak"])
def test_a_folder_with_anything_else_is_refused_and_left_alone(tmp_path: Path, name: str, earlier: bool) -> None:
    folder = tmp_path / "log"
    if earlier:
        write_log(folder, "dice-driven", Counter(1), games=2)
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("mine")
    before = sorted(folder.iterdir())
    with pytest.raises(LogError, match=rf"holds '{name}', which is not part of an earlier log"):
        write_log(folder, "dice-driven", Counter(2), games=2)
    assert sorted(folder.iterdir()) == before
    assert list(tmp_path.iterdir()) == [folder]


def test_tables_of_somebody_else_are_not_taken_for_a_log(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "rolls.csv").write_text("mine")
    with pytest.raises(LogError, match=r"holds 'rolls\.csv'"):
        write_log(tmp_path / "log", "dice-driven", Counter(2), games=2)


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("mine")
    with pytest.raises(LogError, match="is a file"):
        write_log(tmp_path / "log", "dice-driven", Counter(2), games=2)


def test_a_folder_that_nothing_can_be_written_to_is_named(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"log '.*nowhere/log' cannot be written: No such file or directory\."):
        write_log(tmp_path / "nowhere" / "log", "dice-driven", Counter(2), games=2)


def test_a_sheet_that_could_overflow_is_refused_before_the_run() -> None:
    most = 26_886  # 39 rolls a game under a line of names in 1,048,576 rows
    check_rows(Path("log.xlsx"), YAHTZEE, most)
    check_rows(Path("log"), YAHTZEE, 10**9)
    check_rows(Path("log.csv"), YAHTZEE, 10**9)
    with pytest.raises(LogError, match=r"26,887 games have up to 1,048,593 rolls.* log at most 26,886 games"):
        check_rows(Path("log.XLSX"), YAHTZEE, most + 1)


def test_a_category_that_is_called_like_a_column_of_the_sheet_is_refused(tmp_path: Path) -> None:
    game = Rules("odd", (Category("total", Anything(), "sum"),), dice=1, faces=2, rolls=1)
    with pytest.raises(LogError, match="category 'total' has the name of another column"):
        GameLog(tmp_path / "log", game, player("dice-driven"), solve(game))


def test_polars_is_loaded_only_when_a_log_is_written() -> None:
    outcome = python(
        "-c", "import sys, fivedice.simulation.logs, fivedice.simulation.games; print('polars' in sys.modules)"
    )
    assert outcome.out == "False\n", outcome.err
