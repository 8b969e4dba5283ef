"""Study 003, section Problems: learning rates that are too large or too small, tried on six boxes.

The rate of epoch e is decayᵉ. A decay of 1 keeps it at 1, where each sweep overwrites the last one; a decay that is too
fast ends learning before values of the end of the game reach its start.
"""

from collections.abc import Mapping

from fivedice.arrays import Floats
from fivedice.charts import curve
from fivedice.learning.qtable import DECAY, EPOCHS, train_q
from fivedice.reports import Plot, Section
from fivedice.rules import Rules
from fivedice.strategies.trained_q import NO_STATE, state_numbers
from fivedice.studies.claims import Claims
from fivedice.studies.qlearning.training import Gap, Training, share_arrived
from fivedice.studies.schedule import Schedule

CONSTANT, FAST = 1.0, 0.9
SETTLED = 0.5
"""A gap converges if it ends below this share of its size after half of the epochs."""
TIMES = 3.0
"""A gap of more than this many times that of the recipe counts as not converged."""

Gaps = Mapping[float, list[Gap]]
"""Gaps after each epoch, by decay."""


def tried(one: Training, stages: Schedule) -> Gaps:
    """The gaps of a training by the recipe, and of two with other decays."""
    exact = one.solution.values[state_numbers(one.rules) != NO_STATE]
    return {DECAY: one.gaps, **{decay: _gaps(one.rules, decay, exact, stages) for decay in (CONSTANT, FAST)}}


def _gaps(rules: Rules, decay: float, exact: Floats, stages: Schedule) -> list[Gap]:
    found: list[Gap] = []
    with stages.stage(f"Sweeping with a decay of {decay:g}", 2.0) as progress:
        train_q(rules, decay=decay, progress=progress, on_epoch=lambda table: found.append(Gap.of(table, exact)))
    return found


def judge(claims: Claims, gaps: Gaps, game: Rules) -> None:
    """Whether a constant rate of 1 converges, and whether a fast decay arrives."""
    recipe, constant, fast = (gaps[decay][-1].mean for decay in (DECAY, CONSTANT, FAST))
    half = gaps[CONSTANT][EPOCHS // 2 - 1].mean
    claims.judge(
        "rate-too-large", f"mean gap {constant:.2f}", constant > SETTLED * half and constant > TIMES * recipe,
        f"{game.name}, a rate of 1 throughout: {half:.2f} after {EPOCHS // 2} epochs; by the recipe {recipe:.2f} at "
        "the end",
    )  # fmt: skip
    steps = 2 * game.rolls * game.turns
    claims.judge(
        "rate-too-small", f"mean gap {fast:.2f}", fast > TIMES * recipe,
        f"{game.name}, a decay of {FAST:g}: {share_arrived(steps, EPOCHS, FAST):.0e} of the values at the end has "
        f"reached the start after {EPOCHS} epochs",
    )  # fmt: skip


def section(claims: Claims, gaps: Gaps, game: Rules) -> Section:
    """The gap by epoch for each decay."""
    chart = curve(
        {f"decay {decay:g}": ([gap.epoch for gap in some], [gap.mean for gap in some]) for decay, some in gaps.items()},
        title=f"Mean gap to the exact values: {game.name}", subtitle="By the factor of the learning rate",
        x_title="Epoch", y_title="Points", percent=False,
    )  # fmt: skip
    tried = f"a rate of {CONSTANT:g} in every epoch, and one that is {FAST:g} times the last"
    verdicts = claims.table("rates-verdicts", "Learning rates: verdicts", ["rate-*"])
    plot = Plot("rates", "Learning rates", chart)
    return Section("Learning rates", [f"Two other rates, on {game.name}: {tried}."], [verdicts, plot])
