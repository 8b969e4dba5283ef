"""Games with saved throws by the front door: solved, advised on, explained, simulated; and what refuses them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import fivedice as fd
from fivedice.coach.explanation import explain
from fivedice.errors import FivediceError, ObjectiveError
from fivedice.solver.prospect import prospect
from tests.command import fivedice
from tests.solver.layers.test_solve import SHORT

SETTINGS = [
    part
    for pair in ("dice=3", "faces=4", "upper_threshold=18", "saved_throws=unlimited", "two_pairs=off")
    for part in ("--set", pair)
] + [
    part
    for box in ("four_of_a_kind", "full_house", "small_straight", "large_straight")
    for part in ("--set", f"{box}=off")
]


def test_a_game_is_solved_once_and_tells_its_bound(empty_cache: Path) -> None:
    first, second = fd.solve(SHORT, progress=False), fd.solve(SHORT, progress=False)
    assert (first.cached, second.cached) == (False, True)
    assert first.value == second.value == first.card_value() == first.state_value(fd.State())
    assert 0 < first.to_dict()["error_bound"] < 1e-10
    assert "values of states" in str(first.parts()[0])
    printed = json.loads(fivedice("solve", "yatzy", *SETTINGS, "--json").out)
    assert (printed["value"], printed["digest"], printed["cached"]) == (first.value, SHORT.digest, True)


def test_more_saved_throws_are_never_worth_less() -> None:
    values = [fd.solve(SHORT.change({"saved_throws": most}), progress=False).value for most in (0, 1, 2, "unlimited")]
    assert values == sorted(values)
    assert values[0] < values[1] < values[-1]


def test_advice_may_be_to_score_while_rerolls_are_left_and_counts_what_is_saved() -> None:
    solved = fd.solve(SHORT, progress=False)
    assert solved.advise("444").best.kind == "category"
    card = fd.Card.empty(SHORT).score(SHORT, (4, 4, 4), SHORT.category("yatzy"), rerolls=2)
    assert card.saved == 2
    advice = solved.advise("124", card=card)
    assert advice.rerolls == 4
    assert advice.best.value == max(one.value for one in advice)
    chances = prospect(advice.values, advice.turn, advice.best.decision).ends
    assert sum(chances.values()) == pytest.approx(1.0)
    assert explain(advice).sentences


def test_the_optimal_strategy_is_simulated_from_the_files() -> None:
    value, found = fd.solve(SHORT, progress=False).value, fd.simulate("optimal", SHORT, games=5000, progress=False)
    assert abs(found.mean - value) < 4 * found.standard_error


@pytest.mark.parametrize(
    "ask",
    [
        lambda: fd.solve(SHORT, "reach:30", progress=False),
        lambda: fd.solve(SHORT, "utility:risk=2", progress=False),
        lambda: fd.distribution(SHORT, "optimal", progress=False),
        lambda: fd.evaluate("greedy", SHORT, progress=False),
        lambda: fd.simulate("random", SHORT, games=10, progress=False),
        lambda: fd.compare("optimal", "greedy", rules=SHORT, games=10, progress=False),
        lambda: fd.same_dice("optimal", rules=SHORT, games=2, progress=False),
    ],
    ids=["reach", "risk", "distribution", "evaluate", "simulate", "compare", "same dice"],
)
def test_what_does_not_know_saved_throws_refuses_them_in_a_sentence(ask: Callable[[], object]) -> None:
    with pytest.raises(FivediceError, match=r"saved throws|saves throws|not logged"):
        ask()


def test_the_cache_lists_layers_as_one_solution_and_deletes_them(empty_cache: Path) -> None:
    solved = fd.solve(SHORT, progress=False)
    [entry] = fd.cache().entries
    assert entry.header is not None
    assert (entry.header["digest"], entry.header["value"]) == (SHORT.digest, solved.value)
    assert entry.size == sum(path.stat().st_size for path in entry.path.iterdir())
    assert fd.cache().clear().deleted == 1
    assert list(empty_cache.iterdir()) == []


def test_a_scheduler_is_for_the_mean_only() -> None:
    refused = fivedice("solve", "yatzy", "--objective", "reach", "--scheduler", "tcp://127.0.0.1:9")
    assert refused.code == 2
    assert "--scheduler is for --objective mean" in refused.err
    with pytest.raises(ObjectiveError):
        fd.solve("yatzy", "reach:200", scheduler="tcp://127.0.0.1:9", progress=False)
