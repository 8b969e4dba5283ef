import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.rules import Rules, Turn, legal_decisions, variant
from fivedice.rules.decision import answer_words, decision_gerund, decision_kind, decision_text, decision_words
from tests.generators import rules, turns

FULL_HOUSE = variant("yahtzee").category("full_house")


def test_a_decision_has_one_text_to_type_one_for_people_and_one_for_sentences() -> None:
    texts = decision_kind, decision_text, decision_words, decision_gerund
    assert [of(FULL_HOUSE) for of in texts] == ["category", "full_house", "score Full house", "scoring Full house"]
    assert [of((6, 6)) for of in texts] == ["keep", "66", "keep 66", "keeping the pair of sixes"]
    assert [of(()) for of in texts] == ["keep", "-", "roll all dice", "rolling all dice"]


@given(st.data())
def test_the_legal_decisions_of_a_turn_have_different_texts(data: st.DataObject) -> None:
    game: Rules = data.draw(rules())
    turn: Turn = data.draw(turns(game))
    decisions = legal_decisions(game, turn)
    for of in (decision_text, decision_words, decision_gerund):
        assert len({of(one) for one in decisions}) == len(decisions)


@pytest.mark.parametrize(
    ("keep", "words"),
    [
        ((), "rolling all dice"),
        ((6,), "keeping the six"),
        ((1, 1), "keeping the pair of ones"),
        ((2, 2, 2, 5, 5), "keeping the three twos and the pair of fives"),
        ((3, 4, 5), "keeping the run 345"),
        ((4, 5), "keeping the four and the five"),
        ((1, 3, 4, 6), "keeping the dice 1346"),
        ((20, 20), "keeping the pair of twenties"),
        ((20,), "keeping the twenty"),
    ],
)
def test_dice_are_called_as_people_call_them(keep: tuple[int, ...], words: str) -> None:
    assert decision_gerund(keep) == words


def test_an_answer_that_is_no_decision_is_shown_as_python_shows_it() -> None:
    assert [answer_words(one) for one in (FULL_HOUSE, (6, 6), (), ("a",), (0,), [6, 6], None)] == [
        "score Full house", "keep 66", "roll all dice", "('a',)", "(0,)", "[6, 6]", "None",
    ]  # fmt: skip
