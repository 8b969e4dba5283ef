"""Printed figures of the studies, from CSV files in `fivedice/studies/<study>/data`; `studies/README.md` lists them."""

import csv
from functools import cache
from importlib.resources import files

from fivedice.comparison.trials import Sample

Row = dict[str, str]
WITH_STRATEGIES = ("kth", "robots", "simulation", "playtesting")
"""Studies that print figures of strategies: their readings are in `readings.csv`."""


@cache
def rows_of(*path: str) -> tuple[Row, ...]:
    """The rows of a CSV file of the package; none if there is no such file."""
    file = files("fivedice").joinpath(*path)
    if not file.is_file():
        return ()
    with file.open(encoding="utf-8") as lines:
        return tuple(csv.DictReader(lines))


def rows(study: str, name: str) -> tuple[Row, ...]:
    """The rows of a data file of a study, by its stem; none if there is no such file."""
    return rows_of("studies", study, "data", f"{name}.csv")


@cache
def claims(study: str) -> dict[str, Row]:
    """The claims of a study by id: place, subject and printed text."""
    return {row["id"]: row for row in rows(study, "claims")}


@cache
def texts(study: str) -> dict[str, str]:
    """Printed texts of a study by id, with their decimals: its claims and stated settings."""
    return {row["id"]: row["published"] for name in ("claims", "inputs") for row in rows(study, name)}


@cache
def figures(study: str) -> dict[str, float]:
    """The numbers among `texts`; whole numbers are ints."""
    return {name: number(text) for name, text in texts(study).items() if is_number(text)}


@cache
def by_strategy() -> dict[tuple[str, str], Row]:
    """Printed mean, standard deviation and median ("" where there is none), and reading, of each strategy and variant.

    `readings.csv` says under which name the figures are printed, and how the description was read.
    """
    return {
        (row["strategy"], row["variant"]): {
            **row, **{figure: texts(study).get(f"{row['printed']}-{figure}", "") for figure in ("mean", "sd", "median")}
        }
        for study in WITH_STRATEGIES
        for row in rows(study, "readings")
    }  # fmt: skip


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
    return int(printed) if printed.lstrip("-").isdigit() else float(printed)


def is_number(printed: str) -> bool:
    """Whether a printed text is a number."""
    try:
        float(printed)
    except ValueError:
        return False
    return True


def half_unit(printed: str) -> float:
    """Half a unit in the last place of a printed number: the greatest error of rounding.

    >>> half_unit("213"), half_unit("171.52")
    (0.5, 0.005)
    """
    return 0.5 * 10.0 ** -len(printed.partition(".")[2])
