"""The report of study 002, on its own dice: 10,000 games with seed 290.

The dice and every total are the study's own, so its figures are met exactly or they are wrong. What it infers from them
is set beside what follows from them.
"""

from collections.abc import Mapping

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
from fivedice.studies.simulation.dice import DiceTests, Drawn
from fivedice.studies.simulation.printed import BATCHES, PRINTED, STRATEGIES, title
from fivedice.studies.simulation.scores import Output
from fivedice.studies.simulation.scores import sections as score_sections
from fivedice.studies.simulation.selection import Selected, select

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
        inputs = DiceTests.of(dice.ravel())
    with stages.stage("Intervals"):
        outputs = {name: Output.of(name, scores[name], *expected[name]) for name in STRATEGIES}
    with stages.stage("Selecting the best"):
        selected = select(scores)
    numbers: dict[str, object] = {
        "study": "002", "quick": quick, "seed": int(PRINTED["seed"]), "games": games, "dice": inputs.numbers(),
        "strategies": {name: one.numbers() for name, one in outputs.items()},
        "t": t_quantile(0.95, BATCHES - 1), "selection": selected.numbers(),
    }  # fmt: skip
    sections = [inputs.section(), *score_sections(outputs), selected.section()]
    return Report(TITLE, _summary(inputs, outputs, selected), sections, numbers)


def _summary(inputs: DiceTests, outputs: Mapping[str, Output], selected: Selected) -> list[str]:
    widths = ", ".join(f"{one.half_width:.3f}" for one in outputs.values())
    margins = {name: float(STRATEGIES[name]["margin"]) for name in outputs}
    times = [margin / outputs[name].half_width for name, margin in margins.items()]
    best = max(selected.every, key=lambda name: selected.every[name])
    return [
        "The dice and all means are the study's own, die for die.",
        f"The printed margins ({min(margins.values())} to {max(margins.values())}) are {min(times):.0f} to "
        f"{max(times):.0f} times too wide: the 95 % half-widths are {widths}.",
        "The study reads its chi-square test backwards: it takes unfair dice as the null hypothesis and rejects that.",
        f"The exact sample size for the selection is {selected.size}, not {int(PRINTED['selection-games'])}; the wins "
        f"printed for it are not those of the first games, but {title(best)} is the best by far in any sample.",
        f"The runs test printed ({PRINTED['runs-p']}) is that about the median ({inputs.runs_median.p:.4f}), not about "
        f"the mean ({inputs.runs_mean.p:.5f}).",
    ]
