"""The player that nobody beats on average: it maximises the mean score, for any rules."""

from dataclasses import dataclass
from functools import lru_cache

from fivedice.rules import Category, Decision, Rules, Turn, legal_decisions
from fivedice.solver import Solution, TurnValues, cached_solution
from fivedice.strategies.policy import ValuePolicy, policy_of


@dataclass(frozen=True)
class Optimal:
    """Maximises the expected final score; of equal decisions the one that keeps more dice, or the first box."""

    name: str = "optimal"
    summary: str = "Maximises the mean score exactly."

    def check(self, rules: Rules) -> None:
        """Every game has an optimal strategy."""

    def policy(self, rules: Rules) -> ValuePolicy:
        """The strategy as arrays."""
        return policy_of(_solution(rules))

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The decision with the greatest value."""
        return best_decision(_solution(rules), turn)

    def reason(self, rules: Rules, turn: Turn) -> str:
        """What the decision is worth."""
        values = TurnValues(_solution(rules), turn.state)
        return f"Expects {values.roll(turn.roll, turn.rerolls):.2f} more points"


def best_decision(solution: Solution, turn: Turn) -> Decision:
    """The decision with the greatest value; of equal ones the first box, or the keep of more dice."""
    rules, values = solution.rules, TurnValues(solution, turn.state)

    def preference(decision: Decision) -> tuple[float, int]:
        if isinstance(decision, Category):
            return values.box(rules.index[decision.name], turn.roll), -rules.index[decision.name]
        return values.keep(decision, turn.rerolls), len(decision)

    decisions = legal_decisions(rules, turn)
    keeps = [one for one in decisions if not isinstance(one, Category)]
    return max(keeps or decisions, key=preference)


@lru_cache(maxsize=8)
def _solution(rules: Rules) -> Solution:
    return cached_solution(rules)


STRATEGIES = (Optimal(),)
