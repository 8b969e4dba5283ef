"""Choices worked out for whatever states games are in, against those of each state by itself."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fivedice.kernels.lanes import LANES
from fivedice.kernels.visited import room_for_states, sort_by_state
from fivedice.rules import Rules, State, variant
from fivedice.simulation.games import play
from fivedice.simulation.streams import Counter
from fivedice.solver.scale import POINTS, Scale
from fivedice.strategies.choices import choices_in
from fivedice.strategies.policy import AskingPolicy, Batch, ValuePolicy, kernel_view
from tests.generators import examples, rules
from tests.solver.test_kinds import ALL_KINDS, computable

SCALES = (POINTS, Scale.of_risk(2), Scale.of_risk(-2))


def random_values(game: Rules, scale: Scale, seed: int, most: int) -> ValuePolicy:
    """A player who values states by small whole numbers, so that decisions are often worth the same."""
    _, arguments = kernel_view(game)
    values = np.random.default_rng(seed).integers(0, most, arguments.shape, endpoint=True)
    return ValuePolicy(game, (scale.sign * values.reshape(-1)).astype(np.float64), scale=scale)


def one_by_one(policy: ValuePolicy) -> AskingPolicy:
    """The same player, asked in one state at a time."""
    choices = cache(lambda filled, upper, flag: choices_in(policy, State(filled, upper, flag > 0)))

    def decide(filled: int, upper: int, flag: int, roll: int, rerolls: int) -> int:
        found = choices(filled, upper, flag)
        return int(found.keeps[rerolls - 1, roll] if rerolls else -1 - found.boxes[roll])

    def decide_many(batch: Batch) -> NDArray[np.int16]:
        return np.array([decide(*turn) for turn in np.stack(batch, axis=1).tolist()], np.int16)

    return AskingPolicy(policy.rules, decide_many)


def assert_same_games(policy: ValuePolicy, games: int, seed: int) -> None:
    found, expected = (
        play(one, Counter(seed), games, record=True, expected=1_000_000) for one in (policy, one_by_one(policy))
    )
    for block, twin in zip(found, expected, strict=True):
        for array in ("boxes", "points", "bonuses", "held", "shown"):
            np.testing.assert_array_equal(getattr(block, array), getattr(twin, array))


@examples(15)
@given(
    rules(kinds=ALL_KINDS).filter(computable), st.sampled_from(SCALES), st.integers(0, 999), st.sampled_from((0, 2, 30))
)
def test_any_values_lead_to_the_choices_of_each_state_by_itself(
    game: Rules, scale: Scale, seed: int, most: int
) -> None:
    assert_same_games(random_values(game, scale, seed, most), 60, seed)


@pytest.mark.parametrize("name", ["yahtzee", "yatzy"])
def test_any_values_lead_to_the_choices_of_each_state_by_itself_in_a_variant(name: str) -> None:
    assert_same_games(random_values(variant(name), POINTS, 1, 30), 40, 1)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(0, 5)), min_size=1, max_size=80))
def test_games_are_sorted_by_state(states: list[tuple[int, int, int]]) -> None:
    _, arguments = kernel_view(variant("yahtzee"))
    numbers = arguments.rules
    places, flags, upper = np.array(states, np.int32).T
    room = room_for_states(len(states), 5, np.zeros(0, np.int32), arguments.groups)
    order = np.lexsort((flags, places))
    count = sort_by_state(room, order, places, flags, upper, numbers, arguments.tables)
    assert count == len(set(states))
    assert sorted(room.order) == list(range(len(states)))
    for state in range(count):
        games = slice(room.first[state], room.first[state + 1])
        ((place, flag, total),) = {states[game] for game in room.order[games]}
        assert (room.places[state], room.flags[state]) == (place, flag)
        assert room.open[state] == numbers.everything & ~place
        assert room.start[state] == flag * numbers.flag_stride + place * numbers.stride + total
        assert set(room.lane[games]) == {state % LANES}
