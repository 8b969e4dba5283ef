"""Yahtzee, Yatzy and Yacht, each written as its differences from another one."""

from dataclasses import replace

from fivedice.rules.category import Category, face_category
from fivedice.rules.pattern import AllEqual, Anything, Groups, Run
from fivedice.rules.rules import Rules

UPPER = tuple(face_category(face) for face in range(1, 7))

YAHTZEE = Rules(
    "yahtzee",
    (
        *UPPER,
        Category("three_of_a_kind", Groups((3,)), "sum", code="3K"),
        Category("four_of_a_kind", Groups((4,)), "sum", code="4K"),
        Category("full_house", Groups((3, 2)), 25, code="FH"),
        Category("small_straight", Run(4), 30, code="SS"),
        Category("large_straight", Run(5), 40, code="LS"),
        Category("yahtzee", AllEqual(), 50, code="Y"),
        Category("chance", Anything(), "sum", code="C"),
    ),
    upper_threshold=63,
    upper_bonus=35,
    yahtzee_bonus=100,
    joker="forced",
)

YATZY = replace(
    YAHTZEE,
    name="yatzy",
    upper_bonus=50,
    yahtzee_bonus=0,
    joker="none",
    categories=(
        *UPPER,
        Category("pair", Groups((2,)), "matching", code="P"),
        Category("two_pairs", Groups((2, 2)), "matching", code="2P"),
        Category("three_of_a_kind", Groups((3,)), "matching", code="3K"),
        Category("four_of_a_kind", Groups((4,)), "matching", code="4K"),
        Category("small_straight", Run(5, 1), 15, code="SS"),
        Category("large_straight", Run(5, 2), 20, code="LS"),
        Category("full_house", Groups((3, 2)), "matching", code="FH"),
        Category("chance", Anything(), "sum", code="C"),
        Category("yatzy", AllEqual(), 50, code="Y"),
    ),
)

YACHT = replace(
    YAHTZEE,
    name="yacht",
    upper_threshold=0,
    upper_bonus=0,
    yahtzee_bonus=0,
    joker="none",
    categories=(
        *UPPER,
        Category("full_house", Groups((3, 2)), "sum", code="FH"),
        Category("four_of_a_kind", Groups((4,)), "matching", code="4K"),
        Category("little_straight", Run(5, 1), 30, code="LS"),
        Category("big_straight", Run(5, 2), 30, code="BS"),
        Category("choice", Anything(), "sum", code="C"),
        Category("yacht", AllEqual(), 50, code="Y"),
    ),
)

CLASSIC: tuple[tuple[Rules, str], ...] = (
    (YAHTZEE, "official rules: 100-point Yahtzee bonuses, forced joker"),
    (replace(YAHTZEE, name="yahtzee-free-joker", joker="free"), "a joker may go into any open box"),
    (replace(YAHTZEE, name="yahtzee-no-bonus", yahtzee_bonus=0, joker="none"), "no Yahtzee bonus, no joker"),
    (YATZY, "Scandinavian rules: 15 boxes, bonus of 50, only matching dice count"),
    (YACHT, "the older relative: 12 boxes, no bonus"),
)
