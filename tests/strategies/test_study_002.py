"""The players of study 002 on its own dice: every total that the study's program gave, die for die."""

from functools import cache

import numpy as np
import pytest

from fivedice.comparison import published
from fivedice.rules import variant
from fivedice.simulation.games import Games, play
from fivedice.simulation.streams import Study002
from fivedice.strategies.policy import table_of
from fivedice.strategies.study_002 import STRATEGIES

YAHTZEE = variant("yahtzee")
PLAYERS = {one.name: one for one in STRATEGIES}
SEED, GAMES = 290, 10_000

PUBLISHED = [
    # player, sum of 10,000 totals, mean as the study prints it
    ("one-roll", 1_082_041, 108.2),
    ("yahtzee-focus-high", 1_850_598, 185.1),
    ("yahtzee-focus-low", 1_668_809, 166.9),
    ("upper-focus-high", 2_082_284, 208.2),
    ("upper-focus-low", 2_055_526, 205.6),
    ("dice-driven", 2_351_541, 235.2),
]


@cache
def games(name: str) -> Games:
    """The study's 10,000 games of a player."""
    (block,) = play(table_of(PLAYERS[name], YAHTZEE), Study002(SEED), GAMES, record=True)
    return block


@pytest.mark.parametrize(("name", "total", "mean"), PUBLISHED, ids=list(PLAYERS))
def test_totals_of_all_games_add_up_to_those_of_the_study(name: str, total: int, mean: float) -> None:
    scores = games(name).scores
    assert (len(scores), scores.sum()) == (GAMES, total)
    assert round(scores.mean(), 1) == mean


@pytest.mark.parametrize("name", PLAYERS)
def test_first_500_games_are_those_of_the_study(name: str) -> None:
    printed = [int(row[name.replace("-", "_")]) for row in published.rows("simulation", "first_500")]
    assert len(printed) == 500
    assert games(name).scores[:500].tolist() == printed


def test_dice_are_those_of_the_study_whatever_the_player_does() -> None:
    dice = games("one-roll").dice
    assert dice[0, 0].tolist() == [5, 3, 4, 5, 1, 2, 2, 1, 5, 4, 1, 1, 1, 6, 6]
    assert dice[0, 1].tolist() == [5, 4, 3, 4, 1, 3, 2, 4, 3, 2, 5, 5, 5, 6, 4]
    assert np.bincount(dice.ravel()).tolist() == [0, 325138, 324698, 325712, 324954, 325026, 324472]
    assert np.array_equal(dice, games("dice-driven").dice)


def test_dice_driven_opens_as_in_the_study_with_three_fives() -> None:
    opening = games("dice-driven")
    assert opening.shown is not None
    assert opening.held is not None
    assert opening.shown[0, 0].tolist() == [[5, 3, 4, 5, 1], [5, 2, 2, 5, 1], [5, 5, 4, 5, 1]]
    assert opening.held[0, 0].tolist() == [0b01001, 0b01001]
    assert YAHTZEE.categories[opening.boxes[0, 0]].name == "fives"
    assert opening.points[0, 0] == 15


def test_dice_driven_holds_nothing_in_833_rolls() -> None:
    held = games("dice-driven").held
    assert held is not None
    assert np.count_nonzero(held == 0) == 833
