"""The learner that knows only the rules: on tiny rules in seconds, on the official ones in minutes."""

from pathlib import Path
from typing import Any

import pytest

from fivedice.errors import LearningError
from fivedice.evaluation.evaluate import evaluate
from fivedice.learning import value as module
from fivedice.learning.value import train_value
from fivedice.rules import Rules, variant
from fivedice.solver.exact import solve
from fivedice.strategies.policy import policy_for
from fivedice.strategies.trained import Trained, player_of, write_trained
from tests.small import SMALL, TINY

HIDDEN = (24, 24)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less of everything."""
    for name, number in {"STEPS": 128, "GAMES": 1_000, "BATCH": 128}.items():
        monkeypatch.setattr(module, name, number)


def mean(found: Trained) -> float:
    return evaluate(policy_for(player_of(found, "it"), found.rules)).score.mean


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("game", [TINY, SMALL], ids=lambda game: game.name)
def test_a_few_passes_are_nearly_optimal(game: Rules) -> None:
    found = train_value(game, passes=3, hidden=HIDDEN)
    assert mean(found) > 0.98 * solve(game).value


@pytest.mark.usefixtures("short")
def test_it_never_looks_at_a_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a solution was asked for")

    for name in ("solver.exact.solve", "solver.cache.cached_solution", "solver.cached_solution"):
        monkeypatch.setattr(f"fivedice.{name}", refuse)
    train_value(TINY, passes=1, hidden=HIDDEN)


@pytest.mark.usefixtures("short")
def test_the_same_seed_makes_the_same_file_and_another_one_another(tmp_path: Path) -> None:
    files = []
    for number, seed in enumerate((1, 1, 2)):
        write_trained(tmp_path / str(number), train_value(TINY, passes=2, hidden=HIDDEN, seed=seed))
        files.append((tmp_path / str(number)).read_bytes())
    assert files[0] == files[1] != files[2]


@pytest.mark.usefixtures("short")
def test_every_pass_is_shown_and_an_interruption_keeps_the_last_whole_one() -> None:
    shown: list[Trained] = []

    def look(number: int, found: Trained) -> None:
        assert found.training["passes"] == number
        shown.append(found)

    def interrupt(done: int, total: int) -> None:
        if done == 2 * (TINY.turns - 1) + 3:
            raise KeyboardInterrupt

    found = train_value(TINY, passes=4, hidden=HIDDEN, on_pass=look, progress=interrupt)
    assert len(shown) == 2
    assert found.training == shown[-1].training | {"interrupted": True}
    assert all((found.arrays[name] == one).all() for name, one in shown[-1].arrays.items())


@pytest.mark.usefixtures("short")
def test_before_the_first_pass_is_done_there_is_nothing_to_keep() -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_value(TINY, passes=2, hidden=HIDDEN, progress=interrupt)


def test_what_cannot_be_trained_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LearningError, match="passes=0 is not allowed"):
        train_value(TINY, passes=0)
    with pytest.raises(LearningError, match="'' are not allowed"):
        train_value(TINY, hidden=())
    monkeypatch.setattr("fivedice.learning.optimise.find_spec", lambda name: None)
    with pytest.raises(LearningError, match="training needs the extra `learn`"):
        train_value(TINY)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("name", "least"), [("yahtzee", 254.3), ("yatzy", 247.9)])
def test_official_games_are_learned_from_their_rules(name: str, least: float, seed: int) -> None:
    assert mean(train_value(variant(name), seed=seed)) >= least
