"""A player that learned the values of states from the rules alone: one network for each number of open boxes.

Its inputs, for Yahtzee 100: each box used or not, whether a Yahtzee bonus can be earned, and the upper total in two
ways, once as a share of the threshold and once as what is still needed over what the open upper boxes can hold at
most. Either share is spread over evenly spaced inputs, the nearest two of which say where it lies: values have steps
there that a single input would smooth away. Totals from which the bonus is out of reach are one and the same state. The
output is the points still to come.
"""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Floats, Ints, Singles
from fivedice.rules import Decision, Rules, Turn
from fivedice.solver.exact import at_end
from fivedice.solver.places import places_of
from fivedice.solver.tables import upper_ranges
from fivedice.strategies.choices import choices_in
from fivedice.strategies.networks import Layer, forward, layers_named
from fivedice.strategies.policy import ValuePolicy, kernel_view
from fivedice.strategies.trained import TrainedPlayer

FINE, COARSE = 63, 21
"""Numbers of inputs, less one, over which the upper total is spread (or one for each total, if there are fewer), and
the share of the open upper boxes that is needed."""

PLACES_AT_A_TIME = 256


class ValuePlayer(TrainedPlayer):
    """Maximises the points now plus what its networks say is still to come."""

    def __post_init__(self) -> None:
        _ = self.networks

    @property
    def summary(self) -> str:
        """How it plays, in one line."""
        return "Maximises points now plus what networks expect of the rest; they learned from the rules alone."

    @cached_property
    def networks(self) -> "Networks":
        """The network of each number of open boxes."""
        return networks_named(self.trained.rules, self.trained.arrays)

    def policy(self, rules: Rules) -> ValuePolicy:
        """The strategy as arrays."""
        self.check(rules)
        return _policy_of(self)

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The decision of greatest value, by the very kernel that plays and evaluates the policy."""
        return choices_in(self.policy(rules), turn.state).decision(turn)


@lru_cache(maxsize=4)
def _policy_of(player: ValuePlayer) -> ValuePolicy:
    rules = player.trained.rules
    return ValuePolicy(rules, predicted_values(rules, player.networks))


Networks = Mapping[int, tuple[Layer, ...]]
"""The network of each number of open boxes, from 1 to all but one: no decision leads to the empty card."""


def prefix_of(open_boxes: int) -> str:
    """How the arrays of a network begin in a file."""
    return f"open_{open_boxes}_"


def networks_named(rules: Rules, arrays: Mapping[str, NDArray[Any]]) -> Networks:
    """The networks in a file."""
    inputs = input_count(rules)
    return {open_: layers_named(arrays, inputs, 1, prefix_of(open_)) for open_ in range(1, rules.turns)}


def input_count(rules: Rules) -> int:
    """How many inputs each network has."""
    spread_over = min(rules.upper_cap, FINE) + COARSE + 2 if rules.upper_cap else 0
    return rules.turns + (1 if rules.yahtzee_bonus else 0) + spread_over


def blank_values(rules: Rules) -> Floats:
    """float64[flags, places, stride] as the kernels want them: nothing to come but the upper bonus of a full card."""
    arguments = kernel_view(rules)[1]
    values = np.zeros(arguments.shape)
    values[:, -1] = at_end(rules, arguments)
    return values


def predicted_values(rules: Rules, networks: Networks) -> Floats:
    """float64[flags · places · stride], what the networks say of every state."""
    values = blank_values(rules)
    for open_boxes, layers in networks.items():
        fill_layer(values, rules, places_of(rules).layers()[rules.turns - open_boxes], layers)
    return values.reshape(-1)


def fill_layer(values: Floats, rules: Rules, places: Ints, layers: tuple[Layer, ...]) -> None:
    """Write what a network says of all states at some places."""
    cap = rules.upper_cap
    for flag in range(values.shape[0]):
        for begin in range(0, len(places), PLACES_AT_A_TIME):
            some = places[begin : begin + PLACES_AT_A_TIME]
            each = np.repeat(some, cap + 1)
            upper = np.tile(np.arange(cap + 1, dtype=np.int32), len(some))
            found = forward(layers, inputs_of(rules, each, upper, np.full_like(each, flag)))
            values[flag, some, : cap + 1] = found.reshape(len(some), cap + 1)
            values[flag, some, cap + 1 :] = values[flag, some, cap, None]


def inputs_of(rules: Rules, places: Ints, upper: Ints, flags: Ints) -> Singles:
    """float32[n, inputs], states as the networks see them, all between 0 and 1."""
    parts: list[NDArray[Any]] = [places_of(rules).filled[places][:, None] >> np.arange(rules.turns) & 1]
    if rules.yahtzee_bonus:
        parts.append(flags[:, None])
    if cap := rules.upper_cap:
        low, room = _upper_limits(rules)
        needed = cap - np.clip(upper, low[places], cap)
        share = np.minimum(needed / np.maximum(room[places], 1), 1)
        parts += [spread(1 - needed / cap, min(cap, FINE)), spread(share, COARSE)]
    return np.concatenate(parts, axis=1, dtype=np.float32, casting="same_kind")


def spread(shares: Floats, count: int) -> Singles:
    """float32[n, count + 1]: numbers between 0 and 1 as weights of the two nearest of evenly spaced points."""
    places = (shares * count).astype(np.float32)[:, None]
    return np.maximum(1 - np.abs(places - np.arange(count + 1, dtype=np.float32)), 0)


@lru_cache(maxsize=8)
def _upper_limits(rules: Rules) -> tuple[Ints, Ints]:
    """int32[places] each: the least upper total that counts as its own, and the most that open upper boxes can hold."""
    tables, _ = kernel_view(rules)
    most = np.where(tables.upper, tables.points.max(axis=1), 0)
    is_open = ~places_of(rules).filled[:, None] >> np.arange(rules.turns) & 1
    return upper_ranges(rules, tables)[0], (is_open @ most).astype(np.int32)
