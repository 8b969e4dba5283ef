"""What the studies print, from the CSV files in `fivedice/studies/<study>/data`; `studies/README.md` lists them."""

import csv
from functools import cache
from importlib.resources import files

from fivedice.comparison.trials import Sample

Row = dict[str, str]
WITH_MEANS = ("kth", "robots", "simulation", "playtesting")
"""Studies that print means of strategies."""


@cache
def rows(study: str, name: str) -> tuple[Row, ...]:
    """The rows of a data file of a study, by its stem."""
    with (files("fivedice") / "studies" / study / "data" / f"{name}.csv").open(encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


@cache
def figures(study: str) -> dict[str, float]:
    """Single figures of a study by name; whole numbers are ints."""
    return {row["figure"]: number(row["value"]) for row in rows(study, "figures")}


@cache
def by_strategy() -> dict[tuple[str, str], Row]:
    """Mean, standard deviation, median and reading of each strategy and variant, over all studies."""
    return {(row["strategy"], row["variant"]): row for study in WITH_MEANS for row in rows(study, "means")}


def of_strategy(strategy: str, rules: str) -> Row:
    """Mean, standard deviation, median and reading of a strategy under some rules."""
    return by_strategy()[strategy, rules]


def mean_of(strategy: str, rules: str) -> float:
    """The printed mean of a strategy under some rules."""
    return number(of_strategy(strategy, rules)["mean"])


@cache
def histogram(algorithm: str) -> Sample:
    """The games of an algorithm, or of people, in ranges of ten: appendices A and B of study 000."""
    found = [row for row in rows("kth", "histograms") if row["algorithm"] == algorithm]
    return Sample(algorithm, tuple((int(row["low"]), int(row["high"]), int(row["count"])) for row in found))


def number(printed: str) -> float | int:
    """A printed number with the decimals that it was printed with, but for zeros at its end."""
    return float(printed) if "." in printed else int(printed)


def half_unit(printed: str) -> float:
    """Half a unit in the last place of a printed number: as much may have been rounded away.

    >>> half_unit("213"), half_unit("171.52")
    (0.5, 0.005)
    """
    return 0.5 * 10.0 ** -len(printed.partition(".")[2])
