"""A player for cards with several columns, which are too large to solve: it knows the best play of each column alone.

With c the columns, m_c their multipliers and V_c the solution of a game with that column only, a state s with the parts
s_c is taken to be worth

    W(s) = Σ_c m_c V_c(s_c),

and a decision is the one that maximises the expected points of the turn with W of the state that follows. That would be
the value if each column were played with dice of its own. A column that is full is worth its upper bonus, so that W is
exact at the end of a game, and with one column left it is exact as well, jokers apart: these need all columns.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from fivedice.arrays import Floats
from fivedice.errors import StrategyError
from fivedice.rules import Decision, Rules, State, Turn, legal_categories, score
from fivedice.rules.state import is_open, upper_totals_of
from fivedice.solver import Solution, TurnValues, cached_solution
from fivedice.solver.prospect import intention
from fivedice.solver.tables import compile_rules


@dataclass(frozen=True)
class ByColumns:
    """Plays for the sum of what each column is worth alone."""

    name: str = "by-columns"
    summary: str = "Values each column as if it were played alone; for cards that are too large to solve."

    def check(self, rules: Rules) -> None:
        """Refuse cards with one column, which the optimal player plays better, and saved throws."""
        if len(rules.columns) < 2 or rules.most_saved:
            why = "it is for cards with several columns and without saved throws"
            raise StrategyError(f"strategy {self.name!r} cannot play {rules.name!r}: {why}.")

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The decision with the greatest expected points and values of columns."""
        return turn_values(rules, turn.state).best(turn.roll, turn.rerolls, served=turn.served)

    def reason(self, rules: Rules, turn: Turn) -> str:
        """What it does, and the boxes that the turn will most likely end in."""
        return intention(turn_values(rules, turn.state), turn)


@lru_cache(maxsize=4096)
def turn_values(rules: Rules, state: State) -> TurnValues:
    """The values of a state's turn; the three decisions of a turn share them."""
    return TurnValues(rules, _box_values(rules, state))


def column_states(rules: Rules, state: State) -> list[State]:
    """The part of a state in each column."""
    count = len(rules.boxes)
    totals = upper_totals_of(rules, state.upper) if rules.upper_count > 1 else (0,) * len(rules.columns)
    filled = [state.filled >> place * count & (1 << count) - 1 for place in range(len(rules.columns))]
    own = [bool(state.bonus and rules.yahtzees and not state.is_empty(box)) for box in rules.yahtzees]
    flags = own or [False] * len(rules.columns)
    return [State(*parts) for parts in zip(filled, totals, flags, strict=True)]


def worth(rules: Rules, state: State) -> float:
    """W(s)."""
    parts = zip(rules.multipliers, _solutions(rules), column_states(rules, state), strict=True)
    return sum(factor * solution.state_value(part) for factor, solution, part in parts)


def _box_values(rules: Rules, state: State) -> Floats:
    """float64[boxes, rolls], points now and W of the state that follows, −∞ where a box is not legal."""
    tables, count = compile_rules(rules), len(rules.boxes)
    solutions, parts = _solutions(rules), column_states(rules, state)
    here = worth(rules, state)
    result = np.full(tables.points.shape, -np.inf)
    for box, points in enumerate(tables.points):
        if not is_open(rules, state, box):
            continue
        category = rules.categories[box]
        solution, part, factor = solutions[category.column], parts[category.column], category.multiplier
        upper = np.minimum(part.upper + (points // factor if tables.upper[box] else 0), rules.upper_cap)
        following = solution.row(State(part.filled | 1 << box % count, 0, part.bonus))[upper]
        result[box] = points + here + factor * (following - solution.state_value(part))
    jokers = bool(rules.yahtzees) and not any(map(state.is_empty, rules.yahtzees))
    for index in np.flatnonzero(tables.equal_face).tolist():  # jokers, bonuses, and what earns them
        roll, served = tables.roll_at(rules, index)
        boxes = [rules.categories[box] for box in rules.yahtzees if is_open(rules, state, box)]
        if jokers:
            result[:, index], boxes = -np.inf, list(legal_categories(rules, state, roll))
        for category in boxes:
            scoring = score(rules, state, roll, category, served=served)
            result[rules.index[category.name], index] = scoring.total + worth(rules, scoring.state)
    return result


@lru_cache(maxsize=8)
def _solutions(rules: Rules) -> tuple[Solution, ...]:
    """V_c: the solution of each column alone."""
    alone = (
        replace(rules, name=f"{rules.name}, column {one.name}", columns=(replace(one, multiplier=1),))
        for one in rules.columns
    )
    return tuple(map(cached_solution, alone))


STRATEGIES = (ByColumns(),)
