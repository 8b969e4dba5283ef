"""What the studies print, from the CSV files of `fivedice.data`; each file names its table or section."""

import csv
from functools import cache
from importlib.resources import files

Row = dict[str, str]


@cache
def rows(name: str) -> tuple[Row, ...]:
    """The rows of a data file, by its stem."""
    with (files("fivedice") / "data" / f"{name}.csv").open(encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


@cache
def figures(study: str) -> dict[str, float]:
    """Single figures of a study by name, from `<study>_figures.csv`."""
    return {row["figure"]: float(row["value"]) for row in rows(f"{study}_figures")}


def figure(strategy: str, rules: str) -> Row:
    """Mean, standard deviation, median and reading of a strategy under some rules, from `published.csv`."""
    return next(row for row in rows("published") if (row["strategy"], row["variant"]) == (strategy, rules))


def histogram(algorithm: str) -> tuple[list[int], list[int]]:
    """Lower ends of the ranges of ten and their counts, from appendices A and B of study 000."""
    found = [row for row in rows("study_000_histograms") if row["algorithm"] == algorithm]
    return [int(row["low"]) for row in found], [int(row["count"]) for row in found]


def histogram_moments(algorithm: str) -> tuple[float, float]:
    """Mean and standard deviation of a printed histogram, each game taken at the middle of its range."""
    lows, counts = histogram(algorithm)
    middles, games = [low + 4.5 for low in lows], sum(counts)
    mean = sum(at * count for at, count in zip(middles, counts, strict=True)) / games
    variance = sum(count * (at - mean) ** 2 for at, count in zip(middles, counts, strict=True)) / (games - 1)
    return mean, variance**0.5


def number(printed: str) -> float | int:
    """A printed number with the decimals that it was printed with, but for zeros at its end."""
    return float(printed) if "." in printed else int(printed)


def half_unit(printed: str) -> float:
    """Half a unit in the last place of a printed number: as much may have been rounded away.

    >>> half_unit("213"), half_unit("171.52")
    (0.5, 0.005)
    """
    return 0.5 * 10.0 ** -len(printed.partition(".")[2])
