"""States, points so far and points to come from a start, against trying every roll in every box."""

from functools import cache

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fivedice.arrays import Ints
from fivedice.kernels.spans import bound_rest, spread_spans
from fivedice.rules import Rules, State, legal_categories, score
from fivedice.rules.state import Scoring, final_bonus, is_over, open_categories
from fivedice.solver.exact import kernel_arguments
from fivedice.solver.tables import compile_rules, upper_ranges
from tests.generators import examples, rules, states

FAR = 1 << 20
Span = tuple[int, int]


Spans = tuple[dict[State, Span], dict[State, set[Span]]]
"""Least and most points so far of each state that is reached, and least and most points to come."""


def spans_by_kernel(game: Rules, start: State, points: Span) -> Spans:
    tables = compile_rules(game)
    arguments = kernel_arguments(game, tables)
    low = np.minimum(upper_ranges(game, tables)[0], game.upper_cap)
    flags, masks, _ = arguments.shape
    shape = (flags, masks, game.upper_cap + 1)
    least, most = np.full(shape, FAR, np.int32), np.full(shape, -FAR, np.int32)
    at = int(start.bonus), start.filled, max(start.upper, int(low[start.filled]))
    least[at], most[at] = points
    order: Ints = np.array(sorted(range(masks - 1), key=int.bit_count), np.int32)
    ways = np.empty((2 * tables.points.size + game.turns, 4), np.int64)
    common = (low, ways, arguments.can_miss, arguments.rules, arguments.tables, arguments.groups)
    spread_spans(least, most, order, *common)
    rest = np.zeros((2, *shape), np.int32)
    rest[:, :, -1, game.upper_cap] = game.upper_bonus
    bound_rest(*rest, least <= most, order[::-1].copy(), *common)
    places = [tuple(map(int, place)) for place in np.argwhere(least <= most)]
    named = [(State(filled, total, bool(flag)), (flag, filled, total)) for flag, filled, total in places]
    so_far = {state: (int(least[place]), int(most[place])) for state, place in named}
    return so_far, {state: {(int(rest[0][place]), int(rest[1][place]))} for state, place in named}


def merged(game: Rules, state: State) -> State:
    """The state that stands for all those from which the upper bonus is out of reach."""
    rolls = game.dice_set.rolls
    boxes = [one for one in open_categories(game, state) if one.section == "upper"]
    missed = game.upper_cap - 1 - sum(max(map(one.natural_points, rolls)) for one in boxes)
    return State(state.filled, max(state.upper, missed), state.bonus)


def scorings(game: Rules, state: State) -> set[Scoring]:
    return {
        score(game, state, roll, category)
        for roll in game.dice_set.rolls
        for category in legal_categories(game, state, roll)
    }


def spans_by_hand(game: Rules, start: State, points: Span) -> Spans:
    """The same by brute force, without tables; states are merged at the very end, when all is known of each."""

    @cache
    def to_come(state: State) -> Span:
        if is_over(game, state):
            bonus = final_bonus(game, state)
            return bonus, bonus
        ends = [(one.total, *to_come(one.state)) for one in scorings(game, state)]
        return min(now + least for now, least, _ in ends), max(now + most for now, _, most in ends)

    layer = {start: points}
    reached = dict(layer)
    while layer:
        following: dict[State, Span] = {}
        for state, (least, most) in layer.items():
            for scoring in scorings(game, state):
                before = following.get(scoring.state, (FAR, -FAR))
                following[scoring.state] = min(before[0], least + scoring.total), max(before[1], most + scoring.total)
        reached |= following
        layer = following
    so_far: dict[State, Span] = {}
    rest: dict[State, set[Span]] = {}
    for state, (least, most) in reached.items():
        one = merged(game, state)
        before = so_far.get(one, (FAR, -FAR))
        so_far[one] = min(before[0], least), max(before[1], most)
        rest.setdefault(one, set()).add(to_come(state))
    return so_far, rest


@examples(150)
@given(rules())
def test_states_and_points_from_the_start_of_a_game_are_those_of_a_brute_force_walk(game: Rules) -> None:
    assert spans_by_kernel(game, State(), (0, 0)) == spans_by_hand(game, State(), (0, 0))


@examples(150)
@given(st.data(), rules(), st.integers(-500, 500), st.integers(0, 100))
def test_states_and_points_from_the_middle_of_a_game_are_those_of_a_brute_force_walk(
    data: st.DataObject, game: Rules, least: int, more: int
) -> None:
    start, points = data.draw(states(game)), (least, least + more)
    assert spans_by_kernel(game, start, points) == spans_by_hand(game, start, points)
