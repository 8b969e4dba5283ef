"""Study 000, section 4.1: means, medians, extremes, ranges and times of the four algorithms."""

from collections.abc import Mapping

import numpy as np

from fivedice.arrays import Floats
from fivedice.comparison import published
from fivedice.comparison.match import PER_GAMES
from fivedice.evaluation.distribution import Distribution
from fivedice.reports import Plot, Section, Table, number
from fivedice.reports.units import duration, duration_cell
from fivedice.studies.claims import Claims
from fivedice.studies.measured import Measured, spread_chart

ALGORITHMS = {"optimal": "optimal", "scorecard-based": "scorecard", "dice-based": "dice", "forced-scoring": "forced"}
"""Our strategies, and their names in the histograms of the thesis."""
GUESS = "forced-scoring-one-reroll"
"""A guess at a defect of the thesis's forced scoring: shown beside it, but no claim is judged by it."""
PRINTED = published.figures("kth")
GAMES = int(PRINTED["optimal-games"])
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
WHY = {
    "optimal": "the thesis's player is not optimal",
    "scorecard-based": "rules described loosely; our reading is only close",
    "dice-based": "pseudo code leaves room; our reading is only close",
    "forced-scoring": "the program did not do what its pseudo code says",
}


def range_cumulative(score: Distribution, games: int) -> Floats:
    """P(greatest less least score ≤ r) of this many games, for r = 0, 1, ...

    The sum over the least score a of (F(a + r) − F(a − 1))ⁿ − (F(a + r) − F(a))ⁿ: all games lie in a .. a + r, and not
    all of them above a.
    """
    up_to = np.concatenate([[0.0], score.cumulative])
    count = len(score.probability)
    ends = np.minimum(np.arange(count)[:, None] + np.arange(count) + 1, count)
    inside = up_to[ends].clip(max=1.0)
    return np.asarray(
        ((inside - up_to[:-1, None]) ** games - (inside - up_to[1:, None]).clip(min=0.0) ** games).sum(axis=0)
    )


def range_p(score: Distribution, value: int, games: int) -> float:
    """Two-sided probability of a range of scores as far out as `value` in this many games."""
    up_to = range_cumulative(score, games)
    return float(min(1.0, 2 * min(up_to[min(value, len(up_to) - 1)], 1 - up_to[min(value, len(up_to)) - 1])))


def median_range_of(player: Measured) -> int:
    """The median of the range of scores of this many games."""
    return int(np.searchsorted(range_cumulative(player.score, GAMES), 0.5))


def performance_section(claims: Claims, players: Mapping[str, Measured]) -> Section:
    """The performance tables, with a verdict on each figure."""
    for name in ALGORITHMS:
        _judge(claims, players[name])
    rows = [
        [name, number(one.score.mean, ".4f"), number(one.score.sd, ".2f"), one.score.median,
         *(one.extreme(GAMES, greatest=greatest) for greatest in (False, True)), median_range_of(one),
         duration_cell(one.seconds), None if name == GUESS else duration_cell(PRINTED[f"{name}-seconds"])]
        for name, one in players.items()
    ]  # fmt: skip
    quantiles = [
        [name, *map(one.score.quantile, QUANTILES), number(one.p_upper_bonus, ".1%"), number(one.yahtzees, ".1%")]
        for name, one in players.items()
    ]
    kinds = ("mean", "median", "max", "min", "range", "seconds")
    judged = [f"{name}-{kind}" for name in ALGORITHMS for kind in kinds]
    text = [
        f"{claims.tally(*judged)}. The printed figures are those of {GAMES:,} games each; ours are exact. A mean, an "
        "extreme and a range are met if a sample of our distribution would be as far off with a probability of at "
        "least 5 %, a median if it lies where 95 of 100 sample medians would.",
        f"{GUESS} is a guess at a defect of the thesis's program, one reroll only for patterns. It is not in the text, "
        "and no claim is judged by it.",
    ]
    return Section("Performance", text, [
        Table(
            "performance", "Performance",
            ["Strategy", "Mean", "SD", "Median", "Least", "Greatest", "Range", "Time", "Thesis: time"], rows,
            f"Mean, sd and median are exact; least, greatest and range are the exact medians of those of {GAMES:,} "
            f"games; the time is that of {PER_GAMES:,} games on all cores of this machine, dice included.",
        ),
        claims.table("performance-verdicts", "Performance: verdicts", judged),
        Table(
            "quantiles", "Quantiles of the score",
            ["Strategy", *(f"{one:.0%}" for one in QUANTILES), "Bonus", "Yatzy"], quantiles,
            "Bonus and Yatzy: share of games that hold them.",
        ),
        Plot(
            "performance", "Means and the middle 90 % of games",
            spread_chart(players, "Scores of the algorithms of study 000"),
        ),
    ])  # fmt: skip


def _judge(claims: Claims, player: Measured) -> None:
    """Every figure of an algorithm."""
    name, why = player.name, WHY[player.name]
    claims.sample_mean(f"{name}-mean", player, GAMES, unless_met=why)
    claims.sample_median(f"{name}-median", player, GAMES, unless_met=why)
    for figure in ("max", "min"):
        claims.extreme(f"{name}-{figure}", player, GAMES, greatest=figure == "max", unless_met=why)
    claims.tested(
        f"{name}-range", median_range_of(player), range_p(player.score, int(claims.figure(f"{name}-range")), GAMES),
        f"exact; ours is the median range of {GAMES:,} games", unless_met=why,
    )  # fmt: skip
    claims.not_described(f"{name}-seconds", f"program and machine are not described; ours: {duration(player.seconds)}")
