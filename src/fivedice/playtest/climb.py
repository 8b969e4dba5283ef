"""Stochastic hill climbing over parameters of the rules.

From a point of the grid a random neighbour is tried: one parameter, one step up or down. It becomes the new point if
its objective is greater. When `PATIENCE` neighbours in a row, or all of them, were no better, the climb ends, and
another one starts from a random point. Equal seeds give equal paths.

Objectives: "A", "Δ", "d", and "skill", the share of skill that needs foresight. A needs an envelope: that of all
variants measured so far, so both sides of a comparison use the same one.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from fivedice.arrays import Floats
from fivedice.errors import RulesError
from fivedice.playtest.ladder import Ladder
from fivedice.playtest.measure import optima, strategy_mean
from fivedice.playtest.metrics import area, envelope, foresight_share, shares, span, steps
from fivedice.playtest.parts import Part, RunParts
from fivedice.playtest.repeats import figures_with_intervals
from fivedice.playtest.vary import Setting, Vary, current
from fivedice.rules import Rules
from fivedice.rules.toml import format_rules

PATIENCE = 6
"""A climb ends after this many neighbours in a row that are no better."""

Place = tuple[int, ...]
"""A point of the grid: the place of each parameter's value."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A variant that was tried; performance : float64[repeats, levels], None for objectives without a ladder."""

    setting: Setting
    rules: Rules
    optimum: float
    performance: Floats | None
    skill: float | None = None


@dataclass(frozen=True)
class Step:
    """One evaluation: number of the climb, setting tried, its objective then, and whether it was taken."""

    climb: int
    setting: Setting
    value: float
    taken: bool


class Search:
    """A search, with the variants measured so far."""

    def __init__(
        self, rules: Rules, varies: tuple[Vary, ...], objective: str, ladder: Ladder, run: RunParts, delta: float
    ) -> None:
        self.rules, self.varies, self.objective, self.ladder = rules, varies, objective, ladder
        self.run, self.delta = run, delta
        self.found: dict[Place, Candidate] = {}
        self.refused: set[Place] = set()

    def climb(self, evaluations: int, chance: random.Random) -> Iterator[Step]:
        """Measure one variant after the other."""
        size = int(np.prod([len(one.values) for one in self.varies]))
        here, climb, failures = self._start(), 1, 0
        yield self._step(climb, here, True)
        while len(self.found) < evaluations and len(self.found) + len(self.refused) < size:
            near = [one for one in self._neighbours(here) if one not in self.found and one not in self.refused]
            known = [one for one in self._neighbours(here) if one in self.found]
            if better := [one for one in known if self.value(self.found[one]) > self.value(self.found[here])]:
                here, failures = chance.choice(better), 0  # a neighbour of an earlier climb
                continue
            if not near or failures == PATIENCE:
                there = self._elsewhere(chance)
                if self._add(there):
                    here, climb, failures = there, climb + 1, 0
                    yield self._step(climb, here, True)
                continue
            there = chance.choice(near)
            if not self._add(there):
                continue
            taken = self.value(self.found[there]) > self.value(self.found[here])
            yield self._step(climb, there, taken)
            here, failures = (there, 0) if taken else (here, failures + 1)

    def _step(self, climb: int, place: Place, taken: bool) -> Step:
        return Step(climb, self.found[place].setting, self.value(self.found[place]), taken)

    def _start(self) -> Place:
        """Measure the grid point nearest to the base rules, where rules must be valid."""
        place = tuple(_nearest(one, current(self.rules, one.key)) for one in self.varies)
        setting = self._setting(place)
        self.found[place] = self.measure(setting, self.rules.change(setting), self.ladder)
        return place

    def _elsewhere(self, chance: random.Random) -> Place:
        while True:
            place = tuple(chance.randrange(len(one.values)) for one in self.varies)
            if place not in self.found and place not in self.refused:
                return place

    def _neighbours(self, place: Place) -> list[Place]:
        found = []
        for at, one in enumerate(self.varies):
            for there in (place[at] - 1, place[at] + 1):
                if 0 <= there < len(one.values):
                    found.append((*place[:at], there, *place[at + 1 :]))
        return found

    def _setting(self, place: Place) -> Setting:
        return {one.key: one.values[at] for one, at in zip(self.varies, place, strict=True)}

    def _add(self, place: Place) -> bool:
        """Measure a point; false if its rules are invalid."""
        setting = self._setting(place)
        try:
            rules = self.rules.change(setting)
        except RulesError:
            self.refused.add(place)
            return False
        self.found[place] = self.measure(setting, rules, self.ladder)
        return True

    def measure(self, setting: Setting, rules: Rules, ladder: Ladder) -> Candidate:
        """Measure all that the objective of a variant needs."""
        text = format_rules(rules)
        if self.objective == "skill":
            best, greedy, chance = self.run(
                [
                    Part.of(optima, 15, rules=text),
                    *(Part.of(strategy_mean, 30, rules=text, name=name) for name in ("greedy", "random")),
                ]
            )
            skill = foresight_share(best["optimum"], greedy["mean"], chance["mean"])
            return Candidate(setting, rules, best["optimum"], None, skill)
        ladder.check(rules)
        best, *climbed = self.run([Part.of(optima, 15, rules=text), *ladder.parts(rules)])
        return Candidate(setting, rules, best["optimum"], shares(ladder.means(climbed), best["optimum"], rules))

    def above(self) -> Floats | None:
        """The envelope of all variants measured so far."""
        ladders = [one.performance.mean(axis=0) for one in self.found.values() if one.performance is not None]
        return envelope(ladders) if ladders else None

    def value(self, one: Candidate) -> float:
        """The objective of a variant under the current envelope."""
        return self.with_interval(one, self.above())[0]

    def with_interval(self, one: Candidate, above: Floats | None) -> tuple[float, float | None]:
        """The objective and its half-width, under an envelope."""
        if one.performance is None or above is None:
            return (-np.inf if one.skill is None else one.skill), None
        figures: dict[str, Callable[[Floats], float]] = {
            "A": lambda ladder: area(self.ladder.axis, above, ladder),
            "d": lambda ladder: steps(ladder, self.delta),
            "Δ": span,
        }
        figure = figures[self.objective]
        found, half = figures_with_intervals(
            one.performance[:, None, :], lambda ladders: np.array([figure(ladder) for ladder in ladders], np.float64)
        )
        return float(found[0]), None if half is None else float(half[0])


def _nearest(vary: Vary, value: int | str) -> int:
    if value in vary.values:
        return vary.values.index(value)
    if isinstance(value, int) and vary.is_numeric:
        return int(np.argmin([abs(int(one) - value) for one in vary.values]))
    return 0
