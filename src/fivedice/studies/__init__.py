"""Published studies regenerated: a package for each, whose tables stand beside the printed figures with a verdict.

A new study is a package here with a function `study`, its published figures in `data/`, and a line in `STUDIES`.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, cast

from fivedice.errors import StudyError

if TYPE_CHECKING:
    from fivedice.reports import Report
    from fivedice.studies.stages import Show

STUDIES = {
    "kth": "study 000, Yatzy at KTH",
    "robots": "study 001, Glenn's strategies and nine robots",
    "simulation": "study 002, six strategies on 10,000 games of dice",
    "qlearning": "study 003, a Q-table that learns",
    "playtesting": "study 004, networks that imitate, and the depth of rules",
}
"""Names of the packages, and what they regenerate."""


def study_named(name: str) -> "Callable[[bool, Show], Report]":
    """The function `study(quick, progress)` of a study's package, imported on request.

    Its report has `numbers["verdicts"]`, a row for each published figure (`verdicts.numbers_of`).
    """
    if name not in STUDIES:
        raise StudyError(f"study {name!r} is not known; allowed is one of {', '.join(STUDIES)}.")
    return cast("Callable[[bool, Show], Report]", import_module(f"fivedice.studies.{name}").study)
