import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.coach.advice import advise
from fivedice.coach.luck import luck
from fivedice.coach.review import GRADES, Review, grade
from fivedice.coach.review import review as review_played
from fivedice.rules import Category, variant
from fivedice.solver import Solution, solve
from fivedice.strategies.registry import strategy_named
from fivedice.table.decisions import decisions, played_game
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.record import decisions_csv
from fivedice.table.robot import robot_decision
from tests.command import python
from tests.generators import examples
from tests.tables import SEED, finished, played, table

YAHTZEE = variant("yahtzee")
OFF = {"full_house": "off", "four_of_a_kind": "off", "little_straight": "off", "big_straight": "off"}


def robots_play(game: Game) -> Game:
    """A game of robots to its end."""
    while (seat := game.mover) is not None:
        strategy = strategy_named(game.seats[seat].strategy or "")
        events = game.take(seat, robot_decision(strategy, game)) if game.throws else game.throw(seat)
        game = game.after(*events)
    return game


def review(game: Game, solution: Solution, *, win: bool = True) -> Review:
    """The review of a game at a table."""
    return review_played(played_game(game), solution, win=win)


def check(found: Review, game: Game) -> None:
    """The sum rule, and that no number is negative which cannot be."""
    for one, total in zip(found.seats, game.totals, strict=True):
        assert one.score == total
        assert one.start + one.luck - one.regret == pytest.approx(one.score, abs=1e-9)
        assert luck(one.start, one.score, one.regret) == pytest.approx(one.luck, abs=1e-9)
        assert all(each.taken.regret >= 0 for each in one.decisions)
        for told in (each.as_json(game.rules) for each in one.decisions):
            assert told["rerolls"] < game.rules.rolls + told["saved"]  # so that the laboratory can look at it


@examples(80)
@given(finished())
def test_a_score_is_its_start_value_and_luck_less_regret(game: Game) -> None:
    check(review(game, solve(game.rules, threads=1), win=False), game)


def test_the_sum_rule_holds_in_a_whole_game_of_yahtzee(yahtzee_solution: Solution) -> None:
    game = played(table(YAHTZEE, 3, physical=(1,)), 5)
    found = review(game, yahtzee_solution, win=False)
    check(found, game)
    assert all(one.start == yahtzee_solution.value for one in found.seats)


def test_numbers_are_those_of_the_library(yahtzee_solution: Solution) -> None:
    game = played(table(YAHTZEE, 1), 8)
    reviewed = review(game, yahtzee_solution).decisions
    made = list(decisions(game))
    assert [one.made for one in reviewed] == made
    for one in reviewed:
        advice = advise(yahtzee_solution, one.made.card, one.made.point.roll, one.made.point.rerolls)
        (taken,) = [each for each in advice if each.decision == one.made.decision]
        assert one.taken == taken
        assert (one.best.value, one.best.regret) == (advice[0].value, 0.0)


def test_the_optimal_robot_gives_nothing_away(yahtzee_solution: Solution) -> None:
    game = robots_play(Game.begin(YAHTZEE, [Seat("Best", "robot", "optimal"), Seat("Other", "robot", "random")]))
    best, other = review(game, yahtzee_solution, win=False).seats
    assert best.regret == pytest.approx(0, abs=1e-9)
    assert best.accuracy == 1
    assert other.regret > 10
    assert other.accuracy is not None
    assert other.accuracy < 0.9
    assert best.lessons == []


def test_decisions_are_graded_by_what_they_cost() -> None:
    assert [grade(cost) for cost in (0, 0.009, 0.01, 0.49, 0.5, 1.49, 1.5, 3.99, 4, 100)] == [
        "best", "best", "good", "good", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder",
    ]  # fmt: skip
    assert [limit for _, limit in GRADES] == sorted(limit for _, limit in GRADES)


def test_lessons_are_the_worst_decisions_and_can_be_tried_again(yahtzee_solution: Solution) -> None:
    found = review(played(table(YAHTZEE, 1), 2), yahtzee_solution)
    plain = json.loads(json.dumps(found.as_json()))
    (seat,) = plain["seats"]
    costs = [seat["decisions"][at]["regret"] for at in seat["lessons"]]
    assert len(costs) == 10
    assert costs == sorted((one["regret"] for one in seat["decisions"]), reverse=True)[:10]
    for at, one in enumerate(seat["decisions"]):
        assert ("options" in one) == (at in seat["lessons"])
        if "options" in one:
            assert one["options"][0]["decision"] == one["best"]
            assert one["options"][0]["points"] == one["best_points"]
            assert (one["best_points"] is None) == (one["best_kind"] == "keep")
            keys = ("kind", "decision", "value", "regret")
            assert {key: one[key] for key in keys} in [{key: each[key] for key in keys} for each in one["options"]]
            assert one["why"]
    assert seat["accuracy"] == seat["grades"]["best"] / sum(seat["grades"].values())
    assert sum(seat["grades"].values()) == sum(one["choice"] for one in seat["decisions"])


@examples(30)
@given(st.data())
def test_a_game_under_way_can_be_reviewed(data: st.DataObject) -> None:
    start = played(table(variant("yacht").change({"dice": 2, "faces": 3, **OFF})), data.draw(st.integers(0, 99)))
    game = Game.replay(start.log[: data.draw(st.integers(1, len(start.log)))], SEED)
    found = review(game, solve(game.rules, threads=1), win=False)
    for one in found.seats:
        assert one.start + one.luck - one.regret == pytest.approx(one.score, abs=1e-9)


@examples(15)
@given(finished(most_seats=3, by_hand=False).filter(lambda game: len(game.seats) > 1))
def test_chances_to_win_add_up_and_end_with_who_won(game: Game) -> None:
    found = review(game, solve(game.rules, threads=1)).win
    assert len(found) == 1 + len(game.seats) * game.rules.turns
    for point in found:
        assert all(0 <= one <= 1 for one in point.chances)
        assert len(point.chances) > 2 or sum(point.chances) == pytest.approx(1, abs=1e-4)
    winners = [rank == 1 for rank in game.rank]
    if sum(winners) == 1:
        assert found[-1].chances == pytest.approx([float(one) for one in winners])


def test_chances_to_win_are_told_late_in_a_game_that_was_not_prepared(
    yahtzee_solution: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivedice.evaluation.scores.scores_on_disk", lambda rules: False)
    game = played(table(YAHTZEE, 2), 4)
    points = review(game, yahtzee_solution).win
    assert [(point.seat, point.turn) for point in points] == [
        (1, 6), *((seat, turn) for turn in range(7, 13) for seat in (0, 1)),
    ]  # fmt: skip
    assert all(sum(point.chances) == pytest.approx(1, abs=1e-4) for point in points)
    assert points[-1].chances[game.rank.index(1)] == 1


def test_a_table_of_decisions_tells_what_they_cost(yahtzee_solution: Solution) -> None:
    game = played(table(YAHTZEE, 2), 6)
    found = review(game, yahtzee_solution, win=False)
    rows = list(csv.DictReader(io.StringIO(decisions_csv(game, found))))
    for number, one in enumerate(found.seats, 1):
        theirs = [row for row in rows if row["seat"] == str(number)]
        assert sum(float(row["regret"]) for row in theirs) == pytest.approx(one.regret)
        assert sum(float(row["luck"]) for row in theirs) == pytest.approx(one.luck)


def test_a_throw_that_was_typed_again_is_judged_as_it_stood(yahtzee_solution: Solution) -> None:
    game = table(YAHTZEE, 1, physical=(0,))
    for shown, held in (((1, 1, 1, 1, 1), ()), ((6, 6, 6, 5, 1), ()), ((1, 1), (0, 1, 2)), ((6, 2), (0, 1, 2))):
        if game.throws and (not held or game.throws_used == 2):
            game = game.after(*game.undo_typed(0))
        game = game.after(*game.throw(0, held, shown))
    game = game.after(*game.fill(0, "sixes"))
    keep, box = review(game, yahtzee_solution).decisions
    assert (keep.made.dice, keep.made.decision, keep.grade) == ((6, 6, 6, 5, 1), (6, 6, 6), "best")
    assert isinstance(box.made.decision, Category)
    assert box.made.dice == (6, 6, 6, 6, 2)


def test_the_table_and_the_coach_load_no_compiler() -> None:
    table, coach = "dice, game, legal, record, store, robot, decisions", "advice, explanation, luck, review"
    code = (
        f"import sys; from fivedice.table import {table}; from fivedice.coach import {coach};"
        "print('numba' in sys.modules, 'starlette' in sys.modules)"
    )
    assert python("-c", code).out == "False False\n"
