"""How well strategies play, as it ships with the package."""

from pathlib import Path
from typing import Any

import pytest

from fivedice.errors import FivediceError
from fivedice.evaluation import strengths
from fivedice.evaluation.strengths import known_strengths, measured, optimal_scores, shipped_strengths, strength
from fivedice.rules import Rules, variant
from fivedice.rules.classic import CLASSIC
from fivedice.solver import cached_solution
from fivedice.strategies.registry import built_in, strategy_named
from tests.command import python

OFF = {"full_house": "off", "four_of_a_kind": "off", "little_straight": "off", "big_straight": "off"}
TINY = variant("yacht").change({"dice": 2, "faces": 3, **OFF})
NAMED = [rules for rules, _ in CLASSIC]


def can_play(rules: Rules) -> list[str]:
    found = []
    for name, player in built_in().items():
        try:
            player.check(rules)
        except FivediceError:
            continue
        found.append(name)
    return found


@pytest.mark.parametrize("rules", NAMED, ids=lambda rules: rules.name)
def test_every_built_in_strategy_has_its_figures_under_every_variant_that_it_can_play(rules: Rules) -> None:
    assert sorted(shipped_strengths(rules)) == sorted(can_play(rules))


@pytest.mark.parametrize("rules", NAMED, ids=lambda rules: rules.name)
def test_the_shipped_figures_of_optimal_play_are_those_of_the_solution_and_of_each_other(rules: Rules) -> None:
    mean, sd = shipped_strengths(rules)["optimal"]["mean"], shipped_strengths(rules)["optimal"]["sd"]
    assert mean == pytest.approx(cached_solution(rules).value, abs=1e-5)
    scores = optimal_scores(rules, wait=False)
    assert scores is not None
    assert scores.probability.sum() == pytest.approx(1, abs=1e-8)
    assert [scores.mean, scores.sd] == pytest.approx([mean, sd], abs=1e-5)


def test_shipped_figures_are_those_of_the_strategy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for name in ("greedy", "random"):
        assert strength(strategy_named(name), variant("yacht")) == close(shipped_strengths(variant("yacht"))[name])


@pytest.mark.slow
@pytest.mark.parametrize("rules", NAMED, ids=lambda rules: rules.name)
def test_all_shipped_figures_are_what_an_evaluation_gives(rules: Rules) -> None:
    found, shipped = measured(rules), strengths._shipped()[rules.digest]
    assert found["strategies"].keys() == shipped["strategies"].keys()
    for name, figures in found["strategies"].items():
        assert figures == pytest.approx(shipped["strategies"][name], abs=1e-6), name
    assert found["optimal"]["least"] == shipped["optimal"]["least"]
    assert found["optimal"]["probability"] == pytest.approx(shipped["optimal"]["probability"], rel=1e-6)


def test_changed_rules_have_no_shipped_figures() -> None:
    assert shipped_strengths(variant("yahtzee").change({"upper_bonus": 36})) == {}


def test_computed_figures_are_cached_and_a_damaged_file_is_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert known_strengths(TINY) == {}
    found = strength(strategy_named("greedy"), TINY)
    assert known_strengths(TINY) == {"greedy": found}
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert known_strengths(TINY) == {}


def test_the_distribution_of_optimal_play_is_computed_only_when_one_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert optimal_scores(TINY, wait=False) is None
    found = optimal_scores(TINY)
    assert found is not None
    assert found.mean == pytest.approx(cached_solution(TINY).value)
    monkeypatch.setattr(strengths, "_optimal", None)
    assert optimal_scores(TINY, wait=False) is not None


def test_looking_up_what_is_shipped_loads_no_numpy() -> None:
    code = (
        "import sys; from fivedice.evaluation.strengths import shipped_strengths; from fivedice.rules import variant;"
        "print(round(shipped_strengths(variant('yahtzee'))['optimal']['mean'], 2), 'numpy' in sys.modules)"
    )
    assert python("-c", code).out == "254.59 False\n"


def close(figures: dict[str, Any]) -> Any:
    return pytest.approx(figures, abs=1e-6)
