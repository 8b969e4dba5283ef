"""What the studies print, from the CSV files of `fivedice.data`; each file names its table or section."""

import csv
from functools import cache
from importlib.resources import files

from fivedice.comparison.trials import Sample

Row = dict[str, str]


@cache
def rows(name: str) -> tuple[Row, ...]:
    """The rows of a data file, by its stem."""
    with (files("fivedice") / "data" / f"{name}.csv").open(encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


@cache
def figures(study: str) -> dict[str, float]:
    """Single figures of a study by name, from `<study>_figures.csv`; whole numbers are ints."""
    return {row["figure"]: number(row["value"]) for row in rows(f"{study}_figures")}


def figure(strategy: str, rules: str) -> Row:
    """Mean, standard deviation, median and reading of a strategy under some rules, from `published.csv`."""
    return next(row for row in rows("published") if (row["strategy"], row["variant"]) == (strategy, rules))


@cache
def histogram(algorithm: str) -> Sample:
    """The games of an algorithm, or of people, in ranges of ten: appendices A and B of study 000."""
    found = [row for row in rows("study_000_histograms") if row["algorithm"] == algorithm]
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
