"""The optimal player: it maximises the mean score, for any rules."""

from dataclasses import dataclass
from functools import lru_cache

from fivedice.rules import Decision, Rules, Turn
from fivedice.solver import Solution, TurnValues, cached_solution
from fivedice.solver.scale import risk_text
from fivedice.strategies.policy import ValuePolicy, policy_of


@dataclass(frozen=True)
class Optimal:
    """Maximises the expected final score; `TurnValues.best` says which of equal decisions it takes.

    With a `risk` other than 0 it maximises an exponential utility of the score instead, see `solver.scale`.
    """

    name: str = "optimal"
    summary: str = "Maximises the mean score exactly."
    risk: float = 0.0

    @classmethod
    def with_risk(cls, risk: float) -> "Optimal":
        """The player that shuns or seeks risk."""
        text = risk_text(risk)
        return cls(f"{cls.name}:risk={text}", f"Maximises exponential utility with risk {text} exactly.", risk)

    def check(self, rules: Rules) -> None:
        """Every game has an optimal strategy."""

    def policy(self, rules: Rules) -> ValuePolicy:
        """The strategy as arrays."""
        return policy_of(_solution(rules, self.risk))

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The decision with the greatest value."""
        return TurnValues.of(_solution(rules, self.risk), turn.state).best(turn.roll, turn.rerolls)

    def reason(self, rules: Rules, turn: Turn) -> str:
        """What the decision is worth."""
        solution = _solution(rules, self.risk)
        value = TurnValues.of(solution, turn.state).roll(turn.roll, turn.rerolls)
        more = f"{solution.scale.equivalent(value):.2f} more points"
        return f"Worth {more} for sure" if self.risk else f"Expects {more}"


@lru_cache(maxsize=8)
def _solution(rules: Rules, risk: float) -> Solution:
    return cached_solution(rules, risk=risk)


STRATEGIES = (Optimal(),)
