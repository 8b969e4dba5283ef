"""One learner's game: actions in, rewards, observations and info out. All environments in Python use it."""

from typing import Any

import numpy as np

from fivedice.arrays import Floats
from fivedice.environments.encoding import Mask, Observation
from fivedice.environments.options import Options
from fivedice.environments.seat import Dice, Seat
from fivedice.errors import IllegalDecision
from fivedice.rules.decision import decision_words

Info = dict[str, Any]
NO_DICE: Dice = np.zeros((0, 0), np.uint8)


class Learner:
    """A seat that takes actions.

    mask    : int8[actions], the legal ones;  values : float64[actions], what they are worth, empty if not requested
    regret  : of the last action;  illegal : whether it was not legal
    """

    def __init__(self, options: Options) -> None:
        self.options, self.encoding = options, options.encoding
        self.start(NO_DICE)

    def start(self, dice: Dice) -> None:
        """Start a game on these dice; without dice, the game is over before it begins."""
        self.seat, self.dice, self.ended = Seat(self.options.rules), dice, not len(dice)
        self.regret, self.illegal = 0.0, False
        if not self.ended:
            self.seat.throw_from(dice)
        self._look()

    def step(self, action: int) -> float:
        """Take a decision; returns its reward."""
        if self.ended:
            raise IllegalDecision("the game is over: reset the environment before its next step.")
        chosen = self._legal(action)
        points, self.regret = 0, 0.0
        if len(self.values):  # a game that is ended early loses all points still to come
            self.regret = float(self.values.max() - (0.0 if chosen is None else self.values[chosen]))
        if chosen is not None:
            points = self.seat.take(self.encoding.decision(self.seat.turn, chosen))
        else:
            self.seat.rerolls = 0
        self.ended = chosen is None or self.seat.over
        if not self.ended:
            self.seat.throw_from(self.dice)
        self._look()
        if self.options.reward == "regret":
            return -self.regret
        if self.options.reward == "end":
            return float(self.seat.score) if self.ended else 0.0
        return float(points)

    def _legal(self, action: int) -> int | None:
        """The legal action that is meant or taken instead; None if the game ends by it."""
        turn = self.seat.turn
        roll = self.options.rules.dice_set.roll_index(turn.roll)
        meant = int(self.encoding.leftmost[roll, action]) if 0 <= action < self.encoding.keeps else action
        self.illegal = not (0 <= meant < self.encoding.actions and self.mask[meant])
        if not self.illegal:
            return meant
        if self.options.illegal == "raise":
            known = 0 <= action < self.encoding.actions
            what = decision_words(self.encoding.decision(turn, action)) if known else "is not known"
            raise IllegalDecision(f"action {action} ({what}) is not legal here; take one that info['action_mask'] has.")
        return int(self.mask.argmax()) if self.options.illegal == "first" else None

    def _look(self) -> None:
        """Update the legal actions and their values."""
        turn, exact = self.seat.turn, self.options.exact
        self.mask: Mask = self.encoding.mask(None if self.ended else turn)
        self.values: Floats = exact.of_turn(turn) if exact and not self.ended else np.zeros(0)

    def observation(self) -> Observation:
        """What the learner sees."""
        if not self.seat.table:
            raise IllegalDecision("no game has begun: reset the environment first.")
        write = self.encoding.flat if self.options.observation == "flat" else self.encoding.named
        return write(self.seat.turn, over=self.ended)

    def info(self) -> Info:
        """The `info` dictionary."""
        info: Info = {"action_mask": self.mask.copy(), "score": self.seat.score, "illegal": self.illegal}
        if self.options.values:
            info["regret"] = self.regret
            info["value"] = float(self.values.max()) if len(self.values) else 0.0
            info["action_values"] = self.values if len(self.values) else np.full(self.encoding.actions, -np.inf)
        return info
