"""`fd.ladder`, `fd.sweep` and `fd.design`: measure rules by players with growing resources."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import prod
from os import PathLike
from pathlib import Path
from typing import Any, TypedDict, TypeVar, Unpack

from fivedice.api.read import RulesLike, read_rules, read_sizes
from fivedice.errors import PlaytestError
from fivedice.playtest import parts
from fivedice.playtest.design import Design, objective_named, run_design
from fivedice.playtest.ladder import OPTIONS, Ladder
from fivedice.playtest.metrics import DELTA
from fivedice.playtest.parts import Part, RunParts
from fivedice.playtest.sweep import Sweep, run_sweep
from fivedice.playtest.vary import VaryLike, read_varies
from fivedice.progress import Shown, progress_bar
from fivedice.solver.cache import parts_folder

PARTS, REPORT = "parts", "report"
"""Folders of a playtest: finished parts, and the report."""
MEASURED = ("repeats", "games", "examples", "recipe", "epochs", "hidden")
"""Options that only some ladders have."""
Found = TypeVar("Found", Sweep, Design)


class Options(TypedDict, total=False):
    """Options shared by `fd.ladder`, `fd.sweep` and `fd.design`.

    ladder    : what grows: "examples" (of optimal play), "size" (hidden nodes), "passes" or "strategies"
    levels    : of the ladder, such as (0, 100, 1000), "0,100,1000" or names of strategies
    repeats   : of each measurement, each with its own seed, by default 3;  seed : of the first, by default 1
    games     : to measure each network, by default 2000
    hidden    : sizes of the hidden layers, unless the ladder varies them
    examples  : for the ladder over sizes, by default 20,000
    recipe    : how networks are trained, "soft" or "study";  epochs : passes over the examples
    delta     : smallest gain that the depth d counts as a step, by default 0.02
    out       : folder for finished parts and the report; by default parts are kept in the cache folder
    scheduler : address of a Dask scheduler, to run on many machines;  workers : processes, by default one per core
    """

    ladder: str
    levels: str | Sequence[int | str]
    repeats: int | None
    games: int | None
    hidden: str | Sequence[int] | None
    examples: int | None
    recipe: str | None
    epochs: int | None
    seed: int
    delta: float
    out: PathLike[str] | str | None
    scheduler: str | None
    workers: int | None
    progress: Shown


def ladder(rules: RulesLike = None, **options: Unpack[Options]) -> Sweep:
    """Measure the ladder of one variant: mean scores against resources, Δ and d; options: `api.playtest.Options`."""
    return _sweep(rules, None, False, options)


def sweep(rules: RulesLike = None, *, vary: VaryLike, details: bool = True, **options: Unpack[Options]) -> Sweep:
    """Measure a ladder for every combination of some rule parameters, and how deep each variant is.

    `vary` is "upper_threshold=1:84:7", several of these, or {"upper_threshold": range(1, 85, 7)}. `details` adds what
    the optimal strategy does in each variant. Finished parts are kept: after Ctrl-C the same call resumes there.
    The other options: `api.playtest.Options`.
    """
    return _sweep(rules, vary, details, options)


def design(
    rules: RulesLike = None,
    *,
    vary: VaryLike,
    objective: str = "A",
    evaluations: int = 30,
    **options: Unpack[Options],
) -> Design:
    """Search for the deepest rules: stochastic hill climbing over parameters, within a budget of variants.

    `objective` is "A", "Δ" (or "delta"), "d" or "skill". The other options: `api.playtest.Options`.
    """
    game, goal = read_rules(rules), objective_named(objective)
    varies, climbed = read_varies(vary, game), _ladder(options)
    # The last two rounds measure the best and the start again.
    rounds = min(evaluations, prod(len(one.values) for one in varies)) + 2
    with _runner(options, f"Designing for {goal}", rounds) as (run, place):
        found = run_design(
            game, varies, goal, climbed, run,
            evaluations=evaluations, seed=climbed.seed, delta=options.get("delta", DELTA), place=place,
        )  # fmt: skip
    return _reported(found, options)


def _sweep(rules: RulesLike, vary: VaryLike | None, details: bool, options: Options) -> Sweep:
    game = read_rules(rules)
    varies, climbed = () if vary is None else read_varies(vary, game), _ladder(options)
    with _runner(options) as (run, place):
        found = run_sweep(game, varies, climbed, run, details=details, delta=options.get("delta", DELTA), place=place)
    return _reported(found, options)


def _ladder(options: Options) -> Ladder:
    """The ladder that the options describe; options that it does not have are refused."""
    kind, levels, hidden = options.get("ladder", "examples"), options.get("levels", ()), options.get("hidden")
    names = [one.strip() for one in levels.split(",") if one.strip()] if isinstance(levels, str) else levels
    given: dict[str, Any] = {**options, "hidden": None if hidden is None else read_sizes(hidden)}
    chosen = {name: given[name] for name in MEASURED if given.get(name) is not None}
    found = Ladder(kind, tuple(names), seed=options.get("seed", 1), **chosen)
    for name in chosen:
        if name not in OPTIONS[kind] or not found.has_chance:
            raise PlaytestError(f"{name} means nothing for this ladder of {kind}; leave it out.")
    return found


@contextmanager
def _runner(options: Options, doing: str = "Playtesting", rounds: int = 1) -> Iterator[tuple[RunParts, Path | None]]:
    """The function that runs parts and stores them, and the folder of the report or None.

    Each call is one of several rounds that share a progress bar; Ctrl-C prints how many parts are kept.
    """
    out = options.get("out")
    folder, place = (parts_folder(), None) if out is None else (Path(out) / PARTS, Path(out) / REPORT)
    if place:
        from fivedice.reports.write import check_free

        check_free(place)
    done = 0
    with progress_bar(doing, options.get("progress")) as shown:

        def run(some: Sequence[Part]) -> list[Any]:
            nonlocal done

            def update(finished: int, of: int) -> None:
                shown(min(1000 * done + 1000 * finished // max(of, 1), 1000 * rounds), 1000 * rounds)

            scheduler, workers = options.get("scheduler"), options.get("workers")
            found = parts.run_parts(some, folder=folder, scheduler=scheduler, workers=workers, progress=update)
            done += 1
            return found

        try:
            yield run, place
        except KeyboardInterrupt:
            count = parts.kept_parts(folder)
            kept = "1 finished part is" if count == 1 else f"{count} finished parts are"
            print(f"fivedice: {kept} kept in {folder}; the same command goes on from there.", file=sys.stderr)
            raise


def _reported(found: Found, options: Options) -> Found:
    """Write the report if there is a folder for it, and return the result; a callback gets no progress of this."""
    if found.place:
        found.report(found.place, None if options.get("progress") is None else False)
    return found
