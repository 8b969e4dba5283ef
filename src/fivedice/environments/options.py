"""The options of an environment: rules, reward, observation, and the effect of an illegal action."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fivedice.api.read import RulesLike, read_rules
from fivedice.environments.encoding import Encoding, encoding_of
from fivedice.environments.exact import Exact
from fivedice.errors import LearningError
from fivedice.rules import Rules
from fivedice.rules.decision import listed

REWARDS, OBSERVATIONS, ILLEGAL = ("points", "regret", "end"), ("dict", "flat"), ("first", "end", "raise")


@dataclass(frozen=True)
class Options:
    """The options of an environment, validated.

    reward      : "points", as they are scored, the upper bonus with the last box; "regret", minus the regret of
                  the decision; "end", the final score once the game is over
    observation : "dict" or "flat", see `encoding`
    values      : whether `info` has exact values and regrets
    illegal     : "first", the first legal action is taken instead; "end", the game ends; "raise", an error
    """

    rules: Rules
    reward: str = "points"
    observation: str = "dict"
    values: bool = False
    illegal: str = "first"

    @classmethod
    def read(
        cls, rules: RulesLike, reward: str, observation: str = "dict", values: bool = False, illegal: str = "first"
    ) -> "Options":
        """The options, validated."""
        check_word("reward", reward, REWARDS)
        check_word("observation", observation, OBSERVATIONS)
        check_word("illegal", illegal, ILLEGAL)
        return cls(read_rules(rules), reward, observation, bool(values), illegal)

    def __deepcopy__(self, memo: Any) -> "Options":
        return self  # they never change

    @property
    def encoding(self) -> Encoding:
        """Actions and observations of the rules."""
        return encoding_of(self.rules)

    @cached_property
    def exact(self) -> Exact | None:
        """Exact values, if reward or info need them."""
        return Exact(self.rules) if self.values or self.reward == "regret" else None


def check_word(name: str, word: str, known: Sequence[str]) -> None:
    """Refuse a word that is not known."""
    if word not in known:
        raise LearningError(f"{name}={word!r} is not known; it must be {listed([repr(one) for one in known], 'or')}.")
