"""`fd.given_up`: when a strategy fills and gives up each box."""

from typing import TYPE_CHECKING

from fivedice.api.read import RulesLike, read_games, read_players
from fivedice.progress import Stages, stage_bar

if TYPE_CHECKING:
    from fivedice.reports import Report
    from fivedice.strategies.strategy import Strategy


def given_up(
    strategy: "Strategy | str",
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
