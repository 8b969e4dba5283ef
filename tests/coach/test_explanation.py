from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.coach.advice import advise
from fivedice.coach.explanation import Explanation, explain, percent
from fivedice.evaluation.bonus import bonus_chances
from fivedice.rules import Card, Rules, Turn, legal_decisions, variant
from fivedice.rules.notation import parse_card, parse_turn
from fivedice.solver import Solution, TurnValues, cached_solution, solve
from fivedice.solver.prospect import prospect
from tests.generators import examples, rules, turns

YAHTZEE = variant("yahtzee")
LATE = "1=3,2=6,3=9,FH=25,SS=30,Y=50,C=20"


def why(solution: Solution, card: Card, turn: Turn, **options: Any) -> Explanation:
    """The explanation of a turn."""
    return explain(advise(solution, card, turn.roll, turn.rerolls), **options)


@examples(60)
@given(st.data())
def test_the_ends_of_a_turn_have_the_probabilities_that_its_value_is_made_of(data: st.DataObject) -> None:
    game: Rules = data.draw(rules())
    turn: Turn = data.draw(turns(game))
    solution = solve(game, threads=1)
    values = TurnValues.of(solution, turn.state)
    for decision in legal_decisions(game, turn):
        found = prospect(values, turn, decision)
        assert sum(found.ends.values()) == pytest.approx(1)
        assert sum(found.boxes.values()) + found.nothing == pytest.approx(1)
        worth = sum(
            chance * (scoring.total + solution.state_value(scoring.state))
            for (_, scoring), chance in found.ends.items()
        )
        assert worth == pytest.approx(values.decision(decision, turn.roll, turn.rerolls), abs=1e-9)


def test_the_bonus_after_a_keep_is_the_mean_over_what_may_follow(yahtzee_solution: Solution) -> None:
    card = parse_card(YAHTZEE, LATE)
    state, dice = card.state(YAHTZEE), YAHTZEE.dice_set
    chances, values = bonus_chances(YAHTZEE, state), TurnValues.of(yahtzee_solution, state)
    mean = 0.0
    for roll in dice.rolls:
        found = why(yahtzee_solution, card, Turn(state, roll, 0), bonus=chances).best_bonus
        assert found is not None
        mean += float(dice.probability(roll)) * found
    assert prospect(values, Turn(state, dice.rolls[0], 1), ()).bonus(chances) == pytest.approx(mean, abs=1e-12)


def test_words_say_the_numbers(yahtzee_solution: Solution) -> None:
    card = parse_card(YAHTZEE, LATE)
    state = card.state(YAHTZEE)
    found = why(yahtzee_solution, card, Turn(state, (4, 4, 4, 6, 6), 1), bonus=bonus_chances(YAHTZEE, state))
    first, second, third = found.sentences
    assert first == "Keeping the three fours always ends in Fours."
    assert found.best_bonus is not None
    assert found.other_bonus is not None
    assert second.startswith(f"It leaves the upper bonus at {percent(found.best_bonus)}; ")
    assert second.endswith(f"leaves it at {percent(found.other_bonus)}.")
    assert found.other_value is not None
    assert f"which is {found.best_value - found.other_value:.2f} more than" in third
    assert found.best.decision == (4, 4, 4)


def test_a_decision_can_be_set_against_the_one_that_was_taken(yahtzee_solution: Solution) -> None:
    turn = parse_turn(YAHTZEE, "-@0 56666:0")
    found = why(yahtzee_solution, parse_card(YAHTZEE, "-"), turn, against=YAHTZEE.category("ones"))
    assert found.sentences[0] == "Scoring Sixes pays 24."
    assert found.sentences[-1].endswith("more than scoring Ones.")
    assert (found.best_bonus, len(found.sentences)) == (None, 2)


def test_without_a_choice_nothing_is_compared(yahtzee_solution: Solution) -> None:
    card = parse_card(YAHTZEE, "Y=50")
    found = why(yahtzee_solution, card, Turn(card.state(YAHTZEE), (4, 4, 4, 4, 4), 0))
    assert found.sentences[0] == "Scoring Fours pays 20 and a bonus of 100."
    assert found.other is None


def test_rules_without_an_upper_bonus_do_not_speak_of_it() -> None:
    yacht = variant("yacht")
    card = parse_card(yacht, "-")
    found = why(cached_solution(yacht), card, Turn(card.state(yacht), (1, 2, 3, 4, 6), 1), bonus=lambda state: 0.5)
    assert found.best_bonus is None
    assert "bonus" not in " ".join(found.sentences)


def test_only_what_is_certain_is_0_or_100_percent() -> None:
    said = [percent(chance) for chance in (0.0, 1e-9, 0.004, 0.5, 0.9949, 0.996, 1.0)]
    assert said == ["0 %", "less than 1 %", "less than 1 %", "50 %", "99 %", "more than 99 %", "100 %"]


def test_what_is_certain_is_said_plainly(yahtzee_solution: Solution) -> None:
    threes = parse_card(YAHTZEE, "1=3,2=6,4=12,5=15,6=18,3K=20,4K=0,FH=25,SS=30,LS=40,Y=0,C=20")
    found = why(yahtzee_solution, threes, Turn(threes.state(YAHTZEE), (1, 3, 3, 5, 6), 1))
    assert found.sentences[0] == "Keeping the pair of threes always ends in Threes."
    full = parse_card(YAHTZEE, "1=3,2=6,3=9,4=12,5=15,6=18,3K=20,4K=0,SS=30,LS=40,Y=0,C=20")
    found = why(yahtzee_solution, full, Turn(full.state(YAHTZEE), (1, 3, 3, 5, 5), 1))
    assert found.sentences[0].endswith(" mostly ends in Full house (33 %); a zero must be written in 67 %.")
