"""Layers against the slow reference, a second implementation and the solver in memory, and against interruptions."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import DamagedFile, TooLarge
from fivedice.kernels.lanes import LANES
from fivedice.rules import Rules, State, legal_decisions, turn_at, variant
from fivedice.rules.state import is_over
from fivedice.solver import TurnValues, any_solution, solve
from fivedice.solver.cache import is_solved
from fivedice.solver.layers.files import layer_path, layers_folder
from fivedice.solver.layers.plan import VECTOR, Plan
from fivedice.solver.layers.solution import LayeredSolution
from fivedice.solver.layers.solve import seconds_needed, solve_layers, tasks
from fivedice.solver.reference import Reference
from fivedice.solver.tables import check_states
from tests.generators import examples, rules, states
from tests.plain import reachable_states
from tests.saved_twin import saved_values

KINDS = ("saved", "order", "columns", "column bonus", "formulas", "patterns", "served", "unfair", "steps")
SAVING = rules(kinds=("saved",), max_dice=2, max_faces=3, max_categories=3).filter(lambda game: game.most_saved > 0)
SHORT = variant("yatzy").change(
    {"dice": 3, "faces": 4, "upper_threshold": 18, "saved_throws": "unlimited"}
    | dict.fromkeys(("two_pairs", "four_of_a_kind", "full_house", "small_straight", "large_straight"), "off")
)


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("FIVEDICE_CACHE", str(tmp_path_factory.mktemp("layers")))


def solved(game: Rules) -> LayeredSolution:
    return solve_layers(game, fresh=True, threads=1)


def solvable_in_memory(game: Rules) -> bool:
    """Whether states hold one upper total and one flag only."""
    try:
        check_states(game)
    except TooLarge:
        return False
    return True


def all_states(game: Rules) -> list[State]:
    """States that play can reach, with every number of throws that may have been saved on the way."""
    return [
        replace(state, saved=saved)
        for number, layer in enumerate(reachable_states(game))
        for state in layer
        for saved in range(min(game.most_saved, (game.rolls - 1) * number) + 1)
    ]


@examples(100)
@given(SAVING)
def test_every_state_of_a_game_with_saved_throws_has_the_value_of_the_reference(game: Rules) -> None:
    solution, twin = solved(game), Reference(game)
    for state in all_states(game):
        assert solution.state_value(state) == pytest.approx(twin.state_value(state), rel=1e-12, abs=1e-9)


@pytest.mark.slow
@examples(300)
@given(rules(kinds=("saved",)).filter(lambda game: game.most_saved > 0))
def test_larger_games_with_saved_throws_have_the_values_of_the_reference_too(game: Rules) -> None:
    solution, twin = solved(game), Reference(game)
    for state in all_states(game):
        assert solution.state_value(state) == pytest.approx(twin.state_value(state), rel=1e-12, abs=1e-9)


@examples(60)
@given(st.data())
def test_every_decision_in_games_of_all_kinds_has_the_value_of_the_reference(data: st.DataObject) -> None:
    game = data.draw(rules(kinds=KINDS, max_dice=2, max_faces=3, max_categories=4))
    state = data.draw(states(game).filter(lambda one: not is_over(game, one)))
    values, twin = TurnValues.of(solved(game), state), Reference(game)
    assert values.start == pytest.approx(twin.state_value(state), rel=1e-12, abs=1e-9)
    for roll in game.dice_set.rolls:
        for rerolls in range(game.rolls + state.saved):
            turn = turn_at(game, state, roll, rerolls)
            worth = {one: twin.decision_value(turn, one) for one in legal_decisions(game, turn)}
            for decision, value in worth.items():
                found = values.decision(decision, roll, rerolls, served=turn.served)
                assert found == pytest.approx(value, rel=1e-12, abs=1e-9)
            best = values.best(roll, rerolls, served=turn.served)
            assert worth[best] == pytest.approx(max(worth.values()), rel=1e-12, abs=1e-9)


@examples(60)
@given(
    rules(kinds=("column bonus",), max_dice=2, max_faces=3, max_categories=6).filter(lambda game: game.upper_count > 1)
)
def test_every_state_has_the_value_of_the_reference_where_each_column_has_a_bonus(game: Rules) -> None:
    solution, twin = solved(game), Reference(game)
    for state in all_states(game):
        assert solution.state_value(state) == pytest.approx(twin.state_value(state), rel=1e-12, abs=1e-9)


@examples(50)
@given(
    rules(kinds=[kind for kind in KINDS if kind != "saved"], max_dice=2, max_categories=3).filter(solvable_in_memory)
)
def test_a_game_without_saved_throws_has_the_values_of_the_solver_in_memory_bit_for_bit(game: Rules) -> None:
    layered, plain = solved(game), solve(game, threads=1)
    for state in set().union(*reachable_states(game)):
        assert layered.state_value(state) == plain.state_value(state)


@pytest.mark.parametrize("game", [SHORT.change({"saved_throws": 2}), SHORT.change({"rolls": 2})], ids=str)
def test_a_second_implementation_finds_the_same_values(game: Rules) -> None:
    solution, twin = solved(game), saved_values(game)
    compare_with_twin(solution, twin)


@pytest.mark.slow
def test_a_second_implementation_finds_the_same_values_of_a_game_of_middle_size() -> None:
    off = ("ones", "twos", "three_of_a_kind", "full_house", "small_straight", "large_straight", "chance")
    changes: dict[str, int | str] = {"dice": 4, "upper_threshold": 36, "saved_throws": "unlimited"}
    game = variant("yatzy").change(changes | dict.fromkeys(off, "off"))
    compare_with_twin(solved(game), saved_values(game))


def compare_with_twin(solution: LayeredSolution, twin: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> None:
    plan, game, compared = solution.plan, solution.rules, 0
    for number, layer in enumerate(plan.layers):
        for mask, kind in zip(layer.filled.tolist(), layer.kind.tolist(), strict=True):
            for total in np.flatnonzero(plan.totals.classes[kind] >= 0).tolist():
                for saved in range(min(game.most_saved, (game.rolls - 1) * number) + 1):
                    found = solution.state_value(State(mask, total, saved=saved))
                    assert found == pytest.approx(twin[mask, total, saved], rel=1e-12, abs=1e-9)
                    compared += 1
    assert compared > solution.states  # totals that lead to the same share a value


@pytest.mark.slow
def test_yatzy_with_unlimited_saved_throws_scores_280() -> None:
    game = variant("yatzy").change({"saved_throws": "unlimited"})
    solution = solve_layers(game)
    assert solution.value == pytest.approx(280.4109276, abs=1e-7)
    assert solution.error_bound < 1e-9


class Interrupted(Exception):
    pass


def interrupt(done: int, total: int) -> None:
    if done > total / 2:
        raise Interrupted


def files(game: Rules) -> dict[str, bytes]:
    """The values in each file; headers hold how long it took."""
    return {path.name: path.read_bytes().split(b"\n", 2)[2][:-16] for path in layers_folder(game).glob("*")}


def test_an_interrupted_solution_goes_on_from_the_last_finished_layer() -> None:
    whole, value = solved(SHORT).value, files(SHORT)
    shutil.rmtree(layers_folder(SHORT))
    with pytest.raises(Interrupted):
        solve_layers(SHORT, progress=interrupt)
    before = {path.name: path.stat().st_mtime_ns for path in layers_folder(SHORT).glob("*")}
    assert 0 < len(before) < SHORT.turns
    assert not is_solved(SHORT)
    steps: list[int] = []
    solution = solve_layers(SHORT, progress=lambda done, total: steps.append(done))
    assert steps[0] > 0
    assert steps[-1] == solution.plan.total_links
    assert (solution.value, files(SHORT)) == (whole, value)
    assert before.items() <= {path.name: path.stat().st_mtime_ns for path in layers_folder(SHORT).glob("*")}.items()
    assert any_solution(SHORT).cached


def test_an_altered_layer_is_refused_when_it_is_read_and_replaced_when_rules_are_solved_again() -> None:
    value, path = solved(SHORT).value, layer_path(SHORT, 3)
    sound = path.read_bytes()
    path.write_bytes(sound[:-100] + bytes([sound[-100] ^ 1]) + sound[-99:])
    solution = any_solution(SHORT)
    last = State(int(solution.plan.layers[3].filled[-1]))  # type: ignore[union-attr]
    assert solution.value == value  # what is sound can be read
    with pytest.raises(DamagedFile, match="solve again with --fresh"):
        solution.state_value(last)
    assert any_solution(SHORT, fresh=True).value == value
    assert files(SHORT)[path.name] == sound.split(b"\n", 2)[2][:-16]


@pytest.mark.parametrize("damage", [lambda file: file[:-9], lambda file: b"x" + file, lambda file: b""])
def test_a_layer_that_is_cut_or_foreign_is_not_believed(damage: object) -> None:
    value, path = solved(SHORT).value, layer_path(SHORT, 2)
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    with pytest.raises(DamagedFile):
        LayeredSolution.from_disk(SHORT, cached=True)
    assert any_solution(SHORT).value == value


def test_what_a_solution_takes_is_known_before_it_starts() -> None:
    told: list[tuple[int, int, float]] = []
    game = variant("yatzy").change({"saved_throws": "unlimited"})
    plan = Plan(game)
    with pytest.raises(Interrupted):
        solve_layers(game, announce=lambda *what: told.append(what), progress=raise_at_once)
    [(disk, memory, seconds)] = told
    assert disk == plan.disk_needed == 8 * sum(map(plan.count, range(plan.turns + 1)))
    assert memory == plan.memory_needed < disk
    assert seconds > 0
    small = solved(SHORT)
    sizes = sum(len(values) for values in files(SHORT).values())
    assert sizes == small.plan.disk_needed
    assert seconds_needed(small.plan, threads=1) > 0


def raise_at_once(done: int, total: int) -> None:
    raise Interrupted


class Usage(NamedTuple):
    free: int


def test_a_disk_without_room_is_told_before_the_work_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda place: Usage(1000))
    with pytest.raises(TooLarge, match=r"needs 0\.1 GB on disk, .* set FIVEDICE_CACHE"):
        solve_layers(variant("yatzy").change({"saved_throws": "unlimited"}))


def test_tasks_are_all_masks_of_a_layer_once() -> None:
    plan = Plan(SHORT)
    for number in range(plan.turns):
        for size in (1, 40, 10**9):
            found = tasks(plan, number, size)
            assert [begin for begin, _, _ in found] == [0, *(end for _, end, _ in found[:-1])]
            assert found[-1][1] == len(plan.layers[number].filled)
            assert sum(links for _, _, links in found) == plan.links(number)


def test_vectors_are_as_wide_as_the_lanes_of_kernels() -> None:
    assert VECTOR == LANES


def test_a_card_that_play_cannot_lead_to_is_refused() -> None:
    game = SHORT.change({"order": "fixed"})
    solution = solved(game)
    with pytest.raises(ValueError, match="play cannot come to a card with these boxes filled"):
        solution.state_value(State(filled=2))
    with pytest.raises(ValueError, match="play cannot come to an upper total of 2"):
        solution.state_value(State(filled=0, upper=2))


def test_a_solution_in_a_folder_that_cannot_be_written_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FIVEDICE_CACHE", str(tmp_path / "file"))
    with pytest.raises(TooLarge, match="cannot be written"):
        solve_layers(SHORT)
