"""Steps of backward induction against plain loops over every throw and every keep."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fivedice.arrays import Floats
from fivedice.kernels.backward import average, maximise
from fivedice.kernels.lanes import LANES
from fivedice.rules import Category, Dice, Rules, variant
from fivedice.rules.dice import is_part_of
from fivedice.rules.pattern import Anything
from fivedice.solver.tables import Tables, compile_rules
from tests.generators import dice_sets

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
    average(rows.reshape(-1), tables_of(dice).extend, None)
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
