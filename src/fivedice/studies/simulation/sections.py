"""The sections of the report of study 002: tables, plots and words."""

from collections.abc import Mapping

import numpy as np

from fivedice.charts import dice_counts, distributions, intervals
from fivedice.comparison import published
from fivedice.reports import Plot, Section, Table, claim_table, number
from fivedice.statistics.intervals import paired_interval, t_quantile
from fivedice.studies.simulation.figures import (
    BATCHES,
    PRINTED,
    SELECTED,
    STRATEGIES,
    Inputs,
    Output,
    Selected,
    input_claims,
    output_claims,
    selection_claims,
)

GAMES = f"{PRINTED['games']:,} games"


def title(name: str) -> str:
    """What the study calls a strategy."""
    return STRATEGIES[name]["title"]


def sections(inputs: Inputs, outputs: Mapping[str, Output], selected: Selected) -> list[Section]:
    """The report's sections, in the order of the study."""
    return [_dice(inputs), _scores(outputs), _margins(outputs), _expected(outputs), _selection(outputs, selected)]


def summary(inputs: Inputs, outputs: Mapping[str, Output], selected: Selected) -> list[str]:
    """The main findings."""
    widths = ", ".join(f"{one.half_width:.3f}" for one in outputs.values())
    margins = {name: float(STRATEGIES[name]["margin"]) for name in outputs}
    times = [margin / outputs[name].half_width for name, margin in margins.items()]
    best = max(selected.every, key=lambda name: selected.every[name])
    return [
        "The dice and all means are the study's own, die for die.",
        f"The printed margins ({min(margins.values())} to {max(margins.values())}) are {min(times):.0f} to "
        f"{max(times):.0f} times too wide: the 95 % half-widths are {widths}.",
        "The study reads its chi-square test backwards: it rejects what the test could not reject, and means the "
        "contrary.",
        f"The exact sample size for the selection is {selected.size}, not {int(PRINTED['selection_games'])}; the wins "
        f"printed for it are not those of the first games, but {title(best)} is the best by far in any sample.",
        f"The runs test printed ({PRINTED['runs_p']}) is that about the median ({inputs.runs_median.p:.4f}), not about "
        f"the mean ({inputs.runs_mean.p:.5f}).",
    ]


def _dice(inputs: Inputs) -> Section:
    dice, fit = sum(inputs.counts), inputs.chi_square
    expected = dice / len(inputs.counts)
    return Section(
        "Input analysis: the dice",
        [
            f"All {dice:,} dice that the study sets aside, from seed {PRINTED['seed']}. Chi-square is "
            f"{fit.statistic:.5f} with {fit.df} degrees of freedom, p = {fit.p:.3f}.",
            f"The study compares {PRINTED['chi_square']:.2f} with the critical value "
            f"{PRINTED['chi_square_critical']}, takes a mismatch as its null hypothesis, and rejects it. The null "
            "hypothesis of a goodness-of-fit test is that the dice are fair, and a statistic below the critical value "
            "does not reject it. That proves nothing about the dice; they are only not shown to be unfair.",
            "Runs test (Wald, Wolfowitz 1940): the study says above and below the mean. Its p = "
            f"{PRINTED['runs_p']} is that of the test about the median, which is 3 and drops every 3 "
            f"({inputs.runs_median.p:.4f}, z = {inputs.runs_median.statistic:.3f}, {inputs.runs_median.n:,} dice "
            f"left); about the mean it is {inputs.runs_mean.p:.5f}. Neither rejects that the dice are independent.",
        ],
        [
            claim_table("dice-verdicts", "The dice: verdicts", input_claims(inputs)),
            Table(
                "dice", "Faces, beside Figure 3",
                ["Face", "Count", "Expected", "Difference"],
                [
                    [face, count, int(expected), number(count - expected, "+,.0f")]
                    for face, count in enumerate(inputs.counts, 1)
                ],
            ),
            Plot("dice", "The study's dice", dice_counts(inputs.counts, title=f"{dice:,} dice of study 002")),
        ],
    )  # fmt: skip


def _scores(outputs: Mapping[str, Output]) -> Section:
    rows: list[list[object]] = []
    for name, one in outputs.items():
        rows.append(
            [name, published.mean_of(name, "yahtzee"), number(one.mean, ".4f"),
             int(one.scores.sum()), number(one.sd, ".2f"), number(one.normality.statistic, ".1f"),
             number(one.normality.p, ".1g"), number(one.batch_normality.statistic, ".3f"),
             number(one.batch_normality.p, ".2g")]
        )  # fmt: skip
    shapes = {}
    for name, one in outputs.items():
        numbers, counts = np.unique(one.scores, return_counts=True)
        shapes[name] = (numbers, counts / counts.sum())
    normal = [name for name, one in outputs.items() if not one.batch_normality.rejected()]
    others = [name for name in outputs if name not in normal]
    return Section(
        "Output analysis: scores",
        [
            "Scores of single games are not normal (Anderson–Darling, mean and sd estimated; p by D'Agostino and "
            f"Stephens 1986). Means of {PRINTED['batch_size']} games are nearer to it: the test does not reject it for "
            f"{', '.join(normal) or 'none'}, and still does for {', '.join(others) or 'none'}. With {BATCHES} batches "
            "the t interval does not need more.",
        ],
        [
            Table(
                "scores", f"Scores of {GAMES}, beside Figure 8",
                ["Strategy", "Published mean", "Ours", "Sum of totals", "SD", "A² of scores", "p", "A² of batch means",
                 "p, batches"],
                rows,
            ),
            Plot(
                "scores", "Scores, beside Figure 4",
                distributions(shapes, title=f"Scores of {GAMES} on the study's dice"),
            ),
        ],
    )  # fmt: skip


def _margins(outputs: Mapping[str, Output]) -> Section:
    t, size = t_quantile(0.95, BATCHES - 1), PRINTED["batch_size"]
    rows: list[list[object]] = []
    for name, one in outputs.items():
        rows.append(
            [name, float(STRATEGIES[name]["margin"]), number(one.half_width, ".3f"), number(one.batch_sd, ".2f"),
             number(t * one.batch_sd, ".1f"), number(t * one.batch_sd / size**0.5, ".2f"),
             number(t * one.sd / BATCHES**0.5, ".2f")]
        )  # fmt: skip
    chart = intervals(
        [(name, one.interval.low, one.interval.estimate, one.interval.high) for name, one in outputs.items()],
        title=f"95 % confidence intervals from {BATCHES} batches of {size} games",
        published={name: published.mean_of(name, "yahtzee") for name in outputs},
    )
    best = max(outputs, key=lambda name: outputs[name].mean)
    paired = {name: paired_interval(outputs[best].scores, one.scores) for name, one in outputs.items() if name != best}
    widest = max(outputs, key=lambda name: float(STRATEGIES[name]["margin"]))
    sds = {name: one.sd for name, one in outputs.items()}
    others = min(sd for name, sd in sds.items() if name != widest)
    return Section(
        "Output analysis: intervals",
        [
            f"The formula that the study prints, mean ± t · S / √{BATCHES} with t = {t:.3f} and S the sd of the "
            f"{BATCHES} batch means, gives the half-widths below. The printed margins fit neither it nor another "
            f"formula that was tried; the widest of them belongs to {title(widest)}, whose scores have an sd of "
            f"{sds[widest]:.1f}, where all others have {others:.1f} or more.",
            "On common dice the differences between strategies are known better than the means: see the second table.",
        ],
        [
            claim_table("verdicts", "Means and margins: verdicts", output_claims(outputs)),
            Table(
                "margins", "Margins tried, beside Figure 8",
                ["Strategy", "Published margin", f"t · S / √{BATCHES}", "S", "t · S", f"t · S / √{size}",
                 f"t · s / √{BATCHES}"],
                rows,
                "S: sd of the batch means; s: sd of single scores. Only the first is a 95 % half-width of the mean.",
            ),
            Plot("intervals", "Intervals, beside Figure 7", chart),
            Table(
                "paired", f"{title(best)} against the others, game by game on the same dice",
                ["Against", "Mean difference", "95 % half-width"],
                [[name, number(one.estimate, ".3f"), number(one.half_width, ".3f")] for name, one in paired.items()],
            ),
        ],
    )  # fmt: skip


def _expected(outputs: Mapping[str, Output]) -> Section:
    rows: list[list[object]] = []
    for name, one in outputs.items():
        error = float(np.hypot(one.expected.sd / len(one.scores) ** 0.5, one.expected_error))
        gap = one.mean - one.expected.mean
        rows.append(
            [name, number(one.expected.mean, ".4f"), number(one.expected.sd, ".2f"), number(one.mean, ".4f"),
             number(gap, "+.3f"), number(gap / error, "+.2f"),
             "yes" if one.interval.low <= one.expected.mean <= one.interval.high else "no"]
        )  # fmt: skip
    how = "evaluated exactly" if next(iter(outputs.values())).exact else "simulated on other dice (a quick run)"
    inside = sum(row[-1] == "yes" for row in rows)
    return Section(
        "What the strategies are worth",
        [
            f"The study simulates because it sees no easy analytic solution. Here each strategy is {how}: "
            f"{inside} of {len(rows)} of these means lie in the 95 % interval from the study's games.",
        ],
        [
            Table(
                "expected", f"Expected means beside those of the study's {GAMES}",
                ["Strategy", "Expected mean", "SD", "Study's games", "Difference", "Standard errors", "Inside"],
                rows,
            )
        ],
    )  # fmt: skip


def _selection(outputs: Mapping[str, Output], selected: Selected) -> Section:
    printed = int(PRINTED["selection_games"])
    rows: list[list[object]] = []
    for name in sorted(SELECTED, key=lambda one: -selected.printed[one]):
        won = selected.every[name]
        rows.append(
            [name, selected.printed[name], number(selected.first_printed[name], ".2f"),
             number(selected.first[name], ".2f"), number(won, ",.1f"),
             number(won * printed / len(outputs[name].scores), ".1f")]
        )  # fmt: skip
    return Section(
        "Selection of the best",
        [
            f"Best of k = {len(SELECTED)} with probability {PRINTED['selection_probability']:g} if it wins "
            f"{PRINTED['selection_ratio']:g} times as often as the second (Bechhofer, Elmaghraby and Morse 1959). The "
            f"exact least number of games is {selected.size} (P = {selected.correct_at_size:.5f}, one game less falls "
            f"short); the study uses {printed} (P = {selected.correct_at_printed:.5f}), from a table.",
            "A game is won by the highest total on the same dice; equal best totals share it "
            f"({100 * selected.tied:.1f} % of the games are tied). The printed wins are those of no such count of the "
            f"first {printed} or {selected.size} games. They fit a random sample of {printed} of the {GAMES} "
            f"(chi-square {selected.fit.statistic:.2f}, p = {selected.fit.p:.2f}).",
        ],
        [
            claim_table("selection-verdicts", "Selection: verdicts", selection_claims(selected)),
            Table(
                "wins", "Games won, beside Figure 9",
                ["Strategy", "Published", f"First {printed} games", f"First {selected.size} games", f"All {GAMES}",
                 f"All, per {printed}"],
                rows,
            ),
        ],
    )  # fmt: skip
