"""Rule design: a search for the deepest variant, see `playtest.climb`.

The best of many noisy figures is biased upwards, so the best variant and the start are measured again at the end
with new seeds, all areas under the last envelope: these are the figures to quote.
"""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from fivedice.errors import PlaytestError
from fivedice.playtest.climb import Candidate, Search, Step
from fivedice.playtest.ladder import Ladder
from fivedice.playtest.metrics import DELTA, check_delta
from fivedice.playtest.parts import RunParts
from fivedice.playtest.repeats import share_text
from fivedice.playtest.vary import Vary, words_of
from fivedice.reports import Cell, Charted, Plot, Report, Reported, Section, Table, number
from fivedice.rules import Rules

OBJECTIVES = {"a": "A", "δ": "Δ", "delta": "Δ", "d": "d", "skill": "skill"}
"""Objectives by name in lower case."""
WORDS = {
    "A": "the area below the envelope of all variants that were tried",
    "Δ": "performance with the most resources minus that with the least",
    "d": "the number of steps of the ladder",
    "skill": "the share of skill that needs more than the current turn",
}
FRESH = 10_000
"""Offset of the seeds of the last measurement from those of the search."""


@dataclass(frozen=True, eq=False, repr=False)
class Design(Charted, Reported):
    """What the search found.

    values                  : objective of each candidate, under the last envelope
    best                    : place of the best candidate; the first one is the start
    best_again, start_again : (objective, half-width) with new seeds
    place                   : folder of the report, if it was written
    """

    objective: str
    ladder: Ladder
    varies: tuple[Vary, ...]
    steps: tuple[Step, ...]
    candidates: tuple[Candidate, ...]
    values: tuple[float, ...]
    best: int
    best_again: tuple[float, float | None]
    start_again: tuple[float, float | None]
    place: Path | None = None

    @property
    def rules(self) -> Rules:
        """The best rules."""
        return self.candidates[self.best].rules

    @property
    def keys(self) -> list[str]:
        """The parameters that vary."""
        return [one.key for one in self.varies]

    @property
    def has_chance(self) -> bool:
        """Whether new seeds can give other figures."""
        return self.objective != "skill" and self.ladder.has_chance

    def figure(self, value: float, half: float | None = None) -> str:
        """The objective as text."""
        if self.objective == "d":
            return f"{value:.0f}" if half is None else f"{value:.0f} ± {half:.1f}"
        return share_text(value, half)

    def headline(self) -> str:
        """The best variant."""
        best = self.candidates[self.best]
        return f"{self.objective} {self.figure(*self.best_again)} at {words_of(best.setting)}"

    def summary(self) -> list[str]:
        """What was found, in sentences."""
        best, start = self.candidates[self.best], self.candidates[0]
        climbs = self.steps[-1].climb
        again = ", measured again with new seeds" if self.has_chance else ""
        found = [
            f"{self.objective}, {WORDS[self.objective]}, is {self.figure(*self.best_again)} at "
            f"{words_of(best.setting)}{again}; at the start, {words_of(start.setting)}, it is "
            f"{self.figure(*self.start_again)}.",
            f"{len(self.candidates)} variants were measured in {climbs} climb{'s' if climbs > 1 else ''}. As the "
            f"search saw it, the best had {self.figure(self.values[self.best])}.",
        ]
        return found if self.best else [*found, "Nothing better than the start was found."]

    def parts(self) -> list[str | Table]:
        """The path, and what was found."""
        return [self.path, *self.summary()]

    @property
    def tables(self) -> list[Table]:
        """The variants, the best first, and the path."""
        return [self.ranked, self.path]

    @property
    def ranked(self) -> Table:
        """The variants, the best first."""
        order = sorted(zip(self.candidates, self.values, strict=True), key=lambda pair: -pair[1])
        rows = [
            [*(one.setting[key] for key in self.keys), number(one.optimum, ".2f"), self._cell(value)]
            for one, value in order
        ]
        return Table("ranked", "Variants, the best first", [*self.keys, "Optimum", self.objective], rows)

    @property
    def path(self) -> Table:
        """Every variant in the order of trial."""
        rows = [
            [at, one.climb, *(one.setting[key] for key in self.keys), self._cell(one.value), self._cell(value),
             one.taken]
            for at, (one, value) in enumerate(zip(self.steps, self.values, strict=True), 1)
        ]  # fmt: skip
        columns = ["Evaluation", "Climb", *self.keys, f"{self.objective} then", self.objective, "Taken"]
        under = "; A under the envelope of the variants measured until then" if self.objective == "A" else ""
        note = f"Then: as the search saw it{under}."
        return Table("path", "The path", columns, rows, note)

    def chart(self) -> Any:
        """The objective along the search."""
        from fivedice.charts.lines import lines

        so_far = np.maximum.accumulate(self.values).tolist()
        series = {
            name: [(float(at), value, None) for at, value in enumerate(values, 1)]
            for name, values in (("tried", self.values), ("best so far", so_far))
        }
        return lines(
            series, title=f"{self.objective} along the search", x_title="Evaluation", y_title=self.objective,
            percent=self.objective != "d", legend=True,
        )  # fmt: skip

    def document(self) -> Report:
        """Path and result of the search."""
        parts: list[Table | Plot] = list(self.tables)
        if len(self.values) > 1:
            parts.insert(0, Plot("path", f"{self.objective} along the search", self.chart()))
        how = [
            "Stochastic hill climbing: from a variant, a random parameter is moved one step up or down; the new "
            "variant is taken if its objective is greater. A climb that finds nothing better ends, and another starts "
            "anywhere."
        ]
        if self.has_chance:
            how.append(
                "The best of many noisy figures is biased upwards, so the best variant and the start are measured "
                "again with new seeds; these are the figures of the summary."
            )
        if self.objective != "skill":
            how.append(self.ladder.words)
        sections = [Section("The search", [], parts), Section("How it was searched", how)]
        return Report(f"Design for {self.objective}: {', '.join(self.keys)}", self.summary(), sections, self.numbers())

    def to_dict(self) -> dict[str, Any]:
        """Every figure, and where the report is."""
        return {**self.numbers(), "report": None if self.place is None else str(self.place)}

    def numbers(self) -> dict[str, Any]:
        """Every figure."""

        def measured(at: int, again: tuple[float, float | None]) -> dict[str, Any]:
            setting = self.candidates[at].setting
            return {"setting": setting, "searched": self.values[at], "value": again[0], "half_width": again[1]}

        return {
            "objective": self.objective,
            "best": measured(self.best, self.best_again),
            "start": measured(0, self.start_again),
            "path": [asdict(one) for one in self.steps],
            "variants": [
                {"setting": one.setting, "optimum": one.optimum, "value": value}
                for one, value in zip(self.candidates, self.values, strict=True)
            ],
            "summary": self.summary(),
        }

    def _cell(self, value: float) -> Cell:
        return Cell(value, self.figure(value))


def objective_named(text: str) -> str:
    """The objective of a name."""
    if text.lower() not in OBJECTIVES:
        raise PlaytestError(f"objective {text!r} is not known; it must be one of A, Δ (or delta), d, skill.")
    return OBJECTIVES[text.lower()]


def run_design(
    rules: Rules,
    varies: Sequence[Vary],
    objective: str,
    ladder: Ladder,
    run: RunParts,
    *,
    evaluations: int,
    seed: int = 1,
    delta: float = DELTA,
    place: Path | None = None,
) -> Design:
    """Climb until the budget of variants, or the whole grid, was measured."""
    check_delta(delta)
    search = Search(rules, tuple(varies), objective, ladder, run, delta)
    path = tuple(search.climb(evaluations, random.Random(seed)))
    candidates = list(search.found.values())
    values = [search.value(one) for one in candidates]
    best = int(np.argmax(values))
    above, again = search.above(), replace(ladder, seed=ladder.seed + FRESH)
    start_again, best_again = (
        search.with_interval(search.measure(one.setting, one.rules, again), above)
        for one in (candidates[0], candidates[best])
    )
    return Design(
        objective, ladder, tuple(varies), path, tuple(candidates), tuple(values), best,
        best_again, start_again, place,
    )  # fmt: skip
