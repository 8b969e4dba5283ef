"""The published figures as data: consistent with each other, and with the strategies they belong to."""

from importlib.resources import files
from pathlib import Path

import pytest

from fivedice.comparison import published
from fivedice.comparison.published_trials import REAL_DICE, STATED
from fivedice.comparison.standings import PROBABILITY, RATIO
from fivedice.comparison.trials import Stated
from fivedice.strategies.registry import strategies

STUDIES = Path(str(files("fivedice"))) / "studies"


@pytest.mark.parametrize("study", published.WITH_STRATEGIES)
def test_every_reading_belongs_to_a_strategy_names_its_source_and_has_a_printed_mean(study: str) -> None:
    for row in published.rows(study, "readings"):
        assert row["strategy"] in strategies()
        assert row["source"]
        assert published.mean_of(row["strategy"], row["variant"]) > 0


def test_the_readme_of_the_data_lists_every_file() -> None:
    listed = (STUDIES / "README.md").read_text(encoding="utf-8")
    for file in STUDIES.glob("*/data/*.csv"):
        assert f"`{file.relative_to(STUDIES).as_posix()}`" in listed


@pytest.mark.parametrize(
    ("algorithm", "games", "mean"), [("optimal", 100_000, 213), ("scorecard", 100_000, 199), ("dice", 99_999, 178),
                                     ("forced", 99_995, 104)]
)  # fmt: skip
def test_histograms_of_study_000_have_the_printed_means_within_their_ranges(
    algorithm: str, games: int, mean: float
) -> None:
    sample = published.histogram(algorithm)
    low, high = sample.mean_bounds
    assert sample.games == games
    assert low <= mean <= high


def test_people_of_study_000_played_one_game_more_than_the_text_says() -> None:
    sample = published.histogram("human")
    assert sample.games == 301 == STATED.games + 1
    (low, high, _), *_, (last_low, last_high, _) = sample.cells
    assert low <= STATED.least <= high
    assert last_low <= STATED.most <= last_high


def test_what_study_000_states_about_people_is_what_it_prints() -> None:
    assert Stated(300, 253.82, 253, 148, 333) == STATED
    assert REAL_DICE == (76, 84, 84, 91, 90, 85)
    assert (PROBABILITY, RATIO) == (0.95, 1.4)


def test_rounding_takes_away_half_a_unit_of_the_last_printed_place() -> None:
    assert published.half_unit("213") == 0.5
    assert published.half_unit("66.50") == pytest.approx(0.005)
    assert isinstance(published.number("213"), int)
    assert published.number("66.3") == 66.3
