"""Actions as whole numbers, and what a learner sees of a turn.

With n dice and boxes b = 0, 1, ... on the card:

    action a < 2ⁿ       keep dice and throw the others: bit i of a keeps the i-th die of the roll in ascending order
    action a = 2ⁿ + b   score box b

Equal dice make some keeps equal. The mask of legal actions has each of them once, as the number that takes equal dice
from the left, so that legal actions and legal decisions (`rules.state.legal_decisions`) are the same. Any other number
for the same dice means the same keep.
"""

from dataclasses import fields
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from fivedice.arrays import Ints, Singles
from fivedice.errors import LearningError
from fivedice.kernels.eights import spread_bits
from fivedice.kernels.step_arrays import Encoded
from fivedice.rules import Category, Decision, Rules, Turn, legal_categories, score
from fivedice.rules.dice import marked
from fivedice.strategies.policy import kernel_view

Mask = NDArray[np.int8]
Observation = Any
"""A dictionary as of `Encoding.named`, or an array as of `Encoding.flat`."""

PLAYED = ("name", "categories", "dice", "faces", "rolls", "upper_threshold", "upper_bonus", "yahtzee_bonus", "joker")
"""Fields of `Rules` that may vary in environments; all others must have their defaults."""

MOST_ENTRIES = 1 << 26
"""Limit of the entries of the table of keeps, rolls · 2ⁿ."""


def check_rules(rules: Rules) -> None:
    """Refuse rules that environments cannot play."""
    for one in fields(rules):
        if one.name not in PLAYED and getattr(rules, one.name) != one.default:
            raise LearningError(
                f"rules {rules.name!r} have {one.name}={getattr(rules, one.name)!r}, which environments for learners "
                "do not play; take rules without it."
            )
    if rules.has_served:
        raise LearningError(
            f"rules {rules.name!r} pay more for a first throw, which environments for learners do not play; take rules "
            "without 'served'."
        )
    if rules.dice_set.roll_count << rules.dice > MOST_ENTRIES:
        raise LearningError(
            f"dice={rules.dice} with faces={rules.faces} gives {rules.dice_set.roll_count:,} rolls with "
            f"{1 << rules.dice:,} keeps each, too many for the actions of a learner; take fewer dice or faces."
        )


class Encoding:
    """The actions and observations of one set of rules.

    keeps   : number of actions that keep dice, 2ⁿ;  actions : number of all actions
    leftmost: int32[rolls, keeps], the number that takes equal dice from the left, for each number that keeps dice
    """

    def __init__(self, rules: Rules) -> None:
        check_rules(rules)
        self.rules, self.keeps = rules, 1 << rules.dice
        self.actions = self.keeps + rules.turns
        self.tables, self.arguments = kernel_view(rules)
        self.roll_dice = np.array(rules.dice_set.rolls, np.int8)
        self.leftmost = _leftmost(self.roll_dice)
        self.most_points = max(self.tables.most_points, 1)

    def __deepcopy__(self, memo: Any) -> "Encoding":
        return self  # it never changes

    @cached_property
    def most_score(self) -> int:
        """No final score is greater: every box at its best, a Yahtzee bonus in each turn, the upper bonus."""
        boxes = np.maximum(self.tables.points, self.tables.joker_points).max(axis=1).sum()
        return max(int(boxes) + self.rules.turns * self.rules.yahtzee_bonus + self.rules.upper_bonus, 1)

    def decision(self, turn: Turn, action: int) -> Decision:
        """What an action means, legal or not."""
        if action >= self.keeps:
            return self.rules.categories[action - self.keeps]
        return tuple(face for place, face in enumerate(turn.roll) if action >> place & 1)

    def action(self, turn: Turn, decision: Decision) -> int:
        """The number of a decision, as masks have it."""
        if isinstance(decision, Category):
            return self.keeps + self.rules.index[decision.name]
        return sum(1 << place for place, kept in enumerate(marked(turn.roll, decision)) if kept)

    def mask(self, turn: Turn | None) -> Mask:
        """int8[actions], 1 where an action is legal; zeros once the game is over."""
        mask = np.zeros(self.actions, np.int8)
        if turn is None:
            return mask
        if turn.rerolls:
            mask[: self.keeps] = self.leftmost[self.rules.dice_set.roll_index(turn.roll)] == np.arange(self.keeps)
        mask[self.keeps :] = self.pays(turn) >= 0
        return mask

    def pays(self, turn: Turn) -> NDArray[np.int16]:
        """int16[boxes], what each box would pay now, −1 where the roll may not be scored."""
        rules, state, roll = self.rules, turn.state, turn.roll
        if roll[0] != roll[-1]:
            open_boxes = ~state.filled >> np.arange(rules.turns) & 1
            return np.where(open_boxes, self.tables.points[:, rules.dice_set.roll_index(roll)], -1).astype(np.int16)
        pays = np.full(rules.turns, -1, np.int16)
        for category in legal_categories(rules, state, roll):  # it may be a joker
            pays[rules.index[category.name]] = score(rules, state, roll, category).points
        return pays

    @cached_property
    def keep_rows(self) -> Ints:
        """int32[rolls, keeps], the row of the keep of each action."""
        rows = np.zeros((self.tables.rolls, self.keeps), np.int32)
        for place in range(self.rules.dice):
            kept = (np.arange(self.keeps) >> place & 1).astype(np.bool_)
            rows[:, kept] = self.tables.extend[rows[:, kept], self.roll_dice[:, place, None] - 1]
        return rows

    @cached_property
    def encoded(self) -> Encoded:
        """The encoding as arrays for the kernel."""
        rules, tables, numbers = self.rules, self.tables, np.arange(self.keeps)
        counts = tables.keep_counts[tables.inner :, 1:]
        pays = np.stack([tables.points.T, tables.joker_points.T])
        legal = np.vstack([self.leftmost == numbers, np.zeros((1, self.keeps), np.bool_)])
        return Encoded(
            tables.extend,
            tables.equal_face,
            self.arguments.tables.face_boxes,
            self.arguments.tables.upper,
            self.leftmost,
            legal.astype(np.int8),
            legal.sum(axis=1, dtype=np.int32),
            np.argsort(~legal[:-1], axis=1, kind="stable").astype(np.int32),
            self.roll_dice,
            (counts / rules.dice).astype(np.float32),
            np.ascontiguousarray(pays, np.int16),
            np.ascontiguousarray(np.maximum(pays, 0) / self.most_points, np.float32),
            spread_bits(np.int8, 1),
            spread_bits(np.int16, -1),
            spread_bits(np.float32, 1),
            rules.rolls - 1,
            rules.upper_cap,
            rules.upper_bonus,
        )

    @property
    def flat_size(self) -> int:
        """Numbers in a flat observation."""
        return self.rules.faces + 1 + 2 * self.rules.turns + 2

    def space(self, kind: str) -> spaces.Space[Any]:
        """A space of observations: "dict" or "flat"."""
        rules = self.rules
        if kind == "flat":
            return spaces.Box(0.0, 1.0, (self.flat_size,), np.float32)
        return spaces.Dict(
            {
                "dice": spaces.Box(1, rules.faces, (rules.dice,), np.int8),
                "rerolls": spaces.Discrete(rules.rolls),
                "filled": spaces.MultiBinary(rules.turns),
                "upper": spaces.Discrete(rules.upper_cap + 1),
                "bonus": spaces.Discrete(2),
                "pays": spaces.Box(-1, self.most_points, (rules.turns,), np.int16),
            }
        )

    def named(self, turn: Turn, *, over: bool = False) -> dict[str, Any]:
        """What is seen of a turn, by name; of a game that is over, the last dice and the full card."""
        rules, state = self.rules, turn.state
        return {
            "dice": np.array(turn.roll, np.int8),
            "rerolls": np.int64(turn.rerolls),
            "filled": (state.filled >> np.arange(rules.turns) & 1).astype(np.int8),
            "upper": np.int64(state.upper),
            "bonus": np.int64(state.bonus),
            "pays": np.full(rules.turns, -1, np.int16) if over else self.pays(turn),
        }

    def flat(self, turn: Turn, *, over: bool = False) -> Singles:
        """float32[flat_size], the same in one array, each number from 0 to 1.

        In this order: the share of the dice that show each face; rerolls left, as a share of those of a turn; 1 for
        each filled box; the upper total as a share of its threshold; 1 if a further five of a kind earns the Yahtzee
        bonus; what each box would pay now, as a share of the most that any box pays.
        """
        rules, seen = self.rules, self.named(turn, over=over)
        counts = np.bincount(seen["dice"], minlength=rules.faces + 1)[1:] / rules.dice
        rerolls = seen["rerolls"] / max(rules.rolls - 1, 1)
        upper = seen["upper"] / max(rules.upper_cap, 1)
        pays = np.maximum(seen["pays"], 0) / self.most_points
        parts = (counts, [rerolls], seen["filled"], [upper, seen["bonus"]], pays)
        return np.concatenate(parts, dtype=np.float32, casting="unsafe")


@lru_cache(maxsize=32)
def encoding_of(rules: Rules) -> Encoding:
    """The encoding of these rules, made once a process."""
    return Encoding(rules)


def _leftmost(rolls: NDArray[np.int8]) -> Ints:
    """int32[rolls, 2ⁿ]: each set of dice, with as many equal dice of each face taken from the left."""
    count, dice = rolls.shape
    places = np.arange(dice)
    chosen = np.arange(1 << dice)[:, None] >> places & 1
    found = np.empty((count, 1 << dice), np.int32)
    for index, roll in enumerate(rolls):
        equal = roll[:, None] == roll
        earlier = np.tril(equal, -1).sum(axis=1)
        found[index] = (earlier < chosen @ equal) @ (1 << places)
    return found
