"""Exact evaluation against every game there is, on rules small enough to play them all."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.arrays import Floats
from fivedice.evaluation.evaluate import Evaluation, evaluate
from fivedice.kernels.view import ROLL, View
from fivedice.rules import Category, Rules, State
from fivedice.rules.pattern import Anything, Face, Groups
from fivedice.solver.exact import solve
from fivedice.strategies.basic import Greedy, random
from fivedice.strategies.policy import Policy, TablePolicy, ValuePolicy, policy_of, table_by_asking, table_of
from fivedice.strategies.strategy import strategy
from tests.generators import examples, rules, states
from tests.whim import Totals, Whim, decide_by, every_game, table_of_values

TINY = rules(max_faces=3, max_categories=3)
PLAYERS = ("whim", "whim that ignores the upper total", "random", "greedy", "optimal")


def player(name: str, game: Rules, seed: int) -> Policy:
    if name == "random":
        return table_of(random, game)
    if name == "greedy":
        return Greedy().policy(game)
    if name == "optimal":
        return policy_of(solve(game))
    return table_by_asking(Whim(seed, reads_upper=name == "whim"), game)


def assert_equal(found: Evaluation, expected: Totals) -> None:
    shares = np.zeros(len(expected.probability))
    shares[found.score.least : found.score.most + 1] = found.score.probability
    np.testing.assert_allclose(shares, expected.probability, rtol=0, atol=1e-12)
    assert found.categories == pytest.approx(expected.categories, abs=1e-10)
    assert found.yahtzees == pytest.approx(expected.yahtzees, abs=1e-12)
    assert found.yahtzee_bonuses == pytest.approx(expected.yahtzee_bonuses, abs=1e-12)
    assert found.p_upper_bonus == pytest.approx(expected.p_upper_bonus, abs=1e-12)


def as_table(policy: Policy) -> TablePolicy:
    if isinstance(policy, ValuePolicy):
        return table_of_values(policy)
    assert isinstance(policy, TablePolicy)
    return policy


@pytest.mark.parametrize("name", PLAYERS)
@examples(25)
@given(game=TINY, seed=st.integers(0, 999))
def test_evaluation_is_the_sum_over_every_game(name: str, game: Rules, seed: int) -> None:
    policy = player(name, game, seed)
    decide = decide_by(as_table(policy))
    assert_equal(evaluate(policy), every_game(game, decide, State()))


@pytest.mark.parametrize("name", ["whim", "optimal"])
@examples(25)
@given(data=st.data(), game=TINY, seed=st.integers(0, 999))
def test_evaluation_from_a_state_on_is_the_sum_over_every_game_that_goes_on_from_there(
    name: str, data: st.DataObject, game: Rules, seed: int
) -> None:
    policy, start = player(name, game, seed), data.draw(states(game))
    decide = decide_by(as_table(policy))
    assert_equal(evaluate(policy, start), every_game(game, decide, start))


@examples(40)
@given(TINY, st.integers(0, 999))
def test_whoever_plays_the_parts_add_up(game: Rules, seed: int) -> None:
    for policy in (player("whim", game, seed), player("optimal", game, seed)):
        found = evaluate(policy)
        bonuses = game.upper_bonus * found.p_upper_bonus + game.yahtzee_bonus * found.yahtzee_bonuses
        assert found.score.probability.sum() == pytest.approx(1, abs=1e-12)
        assert sum(found.categories.values()) + bonuses == pytest.approx(found.score.mean, abs=1e-9)


@examples(40)
@given(st.data(), rules())
def test_the_mean_of_optimal_play_is_the_value_of_the_solution_from_any_state_on(
    data: st.DataObject, game: Rules
) -> None:
    solution = solve(game)
    policy, start = policy_of(solution), data.draw(states(game))
    assert evaluate(policy).score.mean == pytest.approx(solution.value, abs=1e-9)
    value = solution.values[int(start.bonus), start.filled, start.upper]
    assert evaluate(policy, start).score.mean == pytest.approx(value, abs=1e-9)


@examples(15)
@given(rules())
def test_the_number_of_threads_does_not_show(game: Rules) -> None:
    one, two = (evaluate(table_of(random, game), threads=threads) for threads in (1, 2))
    assert np.array_equal(one.score.probability, two.score.probability)
    assert one.categories == two.categories


def test_progress_is_told_turn_by_turn_from_the_start_on() -> None:
    game, told = pairs_game(3), list[tuple[int, int]]()
    evaluate(table_of(random, game), State(2), progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]


def pairs_game(dice: int) -> Rules:
    boxes = (Category("ones", Face(1), "matching", "upper"), Category("any", Anything(), "sum"))
    return Rules("pairs", (*boxes, Category("pair", Groups((2,)), 11)), dice=dice, faces=3, upper_threshold=2)


@strategy("first-pair", "Holds the first of two pairs, else the most frequent face.", reads_order=True)
def first_pair(view: View) -> int:
    pairs = 0
    for face in range(1, view.faces + 1):
        pairs += 1 if view.counts[face] == 2 else 0
    wanted, most = 0, 0
    for position in range(view.dice_count):
        face = view.dice[position]
        if pairs == 2 and view.counts[face] == 2 and wanted == 0:
            wanted = face
    for face in range(1, view.faces + 1):
        if pairs < 2 and view.counts[face] > most:
            wanted, most = face, view.counts[face]
    if view.rerolls > 0:
        for position in range(view.dice_count):
            view.hold[position] = 1 if view.dice[position] == wanted else 0
        return ROLL
    for box in range(view.boxes):
        if view.points[box] >= 0:
            return box
    return ROLL


def rolls_of_the_table(game: Rules) -> dict[tuple[int, ...], float]:
    """How likely each roll is at the end of a turn of `first_pair`, by throwing every die in its place."""
    tables: dict[tuple[int, ...], float] = {(0,) * game.dice: 1.0}
    for throws_left in range(game.rolls, 0, -1):
        landed: dict[tuple[int, ...], float] = {}
        for table, chance in tables.items():
            air = table.count(0)
            for faces in product(range(1, game.faces + 1), repeat=air):
                thrown = iter(faces)
                full = tuple(face or next(thrown) for face in table)
                landed[full] = landed.get(full, 0) + chance / game.faces**air
        if throws_left == 1:
            return landed
        tables = {}
        for table, chance in landed.items():
            pairs = [face for face in table if table.count(face) == 2]
            first = pairs[0] if len(set(pairs)) == 2 else min((-table.count(face), face) for face in table)[1]
            kept = tuple(face if face == first else 0 for face in table)
            tables[kept] = tables.get(kept, 0) + chance
    raise AssertionError


@pytest.mark.parametrize("dice", [3, 4])
def test_a_player_who_sees_the_order_of_the_dice_is_evaluated_on_ordered_tables(dice: int) -> None:
    game, expected = pairs_game(dice), np.ones(1)
    ends = rolls_of_the_table(game)
    for category in game.categories:  # the player fills them in this order
        points: Floats = np.zeros(40)
        for table, chance in ends.items():
            points[category.natural_points(tuple(sorted(table)))] += chance
        expected = np.convolve(expected, points)
    policy: TablePolicy = table_of(first_pair, game)
    assert (len(policy.keeps), np.array_equal(*policy.keeps)) == (2, dice == 3)
    found = evaluate(policy).score
    shares = expected[found.least : found.most + 1]
    np.testing.assert_allclose(found.probability, shares, rtol=0, atol=1e-12)
    assert shares.sum() == pytest.approx(1, abs=1e-12)
