"""The part that needs JAX: stochastic gradient steps for a network of rectified layers, many of them in one call.

Everything that varies from one training to the next is an argument (batches, step sizes, dropped values), so that
networks of equal shape share one compiled program.
"""

import math
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Singles
from fivedice.errors import LearningError
from fivedice.strategies.networks import Layer

STEPS_AT_A_TIME = 64
"""Steps of one call; the last call of a training is padded with steps of size 0."""


MAX_HIDDEN = 10_000


class Method(NamedTuple):
    """How a network is fitted: loss, optimiser and dropout.

    loss     : "labels" (cross-entropy to a distribution over the outputs) or "values" (squared error)
    steps    : "adam", or "nesterov" for plain gradient descent with momentum
    momentum : of "nesterov"
    dropout  : share of the values of each hidden layer that a step leaves out, rounded to 256ths
    """

    loss: str
    steps: str = "adam"
    momentum: float = 0.0
    dropout: tuple[float, ...] = ()


def check_extra() -> None:
    """Refuse to train without the extra `learn`."""
    if any(find_spec(name) is None for name in ("jax", "optax")):
        raise LearningError("training needs the extra `learn`: pip install 'fivedice[learn]'.")


def check_hidden(sizes: tuple[int, ...]) -> None:
    """Refuse an empty list of hidden layers, and sizes out of range."""
    if not sizes or not all(1 <= size <= MAX_HIDDEN for size in sizes):
        words = ",".join(map(str, sizes))
        raise LearningError(f"hidden sizes {words!r} are not allowed; each is a whole number from 1 to {MAX_HIDDEN}.")


def stream_number(text: str) -> int:
    """A number that separates streams of random numbers of one seed."""
    return int.from_bytes(text.encode(), "big")


def random_layers(sizes: tuple[int, ...], chance: np.random.Generator) -> tuple[Layer, ...]:
    """Fresh layers: uniform weights of variance 2 / (inputs + outputs) (Glorot and Bengio 2010), biases 0."""
    layers = []
    for inputs, outputs in pairwise(sizes):
        most = (6 / (inputs + outputs)) ** 0.5
        weights = chance.uniform(-most, most, (inputs, outputs)).astype(np.float32)
        layers.append((weights, np.zeros(outputs, np.float32)))
    return tuple(layers)


def falling(rate: float, first: int, count: int, total: int) -> Singles:
    """float32[count], sizes of the steps from `first` on: cosine decay from `rate` to 0 over `total` steps."""
    done = np.arange(first, first + count) / total
    return (rate * 0.5 * (1 + np.cos(np.pi * done))).astype(np.float32)


class Fitting:
    """A network while it is fitted."""

    def __init__(self, layers: tuple[Layer, ...], method: Method, seed: int) -> None:
        check_extra()
        import jax

        self.method, self.chance = method, np.random.default_rng([seed, stream_number("dropout")])
        self.network: Any = jax.tree.map(jax.numpy.asarray, layers)
        self.state: Any = _steps(method).init(self.network)

    def run(self, inputs: Singles, targets: Singles, order: NDArray[np.int64], rates: Singles) -> float:
        """Take a step for each row of `order`, at most STEPS_AT_A_TIME; the mean loss before each of them.

        inputs : float32[n, inputs], targets : float32[n, outputs], order : int64[steps, batch], rates : float32[steps]
        """
        count = len(order)
        sizes = np.zeros(STEPS_AT_A_TIME, np.float32)
        sizes[:count] = rates
        rows = np.resize(order, (STEPS_AT_A_TIME, order.shape[1]))
        self.network, self.state, losses = _program(self.method)(
            self.network, self.state, inputs[rows], targets[rows], sizes, self._dropped(rows.shape)
        )
        return float(np.asarray(losses)[:count].mean())

    def _dropped(self, shape: tuple[int, ...]) -> tuple[NDArray[np.bool_], ...]:
        """bool[steps, batch, hidden] for each layer with dropout, where a value is left out.

        Drawn here, a byte each: in the compiled program this takes ten times as long, longer than the step itself.
        """
        found = []
        for share, (_, biases) in zip(self.method.dropout, self.network[:-1], strict=False):
            full = (*shape, len(biases))
            drawn = np.frombuffer(self.chance.bytes(math.prod(full)), np.uint8).reshape(full)
            found.append(drawn < _in_256ths(share))
        return tuple(found)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers as they are now."""
        return tuple((np.array(weights), np.array(biases)) for weights, biases in self.network)


def _in_256ths(share: float) -> int:
    return round(256 * share)


@cache
def _steps(method: Method) -> Any:
    """The optimiser with steps of size 1; the size comes with the batch."""
    import optax

    if method.steps == "adam":
        return optax.scale_by_adam()
    return optax.trace(decay=method.momentum, nesterov=True)


@cache
def _program(method: Method) -> Any:
    """Compiled once for each shape of network and batch."""
    import jax
    import jax.numpy as jnp
    import optax

    steps = _steps(method)

    def outputs(network: Any, rows: Any, dropped: Any) -> Any:
        for number, (weights, biases) in enumerate(network[:-1]):
            rows = jax.nn.relu(rows @ weights + biases)
            if number < len(dropped):
                kept = 1 - _in_256ths(method.dropout[number]) / 256
                rows = jnp.where(dropped[number], 0, rows / kept)
        weights, biases = network[-1]
        return rows @ weights + biases

    def loss(network: Any, rows: Any, targets: Any, dropped: Any) -> Any:
        found = outputs(network, rows, dropped)
        if method.loss == "labels":
            return optax.losses.softmax_cross_entropy(found, targets).mean()
        return jnp.square(found - targets).mean()

    def step(carried: Any, batch: Any) -> Any:
        network, state = carried
        rows, targets, rate, dropped = batch
        value, slope = jax.value_and_grad(loss)(network, rows, targets, dropped)
        direction, later = steps.update(slope, state, network)
        moved = jax.tree.map(lambda one, way: one - rate * way, network, direction)
        stays = rate == 0  # a padding step
        return jax.tree.map(lambda new, old: jnp.where(stays, old, new), (moved, later), carried), value

    def run(network: Any, state: Any, rows: Any, targets: Any, rates: Any, dropped: Any) -> Any:
        (network, state), losses = jax.lax.scan(step, (network, state), (rows, targets, rates, dropped))
        return network, state, losses

    return jax.jit(run)
