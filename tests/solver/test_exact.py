"""The solver against its slow twin, and against itself."""

from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import TooLarge
from fivedice.rules import Category, Rules, State, Turn, legal_decisions, variant
from fivedice.rules.category import Points
from fivedice.rules.pattern import Anything, Run
from fivedice.rules.state import final_bonus, is_over
from fivedice.solver import Solution, TurnValues, solve
from fivedice.solver.exact import kernel_arguments, memory_needed
from fivedice.solver.places import with_prerequisites
from fivedice.solver.reference import Reference
from fivedice.solver.tables import compile_rules
from tests.generators import examples, rules, states
from tests.plain import reachable_states


@examples(150)
@given(rules())
def test_every_reachable_state_has_the_value_of_the_reference(game: Rules) -> None:
    solution, twin = solve(game, threads=1), Reference(game)
    for state in set().union(*reachable_states(game)):
        assert solution.state_value(state) == pytest.approx(twin.state_value(state), rel=1e-12, abs=1e-9)


@examples(80)
@given(st.data())
def test_every_decision_of_a_turn_has_the_value_of_the_reference(data: st.DataObject) -> None:
    game = data.draw(rules())
    state = data.draw(states(game).filter(lambda one: not is_over(game, one)))
    values, twin = TurnValues.of(solve(game, threads=1), state), Reference(game)
    for roll in game.dice_set.rolls:
        for rerolls in range(game.rolls):
            turn = Turn(state, roll, rerolls)
            assert values.roll(roll, rerolls) == pytest.approx(twin.turn_value(turn), rel=1e-12, abs=1e-9)
            for decision in legal_decisions(game, turn):
                found = (
                    values.box(game.index[decision.name], roll)
                    if isinstance(decision, Category)
                    else values.keep(decision, rerolls)
                )
                assert found == pytest.approx(twin.decision_value(turn, decision), rel=1e-12, abs=1e-9)


@pytest.mark.parametrize(
    "changes",
    [
        {"joker": "none", "yahtzee_bonus": 0},
        {"joker": "none"},
        {"joker": "free"},
        {"joker": "forced"},
        {"joker": "forced", "yahtzee_bonus": 0},
    ],
    ids=str,
)
def test_a_small_yahtzee_with_every_joker_rule_equals_the_reference(changes: dict[str, int | str]) -> None:
    shrunk: dict[str, int | str] = {"dice": 3, "faces": 3, "rolls": 2, "upper_threshold": 9}
    off = ("four_of_a_kind", "full_house", "small_straight", "large_straight")
    game = variant("yahtzee").change({**shrunk, **dict.fromkeys(off, "off"), **changes})
    solution, twin = solve(game, threads=2), Reference(game)
    for state in set().union(*reachable_states(game)):
        assert solution.state_value(state) == pytest.approx(twin.state_value(state), rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("name", ["yahtzee", "yatzy"])
def test_one_thread_and_two_agree_bit_for_bit(name: str) -> None:
    one, two = (solve(variant(name), threads=threads) for threads in (1, 2))
    assert one.values.tobytes() == two.values.tobytes()


def test_a_finished_card_is_worth_its_upper_bonus(solution: Solution) -> None:
    game = solution.rules
    full = (1 << game.turns) - 1
    for upper in range(game.upper_cap + 1):
        state = State(full, upper)
        assert solution.state_value(state) == final_bonus(game, state)


def test_more_upper_points_never_hurt(yahtzee_solution: Solution) -> None:
    """Checked where the upper boxes filled can add up to every total: all six of them, any lower boxes."""
    values = yahtzee_solution.values[:, 0b111111 :: 1 << 6, :]
    assert (np.diff(values, axis=2) >= -1e-9).all()


def test_a_yahtzee_bonus_within_reach_never_hurts(yahtzee_solution: Solution) -> None:
    with_box = [mask for mask in range(1 << 13) if mask >> 11 & 1 and mask & 0b111111 == 0b111111]
    zeroed, paid = yahtzee_solution.values[:, with_box, :]
    assert (paid >= zeroed).all()
    assert (paid[:-1] > zeroed[:-1]).all()


def test_progress_ends_at_the_number_of_masks() -> None:
    calls: list[tuple[int, int]] = []
    solve(variant("yacht"), progress=lambda done, total: calls.append((done, total)))
    assert {total for _, total in calls} == {1 << 12}
    assert [done for done, _ in calls] == sorted({done for done, _ in calls})
    assert calls[-1] == (1 << 12, 1 << 12)


def test_layers_hold_every_open_card_once_and_later_turns_first() -> None:
    found = with_prerequisites((0,) * 5).layers()[-2::-1]
    assert [len(layer) for layer in found] == [5, 10, 10, 5, 1]
    assert sorted(int(mask) for layer in found for mask in layer) == list(range(31))


def test_a_card_that_needs_more_memory_than_there_is_is_refused_in_one_sentence() -> None:
    boxes = tuple(Category(f"box{index}", Anything() if index % 2 else Run(2), "sum") for index in range(40))
    with pytest.raises(
        TooLarge, match=r"^solving 40 categories with upper_threshold=0 needs [\d,.]+ GB of memory, and"
    ):
        solve(Rules("endless", boxes))


@pytest.mark.parametrize("points", [0, 1000, "sum"])
def test_the_memory_that_is_foreseen_is_what_the_arrays_take(points: Points) -> None:
    boxes = (Category("high", Anything(), points, "upper"), Category("run", Run(2), 5))
    game = Rules("upper", boxes, upper_threshold=min(5, points) if isinstance(points, int) else 5, upper_bonus=9)
    working = 8 * prod(kernel_arguments(game, compile_rules(game)).shape)
    kept = solve(game).values
    assert memory_needed(game) >= working + kept.nbytes + kept.size
    assert memory_needed(game) <= 1.1 * (working + kept.nbytes + kept.size)


def test_the_package_gives_out_functions_whatever_was_imported_before() -> None:
    import fivedice.solver as package
    import fivedice.solver.exact

    assert package.solve is fivedice.solver.exact.solve
    assert package.count_states is fivedice.solver.reachable.count_states
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        package.nothing  # noqa: B018
