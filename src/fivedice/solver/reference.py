"""The slow, obvious twin of the solver: the equations as they are written, on the rules themselves.

No tables, no lattice, no arrays: every roll is thrown, every keep is tried, every box is scored. It serves to check the
kernels on tiny rules; official Yahtzee would take it days.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement

from fivedice.rules import Category, Keep, Roll, Rules, State, Turn, legal_decisions
from fivedice.rules.dice import Dice
from fivedice.rules.state import final_bonus, first_turn, is_over, score_turn


class Reference:
    """Values of states and decisions under optimal play by memoised recursion: for the mean score, or for a utility.

    With a `utility` of the final score, states carry the points so far, boxes and Yahtzee bonuses.
    """

    def __init__(self, rules: Rules, utility: Callable[[int], float] | None = None) -> None:
        self.rules, self.utility = rules, utility
        self.state_value = cache(self._state_value)
        self.turn_value = cache(self._turn_value)

    def _state_value(self, state: State, points: int = 0) -> float:
        """V(s): expected points still to come; W(s, x): the greatest expected utility with x points so far."""
        if is_over(self.rules, state):
            bonus = final_bonus(self.rules, state)
            return self.utility(points + bonus) if self.utility else bonus
        return sum(
            probability * self.turn_value(first_turn(self.rules, state, roll), points)
            for roll, probability in throws(self.rules.dice_set, ())
        )

    def _turn_value(self, turn: Turn, points: int = 0) -> float:
        """U(s, r, k), or U(s, r, k, x): the best decision's value."""
        return max(self.decision_value(turn, one, points) for one in legal_decisions(self.rules, turn))

    def decision_value(self, turn: Turn, decision: Keep | Category, points: int = 0) -> float:
        """Expected points still to come after a decision, or expected utility."""
        if isinstance(decision, Category):
            scoring = score_turn(self.rules, turn, decision)
            if self.utility:
                return self.state_value(scoring.state, points + scoring.total)
            return scoring.total + self.state_value(scoring.state)
        return sum(
            probability * self.turn_value(_thrown_again(turn, decision, roll), points)
            for roll, probability in throws(self.rules.dice_set, decision)
        )


def _thrown_again(turn: Turn, keep: Keep, roll: Roll) -> Turn:
    return Turn(turn.state, roll, turn.rerolls - 1, turn.served and len(keep) == len(roll))


@cache
def throws(dice: Dice, keep: Keep) -> tuple[tuple[Roll, float], ...]:
    """Every roll that can follow a keep, with its probability."""
    faces = range(1, dice.faces + 1)
    missing = combinations_with_replacement(faces, dice.count - len(keep))
    return tuple((tuple(sorted(keep + thrown)), float(dice.probability(thrown))) for thrown in missing)
