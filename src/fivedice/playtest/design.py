"""Rule design: stochastic hill climbing over parameters of the rules, for the deepest variant there is.

From a point of the grid a random neighbour is tried: one parameter, one step up or down. It becomes the new point if
its objective is greater. When `PATIENCE` neighbours in a row, or all there are, were no better, the climb ends, and
another one starts from a random point. Equal seeds give equal paths.

Objectives: "A", "Δ" (or "delta"), "d", and "skill", the share of skill that needs foresight. A needs an envelope: it is
that of all variants measured so far, so both sides of a comparison stand under the same one; at the end all areas are
taken again under the last one. As the best of many noisy figures is flattered by chance, the best variant and the start
are measured again at the end with new seeds, under that same envelope: these are the figures to quote.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fivedice.arrays import Floats
from fivedice.errors import PlaytestError, RulesError
from fivedice.playtest.ladder import Ladder
from fivedice.playtest.measure import optima, strategy_mean
from fivedice.playtest.metrics import DELTA, area, check_delta, envelope, foresight_share, span, steps
from fivedice.playtest.parts import Part
from fivedice.playtest.repeats import figures_with_intervals
from fivedice.playtest.sweep import Run, shares
from fivedice.playtest.vary import Setting, Vary, current
from fivedice.rules import Rules
from fivedice.rules.toml import format_rules

OBJECTIVES = {"a": "A", "δ": "Δ", "delta": "Δ", "d": "d", "skill": "skill"}
"""Objectives by what people write, in small letters."""
PATIENCE = 6
"""Neighbours in a row that are no better, after which a climb ends."""
FRESH = 10_000
"""How far the seeds of the last measurement are from those of the search."""

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
    """One evaluation: which climb, what was tried, its objective then, and whether it was taken."""

    climb: int
    setting: Setting
    value: float
    taken: bool


@dataclass(frozen=True, eq=False)
class Design:
    """What the search found; figures are (objective, half-width) with new seeds, under the last envelope."""

    objective: str
    ladder: Ladder
    varies: tuple[Vary, ...]
    steps: tuple[Step, ...]
    candidates: tuple[Candidate, ...]
    values: tuple[float, ...]
    best: int
    best_again: tuple[float, float | None]
    start_again: tuple[float, float | None]

    @property
    def has_chance(self) -> bool:
        """Whether new seeds can give other figures."""
        return self.objective != "skill" and self.ladder.has_chance


def objective_named(text: str) -> str:
    """The objective that somebody asks for."""
    if text.lower() not in OBJECTIVES:
        raise PlaytestError(f"objective {text!r} is not known; allowed is one of A, Δ (or delta), d, skill.")
    return OBJECTIVES[text.lower()]


def run_design(
    rules: Rules,
    varies: Sequence[Vary],
    objective: str,
    ladder: Ladder,
    run: Run,
    *,
    evaluations: int,
    seed: int = 1,
    delta: float = DELTA,
) -> Design:
    """Climb until so many variants were measured, or the whole grid was."""
    check_delta(delta)
    search = _Search(rules, tuple(varies), objective, ladder, run, delta)
    for climb, place, taken in search.climb(evaluations, random.Random(seed)):
        search.steps.append(Step(climb, search.found[place].setting, search.value(search.found[place]), taken))
    candidates = list(search.found.values())
    values = [search.value(one) for one in candidates]
    best = int(np.argmax(values))
    above, again = search.above(), replace(ladder, seed=ladder.seed + FRESH)
    start_again, best_again = (
        search.with_interval(search.measure(one.setting, one.rules, again), above)
        for one in (candidates[0], candidates[best])
    )
    return Design(
        objective, ladder, tuple(varies), tuple(search.steps), tuple(candidates), tuple(values), best,
        best_again, start_again,
    )  # fmt: skip


class _Search:
    """The variants measured so far."""

    def __init__(
        self, rules: Rules, varies: tuple[Vary, ...], objective: str, ladder: Ladder, run: Run, delta: float
    ) -> None:
        self.rules, self.varies, self.objective, self.ladder = rules, varies, objective, ladder
        self.run, self.delta = run, delta
        self.found: dict[Place, Candidate] = {}
        self.refused: set[Place] = set()
        self.steps: list[Step] = []

    def climb(self, evaluations: int, chance: random.Random) -> Iterator[tuple[int, Place, bool]]:
        """Measure one variant after the other: the climb that it belongs to, its place, and whether it was taken."""
        size = int(np.prod([len(one.values) for one in self.varies]))
        here, climb, failures = self._start(), 1, 0
        yield climb, here, True
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
                    yield climb, here, True
                continue
            there = chance.choice(near)
            if not self._add(there):
                continue
            taken = self.value(self.found[there]) > self.value(self.found[here])
            yield climb, there, taken
            here, failures = (there, 0) if taken else (here, failures + 1)

    def _start(self) -> Place:
        """The grid's point nearest to the rules as they are; they must make sense there."""
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
        """Measure a point, unless its rules contradict themselves."""
        setting = self._setting(place)
        try:
            rules = self.rules.change(setting)
        except RulesError:
            self.refused.add(place)
            return False
        self.found[place] = self.measure(setting, rules, self.ladder)
        return True

    def measure(self, setting: Setting, rules: Rules, ladder: Ladder) -> Candidate:
        """Everything that the objective needs to know about a variant."""
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
        """The objective of a variant, as things stand."""
        return self.with_interval(one, self.above())[0]

    def with_interval(self, one: Candidate, above: Floats | None) -> tuple[float, float | None]:
        """The objective and its half-width, under an envelope."""
        if one.performance is None or above is None:
            return (-np.inf if one.skill is None else one.skill), None
        top = above

        def figure(ladders: Floats) -> Floats:
            if self.objective == "A":
                return np.array([area(self.ladder.axis, top, ladder) for ladder in ladders])
            if self.objective == "d":
                return np.array([steps(ladder, self.delta) for ladder in ladders], np.float64)
            return np.array([span(ladder) for ladder in ladders])

        found, half = figures_with_intervals(one.performance[:, None, :], figure)
        return float(found[0]), None if half is None else float(half[0])


def _nearest(vary: Vary, value: int | str) -> int:
    if value in vary.values:
        return vary.values.index(value)
    if isinstance(value, int) and vary.is_numeric:
        return int(np.argmin([abs(int(one) - value) for one in vary.values]))
    return 0
