"""The 300 trials of study 000 (Jendeberg, Wikstén 2015), and what their circumstances can explain."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

import numpy as np

from fivedice.comparison.match import Stage, quietly
from fivedice.comparison.trials import Sample, Stated, Trials
from fivedice.rules import Rules, variant
from fivedice.simulation.games import play
from fivedice.simulation.streams import Block
from fivedice.statistics.intervals import Interval, t_interval
from fivedice.strategies.policy import policy_for
from fivedice.strategies.strategy import Strategy

RULES = variant("yatzy")
"""What the thesis plays: Scandinavian rules (section 2.1)."""

STATED = Stated(300, 253.82, 253, 148, 333, "study 000, section 4.2.2")
REAL_DICE = (76, 84, 84, 91, 90, 85)
"""How often each face came in test throws of the dice that people played with (study 000, Table 4.5).

The table says that these are 500 throws, and the text that their mean is 3.64, which is 1820 / 500; they are 510.
"""

OTHER_COUNTS = (200, 301)
"""Numbers of games that the thesis gives elsewhere: section 5.5 says 200, and the ranges of appendix B hold 301."""

HIGH = 320
"""From here on people's games are far more than optimal play expects: the last two ranges of appendix B."""

STRATEGIES = ("optimal", "scorecard-based", "dice-based", "forced-scoring")
"""The players of the thesis."""

CAVEATS = (
    "The ranges of appendix B hold 301 games, the text says 300, and its discussion 200.",
    "Six students played, familiar with the game since childhood, three of them related; who played how many games is "
    "not said, and games of one person are not independent evidence about people.",
    "They played together, not alone, though told to look at their own score only; how scores were written down and "
    "checked, and whether any game was left out, is not said.",
    "The test throws of their dice are printed as 76, 84, 84, 91, 90, 85: that is 510 throws of mean 3.57, not 500 of "
    "mean 3.64, where fair dice have 3.5.",
)


def published_trials() -> Trials:
    """The ranges of appendix B with the figures that section 4.2.2 states."""
    with (files("fivedice") / "data" / "study_000_histograms.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["algorithm"] == "human"]
    cells = tuple((int(row["low"]), int(row["high"]), int(row["count"])) for row in rows)
    return Trials(Sample("people of study 000", cells, STATED))


@dataclass(frozen=True)
class UnevenDice:
    """Dice that show each face as often as it was counted; a stream like those of `simulation.streams`."""

    counts: tuple[int, ...]
    seed: int
    in_turn: bool = False

    def blocks(self, rules: Rules, games: int, size: int) -> Iterator[Block]:
        """Dice drawn one after the other."""
        generator = np.random.default_rng(self.seed)
        faces = np.repeat(np.arange(1, len(self.counts) + 1, dtype=np.uint8), self.counts)
        for begin in range(0, games, size):
            yield generator.choice(faces, (min(size, games - begin), rules.turns, rules.rolls * rules.dice))


@dataclass(frozen=True)
class OnRealDice:
    """A strategy's mean, and its share of games with HIGH points or more."""

    mean: Interval
    high: float


def on_real_dice(strategy: Strategy, games: int = 100_000, *, seed: int = 1, stage: Stage = quietly) -> OnRealDice:
    """What a strategy scores if the real dice were exactly as uneven as their test throws, simulated."""
    policy, scores = policy_for(strategy, RULES), []
    with stage(f"Playing {strategy.name} on uneven dice") as progress:
        for block in play(policy, UnevenDice(REAL_DICE, seed), games, block=50_000):
            scores.append(block.scores)
            progress(block.first + len(block.boxes), games)
    together = np.concatenate(scores)
    return OnRealDice(t_interval(together), float(np.mean(together >= HIGH)))
