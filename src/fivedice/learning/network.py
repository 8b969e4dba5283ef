"""Training the networks of study 004: they learn which meta-action the optimal values prefer.

    "study" : cross-entropy to the label, stochastic gradient descent with Nesterov momentum, dropout
    "soft"  : cross-entropy to softmax(Q / temperature), Adam with falling step sizes

The study does not describe its training. Its labels ask for the best meta-action only, however small its lead; soft
targets weigh mistakes by their regret.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Singles
from fivedice.errors import LearningError
from fivedice.learning.examples import Examples
from fivedice.learning.optimise import (
    STEPS_AT_A_TIME,
    Fitting,
    Method,
    check_hidden,
    falling,
    random_layers,
    stream_number,
)
from fivedice.progress import Progress
from fivedice.strategies.networks import named_layers
from fivedice.strategies.study_004 import META_ACTIONS
from fivedice.strategies.trained import Trained
from fivedice.strategies.trained_network import input_count

LEAST_BATCH, BATCHES_PER_PASS = 16, 16
"""Least size of a batch, and least number of batches of a pass if that size allows it."""


class Recipe(NamedTuple):
    """How to train.

    rate        : size of the first step;  falls : whether steps become smaller, or all have this size
    temperature : points that make a meta-action less likely by a factor e in the target; 0 for the label alone
    """

    method: Method
    rate: float
    falls: bool
    temperature: float
    epochs: int
    batch: int = 1024


RECIPES = {
    "study": Recipe(Method("labels", "nesterov", 0.82, (0.10, 0.05)), 0.23, False, 0.0, 200),
    "soft": Recipe(Method("labels"), 0.01, True, 1.0, 100),
}


def train_network(
    examples: Examples,
    *,
    hidden: tuple[int, ...] = (100, 200),
    recipe: str = "soft",
    epochs: int | None = None,
    seed: int = 1,
    progress: Progress | None = None,
) -> Trained:
    """A network trained on examples; without examples it keeps its random initial weights.

    If interrupted, it is returned as trained so far.
    """
    check_recipe(recipe)
    check_hidden(hidden)
    how = RECIPES[recipe]
    passes = (how.epochs if epochs is None else epochs) if len(examples) else 0
    chance = np.random.default_rng([seed, stream_number("network")])
    layers = random_layers((input_count(examples.rules), *hidden, len(META_ACTIONS)), chance)
    batch = batch_size(len(examples), how.batch)
    steps, done = max(len(examples) // batch, 1), 0
    total = passes * steps
    if total:
        inputs, targets = examples.inputs, targets_of(examples, how.temperature)
        batches, fitting = _batches(len(examples), batch, chance), Fitting(layers, how.method, seed)
        with suppress(KeyboardInterrupt):  # keep the training so far
            for first in range(0, total, STEPS_AT_A_TIME):
                count = min(STEPS_AT_A_TIME, total - first)
                rates = falling(how.rate, first, count, total) if how.falls else np.full(count, how.rate, np.float32)
                fitting.run(inputs, targets, np.stack(list(islice(batches, count))), rates)
                layers, done = fitting.layers, first + count
                if progress:
                    progress(done, total)
    training = {
        "recipe": recipe, "hidden": list(hidden), "examples": len(examples), "examples_seed": examples.seed,
        "seed": seed, "epochs": done // steps, **({"interrupted": True} if done < total else {}),
    }  # fmt: skip
    return Trained("network", examples.rules, named_layers(layers), training)


def check_recipe(name: str) -> None:
    """Refuse a recipe that is not known."""
    if name not in RECIPES:
        raise LearningError(f"recipe {name!r} is not known; it must be one of {', '.join(RECIPES)}.")


def targets_of(examples: Examples, temperature: float) -> Singles:
    """float32[n, actions], what the outputs should be: all weight on the label, or softmax(Q / temperature)."""
    if not temperature:
        return np.eye(len(META_ACTIONS), dtype=np.float32)[examples.labels]
    weights = np.exp((examples.values - examples.values.max(axis=1, keepdims=True)) / temperature)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)


def batch_size(examples: int, most: int) -> int:
    """A power of two, so that sets of nearly equal size share a compiled program."""
    share = max(examples // BATCHES_PER_PASS, LEAST_BATCH)
    return min(most, 1 << share.bit_length() - 1)


def _batches(examples: int, batch: int, chance: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """Endless int64[batch]: all examples in a new order for each pass, except those that fill no batch."""
    while True:
        yield from np.resize(chance.permutation(examples), (max(examples // batch, 1), batch))
