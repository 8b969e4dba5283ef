"""The 300 trials of study 000 (Jendeberg, Wikstén 2015), and what their circumstances can explain."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from fivedice.comparison import published
from fivedice.comparison.trials import Sample, Stated, Trials
from fivedice.progress import Shown, progress_bar
from fivedice.rules import Rules, variant
from fivedice.simulation.games import play
from fivedice.simulation.streams import Block
from fivedice.statistics.intervals import Interval, t_interval
from fivedice.strategies.policy import policy_for
from fivedice.strategies.strategy import Strategy

RULES = variant("yatzy")
"""The rules of the thesis: Scandinavian (section 2.1)."""

PRINTED = published.figures("kth")
STATED = Stated(
    int(PRINTED["people-games"]),
    PRINTED["people-mean"],
    PRINTED["people-median"],
    int(PRINTED["people-least"]),
    int(PRINTED["people-greatest"]),
)
REAL_DICE = tuple(int(PRINTED[f"real-{face}"]) for face in ("ones", "twos", "threes", "fours", "fives", "sixes"))
"""How often each face came in test throws of the dice that people played with."""

HIGH = 320
"""From this score on, people have far more games than optimal play expects: the last two ranges of appendix B."""

STRATEGIES = ("optimal", "scorecard-based", "dice-based", "forced-scoring")
"""The players of the thesis."""


def published_trials() -> Trials:
    """The ranges of appendix B with the figures that section 4.2.2 states."""
    return Trials(Sample("people of study 000", published.histogram("human").cells, STATED))


def other_counts(sample: Sample) -> tuple[int, int]:
    """Numbers of games that the thesis gives elsewhere: in its discussion, and as the sum of its ranges."""
    return int(PRINTED["people-games-discussed"]), sample.counted


def real_mean() -> float:
    """Mean of the test throws, by their counts; the thesis divides by a number of dice that is not theirs."""
    return sum(face * count for face, count in enumerate(REAL_DICE, 1)) / sum(REAL_DICE)


def caveats(sample: Sample) -> list[str]:
    """Caveats of these trials; the first is about the number of games, the last about the dice."""
    discussed, listed = other_counts(sample)
    fair = (len(REAL_DICE) + 1) / 2
    return [
        f"The ranges of appendix B hold {listed} games, the text says {sample.games}, and its discussion {discussed}.",
        f"The {PRINTED['people']} players were students, familiar with the game since childhood, three of them "
        "related; who played how many games is not said, and games of one person are not independent evidence about "
        "people.",
        "They played together, not alone, though told to look at their own score only; how scores were written down "
        "and checked, and whether any game was left out, is not said.",
        f"The test throws of their dice are printed as {', '.join(map(str, REAL_DICE))}: that is {sum(REAL_DICE)} "
        f"throws of mean {real_mean():.2f}, not {PRINTED['real-dice']} of mean {PRINTED['real-mean']}, where fair dice "
        f"have {fair:g}.",
    ]


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


def on_real_dice(strategy: Strategy, games: int = 100_000, *, seed: int = 1, progress: Shown = False) -> OnRealDice:
    """What a strategy scores if the real dice were exactly as uneven as their test throws, simulated."""
    policy, scores = policy_for(strategy, RULES), []
    with progress_bar(f"Playing {strategy.name} on uneven dice", progress) as shown:
        for block in play(policy, UnevenDice(REAL_DICE, seed), games, block=50_000):
            scores.append(block.scores)
            shown(block.first + len(block.boxes), games)
    together = np.concatenate(scores)
    return OnRealDice(t_interval(together), float(np.mean(together >= HIGH)))
