import csv
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fivedice import charts
from fivedice.errors import ReportError
from fivedice.reports import Cell, Claim, Plot, Report, Section, Table, claim_table
from fivedice.reports.write import check_free, write

writing = import_module("fivedice.reports.write")  # the package gives its name to the function
FILES = ["index.html", "means.csv", "means.png", "means.svg", "numbers.json", "verdicts.csv"]


def report(title: str = "Title") -> Report:
    chart = charts.bars([("greedy", 218.05)], title="Means", unit="points")
    parts: list[Table | Plot] = [
        Table("means", "Means", ["Strategy", "Mean"], [['a, "b" & <c>', Cell(218.123456, "218.12")], ["x", None]]),
        Plot("means", "Means", chart),
        claim_table("verdicts", "Verdicts", [Claim("mean", 218.05, 218.0, "differs")]),
    ]
    numbers: dict[Any, Any] = {"mean": np.float64(1.5), "array": np.arange(3), "nothing": float("nan"), 7: (1, 2)}
    return Report(title, ["Summary."], [Section("Section", [], parts)], numbers)


def plain(title: str = "Title") -> Report:
    return Report(title, [], [Section("Section", [], [Table("t", "", ["a"], [[1]])])])


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def hidden_of(folder: Path) -> list[Path]:
    return [path for path in folder.parent.iterdir() if path != folder]


def test_a_report_is_a_folder_of_complete_files(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    paths = write(report(), tmp_path / "new" / "report", lambda done, total: told.append((done, total)))
    folder = tmp_path.resolve() / "new" / "report"
    assert paths == [folder / name for name in FILES]
    assert sorted(path.name for path in folder.iterdir()) == FILES
    assert hidden_of(folder) == []
    assert told == [(0, 2), (1, 2), (2, 2)]
    assert (folder / "means.png").read_bytes().startswith(b"\x89PNG")
    assert "greedy" in (folder / "means.svg").read_text(encoding="utf-8")
    with (folder / "means.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [["Strategy", "Mean"], ['a, "b" & <c>', "218.123456"], ["x", ""]]
    about = json.loads((folder / "numbers.json").read_text(encoding="utf-8"))
    assert about["made_by"] == "fivedice"
    assert about["verdicts"] == {"met": 0, "differs": 1, "not described": 0, "not run": 0}
    (claim,) = about["numbers"].pop("verdicts")
    assert (claim["what"], claim["published"], claim["ours"], claim["verdict"]) == ("mean", 218.05, 218.0, "differs")
    assert about["numbers"] == {"mean": 1.5, "array": [0, 1, 2], "nothing": None, "7": [1, 2]}


def test_equal_reports_give_equal_bytes(tmp_path: Path) -> None:
    first, second = (write(report(), tmp_path / name) for name in ("a", "b"))
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_an_earlier_report_is_replaced_whole(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    write(report("Old"), folder)
    write(plain("New"), folder)
    assert sorted(path.name for path in folder.iterdir()) == ["index.html", "numbers.json", "t.csv"]
    assert "<h1>New</h1>" in (folder / "index.html").read_text(encoding="utf-8")
    assert hidden_of(folder) == []


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "report").mkdir()
    write(plain(), tmp_path / "report")
    assert (tmp_path / "report" / "index.html").exists()


@pytest.mark.parametrize("name", ["notes.txt", "numbers.json"])
def test_a_strangers_folder_is_refused_and_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / name).write_text("{}", encoding="utf-8")
    with pytest.raises(ReportError, match=f"holds '{name}', which is not part of an earlier report"):
        write(plain(), tmp_path / "mine")
    assert (tmp_path / "mine" / name).read_text(encoding="utf-8") == "{}"
    assert hidden_of(tmp_path / "mine") == []


def test_a_file_that_was_added_to_a_report_protects_it(tmp_path: Path) -> None:
    write(plain("Old"), tmp_path / "report")
    (tmp_path / "report" / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ReportError, match=r"'notes\.txt'"):
        check_free(tmp_path / "report")
    with pytest.raises(ReportError, match=r"'notes\.txt'"):
        write(plain("New"), tmp_path / "report")


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "report").write_text("mine", encoding="utf-8")
    with pytest.raises(ReportError, match="is a file"):
        write(plain(), tmp_path / "report")


def test_a_folder_that_cannot_be_made_is_refused_before_anything_is_computed(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine", encoding="utf-8")
    with pytest.raises(ReportError, match=r"cannot be made in .*notes': that is a file; name another folder"):
        check_free(tmp_path / "notes" / "deep" / "report")
    check_free(tmp_path / "new" / "deep" / "report")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError(), OSError(28, "No space left on device")])
@pytest.mark.parametrize("step", ["svg", "png_of", "page"])
def test_an_interruption_leaves_the_earlier_report_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    def fail(*_: object) -> None:
        raise error

    folder = tmp_path / "report"
    write(plain("Old"), folder)
    before = contents(folder)
    monkeypatch.setattr(writing, step, fail)
    with pytest.raises((KeyboardInterrupt, MemoryError, ReportError)):
        write(report("New"), folder)
    assert contents(folder) == before
    assert hidden_of(folder) == []


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(13, "Permission denied")])
def test_a_report_that_cannot_be_moved_into_place_gives_it_back_to_the_earlier_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    folder, rename, renamed = tmp_path / "report", Path.rename, []

    def fail_at_the_second(path: Path, target: Path) -> Path:
        renamed.append(path.name)
        if len(renamed) == 2:
            raise error
        return rename(path, target)

    write(plain("Old"), folder)
    before = contents(folder)
    monkeypatch.setattr(Path, "rename", fail_at_the_second)
    with pytest.raises((KeyboardInterrupt, ReportError)):
        write(plain("New"), folder)
    assert renamed[0] == "report"
    assert len(renamed) == 3
    assert contents(folder) == before
    assert hidden_of(folder) == []


def test_an_interruption_of_the_first_report_leaves_nothing(tmp_path: Path) -> None:
    def interrupt(done: int, _: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(report(), tmp_path / "report", interrupt)
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_run_left_is_removed_and_other_hidden_folders_stay(tmp_path: Path) -> None:
    for name in (".report.0a1b2c3d.unfinished", ".other.0a1b2c3d.unfinished", ".report.unfinished"):
        (tmp_path / name).mkdir()
    write(plain(), tmp_path / "report")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".other.0a1b2c3d.unfinished",
        ".report.unfinished",
        "report",
    ]


def test_numbers_that_json_cannot_hold_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="cannot hold"):
        write(Report("", [], [], {"a": {1, 2}}), tmp_path / "report")
    assert list(tmp_path.iterdir()) == []
