"""`fivedice study`: published studies regenerated."""

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

import fivedice as fd
from fivedice.cli.verb import Result, verb
from fivedice.studies import ALL, STUDIES

CHOICE = "; ".join(f"{name}: {what}" for name, what in {**STUDIES, ALL: "all of them"}.items())
StudyName = Annotated[str, Argument(metavar="STUDY", help=CHOICE)]
Quick = Annotated[bool, Option("--quick", help="Take a minute at most: skip claims that need long computations.")]


@verb(report="study-{name}")
def study(name: StudyName, folder: Path | None, quick: Quick = False) -> Result:
    """Regenerate a published study: its tables and figures beside ours, with a verdict on each.

    Writes a report to ./study-NAME, or to --out: index.html, a picture of each plot, a CSV of each table, numbers.json.
    With --json the numbers are printed, and the report is written only if --out is given. "all" writes a folder for
    each study and an index; a study that is finished there is not run again.
    """
    return fd.study(name, quick=quick, folder=folder)
