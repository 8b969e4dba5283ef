"""What a policy gives away in a turn on average, over all dice that the turn may bring.

    ρ(s) = V*(s) − E[points of the turn + V*(next state)],   the policy playing the turn from state s

is the expected regret of a turn. The mean score is V* − E[Σ ρ(sₜ)] over the states that a game goes through: the dice
within a turn no longer scatter, only the states do, so that the sum varies less than that of the regrets themselves.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from fivedice.arrays import Floats
from fivedice.rules import State
from fivedice.simulation.games import Games
from fivedice.simulation.regret import states_of
from fivedice.solver import Solution
from fivedice.solver.places import places_of
from fivedice.solver.turns import box_values
from fivedice.strategies.choices import FollowedTurn, choices_in
from fivedice.strategies.policy import Policy, TablePolicy

NOTHING = 1e-9
"""Regrets up to this are rounding."""

TurnRegret = Callable[[int, int, int], float]
"""From filled boxes, upper total and flag of a state to its expected regret."""


def has_expected_regrets(policy: Policy) -> bool:
    """Whether the choices of a turn follow from the dice as a multiset; one player looks at the order of pairs."""
    return not policy.rules.has_served and not (isinstance(policy, TablePolicy) and len(policy.keeps) > 1)


def turn_regret(policy: Policy, solution: Solution) -> TurnRegret:
    """The expected regret of each state, computed when it is first asked for."""
    nothing = NOTHING * max(solution.rules.turns, abs(solution.value))

    @cache
    def found(filled: int, upper: int, flag: int) -> float:
        state = State(filled, upper, bool(flag))
        lost = solution.state_value(state) - FollowedTurn(choices_in(policy, state), box_values(solution, state)).start
        return lost if lost > nothing else 0.0

    return found


def expected_regrets(games: Games, regret: TurnRegret) -> Floats:
    """float64[games, turns], the expected regret of each turn that was played."""
    states = states_of(games)
    filled = places_of(games.rules).filled[states.places]
    rows = zip(*(one.reshape(-1).tolist() for one in (filled, states.upper, states.flags)), strict=True)
    return np.array([regret(*row) for row in rows]).reshape(games.boxes.shape)
