"""The player for cards with several columns."""

from random import Random

import pytest

from fivedice.errors import StrategyError
from fivedice.rules import Category, Column, Rules, State, first_turn, score_turn, variant
from fivedice.rules.category import face_category
from fivedice.rules.pattern import AllEqual, Anything
from fivedice.rules.state import final_bonus, is_over, reroll
from fivedice.solver.reference import Reference
from fivedice.strategies.columns import ByColumns, turn_values, worth

BOXES = (face_category(3), Category("alike", AllEqual(), 9), Category("chance", Anything(), "sum"))
SMALL = Rules(
    "small", BOXES, dice=2, faces=3, rolls=2, upper_threshold=6, upper_bonus=5, yahtzee_bonus=4, joker="forced",
    columns=(Column("one"), Column("two", "down", 2)),
)  # fmt: skip
PLAYER = ByColumns()


def test_it_plays_the_last_column_as_the_optimal_player_does() -> None:
    plain = Rules("plain", BOXES, dice=2, faces=3, rolls=2, upper_threshold=6, upper_bonus=5, columns=SMALL.columns)
    reference, first_column = Reference(plain), 0b111
    for roll in plain.dice_set.rolls:
        turn = first_turn(plain, State(first_column), roll)
        decision = PLAYER.decide(plain, turn)
        assert reference.decision_value(turn, decision) == pytest.approx(reference.turn_value(turn))
    assert worth(plain, State(first_column)) == pytest.approx(reference.state_value(State(first_column)))


def test_it_is_worth_more_than_columns_that_are_played_one_after_the_other() -> None:
    """W(start) is the mean of playing each column alone; choosing among columns must not lose against that."""
    total, random = 0, Random(1)
    for _ in range(400):
        state = State()
        while not is_over(SMALL, state):
            turn = first_turn(SMALL, state, tuple(sorted(random.choices((1, 2, 3), k=2))))
            while not isinstance(decision := PLAYER.decide(SMALL, turn), Category):
                turn = reroll(turn, decision, tuple(random.choices((1, 2, 3), k=2 - len(decision))))
            scoring = score_turn(SMALL, turn, decision)
            total, state = total + scoring.total, scoring.state
        total += final_bonus(SMALL, state)
    assert total / 400 > worth(SMALL, State())


def test_every_legal_box_has_a_value_and_no_other() -> None:
    triple = variant("yahtzee-triple")
    values = turn_values(triple, State())
    assert values.boxes[0].shape == (39, 252)
    assert (values.boxes[0] > 0).all()


@pytest.mark.parametrize("name", ["yahtzee", "maxi-yatzy-saved"])
def test_it_refuses_one_column_and_saved_throws(name: str) -> None:
    with pytest.raises(StrategyError, match="it is for cards with several columns and without saved throws"):
        PLAYER.check(variant(name))


def test_it_says_what_it_aims_at() -> None:
    turn = first_turn(SMALL, State(), (3, 3))
    assert PLAYER.reason(SMALL, turn)
