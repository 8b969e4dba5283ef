"""Objectives that need the points so far: the solved curves behind them, on the spot or from disk.

Up to `KEPT_LAYERS − 2` filled boxes, the states that follow a turn are on disk, solved once for the whole game. Later
positions are solved exactly on the spot, from the card and its points alone.
"""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from fivedice.arrays import Floats
from fivedice.errors import ObjectiveError
from fivedice.progress import Progress
from fivedice.rules import Card, Rules, State
from fivedice.rules.state import is_over
from fivedice.solver import TurnValues
from fivedice.solver.by_points.cache import KEPT_LAYERS, Announce, Job, cached_curves
from fivedice.solver.by_points.curves import TARGET, Curves, Utility
from fivedice.solver.cache import folder

USUAL_TARGET = 500
"""All targets up to this one are solved at once, unless a greater one is asked for."""


def is_early(state: State) -> bool:
    """Whether all states that can follow a turn are among those that are kept on disk."""
    return state.turns_played < KEPT_LAYERS - 1


@lru_cache(maxsize=64)
def solved_here(rules: Rules, utility: Utility, state: State, points: int) -> Curves:
    """The curves of the states that can follow a turn, for exactly these points so far."""
    from fivedice.solver.by_points.solve import Plan, solve_curves  # numba comes with it

    return solve_curves(Plan(rules, utility, state, (points, points)), kept_layers=2)


def values_here(rules: Rules, utility: Utility, card: Card, origin: int = 0) -> TurnValues:
    """The values of all decisions of the turn that comes next on a card, solved on the spot."""
    state, points = card.state(rules), card.box_total(rules) - origin
    curves = solved_here(rules, utility, state, points)
    return TurnValues.by(rules, state, lambda after, gained: curves.value(after, points + gained))


@lru_cache(maxsize=32)
def most_points(rules: Rules) -> int:
    """The greatest final score that is possible."""
    from fivedice.solver.by_points.solve import NOWHERE, Plan

    plan = Plan(rules, TARGET, State(), (1 - NOWHERE // 2, -1))
    return -int(plan.layout.first[0, 0, plan.low[0]])


def reach_job(rules: Rules, most_target: int) -> Job:
    """All targets up to one, for the whole game."""
    return Job(rules, f"reach:{most_target}", TARGET, (-most_target, -1))


def kept_target(rules: Rules, target: int) -> int | None:
    """The least greatest target of curves on disk that answer for this one; nothing is compiled to find them."""
    words = (path.name.split("-")[2] for path in folder().glob(reach_job(rules, 0).path.name.replace("-0-", "-*-")))
    return min((int(word) for word in words if word.isdecimal() and int(word) >= target), default=None)


def check_target(rules: Rules, target: int) -> None:
    """Refuse a target that no game can meet, or that every game meets."""
    if target < 1:
        raise ObjectiveError(f"target {target}: every game reaches it; give a score from 1 on.")
    if not kept_target(rules, target) and target > (most := most_points(rules)):
        raise ObjectiveError(f"target {target}: no game of {rules.name!r} scores more than {most}; give a lower one.")


def reach_curves(
    rules: Rules,
    target: int | None = None,
    *,
    least: int = USUAL_TARGET,
    fresh: bool = False,
    progress: Progress | None = None,
    announce: Announce | None = None,
) -> tuple[Curves, int]:
    """Curves that answer for a target, all lower ones, and usually many more; and the greatest of these targets.

    If they have to be solved, then for all targets up to `least` at least, so that the next question finds its answer.
    """
    if target is not None:
        check_target(rules, target)
    kept = kept_target(rules, target) if target and not fresh else None
    most = kept or min(max(target or USUAL_TARGET, least), most_points(rules))
    return cached_curves(reach_job(rules, most), fresh=fresh, progress=progress, announce=announce), most


def curve_from(rules: Rules, card: Card, most_target: int = 0, **hooks: Any) -> dict[int, float]:
    """The greatest probability to reach each target from a card: 1, 2, ... up to all that is possible or wanted.

    From an early card targets go up to `USUAL_TARGET` unless a greater one is wanted.
    """
    state, earned = card.state(rules), card.box_total(rules)
    if is_over(rules, state):
        return dict.fromkeys(range(1, card.total(rules) + 1), 1.0)
    if state.turns_played < KEPT_LAYERS:
        curves, most = reach_curves(rules, most_target or None, **hooks)
    else:
        from fivedice.solver.by_points.solve import Plan, solve_curves

        plan = Plan(rules, TARGET, state, (earned - most_points(rules), min(earned - 1, -1)))
        curves = solve_curves(plan, kept_layers=1)
        most = earned - curves.row(state)[0]
    return {target: curves.value(state, earned - target) for target in range(1, most + 1)}


@dataclass(frozen=True)
class OfPoints:
    """An objective on curves: a utility of the final score, counted from `origin`."""

    name: str
    quantity: str
    rules: Rules
    utility: Utility
    origin: int = 0
    hooks: dict[str, Any] = field(default_factory=dict, compare=False)

    def job(self) -> Job:
        """What is solved once for early positions; two utilities may bear one name."""
        digest = hashlib.blake2b(self.utility.values.tobytes(), digest_size=6).hexdigest()
        return Job(self.rules, f"utility-{digest}", self.utility, (-self.origin, -self.origin))

    def turn_values(self, card: Card) -> TurnValues:
        """Expected utilities."""
        state, points = card.state(self.rules), card.box_total(self.rules) - self.origin
        if not is_early(state):
            return values_here(self.rules, self.utility, card, self.origin)
        curves = self.kept
        return TurnValues.by(self.rules, state, lambda after, gained: curves.value(after, points + gained))

    @cached_property
    def kept(self) -> Curves:
        """The curves of early states."""
        return cached_curves(self.job(), **self.hooks)

    def shown(self, value: float, card: Card) -> float:
        """A utility as it is."""
        return value


@dataclass(frozen=True)
class Reach(OfPoints):
    """The probability to end with a target or more."""

    @cached_property
    def kept(self) -> Curves:
        """The curves of early states, for all targets."""
        return reach_curves(self.rules, self.origin, **self.hooks)[0]


def reach(rules: Rules, target: int, **hooks: Any) -> Reach:
    """The objective of reaching a target."""
    check_target(rules, target)
    return Reach(f"reach:{target}", "probability", rules, TARGET, target, hooks=hooks)


def utility(rules: Rules, name: str, values: Floats, quantity: str = "utility", **hooks: Any) -> OfPoints:
    """The objective of a utility: values of the final scores 0, 1, ... up to the greatest possible one."""
    if not np.isfinite(values).all():
        at = int(np.flatnonzero(~np.isfinite(values))[0])
        raise ObjectiveError(
            f"objective {name!r} is not a number at a score of {at}; give a utility that is finite everywhere."
        )
    low, high = float(values.min()), float(values.max())
    if not np.isfinite(rules.faces * max(-low, high)):
        raise ObjectiveError(
            f"objective {name!r} goes from {low:g} to {high:g}, too far to be added up; scale it down."
        )
    if low == high:
        raise ObjectiveError(f"objective {name!r} is the same for every score, so that nothing is left to maximise.")
    return OfPoints(name, quantity, rules, Utility(np.ascontiguousarray(values)), hooks=hooks)
