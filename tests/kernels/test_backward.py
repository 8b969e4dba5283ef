"""Steps of backward induction against plain loops over every throw and every keep."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.arrays import Floats
from fivedice.kernels.backward import average, legal_boxes, maximise, pays_full_value
from fivedice.kernels.lanes import LANES
from fivedice.rules import Category, Dice, Rules, legal_categories, score, variant
from fivedice.rules.dice import is_part_of
from fivedice.rules.pattern import Anything
from fivedice.rules.state import is_joker, is_over
from fivedice.solver.exact import kernel_arguments
from fivedice.solver.tables import Tables, compile_rules
from tests.generators import dice_sets, rolls, rules, states

YAHTZEE = variant("yahtzee")


def tables_of(dice: Dice) -> Tables:
    chance = Category("chance", Anything(), "sum")
    return compile_rules(Rules("dice", (chance,), dice=dice.count, faces=dice.faces))


def random_rows(keeps: int, seed: int) -> Floats:
    return np.random.default_rng(seed).normal(size=(keeps, LANES))


@given(dice_sets(max_dice=4, max_faces=4) | st.just(Dice(5, 6)), st.integers(0, 2**32))
def test_average_gives_every_keep_its_expectation_over_all_throws(dice: Dice, seed: int) -> None:
    rows = random_rows(dice.keep_count, seed)
    rolls = rows[-dice.roll_count :].copy()
    average(rows.reshape(-1), tables_of(dice).extend)
    keeps = dice.keeps if dice.keep_count < 100 else dice.keeps[seed % 7 :: 31]
    for keep in keeps:
        missing = Dice(dice.count - len(keep), dice.faces)
        expected = sum(
            float(missing.probability(thrown)) * rolls[dice.roll_index(tuple(sorted(keep + thrown)))]
            for thrown in missing.rolls
        )
        np.testing.assert_allclose(rows[dice.keep_index[keep]], expected, rtol=0, atol=1e-12)


@given(dice_sets(max_dice=4, max_faces=4) | st.just(Dice(5, 6)), st.integers(0, 2**32))
def test_maximise_gives_every_keep_the_best_of_all_keeps_in_it(dice: Dice, seed: int) -> None:
    rows = random_rows(dice.keep_count, seed)
    before = rows.copy()
    tables = tables_of(dice)
    maximise(rows.reshape(-1), tables.drop, tables.drop_start)
    places = range(dice.keep_count) if dice.keep_count < 100 else range(seed % 7, dice.keep_count, 31)
    for place in places:
        parts = [index for index, keep in enumerate(dice.keeps) if is_part_of(keep, dice.keeps[place])]
        np.testing.assert_array_equal(rows[place], before[parts].max(axis=0))


@given(st.data())
def test_legal_boxes_are_those_that_the_rules_allow(data: st.DataObject) -> None:
    game = data.draw(rules())
    state = data.draw(states(game))
    roll = data.draw(rolls(game))
    face = roll[0] if roll[0] == roll[-1] else 0
    _, _, yahtzee, joker, _, lower, everything = kernel_arguments(game, compile_rules(game)).rules
    upper_box = game.face_boxes.get(face, -1)
    bits = legal_boxes(state.filled, face, upper_box, yahtzee, joker, lower, everything)
    assert bits == sum(1 << game.index[box.name] for box in legal_categories(game, state, roll))


@given(st.data())
def test_full_value_is_paid_exactly_where_the_rules_pay_it(data: st.DataObject) -> None:
    game = data.draw(rules())
    state = data.draw(states(game).filter(lambda one: not is_over(game, one)))
    roll = data.draw(rolls(game))
    face = roll[0] if roll[0] == roll[-1] else 0
    tables = compile_rules(game)
    _, _, yahtzee, joker, *_ = kernel_arguments(game, tables).rules
    full = pays_full_value(state.filled, face, game.face_boxes.get(face, -1), yahtzee, joker)
    assert is_joker(game, state, roll) or not full
    paid = tables.joker_points if full else tables.points
    for box in legal_categories(game, state, roll):
        assert paid[game.index[box.name], game.dice_set.roll_index(roll)] == score(game, state, roll, box).points


@pytest.mark.parametrize(
    ("filled", "boxes"),
    [(0, 0b1111111111111), (1 << 11, 1 << 5), (1 << 11 | 1 << 5, 0b1011111000000), (0b1111111100000, 0b11111)],
    ids=["no joker", "forced into sixes", "any lower box", "only upper boxes are left"],
)
def test_a_joker_of_sixes_is_forced_in_the_kernel_too(filled: int, boxes: int) -> None:
    _, _, yahtzee, joker, _, lower, everything = kernel_arguments(YAHTZEE, compile_rules(YAHTZEE)).rules
    assert legal_boxes(filled, 6, YAHTZEE.index["sixes"], yahtzee, joker, lower, everything) == boxes
