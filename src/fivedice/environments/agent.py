"""An agent that was trained in an environment, as a strategy: it can be rated, compared and seated like any other."""

from collections.abc import Callable
from typing import Any

from fivedice.api.read import RulesLike, read_rules
from fivedice.environments.encoding import Mask, Observation, encoding_of
from fivedice.environments.options import OBSERVATIONS, check_word
from fivedice.errors import StrategyError
from fivedice.rules import Decision, Rules, Turn
from fivedice.strategies.engine import PlayingProgram
from fivedice.strategies.policy import check_decision

Act = Callable[[Observation, Mask], Any]
"""Maps an observation and the mask of legal actions to an action."""


class Agent(PlayingProgram):
    """The strategy of a function that is asked for actions, and plays the rules that it was trained for."""

    summary = "An agent that was trained in an environment."

    def __init__(self, act: Act, rules: RulesLike = "yahtzee", name: str = "agent", observation: str = "flat") -> None:
        check_word("observation", observation, OBSERVATIONS)
        super().__init__("", name=name)
        self.act, self.rules, self.observation = act, read_rules(rules), observation
        self.encoding = encoding_of(self.rules)

    def check(self, rules: Rules) -> None:
        """Refuse all rules but its own."""
        if rules != self.rules:
            raise StrategyError(f"agent {self.name!r} plays {self.rules.name!r} only, not {rules.name!r}.")

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The decision that its action means; StrategyError if it is illegal."""
        seen = self.encoding.flat(turn) if self.observation == "flat" else self.encoding.named(turn)
        action = int(self.act(seen, self.encoding.mask(turn)))
        if not 0 <= action < self.encoding.actions:
            most = self.encoding.actions - 1
            raise StrategyError(f"agent {self.name!r} answers action {action}; it must be 0 to {most}.")
        decision = self.encoding.decision(turn, action)
        check_decision(self.name, rules, turn, decision)
        return decision
