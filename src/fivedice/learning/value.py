"""A learner that knows only the rules: no solution, no other player's games.

There is a network for each number of open boxes. A pass goes from the last turn to the first, and fits each of them to

    y(s) = E max over decisions of  points + V'(next state)

on states of its own play, where the expectation over the dice of the turn is exact and V' is the network with one open
box fewer (at the end of the game: the upper bonus, by the rules). Then it plays with the new networks, and so on.
For exploration, the values in half of its games have a random error for each set of filled boxes.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Ints, Singles
from fivedice.errors import LearningError
from fivedice.kernels.backward import solve_places
from fivedice.kernels.threads import thread_count
from fivedice.learning.optimise import (
    STEPS_AT_A_TIME,
    Fitting,
    Method,
    check_extra,
    check_hidden,
    falling,
    random_layers,
    stream_number,
)
from fivedice.progress import Progress
from fivedice.rules import Rules
from fivedice.simulation.games import play
from fivedice.simulation.regret import states_of
from fivedice.simulation.streams import Counter
from fivedice.solver.exact import check_memory, scratch_for
from fivedice.solver.places import places_of
from fivedice.solver.tables import upper_ranges
from fivedice.strategies.networks import Layer, named_layers
from fivedice.strategies.policy import ValuePolicy, kernel_view
from fivedice.strategies.trained import Trained
from fivedice.strategies.trained_value import blank_values, fill_layer, input_count, inputs_of, prefix_of

METHOD = Method("values")
BATCH = 512
STEPS = 1920
"""Steps for each network in a pass; a multiple of STEPS_AT_A_TIME."""
RATE = 0.01
"""Size of the first step of the first pass; in pass p it is RATE / p, and falls to 0 within each pass."""
GAMES = 20_000
"""Games of a pass."""
STRAYING = 0.3
"""Standard deviation of the error for exploration, in mean best points of a box; divided by p in pass p."""
FADING = 0.5
"""Factor by which each pass reduces the weight of earlier visits."""
ELSEWHERE = 0.25
"""Share of the examples drawn from all states within reach, not only those met: a decision is compared with others, so
their values are needed too."""

LEAST_SCALE = 1e-3
"""Least scale of a network, for states of equal value."""

PLACES_PER_TASK = 32

OnPass = Callable[[int, Trained], None]


class States(NamedTuple):
    """States with equally many open boxes, and the probability of each as an example.

    places, upper, flags : int32[n];  weights : float64[n], adding up to 1
    """

    places: Ints
    upper: Ints
    flags: Ints
    weights: Floats


def train_value(
    rules: Rules,
    *,
    passes: int = 4,
    hidden: tuple[int, ...] = (96, 96),
    seed: int = 1,
    progress: Progress | None = None,
    on_pass: OnPass | None = None,
) -> Trained:
    """Learn the values of all states of these rules; `on_pass` is called with the player after each pass.

    If interrupted, the player of the last complete pass is returned; in the first pass the interrupt is raised.
    """
    check_extra()
    if passes < 1:
        raise LearningError(f"passes={passes} is not allowed; at least 1 is needed.")
    check_hidden(hidden)
    learner = _Learner(rules, hidden, seed)
    done: Trained | None = None
    stages = range(1, rules.turns)
    try:
        for number in range(passes):
            learner.play()
            for open_boxes in stages:
                learner.learn(open_boxes)
                if progress:
                    progress(number * len(stages) + open_boxes, passes * len(stages))
            done = learner.trained()
            if on_pass:
                on_pass(number + 1, done)
    except KeyboardInterrupt:
        if done is None:
            raise
        return Trained(done.kind, done.rules, done.arrays, done.training | {"interrupted": True})
    assert done is not None
    return done


class _Learner:
    """Value estimates and visited states of a training.

    values : float64[flags, places, stride], values of the networks in the layout of the kernels
    visits : float64[flags, places, totals], how often it met each state, fading from pass to pass
    """

    def __init__(self, rules: Rules, hidden: tuple[int, ...], seed: int) -> None:
        check_memory(rules)
        self.rules, self.hidden, self.seed, self.passes = rules, hidden, seed, 0
        self.chance = np.random.default_rng([seed, stream_number("value")])
        self.tables, self.arguments = kernel_view(rules)
        self.low, self.high = upper_ranges(rules, self.tables)
        self.places = places_of(rules)
        self.layers = self.places.layers()
        self.values = blank_values(rules)
        self.visits = np.zeros((*self.values.shape[:2], rules.upper_cap + 1))
        self.networks: dict[int, _Network] = {}

    def play(self) -> None:
        """Play the games of a pass with the current values, and count the states; the first pass plays greedily."""
        self.passes += 1
        self.visits *= FADING
        pays = float(self.tables.points.max(axis=1).mean())
        for wrong in (0.0, STRAYING * pays / self.passes):
            values = self.values + wrong * self.chance.standard_normal((*self.values.shape[:2], 1))
            values[:, -1] = self.values[:, -1]
            stream = Counter(int(self.chance.integers(2**63)))
            for games in play(ValuePolicy(self.rules, values.reshape(-1)), stream, GAMES // 2):
                met = states_of(games)
                upper = np.maximum(met.upper, self.low[met.places])
                np.add.at(self.visits, (met.flags, met.places, upper), 1)

    def learn(self, open_boxes: int) -> None:
        """Fit the network of this number of open boxes, and store its values of all their states."""
        layer = self.layers[self.rules.turns - open_boxes]
        states = self._states(open_boxes)
        targets = self._targets(states)
        if open_boxes not in self.networks:
            sizes = (input_count(self.rules), *self.hidden, 1)
            mean = float(states.weights @ targets)
            scale = float(states.weights @ (targets - mean) ** 2) ** 0.5
            self.networks[open_boxes] = _Network(random_layers(sizes, self.chance), mean, max(scale, LEAST_SCALE))
        network = self.networks[open_boxes]
        network.fit(inputs_of(self.rules, *states[:3]), targets, states.weights, RATE / self.passes, self.chance)
        fill_layer(self.values, self.rules, layer, network.scaled)

    def _states(self, open_boxes: int) -> States:
        """Training states: those met, and all others with one more box filled than in a state that was met."""
        rules, totals = self.rules, np.arange(self.rules.upper_cap + 1)
        before = self.layers[rules.turns - open_boxes - 1]
        met = before[self.visits[:, before].any(axis=(0, 2))]
        may_fill = self.places.open[met][:, None] >> np.arange(rules.turns) & 1 == 1
        places = np.unique((met[:, None] + self.places.step)[may_fill]).astype(np.int32)
        possible = (totals >= self.low[places, None]) & (totals <= self.high[places, None])
        filled = self.places.filled[places]
        scored = np.ones(len(places), np.bool_) if rules.yahtzee is None else filled >> rules.yahtzee & 1 == 1
        by_flag = np.stack([possible, possible & scored[:, None]][: len(self.visits)])
        flags, at, upper = np.nonzero(by_flag)
        weights = self.visits[flags, places[at], upper]
        weights = (1 - ELSEWHERE) * weights / weights.sum() + ELSEWHERE / len(weights)
        return States(places[at], upper.astype(np.int32), flags.astype(np.int32), weights)

    def _targets(self, states: States) -> Floats:
        """float64[n], values of the states by the network of one open box fewer."""
        rules, flat = self.rules, self.values.reshape(-1)
        places = np.unique(states.places)

        def run(chunk: Ints) -> None:
            solve_places(
                flat, scratch_for(self.arguments), chunk, self.low, self.high, rules.upper_cap, rules.rolls,
                self.arguments.rules, self.arguments.tables, self.arguments.groups,
            )  # fmt: skip

        with ThreadPoolExecutor(thread_count()) as pool:
            list(pool.map(run, np.split(places, range(PLACES_PER_TASK, len(places), PLACES_PER_TASK))))
        return np.asarray(self.values[states.flags, states.places, states.upper])

    def trained(self) -> Trained:
        """The player of the current networks."""
        arrays: dict[str, NDArray[Any]] = {}
        for open_boxes, network in self.networks.items():
            arrays |= named_layers(network.scaled, prefix_of(open_boxes))
        training = {"hidden": list(self.hidden), "seed": self.seed, "passes": self.passes, "games": GAMES * self.passes}
        return Trained("value", self.rules, arrays, training)


@dataclass
class _Network:
    """A network whose output, times `scale`, plus `mean`, is the value of a state."""

    layers: tuple[Layer, ...]
    mean: float
    scale: float

    def fit(self, inputs: Singles, targets: Floats, weights: Floats, rate: float, chance: np.random.Generator) -> None:
        """Take the steps of one pass, on examples drawn by weight."""
        wanted = ((targets - self.mean) / self.scale).astype(np.float32)[:, None]
        edges = np.cumsum(weights)
        fitting = Fitting(self.layers, METHOD, 0)
        for first in range(0, STEPS, STEPS_AT_A_TIME):
            drawn = np.searchsorted(edges[:-1], chance.random((STEPS_AT_A_TIME, BATCH)), side="right")
            fitting.run(inputs, wanted, drawn, falling(rate, first, STEPS_AT_A_TIME, STEPS))
        self.layers = fitting.layers

    @property
    def scaled(self) -> tuple[Layer, ...]:
        """The network with scale and mean in its last layer."""
        weights, biases = self.layers[-1]
        scale, mean = np.float32(self.scale), np.float32(self.mean)
        return (*self.layers[:-1], (weights * scale, biases * scale + mean))
