"""A game as a Gymnasium environment."""

from typing import Any, ClassVar

import gymnasium
import numpy as np

from fivedice.api.read import RulesLike
from fivedice.arrays import Bools
from fivedice.environments.encoding import Observation
from fivedice.environments.learner import Info, Learner
from fivedice.environments.options import Options, check_word
from fivedice.environments.picture import RENDER_MODES, render
from fivedice.environments.seat import GameDice
from fivedice.errors import IllegalDecision
from fivedice.rules import Decision, Turn
from fivedice.rules.decision import decision_words
from fivedice.strategies.text import parse_answer


class GameEnv(gymnasium.Env[Observation, np.int64]):
    """One game of any rules: an action is a keep or a box, see `encoding`; a step is one decision.

    `info` has "action_mask", "score" (points so far) and "illegal" (whether the last action was not legal); with
    `values` also "value" (expected points still to come), "action_values", and "regret" (of the last action). Games of
    equal seeds have equal dice, those of `fd.simulate` with that seed; a reset without a seed goes on with the next.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        rules: RulesLike = "yahtzee",
        *,
        reward: str = "points",
        observation: str = "dict",
        values: bool = False,
        illegal: str = "first",
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            check_word("render_mode", render_mode, RENDER_MODES)
        options = Options.read(rules, reward, observation, values, illegal)
        self.rules, self.encoding, self.render_mode = options.rules, options.encoding, render_mode
        self.action_space = gymnasium.spaces.Discrete(self.encoding.actions)
        self.observation_space = self.encoding.space(options.observation)
        self.learner = Learner(options)
        self._games: GameDice | None = None

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        """Start the next game, or the first one of a seed."""
        super().reset(seed=seed)
        if seed is not None or self._games is None:
            chosen = int(self.np_random.integers(2**63)) if seed is None else seed
            self._games = GameDice(self.rules, chosen)
        self.learner.start(self._games.next())
        return self.learner.observation(), self.learner.info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """Take one decision."""
        reward = self.learner.step(int(action))
        return self.learner.observation(), reward, self.learner.ended, False, self.learner.info()

    @property
    def turn(self) -> Turn:
        """The decision point, as strategies take it."""
        return self.learner.seat.turn

    def decision(self, action: int) -> Decision:
        """What an action means here: dice to keep, or a box."""
        return self.encoding.decision(self.turn, action)

    def action(self, decision: Decision | str) -> int:
        """The action of a legal decision, which may be written as "keep 66", "keep -" or "score sixes"."""
        meant = parse_answer(self.rules, decision) if isinstance(decision, str) else decision
        found = self.encoding.action(self.turn, meant)
        if not self.learner.mask[found] or self.decision(found) != meant:
            raise IllegalDecision(f"cannot {decision_words(meant)} here; take a decision that info['action_mask'] has.")
        return found

    def action_masks(self) -> Bools:
        """bool[actions], the mask of `info`, by the method that MaskablePPO of sb3-contrib calls."""
        return self.learner.mask.astype(np.bool_)

    def render(self) -> Any:
        """The card and the dice, as text or as a picture."""
        return None if self.render_mode is None else render([self.learner.seat], self.render_mode)
