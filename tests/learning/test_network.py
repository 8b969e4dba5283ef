"""Training networks of study 004 on a card of six boxes, and in full where it takes minutes."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from fivedice.errors import LearningError
from fivedice.evaluation.evaluate import evaluate
from fivedice.learning.examples import Examples, sample_examples
from fivedice.learning.network import RECIPES, batch_size, targets_of, train_network
from fivedice.learning.optimise import STEPS_AT_A_TIME, Fitting, random_layers
from fivedice.rules import variant
from fivedice.simulation.mean_estimate import mean_by_regrets
from fivedice.solver import cached_solution
from fivedice.strategies.networks import forward
from fivedice.strategies.policy import policy_for
from fivedice.strategies.trained import Trained, player_of, write_trained
from tests.learning.test_examples import GAME

HIDDEN = (48, 48)


@cache
def examples() -> Examples:
    return sample_examples(cached_solution(GAME), 10_000)


@cache
def trained(seed: int = 1) -> Trained:
    return train_network(examples(), hidden=HIDDEN, epochs=40, seed=seed)


def share(found: Trained) -> float:
    """Its exact mean as a share of the optimum."""
    return evaluate(policy_for(player_of(found, "it"), GAME)).score.mean / cached_solution(GAME).value


def test_jax_and_numpy_compute_the_same_outputs() -> None:
    count = batch_size(len(examples()), 1024)
    how, inputs = RECIPES["soft"], examples().inputs[:count]
    layers = random_layers((inputs.shape[1], *HIDDEN, 10), np.random.default_rng(5))
    wanted = targets_of(examples(), how.temperature)[:count]
    order, none = np.arange(count)[None].repeat(2, axis=0), np.zeros(2, np.float32)
    loss = Fitting(layers, how.method, 1).run(inputs, wanted, order, none)
    outputs = forward(layers, inputs).astype(np.float64)
    logs = outputs - np.log(np.exp(outputs).sum(axis=1, keepdims=True))
    assert loss == pytest.approx(-(wanted * logs).sum(axis=1).mean(), rel=1e-5)


def test_a_small_card_is_learned_nearly_optimally_from_few_examples() -> None:
    assert share(train_network(sample_examples(cached_solution(GAME), 0), hidden=HIDDEN)) < 0.5
    assert share(trained()) > 0.95


def test_the_mean_by_regrets_is_the_exact_one() -> None:
    policy = policy_for(player_of(trained(), "it"), GAME)
    estimate = mean_by_regrets(policy, cached_solution(GAME), 4_000, seed=5)
    assert abs(evaluate(policy).score.mean - estimate.mean) < 2 * (estimate.high - estimate.mean) < 1


def test_the_recipe_of_the_study_learns_too() -> None:
    found = train_network(examples(), hidden=HIDDEN, recipe="study", epochs=60)
    assert share(found) > 0.93


def test_the_same_seed_makes_the_same_file_and_another_one_another(tmp_path: Path) -> None:
    again = train_network(examples(), hidden=HIDDEN, epochs=40)
    for name, one in {"first": trained(), "again": again, "other": trained(seed=2)}.items():
        write_trained(tmp_path / name, one)
    first, second, other = ((tmp_path / name).read_bytes() for name in ("first", "again", "other"))
    assert first == second != other


def test_targets_are_the_label_alone_or_weights_by_value() -> None:
    hard, soft = targets_of(examples(), 0.0), targets_of(examples(), 1.0)
    assert (hard.argmax(axis=1) == examples().labels).all()
    assert (hard.sum(axis=1) == 1).all()
    assert soft.sum(axis=1) == pytest.approx(1, abs=1e-6)
    assert (soft[np.isinf(examples().values)] == 0).all()


@pytest.mark.parametrize(("count", "size"), [(1, 16), (500, 16), (1_000, 32), (10_000, 512), (100_000, 1024)])
def test_batches_are_powers_of_two(count: int, size: int) -> None:
    assert batch_size(count, 1024) == size


def test_an_interrupted_training_keeps_what_it_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(done: int, total: int) -> None:
        if done >= 4 * STEPS_AT_A_TIME:
            raise KeyboardInterrupt

    found = train_network(examples(), hidden=HIDDEN, epochs=40, progress=interrupt)
    assert found.training["interrupted"] is True
    steps = len(examples()) // batch_size(len(examples()), 1024)
    assert found.training["epochs"] == 4 * STEPS_AT_A_TIME // steps < 40
    assert trained().training["epochs"] == 40
    assert share(found) > 0.8


def test_what_cannot_be_trained_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LearningError, match="it must be one of study, soft"):
        train_network(examples(), recipe="cake")
    with pytest.raises(LearningError, match="'0,5' are not allowed"):
        train_network(examples(), hidden=(0, 5))
    monkeypatch.setattr("fivedice.learning.optimise.find_spec", lambda name: None)
    with pytest.raises(LearningError, match="training needs the extra `learn`"):
        train_network(examples())


@pytest.mark.slow
@pytest.mark.parametrize(("recipe", "least"), [("study", 248.73), ("soft", 249.5)])
def test_official_yahtzee_is_played_at_least_as_well_as_published(recipe: str, least: float) -> None:
    game, means = variant("yahtzee"), []
    for seed in (1, 2, 3):
        found = train_network(sample_examples(cached_solution(game), 100_000, seed), recipe=recipe, seed=seed)
        policy = policy_for(player_of(found, "it"), game)
        means.append(mean_by_regrets(policy, cached_solution(game), 100_000, seed=12345).mean)
    assert sum(means) / len(means) >= least
