"""Study 004, section IV: the future work that it proposes, done.

Win rates against a baseline as performance, reinforcement learning as the resource, and a hill climber over all scoring
parameters with A as its objective.
"""

from dataclasses import dataclass

import numpy as np

from fivedice.arrays import Floats
from fivedice.charts.lines import Points, lines
from fivedice.playtest.design import Design, run_design
from fivedice.playtest.ladder import TITLES, Ladder
from fivedice.playtest.metrics import areas
from fivedice.playtest.parts import Part, RunParts
from fivedice.playtest.repeats import figures_with_intervals, half_at, mean_with_interval, share_text
from fivedice.playtest.sweep import Sweep
from fivedice.playtest.sweep_report import depth_section, ladder_section
from fivedice.playtest.vary import words_of
from fivedice.playtest.winning import network_wins
from fivedice.reports import Cell, Plot, Section, Table, number
from fivedice.rules import variant
from fivedice.rules.toml import format_rules
from fivedice.studies.claims import Claims
from fivedice.studies.playtesting.depth import AGREES, agreement, correlation, judge_order
from fivedice.studies.playtesting.plan import BASELINE, CLIMBED, OFFICIAL, SOME, THRESHOLD

NAMES = ("future-wins", "future-learner", "future-climb")


@dataclass(frozen=True, eq=False)
class Wins:
    """Win rates against the baseline; rates : float64[repeats, thresholds, levels]."""

    ladder: Ladder
    thresholds: tuple[int, ...]
    rates: Floats

    @property
    def area(self) -> tuple[Floats, Floats | None]:
        """A of win rates, with half-widths."""
        return figures_with_intervals(self.rates, lambda some: areas(self.ladder.axis, some))

    def numbers(self) -> dict[str, object]:
        """Everything as plain values."""
        return {
            "baseline": BASELINE, "thresholds": list(self.thresholds), "levels": list(self.ladder.levels),
            "rates": self.rates.tolist(), "A": self.area[0].tolist(),
        }  # fmt: skip


@dataclass(frozen=True)
class Future:
    """What was measured; None in a quick run."""

    wins: Wins | None = None
    learner: Sweep | None = None
    climb: Design | None = None

    def numbers(self) -> dict[str, object]:
        """Every figure."""
        return {
            name: None if one is None else one.numbers()
            for name, one in (("wins", self.wins), ("learner", self.learner), ("climb", self.climb))
        }


def run_wins(ladder: Ladder, run: RunParts) -> Wins:
    """Win rates of networks, threshold by threshold."""
    rules, seeds = variant(OFFICIAL), range(ladder.seed, ladder.seed + ladder.repeats)
    parts = [
        Part.of(
            network_wins, 10 + int(level) // 1_000, rules=format_rules(rules.change({THRESHOLD: threshold})),
            examples=level, hidden=list(ladder.hidden), recipe=ladder.recipe, games=ladder.games, seed=seed,
            baseline=BASELINE,
        )
        for seed in seeds
        for threshold in SOME
        for level in ladder.levels
    ]  # fmt: skip
    found = np.array([one["wins"] for one in run(parts)])
    return Wins(ladder, SOME, found.reshape(len(seeds), len(SOME), len(ladder.levels)))


def run_climb(ladder: Ladder, evaluations: int, run: RunParts) -> Design:
    """The hill climber over all scoring parameters."""
    return run_design(variant(OFFICIAL), CLIMBED, "A", ladder, run, evaluations=evaluations)


def judge(claims: Claims, future: Future, examples: Sweep) -> None:
    """Whether the proposals confirm the results from examples and optima."""
    if future.wins is None or future.learner is None or future.climb is None:
        claims.not_run(*NAMES)
        return
    area = {int(one.setting[THRESHOLD]): examples.main.area[at] for at, one in enumerate(examples.variants)}
    order = correlation(np.array([area[one] for one in future.wins.thresholds]), future.wins.area[0])
    rising = (np.diff(future.wins.rates.mean(axis=0), axis=1) > 0).all(axis=1)
    claims.judge(
        "future-wins", f"{rising.sum()} of {len(rising)} ladders rise", bool(rising.all()),
        f"against {BASELINE} play, without an optimum; the rank correlation of their A with that of shares of the "
        f"optimum is {order:.2f}: the baseline's own strength changes with the threshold",
    )  # fmt: skip
    order, common = agreement(examples, future.learner)
    why = f"{future.learner.ladder.words} {common} thresholds; validated: above {AGREES}"
    judge_order(claims, "future-learner", order, why)
    climb = future.climb
    claims.judge(
        "future-climb", f"A {climb.figure(*climb.best_again)} at {words_of(climb.candidates[climb.best].setting)}",
        "not described", f"no result is printed; the official game has {climb.figure(*climb.start_again)}",
    )  # fmt: skip


def sections(claims: Claims, future: Future) -> list[Section]:
    """The verdicts, and what was measured."""
    said = f"The study proposes three extensions; of what it expects of them {claims.tally(*NAMES)}."
    found = [Section("Future work, done", [said], [claims.table("future", "Future work: verdicts", NAMES)])]
    if future.wins:
        found.append(_wins_section(future.wins))
    if future.learner:
        title = "Reinforcement learning"
        found.append(ladder_section(future.learner, "ladders-learner", f"{title}: ladders over {THRESHOLD}"))
        found.append(depth_section(future.learner, "learner", f"{title}: depth over {THRESHOLD}"))
    if future.climb:
        tables = [future.climb.ranked, future.climb.path]
        plot = Plot("climb", "A along the search", future.climb.chart())
        found.append(Section("Hill climbing over all scoring parameters", future.climb.summary(), [plot, *tables]))
    return found


def _wins_section(wins: Wins) -> Section:
    mean, half = mean_with_interval(wins.rates)
    area, area_half = wins.area
    rows = [
        [threshold, *(number(rate, ".1%") for rate in mean[at]),
         Cell(area[at], share_text(area[at], half_at(area_half, at)))]
        for at, threshold in enumerate(wins.thresholds)
    ]  # fmt: skip
    series: dict[str, Points] = {
        f"{THRESHOLD} {threshold}": [
            (float(x), float(mean[at, level]), half_at(half, at, level)) for level, x in enumerate(wins.ladder.axis)
        ]
        for at, threshold in enumerate(wins.thresholds)
    }
    chart = lines(
        series, title=f"Win rate against {BASELINE} play", x_title=TITLES[wins.ladder.kind], y_title="Win rate",
        ticks=[(float(x), str(level)) for x, level in zip(wins.ladder.axis, wins.ladder.levels, strict=True)],
        legend=True,
    )  # fmt: skip
    return Section(
        "Win rates against a baseline",
        [
            f"{wins.ladder.words.partition(';')[0]}; each plays {wins.ladder.games:,} games, and its win rate is "
            f"against the exact scores of {BASELINE} play under the same rules, ties as halves. No optimum enters.",
        ],
        [
            Plot("wins", "Win rates", chart),
            Table("wins", "Win rates", [THRESHOLD, *map(str, wins.ladder.levels), "A"], rows,
                  "A: area below the envelope of these win rates, ± for 95 %."),
        ],
    )  # fmt: skip
