"""`fd.study`: published studies regenerated; `fd.given_up`: the plots of study 003 for any strategy."""

from pathlib import Path
from typing import TYPE_CHECKING

from fivedice.api.read import RulesLike, StrategyLike, read_games, read_players
from fivedice.progress import Stages, stage_bar
from fivedice.studies import ALL, study_named

if TYPE_CHECKING:
    from fivedice.reports import Report


def study(
    name: str, *, quick: bool = False, folder: "Path | str | None" = None, progress: Stages | bool | None = None
) -> "Report":
    """Regenerate a published study: its tables and figures beside ours, with a verdict on each claim.

    Studies: "kth", "robots", "simulation", "qlearning", "playtesting", or "all" of them. `quick` skips long work:
    claims that need it are "not run", all others have the verdict of the full run. The result has `verdicts`
    (counts), `claims`, `wrong` (claims shown to be wrong), `tables`, `to_polars(name)` and `report(folder)`.
    `folder` is where the report is written; with "all" the report of each study is kept there once it is finished, so
    that an interrupted run goes on, and a study that was written to `folder`/name alone counts as well.
    `progress` is called with the name of a stage and the share that is done; False shows no bar.
    """
    from fivedice.reports.write import check_free
    from fivedice.studies.every import Finished, run_every

    place = None if folder is None else Path(folder)
    if name == ALL:
        with stage_bar(progress) as shown:
            return run_every(quick, shown, place)
    study_named(name)
    if place is not None:
        check_free(place)
    with stage_bar(progress) as shown:
        found = Finished.run(name, quick, shown).report
    assert found is not None
    if place is not None:
        found.report(place)
    return found


def given_up(
    strategy: StrategyLike,
    rules: RulesLike = None,
    games: int = 100_000,
    seed: int = 1,
    *,
    progress: Stages | bool | None = None,
) -> "Report":
    """Play games and count in which turn each box is filled, with how many points, and how often with none.

    The result has the exploratory plots of study 003: `report(folder)` writes them, `to_polars()` has the counts by
    turn and box.
    """
    from fivedice.studies.given_up import report

    [player], game = read_players([strategy], rules)
    with stage_bar(progress) as shown:
        return report(player, game, read_games(games), seed, shown)
