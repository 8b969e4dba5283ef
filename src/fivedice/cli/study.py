"""`fivedice study`: published studies regenerated."""

from typing import Annotated

from typer import Argument, Option

import fivedice as fd
from fivedice.cli.verb import Result, verb
from fivedice.studies import STUDIES

StudyName = Annotated[
    str,
    Argument(metavar="STUDY", help="; ".join(f"{name}: {what}" for name, what in STUDIES.items())),
]
Quick = Annotated[bool, Option("--quick", help="Seconds instead of minutes: simulate what is otherwise exact.")]


@verb(report="study-{name}")
def study(name: StudyName, quick: Quick = False) -> Result:
    """Regenerate a published study: its tables and figures beside ours, with a verdict on each.

    Writes a report to ./study-NAME, or to --out: index.html, a picture of each plot, a CSV of each table, numbers.json.
    With --json the numbers are printed, and the report is written only if --out is given.
    """
    return fd.study(name, quick=quick)
