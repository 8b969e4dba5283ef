"""Parameters that vary: how they are written, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import FivediceError, PlaytestError, RulesError
from fivedice.playtest.vary import Vary, current, grid, parse_vary, read_varies
from fivedice.rules import variant

YAHTZEE = variant("yahtzee")


@given(st.integers(0, 50), st.integers(0, 50), st.integers(1, 9))
def test_a_range_starts_at_its_start_and_ends_within_its_stop(start: int, more: int, step: int) -> None:
    values = parse_vary(f"upper_bonus={start}:{start + more}:{step}").values
    assert values == tuple(range(start, start + more + 1, step))
    assert (values[-1] == start + more) == (more % step == 0)


def test_lists_hold_numbers_and_words() -> None:
    assert parse_vary("joker=forced, free").values == ("forced", "free")
    assert parse_vary("full_house=20,25,off") == Vary("full_house", (20, 25, "off"))
    assert parse_vary("a=1,2").is_numeric
    assert not parse_vary("a=1,off").is_numeric


def test_numbers_are_put_in_order_and_words_stay_as_they_come() -> None:
    assert parse_vary("upper_threshold=12,0,-4").values == (-4, 0, 12)
    assert parse_vary("full_house=25,off,20").values == (25, "off", 20)


def test_only_a_single_sign_makes_a_number() -> None:
    assert parse_vary("upper_bonus=--5,3").values == ("--5", 3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("upper_bonus", "not of the form"),
        ("upper_bonus=", "not of the form"),
        ("=1:2:3", "not of the form"),
        ("upper_bonus=1:2", "three whole numbers"),
        ("upper_bonus=a:b:c", "three whole numbers"),
        ("upper_bonus=5:1:1", "is empty"),
        ("upper_bonus=1:5:0", "is empty"),
        ("upper_bonus=0:10000:1", "more than 1,000 values"),
        ("upper_bonus=1,1", "twice"),
        ("upper_bonus=1,,2", "twice, or an empty one"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(PlaytestError, match=sentence):
        parse_vary(text)


def test_a_parameter_must_be_known_and_come_once() -> None:
    with pytest.raises(PlaytestError, match="nothing varies"):
        read_varies([], YAHTZEE)
    with pytest.raises(PlaytestError, match="height is not known; it must be one of dice"):
        read_varies(["height=1:2:1"], YAHTZEE)
    with pytest.raises(PlaytestError, match="comes twice"):
        read_varies(["upper_bonus=1,2", "upper_bonus=3,4"], YAHTZEE)


def test_a_grid_has_every_combination_once_and_refuses_what_makes_no_sense() -> None:
    points = grid(YAHTZEE, [Vary("upper_threshold", (1, 63)), Vary("upper_bonus", (0, 35, 50))])
    assert [tuple(setting.values()) for setting, _ in points] == [(1, 0), (1, 35), (1, 50), (63, 0), (63, 35), (63, 50)]
    assert points[4][1].digest == YAHTZEE.digest
    with pytest.raises(RulesError, match="upper_threshold=106"):
        grid(YAHTZEE, [Vary("upper_threshold", (106,))])
    with pytest.raises(FivediceError, match="combinations are more than"):
        grid(YAHTZEE, [Vary("upper_threshold", tuple(range(105))), Vary("upper_bonus", tuple(range(105)))])


def test_current_values_are_those_of_the_rules() -> None:
    assert current(YAHTZEE, "upper_threshold") == 63
    assert current(YAHTZEE, "full_house") == 25
    assert current(YAHTZEE, "joker") == "forced"
    assert current(YAHTZEE, "chance") == "on"
