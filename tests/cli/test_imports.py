"""What a cold process loads: no compiler for advice, no numpy for a list of names."""

from pathlib import Path

import pytest

from fivedice.objectives.points import reach_curves
from fivedice.rules import variant
from fivedice.solver import cached_solution
from tests.command import Outcome, python
from tests.small import SMALL

LOADED = """
import sys
from fivedice.cli import main
sys.argv = ["fivedice", *{arguments!r}]
try:
    main()
except SystemExit as leaving:
    assert not leaving.code, leaving.code
print(*sorted({{name.split(".")[0] for name in sys.modules}}), file=sys.stderr)
"""


def loaded_by(*arguments: str) -> set[str]:
    outcome: Outcome = python("-c", LOADED.format(arguments=arguments))
    assert outcome.code == 0, outcome.err
    return set(outcome.err.split())


@pytest.mark.parametrize("json", [(), ("--json",)], ids=["for people", "for machines"])
def test_advice_on_a_solved_variant_loads_no_compiler(json: tuple[str, ...]) -> None:
    cached_solution(variant("yahtzee"))
    loaded = loaded_by("advise", "--roll", "56666", "--rerolls", "2", *json)
    assert "numpy" in loaded
    assert not loaded & {"numba", "llvmlite", "scipy"}


@pytest.mark.parametrize(
    "arguments",
    [("reach", "--target", "150"), ("advise", "--roll", "56666", "--rerolls", "2", "--objective", "reach:150")],
    ids=["reach", "advise"],
)
def test_targets_that_were_solved_before_need_no_compiler_early_in_a_game(
    small: str, arguments: tuple[str, ...]
) -> None:
    reach_curves(SMALL)
    loaded = loaded_by(*arguments, "--rules", small, "--json")
    assert "numpy" in loaded
    assert not loaded & {"numba", "llvmlite", "scipy"}


def test_advice_for_machines_loads_no_rich() -> None:
    cached_solution(variant("yahtzee"))
    assert "rich" not in loaded_by("advise", "--roll", "56666", "--rerolls", "2", "--json")


def test_a_game_in_the_terminal_loads_no_compiler(tmp_path: Path) -> None:
    cached_solution(variant("yahtzee"))
    loaded = loaded_by("play", "--terminal", "--json", "--database", str(tmp_path / "games.sqlite"))
    assert "rich" in loaded
    assert not loaded & {"numba", "llvmlite", "scipy", "altair", "polars", "starlette"}


@pytest.mark.parametrize("verb", ["variants", "rules"])
def test_listing_variants_and_rules_loads_no_numpy(verb: str) -> None:
    assert not loaded_by(verb, "--json") & {"numpy", "numba", "llvmlite"}


def test_counts_of_dice_are_tested_without_a_compiler() -> None:
    loaded = loaded_by("dice-test", "--counts", "76,84,84,91,90,85", "--json")
    assert "scipy" in loaded
    assert not loaded & {"numba", "llvmlite", "altair", "polars", "rich"}


@pytest.mark.parametrize("verb", ["compare", "same-dice", "trials", "study", "given-up"])
def test_help_on_comparisons_loads_no_numpy(verb: str) -> None:
    assert not loaded_by(verb, "--help") & {"numpy", "numba", "scipy", "altair", "polars"}


def test_a_comparison_for_machines_draws_nothing() -> None:
    loaded = loaded_by("compare", "robot-4.02", "robot-4.03", "--games", "10", "--json")
    assert "scipy" in loaded
    assert not loaded & {"altair", "polars", "rich", "vl_convert"}


def test_rules_are_pure_python() -> None:
    outcome = python("-c", "import sys, fivedice.rules.notation, fivedice.rules.toml; print('numpy' in sys.modules)")
    assert outcome.out == "False\n"


def test_the_solver_can_be_imported_by_name_in_a_cold_process() -> None:
    outcome = python("-c", "from fivedice.solver import solve, count_states; print(callable(solve))")
    assert outcome == Outcome(0, "True\n", "")
