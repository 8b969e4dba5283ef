"""Utilities and rows over points, before anything is solved."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.rules import State, variant
from fivedice.solver.by_points.curves import TARGET, Curves, Utility, pack
from tests.generators import utilities

YAHTZEE = variant("yahtzee")


@given(utilities(), st.integers(-300, 300))
def test_a_utility_is_its_first_value_below_and_its_last_one_above(utility: Utility, score: int) -> None:
    inside = min(max(score - utility.first, 0), len(utility.values) - 1)
    assert utility.at(np.array(score)) == utility.values[inside]


@given(utilities())
def test_scores_that_are_worth_the_same_as_all_beyond_are_found_on_both_sides(utility: Utility) -> None:
    scores = np.arange(utility.first - 3, utility.first + len(utility.values) + 4)
    worth = utility.at(scores)
    assert (worth[scores < utility.rises_at] == utility.below).all()
    assert (worth[scores >= utility.level_at] == utility.above).all()
    if len(set(utility.values.tolist())) > 1:
        assert utility.at(np.array(utility.rises_at)) != utility.below
        assert utility.at(np.array(utility.level_at - 1)) != utility.above
        assert utility.rises_at <= utility.level_at


@given(utilities())
def test_a_utility_never_falls_where_sorting_changes_nothing(utility: Utility) -> None:
    assert utility.never_falls == (sorted(utility.values) == utility.values.tolist())


def test_a_target_is_met_from_zero_on() -> None:
    assert TARGET.at(np.array([-500, -1, 0, 1, 500])).tolist() == [0, 0, 1, 1, 1]
    assert (TARGET.rises_at, TARGET.level_at, TARGET.never_falls) == (0, 0, True)


@pytest.mark.parametrize("name", ["yahtzee", "yatzy", "yacht"])
def test_every_state_has_a_number_of_its_own_and_cards_without_boxes_come_first(name: str) -> None:
    game = variant(name)
    masks, flags, totals = (
        part.reshape(-1).astype(np.int32)
        for part in np.meshgrid(np.arange(1 << game.turns), [0, 1], np.arange(game.upper_cap + 1), indexing="ij")
    )
    keys = pack(game, flags, masks, totals)
    assert keys[0] == 0
    assert (np.diff(keys) > 0).all()


def curves(*rows: tuple[State, int, list[float]]) -> Curves:
    """Rows of some states of official Yahtzee, each with the points at which it begins."""
    parts = [np.array(row, np.float64) for _, _, row in rows]
    counts = np.array([len(one) for one in parts], np.int32)
    keys = [pack(YAHTZEE, np.int32(one.bonus), np.int32(one.filled), np.int32(one.upper)) for one, _, _ in rows]
    first = np.array([begin for _, begin, _ in rows], np.int32)
    begins = np.cumsum(counts) - counts
    return Curves(YAHTZEE, np.array(keys, np.int32), first, counts, begins, np.concatenate(parts), 0.25, 1.0)


def test_a_row_is_constant_beyond_both_of_its_ends() -> None:
    found = curves((State(), -2, [0.5, 0.75]), (State(1, 3), 7, []))
    assert [found.value(State(), points) for points in range(-4, 2)] == [0.25, 0.25, 0.5, 0.75, 1.0, 1.0]
    assert [found.value(State(1, 3), points) for points in (6, 7, 8)] == [0.25, 1.0, 1.0]


def test_states_from_which_the_upper_bonus_is_out_of_reach_share_a_row() -> None:
    sixes_missing = State(0b011111, 32)  # with five sixes 62: one short
    found = curves((sixes_missing, 0, [0.5]))
    assert all(found.value(State(0b011111, upper), 0) == 0.5 for upper in range(33))
    with pytest.raises(KeyError):
        found.row(State(0b011111, 33))


def test_a_state_without_a_row_is_a_key_error() -> None:
    found = curves((State(1, 3), 0, [0.5]))
    for other in (State(), State(1, 2), State(2, 3), State(1, 3, bonus=True), State(1 << 12)):
        with pytest.raises(KeyError):
            found.row(other)
