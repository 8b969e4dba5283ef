"""Relatives of Yahtzee: other dice, saved throws, a fixed order, columns, hands that pay more when they are served.

Where printed rules disagree, the source named here decides; `tests/golden/NAME.txt` names it beside each number.
"""

from dataclasses import replace

from fivedice.rules.category import Category
from fivedice.rules.classic import UPPER, YACHT, YAHTZEE, YATZY
from fivedice.rules.column import Column
from fivedice.rules.pattern import AllEqual, Anything, Groups, Parity, Run
from fivedice.rules.rules import Rules

CHANCE = Category("chance", Anything(), "sum", code="C")

KNIFFEL = replace(
    YAHTZEE,
    name="kniffel",
    yahtzee_bonus=50,
    joker="free",
    categories=tuple(
        replace(one, name="kniffel", title="Kniffel", code="K") if one.name == "yahtzee" else one
        for one in YAHTZEE.categories
    ),
)
"""Schmidt Spiele: 50 for each further Kniffel, which may be used as a joker. Others play without any bonus."""

YAHTZEE_FRENCH = replace(
    YAHTZEE,
    name="yahtzee-french",
    categories=tuple(replace(one, points=40) if one.name == "four_of_a_kind" else one for one in YAHTZEE.categories),
)
"""French score pads: a carré is worth 40, whatever its dice."""

YAHTZEE_TRIPLE = replace(
    YAHTZEE,
    name="yahtzee-triple",
    columns=(Column("single"), Column("double", multiplier=2), Column("triple", multiplier=3)),
)
"""Triple Yahtzee (E. S. Lowe, 1972; yahtzee-rules.com): the second column counts twice, the third three times.

A joker needs all three Yahtzee boxes filled, and so does a bonus, with points in each; it is 100, 200 or 300, as the
column says that the roll goes to.
"""

MAXI_YATZY = replace(
    YATZY,
    name="maxi-yatzy",
    dice=6,
    upper_threshold=84,
    upper_bonus=100,
    categories=(
        *UPPER,
        Category("pair", Groups((2,)), "matching", code="P"),
        Category("two_pairs", Groups((2, 2)), "matching", code="2P"),
        Category("three_pairs", Groups((2, 2, 2)), "matching", code="3P"),
        Category("three_of_a_kind", Groups((3,)), "matching", code="3K"),
        Category("four_of_a_kind", Groups((4,)), "matching", code="4K"),
        Category("five_of_a_kind", Groups((5,)), "matching", code="5K"),
        Category("small_straight", Run(5, 1), 15, code="SS"),
        Category("large_straight", Run(5, 2), 20, code="LS"),
        Category("full_straight", Run(6, 1), 21, code="FS"),
        Category("full_house", Groups((3, 2)), "matching", code="FH"),
        Category("villa", Groups((3, 3)), "matching", code="V"),
        Category("tower", Groups((4, 2)), "matching", code="T"),
        CHANCE,
        Category("maxi_yatzy", AllEqual(), 100, code="MY"),
    ),
)
"""maxiyatzy.com: six dice, 20 boxes, 100 points from 84 on."""

GENERALA = replace(
    YACHT,
    name="generala",
    categories=(
        *UPPER,
        Category("straight", Run(5), "25 if served else 20", code="S"),
        Category("full_house", Groups((3, 2)), "35 if served else 30", code="FH"),
        Category("four_of_a_kind", Groups((4,)), "45 if served else 40", code="4K"),
        Category("generala", AllEqual(), "120 if served else 60", code="G"),
    ),
)
"""Wikipedia, "Generala": 5 more for a hand that is served, at the first throw.

A served Generala wins the game at once, which points cannot say; it pays double here. The second Generala is left out.
"""

CRAG = replace(
    YACHT,
    name="crag",
    dice=3,
    rolls=2,
    categories=(
        *UPPER,
        Category("odd_straight", Parity(1), "20 if faces == 3 else 0", code="OS"),
        Category("even_straight", Parity(0), "20 if faces == 3 else 0", code="ES"),
        Category("low_straight", Run(3, 1), 20, code="LS"),
        Category("high_straight", Run(3, 4), 20, code="HS"),
        Category("three_of_a_kind", AllEqual(), 25, code="3K"),
        Category("thirteen", Anything(), "26 if sum == 13 else 0", code="T"),
        Category("crag", Groups((2,)), "50 if sum == 13 else 0", code="C"),
    ),
)
"""Knizia, Dice Games Properly Explained, p. 149; Wikipedia, "Crag (dice game)"."""

CHEERIO = replace(
    YACHT,
    name="cheerio",
    categories=(
        *UPPER,
        Category("little_straight", Run(5, 1), 20, code="LS"),
        Category("big_straight", Run(5, 2), 25, code="BS"),
        Category("full_house", Groups((3, 2)), "sum", code="FH"),
        Category("big_hand", Anything(), "sum", code="BH"),
        Category("cheerio", AllEqual(), 50, code="C"),
    ),
)
"""thegamesforum.com: eleven combinations, no wild ones."""

BALUT = replace(
    YACHT,
    name="balut",
    columns=tuple(Column() for _ in range(4)),
    categories=(
        *UPPER[3:],
        Category("straight", Run(5), "sum", code="S"),
        Category("full_house", Groups((3, 2)), "sum", code="FH"),
        Category("choice", Anything(), "sum", code="C"),
        Category("balut", AllEqual(), "20 + sum", code="B"),
    ),
)
"""Wikipedia, "Balut (game)": seven kinds of boxes, four of each; by the total of the card."""

YACHT_DICE = replace(
    YACHT,
    name="yacht-dice",
    upper_threshold=63,
    upper_bonus=35,
    categories=(
        *UPPER,
        Category("choice", Anything(), "sum", code="C"),
        Category("four_of_a_kind", Groups((4,)), "sum", code="4K"),
        Category("full_house", Anything(), "sum if faces == 2 and equal == 3 or equal == 5 else 0", code="FH"),
        Category("small_straight", Run(4), 15, code="SS"),
        Category("large_straight", Run(5), 30, code="LS"),
        Category("yacht", AllEqual(), 50, code="Y"),
    ),
)
"""51 Worldwide Games (Nintendo, 2020), "Yacht Dice"; five equal dice are a full house too, as its known value says."""

RELATIVES: tuple[tuple[Rules, str], ...] = (
    (KNIFFEL, "German rules: 50 for each further Kniffel, free joker"),
    (YAHTZEE_FRENCH, "French rules: four of a kind pays 40"),
    (YAHTZEE_TRIPLE, "three columns that count once, twice and three times"),
    (replace(YATZY, name="yatzy-fixed-order", order="fixed"), "Yatzy from top to bottom of the card"),
    (MAXI_YATZY, "six dice, 20 boxes, bonus of 100"),
    (
        replace(MAXI_YATZY, name="maxi-yatzy-saved", saved_throws="unlimited"),
        "Maxi Yatzy where unused throws are kept for later turns",
    ),
    (YACHT_DICE, "Yacht with straights of four and an upper bonus of 35"),
    (GENERALA, "Latin American rules: hands pay more when they are served"),
    (CRAG, "three dice, two rolls, 13 boxes"),
    (CHEERIO, "eleven boxes, no bonus"),
    (BALUT, "seven kinds of boxes, four of each"),
)
