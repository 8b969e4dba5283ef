import pytest

from fivedice.errors import UnknownVariant
from fivedice.rules import VARIANTS, variant

OFFICIAL = variant("yahtzee")


def test_the_five_games_that_were_promised_are_there() -> None:
    assert {"yahtzee", "yahtzee-free-joker", "yahtzee-no-bonus", "yatzy", "yacht"} <= set(VARIANTS)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_called_by_its_own_name(name: str) -> None:
    assert variant(name).name == name


def test_no_two_variants_are_the_same_game() -> None:
    assert len({game.digest for game, _ in VARIANTS.values()}) == len(VARIANTS)


def test_relatives_of_official_yahtzee_differ_in_joker_and_bonus_only() -> None:
    assert variant("yahtzee-free-joker").digest == OFFICIAL.change({"joker": "free"}).digest
    assert variant("yahtzee-no-bonus").digest == OFFICIAL.change({"joker": "none", "yahtzee_bonus": 0}).digest


@pytest.mark.parametrize(
    ("name", "boxes", "threshold", "bonus", "yahtzee_bonus", "joker"),
    [
        ("yahtzee", 13, 63, 35, 100, "forced"),
        ("yatzy", 15, 63, 50, 0, "none"),
        ("yacht", 12, 0, 0, 0, "none"),
    ],
)
def test_a_variant_has_its_published_parameters(
    name: str, boxes: int, threshold: int, bonus: int, yahtzee_bonus: int, joker: str
) -> None:
    game = variant(name)
    assert (game.dice, game.faces, game.rolls, game.turns) == (5, 6, 3, boxes)
    assert (game.upper_threshold, game.upper_bonus) == (threshold, bonus)
    assert (game.yahtzee_bonus, game.joker) == (yahtzee_bonus, joker)


def test_an_unknown_variant_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UnknownVariant, match="variant 'yathzee' is not known; it must be one of yahtzee, "):
        variant("yathzee")
