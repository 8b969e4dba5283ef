"""`fd.study`: published studies regenerated."""

from typing import TYPE_CHECKING

from fivedice.progress import Stages, stage_bar
from fivedice.studies import study_named

if TYPE_CHECKING:
    from fivedice.reports import Report


def study(name: str, *, quick: bool = False, progress: Stages | bool | None = None) -> "Report":
    """Regenerate a published study: its tables and figures beside ours, with a verdict on each claim.

    Studies: "kth", "robots", "simulation", "qlearning", "playtesting". `quick` leaves long
    work out: claims that rest on it are "not run", all others have the verdict of the full run. The result has `verdicts` (counts), `claims`, `tables`, `to_polars(name)` and
    `report(folder)`. `progress` is called with the name of a stage and the share that is done; False shows no bar.
    """
    regenerate = study_named(name)
    with stage_bar(progress) as shown:
        found = regenerate(quick, shown)
    if quick:
        left = found.verdicts["not run"]
        found.summary.append(f"A quick run: {left} of {len(found.claims)} claims are not run.")
    return found
