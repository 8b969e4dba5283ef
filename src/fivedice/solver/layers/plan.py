"""What a solution in layers holds and takes: which masks there are, where their values lie, how much work they are.

Layer n has the masks with n boxes filled. A mask has a value for each flag, each number of saved throws that n turns
can have left, and each class of upper totals (`solver.layers.totals`). Everything here follows from the rules, so that
files need to hold nothing but the values. No compiler is needed to look values up.
"""

from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np

from fivedice.arrays import Floats, Longs
from fivedice.errors import RulesError, TooLarge
from fivedice.kernels.arguments import Layer, Totals
from fivedice.rules import Rules, State
from fivedice.solver.layers.totals import upper_totals
from fivedice.solver.places import places_of
from fivedice.solver.tables import compile_rules, upper_bonuses

VECTOR = 16
"""`kernels.lanes.LANES`; not taken from there, since numba would come with it."""
MOST_MASKS = 1 << 24
"""Masks of a layer: one more box on the card doubles them, and the time."""
MOST_TOTALS = 1 << 27
"""Upper totals of all kinds of masks, each of which has a class in a table."""


class Plan:
    """The layers of one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.tables = compile_rules(rules)
        self.required: Longs = np.array(rules.prerequisites, np.int64)
        self._upper = sum(1 << box for box in rules.upper)
        masks = _masks(rules)
        self._kinds: Longs = np.unique(np.concatenate([np.unique(layer & self._upper) for layer in masks]))
        self.totals: Totals = self._totals()
        self.layers: list[Layer] = [self._layer(number, filled) for number, filled in enumerate(masks)]

    def _totals(self) -> Totals:
        rules, tables, single = self.rules, self.tables, self.rules.upper_count == 1
        combined = (rules.upper_cap + 1) ** rules.upper_count
        if len(self._kinds) * combined > MOST_TOTALS:
            raise TooLarge(
                f"{rules.name!r} has {rules.upper_count} columns with an upper bonus each, whose totals can be "
                f"combined in {combined:,} ways, too many to be solved exactly; take columns or the bonus away, or "
                "play it with a strategy that needs no solution."
            )
        columns = [
            [box for box in rules.upper if single or rules.categories[box].column == column]
            for column in range(rules.upper_count)
        ]
        gains = [  # with a zero in every box: kernels look at it even where a box always pays
            np.unique(np.concatenate([[0], tables.points[box], tables.joker_points[box]]) // one.multiplier).tolist()
            for box, one in enumerate(rules.categories)
        ]
        bonuses = np.array([rules.bonus_for(total) for total in range(rules.upper_cap + 1)], np.int32)
        return upper_totals(self._kinds, columns, gains, bonuses)

    def _layer(self, number: int, filled: Longs) -> Layer:
        rules = self.rules
        kind = np.searchsorted(self._kinds, filled & self._upper).astype(np.int32)
        saved = min(rules.most_saved, (rules.rolls - 1) * number) if number < rules.turns else 0
        flags = np.where(filled & sum(1 << box for box in rules.yahtzees), 2, 1) if rules.yahtzee_bonus else 1
        sizes = flags * self.totals.count[kind].astype(np.int64) * (saved + 1)
        return Layer(filled, kind, np.concatenate([[0], np.cumsum(sizes)]), saved + 1)

    @property
    def turns(self) -> int:
        """The number of layers but the last, the full card."""
        return self.rules.turns

    def room(self, number: int) -> Floats:
        """Space for the values of a layer, and for a vector of numbers that kernels read but do not use."""
        return np.zeros(self.count(number) + VECTOR)

    def count(self, number: int) -> int:
        """How many values a layer has."""
        return int(self.layers[number].begin[-1])

    @property
    def states(self) -> int:
        """How many values there are in all: states, those that cannot differ taken together."""
        return sum(map(self.count, range(self.turns + 1)))

    def end(self) -> Floats:
        """The values of the full card: the upper bonus."""
        values, layer = self.room(self.turns), self.layers[-1]
        [kind] = layer.kind
        bonuses = upper_bonuses(self.rules)[self.totals.examples[kind, : self.totals.count[kind]]]
        values[: layer.begin[-1]] = np.tile(bonuses, int(layer.begin[-1]) // len(bonuses))
        return values

    def links(self, number: int) -> int:
        """The work of a layer: links of chains over the throws left, a vector of classes at a time."""
        return int(self.links_of(number).sum())

    def links_of(self, number: int) -> Longs:
        """int64[masks], the work of each mask of a layer."""
        layer = self.layers[number]
        if number == self.turns:
            return np.zeros(1, np.int64)
        classes = self.totals.count[layer.kind].astype(np.int64)
        flags = np.diff(layer.begin) // (classes * layer.saved)
        return np.asarray(flags * -(-classes // VECTOR) * (self.rules.rolls - 1 + layer.saved))

    @cached_property
    def total_links(self) -> int:
        """The work of everything."""
        return sum(map(self.links, range(self.turns)))

    @property
    def memory_needed(self) -> int:
        """Bytes of the two largest neighbouring layers, and of what says where values are."""
        places = sum(20 * len(layer.filled) for layer in self.layers) + sum(int(one.nbytes) for one in self.totals)
        counts = [self.count(number) for number in range(self.turns + 1)]
        pairs = max(one + other for one, other in pairwise(counts))
        return 8 * pairs + places

    @property
    def disk_needed(self) -> int:
        """Bytes of all layers."""
        return 8 * self.states

    def find(self, filled: int) -> tuple[Layer, int]:
        """The layer of a mask, and its place in it."""
        layer = self.layers[filled.bit_count()]
        mask = int(np.searchsorted(layer.filled, filled))
        if mask == len(layer.filled) or layer.filled[mask] != filled:
            raise RulesError(f"{self.rules.name}: play cannot come to a card with these boxes filled.")
        return layer, mask

    def place(self, state: State) -> int:
        """Where the value of a state is in its layer."""
        layer, mask = self.find(state.filled)
        kind = int(layer.kind[mask])
        classes, own = int(self.totals.count[kind]), int(self.totals.classes[kind, state.upper])
        begin, end = layer.begin[mask : mask + 2].tolist()
        place = begin + (int(state.bonus) * layer.saved + min(state.saved, layer.saved - 1)) * classes + own
        if own < 0 or place >= end:
            raise RulesError(f"{self.rules.name}: play cannot come to an upper total of {state.upper} on such a card.")
        return int(place)

    def after(self, filled: int) -> Longs:
        """The masks with one box more than these, ascending."""
        boxes = 1 << np.arange(self.turns)
        may_fill = (filled & boxes == 0) & (filled & self.required == self.required)
        return np.asarray(filled | boxes[may_fill])

    def some(self, number: int, masks: Longs) -> tuple[Layer, list[list[int]]]:
        """Some masks of a layer as a layer of their own, and where their values begin and end in the whole one."""
        layer = self.layers[number]
        rows = np.searchsorted(layer.filled, masks)
        edges = np.stack([layer.begin[rows], layer.begin[rows + 1]], axis=1)
        begin = np.concatenate([[0], np.cumsum(np.diff(edges))])
        return Layer(masks, layer.kind[rows], begin, layer.saved), edges.tolist()


@lru_cache(maxsize=4)
def plan_of(rules: Rules) -> Plan:
    """The plan of these rules; made at most once a process."""
    return Plan(rules)


def _masks(rules: Rules) -> list[Longs]:
    """The masks of each layer, ascending."""
    sizes = np.ones(1, np.int64)
    for track in places_of(rules).tracks:
        sizes = np.convolve(sizes, np.ones(len(track) + 1, np.int64))
    if sizes.max() > MOST_MASKS:
        raise TooLarge(
            f"{rules.name!r} has {sizes.max():,} cards with {sizes.argmax()} of {rules.turns} boxes filled, too many "
            "to be solved exactly; take categories or columns off the card, or play it with a strategy that needs no "
            "solution."
        )
    layers: list[Longs] = [np.zeros(1, np.int64)]
    for _ in range(rules.turns):
        before, found = layers[-1], []
        for box, first in enumerate(rules.prerequisites):
            may = before[(before >> box & 1 == 0) & (before & first == first)]
            found.append(may | 1 << box)
        layers.append(np.unique(np.concatenate(found)))
    return layers
