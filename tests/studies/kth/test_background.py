"""Study 000: the graph of states, the chance of a Yatzy, and Table 2.1."""

from fractions import Fraction
from itertools import product

import pytest

from fivedice.rules import Rules, variant
from fivedice.rules.category import Category, face_category
from fivedice.rules.dice import keeps_of
from fivedice.rules.pattern import AllEqual, Anything
from fivedice.solver import cached_solution, solve
from fivedice.studies.claims import Claims
from fivedice.studies.kth.background import Graph, card_section, five_alike, states_section

YATZY = variant("yatzy")
TINY = Rules(
    "tiny", (face_category(1), face_category(2), Category("chance", Anything(), "sum")), dice=2, faces=3, rolls=3,
    upper_threshold=2, upper_bonus=5,
)  # fmt: skip


def test_vertices_and_edges_are_those_of_a_graph_drawn_in_full() -> None:
    dice, graph = TINY.dice_set, Graph(TINY)
    cards = list(product(range(2**TINY.turns), range(TINY.upper_cap + 1)))
    with_roll, with_keep = list(product(cards, dice.rolls)), list(product(cards, dice.keeps))
    keeping = sum(len(keeps_of(roll)) for _, roll in with_roll)
    throwing = sum(keep in keeps_of(roll) for _, keep in with_keep for roll in dice.rolls)
    scoring = sum(not filled >> box & 1 for (filled, _), _ in with_roll for box in range(TINY.turns))
    assert graph.vertices == len(cards) + 3 * len(with_roll) + 2 * len(with_keep)
    assert graph.edges == len(with_roll) + 2 * keeping + 2 * throwing + scoring


def test_no_way_to_keep_dice_makes_five_alike_more_often_than_the_largest_group() -> None:
    only = Rules("only", (Category("yatzy", AllEqual(), 1),))
    assert five_alike(5, 6, 3) == Fraction(347897, 7558272)
    assert solve(only).value == pytest.approx(float(five_alike(5, 6, 3)), abs=1e-12)


def test_table_2_1_is_met_and_its_bonus_from_more_than_63_is_not() -> None:
    claims = Claims("kth")
    card_section(claims, YATZY)
    assert [one.id for one in claims.with_verdict("differs")] == ["bonus-from-table"]
    assert claims.judged["table-2.1"].ours == "15 rows"


def test_the_thesis_counts_three_of_the_six_parts_and_takes_1_7776_for_five_alike() -> None:
    claims = Claims("kth")
    states_section(claims, cached_solution(YATZY))
    wrong = {one.claim.id: one for one in claims.wrong}
    assert set(wrong) == {"yatzy-one-roll", "yatzy-three-rolls", "states-all", "keeps-from-one", "equation-3"}
    assert wrong["states-all"].claim.ours == "3,525,312,512"
    assert "4.6029%" in wrong["yatzy-three-rolls"].proof
    assert claims.verdict("glenn-*", "states-v*", "rolls", "keeps", "graph-gigabytes") == "met"
