"""Study 000, sections 3.1, 4.2 and appendix B: tests of dice, and the trials with people."""

import numpy as np

from fivedice.charts import dice_counts
from fivedice.charts import histogram as histogram_chart
from fivedice.comparison import published
from fivedice.comparison.published_trials import (
    PRINTED,
    REAL_DICE,
    RULES,
    STATED,
    other_counts,
    published_trials,
    real_mean,
)
from fivedice.comparison.trials import luck_of
from fivedice.reports import Claim, Plot, Section, Table, claim_table, number
from fivedice.simulation.streams import Counter
from fivedice.statistics.significance import LEVEL, chi_square, mean_test
from fivedice.studies.kth.performance import shares_in_ranges
from fivedice.studies.measured import SEED, Measured

DIE_MEAN, DIE_SD = 3.5, (35 / 12) ** 0.5
FACES = np.arange(1, 7)
LEAST_SHARE = 5e-4
"""Ranges with a smaller share are not drawn."""


def virtual_counts(dice: int) -> list[int]:
    """How often each face occurs among the first dice of our own stream."""
    a_game = RULES.turns * RULES.rolls * RULES.dice
    counts, left = np.zeros(7, np.int64), dice
    for block in Counter(SEED).blocks(RULES, -(-dice // a_game), 20_000):
        some = block.ravel()[:left]
        counts += np.bincount(some, minlength=7)
        left -= len(some)
    return [int(count) for count in counts[1:]]


def dice_section() -> tuple[Section, dict[str, object]]:
    """Three million virtual dice, and the real ones of Table 4.5."""
    thrown, mean = int(PRINTED["virtual-dice"]), PRINTED["virtual-mean"]
    ours = virtual_counts(thrown)
    our_mean = float(FACES @ ours / thrown)
    theirs = mean_test(mean, thrown, DIE_MEAN, DIE_SD)
    own, fair = mean_test(our_mean, thrown, DIE_MEAN, DIE_SD), chi_square(ours)
    counts = list(REAL_DICE)
    total, points = sum(counts), int(FACES @ counts)
    real = chi_square(counts)
    said, said_mean = int(PRINTED["real-dice"]), PRINTED["real-mean"]
    million = f"{thrown / 1e6:g} million"
    found = [
        Claim.met_if(not (theirs.rejected() or own.rejected()), f"virtual dice: mean of {million}", mean, our_mean,
                     f"a fair die has {DIE_MEAN}: p = {theirs.p:.2f} and {own.p:.2f}"),
        Claim.met_if(said == total, "real dice: how many", said, total,
                     f"its counts add up to {total}, its percentages to {100 * total / said:.0f} %"),
        Claim("real dice: mean", said_mean, real_mean(), "differs",
              f"{points:,} / {total}; the thesis divides by {said}"),
    ]  # fmt: skip
    text = [
        f"The thesis checks its generator by the mean of {thrown:,} dice alone: {mean}, where {DIE_MEAN} is expected. "
        f"A fair die's mean over so many has a standard error of {DIE_SD / thrown**0.5:.5f}, so that p = "
        f"{theirs.p:.2f}: not rejected. Our stream has mean {our_mean:.5f} and chi-square {fair.statistic:.2f} (p = "
        f"{fair.p:.2f}) over as many.",
        f"The real dice: chi-square {real.statistic:.2f} with {real.df} degrees of freedom, p = {real.p:.2f}, "
        f"{real.verdict()}: {total} dice would not show a bias of a percent or two.",
        f"Table 4.5 is not consistent with itself. It is said to hold {said} dice, the counts make {total}. The "
        f"printed percentages and the mean of {said_mean} are the counts divided by {said}; divided by {total} the "
        f"mean is {real_mean():.2f}.",
    ]
    parts: list[Table | Plot] = [
        claim_table("dice-verdicts", "Dice: verdicts", found),
        Table(
            "dice", "Faces",
            ["Face", "Real dice", f"Expected of {total}", "Our virtual dice", f"Expected of {million}"],
            [
                [int(face), count, number(total / len(FACES), ".1f"), our, thrown // len(FACES)]
                for face, count, our in zip(FACES, counts, ours, strict=True)
            ],
        ),
        Plot("real-dice", "The real dice of Table 4.5", dice_counts(counts, title="The real dice of study 000")),
    ]  # fmt: skip
    numbers: dict[str, object] = {
        "virtual": {"published_mean": mean, "published_p": theirs.p, "mean": our_mean, "p": own.p,
                    "chi_square": fair.statistic, "chi_square_p": fair.p},
        "real": {"counts": counts, "dice": total, "chi_square": real.statistic, "p": real.p},
    }  # fmt: skip
    return Section("Dice", text, parts), numbers


def people_section(optimal: Measured) -> tuple[Section, dict[str, object]]:
    """The trials beside the exact distribution of the optimal player, and whether it could be luck."""
    stated, people = STATED, published_trials().everybody
    games, mean, (discussed, listed) = stated.games, stated.mean, other_counts(people)
    luck = luck_of(people, optimal.name, optimal.score)
    assert luck.fit is not None
    normal = optimal.mean_test(mean, games)
    shares = shares_in_ranges(optimal, people)
    low, high = optimal.median_range(games)
    max_p = optimal.extreme_p(stated.most, games, greatest=True)
    min_p = optimal.extreme_p(stated.least, games, greatest=False)
    greatest, least = (optimal.extreme(games, greatest) for greatest in (True, False))
    found = [
        Claim.met_if(luck.could_be_luck, "people: mean", mean, optimal.score.mean,
                     f"above the optimum; a player of that strength has P = {luck.at_least:.4f}"),
        Claim.met_if(low <= stated.median <= high, "people: median", int(stated.median), optimal.score.median,
                     f"95 % of optimal medians: {low} to {high}"),
        Claim.met_if(max_p >= LEVEL, "people: greatest score", stated.most, greatest,
                     f"p = {max_p:.2g}; ours: median greatest of {games} games"),
        Claim.met_if(min_p >= LEVEL, "people: least score", stated.least, least,
                     f"p = {min_p:.2g}; ours: median least of {games} games"),
        Claim.met_if(games == listed, "people: games", games, listed,
                     f"appendix B lists {listed}, section 5.5 says {discussed}"),
        Claim.met_if(not luck.fit.rejected(), "people: histogram", f"{listed}", f"KS {luck.distance:.3f}",
                     f"chi-square {luck.fit.statistic:.1f}, {luck.fit.df} df, p = {luck.fit.p:.2g}"),
    ]  # fmt: skip
    theirs = published.of_strategy("optimal", RULES.name)["mean"]
    how = "exact, by convolution" if optimal.exact else "from a simulated distribution"
    text = [
        f"How likely is a mean of {mean} over {games} games for a player of mean {optimal.score.mean:.2f}? The optimal "
        f"player reaches it, or more, with probability {luck.at_least:.4f}, once in {1 / luck.at_least:.0f} trials of "
        f"{games} games ({how}; the normal approximation gives {normal.p / 2:.4f}). Its standard error there is "
        f"{optimal.score.sd / games**0.5:.2f} points, and people are {mean - optimal.score.mean:.2f} above.",
        "No player beats the optimum on average, so this is either luck of that size, or the record is wrong: games "
        "broken off and not written down, mistakes in adding up, looser rules, or uneven dice. Learning by playing, "
        "which the thesis suggests, cannot explain it. `fivedice trials` examines this further.",
        f"Their spread is wider than the optimal player's (sd {people.sd:.1f} from the ranges, against "
        f"{optimal.score.sd:.1f}), and the shape is not that of an optimal player either. Beside the thesis's own "
        f"optimal algorithm ({theirs}) people look superhuman; beside the true optimum they look very good and "
        "lucky, or too good.",
    ]
    chart = histogram_chart(
        {"optimal": optimal.ranges(LEAST_SHARE)},
        published={"optimal": [(cell.low, cell.high, cell.share) for cell in people.ranges]},
        title="People and the optimal player",
        subtitle=f"Bars: the optimal player; outline: {listed} games of people, appendix B of the thesis",
    )
    rows: list[list[object]] = [
        [f"{cell.low}–{cell.high}", cell.count, number(share * listed, ".1f"), number(cell.share, ".1%"),
         number(share, ".1%")]
        for cell, share in zip(people.ranges, shares.tolist(), strict=True)
    ]  # fmt: skip
    parts: list[Table | Plot] = [
        claim_table("people-verdicts", "People: verdicts", found),
        Plot("people", "People and the optimal player", chart),
        Table(
            "people", "Games of people in ranges of ten, beside appendix B",
            ["Range", "People", "Expected of the optimal player", "People, share", "Optimal player, share"], rows,
        ),
    ]  # fmt: skip
    numbers: dict[str, object] = {
        "games": games, "games_listed": listed, "mean": mean, "p_at_least_by_optimal": luck.at_least,
        "p_normal": normal.p / 2, "chi_square": luck.fit.statistic, "chi_square_p": luck.fit.p,
        "ks_distance": luck.distance,
    }  # fmt: skip
    return Section("People", text, parts), numbers
