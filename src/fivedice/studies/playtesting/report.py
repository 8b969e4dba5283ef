"""The report of study 004: networks, ladders, depth metrics, and the study's future work.

Optima are exact. Networks are trained here; the study does not print how it trained its own, so the shapes of curves
are compared. Finished parts are cached: a second run only reads them.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from fivedice.playtest.ladder import Ladder
from fivedice.playtest.measure import network_mean
from fivedice.playtest.parts import Part, RunParts, run_parts
from fivedice.playtest.sweep import Sweep, run_sweep
from fivedice.playtest.sweep_report import DEFINITIONS, depth_section, ladder_section
from fivedice.playtest.vary import Vary
from fivedice.progress import Stages
from fivedice.reports import Report, Section
from fivedice.rules import variant
from fivedice.rules.toml import format_rules
from fivedice.solver.cache import parts_folder
from fivedice.studies.claims import Claims
from fivedice.studies.playtesting import depth, exact, future
from fivedice.studies.playtesting.depth import Sweeps
from fivedice.studies.playtesting.future import Future
from fivedice.studies.playtesting.plan import BONUS, FULL, LARGE, OFFICIAL, PRINTED, QUICK, SOME, STUDY, THRESHOLD, Plan
from fivedice.studies.schedule import Schedule

TITLE = "Study 004: Automatic playtesting for Yahtzee"
SECONDS = {
    "optima": 30.0, "networks": 80.0, THRESHOLD: 140.0, BONUS: 70.0, "ends": 200.0, "sizes": 90.0, "wins": 45.0,
    "learner": 60.0, "climb": 120.0,
}  # fmt: skip
"""Roughly how long each part of the full study takes on two cores."""
Found = TypeVar("Found")


def study(quick: bool, progress: Stages) -> Report:
    """Every claim of the study beside ours; `quick` computes what is exact, and shows a short ladder."""
    plan = QUICK if quick else FULL
    weights = {key: SECONDS[key] for key in (("optima", THRESHOLD) if quick else SECONDS)}
    stages = Schedule(progress, sum(weights.values()))

    def run_at(name: str, key: str, job: Callable[[RunParts], Found]) -> Found:
        with stages.stage(name, weights[key]) as shown:

            def run(parts: Sequence[Part]) -> list[Any]:
                return run_parts(parts, folder=parts_folder(), progress=shown)

            return job(run)

    best = run_at("Optima", "optima", exact.run_optima)
    thresholds = run_at("Thresholds", THRESHOLD, lambda run: _sweep(THRESHOLD, plan.thresholds, plan.examples, run))
    means, sweeps, done = list[float](), Sweeps({THRESHOLD: thresholds}, {}, None), Future()
    if plan.ends and plan.sizes and plan.wins and plan.learner and plan.climb:
        ends, sizes, wins, learner, climb = plan.ends, plan.sizes, plan.wins, plan.learner, plan.climb
        means = run_at("Training networks", "networks", lambda run: networks(plan, run))
        bonuses = run_at("Bonus values", BONUS, lambda run: _sweep(BONUS, plan.bonuses, plan.examples, run))
        most = run_at("Most examples", "ends", lambda run: {
            THRESHOLD: _sweep(THRESHOLD, plan.ends_thresholds, ends, run),
            BONUS: _sweep(BONUS, plan.ends_bonuses, ends, run),
        })  # fmt: skip
        nodes = run_at("Sizes of networks", "sizes", lambda run: _sweep(THRESHOLD, SOME, sizes, run))
        sweeps = Sweeps({THRESHOLD: thresholds, BONUS: bonuses}, most, nodes)
        done = Future(
            run_at("Win rates", "wins", lambda run: future.run_wins(wins, run)),
            run_at("Reinforcement learning", "learner", lambda run: _sweep(THRESHOLD, SOME, learner, run)),
            run_at("Hill climbing", "climb", lambda run: future.run_climb(climb, plan.evaluations, run)),
        )
    return report(Claims(STUDY), plan, best, means, sweeps, done)


def report(claims: Claims, plan: Plan, best: exact.Optima, means: list[float], sweeps: Sweeps, done: Future) -> Report:
    """The report on what was measured."""
    exact.judge(claims, best)
    depth.judge_networks(claims, means)
    depth.judge_depth(claims, sweeps)
    future.judge(claims, done, sweeps.examples[THRESHOLD])
    sections = [
        *exact.sections(claims, best),
        depth.network_section(claims, means, plan),
        depth.verdict_section(claims),
        *_sweep_sections(sweeps),
        *future.sections(claims, done),
        Section("How it was measured", DEFINITIONS),
    ]
    return claims.report(TITLE, summary(claims, sweeps), sections, {
        "study": "004", "quick": plan is QUICK, "networks": means, **sweeps.numbers(), "future": done.numbers(),
        "optima": [
            {"parameter": key, "value": value, "optimum": one.optimum, "restricted": one.restricted}
            for (key, value), one in best.items()
        ],
    })  # fmt: skip


def summary(claims: Claims, sweeps: Sweeps) -> list[str]:
    """The results in sentences, from the verdicts."""
    found = [
        f"The optima of the official game, {claims.text('optimum')} and {claims.text('meta-optimal-mean')} by "
        f"meta-actions, are {claims.words('optimum', 'meta-optimal-mean')}; those of thresholds 1 and 84, "
        f"{claims.text('threshold-1')} and {claims.text('threshold-84')}, are "
        f"{claims.words('threshold-1', 'threshold-84')}.",
    ]
    for key, ends in sweeps.ends.items():
        found.append(depth.peak_sentence(key, "delta", ends, claims))
        found.append(depth.peak_sentence(key, "area", sweeps.examples[key], claims))
    return [*found, f"Future work of the study: {claims.tally(*future.NAMES)}."] if sweeps.ends else found


def networks(plan: Plan, run: RunParts) -> list[float]:
    """Means of the largest networks for the official game, a repeat each."""
    rules = format_rules(variant(OFFICIAL))
    jobs = [
        Part.of(
            network_mean, plan.network_examples // 500, rules=rules, examples=plan.network_examples,
            hidden=list(LARGE), recipe="study", epochs=plan.network_epochs, games=plan.network_games, seed=1 + repeat,
        )
        for repeat in range(plan.repeats)
    ]  # fmt: skip
    return [one["mean"] for one in run(jobs)]


def _sweep(key: str, values: tuple[int, ...], ladder: Ladder, run: RunParts) -> Sweep:
    return run_sweep(variant(OFFICIAL), [Vary(key, values)], ladder, run, details=False)


def _sweep_sections(sweeps: Sweeps) -> list[Section]:
    sections = []
    for key, sweep in sweeps.examples.items():
        stem = key.removeprefix("upper_")
        sections.append(ladder_section(sweep, f"ladders-{stem}", f"Ladders over training examples, {key}"))
        sections.append(depth_section(sweep, stem, f"Depth over {key}"))
    for key, sweep in sweeps.ends.items():
        stem = key.removeprefix("upper_")
        title = f"Δ from no example to {PRINTED['network-examples']:,}, {key}"
        sections.append(ladder_section(sweep, f"ends-ladders-{stem}", title))
        sections.append(depth_section(sweep, f"ends-{stem}", f"{title}: depth"))
    if sweeps.sizes is not None:
        sections.append(ladder_section(sweeps.sizes, "ladders-size", f"Ladders over hidden nodes, {THRESHOLD}"))
        sections.append(depth_section(sweeps.sizes, "size", f"Depth over {THRESHOLD}, by hidden nodes"))
    return sections
