"""Study 000, sections 5.3, 5.4.2 and 6: how the four algorithms compare."""

from collections.abc import Mapping

import numpy as np

from fivedice.arrays import Floats
from fivedice.comparison import published
from fivedice.comparison.match import PER_GAMES
from fivedice.evaluation.distribution import Distribution
from fivedice.reports import Section, Table, number
from fivedice.reports.units import duration
from fivedice.studies.claims import Claims
from fivedice.studies.kth.performance import ALGORITHMS, GAMES, PRINTED, WHY, median_range_of
from fivedice.studies.measured import Measured

COMPARED = (
    "games-enough", "highest", "time-ratio", "scorecard-mean-behind", "scorecard-median-behind", "dice-max-behind",
    "dice-range-*", "forced-worst", "forced-normal", "forced-no-bonus", "least-deviation", "order-of-scores",
)  # fmt: skip
SKEWED = 0.5
"""From this skewness on a distribution is far from symmetric (Bulmer 1979, Principles of Statistics)."""
RARE = 0.01
"""Events in a smaller share of games count as not happening."""


def greatest(score: Distribution, games: int) -> Floats:
    """The probability that each score is the greatest of this many games, F(m)ⁿ − F(m − 1)ⁿ."""
    return np.diff(score.cumulative**games, prepend=0.0)


def gap_p(one: Distribution, other: Distribution, gap: int, games: int) -> float:
    """Two-sided probability of a gap between the greatest scores of the two that is as far out as `gap`."""
    gaps = one.numbers[:, None] - other.numbers
    chance = greatest(one, games)[:, None] * greatest(other, games)
    return float(min(1.0, 2 * min(chance[gaps >= gap].sum(), chance[gaps <= gap].sum())))


def moment(score: Distribution, order: int) -> float:
    """A standardised moment: the third is skewness, the fourth kurtosis; 0 and 3 for a normal distribution."""
    return float(score.probability @ ((score.numbers - score.mean) / score.sd) ** order)


def in_print(name: str) -> Distribution:
    """The printed histogram of an algorithm, with every score in the middle of its range."""
    cells = published.histogram(ALGORITHMS[name]).cells
    shares = np.zeros(cells[-1][1] + 1)
    for low, high, count in cells:
        shares[(low + high) // 2] = count
    return Distribution.of(shares / shares.sum())


def compared_section(claims: Claims, every: Mapping[str, Measured]) -> Section:
    """What the discussion concludes from the figures, beside what follows from exact ones."""
    players = {name: every[name] for name in ALGORITHMS}
    optimal, scorecard, dice, forced = players.values()
    error = optimal.score.sd / GAMES**0.5
    claims.judge("games-enough", f"{error:.2f} points", error < 0.5, "standard error of the mean, below half a point")
    figures = {name: _figures(one) for name, one in players.items()}
    first = [max(figures, key=lambda name: figures[name][at]) for at in range(4)]
    count = "all four" if first == ["optimal"] * 4 else f"{first.count('optimal')} of four"
    claims.digit("highest", count, f"exact mean and median, median extremes of {GAMES:,} games")
    _judge_times(claims, players)
    for figure in ("mean", "median"):
        behind = getattr(optimal.score, figure) - getattr(scorecard.score, figure)
        printed = f"{PRINTED[f'optimal-{figure}']} − {PRINTED[f'scorecard-based-{figure}']} in print"
        claims.digit(f"scorecard-{figure}-behind", behind, printed, unless_met=WHY["optimal"])
    p = gap_p(optimal.score, dice.score, int(claims.figure("dice-max-behind")), GAMES)
    ours = optimal.extreme(GAMES, greatest=True) - dice.extreme(GAMES, greatest=True)
    claims.tested("dice-max-behind", ours, p, f"exact, of the greatest of {GAMES:,} games each")
    ranges = {name: median_range_of(one) for name, one in players.items()}
    shown = ", ".join(f"{name} {span}" for name, span in ranges.items())
    for claim, others in (("dice-range-less", ("optimal", "scorecard-based")), ("dice-range-least", tuple(ranges))):
        least = ranges["dice-based"] <= min(ranges[name] for name in others)
        claims.holds(claim, least, f"median ranges of {GAMES:,} games: {shown}")
    worst = min(players, key=lambda name: players[name].score.mean)
    claims.holds("forced-worst", worst == "forced-scoring", f"mean {forced.score.mean:.2f}")
    skew, kurtosis = moment(forced.score, 3), moment(forced.score, 4)
    claims.judge(
        "forced-normal", f"skewness {skew:.2f}", abs(skew) < SKEWED, f"kurtosis {kurtosis:.2f}; normal: 0 and 3"
    )
    claims.judge("forced-no-bonus", f"{forced.p_upper_bonus:.2%} of games", forced.p_upper_bonus < RARE, "exact")
    spread = {name: one.score.sd for name, one in players.items()}
    steady = min(spread, key=lambda name: spread[name])
    claims.judge("least-deviation", steady, steady == "optimal", f"sd {spread[steady]:.2f} and {spread['optimal']:.2f}")
    ordered = list(players) == sorted(players, key=lambda name: -players[name].score.mean)
    claims.holds("order-of-scores", ordered, "exact means")
    _prove(claims, players)
    rows = [
        [name, ranges[name], int(PRINTED[f"{name}-range"]),
         *(number(found, ".2f") for score in (one.score, in_print(name))
           for found in (score.sd, moment(score, 3), moment(score, 4)))]
        for name, one in players.items()
    ]  # fmt: skip
    return Section(
        "How the algorithms compare",
        [f"Of what the discussion concludes from them: {claims.tally(*COMPARED)}."],
        [
            claims.table("compared-verdicts", "Comparison: verdicts", COMPARED),
            Table(
                "shapes", "Spread and shape of the scores",
                ["Strategy", "Range", "Printed", "SD", "Skewness", "Kurtosis", "Its SD", "Its skewness",
                 "Its kurtosis"], rows,
                f"Range: ours is the median of {GAMES:,} games. Its shapes are those of appendix A, every score in the "
                "middle of its range.",
            ),
        ],
    )  # fmt: skip


def _figures(player: Measured) -> tuple[float, float, int, int]:
    """Mean, median, and the medians of the greatest and the least score of this many games."""
    score = player.score
    return score.mean, score.median, player.extreme(GAMES, greatest=True), player.extreme(GAMES, greatest=False)


def _judge_times(claims: Claims, players: Mapping[str, Measured]) -> None:
    """The ratio of the printed times, with the times on this machine beside it."""
    theirs = {name: PRINTED[f"{name}-seconds"] for name in players}
    slowest = max((name for name in players if name != "optimal"), key=lambda name: theirs[name])
    play = theirs["optimal"] - 3600 * PRINTED["optimal-build-hours"]
    claims.digit(
        "time-ratio", theirs["optimal"] / theirs[slowest],
        f"{duration(theirs['optimal'])} by {theirs[slowest]} s; playing alone {play / theirs[slowest]:,.0f}; "
        f"ours, {PER_GAMES:,} games: {duration(players['optimal'].seconds)} by {duration(players[slowest].seconds)}",
    )  # fmt: skip


def _prove(claims: Claims, players: Mapping[str, Measured]) -> None:
    printed = {name: int(PRINTED[f"{name}-range"]) for name in players}
    least = min(printed, key=lambda name: printed[name])
    claims.show_wrong(
        "dice-range-least",
        f"By its own figures the range of {least} is {printed[least]}, less than the {printed['dice-based']} of "
        "dice-based. The exact medians of such ranges are "
        f"{median_range_of(players[least])} and {median_range_of(players['dice-based'])}.",
    )
    theirs = {name: in_print(name).sd for name in ALGORITHMS}
    spread = ", ".join(f"{sd:.1f} ({name})" for name, sd in theirs.items())
    claims.show_wrong(
        "least-deviation",
        f"In its own ranges of ten the standard deviations are {spread}: that of {max(theirs, key=theirs.__getitem__)} "
        f"is the greatest. The exact ones are {', '.join(f'{one.score.sd:.2f}' for one in players.values())}. The "
        "optimal strategy maximises the mean and looks at nothing else.",
    )
    forced = players["forced-scoring"].score
    claims.show_wrong(
        "forced-normal",
        f"A normal curve has skewness 0 and kurtosis 3. Appendix A has {moment(in_print('forced-scoring'), 3):.2f} and "
        f"{moment(in_print('forced-scoring'), 4):.2f}, the exact distribution {moment(forced, 3):.2f} and "
        f"{moment(forced, 4):.2f}: games with the bonus and with a Yatzy make a long tail to the right.",
    )
    bonus = players["forced-scoring"].p_upper_bonus
    claims.show_wrong(
        "forced-no-bonus",
        "Forced scoring fills Ones to Sixes in the first six turns and keeps every die of the face in turn, so the "
        "number of such dice is binomial with 5 dice of chance 1 − (5/6)³ each, whatever comes later. The "
        f"probability that the six boxes hold {players['forced-scoring'].rules.upper_threshold} points or more is "
        f"{bonus:.4%}, once in {1 / bonus:.0f} games; its own histogram shows these games as a bulge from 150 on.",
    )
