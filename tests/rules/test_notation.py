import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import NotationError
from fivedice.rules import Card, State, Turn, variant
from fivedice.rules.notation import (
    check_rerolls,
    format_card,
    format_state,
    format_turn,
    parse_card,
    parse_state,
    parse_turn,
    with_yahtzee_bonuses,
)
from tests.generators import KINDS, cards, rules, states, turns

YAHTZEE, PLAIN = variant("yahtzee"), variant("yahtzee-no-bonus")
NAMED = st.sampled_from(
    [variant(name) for name in ("yahtzee", "yatzy", "yacht", "maxi-yatzy-saved", "balut", "yahtzee-triple", "generala")]
)
ANY_RULES = NAMED | rules(spoken=True, kinds=KINDS)


@given(st.data())
def test_a_state_is_read_back_as_written(data: st.DataObject) -> None:
    game = data.draw(ANY_RULES)
    state = data.draw(states(game))
    assert parse_state(game, format_state(game, state)) == state


@given(st.data())
def test_a_turn_is_read_back_as_written(data: st.DataObject) -> None:
    game = data.draw(ANY_RULES)
    turn = data.draw(turns(game))
    assert parse_turn(game, format_turn(game, turn)) == turn


@given(st.data())
def test_a_card_is_read_back_as_written(data: st.DataObject) -> None:
    game = data.draw(ANY_RULES)
    card = data.draw(cards(game))
    assert parse_card(game, format_card(game, card)) == card


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("-@0", State()),
        ("1.3@12", State(0b101, 12)),
        ("Y@0", State(1 << 11)),
        ("Y+@0", State(1 << 11, bonus=True)),
        ("1.3.FH.Y+@12", State(0b100100000101, 12, bonus=True)),
    ],
)
def test_states_are_written_as_the_notation_says(text: str, state: State) -> None:
    assert format_state(YAHTZEE, state) == text
    assert parse_state(YAHTZEE, text) == state


def test_a_turn_is_a_state_the_dice_and_the_rerolls_left() -> None:
    turn = Turn(State(0b101, 12), (5, 6, 6, 6, 6), 2)
    assert format_turn(YAHTZEE, turn) == "1.3@12 56666:2"
    assert parse_turn(YAHTZEE, " 3.1@12   66566:2 ") == turn


def test_the_upper_total_of_a_state_is_capped_as_in_play() -> None:
    assert parse_state(YAHTZEE, "4.5.6@75").upper == 63
    assert parse_state(YAHTZEE.change({"upper_bonus": 0}), "4.5.6@75").upper == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "state '' is not of the form CODE.CODE@UPPER"),
        ("1.3", "is not of the form CODE.CODE@UPPER, such as 1.3.FH@12 or -@0"),
        ("1.3@-4", "is not of the form"),
        ("1.1@3", "Ones is filled twice"),
        ("1.ones@3", "Ones is filled twice"),
        ("1.Z@3", "category 'Z' is not on this card; it must be one of ones (1)"),
        ("1..3@3", "category '' is not on this card"),
        ("1+@3", "'1+' claims a Yahtzee bonus that these rules do not pay there"),
    ],
)
def test_what_is_not_a_state_is_refused_with_a_reason(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=re.escape(words)):
        parse_state(YAHTZEE, text)


@pytest.mark.parametrize("text", ["-@10", "1@6", "1.2@16", "FH@5"])
def test_an_upper_total_that_the_filled_boxes_cannot_hold_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_state(YAHTZEE, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("-@10", "an upper total of 10 is not possible; the filled upper boxes add up to 0."),
        ("1@6", "the filled upper boxes add up to 0 to 5."),
        ("2@3", "the filled upper boxes add up to 0, 2, 4, 6, 8, 10."),
        ("5.6@56", "the filled upper boxes add up to 0, 5 to 6, 10 to 12, 15 to 18, 20 to 35, 37 to 40,"),
        ("1.2.3.4.5.6@106", "the filled upper boxes add up to 0 to 105."),
    ],
)
def test_a_refused_upper_total_comes_with_those_that_are_allowed(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=re.escape(words)):
        parse_state(YAHTZEE, text)


def test_the_cap_stands_for_every_total_from_there_on() -> None:
    low = YAHTZEE.change({"upper_threshold": 4})
    assert parse_state(low, "5@4").upper == 4  # five or more, as `format_state` writes it
    with pytest.raises(
        NotationError, match=r"an upper total of 4 is not possible; .* add up to 0, 5, 10, 15, 20, 25\.$"
    ):
        parse_state(YAHTZEE, "5@4")


def test_a_bonus_mark_is_refused_where_no_bonus_is_paid() -> None:
    with pytest.raises(NotationError, match="claims a Yahtzee bonus"):
        parse_state(PLAIN, "Y+@0")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("-@0", "a roll has 5 dice, but 0 are given"),
        ("-@0 56666", "rerolls '': it must be 0 to 2 with 3 rolls a turn"),
        ("-@0 56666:3", "rerolls '3': it must be 0 to 2 with 3 rolls a turn"),
        ("-@0 56666:-1", "rerolls '-1': it must be 0 to 2"),
        ("-@0 5666:1", "a roll has 5 dice, but 4 are given"),
        ("-@0 56667:1", "'7' is not a face"),
    ],
)
def test_what_is_not_a_turn_is_refused_with_a_reason(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=re.escape(words)):
        parse_turn(YAHTZEE, text)


@pytest.mark.parametrize("value", ["²", "1.0", "x", 99])
def test_rerolls_are_a_plain_number(value: str | int) -> None:
    with pytest.raises(NotationError, match="it must be 0 to 2"):
        check_rerolls(YAHTZEE, value)


@pytest.mark.parametrize("text", ["1=3,C=22", "ones=3, chance=22", "Chance=22 ,Ones = 3"])
def test_a_card_may_be_typed_by_code_name_or_title(text: str) -> None:
    assert format_card(YAHTZEE, parse_card(YAHTZEE, text)) == "1=3,C=22"


@pytest.mark.parametrize("text", ["", "-", "  "])
def test_an_empty_card_may_be_typed_as_nothing(text: str) -> None:
    assert parse_card(YAHTZEE, text) == Card.empty(YAHTZEE)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ones", "card entry 'ones' is not of the form CATEGORY=POINTS, such as ones=3"),
        ("ones=x", "card entry 'ones=x' is not of the form"),
        ("ones=-3", "is not of the form"),
        ("ones=3,ones=2", "ones=2: Ones is filled twice"),
        ("ones=3,1=3", "Ones is filled twice"),
        ("ones=6", "ones=6: Ones can hold only 0, 1, 2, 3, 4, 5"),
        ("full_house=24", "full_house=24: Full house can hold only 0, 25"),
        ("pair=4", "category 'pair' is not on this card"),
        ("ones=3,", "card entry '' is not of the form"),
        ("yahtzee=0,6=30,+1", "yahtzee bonuses 1: this card allows 0 to 0"),
        ("yahtzee=50,+1", "yahtzee bonuses 1: this card allows 0 to 0"),
        ("yahtzee=50,6=30,+2", "yahtzee bonuses 2: this card allows 0 to 1"),
    ],
)
def test_what_is_not_a_card_is_refused_with_a_reason(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=re.escape(words)):
        parse_card(YAHTZEE, text)


def test_bonuses_may_be_given_beside_the_card() -> None:
    card = parse_card(YAHTZEE, "yahtzee=50,6=30")
    assert with_yahtzee_bonuses(YAHTZEE, card, 1).yahtzee_bonuses == 1
    for wrong in (-1, 2):
        with pytest.raises(NotationError, match=f"yahtzee bonuses {wrong}: this card allows 0 to 1"):
            with_yahtzee_bonuses(YAHTZEE, card, wrong)
