import re
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import assume, given

from fivedice.errors import RulesError, TooLarge
from fivedice.rules import Category, Rules, variant
from fivedice.rules.pattern import AllEqual, Anything, Face, Groups, Run
from tests.generators import KINDS, rules

YAHTZEE, YATZY, YACHT = variant("yahtzee"), variant("yatzy"), variant("yacht")
CHANCE = Category("chance", Anything(), "sum")


def names(game: Rules) -> list[str]:
    return [box.name for box in game.categories]


# ------------------------------------------------------------------------------------------ validation


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"dice": 0}, "dice=0 is not allowed; it must be a whole number from 1 to 10"),
        ({"dice": 11}, "dice=11 is not allowed; it must be a whole number from 1 to 10"),
        ({"dice": "five"}, "dice=five is not allowed; it must be a whole number"),
        ({"dice": "2.5"}, "dice=2.5 is not allowed; it must be a whole number"),
        ({"faces": 1}, "faces=1 is not allowed; it must be a whole number from 2 to 20"),
        ({"faces": 21}, "faces=21 is not allowed; it must be a whole number from 2 to 20"),
        ({"rolls": 0}, "rolls=0 is not allowed; it must be a whole number from 1 to 20"),
        ({"upper_threshold": -1}, "upper_threshold=-1 is not allowed; it must be a whole number from 0 to 105"),
        ({"upper_threshold": 106}, "upper_threshold=106 is not allowed; it must be a whole number from 0 to 105"),
        ({"upper_bonus": -1}, "upper_bonus=-1 is not allowed; it must be a whole number from 0 to 10000"),
        ({"yahtzee_bonus": 10_001}, "yahtzee_bonus=10001 is not allowed; it must be a whole number from 0 to 10000"),
        ({"joker": "maybe"}, "joker='maybe' is not allowed; it must be forced, free, none"),
        ({"full_house": -5}, "full_house=-5 is not allowed; it must be 0 to 1000"),
        ({"full_house": "lots"}, "full_house=lots is not allowed; it must be a whole number"),
        ({"chance": 5}, "chance=5 is not allowed: it pays the sum of its dice; it can only be 'off'"),
        ({"hat": 3}, "hat=3 is not known; it must be one of dice, faces, rolls, upper_threshold, upper_bonus"),
    ],
)
def test_a_mistake_names_the_key_the_value_and_what_is_allowed(changes: dict[str, int | str], words: str) -> None:
    with pytest.raises(RulesError) as caught:
        YAHTZEE.change(changes)
    assert str(caught.value).startswith(words)


def test_an_unknown_key_lists_every_key_that_is_allowed() -> None:
    with pytest.raises(RulesError) as caught:
        YAHTZEE.change({"hat": 3})
    assert str(caught.value).removesuffix(".").split("one of ")[1].split(", ") == list(YAHTZEE.keys)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"categories": ()}, "categories: a card needs at least one category"),
        ({"categories": (CHANCE, CHANCE)}, "'chance' stands twice on the card"),
        (
            {"categories": (CHANCE, Category("choice", Anything(), "sum", code="CHANCE"))},
            "two of them have the code 'chance'; each needs its own",
        ),
        ({"categories": (Category("rolls", Anything(), "sum"),)}, "category 'rolls' has the name of a parameter"),
        ({"categories": (Category("base", Anything(), "sum"),)}, "category 'base' has the name of a parameter"),
        ({"joker": "free", "categories": (CHANCE,)}, "needs exactly one category with the pattern 'all equal'"),
        ({"yahtzee_bonus": 100, "categories": (CHANCE,)}, "needs exactly one category with the pattern 'all equal'"),
        (
            {"joker": "free", "categories": (Category("a", AllEqual(), 1), Category("b", AllEqual(), 2))},
            "needs exactly one category with the pattern 'all equal'",
        ),
        ({"joker": "free", "categories": (Category("a", AllEqual(), 0),)}, "that pays points"),
        ({"categories": (Category("sevens", Face(7), "matching"),)}, "'face 7' never occurs with dice=5 and faces=6"),
        ({"categories": (Category("a", Groups((3, 3)), 5),)}, "'groups 3+3' never occurs"),
        ({"categories": (Category("a", Groups((0,)), 5),)}, "'groups 0' never occurs"),
        ({"categories": (Category("a", Run(6), 5),)}, "'run 6' never occurs"),
        ({"categories": (Category("a", Run(2, 6), 5),)}, "'run 6-7' never occurs"),
        ({"categories": (CHANCE,), "dice": True}, "dice=True is not allowed"),
        (
            {"categories": (CHANCE,), "upper_threshold": 1},
            "upper_threshold=1 is not allowed; it must be a whole number",
        ),
    ],
)
def test_rules_that_contradict_themselves_are_refused(parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError, match=re.escape(words)):
        Rules("wrong", **parameters)


def test_nine_dice_of_twenty_faces_are_refused_before_anything_is_listed() -> None:
    with pytest.raises(TooLarge, match=r"dice=9 with faces=20 gives 10,015,005 different keeps, .* the limit is"):
        Rules("huge", (CHANCE,), dice=9, faces=20)


def test_rules_cannot_be_altered() -> None:
    with pytest.raises(FrozenInstanceError):
        YAHTZEE.dice = 4  # type: ignore[misc]


@pytest.mark.parametrize("words", [{"code": "pair"}, {"code": "PAIR"}, {"title": "Pair"}], ids=str)
def test_a_code_or_title_that_is_the_name_of_another_box_is_refused(words: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match="'pair' could mean chance or pair; no code or title may be"):
        Rules("crossed", (replace(CHANCE, **words), Category("pair", Groups((2,)), "sum", code="P")))


def test_words_that_mean_two_boxes_are_refused_or_never_confused() -> None:
    crossed = (Category("alpha", Anything(), "sum", code="beta"), Category("beta", Run(3), 20, code="alpha"))
    try:
        game = Rules("crossed", crossed)
    except RulesError:
        return
    assert [game.category(box.code) for box in crossed] == list(crossed)


# ---------------------------------------------------------------------------------------------- change


def test_a_number_typed_on_the_command_line_is_a_number() -> None:
    changed = YAHTZEE.change({"upper_threshold": "84", "full_house": " 30 "})
    assert (changed.upper_threshold, changed.category("full_house").points) == (84, 30)


def test_a_change_leaves_everything_else_and_the_original_alone() -> None:
    changed = YAHTZEE.change({"upper_bonus": 50})
    assert replace(changed, upper_bonus=35, name=YAHTZEE.name) == YAHTZEE
    assert YAHTZEE.upper_bonus == 35


def test_no_change_is_no_change() -> None:
    assert YAHTZEE.change({}) == YAHTZEE


def test_off_takes_a_box_off_the_card() -> None:
    changed = YAHTZEE.change({"chance": "off", "ones": "off"})
    assert names(changed) == [name for name in names(YAHTZEE) if name not in ("chance", "ones")]
    assert changed.greatest_upper_total == 100


def test_taking_the_yahtzee_box_off_needs_the_joker_and_its_bonus_off_too() -> None:
    with pytest.raises(RulesError, match="set joker=none and yahtzee_bonus=0"):
        YAHTZEE.change({"yahtzee": "off"})
    assert "yahtzee" not in names(YAHTZEE.change({"yahtzee": "off", "joker": "none", "yahtzee_bonus": 0}))


@pytest.mark.parametrize("order", [1, -1])
def test_changes_that_need_each_other_may_come_in_any_order(order: int) -> None:
    changes: dict[str, int | str] = {"dice": 4, "upper_threshold": 40, "full_house": "off", "large_straight": "off"}
    changed = YAHTZEE.change(dict(list(changes.items())[::order]))
    assert (changed.dice, changed.upper_threshold, changed.turns) == (4, 40, 11)


def test_more_faces_bring_upper_boxes_of_their_own_after_the_old_ones() -> None:
    assert names(YAHTZEE.change({"faces": 8}))[:9] == [*names(YAHTZEE)[:6], "sevens", "eights", "three_of_a_kind"]


def test_fewer_faces_take_their_upper_boxes_with_them() -> None:
    changed = YACHT.change({"faces": 5, "big_straight": "off"})
    assert names(changed)[:6] == ["ones", "twos", "threes", "fours", "fives", "full_house"]


def test_fewer_faces_than_a_pattern_needs_are_refused_by_its_name() -> None:
    with pytest.raises(RulesError, match=r"large_straight: the pattern 'run 5' never occurs with dice=5 and faces=4"):
        YAHTZEE.change({"faces": 4, "upper_threshold": 30})


def test_more_faces_bring_no_upper_boxes_to_a_card_without_them() -> None:
    assert names(Rules("one", (CHANCE,)).change({"faces": 8})) == ["chance"]


@pytest.mark.parametrize("order", [1, -1])
def test_an_upper_box_that_is_switched_off_stays_off_when_faces_grow(order: int) -> None:
    changes: dict[str, int | str] = {"sixes": "off", "faces": 8}
    changed = YAHTZEE.change(dict(list(changes.items())[::order]))
    assert "sixes" not in names(changed)
    assert "eights" in names(changed)


def test_an_upper_box_that_the_base_lacks_does_not_come_with_more_faces() -> None:
    changed = YAHTZEE.change({"sixes": "off"}).change({"faces": 8})
    assert names(changed)[:7] == ["ones", "twos", "threes", "fours", "fives", "sevens", "eights"]


def test_a_lower_box_of_a_face_that_is_lost_is_refused_by_its_name() -> None:
    game = Rules("mixed", (*YAHTZEE.categories[:6], Category("high", Face(6), "matching")))
    with pytest.raises(RulesError, match=r"high: the pattern 'face 6' never occurs with dice=5 and faces=5"):
        game.change({"faces": 5})
    assert names(game.change({"faces": 5, "high": "off"})) == ["ones", "twos", "threes", "fours", "fives"]


def test_a_box_that_comes_with_more_faces_can_be_switched_off_at_once() -> None:
    assert "sevens" not in names(YAHTZEE.change({"faces": 8, "sevens": "off"}))


# ---------------------------------------------------------------------------------------------- digest


@given(rules(kinds=KINDS))
def test_equal_rules_have_equal_digests_whatever_they_are_called(game: Rules) -> None:
    boxes = tuple(replace(box, title=f"{box.title}!", code=f"{box.code}_") for box in game.categories)
    assert replace(game, name="other", categories=boxes).digest == game.digest


@given(rules(kinds=KINDS), rules(kinds=KINDS))
def test_different_rules_have_different_digests(one: Rules, other: Rules) -> None:
    assume(replace(one, saved_throws=one.most_saved) != replace(other, saved_throws=other.most_saved))
    assert one.digest != other.digest


@pytest.mark.parametrize(
    "changes",
    [
        {"dice": 6},
        {"rolls": 2},
        {"upper_threshold": 62},
        {"upper_bonus": 36},
        {"yahtzee_bonus": 99},
        {"joker": "free"},
        {"full_house": 24},
        {"chance": "off"},
    ],
    ids=str,
)
def test_every_parameter_is_part_of_the_digest(changes: dict[str, int | str]) -> None:
    assert YAHTZEE.change(changes).digest != YAHTZEE.digest


def test_sections_patterns_and_order_of_boxes_are_part_of_the_digest() -> None:
    first, *others = YACHT.categories
    cards = [
        (*others, first),
        (replace(first, section="lower"), *others),
        (*others[:-1], first, replace(others[-1], pattern=Groups((5,)))),
    ]
    digests = {replace(YACHT, categories=boxes).digest for boxes in cards}
    assert len(digests | {YACHT.digest}) == 4


def test_the_digest_of_official_yahtzee_does_not_drift() -> None:
    """It names files on people's disks: when it changes, so must what is played or the format."""
    assert YAHTZEE.digest == "49ed7a210cfd5862"


# ---------------------------------------------------------------------------------------- small facts


def test_a_category_is_found_by_name_code_or_title_in_any_case() -> None:
    for word in ("full_house", "FH", "fh", "Full House", " full house "):
        assert YAHTZEE.category(word).name == "full_house"


def test_an_unknown_category_is_refused_with_those_on_the_card() -> None:
    with pytest.raises(RulesError, match=r"category 'pair' is not on this card; it must be one of ones \(1\), twos"):
        YAHTZEE.category("pair")


@pytest.mark.parametrize(("game", "most"), [(YAHTZEE, 105), (YATZY, 105), (Rules("one", (CHANCE,)), 0)])
def test_greatest_upper_total_is_all_dice_on_each_face(game: Rules, most: int) -> None:
    assert game.greatest_upper_total == most


@given(rules(kinds=KINDS))
def test_greatest_upper_total_is_the_sum_of_what_upper_boxes_can_hold(game: Rules) -> None:
    boxes = [box for box in game.boxes if box.section == "upper"]
    most = [
        max(box.natural_points(roll, served) for roll in game.dice_set.rolls for served in (True, False))
        for box in boxes
    ]
    assert game.greatest_upper_total == sum(most)


def test_upper_totals_matter_only_while_there_is_a_bonus() -> None:
    assert YAHTZEE.upper_cap == 63
    assert YAHTZEE.change({"upper_bonus": 0}).upper_cap == 0
