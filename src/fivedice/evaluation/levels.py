"""Levels of play: a few robots for people to choose from, from a beginner to the perfect player.

A level aims at a share of the mean of optimal play. For Yahtzee these are means of about 150, 190, 220, 240 and 254.6.
Of the strategies that have a line for people, the one whose mean is nearest plays it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fivedice.rules import Rules

PERFECT, BY_COLUMNS = "optimal", "by-columns"

LEVELS = {"Beginner": 0.59, "Casual": 0.75, "Regular": 0.865, "Expert": 0.94, "Perfect": 1.0}
"""Each level by its name, with its share of the optimal mean."""
FIRST = next(iter(LEVELS))
NEAR = 0.08
"""A level other than the first is left out where no mean is as near as this share of the optimal one."""

LINES = {
    PERFECT: "Decides every time for what scores most on average. No player does better.",
    BY_COLUMNS: "Plays each column of its card for itself, and each of them perfectly.",
    "meta-optimal": "Has ten plans and always follows the best of them.",
    "dice-driven": "Goes where the dice point: straights, full houses, the face that it needs most.",
    "greedy": "Takes what this turn pays and never thinks of the next one.",
    "robot-4.13": "Holds what its card can use and completes its straights.",
    "scorecard-based": "Looks for the row of the card that promises most.",
    "upper-focus-high": "Fills the upper section first, high numbers before low ones.",
    "dice-based": "Holds what it has most of, then hopes for straights and sixes.",
    "robot-4.08": "Collects equal dice, but takes a straight or a full house when it sees one.",
    "yahtzees-only": "Collects equal dice in every turn and dreams of five.",
    "robot-4.07": "Collects equal dice and overlooks small straights.",
    "forced-scoring": "Fills its card from top to bottom, whatever the dice show.",
    "one-roll": "Takes the first roll as it comes.",
    "random": "Keeps dice and fills boxes at random.",
}
"""How strategies play, for people."""


@dataclass(frozen=True)
class Level:
    """A robot to play against: the name of its level, its strategy, its mean and a line on how it plays."""

    name: str
    strategy: str
    mean: float | None
    line: str

    def as_json(self) -> dict[str, Any]:
        """Plain values; `name` is how the level is asked for, `title` what people read."""
        return {**vars(self), "title": self.name}


def levels(rules: Rules, figures: Mapping[str, Mapping[str, Any]]) -> list[Level]:
    """The levels for rules, by the figures of strategies (`strengths.shipped_strengths`), the weakest first.

    Without figures they are strategies that play any rules, whose means are then not known. A card with several columns
    has too many states for the perfect player.
    """
    means = {name: figures[name]["mean"] for name in LINES if figures.get(name, {}).get("mean") is not None}
    if not means:
        best = ("Expert", BY_COLUMNS) if rules.columns else ("Perfect", PERFECT)
        return [Level(name, one, None, LINES[one]) for name, one in ((FIRST, "random"), ("Regular", "greedy"), best)]
    top, found = means.get(PERFECT) or max(means.values()), list[Level]()
    for name, share in reversed(LEVELS.items()):
        if name == "Perfect" and PERFECT not in means:
            continue
        free = [one for one in means if one not in {level.strategy for level in found}]
        nearest = min(free, key=lambda one: abs(means[one] - share * top), default=None)
        if nearest and (name == FIRST or abs(means[nearest] - share * top) <= NEAR * top):
            found.append(Level(name, nearest, means[nearest], LINES[nearest]))
    return found[::-1]
