"""What people pass to the library: rules, dice, cards and strategies, as text or as objects."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivedice as fd
from fivedice.api.read import read_card, read_dice, read_rules, read_strategy, read_throw
from fivedice.errors import NotationError, RulesError, StrategyError, UnknownVariant
from fivedice.rules import VARIANTS
from fivedice.rules.classic import CLASSIC
from fivedice.rules.notation import parse_card
from fivedice.rules.toml import format_rules

YAHTZEE, YATZY = read_rules("yahtzee"), read_rules("yatzy")


def test_nothing_means_official_yahtzee() -> None:
    assert read_rules() is read_rules(None) is VARIANTS["yahtzee"][0]


@pytest.mark.parametrize("kind", [str, Path])
def test_rules_are_a_name_a_path_or_an_object(kind: type, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(format_rules(YATZY), encoding="utf-8")
    assert read_rules(kind(path)).digest == read_rules("yatzy").digest == read_rules(YATZY).digest


@pytest.mark.parametrize(("name", "words"), [("yathzee", "variant 'yathzee' is not known; it must be one of yahtzee,")])
def test_an_unknown_name_is_refused_with_those_that_are_known(name: str, words: str) -> None:
    with pytest.raises(UnknownVariant, match=words):
        read_rules(name)
    with pytest.raises(RulesError, match=r"the rules file 'missing.toml' cannot be read: No such file"):
        read_rules("missing.toml")


@given(st.sampled_from([one.name for one, _ in CLASSIC]), st.integers(1, 40), st.sampled_from([4, 5, 6]), st.booleans())
def test_the_name_of_changed_rules_is_a_name_of_them(name: str, bonus: int, dice: int, twice: bool) -> None:
    changed = fd.variant(name, upper_bonus=bonus)
    if twice and name != "yacht":
        changed = fd.variant(changed, rolls=2)
    assert read_rules(changed.name).digest == changed.digest
    assert fd.variant(name).name == name


def test_a_change_to_what_it_was_is_no_change() -> None:
    assert fd.variant("yahtzee", upper_bonus=35) is YAHTZEE


@pytest.mark.parametrize(
    "dice", ["65666", "6 5-6,66", (6, 5, 6, 6, 6), [5, 6, 6, 6, 6], np.array([6, 6, 6, 6, 5]), iter((6, 6, 5, 6, 6))]
)
def test_dice_come_in_any_order_and_form(dice: Any) -> None:
    assert read_dice(YAHTZEE, dice) == (5, 6, 6, 6, 6)


@pytest.mark.parametrize("dice", ["5666", "56667", (0, 1, 2, 3, 4), (1, 2, 3, 4, 5.5), (True, 2, 3, 4, 5), [1, 2]])
def test_dice_that_cannot_be_are_refused(dice: Any) -> None:
    with pytest.raises(NotationError, match=r"^dice"):
        read_dice(YAHTZEE, dice)


def test_cards_and_throws_are_text_or_objects() -> None:
    card = parse_card(YAHTZEE, "ones=3")
    assert read_card(YAHTZEE, card) is card
    assert read_card(YAHTZEE, "1=3") == card
    assert read_card(YAHTZEE, None) == parse_card(YAHTZEE, "-")
    assert read_throw(YAHTZEE, "55561:2") == read_throw(YAHTZEE, ((6, 5, 5, 5, 1), 2)) == ((1, 5, 5, 5, 6), 2)
    assert read_throw(YAHTZEE, None) is None
    with pytest.raises(NotationError, match="the card has 13 boxes, but 'yatzy' has 15"):
        read_card(YATZY, card)
    with pytest.raises(NotationError, match="ones=7: Ones can hold only 0, 1, 2, 3, 4, 5"):
        read_card(YAHTZEE, fd.Card((7, *[None] * 12)))


def test_a_strategy_is_a_name_or_an_object() -> None:
    greedy = read_strategy("greedy")
    assert read_strategy(greedy) is greedy
    with pytest.raises(StrategyError, match=r"3 is no strategy; give a name \(see fd.all_strategies\(\)\)"):
        read_strategy(3)  # type: ignore[arg-type]
