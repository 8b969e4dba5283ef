"""The report of study 002, on its own dice: 10,000 games with seed 290.

The dice and every total are the study's own, so its figures are met exactly or they are wrong. What it infers from them
is set beside what follows from them.
"""

import numpy as np
from numpy.typing import NDArray

from fivedice.comparison.match import PER_GAMES
from fivedice.evaluation.distribution import Distribution
from fivedice.progress import Stages
from fivedice.reports import Report
from fivedice.rules import variant
from fivedice.simulation.games import play
from fivedice.simulation.streams import Study002
from fivedice.statistics.intervals import t_quantile
from fivedice.studies.measured import evaluated, measure, tabulated
from fivedice.studies.schedule import Schedule
from fivedice.studies.simulation.figures import (
    BATCHES,
    PRINTED,
    STRATEGIES,
    Drawn,
    output,
    output_numbers,
    select,
    tested_dice,
)  # fmt: skip
from fivedice.studies.simulation.sections import sections, summary

TITLE = "Study 002: Yahtzee Strategy Analysis (Wissner)"
YAHTZEE = variant("yahtzee")


def study(quick: bool, progress: Stages) -> Report:
    """Every figure of the study beside ours; `quick` simulates the means that are otherwise evaluated exactly."""
    games = int(PRINTED["games"])
    stages = Schedule(progress, 4.0 + (3.0 if quick else 5.0) * len(STRATEGIES))
    scores: dict[str, NDArray[np.int64]] = {}
    expected: dict[str, tuple[Distribution, bool, float]] = {}
    with stages.stage("Drawing the study's dice"):
        (dice,) = Study002(int(PRINTED["seed"])).blocks(YAHTZEE, games, games)
        stream = Drawn(dice)
    for name in STRATEGIES:
        if quick:
            sample = measure(name, YAHTZEE, stages, games=PER_GAMES, exact=False)
            policy, expected[name] = sample.policy, (sample.score, False, sample.standard_error)
        else:
            policy = tabulated(name, YAHTZEE, stages)
            expected[name] = (evaluated(name, policy, stages).score, True, 0.0)
        with stages.stage(f"The study's games of {name}"):
            (block,) = play(policy, stream, games)
        scores[name] = block.scores
    with stages.stage("Testing the dice"):
        inputs = tested_dice(dice.ravel())
    with stages.stage("Intervals"):
        outputs = {name: output(scores[name], *expected[name]) for name in STRATEGIES}
    with stages.stage("Selecting the best"):
        selected = select(scores)
    numbers: dict[str, object] = {
        "study": "002", "quick": quick, "seed": int(PRINTED["seed"]), "games": games,
        "dice": {
            "counts": list(inputs.counts), "chi_square": inputs.chi_square.statistic,
            "chi_square_p": inputs.chi_square.p,
            "runs_p_about_mean": inputs.runs_mean.p, "runs_p_about_median": inputs.runs_median.p,
        },
        "strategies": {name: output_numbers(name, one) for name, one in outputs.items()},
        "t": t_quantile(0.95, BATCHES - 1),
        "selection": {
            "published_size": int(PRINTED["selection_games"]), "size": selected.size,
            "p_correct": selected.correct_at_size, "p_correct_at_published_size": selected.correct_at_printed,
            "wins": dict(selected.first), "wins_in_published_size": dict(selected.first_printed),
            "published_wins": dict(selected.printed), "p_random_sample": selected.fit.p,
        },
    }  # fmt: skip
    return Report(TITLE, summary(inputs, outputs, selected), sections(inputs, outputs, selected), numbers)
