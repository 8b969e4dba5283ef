"""The published figures as data: consistent with each other, and with the strategies they belong to."""

from importlib.resources import files

import pytest

from fivedice.comparison.published_trials import STATED
from fivedice.strategies.registry import strategies
from fivedice.studies import published

DATA = files("fivedice") / "data"


@pytest.mark.parametrize("name", ["study_000_performance", "study_001_robots", "study_002_strategies"])
def test_every_row_of_a_table_belongs_to_a_strategy_and_names_its_source(name: str) -> None:
    for row in published.rows(name):
        assert row["strategy"] in strategies()
        assert row["source"]


def test_the_readme_of_the_data_lists_every_file() -> None:
    listed = (DATA / "README.md").read_text(encoding="utf-8")
    for file in DATA.iterdir():
        if file.name.endswith(".csv"):
            assert f"`{file.name}`" in listed


@pytest.mark.parametrize(
    ("algorithm", "games", "mean"), [("optimal", 100_000, 213), ("scorecard", 100_000, 199), ("dice", 99_999, 178),
                                     ("forced", 99_995, 104)]
)  # fmt: skip
def test_histograms_of_study_000_have_the_printed_means_within_their_ranges(
    algorithm: str, games: int, mean: float
) -> None:
    lows, counts = published.histogram(algorithm)
    assert sum(counts) == games
    low = sum(low * count for low, count in zip(lows, counts, strict=True)) / games
    assert low <= mean <= low + 9
    assert published.histogram_moments(algorithm)[0] == pytest.approx(low + 4.5)


def test_people_of_study_000_played_one_game_more_than_the_text_says() -> None:
    lows, counts = published.histogram("human")
    assert sum(counts) == 301 == STATED.games + 1
    assert lows[0] <= STATED.least <= lows[0] + 9
    assert lows[-1] <= STATED.most <= lows[-1] + 9


def test_rounding_takes_away_half_a_unit_of_the_last_printed_place() -> None:
    assert published.half_unit("213") == 0.5
    assert published.half_unit("66.50") == pytest.approx(0.005)
    assert isinstance(published.number("213"), int)
    assert published.number("66.3") == 66.3
