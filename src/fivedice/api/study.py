"""`fd.study`: published studies regenerated; `fd.given_up`: the plots of study 003 for any strategy."""

from typing import TYPE_CHECKING

from fivedice.api.read import RulesLike, StrategyLike, read_games, read_players
from fivedice.progress import Stages, stage_bar
from fivedice.studies import study_named

if TYPE_CHECKING:
    from fivedice.reports import Report


def study(name: str, *, quick: bool = False, progress: Stages | bool | None = None) -> "Report":
    """Regenerate a published study: its tables and figures beside ours, with a verdict on each claim.

    Studies: "kth", "robots", "simulation", "qlearning", "playtesting". `quick` takes seconds instead of minutes: it
    simulates what is otherwise exact. The result has `verdicts` (counts), `claims`, `tables`, `to_polars(name)` and
    `report(folder)`. `progress` is called with the name of a stage and the share that is done; False shows no bar.
    """
    regenerate = study_named(name)
    with stage_bar(progress) as shown:
        found = regenerate(quick, shown)
    if quick:
        found.summary.append("A quick run, partly simulated.")
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
