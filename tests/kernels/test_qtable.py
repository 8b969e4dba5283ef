"""Sweeps of the Q-table against the slow twin, and the random numbers that they draw."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.kernels.lanes import SINGLE_LANES
from fivedice.kernels.qtable import block_key, draw, pick_way
from fivedice.learning.qtable import QTable, entries_of, rolls_that_follow
from fivedice.rules import Rules, State
from fivedice.solver.tables import compile_rules
from tests.generators import examples, rules
from tests.slow_q import SlowQ
from tests.small import TINY


def entries(table: QTable, state: State) -> list[np.float32]:
    """All entries of a state inside its turn, as the kernel orders them."""
    first, lane = divmod(state.upper, SINGLE_LANES)
    wanted = (state.filled, int(state.bonus), first * SINGLE_LANES)
    place = next(int(block[3]) for block in table.blocks if tuple(block[:3]) == wanted)
    return list(table.table.reshape(-1, entries_of(table.rules), SINGLE_LANES)[place, :, lane])


def check_equal(game: Rules, batch: int, seed: int, epochs: int) -> None:
    fast, slow = QTable(game, batch, 0.9, seed), SlowQ(game, batch, 0.9, seed)
    with ThreadPoolExecutor(1) as pool:
        for _ in range(epochs):
            fast.sweep(pool)
            slow.sweep()
    last = game.rolls - 1
    for state in slow.states:
        expected = []
        for rerolls in range(last, -1, -1):
            expected += [slow.q[state, roll, rerolls] for roll in game.dice_set.rolls]
            expected += [slow.q[state, keep, rerolls] for keep in slow.inner if rerolls]
        assert entries(fast, state) == expected
        assert fast.values[int(state.bonus), state.filled, state.upper] == slow.q[state]


@examples(30)
@given(rules(max_dice=2, max_faces=3, max_categories=3), st.sampled_from((1, 3, 16)), st.integers(0, 2**62))
def test_sweeps_equal_those_of_the_slow_twin_number_by_number(game: Rules, batch: int, seed: int) -> None:
    check_equal(game, batch, seed, epochs=3)


def test_long_games_with_jokers_and_bonuses_are_swept_alike() -> None:
    check_equal(replace(TINY, categories=TINY.categories[:6]), 4, 7, epochs=2)


@pytest.mark.parametrize("count", [6, 36, 7776])
def test_draws_are_uniform(count: int) -> None:
    key, draws = np.uint64(block_key(1, 2, 3, 0, 32)), 20 * count
    found = np.bincount([pick_way(np.uint64(draw(key, at)), 0, count, None) for at in range(draws)], minlength=count)
    chi_square = float(((found - 20) ** 2 / 20).sum())
    assert len(found) == count
    assert abs(chi_square - (count - 1)) < 4 * (2 * (count - 1)) ** 0.5


def test_other_epochs_blocks_and_seeds_draw_other_numbers() -> None:
    keys = {int(block_key(*place)) for place in np.ndindex(3, 4, 5, 2, 3)}
    assert len(keys) == 3 * 4 * 5 * 2 * 3


def test_each_way_that_dice_can_fall_stands_once_in_the_list_of_rolls() -> None:
    tables = compile_rules(Rules("five dice", TINY.categories))
    follow, start, limits = rolls_that_follow(tables)
    assert limits is None
    assert np.bincount(follow[start[0] : start[1]]) / 6**5 == pytest.approx(tables.probability)
    assert set(np.diff(start)) == {6**missing for missing in range(1, 6)}
