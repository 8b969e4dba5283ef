"""What a box pays by a formula, and that no formula can do anything else."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import RulesError
from fivedice.rules import Category, Roll, Rules
from fivedice.rules.formula import MAX_DEPTH, MAX_LENGTH, parse_formula
from fivedice.rules.pattern import Anything, Groups

ROLL: Roll = (2, 2, 2, 5, 6)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("sum", 17),
        ("sum if sum >= 20 else 0", 0),
        ("sum if sum >= 17 else 0", 17),
        ("30 - sum", 13),
        ("max * 10 + min", 62),
        ("matching", 6),
        ("count(2) * 100 + counts[5] * 10 + count(1)", 310),
        ("equal + 10 * faces + 100 * dice", 533),
        ("min(sum, 10) + max(1, 2) + abs(0 - 3)", 15),
        ("7 // 2 + 7 % 4", 6),
        ("2 + 3 * 4 - 1", 13),
        ("(2 + 3) * 4", 20),
        ("1 < 2 < 3", 1),
        ("1 < 3 < 2", 0),
        ("not served and sum == 17 or 0", 1),
        ("5 if served else 4 if equal == 3 else 3", 4),
        ("-sum", 0),
        ("10 - -5", 15),
    ],
)
def test_a_formula_computes_what_it_says(text: str, points: int) -> None:
    assert parse_formula(text).points(ROLL, 6) == points


def test_a_formula_tells_a_served_roll_from_another() -> None:
    formula = parse_formula("40 if served else 35")
    assert (formula.points(ROLL, 0, served=True), formula.points(ROLL, 0)) == (40, 35)
    assert formula.asks_served
    assert not parse_formula("sum").asks_served


def test_what_comes_out_below_nothing_pays_nothing() -> None:
    assert parse_formula("10 - sum").points(ROLL, 6) == 0


@given(st.recursive(
    st.sampled_from(("sum", "max", "served", "7", "count(3)", "counts[1]")),
    lambda inner: st.tuples(inner, st.sampled_from(("+", "-", "*", "<=", "and", "or")), inner).map(
        lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
    ),
    max_leaves=6,
))  # fmt: skip
def test_a_formula_is_read_back_as_it_is_spelled(text: str) -> None:
    spelled = parse_formula(text).text
    assert parse_formula(spelled).text == spelled
    assert parse_formula(spelled).points(ROLL, 6) == parse_formula(text).points(ROLL, 6)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it breaks off"),
        ("sum +", "it breaks off"),
        ("sum sum", "'sum' follows where the formula should end"),
        ("total", "'total' is unknown or stands in the wrong place"),
        ("sum.__class__", "'.' is unknown"),
        ("sum ** 9", "'*' is unknown or stands in the wrong place"),
        ("9 ** 9 ** 9 ** 9", "is unknown or stands in the wrong place"),
        ("sum / 2", "'/' is unknown"),
        ("sum // faces", "a number is needed here, at most 10000, not 'faces'"),
        ("sum // 0", "// 0 is no number"),
        ("sum % 0", "% 0 is no number"),
        ("99999999999999999999", "a number is needed here, at most 10000"),
        ("1 << 99", "'<' is unknown"),
        ("(sum", "')' is missing at the end"),
        ("sum if served", "'else' is missing at the end"),
        ("count(1, 2)", "count(...) takes 1, not 2"),
        ("max(1)", "max(...) takes 2, not 1"),
        ("counts", "'[' is missing at the end"),
        ("__import__('os')", "'_' is unknown"),
        ("open('/etc/passwd')", "is unknown"),
        ("lambda: 0", "':' is unknown"),
        ("[x for x in faces]", "'[' is unknown or stands in the wrong place"),
        ("sum; sum", "';' is unknown"),
        ("sum\x00", "is unknown"),
        ("ｓum", "is unknown"),
        ("eval(sum)", "'eval' is unknown"),
    ],
)
def test_what_is_no_formula_is_refused_with_the_reason_and_what_is_allowed(text: str, words: str) -> None:
    with pytest.raises(RulesError, match=re.escape(words)) as raised:
        parse_formula(text)
    assert "a formula is made of numbers, sum, matching" in str(raised.value)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10**6,
        "-" * 10**5 + "1",
        "not " * 10**5 + "1",
        "1 if 1 else " * 10**5 + "1",
        "9" * 10**6,
        "9999*" * 10**5 + "9",
        "(" * 90 + "1" + ")" * 90,
        "-" * (MAX_LENGTH - 1) + "1",
        "not " * (MAX_LENGTH // 4 - 1) + "1",
        " " * 10**6,
    ],
    ids=lambda text: text[:4],
)
def test_a_hostile_formula_is_refused_at_once(text: str) -> None:
    began = time.process_time()
    with pytest.raises(RulesError, match=r"characters, not|nested more than|breaks off"):
        parse_formula(text)
    assert time.process_time() - began < 1


def test_the_longest_formulas_are_computed_in_a_moment() -> None:
    longest = "9999*" * (MAX_LENGTH // 5 - 1) + "9999"
    deepest = "(" * MAX_DEPTH + "sum" + ")" * MAX_DEPTH
    began = time.process_time()
    for text in (longest, deepest, "max(" * 10 + "sum" + ",1)" * 10):
        for _ in range(252):
            assert parse_formula(text).points(ROLL, 6) > 0
    assert time.process_time() - began < 2


def test_a_box_whose_formula_is_wrong_is_named() -> None:
    with pytest.raises(RulesError, match=r"^box: points='sum of dice' is not allowed; it must be 'sum', 'matching', 0"):
        Category("box", Anything(), "sum of dice")


def test_a_box_that_pays_more_than_a_thousand_is_refused() -> None:
    with pytest.raises(RulesError, match=r"box: points='sum \* 40' pays up to 1200; it must be at most 1000"):
        Rules("rich", (Category("box", Anything(), "sum*40"),))


def test_a_formula_pays_only_where_the_pattern_is_shown_and_for_a_joker_as_if_it_were() -> None:
    box = Category("pair", Groups((2, 2)), "matching + 100")
    assert [box.natural_points(roll) for roll in ((1, 1, 2, 2, 3), (1, 1, 1, 1, 1))] == [106, 0]
    assert box.joker_points((1, 1, 1, 1, 1)) == 105
