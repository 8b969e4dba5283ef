"""Columns, fixed order, saved throws and steps of the upper bonus, as a player meets them."""

import re
from dataclasses import replace

import pytest

from fivedice.errors import IllegalDecision, NotationError, RulesError, TooLarge
from fivedice.rules import Card, Category, Column, Rules, State, first_turn, score, score_turn, variant
from fivedice.rules.category import face_category
from fivedice.rules.column import MAX_MULTIPLIER
from fivedice.rules.notation import format_card, format_state, parse_card, parse_state
from fivedice.rules.pattern import AllEqual, Anything
from fivedice.rules.state import final_bonus, open_categories, reroll, upper_totals_of

YAHTZEE, YATZY = variant("yahtzee"), variant("yatzy")
TRIPLE, BALUT, MAXI = variant("yahtzee-triple"), variant("balut"), variant("maxi-yatzy-saved")
SIXES = (6, 6, 6, 6, 6)
YAHTZEES = "Ya=50,Yb=100,Yc=150"


def names(game: Rules, card: str) -> list[str]:
    return [one.name for one in open_categories(game, parse_card(game, card).state(game))]


def test_a_fixed_order_leaves_one_box_open() -> None:
    game = YATZY.change({"order": "fixed"})
    assert names(game, "-") == ["ones"]
    assert names(game, "1=3,2=6") == ["threes"]
    with pytest.raises(IllegalDecision, match="cannot score Chance: Ones comes first"):
        score(game, State(), (1, 2, 3, 4, 6), game.category("chance"))
    with pytest.raises(NotationError, match="Threes cannot be filled while Ones is empty"):
        parse_state(game, "3@9")


@pytest.mark.parametrize(
    ("order", "open_boxes"), [("down", ["ones"]), ("up", ["threes"]), ("free", ["ones", "twos", "threes"])]
)
def test_a_column_is_filled_in_its_order(order: str, open_boxes: list[str]) -> None:
    boxes = tuple(map(face_category, (1, 2, 3)))
    game = Rules("one", boxes, columns=(Column("x", order, 2),))  # type: ignore[arg-type]
    assert names(game, "-") == open_boxes


def test_every_column_has_every_box_and_multiplies_its_points() -> None:
    assert len(TRIPLE.categories) == 39
    assert [TRIPLE.category(code).natural_points(SIXES) for code in ("6a", "6b", "6c")] == [30, 60, 90]
    assert TRIPLE.category("sixes_2").title == "Sixes (double)"


def test_boxes_of_a_kind_in_free_columns_are_filled_from_the_first_on() -> None:
    assert len(BALUT.categories) == 28
    assert names(BALUT, "-") == [one.name for one in BALUT.categories[:7]]
    assert {"fours_2", "fours_3"} & set(names(BALUT, "4a=12")) == {"fours_2"}
    with pytest.raises(IllegalDecision, match=re.escape("cannot score Fours (2): Fours (1) comes first")):
        score(BALUT, State(), SIXES, BALUT.category("fours_2"))


def test_columns_that_an_upper_bonus_or_a_multiplier_tells_apart_are_not_interchangeable() -> None:
    assert len(names(TRIPLE, "-")) == 39
    apart = YAHTZEE.change({"columns": 2})
    assert {"ones_2", "sixes_2"} <= set(names(apart, "-"))
    assert "chance_2" not in names(apart, "-")


def test_each_column_earns_its_own_upper_bonus_times_its_multiplier() -> None:
    card = parse_card(TRIPLE, "6b=60,5b=50,4b=16,6a=30")
    assert upper_totals_of(TRIPLE, card.state(TRIPLE).upper) == (30, 63, 0)
    assert card.upper_bonus(TRIPLE) == 70
    full = State((1 << 39) - 1, card.state(TRIPLE).upper)
    assert final_bonus(TRIPLE, full) == 70


def test_a_joker_of_three_columns_needs_three_yahtzees_and_no_open_box_of_its_face() -> None:
    state = parse_card(TRIPLE, f"{YAHTZEES},6a=30,6b=60").state(TRIPLE)
    with pytest.raises(IllegalDecision, match=re.escape("a joker must go to Sixes (triple)")):
        score(TRIPLE, state, SIXES, TRIPLE.category("LSc"))
    card = parse_card(TRIPLE, f"{YAHTZEES},6a=30,6b=60,6c=90").state(TRIPLE)
    scoring = score(TRIPLE, card, SIXES, TRIPLE.category("LSc"))
    assert (scoring.points, scoring.bonus) == (120, 300)  # yahtzee-rules.com: 140 · 3


@pytest.mark.parametrize("card", ["Ya=50,Yb=100,Yc=0,6a=30,6b=60,6c=90", "Ya=50,Yb=100,6a=30,6b=60,6c=90"])
def test_a_bonus_of_three_columns_needs_points_in_each_yahtzee_box(card: str) -> None:
    state = parse_card(TRIPLE, card).state(TRIPLE)
    assert score(TRIPLE, state, SIXES, TRIPLE.category("Ca")).bonus == 0


def test_states_with_columns_are_written_with_a_letter_and_all_upper_totals() -> None:
    state = parse_card(TRIPLE, "6a=30,5b=50,Ya=50").state(TRIPLE)
    assert format_state(TRIPLE, state) == "6a.Ya+.5b@30/25/0"
    assert parse_state(TRIPLE, "6a.Ya+.5b@30/25/0") == state
    with pytest.raises(NotationError, match="has 1 upper totals; it must have 3"):
        parse_state(TRIPLE, "6a@30")
    with pytest.raises(NotationError, match="the filled upper boxes of column double add up to 0, 5, 10"):
        parse_state(TRIPLE, "5b@0/7/0")


# ---------------------------------------------------------------------------------------------- saved throws


def test_unused_throws_are_saved_and_may_be_used_in_a_later_turn() -> None:
    turn = first_turn(MAXI, State(), (1, 1, 1, 2, 3, 4))
    assert turn.rerolls == 2
    after = score_turn(MAXI, turn, MAXI.category("ones")).state
    assert after.saved == 2
    assert first_turn(MAXI, after, (1, 2, 3, 4, 5, 6)).rerolls == 4


def test_throws_are_saved_up_to_the_limit() -> None:
    game = YATZY.change({"saved_throws": 3})
    assert score(game, State(saved=2), SIXES, game.category("sixes"), rerolls=4).state.saved == 3
    assert score(YATZY, State(), SIXES, YATZY.category("sixes"), rerolls=2).state.saved == 0
    assert [one.most_saved for one in (YATZY, game, YATZY.change({"saved_throws": "unlimited"}))] == [0, 3, 28]


def test_saved_throws_stand_behind_a_star() -> None:
    card = Card.empty(MAXI).score(MAXI, (1, 1, 1, 2, 3, 4), MAXI.category("ones"), rerolls=2)
    assert format_card(MAXI, card) == "1=3,*2"
    assert format_state(MAXI, card.state(MAXI)) == "1@3*2"
    with pytest.raises(NotationError, match="3 saved throws are not possible; it must be 0 to 2 after 1 turns"):
        parse_card(MAXI, "1=3,*3")
    with pytest.raises(NotationError, match="1 saved throws are not possible; it must be 0 to 0"):
        parse_state(YATZY, "1@3*1")


# ------------------------------------------------------------------------------------- served, steps, unfair


def test_a_roll_is_served_until_a_die_is_thrown_again() -> None:
    generala = variant("generala")
    turn = first_turn(generala, State(), (1, 2, 3, 4, 5))
    assert score_turn(generala, turn, generala.category("straight")).points == 25
    kept = reroll(turn, turn.roll, ())
    assert score_turn(generala, kept, generala.category("straight")).points == 25
    thrown = reroll(turn, (1, 2, 3, 4), (5,))
    assert score_turn(generala, thrown, generala.category("straight")).points == 20
    assert not first_turn(YAHTZEE, State(), (1, 2, 3, 4, 5)).served


def test_the_highest_step_that_is_reached_replaces_those_below_it() -> None:
    game = YAHTZEE.change({"upper_threshold": 0, "upper_bonus": 0, "upper_steps": "63:35/84:100"})
    assert [game.bonus_for(total) for total in (62, 63, 83, 84, 105)] == [0, 35, 35, 100, 100]
    assert game.upper_cap == 84
    assert final_bonus(game, State((1 << 13) - 1, 70)) == 35


def test_one_step_is_the_usual_bonus() -> None:
    plain = replace(YAHTZEE, upper_threshold=0, upper_bonus=0, upper_steps=((63, 35),))
    assert (plain.digest, plain.upper_threshold, plain.upper_bonus) == (YAHTZEE.digest, 63, 35)


def test_fair_dice_said_at_length_are_fair_dice() -> None:
    assert YAHTZEE.change({"face_probabilities": "/".join(["0.16666666666666666"] * 6)}) == YAHTZEE


def test_unfair_dice_throw_each_roll_with_the_product_of_its_chances() -> None:
    dice = YAHTZEE.change({"face_probabilities": "0.5/0.1/0.1/0.1/0.1/0.1"}).dice_set
    assert float(dice.probability((1, 1, 1, 1, 1))) == pytest.approx(0.5**5)
    assert float(dice.probability((1, 1, 2, 2, 3))) == pytest.approx(30 * 0.5**2 * 0.1**3)
    assert sum(map(dice.probability, dice.rolls)) == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"saved_throws": "many"}, "saved_throws=many is not allowed; it must be a whole number from 0 to 1000, or"),
        ({"saved_throws": -1}, "saved_throws=-1 is not allowed"),
        ({"order": "up"}, "order='up' is not allowed; it must be free, fixed"),
        ({"columns": "x"}, "columns=x is not allowed; it must be a whole number"),
        ({"columns": 99}, "columns=99 is not allowed; it must be at most 26"),
        ({"upper_steps": "63"}, "upper_steps=63 is not allowed; it must be pairs of threshold and bonus"),
        ({"upper_steps": "63:35/84:100"}, "steps say it all: set the other two to 0"),
        ({"upper_bonus": 0, "upper_threshold": 0, "upper_steps": "63:35/60:100"}, "whose thresholds rise from 0 to"),
        ({"upper_bonus": 0, "upper_threshold": 0, "upper_steps": "63:35/84:30"}, "whose bonuses rise to at most"),
        ({"face_probabilities": "1/2"}, "there are 2 of them for faces=6; each face needs one"),
        ({"face_probabilities": "0.5/0.5/0.1/0.1/0.1/0.1"}, "they add up to 1.4, not to 1"),
        ({"face_probabilities": "0.5/0.5/0/0/0/0"}, "each must be a number greater than 0"),
        ({"face_probabilities": "a/b"}, "it must be a number for each face, such as 0.1/0.2/0.7"),
    ],
)
def test_a_parameter_that_cannot_be_is_refused_with_what_is_allowed(changes: dict[str, int | str], words: str) -> None:
    with pytest.raises(RulesError, match=re.escape(words)):
        YAHTZEE.change(changes)


def test_a_column_that_cannot_be_is_refused() -> None:
    with pytest.raises(
        RulesError, match=f"multiplier=0 is not allowed; it must be a whole number from 1 to {MAX_MULTIPLIER}"
    ):
        Column(multiplier=0)
    with pytest.raises(RulesError, match="order='left' is not allowed; it must be free, down, up"):
        Column(order="left")  # type: ignore[arg-type]
    with pytest.raises(TooLarge, match="the card has 65 boxes; the limit is 62"):
        YAHTZEE.change({"columns": 5})


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"saved_throws": "unlimited"}, "yatzy (saved_throws=unlimited)"),
        ({"order": "fixed"}, "yatzy (order=fixed)"),
        ({"columns": 2}, "yatzy (columns=2)"),
    ],
)
def test_a_changed_game_says_so_in_its_name_and_is_found_by_it(changes: dict[str, int | str], name: str) -> None:
    changed = YATZY.change(changes)
    assert changed.name == name
    assert variant(name) == changed
    assert changed.digest != YATZY.digest


def test_what_changes_nothing_changes_no_name() -> None:
    assert YATZY.change({"saved_throws": 0, "order": "free", "columns": 1}) is YATZY


def test_one_kind_of_five_equal_dice_is_the_yahtzee_box_of_every_column() -> None:
    boxes = (Category("all", AllEqual(), 50), Category("chance", Anything(), "sum"))
    assert Rules("two", boxes, columns=(Column(), Column())).yahtzees == (0, 2)
