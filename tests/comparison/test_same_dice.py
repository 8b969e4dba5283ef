"""Decisions side by side: equal dice, and regrets as the coach gives them."""

from itertools import pairwise

import numpy as np
import pytest

import fivedice as fd
from fivedice.coach.advice import advise
from fivedice.comparison.same_dice import SameDice
from fivedice.rules import Card
from fivedice.simulation.streams import Counter, Study002
from fivedice.solver import Solution

NAMES = ("optimal", "dice-driven", "robot-4.08")


@pytest.fixture(scope="module")
def found() -> SameDice:
    return fd.same_dice(*NAMES, games=3, dice=Counter(11))


def test_a_die_shows_the_same_face_to_everybody_who_throws_it(found: SameDice) -> None:
    for game in range(found.games):
        for turn in range(found.rules.turns):
            aside = found.throws(game, turn)
            for player in found.players:
                choices = player.turn(game, turn).choices
                assert choices[0].dice == aside[0]
                for throw, (before, after) in enumerate(pairwise(choices), 1):
                    assert before.kept is not None
                    kept = list(before.kept)
                    for position, face in enumerate(after.dice):
                        if before.dice[position] in kept:
                            kept.remove(before.dice[position])
                            assert face == before.dice[position]
                        else:
                            assert face == aside[throw][position]


def test_regrets_and_expectations_are_those_of_the_coach(found: SameDice, yahtzee_solution: Solution) -> None:
    for player in found.players:
        card = Card.empty(found.rules)
        for turn in range(found.rules.turns):
            played = player.turn(0, turn)
            for throw, choice in enumerate(played.choices):
                roll = tuple(sorted(choice.dice))
                decision = played.category if choice.kept is None else tuple(sorted(choice.kept))
                advice = advise(yahtzee_solution, card, roll, found.rules.rolls - 1 - throw)
                (same,) = [one for one in advice if one.decision == decision]
                assert choice.regret == pytest.approx(same.regret, abs=1e-9)
                assert choice.expectation == pytest.approx(same.value, abs=1e-9)
            card = card.score(found.rules, tuple(sorted(played.choices[-1].dice)), played.category)
        assert card.total(found.rules) == player.games.scores[0]


def test_optimal_play_makes_no_mistakes_and_others_do(found: SameDice) -> None:
    optimal, *others = found.players
    assert (optimal.mistakes, optimal.regrets.tolist()) == (0, [0, 0, 0])
    for player in others:
        game, turn, throw = player.worst
        assert player.mistakes > 0
        assert player.turn(game, turn).choices[throw].regret == player.worth.regrets.max()


def test_score_is_optimum_minus_regret_plus_luck(found: SameDice) -> None:
    for player in found.players:
        np.testing.assert_allclose(player.games.scores, found.optimum - player.regrets + found.luck(player))


def test_there_is_a_row_for_every_decision(found: SameDice) -> None:
    rows = list(found.rows())
    assert len(rows) == sum(player.decisions for player in found.players)
    points = sum(row["points"] for row in rows if row["game"] == 1 and row["strategy"] == "optimal" and row["points"])  # type: ignore[misc]
    assert points == found.players[0].games.points[0].sum()


def test_dice_used_in_turn_are_said_to_be() -> None:
    found = fd.same_dice("one-roll", games=1, dice=Study002(290))
    assert found.about_dice.startswith("A thrown die takes the next of the dice set aside")
