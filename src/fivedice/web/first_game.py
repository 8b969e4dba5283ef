"""The rules of the guided first game: five boxes of Yahtzee, among them two that lead to the bonus."""

from dataclasses import replace

from fivedice.rules import variant

BOXES = ("fives", "sixes", "three_of_a_kind", "full_house", "chance")
YAHTZEE = variant("yahtzee")

FIRST_GAME = replace(
    YAHTZEE,
    name="first-game",
    categories=tuple(one for one in YAHTZEE.categories if one.name in BOXES),
    upper_threshold=28,
    upper_bonus=20,
    yahtzee_bonus=0,
    joker="none",
)
