"""The optimal player: it maximises the mean score, for any rules."""

from dataclasses import dataclass
from functools import lru_cache

from fivedice.rules import Category, Decision, Rules, Turn, legal_decisions
from fivedice.solver import Solution, TurnValues, cached_solution
from fivedice.strategies.policy import ValuePolicy, policy_of


@dataclass(frozen=True)
class Optimal:
    """Maximises the expected final score; of equal decisions the one that keeps more dice, or the first box.

    With a `risk` other than 0 it maximises an exponential utility of the score instead, see `solver.scale`.
    """

    name: str = "optimal"
    summary: str = "Maximises the mean score exactly."
    risk: float = 0.0

    @classmethod
    def with_risk(cls, risk: float) -> "Optimal":
        """The player that shuns or seeks risk."""
        return cls(f"{cls.name}:risk={risk:g}", f"Maximises exponential utility with risk {risk:g} exactly.", risk)

    def check(self, rules: Rules) -> None:
        """Every game has an optimal strategy."""

    def policy(self, rules: Rules) -> ValuePolicy:
        """The strategy as arrays."""
        return policy_of(_solution(rules, self.risk))

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The decision with the greatest value."""
        return best_decision(_solution(rules, self.risk), turn)

    def reason(self, rules: Rules, turn: Turn) -> str:
        """What the decision is worth."""
        solution = _solution(rules, self.risk)
        value = TurnValues.of(solution, turn.state).roll(turn.roll, turn.rerolls)
        more = f"{solution.scale.equivalent(value):.2f} more points"
        return f"Worth {more} for sure" if self.risk else f"Expects {more}"


def best_decision(solution: Solution, turn: Turn) -> Decision:
    """The decision with the greatest value; of equal ones the first box, or the keep of more dice."""
    rules, values = solution.rules, TurnValues.of(solution, turn.state)

    def preference(decision: Decision) -> tuple[float, int]:
        if isinstance(decision, Category):
            return values.box(rules.index[decision.name], turn.roll), -rules.index[decision.name]
        return values.keep(decision, turn.rerolls), len(decision)

    decisions = legal_decisions(rules, turn)
    keeps = [one for one in decisions if not isinstance(one, Category)]
    return max(keeps or decisions, key=preference)


@lru_cache(maxsize=8)
def _solution(rules: Rules, risk: float) -> Solution:
    return cached_solution(rules, risk=risk)


STRATEGIES = (Optimal(),)
