"""The report of study 004: networks, ladders, depth metrics.

Optima are exact. Networks are trained here; the study does not print how it trained its own, so means of networks may
be greater than printed, and the shapes of curves are what is compared. Finished parts are kept in the cache folder: a
second run only reads them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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
from fivedice.studies.playtesting import depth, exact
from fivedice.studies.schedule import Schedule

TITLE = "Study 004: Automatic playtesting for Yahtzee"
THRESHOLD, BONUS = "upper_threshold", "upper_bonus"


@dataclass(frozen=True)
class Plan:
    """How much is measured; the study's own numbers are in `full`, but for repeats, which it does not print."""

    thresholds: tuple[int, ...]
    bonuses: tuple[int, ...]
    sizes_at: tuple[int, ...]
    examples: Ladder
    sizes: Ladder
    network_examples: int
    network_games: int
    repeats: int


FULL = Plan(
    thresholds=(1, 21, 35, 42, 49, 56, 63, 70, 77, 84),
    bonuses=(0, 15, 35, 55, 75, 100),
    sizes_at=(1, 42, 63, 84),
    examples=Ladder("examples", (0, 100, 300, 1_000, 3_000, 10_000, 30_000), repeats=4, games=1_000),
    sizes=Ladder("size", (3, 6, 15, 45, 150), repeats=3, examples=20_000, games=1_000),
    network_examples=100_000,
    network_games=10_000,
    repeats=3,
)
QUICK = Plan(
    thresholds=(1, 63, 84),
    bonuses=(),
    sizes_at=(),
    examples=Ladder("examples", (0, 300, 3_000), repeats=3, epochs=40, games=200),
    sizes=Ladder("size", (3, 150), repeats=1, examples=3_000, games=300),
    network_examples=3_000,
    network_games=300,
    repeats=2,
)
FULL_SECONDS = {"network": 240.0, THRESHOLD: 700.0, BONUS: 400.0, "sizes": 200.0}


def study(quick: bool, progress: Stages) -> Report:
    """Networks, ladders and depth metrics beside what the study says; `quick` measures three thresholds only."""
    plan, rules = QUICK if quick else FULL, variant(exact.OFFICIAL)
    weights = {key: weight for key, weight in FULL_SECONDS.items() if not quick or key in ("network", THRESHOLD)}
    stages = Schedule(progress, sum(weights.values()))

    def run_at(name: str, key: str, job: Any) -> Any:
        with stages.stage(name, weights[key]) as shown:

            def run(parts: Sequence[Part]) -> list[Any]:
                return run_parts(parts, folder=parts_folder(), progress=shown)

            return job(run)

    def sweep(key: str, values: tuple[int, ...], ladder: Ladder) -> Any:
        return lambda run: run_sweep(rules, [Vary(key, values)], ladder, run, details=False)

    means = run_at("Training networks", "network", lambda run: networks(plan, run))
    sweeps: dict[str, Sweep] = {
        THRESHOLD: run_at("Thresholds", THRESHOLD, sweep(THRESHOLD, plan.thresholds, plan.examples))
    }
    sizes: Sweep | None = None
    if not quick:
        sweeps[BONUS] = run_at("Bonus values", BONUS, sweep(BONUS, plan.bonuses, plan.examples))
        sizes = run_at("Sizes of networks", "sizes", sweep(THRESHOLD, plan.sizes_at, plan.sizes))
    learned = depth.network_claims(means, plan.network_examples, sweeps[THRESHOLD])
    sections = [
        exact.section(sweeps),
        depth.network_section(means, plan.network_examples, plan.network_games, learned),
        depth.verdict_section(depth.depth_claims(sweeps, sizes)),
        *_sweep_sections(sweeps, sizes),
    ]
    summary = [depth.peak_sentence(key, sweep) for key, sweep in sweeps.items()]
    return Report(TITLE, summary, sections, {
        "study": "004", "quick": quick, "networks": means,
        "sweeps": {key: sweep.numbers() for key, sweep in sweeps.items()},
        "sizes": None if sizes is None else sizes.numbers(),
    })  # fmt: skip


def networks(plan: Plan, run: RunParts) -> dict[str, list[float]]:
    """Means of networks of 100 and 200 nodes for the official game by recipe, a repeat each."""
    rules = format_rules(variant(exact.OFFICIAL))
    recipes = ("soft", "study") if plan is FULL else ("soft",)
    jobs = [
        Part.of(
            network_mean, plan.network_examples // 500, rules=rules, examples=plan.network_examples, hidden=[100, 200],
            recipe=recipe, epochs=None, games=plan.network_games, seed=1 + repeat,
        )
        for recipe in recipes
        for repeat in range(plan.repeats)
    ]  # fmt: skip
    results = iter(run(jobs))
    return {recipe: [next(results)["mean"] for _ in range(plan.repeats)] for recipe in recipes}


def _sweep_sections(sweeps: dict[str, Sweep], sizes: Sweep | None) -> list[Section]:
    sections = []
    for key, sweep in sweeps.items():
        stem = key.removeprefix("upper_")
        sections.append(ladder_section(sweep, f"ladders-{stem}", f"Ladders over training examples, {key}"))
        sections.append(depth_section(sweep, stem, f"Depth over {key}"))
    if sizes is not None:
        sections.append(ladder_section(sizes, "ladders-size", f"Ladders over hidden nodes, {THRESHOLD}"))
        sections.append(depth_section(sizes, "size", f"Depth over {THRESHOLD}, by hidden nodes"))
    return [*sections, Section("How it was measured", DEFINITIONS)]
