"""The optimal player: it maximises the mean score, for any rules."""

from dataclasses import dataclass
from functools import lru_cache

from fivedice.rules import Decision, Rules, State, Turn
from fivedice.solver import Solution, TurnValues, any_solution, cached_solution
from fivedice.solver.layers.solution import LayeredSolution
from fivedice.solver.prospect import intention
from fivedice.solver.scale import risk_text
from fivedice.strategies.policy import LayeredPolicy, ValuePolicy, policy_of


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

    def policy(self, rules: Rules) -> ValuePolicy | LayeredPolicy:
        """The strategy as arrays."""
        solution = _solution(rules, self.risk)
        return LayeredPolicy(rules, solution) if isinstance(solution, LayeredSolution) else policy_of(solution)

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The decision with the greatest value."""
        return _turn_values(rules, self.risk, turn.state).best(turn.roll, turn.rerolls, served=turn.served)

    def reason(self, rules: Rules, turn: Turn) -> str:
        """What it does, and the boxes that the turn will most likely end in."""
        return intention(_turn_values(rules, self.risk, turn.state), turn)


@lru_cache(maxsize=8)
def _solution(rules: Rules, risk: float) -> Solution | LayeredSolution:
    return cached_solution(rules, risk=risk) if risk else any_solution(rules)


@lru_cache(maxsize=8)
def _turn_values(rules: Rules, risk: float, state: State) -> TurnValues:
    """The values of a state's turn: several decisions in a row need the same."""
    return TurnValues.of(_solution(rules, risk), state)


STRATEGIES = (Optimal(),)
