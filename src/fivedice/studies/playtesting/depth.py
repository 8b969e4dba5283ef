"""Study 004, what networks learn: means, ladders, and where Δ and A are greatest."""

from collections.abc import Mapping

import numpy as np
from scipy import stats

from fivedice.comparison import published
from fivedice.playtest.repeats import Peak
from fivedice.playtest.sweep import Sweep
from fivedice.reports import Cell, Claim, Section, Table, Verdict, claim_table, number
from fivedice.statistics.intervals import t_interval
from fivedice.studies.playtesting.exact import printed, printed_text

THRESHOLD, BONUS = "upper_threshold", "upper_bonus"
NEAR = {THRESHOLD: 7, BONUS: 20}
"""How far from the official value a peak may lie to be near it: a step of the grids used here."""
AGREES = 0.5
"""Rank correlation from which two orders of variants are called consistent."""


def network_claims(means: Mapping[str, list[float]], examples: int, sweep: Sweep) -> list[Claim]:
    """The network of 100 and 200 nodes, and one that was never taught."""
    full = examples >= printed()["network-examples"]
    official = sweep.variants[sweep.base]
    found = []
    for recipe, values in means.items():
        ours = float(np.mean(values))
        for figure, what, value in (
            ("network-mean", "mean", ours),
            ("network-percent", "mean as % of optimal", 100 * ours / official.optimum),
        ):
            theirs = published.number(printed_text(figure))
            reached = value >= theirs - published.half_unit(printed_text(figure))
            verdict: Verdict = "met" if reached else "differs" if full else "not described"
            why = (
                "at least as good; how the study trained is not described" if reached else "fewer examples: a quick run"
            )
            found.append(Claim(f"network, recipe {recipe!r}: {what}", theirs, value, verdict, why))
    untrained, why = float(official.means[:, 0].mean()), "not printed; it depends on how weights are drawn"
    found.append(Claim("network without training: mean", None, untrained, "not described", why))
    return found


def network_section(means: Mapping[str, list[float]], examples: int, games: int, found: list[Claim]) -> Section:
    """How well networks do."""
    rows: list[list[object]] = []
    for recipe, values in means.items():
        interval = t_interval(values)
        least, most = (number(bound(values), ".2f") for bound in (min, max))
        rows.append([recipe, Cell(interval.estimate, str(interval)), least, most, len(values)])
    return Section(
        "Networks",
        [
            f"Two hidden layers of 100 and 200 nodes, {examples:,} examples of optimal play, one from each game. "
            "Recipe 'soft' learns softmax(Q) with Adam; 'study' the best meta-action alone, with Nesterov momentum and "
            f"dropout. Each mean is the optimum minus the mean regret of {games:,} games; the interval is that over "
            "trainings with different seeds.",
        ],
        [
            Table(
                "networks", "Networks for the official game", ["Recipe", "Mean", "Least", "Greatest", "Repeats"], rows
            ),
            claim_table("networks-verdicts", "Networks: verdicts", found),
        ],
    )


def depth_claims(sweeps: Mapping[str, Sweep], sizes: Sweep | None) -> list[Claim]:
    """What the study says about the shapes of its curves."""
    found = []
    for key, figure in ((THRESHOLD, "peak-threshold"), (BONUS, "peak-bonus")):
        if key in sweeps:
            sweep = sweeps[key]
            for symbol, peak in (("Δ", sweep.main.span_peak), ("A", sweep.main.area_peak)):
                found.append(_peak(sweep, key, symbol, peak, printed()[figure]))
    thresholds = sweeps[THRESHOLD].main
    low, high = int(thresholds.d.min()), int(thresholds.d.max())
    what, delta = "d over thresholds makes no useful distinction", f"δ = {sweeps[THRESHOLD].delta:.0%}"
    found.append(Claim.met_if(high - low <= 1, what, "so", f"{low} to {high}", delta))
    found.append(_sigmas(sweeps[THRESHOLD]))
    if BONUS in sweeps:
        found += [_rises(sweeps[BONUS], symbol) for symbol in ("Δ", "A")]
    if sizes is not None:
        found.append(_consistent(sweeps[THRESHOLD], sizes))
    return found


def _peak(sweep: Sweep, key: str, symbol: str, peak: Peak, official: float) -> Claim:
    at, low, high = (int(sweep.variants[place].setting[key]) for place in (peak.at, peak.low, peak.high))
    near = abs(at - official) <= NEAR[key]
    words = f"95 %: {low} to {high}" if sweep.ladder.repeats > 1 else "one repeat"
    why = f"{words}; near means within {NEAR[key]}"
    if not near and low <= official <= high:
        why += "; the official value is inside the interval"
    if not near and key == BONUS:
        why += "; the study itself also says that its curves rise towards an asymptote"
    return Claim.met_if(near, f"peak of {symbol} over {key}", f"near {official:g}", at, why)


def _sigmas(sweep: Sweep) -> Claim:
    """How many standard errors lie between the peak of Δ and its lowest point, from repeat to repeat."""
    what, theirs = "Δ over thresholds: peak minus lowest, in standard errors", f"> {printed()['threshold-sigmas']:g}"
    high, low = int(sweep.main.span.argmax()), int(sweep.main.span.argmin())
    ladders = sweep.performance()
    gaps = (ladders[:, high, -1] - ladders[:, high, 0]) - (ladders[:, low, -1] - ladders[:, low, 0])
    if len(gaps) < 2:
        return Claim(what, theirs, None, "not described", "one repeat")
    error = float(gaps.std(ddof=1)) / len(gaps) ** 0.5
    ours = float(gaps.mean()) / error if error else float("inf")
    why = f"{len(gaps)} repeats, paired; the study does not print how many it had"
    return Claim.met_if(ours > printed()["threshold-sigmas"], what, theirs, ours, why)


def _rises(sweep: Sweep, symbol: str) -> Claim:
    """Whether a metric rises with the value of the bonus, as in Figure 3."""
    values = sweep.main.span if symbol == "Δ" else sweep.main.area
    order = float(stats.spearmanr(np.arange(len(values)), values).statistic)
    what = f"{symbol} rises with the value of the bonus"
    return Claim.met_if(order > AGREES, what, "so", order, "rank correlation")


def _consistent(examples: Sweep, sizes: Sweep) -> Claim:
    """Whether A by examples and A by size order the thresholds alike."""
    by_examples = {str(one.setting): examples.main.area[at] for at, one in enumerate(examples.variants)}
    common = [at for at, one in enumerate(sizes.variants) if str(one.setting) in by_examples]
    ours = [by_examples[str(sizes.variants[at].setting)] for at in common]
    order = float(stats.spearmanr(ours, sizes.main.area[common]).statistic)
    what, why = "A by examples and A by size are consistent", f"rank correlation over {len(common)} thresholds"
    return Claim.met_if(order > AGREES, what, "so", order, why)


def verdict_section(found: list[Claim]) -> Section:
    """What the study says about its curves, judged."""
    return Section(
        "Where the game is deepest",
        [
            "The study reads its Figure 3 as showing peaks of Δ and A near the official values of threshold and bonus. "
            "A orders variants by how far below the envelope their ladder runs on average, so its peak is where "
            "networks do worst in relation to the optimum.",
        ],
        [claim_table("shapes", "What the study says about its curves", found)],
    )


def peak_sentence(key: str, sweep: Sweep) -> str:
    """Where Δ and A are greatest, in a sentence."""
    found = [
        f"{symbol} is greatest at {sweep.variants[peak.at].setting[key]}{sweep.peak_words(peak)}"
        for symbol, peak in (("Δ", sweep.main.span_peak), ("A", sweep.main.area_peak))
    ]
    return f"Over {key}, {' and '.join(found)}; the official value is {sweep.variants[sweep.base].setting[key]}."
