"""`fd.study`: published studies regenerated."""

from pathlib import Path
from typing import TYPE_CHECKING

from fivedice.errors import StudyError
from fivedice.progress import Stages, stage_bar
from fivedice.studies import ALL, study_named

if TYPE_CHECKING:
    from fivedice.reports import Report


def study(
    name: str, *, quick: bool = False, folder: "Path | str | None" = None, progress: Stages | bool | None = None
) -> "Report":
    """Regenerate a published study: its tables and figures beside ours, with a verdict on each claim.

    Studies: "kth", "robots", "simulation", "qlearning", "playtesting", or "all" of them. `quick` leaves long work out:
    claims that rest on it are "not run", all others have the verdict of the full run. The result has `verdicts`
    (counts), `claims`, `wrong` (claims shown to be wrong), `tables`, `to_polars(name)` and `report(folder)`. With
    "all", `folder` keeps the report of each study once it is finished, so that an interrupted run goes on from there; a
    study that was written to `folder`/name alone counts as well.
    `progress` is called with the name of a stage and the share that is done; False shows no bar.
    """
    from fivedice.studies.every import Finished, run_every

    if name == ALL:
        with stage_bar(progress) as shown:
            return run_every(quick, shown, None if folder is None else Path(folder))
    if folder is not None:
        raise StudyError("folder is for all studies at once; write this one with report(folder).")
    study_named(name)
    with stage_bar(progress) as shown:
        found = Finished.run(name, quick, shown).report
    assert found is not None
    return found
