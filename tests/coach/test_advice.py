from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.coach.advice import advise
from fivedice.objectives.objective import FromSolution
from fivedice.objectives.points import most_points, reach, utility
from fivedice.rules import Card, Category, Rules, Turn, legal_decisions, score, variant
from fivedice.rules.notation import parse_card
from fivedice.rules.state import is_over
from fivedice.solver import Solution, cached_solution, solve
from fivedice.solver.reference import Reference
from tests.generators import cards, examples, rolls, rules

YAHTZEE = variant("yahtzee")
MIDGAME = "ones=3,fours=12,chance=22,yahtzee=50,sixes=30,full_house=25,+1"


def test_the_best_decision_comes_first_without_regret_and_the_others_follow_in_order(
    yahtzee_solution: Solution,
) -> None:
    for text in ("-", MIDGAME):
        for roll in YAHTZEE.dice_set.rolls[::29]:
            advice = advise(yahtzee_solution, parse_card(YAHTZEE, text), roll, 2)
            regrets = [one.regret for one in advice]
            assert regrets[0] == 0
            assert regrets == sorted(regrets)
            assert [one.value for one in advice] == pytest.approx([advice[0].value - one.regret for one in advice])


@examples(60)
@given(st.data())
def test_value_is_what_the_card_holds_and_the_points_to_come(data: st.DataObject) -> None:
    game: Rules = data.draw(rules())
    card: Card = data.draw(cards(game).filter(lambda one: not is_over(game, one.state(game))))
    roll, rerolls = data.draw(rolls(game)), data.draw(st.integers(0, game.rolls - 1))
    turn, twin = Turn(card.state(game), roll, rerolls), Reference(game)
    advice = advise(solve(game, threads=1), card, roll, rerolls)
    assert {one.decision for one in advice} == set(legal_decisions(game, turn))
    assert len(advice) == len(legal_decisions(game, turn))
    for one in advice:
        expected = card.box_total(game) + twin.decision_value(turn, one.decision)
        assert one.value == pytest.approx(expected, rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("text", ["-", MIDGAME, "1=3,2=6,3=9,4=12,5=15,6=18"])
def test_first_rolls_weighted_by_probability_give_the_value_of_the_state(yahtzee_solution: Solution, text: str) -> None:
    card = parse_card(YAHTZEE, text)
    dice = YAHTZEE.dice_set
    mean = sum(float(dice.probability(roll)) * advise(yahtzee_solution, card, roll, 2)[0].value for roll in dice.rolls)
    expected = card.box_total(YAHTZEE) + yahtzee_solution.state_value(card.state(YAHTZEE))
    assert mean == pytest.approx(expected, abs=1e-9)


def test_the_last_box_is_worth_the_final_total(yahtzee_solution: Solution) -> None:
    card = parse_card(YAHTZEE, "1=3,2=6,3=9,4=12,5=15,6=18,3K=20,4K=0,FH=25,SS=30,LS=40,Y=50,+1")
    (only,) = advise(yahtzee_solution, card, (6, 6, 6, 6, 6), 0)
    chance = YAHTZEE.category("chance")
    assert only.decision == chance
    after = card.score(YAHTZEE, (6, 6, 6, 6, 6), chance)
    assert only.value == after.total(YAHTZEE) == 63 + 35 + 165 + 200 + 30


def test_a_box_comes_before_a_keep_that_gains_nothing_by_rolling_on(yahtzee_solution: Solution) -> None:
    card = parse_card(YAHTZEE, "1=3,2=6,3=9,4=12,5=15,6=18,3K=20,4K=0,FH=25,LS=40,Y=50,C=20")
    first, second, *_, last = advise(yahtzee_solution, card, (1, 2, 3, 4, 6), 2)
    assert (first.text, first.regret, second.text, second.regret) == ("small_straight", 0, "1234", 0)
    assert last.regret > 0


def test_sixes_are_best_for_56666_in_the_first_turn_and_four_of_a_kind_second(yahtzee_solution: Solution) -> None:
    # Glenn, Brunstad (study 004): Sixes ahead by 3.7 in the official game.
    first, second, *_ = advise(yahtzee_solution, Card.empty(YAHTZEE), (5, 6, 6, 6, 6), 0)
    assert (first.text, second.text) == ("sixes", "four_of_a_kind")
    assert second.regret == pytest.approx(3.693, abs=5e-4)


def test_four_of_a_kind_is_best_for_56666_without_an_upper_bonus() -> None:
    # Glenn, Brunstad (study 004): Four of a Kind ahead by about 5.5 without an upper bonus.
    game = YAHTZEE.change({"upper_bonus": 0})
    first, second, *_ = advise(cached_solution(game), Card.empty(game), (5, 6, 6, 6, 6), 0)
    assert (first.text, second.text) == ("four_of_a_kind", "sixes")
    assert second.regret == pytest.approx(5.579, abs=5e-4)


def test_a_forced_joker_leaves_one_box(yahtzee_solution: Solution) -> None:
    advice = advise(yahtzee_solution, parse_card(YAHTZEE, "yahtzee=50"), (4, 4, 4, 4, 4), 0)
    assert [one.text for one in advice] == ["fours"]


def test_bonuses_already_earned_count_in_the_value(yahtzee_solution: Solution) -> None:
    card = parse_card(YAHTZEE, "yahtzee=50,fours=20")
    without, with_one = (
        advise(yahtzee_solution, replace(card, yahtzee_bonuses=count), (1, 2, 3, 4, 5), 0)[0].value for count in (0, 1)
    )
    assert with_one - without == pytest.approx(100)


@pytest.mark.parametrize("rerolls", [1, 2])
def test_a_box_comes_before_keeping_all_dice_for_it(yahtzee_solution: Solution, rerolls: int) -> None:
    first, second, *_ = advise(yahtzee_solution, Card.empty(YAHTZEE), (2, 3, 4, 5, 6), rerolls)
    assert (first.text, second.text) == ("large_straight", "23456")
    assert first.value == second.value


def test_advice_is_labelled_as_people_type_it(yahtzee_solution: Solution) -> None:
    advice = advise(yahtzee_solution, Card.empty(YAHTZEE), (1, 2, 3, 4, 6), 1)
    for one in advice:
        if isinstance(one.decision, Category):
            assert (one.kind, one.text) == ("category", one.decision.name)
        else:
            assert (one.kind, one.text) == ("keep", "".join(map(str, one.decision)) or "-")
    assert {one.kind for one in advice} == {"keep", "category"}


def test_scoring_at_once_is_worth_the_same_whatever_rerolls_are_left(yahtzee_solution: Solution) -> None:
    card, roll = Card.empty(YAHTZEE), (2, 3, 4, 5, 6)
    found = []
    for rerolls in range(3):
        advice = advise(yahtzee_solution, card, roll, rerolls)
        found.append(next(one.value for one in advice if one.text == "large_straight"))
    straight = score(YAHTZEE, card.state(YAHTZEE), roll, YAHTZEE.category("large_straight"))
    assert found == pytest.approx([40 + yahtzee_solution.state_value(straight.state)] * 3)


def test_advice_on_the_mean_is_plain_advice(yahtzee_solution: Solution) -> None:
    case = (parse_card(YAHTZEE, MIDGAME), (3, 3, 3, 4, 5), 2)
    assert advise(FromSolution(yahtzee_solution), *case) == advise(yahtzee_solution, *case)


@examples(30)
@given(st.data())
def test_advice_on_another_objective_ranks_every_decision_by_it(data: st.DataObject) -> None:
    game: Rules = data.draw(rules(max_dice=2, max_faces=3, max_categories=3).filter(most_points))
    card: Card = data.draw(cards(game).filter(lambda one: not is_over(game, one.state(game))))
    roll, rerolls = data.draw(rolls(game)), data.draw(st.integers(0, game.rolls - 1))
    target = data.draw(st.integers(1, most_points(game)))
    turn, points = Turn(card.state(game), roll, rerolls), card.box_total(game)
    squares = utility(game, "squares", np.arange(most_points(game) + 1.0) ** 2)
    for objective, worth, close in (
        (reach(game, target), lambda final: float(final >= target), 2e-5),
        (squares, lambda final: float(final**2), 2e-5 * most_points(game) ** 2),
    ):
        advice, twin = advise(objective, card, roll, rerolls), Reference(game, worth)
        assert sorted(one.text for one in advice) == sorted(
            one.name if isinstance(one, Category) else "".join(map(str, one)) or "-"
            for one in legal_decisions(game, turn)
        )
        assert advice[0].regret == 0
        assert [one.regret for one in advice] == sorted(one.regret for one in advice)
        for one in advice:
            assert one.value == pytest.approx(twin.decision_value(turn, one.decision, points), abs=close)
            assert one.value + one.regret == pytest.approx(advice[0].value)


def test_a_target_that_is_met_is_not_risked_for_more_points(yahtzee_solution: Solution) -> None:
    """Chance is left, and 33332 pays the 14 that are needed; the mean wants all dice rolled again."""
    card = parse_card(YAHTZEE, "1=3,2=6,3=9,4=12,5=15,6=18,3K=20,4K=0,FH=25,SS=30,LS=40,Y=0")
    roll = (2, 3, 3, 3, 3)
    first, second, *others = advise(reach(YAHTZEE, card.total(YAHTZEE) + 14), card, roll, 1)
    assert [(one.text, one.value) for one in (first, second)] == [("chance", 1.0), ("23333", 1.0)]
    assert others[0].value < 1
    assert advise(yahtzee_solution, card, roll, 1)[0].text == "-"
