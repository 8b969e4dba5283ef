"""Study 000, sections 3.1, 4.2 and appendix B: tests of dice, and the trials with people."""

import numpy as np

from fivedice.charts import dice_counts, histogram
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
from fivedice.reports import Plot, Section, Table, number
from fivedice.simulation.streams import Counter
from fivedice.statistics.significance import LEVEL, chi_square, mean_test
from fivedice.studies.claims import Claims
from fivedice.studies.kth.graphs import every_score
from fivedice.studies.kth.histograms import judge_percentages, ks_p, shares_in_ranges
from fivedice.studies.measured import SEED, Measured

DIE_MEAN, DIE_SD = 3.5, (35 / 12) ** 0.5
FACES = np.arange(1, 7)
LEAST_SHARE = 5e-4
"""Ranges with a smaller share are not drawn."""
DICE = ("dice-values", "virtual-*", "real-*", "table-4.5")
PEOPLE = ("people-*", "graph-4.9", "graph-4.10", "appendix-b*")


def virtual_counts(dice: int) -> list[int]:
    """How often each face occurs among the first dice of our own stream."""
    games = -(-dice // (RULES.turns * RULES.rolls * RULES.dice))
    (thrown,) = Counter(SEED).blocks(RULES, games, games)
    found: list[int] = np.bincount(thrown.ravel()[:dice], minlength=7)[1:].tolist()
    return found


def dice_section(claims: Claims) -> tuple[Section, dict[str, object]]:
    """Three million virtual dice, and the real ones of Table 4.5."""
    thrown, mean = int(PRINTED["virtual-dice"]), PRINTED["virtual-mean"]
    ours = virtual_counts(thrown)
    our_mean = float(FACES @ ours / thrown)
    fair = chi_square(ours)
    counts = list(REAL_DICE)
    total, points = sum(counts), int(FACES @ counts)
    real = chi_square(counts)
    said = int(PRINTED["real-dice"])
    million = f"{thrown / 1e6:g} million"
    claims.digit("dice-values", RULES.turns * RULES.rolls, "a value for each throw of each turn")
    for claim in ("virtual-mean", "virtual-mean-again"):
        p = mean_test(PRINTED[claim], thrown, DIE_MEAN, DIE_SD).p
        claims.tested(claim, DIE_MEAN, p, f"z test of a fair die; {million} of ours: {our_mean:.5f}")
    claims.digit("real-throws", f"{RULES.dice}, {total / RULES.dice:g}", f"the counts make {total} dice")
    claims.digit("real-dice", total, "sum of the counts")
    claims.tested("table-4.5", f"{total / len(FACES):g} each", real.p, f"chi-square {real.statistic:.2f} of fair dice")
    claims.digit("real-shares", sum(round(100 * count / said, 1) for count in counts), f"counts divided by {said}")
    claims.digit("real-mean", real_mean(), f"{points:,} / {total}", unless_met=f"the thesis divides by {said}")
    claims.show_wrong(
        "real-dice",
        f"The counts of Table 4.5 add up to {total}: {' + '.join(map(str, counts))}. Its percentages are the counts "
        f"divided by {said}, so they add up to {claims.judged['real-shares'].ours:.1f} %, and so is its mean: "
        f"{points:,} / {said} = {points / said:.2f}, where {points:,} / {total} = {real_mean():.4f}.",
    )
    text = [
        f"The thesis checks its generator by the mean of {thrown:,} dice alone: {mean}, where {DIE_MEAN} is expected. "
        f"The mean of that many fair dice has a standard error of {DIE_SD / thrown**0.5:.5f}. Our stream has mean "
        f"{our_mean:.5f} and chi-square {fair.statistic:.2f} (p = {fair.p:.2f}) over as many.",
        f"The real dice: chi-square {real.statistic:.2f} with {real.df} degrees of freedom, p = {real.p:.2f}, "
        f"{real.verdict()}: {total} dice would not show a bias of a percent or two.",
    ]
    parts: list[Table | Plot] = [
        claims.table("dice-verdicts", "Dice: verdicts", DICE),
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
        "virtual": {"published_mean": mean, "published_p": mean_test(mean, thrown, DIE_MEAN, DIE_SD).p,
                    "mean": our_mean, "p": mean_test(our_mean, thrown, DIE_MEAN, DIE_SD).p,
                    "chi_square": fair.statistic, "chi_square_p": fair.p},
        "real": {"counts": counts, "dice": total, "chi_square": real.statistic, "p": real.p},
    }  # fmt: skip
    return Section("Dice", text, parts), numbers


def people_section(claims: Claims, optimal: Measured) -> tuple[Section, dict[str, object]]:
    """The trials beside the exact distribution of the optimal player, and whether it could be luck."""
    stated, people = STATED, published_trials().everybody
    games, mean, (discussed, listed) = stated.games, stated.mean, other_counts(people)
    luck = luck_of(people, optimal.name, optimal.score)
    assert luck.fit is not None
    normal = optimal.mean_test(mean, games)
    shares = shares_in_ranges(optimal, people)
    optimum, printed = optimal.score.mean, published.of_strategy("optimal", RULES.name)["mean"]
    for claim in ("people-games", "people-games-discussed"):
        claims.digit(claim, listed, "appendix B lists this many")
    claims.tested("people-mean", optimum, luck.p, "exact, of an optimal player", unless_met="above any player's mean")
    claims.sample_median("people-median", optimal, games)
    for claim, most in (("people-greatest", True), ("people-least", False)):
        claims.extreme(claim, optimal, games, greatest=most)
    claims.judge(
        "people-outperform", f"P = {luck.at_least:.4f}", luck.at_least < LEVEL,
        f"that {games} optimal games bring their mean; it is {mean - optimum:.2f} above the optimum, and "
        f"{mean - float(printed):.2f} above the thesis's",
    )  # fmt: skip
    claims.not_described("people-related", "who played how many games is not said")
    claims.not_described("graph-4.9", "single scores are not printed; drawn below from the ranges of appendix B")
    claims.tested("graph-4.10", f"KS {luck.distance:.3f}", ks_p(luck.distance, listed), "Kolmogorov–Smirnov")
    said = f"chi-square {luck.fit.statistic:.1f}, {luck.fit.df} df, of an optimal player"
    claims.tested("appendix-b", f"KS {luck.distance:.3f}", luck.fit.p, said)
    judge_percentages(claims, "appendix-b-shares", "human", listed)
    claims.show_wrong(
        "people-games",
        f"The counts of appendix B add up to {listed}, and its percentages are counts divided by {listed}; the text "
        f"says {games}, and section 5.5 {discussed}.",
    )
    text = [
        f"How likely is a mean of {mean} over {games} games for a player of mean {optimum:.2f}? The optimal player "
        f"reaches it, or more, with probability {luck.at_least:.4f}, once in {1 / luck.at_least:.0f} trials of {games} "
        f"games (exact, by convolution; the normal approximation gives {normal.p / 2:.4f}). Its standard error there "
        f"is {optimal.score.sd / games**0.5:.2f} points, and people are {mean - optimum:.2f} above.",
        "No player beats the optimum on average, so this is either luck of that size, or the record is wrong: games "
        "broken off and not written down, mistakes in adding up, looser rules, or uneven dice. Learning by playing, "
        "which the thesis suggests, cannot explain it. `fivedice trials` examines this further.",
        f"Their spread is {'wider' if people.sd > optimal.score.sd else 'narrower'} than the optimal player's (sd "
        f"{people.sd:.1f} from the ranges, against {optimal.score.sd:.1f}); that the shape is the same is "
        f"{luck.fit.verdict()}.",
    ]
    cells = [(cell.low, cell.high, cell.share) for cell in people.ranges]
    rows = [
        [f"{cell.low}–{cell.high}", cell.count, number(share * listed, ".1f"), number(cell.share, ".1%"),
         number(share, ".1%")]
        for cell, share in zip(people.ranges, shares.tolist(), strict=True)
    ]  # fmt: skip
    parts: list[Table | Plot] = [
        claims.table("people-verdicts", "People: verdicts", PEOPLE),
        Plot(
            "graph-4-9", "Graph 4.9: people and the optimal player, score by score",
            every_score(
                "optimal", optimal.score, people, "Graph 4.9: people and the optimal player, every score", "of people"
            ),
            "The thesis prints the games of people in ranges only.",
        ),
        Plot(
            "people", "Graph 4.10: people and the optimal player in ranges of ten",
            histogram(
                {"optimal": optimal.ranges(LEAST_SHARE)}, published={"optimal": cells},
                title="People and the optimal player",
                subtitle=f"Bars: the optimal player; outline: {listed} games of people, appendix B of the thesis",
            ),
        ),
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
