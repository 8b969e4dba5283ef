"""Study 004, what networks learn: means, ladders, and where Δ and A are greatest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from fivedice.arrays import Floats
from fivedice.playtest.repeats import Peak, half_at
from fivedice.playtest.sweep import Sweep
from fivedice.reports import Section, Table, Verdict, number
from fivedice.statistics.intervals import Interval, t_interval, t_quantile
from fivedice.studies.claims import Claims
from fivedice.studies.playtesting.plan import BONUS, LARGE, THRESHOLD, Plan

NEAR = {THRESHOLD: 7, BONUS: 20}
"""How far from the official value a peak may lie to be near it: a step of the grids used here."""
AGREES = 0.5
"""Rank correlation from which two orders of variants are called consistent."""
COARSE = 5.0
"""Points beyond which an interval of a network's mean says nothing."""
NETWORKS = ("network-mean", "network-percent")
SHAPES = (
    "figure-2-*", "d-thresholds", "figure-3-*", "threshold-sigmas", "delta-peak-*", "area-peak-*", "area-consistent",
    "bonus-trend", "size-useful", "area-finer",
)  # fmt: skip


@dataclass(frozen=True)
class Sweeps:
    """The sweeps by parameter: ladders over examples (A and d), from none to the most (Δ); and over sizes."""

    examples: Mapping[str, Sweep]
    ends: Mapping[str, Sweep]
    sizes: Sweep | None

    def numbers(self) -> dict[str, object]:
        """Every figure."""
        return {
            "sweeps": {key: sweep.numbers() for key, sweep in self.examples.items()},
            "ends": {key: sweep.numbers() for key, sweep in self.ends.items()},
            "sizes": None if self.sizes is None else self.sizes.numbers(),
        }


def judge_networks(claims: Claims, means: Sequence[float]) -> None:
    """The network of 100 and 200 nodes: its mean beside ours, and its printed share of the optimum."""
    mean, optimum = claims.figure("network-mean"), claims.figure("optimum")
    claims.digit("network-percent", 100 * mean / optimum, f"{mean} of {optimum}")
    if not means:
        claims.not_run("network-mean")
        return
    found = further(means)
    inside = found.low <= mean <= found.high
    verdict: Verdict = "not run" if found.half_width > COARSE else "met" if inside else "not described"
    claims.judge(
        "network-mean", found.estimate, verdict,
        f"one more training here has {found} with probability 95 %; how the study trained is not described",
    )  # fmt: skip


def further(values: Sequence[float]) -> Interval:
    """Where one further observation lies with probability 95 %: x̄ ± t s √(1 + 1/n)."""
    sample, n = np.asarray(values), len(values)
    half = t_quantile(0.95, n - 1) * float(sample.std(ddof=1)) * (1 + 1 / n) ** 0.5
    return Interval(float(sample.mean()), half, 0.95, n)


def network_section(claims: Claims, means: Sequence[float], plan: Plan) -> Section:
    """How well networks do."""
    sizes = " and ".join(map(str, LARGE))
    verdicts = claims.table("networks-verdicts", "Networks: verdicts", NETWORKS)
    if not means:
        return Section("Networks", [f"Networks of {sizes} nodes are left out of a quick run."], [verdicts])
    rows = [[at, number(mean, ".2f")] for at, mean in enumerate(means, 1)]
    return Section(
        "Networks",
        [
            f"Two hidden layers of {sizes} nodes, {plan.network_examples:,} examples of optimal play, one from each "
            "game. They learn the best meta-action alone, with Nesterov momentum and dropout, "
            f"{plan.network_epochs} epochs. Each mean is the optimum minus the mean regret of {plan.network_games:,} "
            f"games; over trainings with different seeds it is {t_interval(means)}.",
        ],
        [verdicts, Table("networks", "Networks for the official game", ["Training", "Mean"], rows)],
    )


def judge_depth(claims: Claims, sweeps: Sweeps) -> None:
    """What the study says about the shapes of its curves; nothing of it is judged on a shortened sweep."""
    if not sweeps.ends or sweeps.sizes is None:
        claims.not_run(*SHAPES)
        return
    examples, ends, sizes = sweeps.examples, sweeps.ends, sweeps.sizes
    for name, sweep in (("figure-2-examples", examples[THRESHOLD]), ("figure-2-size", sizes)):
        _judge_rise(claims, name, sweep)
    for key, stem in ((THRESHOLD, "threshold"), (BONUS, "bonus")):
        peaks = {"delta": ends[key].main.span_peak, "area": examples[key].main.area_peak}
        _judge_peak(claims, f"delta-peak-{stem}", ends[key], peaks["delta"], key)
        _judge_peak(claims, f"area-peak-{stem}", examples[key], peaks["area"], key)
        values = {"delta": (ends[key], ends[key].main.span), "area": (examples[key], examples[key].main.area)}
        for metric, (sweep, some) in values.items():
            name = f"figure-3-{metric}-{stem}"
            if key == THRESHOLD:
                _judge_inner(claims, name, sweep, peaks[metric], some)
            else:
                order = correlation(np.arange(len(some), dtype=np.float64), some)
                judge_order(claims, name, order, f"rises: above {AGREES}")
    order, common = agreement(examples[BONUS], ends[BONUS], span=True)
    judge_order(claims, "bonus-trend", order, f"of Δ and A over {common} bonus values")
    _judge_steps(claims, examples[THRESHOLD])
    _judge_sigmas(claims, ends[THRESHOLD])
    order, common = agreement(examples[THRESHOLD], sizes)
    judge_order(claims, "area-consistent", order, f"over {common} thresholds; consistent: above {AGREES}")
    apart = distinct(sizes)
    claims.judge(
        "size-useful", f"{apart} of {len(sizes.variants) - 1} differ from the official one", _verdict(apart > 0, True),
        "A by size, outside the 95 % interval of the difference",
    )  # fmt: skip


def _judge_rise(claims: Claims, name: str, sweep: Sweep) -> None:
    """Whether all ladders climb from level to level, within what their intervals allow."""
    depth, levels = sweep.main, range(1, len(sweep.ladder.levels))
    falls = [
        at
        for at in range(len(sweep.variants))
        for level in levels
        if depth.performance[at, level] + (half_at(depth.half, at, level) or 0) < depth.performance[at, level - 1]
    ]
    spread = np.ptp(depth.performance, axis=0)
    claims.judge(
        name, f"{len(sweep.variants) - len(set(falls))} of {len(sweep.variants)} rise", not falls,
        f"at most {spread.max():.1%} apart at any level, {spread[-1]:.1%} at the last",
    )  # fmt: skip


def _judge_peak(claims: Claims, name: str, sweep: Sweep, peak: Peak, key: str) -> None:
    """Close is within a step of the grid; an interval that reaches the official value leaves it open."""
    at, low, high = (int(sweep.variants[place].setting[key]) for place in (peak.at, peak.low, peak.high))
    official, near = claims.figure(name), NEAR[key]
    verdict = _verdict(abs(at - official) <= near, low <= official <= high)
    claims.judge(name, at, verdict, f"95 %: {low} to {high}; close: within {near}; {_open(verdict)}".removesuffix("; "))


def _judge_inner(claims: Claims, name: str, sweep: Sweep, peak: Peak, values: Floats) -> None:
    last = len(values) - 1
    verdict = _verdict(0 < peak.at < last, any(0 < place < last for place in range(peak.low, peak.high + 1)))
    first, top, end = (f"{values[at]:.1%}" for at in (0, peak.at, last))
    at = next(iter(sweep.variants[peak.at].setting.values()))
    claims.judge(name, f"{first}, {top} at {at}, {end}", verdict, _open(verdict))


def _verdict(met: bool, possible: bool) -> Verdict:
    """What is not met, but lies within the interval, is measured too coarsely to say."""
    return "met" if met else "not run" if possible else "differs"


def _open(verdict: Verdict) -> str:
    return "the interval is too wide to say" if verdict == "not run" else ""


def judge_order(claims: Claims, name: str, order: float, why: str) -> None:
    """Whether two orders of variants agree, by their rank correlation."""
    claims.judge(name, f"rank correlation {order:.2f}", order > AGREES, why)


def _judge_steps(claims: Claims, sweep: Sweep) -> None:
    """d against A: how many variants they distinguish from the official one."""
    depth = sweep.main
    low, high = int(depth.d.min()), int(depth.d.max())
    claims.judge("d-thresholds", f"{low} to {high}", high - low <= 1, f"steps of δ = {sweep.delta:.0%}")
    by_steps, by_area = int((depth.d != depth.d[sweep.base]).sum()), distinct(sweep)
    claims.judge(
        "area-finer", f"A {by_area}, d {by_steps}", by_area > by_steps,
        f"distinguished from the official one, of {len(sweep.variants) - 1} thresholds",
    )  # fmt: skip


def _judge_sigmas(claims: Claims, sweep: Sweep) -> None:
    """How many standard errors lie between the peak of Δ and its lowest point, from repeat to repeat."""
    high, low = int(sweep.main.span.argmax()), int(sweep.main.span.argmin())
    ladders = sweep.performance()
    gaps = (ladders[:, high, -1] - ladders[:, high, 0]) - (ladders[:, low, -1] - ladders[:, low, 0])
    error = float(gaps.std(ddof=1)) / len(gaps) ** 0.5
    ours = float(gaps.mean()) / error if error else float("inf")
    claims.judge(
        "threshold-sigmas", ours, "met" if ours > claims.figure("threshold-sigmas") else "not described",
        f"{len(gaps)} repeats, paired; how many the study had, and of what its deviation is, is not said",
    )  # fmt: skip


def correlation(one: Floats, other: Floats) -> float:
    """Spearman's rank correlation."""
    return float(stats.spearmanr(one, other).statistic)


def agreement(one: Sweep, other: Sweep, *, span: bool = False) -> tuple[float, int]:
    """Rank correlation of A of two sweeps over the variants that both have, and how many these are.

    With `span`, A of the first and Δ of the second.
    """
    by_setting = {str(some.setting): one.main.area[at] for at, some in enumerate(one.variants)}
    common = [at for at, some in enumerate(other.variants) if str(some.setting) in by_setting]
    ours = np.array([by_setting[str(other.variants[at].setting)] for at in common])
    return correlation(ours, (other.main.span if span else other.main.area)[common]), len(common)


def distinct(sweep: Sweep) -> int:
    """How many variants have an A that differs significantly from that of the base."""
    half = sweep.main.area_more_half
    return 0 if half is None else int((np.abs(sweep.main.area_more) > half).sum())


def verdict_section(claims: Claims) -> Section:
    """What the study says about its curves, judged."""
    said = (
        "The study reads its Figure 3 as showing peaks of Δ and A near the official values of threshold and bonus: "
        f"{claims.tally('delta-peak-*', 'area-peak-*')}. A orders variants by how far below the envelope their ladder "
        "runs on average, so its peak is where networks do worst in relation to the optimum."
    )
    verdicts = claims.table("shapes", "What the study says about its curves: verdicts", SHAPES)
    return Section("Where the game is deepest", [said], [verdicts])


def peak_sentence(key: str, metric: str, sweep: Sweep, claims: Claims) -> str:
    """Where a metric is greatest, in a sentence, and whether that is where the study has it."""
    symbol, peak = ("Δ", sweep.main.span_peak) if metric == "delta" else ("A", sweep.main.area_peak)
    name = f"{metric}-peak-{key.removeprefix('upper_')}"
    return (
        f"Over {key}, {symbol} is greatest at {sweep.variants[peak.at].setting[key]}{sweep.peak_words(peak)}; the "
        f"official value is {sweep.variants[sweep.base].setting[key]}, and a peak close to it is {claims.words(name)}."
    )
