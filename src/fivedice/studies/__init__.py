"""Published studies regenerated: a package for each, whose tables stand beside the printed figures with a verdict.

A new study is a package here, with a function `study` in `report`, its published figures in `data/`, and a line in
`STUDIES`.
"""

from collections.abc import Callable
from importlib import import_module
from typing import cast

from fivedice.errors import StudyError
from fivedice.progress import Stages
from fivedice.reports import Report

STUDIES = {
    "kth": "study 000, Yatzy at KTH",
    "robots": "study 001, Glenn's strategies and nine robots",
    "simulation": "study 002, six strategies on 10,000 games of dice",
    "qlearning": "study 003, a Q-table that learns",
    "playtesting": "study 004, networks that imitate, and the depth of rules",
}
"""Names of the packages, and what they regenerate."""
ALL = "all"
"""Every study, with an index: see `studies.every`."""


def study_named(name: str) -> Callable[[bool, Stages], Report]:
    """The function `study(quick, progress)` of a study's package, imported on request."""
    if name not in STUDIES:
        raise StudyError(f"study {name!r} is not known; it must be one of {', '.join((*STUDIES, ALL))}.")
    return cast("Callable[[bool, Stages], Report]", import_module(f"fivedice.studies.{name}.report").study)
