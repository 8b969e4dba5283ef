import pytest

from fivedice.errors import IllegalDecision
from fivedice.rules import Card, State, variant
from fivedice.rules.card import possible_points
from fivedice.rules.notation import parse_card

YAHTZEE = variant("yahtzee")


def test_an_empty_card_is_the_start_of_a_game() -> None:
    card = Card.empty(YAHTZEE)
    assert (card.state(YAHTZEE), card.total(YAHTZEE)) == (State(), 0)


def test_the_upper_bonus_shows_as_soon_as_it_is_certain() -> None:
    below, reached = (parse_card(YAHTZEE, text) for text in ("6=30,5=25", "6=30,5=25,4=8"))
    assert (below.total(YAHTZEE), below.box_total(YAHTZEE)) == (55, 55)
    assert (reached.total(YAHTZEE), reached.box_total(YAHTZEE)) == (63 + 35, 63)


def test_yahtzee_bonuses_count_in_the_total() -> None:
    card = parse_card(YAHTZEE, "Y=50,6=30,+1")
    assert card.total(YAHTZEE) == 180


def test_a_filled_box_is_not_filled_again() -> None:
    card = parse_card(YAHTZEE, "C=20")
    with pytest.raises(IllegalDecision, match="cannot fill Chance with 22: it already holds 20"):
        card.fill(YAHTZEE, YAHTZEE.category("chance"), 22)


def test_a_box_holds_what_some_roll_pays_or_a_zero() -> None:
    points = {name: possible_points(YAHTZEE, YAHTZEE.category(name)) for name in ("threes", "full_house", "yahtzee")}
    assert points == {"threes": (0, 3, 6, 9, 12, 15), "full_house": (0, 25), "yahtzee": (0, 50)}


def test_a_joker_counts_among_what_a_box_can_hold() -> None:
    yatzy = variant("yatzy").change({"joker": "free"})
    assert 30 in possible_points(yatzy, yatzy.category("two_pairs"))
    assert 30 not in possible_points(variant("yatzy"), variant("yatzy").category("two_pairs"))


def test_chance_can_not_hold_a_zero() -> None:
    assert possible_points(YAHTZEE, YAHTZEE.category("chance"))[0] == 5
