"""Two games that are solved in a moment and still have an early, a middle and a late part."""

from fivedice.rules import Category, Rules
from fivedice.rules.category import face_category
from fivedice.rules.pattern import AllEqual, Anything, Groups, Run

TINY = Rules(
    "tiny",
    (
        *map(face_category, (1, 2, 3)),
        Category("straight", Run(2), 4, code="S"),
        Category("yahtzee", AllEqual(), 5, code="Y"),
        Category("chance", Anything(), "sum", code="C"),
        Category("again", Anything(), "sum", code="A"),
    ),
    dice=2,
    faces=3,
    rolls=2,
    upper_threshold=7,
    upper_bonus=6,
    yahtzee_bonus=3,
    joker="forced",
)
"""Seven boxes, but few enough dice for the slow reference."""

SMALL = Rules(
    "small",
    (
        *map(face_category, (1, 5, 6)),
        Category("full_house", Groups((3, 2)), 25, code="FH"),
        Category("yahtzee", AllEqual(), 50, code="Y"),
        Category("chance", Anything(), "sum", code="C"),
        Category("again", Anything(), "sum", code="A"),
    ),
    upper_threshold=30,
    upper_bonus=35,
    yahtzee_bonus=100,
    joker="forced",
)
"""Seven boxes with the usual five dice."""
