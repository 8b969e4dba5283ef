"""Actions against legal decisions, and observations against the rules."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.environments.encoding import Encoding, encoding_of
from fivedice.errors import LearningError
from fivedice.rules import State, Turn, legal_decisions, variant
from tests import generators
from tests.generators import examples
from tests.small import TINY

YAHTZEE = variant("yahtzee")


@examples(20)
@given(st.data())
def test_legal_actions_are_the_legal_decisions(data: st.DataObject) -> None:
    rules = data.draw(generators.rules(max_dice=4))
    turn, encoding = data.draw(generators.turns(rules)), encoding_of(rules)
    actions = np.flatnonzero(encoding.mask(turn))
    meant = [encoding.decision(turn, int(action)) for action in actions]
    assert len(set(meant)) == len(meant)
    assert set(meant) == set(legal_decisions(rules, turn))
    assert [encoding.action(turn, decision) for decision in meant] == list(actions)


@examples(15)
@given(st.data())
def test_every_number_of_a_keep_leads_to_the_one_in_the_mask(data: st.DataObject) -> None:
    rules = data.draw(generators.rules(max_dice=4))
    turn, encoding = data.draw(generators.turns(rules)), encoding_of(rules)
    roll = rules.dice_set.roll_index(turn.roll)
    for action in range(encoding.keeps):
        keep = encoding.decision(turn, action)
        assert encoding.leftmost[roll, action] == encoding.action(turn, keep)
        assert rules.dice_set.keeps[encoding.keep_rows[roll, action]] == keep


def test_yahtzee_has_32_keeps_and_13_boxes() -> None:
    encoding = encoding_of(YAHTZEE)
    assert (encoding.keeps, encoding.actions) == (32, 45)
    turn = Turn(State(), (2, 2, 5, 5, 6), 2)
    assert encoding.decision(turn, 0b10011) == (2, 2, 6)
    assert encoding.decision(turn, 32 + 5) == YAHTZEE.category("sixes")


def test_a_flat_observation_is_in_the_documented_order() -> None:
    encoding = encoding_of(YAHTZEE)
    seen = encoding.flat(Turn(State(0b100001, 21, False), (6, 6, 6, 6, 6), 1))
    assert seen.shape == (35,)
    assert list(seen[:7]) == pytest.approx([0, 0, 0, 0, 0, 1, 1 / 2])
    assert list(seen[7:20]) == [1, 0, 0, 0, 0, 1, *[0] * 7]
    assert list(seen[20:22]) == pytest.approx([21 / 63, 0])
    assert seen[22 + YAHTZEE.index["yahtzee"]] == 1
    assert seen[22 + YAHTZEE.index["chance"]] == pytest.approx(30 / 50)
    assert seen[22 + YAHTZEE.index["full_house"]] == 0


def test_boxes_pay_as_for_a_joker() -> None:
    filled = 1 << YAHTZEE.index["sixes"] | 1 << YAHTZEE.index["yahtzee"]
    turn = Turn(State(filled, 18, True), (6, 6, 6, 6, 6), 0)
    pays = encoding_of(YAHTZEE).named(turn)["pays"]
    assert pays[YAHTZEE.index["large_straight"]] == 40
    assert pays[YAHTZEE.index["ones"]] == -1


def test_no_score_is_beyond_the_greatest() -> None:
    assert encoding_of(YAHTZEE).most_score >= 1575


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("saved_throws", 2),
        ("order", "fixed"),
        ("face_probabilities", (0.5, 0.25, 0.25)),
        ("upper_steps", ((3, 5), (6, 9))),
    ],
)
def test_rules_of_a_kind_that_is_not_played_are_refused(name: str, value: Any) -> None:
    rules = replace(TINY, upper_threshold=0, upper_bonus=0)
    assert Encoding(rules).actions == 11
    with pytest.raises(LearningError, match=f"{name}=.* which environments for learners do not play; take rules"):
        Encoding(replace(rules, **{name: value}))


def test_more_keeps_than_a_learner_can_have_are_refused() -> None:
    with pytest.raises(LearningError, match="dice=10 with faces=10 gives 92,378 rolls with 1,024 keeps each"):
        Encoding(variant("yahtzee (dice=10, faces=10)"))
