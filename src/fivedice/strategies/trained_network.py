"""The networks of study 004 (Glenn and Brunstad): one that picks a meta-action for each decision point.

Inputs, for Yahtzee 22: twelve boxes used or not, two for the Yahtzee box (10 a zero, 01 points), six counts of faces
over the number of dice, the capped upper total over the threshold, rerolls left over the most there are. Other cards
have an input for each of their boxes, and the second one for the Yahtzee box only where it can earn a bonus.
"""

from dataclasses import replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Singles
from fivedice.kernels.actions import NOTHING
from fivedice.kernels.choices import Candidates
from fivedice.rules import Decision, Rules, Turn
from fivedice.strategies.networks import Layer, forward, layers_named
from fivedice.strategies.policy import AskingPolicy, Batch, kernel_view
from fivedice.strategies.study_004 import META_ACTIONS, check_card, going_for, meta_candidates
from fivedice.strategies.trained import TrainedPlayer


class NetworkPlayer(TrainedPlayer):
    """Takes the decision of the meta-action with the greatest output, passing over those that have none."""

    def __post_init__(self) -> None:
        _ = self.layers

    @property
    def summary(self) -> str:
        """How it plays, in one line."""
        sizes = "-".join(str(len(biases)) for _, biases in self.layers)
        return f"A network ({sizes}) that imitates optimal play by the ten meta-actions of study 004."

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """The network."""
        return layers_named(self.trained.arrays, input_count(self.trained.rules), len(META_ACTIONS))

    def check(self, rules: Rules) -> None:
        """It plays the rules that it was trained for, if their card has a meta-action for each box."""
        super().check(rules)
        check_card(rules)

    def policy(self, rules: Rules) -> AskingPolicy:
        """The strategy as a function of many decision points."""
        self.check(rules)
        candidates = candidates_of(rules)

        def decide_many(batch: Batch) -> NDArray[np.int16]:
            decisions = decisions_of(candidates, batch)
            outputs = np.where(decisions == NOTHING, -np.inf, forward(self.layers, inputs_of(rules, batch)))
            return np.take_along_axis(decisions, outputs.argmax(axis=1)[:, None], axis=1)[:, 0]

        return AskingPolicy(rules, decide_many)

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """What the policy answers to this one turn."""
        choice = int(self.policy(rules).decide_many(batch_of(rules, turn))[0])
        return rules.dice_set.keeps[choice] if choice >= 0 else rules.categories[-1 - choice]

    def reason(self, rules: Rules, turn: Turn) -> str:
        """The meta-action that decides."""
        self.check(rules)
        batch = batch_of(rules, turn)
        outputs = forward(self.layers, inputs_of(rules, batch))[0]
        found = decisions_of(candidates_of(rules), batch)[0] != NOTHING
        return going_for(META_ACTIONS[int(np.where(found, outputs, -np.inf).argmax())])


def candidates_of(rules: Rules) -> Candidates:
    """The decisions of all meta-actions; listed once a process for all upper bonuses, which no meta-action looks at."""
    check_card(rules)
    return _candidates(replace(rules, name="meta-actions", upper_threshold=0, upper_bonus=0))


_candidates = lru_cache(maxsize=4)(meta_candidates)


def decisions_of(candidates: Candidates, batch: Batch) -> NDArray[np.int16]:
    """int16[n, actions], what each meta-action decides: the row of a keep, −1 − box, or NOTHING."""
    kinds = candidates.kind[batch.flags, batch.filled]
    if candidates.keeps.shape[1]:
        keeps = candidates.keeps[kinds, np.maximum(batch.rerolls - 1, 0), batch.roll]
    else:
        keeps = np.full((len(kinds), len(META_ACTIONS)), NOTHING, np.int16)
    boxes = candidates.boxes[batch.filled, batch.roll].astype(np.int16)
    return np.where(batch.rerolls[:, None] > 0, keeps, np.where(boxes >= 0, -1 - boxes, NOTHING)).astype(np.int16)


def batch_of(rules: Rules, *turns: Turn) -> Batch:
    """Turns as arrays."""
    rows = [
        (turn.state.filled, turn.state.upper, turn.state.bonus, rules.dice_set.roll_index(turn.roll), turn.rerolls)
        for turn in turns
    ]
    return Batch(*np.array(rows, np.int64).reshape(-1, 5).T)


def input_count(rules: Rules) -> int:
    """How many inputs the network has."""
    return rules.turns + (1 if rules.yahtzee_bonus else 0) + rules.faces + 2


def inputs_of(rules: Rules, batch: Batch) -> Singles:
    """float32[n, inputs], the decision points as the network sees them, all between 0 and 1."""
    tables, _ = kernel_view(rules)
    used = (np.asarray(batch.filled)[:, None] >> np.arange(rules.turns) & 1).astype(np.float32)
    if rules.yahtzee_bonus and rules.yahtzee is not None:
        earned = used[:, rules.yahtzee] * np.asarray(batch.flags)
        used[:, rules.yahtzee] -= earned
        used = np.insert(used, rules.yahtzee + 1, earned, axis=1)
    counts = tables.keep_counts[tables.inner + np.asarray(batch.roll), 1:] / np.float32(rules.dice)
    upper = np.asarray(batch.upper, np.float32)[:, None] / max(rules.upper_cap, 1)
    rerolls = np.asarray(batch.rerolls, np.float32)[:, None] / max(rules.rolls - 1, 1)
    return np.concatenate([used, counts, upper, rerolls], axis=1, dtype=np.float32)
