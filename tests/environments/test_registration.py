"""The names that Gymnasium and OpenSpiel know, whatever is imported first, and what importing fivedice loads."""

from pathlib import Path

import pytest

import fivedice
from tests.command import python

LOOK = 'print(gymnasium.spec("fivedice/Yatzy-v0").kwargs["rules"])'


@pytest.mark.parametrize(
    "imports", ["import fivedice, gymnasium", "import gymnasium, fivedice", "import fivedice.rules, gymnasium"]
)
def test_gymnasium_knows_the_names_in_any_order_of_imports(imports: str) -> None:
    outcome = python("-W", "error", "-c", f"{imports}\n{LOOK}")
    assert (outcome.code, outcome.out.strip(), outcome.err) == (0, "yatzy", "")


def test_gymnasium_imports_fivedice_where_the_name_says_so() -> None:
    make = 'env = gymnasium.make("fivedice:fivedice/Yahtzee-v0"); env.reset(seed=1); print(env.action_space.n)'
    outcome = python("-W", "error", "-c", f"import gymnasium\n{make}")
    assert (outcome.code, outcome.out.strip(), outcome.err) == (0, "45", "")


@pytest.mark.parametrize("imports", ["import fivedice, pyspiel", "import pyspiel, fivedice"])
def test_openspiel_knows_the_name_in_any_order_of_imports(imports: str) -> None:
    outcome = python("-c", f'{imports}\nprint(pyspiel.load_game("fivedice_yahtzee").num_distinct_actions())')
    assert (outcome.code, outcome.out.strip(), outcome.err) == (0, "45", "")


def test_neither_library_is_loaded_by_fivedice() -> None:
    code = (
        "import sys, fivedice as fd\nfd.variants()\nprint(sys.modules.keys() & {'gymnasium', 'pyspiel', 'pettingzoo'})"
    )
    assert python("-c", code).out.strip() == "set()"


def test_a_library_that_is_missing_is_missing_as_ever() -> None:
    source = str(Path(fivedice.__file__).parents[1])
    outcome = python("-S", "-c", f"import sys; sys.path.insert(0, {source!r}); import fivedice, gymnasium")
    assert "ModuleNotFoundError: No module named 'gymnasium'" in outcome.err
