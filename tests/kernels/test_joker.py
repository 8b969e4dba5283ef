"""The joker rule and the scoring step of the kernels against the rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.kernels.joker import legal_boxes, pays_full_value
from fivedice.kernels.scoring import score_box
from fivedice.rules import Rules, State, legal_categories, score
from fivedice.rules.classic import YAHTZEE
from fivedice.rules.state import is_joker, is_open, is_over
from fivedice.solver.exact import kernel_arguments
from fivedice.solver.tables import compile_rules
from tests.generators import rolls, rules, states


def open_bits(game: Rules, state: State) -> int:
    """The boxes whose turn has come."""
    return sum(1 << box for box in range(game.turns) if is_open(game, state, box))


@given(st.data())
def test_legal_boxes_are_those_that_the_rules_allow(data: st.DataObject) -> None:
    game = data.draw(rules(kinds=("order", "columns")))
    state = data.draw(states(game))
    roll = data.draw(rolls(game))
    face = roll[0] if roll[0] == roll[-1] else 0
    tables = compile_rules(game)
    numbers = kernel_arguments(game, tables).rules
    bits = legal_boxes(state.filled, open_bits(game, state), face, int(tables.face_boxes[face]), numbers)
    assert bits == sum(1 << game.index[box.name] for box in legal_categories(game, state, roll))


@given(st.data())
def test_full_value_is_paid_exactly_where_the_rules_pay_it(data: st.DataObject) -> None:
    game = data.draw(rules())
    state = data.draw(states(game).filter(lambda one: not is_over(game, one)))
    roll = data.draw(rolls(game))
    face = roll[0] if roll[0] == roll[-1] else 0
    tables = compile_rules(game)
    numbers = kernel_arguments(game, tables).rules
    full = pays_full_value(state.filled, open_bits(game, state), face, int(tables.face_boxes[face]), numbers)
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
    numbers = kernel_arguments(YAHTZEE, compile_rules(YAHTZEE)).rules
    assert legal_boxes(filled, 0b1111111111111 & ~filled, 6, 1 << YAHTZEE.index["sixes"], numbers) == boxes


@given(st.data())
def test_a_scoring_brings_the_points_bonus_and_flag_of_the_rules(data: st.DataObject) -> None:
    game = data.draw(rules())
    state = data.draw(states(game).filter(lambda one: not is_over(game, one)))
    roll = data.draw(rolls(game))
    tables = compile_rules(game)
    face, index = roll[0] if roll[0] == roll[-1] else 0, game.dice_set.roll_index(roll)
    numbers = kernel_arguments(game, tables).rules
    full = pays_full_value(state.filled, open_bits(game, state), face, int(tables.face_boxes[face]), numbers)
    for box in legal_categories(game, state, roll):
        at = game.index[box.name]
        pays = tables.points[at, index], tables.joker_points[at, index]
        paid, extra, flag = score_box(at, int(state.bonus), face, full, *pays, numbers)
        scoring = score(game, state, roll, box)
        assert (paid, paid + extra, flag) == (scoring.points, scoring.total, scoring.state.bonus)
