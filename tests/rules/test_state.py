"""Play, and above all the joker rules of official Yahtzee (Hasbro's rule sheet: "Joker Rules")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import IllegalDecision
from fivedice.rules import Card, Roll, Rules, State, Turn, legal_categories, legal_decisions, reroll, score, variant
from fivedice.rules.dice import keeps_of
from fivedice.rules.notation import parse_card
from fivedice.rules.state import final_bonus, is_joker, is_over, upper_totals_of
from tests.generators import KINDS, cards, rolls, rules, turns

OFFICIAL, FREE, PLAIN = variant("yahtzee"), variant("yahtzee-free-joker"), variant("yahtzee-no-bonus")
SIXES: Roll = (6, 6, 6, 6, 6)
UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
LOWER = ["three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "chance"]
LOWER_FILLED = "3K=0,4K=0,FH=0,SS=0,LS=0,C=20"


def legal(game: Rules, card: str, roll: Roll) -> list[str]:
    return [box.name for box in legal_categories(game, parse_card(game, card).state(game), roll)]


def paid(game: Rules, card: str, roll: Roll, box: str) -> tuple[int, int]:
    """Points of the box and Yahtzee bonus."""
    scoring = score(game, parse_card(game, card).state(game), roll, game.category(box))
    return scoring.points, scoring.bonus


def test_a_first_five_of_a_kind_is_free_to_go_anywhere() -> None:
    assert legal(OFFICIAL, "-", SIXES) == [box.name for box in OFFICIAL.categories]


def test_a_first_five_of_a_kind_is_no_full_house() -> None:
    assert paid(OFFICIAL, "-", SIXES, "full_house") == (0, 0)


@pytest.mark.parametrize("yahtzee", [0, 50])
def test_joker_is_forced_into_the_open_upper_box(yahtzee: int) -> None:
    assert legal(OFFICIAL, f"Y={yahtzee}", SIXES) == ["sixes"]


@pytest.mark.parametrize("yahtzee", [0, 50])
def test_joker_goes_to_any_open_lower_box_once_its_upper_box_is_filled(yahtzee: int) -> None:
    assert legal(OFFICIAL, f"Y={yahtzee},6=18", SIXES) == LOWER


def test_joker_goes_to_an_upper_box_only_when_the_lower_section_is_full() -> None:
    assert legal(OFFICIAL, f"Y=0,6=18,5=15,{LOWER_FILLED}", SIXES) == ["ones", "twos", "threes", "fours"]


def test_joker_in_another_upper_box_is_a_zero() -> None:
    assert paid(OFFICIAL, f"Y=0,6=18,{LOWER_FILLED}", SIXES, "fives") == (0, 0)


def test_joker_bonus_is_paid_even_with_a_zero_in_the_upper_section() -> None:
    assert paid(OFFICIAL, f"Y=50,6=18,{LOWER_FILLED}", SIXES, "fives") == (0, 100)


@pytest.mark.parametrize(
    ("box", "points"),
    list(zip(LOWER, (30, 30, 25, 30, 40, 30), strict=True)),
)
def test_joker_pays_every_lower_box_in_full(box: str, points: int) -> None:
    assert paid(OFFICIAL, "Y=50,6=18", SIXES, box) == (points, 100)
    assert paid(OFFICIAL, "Y=0,6=18", SIXES, box) == (points, 0)


def test_bonus_is_earned_only_if_the_yahtzee_box_holds_fifty() -> None:
    assert paid(OFFICIAL, "Y=50", SIXES, "sixes") == (30, 100)
    assert paid(OFFICIAL, "Y=0", SIXES, "sixes") == (30, 0)


def test_the_yahtzee_that_fills_the_box_earns_no_bonus_itself() -> None:
    assert paid(OFFICIAL, "-", SIXES, "yahtzee") == (50, 0)


def test_four_of_a_kind_is_neither_joker_nor_bonus() -> None:
    assert legal(OFFICIAL, "Y=50", (5, 6, 6, 6, 6)) == [*UPPER, *LOWER]
    assert paid(OFFICIAL, "Y=50,6=18", (5, 6, 6, 6, 6), "full_house") == (0, 0)


def test_eligibility_comes_from_fifty_and_not_from_a_zero() -> None:
    box = OFFICIAL.category("yahtzee")
    assert score(OFFICIAL, State(), SIXES, box).state.bonus
    assert not score(OFFICIAL, State(), (1, 2, 3, 4, 5), box).state.bonus


def test_a_forced_joker_elsewhere_is_refused_by_name() -> None:
    with pytest.raises(IllegalDecision, match="cannot score Chance: a joker must go to Sixes"):
        paid(OFFICIAL, "Y=50", SIXES, "chance")
    with pytest.raises(IllegalDecision, match=r"^cannot score Ones: a joker must go to Full house or Chance\.$"):
        paid(OFFICIAL, "Y=50,6=18,3K=20,4K=0,SS=30,LS=40", SIXES, "ones")


@pytest.mark.parametrize("yahtzee", [0, 50])
def test_free_joker_may_go_into_any_open_box(yahtzee: int) -> None:
    assert legal(FREE, f"Y={yahtzee}", SIXES) == [*UPPER, *LOWER]


def test_free_joker_pays_lower_boxes_in_full_only_once_its_upper_box_is_filled() -> None:
    assert paid(FREE, "Y=50", SIXES, "large_straight") == (0, 100)
    assert paid(FREE, "Y=50,6=18", SIXES, "large_straight") == (40, 100)
    assert paid(FREE, "Y=50,6=18", SIXES, "fives") == (0, 100)


def test_without_a_joker_rule_a_further_yahtzee_is_an_ordinary_roll() -> None:
    assert legal(PLAIN, "Y=50", SIXES) == [*UPPER, *LOWER]
    assert paid(PLAIN, "Y=50,6=18", SIXES, "full_house") == (0, 0)
    assert paid(PLAIN, "Y=50,6=18", SIXES, "chance") == (30, 0)


def test_a_roll_is_a_joker_only_against_a_filled_yahtzee_box() -> None:
    filled = parse_card(OFFICIAL, "Y=0").state(OFFICIAL)
    assert is_joker(OFFICIAL, filled, SIXES)
    assert not is_joker(OFFICIAL, State(), SIXES)
    assert not is_joker(OFFICIAL, filled, (5, 6, 6, 6, 6))
    assert not is_joker(PLAIN, filled, SIXES)


def test_a_filled_box_cannot_be_scored_again() -> None:
    with pytest.raises(IllegalDecision, match="cannot score Ones: already filled"):
        paid(OFFICIAL, "1=3", (1, 1, 1, 2, 3), "ones")


def test_the_upper_total_is_capped_at_the_threshold() -> None:
    state = parse_card(OFFICIAL, "6=30,5=25").state(OFFICIAL)
    assert state.upper == 55
    assert score(OFFICIAL, state, (4, 4, 4, 4, 4), OFFICIAL.category("fours")).state.upper == OFFICIAL.upper_threshold


def test_lower_boxes_leave_the_upper_total_alone() -> None:
    assert score(OFFICIAL, State(), (1, 2, 3, 4, 6), OFFICIAL.category("chance")).state.upper == 0


@pytest.mark.parametrize(("upper", "bonus"), [(62, 0), (63, 35)])
def test_upper_bonus_is_paid_from_the_threshold_on(upper: int, bonus: int) -> None:
    assert final_bonus(OFFICIAL, State((1 << 13) - 1, upper)) == bonus


@given(st.data())
def test_keeps_are_legal_exactly_while_a_reroll_is_left_and_boxes_always(data: st.DataObject) -> None:
    game = data.draw(rules(kinds=KINDS))
    turn = data.draw(turns(game))
    boxes = legal_categories(game, turn.state, turn.roll)
    assert boxes
    assert legal_decisions(game, turn) == ((*keeps_of(turn.roll), *boxes) if turn.rerolls else boxes)


@given(st.data())
def test_every_scoring_fills_one_more_box_and_a_game_ends(data: st.DataObject) -> None:
    game = data.draw(rules(kinds=KINDS))
    state = State()
    for turn in range(game.turns):
        assert not is_over(game, state)
        assert state.turns_played == turn
        roll = data.draw(rolls(game))
        state = score(game, state, roll, data.draw(st.sampled_from(legal_categories(game, state, roll)))).state
        assert all(0 <= total <= game.upper_cap for total in upper_totals_of(game, state.upper))
    assert is_over(game, state)


@given(st.data())
def test_a_card_and_a_state_agree_on_what_a_scoring_leads_to(data: st.DataObject) -> None:
    game = data.draw(rules(kinds=KINDS))
    card = data.draw(cards(game).filter(lambda one: None in one.points))
    roll = data.draw(rolls(game))
    box = data.draw(st.sampled_from(legal_categories(game, card.state(game), roll)))
    scoring, after = score(game, card.state(game), roll, box), card.score(game, roll, box)
    assert after.state(game) == scoring.state
    assert after.box_total(game) - card.box_total(game) == scoring.total


@given(st.data())
def test_a_finished_card_totals_its_boxes_and_the_final_bonus(data: st.DataObject) -> None:
    game = data.draw(rules(kinds=KINDS))
    card = Card.empty(game)
    for _ in range(game.turns):
        roll = data.draw(rolls(game))
        card = card.score(game, roll, data.draw(st.sampled_from(legal_categories(game, card.state(game), roll))))
    assert card.total(game) == card.box_total(game) + final_bonus(game, card.state(game))


def test_rerolled_dice_stand_beside_the_kept_ones() -> None:
    assert reroll(Turn(State(), (1, 2, 6, 6, 6), 2), (6, 6, 6), (5, 3)) == Turn(State(), (3, 5, 6, 6, 6), 1)


@pytest.mark.parametrize(
    ("rerolls", "keep", "thrown", "words"),
    [
        (0, (6,), (1, 2, 3, 4), "cannot keep 6: no reroll is left, so a box must be scored"),
        (1, (5,), (1, 2, 3, 4), "cannot keep 5: the dice show 12666"),
        (1, (6, 6), (1, 2), "cannot throw 2 dice: 3 are not kept"),
    ],
)
def test_an_impossible_reroll_is_refused_with_a_reason(rerolls: int, keep: Roll, thrown: Roll, words: str) -> None:
    with pytest.raises(IllegalDecision, match=words):
        reroll(Turn(State(), (1, 2, 6, 6, 6), rerolls), keep, thrown)
