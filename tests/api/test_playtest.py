"""`fd.ladder`, `fd.sweep` and `fd.design`: measured, kept and shown without a command line."""

from pathlib import Path
from typing import Any

import pytest

import fivedice as fd
from fivedice.errors import PlaytestError, ReportError
from fivedice.playtest import parts
from fivedice.playtest.parts import kept_parts
from fivedice.solver.cache import parts_folder
from tests.small import TINY

EXACT: dict[str, Any] = {"ladder": "strategies", "levels": ("random", "greedy", "optimal"), "workers": 1}


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts are run in this process."""

    def run_here(calls: Any, workers: int, done: Any) -> None:
        for at, call in enumerate(calls):
            done(at, parts.call(*call))

    monkeypatch.setattr("fivedice.playtest.local.run_locally", run_here)


def test_a_sweep_keeps_its_parts_in_the_cache_and_goes_on_from_them(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[int, int]] = []
    found = fd.sweep(TINY, vary="upper_threshold=0:12:6", **EXACT, progress=lambda *step: told.append(step))
    assert [one.setting["upper_threshold"] for one in found.variants] == [0, 6, 7, 12]
    assert told[-1] == (1_000, 1_000)
    assert parts_folder().parent == empty_cache
    assert kept_parts(parts_folder()) > 4
    monkeypatch.setattr(parts, "call", lambda *_: pytest.fail("measured again"))
    again = fd.sweep(TINY, vary={"upper_threshold": range(0, 13, 6)}, **EXACT)
    assert again.to_dict() == found.to_dict()
    assert found.to_dict()["report"] is None


def test_a_sweep_shows_itself(tmp_path: Path) -> None:
    found = fd.sweep(TINY, vary=["upper_bonus=0,6"], **EXACT)
    assert repr(found).startswith("<Sweep tiny, 2 variants over upper_bonus of strategies: Δ ")
    assert len(repr(found)) < 200
    assert "A is greatest" in found._repr_html_()
    assert "svg" in found._repr_html_()
    assert found.to_polars()["A"].to_list() == found.main.area.tolist()
    assert found.to_polars("ladders").height == 6
    assert set(found.to_polars("boxes").columns) >= {"upper_bonus", "Box", "Value"}
    assert [table.name for table in found.document().tables] == [table.name for table in found.tables]
    assert found.report(tmp_path / "report").name == "index.html"


def test_a_ladder_is_that_of_one_variant() -> None:
    found = fd.ladder(TINY, ladder="strategies", levels="random, greedy, optimal", workers=1)
    assert found.to_polars()["Strategy"].to_list() == ["random", "greedy", "optimal"]
    assert found.to_polars()["Mean"][-1] == fd.solve(TINY).value
    assert repr(found).startswith("<Sweep tiny, a ladder of strategies: Δ ")


def test_a_design_ends_with_rules_that_can_be_played(tmp_path: Path) -> None:
    found = fd.design(TINY, vary="upper_bonus=0,6,12", objective="skill", evaluations=3, workers=1, out=tmp_path)
    assert found.rules.upper_bonus == found.candidates[found.best].setting["upper_bonus"]
    assert found.to_polars()["skill"].to_list() == sorted(found.values, reverse=True)
    assert found.to_polars("path").height == 3
    assert found.to_dict()["report"] == str(tmp_path / "report")
    assert (tmp_path / "report" / "path.csv").is_file()
    assert kept_parts(tmp_path / "parts") == 9
    assert len(repr(found)) < 200
    assert "along the search" in str(found.chart().to_dict())


def test_the_bar_of_a_design_is_full_when_the_last_measurement_is_done(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    fd.design(
        TINY, vary="upper_threshold=0:12:6", objective="skill", workers=1, out=tmp_path,
        progress=lambda *step: told.append(step),
    )  # fmt: skip
    # Three points of the grid, fewer than may be measured, and two of them again.
    assert {total for _, total in told} == {5_000}
    assert told[-1] == (5_000, 5_000)
    assert [done for done, _ in told].count(5_000) == 1


def test_mistakes_are_found_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "run_parts", lambda *_, **__: pytest.fail("measured"))
    with pytest.raises(PlaytestError, match="repeats means nothing for this ladder of strategies"):
        fd.ladder(TINY, **EXACT, repeats=2)
    with pytest.raises(PlaytestError, match="vary height is not known"):
        fd.sweep(TINY, vary="height=1,2")
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "thesis.txt").touch()
    with pytest.raises(ReportError, match=r"thesis\.txt"):
        fd.sweep(TINY, vary="upper_bonus=0,6", out=tmp_path, **EXACT)
