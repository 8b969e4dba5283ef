from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from fivedice.rules import Rules, variant
from fivedice.solver.tables import compile_rules
from tests.generators import rules


@given(rules())
def test_one_step_in_the_lattice_adds_or_drops_one_die(game: Rules) -> None:
    tables, keeps = compile_rules(game), game.dice_set.keeps
    for row, keep in enumerate(keeps):
        fewer = {keep[:at] + keep[at + 1 :] for at in range(len(keep))}
        dropped = tables.drop[tables.drop_start[row] : tables.drop_start[row + 1]]
        assert sorted(keeps[index] for index in dropped) == sorted(fewer)
        if len(keep) < game.dice:
            more = [tuple(sorted((*keep, face))) for face in range(1, game.faces + 1)]
            assert [keeps[index] for index in tables.extend[row]] == more


@given(rules())
def test_tables_hold_what_the_rules_say(game: Rules) -> None:
    tables, rolls = compile_rules(game), game.dice_set.rolls
    assert (tables.rolls, tables.keeps) == (len(rolls), len(game.dice_set.keeps))
    for index, roll in enumerate(rolls):
        assert tables.equal_face[index] == (roll[0] if len(set(roll)) == 1 else 0)
        assert Fraction(float(tables.probability[index])).limit_denominator(10**6) == game.dice_set.probability(roll)
        assert list(tables.points[:, index]) == [box.natural_points(roll) for box in game.categories]
        assert list(tables.joker_points[:, index]) == [box.joker_points(roll) for box in game.categories]


def test_tables_are_read_only_and_compiled_once() -> None:
    tables = compile_rules(variant("yahtzee"))
    assert compile_rules(variant("yahtzee")) is tables
    for array in filter(lambda one: one is not None, vars(tables).values()):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_official_yahtzee_has_the_lattice_of_the_manual() -> None:
    tables = compile_rules(variant("yahtzee"))
    assert tables.extend.shape == (210, 6)
    assert np.array_equal(tables.face_boxes, [0, 1, 2, 4, 8, 16, 32])
    assert float(tables.probability.sum()) == pytest.approx(1, abs=1e-15)
