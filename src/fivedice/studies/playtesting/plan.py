"""Study 004, sizes of the measurements: the study's own, except repeats and games, which it does not print."""

from dataclasses import dataclass

from fivedice.comparison import published
from fivedice.playtest.ladder import Ladder
from fivedice.playtest.vary import Vary

STUDY, OFFICIAL = "playtesting", "yahtzee"
THRESHOLD, BONUS = "upper_threshold", "upper_bonus"
PRINTED = {name: int(value) for name, value in published.figures(STUDY).items() if float(value).is_integer()}
"""The printed whole numbers."""
LARGE = (PRINTED["network-hidden-1"], PRINTED["network-hidden-2"])
SMALL = (PRINTED["ladder-hidden-1"], PRINTED["ladder-hidden-2"])

THRESHOLDS = (1, 21, 35, 42, 49, 56, 63, 70, 77, 84)
BONUSES = (0, 15, 35, 55, 75, 100)
SOME = (1, 42, 63, 84)
"""Thresholds of the slowest measurements."""


@dataclass(frozen=True)
class Plan:
    """The measurements and their sizes; a quick run leaves out those that are None or empty.

    examples, sizes : ladders of Figure 2
    ends            : from no example to the most, for Δ of Figure 3
    learner         : reinforcement learning with more and more passes
    wins            : levels of the ladder of win rates;  climb : a short ladder for the hill climber
    """

    thresholds: tuple[int, ...]
    bonuses: tuple[int, ...]
    examples: Ladder
    ends_thresholds: tuple[int, ...] = ()
    ends_bonuses: tuple[int, ...] = ()
    ends: Ladder | None = None
    sizes: Ladder | None = None
    learner: Ladder | None = None
    wins: Ladder | None = None
    climb: Ladder | None = None
    evaluations: int = 0
    network_examples: int = 0
    network_epochs: int = 0
    network_games: int = 0
    repeats: int = 0


FULL = Plan(
    THRESHOLDS,
    BONUSES,
    Ladder("examples", (0, 100, 300, 1_000, 3_000, 10_000, 30_000), repeats=3, hidden=SMALL, epochs=50, games=1_000),
    ends_thresholds=(1, 35, 49, 56, 63, 70, 84),
    ends_bonuses=(0, 35, 75, 100),
    ends=Ladder("examples", (0, PRINTED["network-examples"]), repeats=3, hidden=LARGE, epochs=20, games=1_000),
    sizes=Ladder("size", (3, 6, 15, 45, 150), repeats=3, examples=PRINTED["size-examples"], epochs=30, games=1_000),
    learner=Ladder("passes", (0, 1, 2), repeats=1, hidden=(8, 8)),
    wins=Ladder("examples", (0, 300, 3_000, 10_000), repeats=3, hidden=SMALL, games=2_000),
    climb=Ladder("examples", (0, 300, 3_000), repeats=2, hidden=SMALL, epochs=50, games=500),
    evaluations=12,
    network_examples=PRINTED["network-examples"],
    network_epochs=100,
    network_games=4_000,
    repeats=3,
)
QUICK = Plan((1, 63, 84), (), Ladder("examples", (0, 300, 3_000), repeats=3, hidden=SMALL, epochs=40, games=200))
BASELINE = "greedy"
"""The opponent of networks for their win rate."""
CLIMBED = (
    Vary(THRESHOLD, (49, 56, 63, 70, 77)), Vary(BONUS, (15, 25, 35, 45, 55)), Vary("yahtzee_bonus", (0, 50, 100, 150)),
    Vary("full_house", (15, 20, 25, 30, 35)), Vary("small_straight", (20, 25, 30, 35, 40)),
    Vary("large_straight", (30, 35, 40, 45, 50)), Vary("yahtzee", (30, 40, 50, 60, 70)),
)  # fmt: skip
"""All scoring parameters of the game, and the steps that the climber may take."""
