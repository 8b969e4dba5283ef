"""Advice: every decision of a turn with its value under an objective, and its regret.

With V(d) the value of a decision d, the expected final score for instance, its regret is max V − V(d).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from fivedice.objectives.objective import FromSolution, Objective
from fivedice.reports import Cell, Charted, Table
from fivedice.reports.table import number
from fivedice.rules import Card, Decision, Roll, Rules, Turn, format_dice, legal_categories, turn_at
from fivedice.rules.decision import decision_kind, decision_text, decision_words
from fivedice.solver import AnySolution, TurnValues
from fivedice.solver.turns import preferred

ALIKE = 1e-13
"""Relative difference below which values are equal but for rounding."""
CHARTED = 10
"""Number of decisions in a chart."""
FORMS = {"utility": ",.6g", "probability": ".5f", "win probability": ".5f"}
"""Formats of values; points have three decimals."""


@dataclass(frozen=True)
class Option:
    """One decision with the value that it leads to, and its regret against the best."""

    decision: Decision
    value: float
    regret: float

    @property
    def kind(self) -> str:
        """Either "category" or "keep"."""
        return decision_kind(self.decision)

    @property
    def text(self) -> str:
        """The decision as people type it."""
        return decision_text(self.decision)

    @property
    def words(self) -> str:
        """The decision as people read it."""
        return decision_words(self.decision)

    def as_dict(self) -> dict[str, object]:
        """Plain values."""
        return {"kind": self.kind, "decision": self.text, "value": self.value, "regret": self.regret}


@dataclass(frozen=True, repr=False)
class Advice(Charted, Sequence[Option]):
    """Every legal decision of a turn, best first."""

    objective: Objective = field(compare=False)
    card: Card
    roll: Roll
    rerolls: int
    options: tuple[Option, ...]
    values: TurnValues = field(compare=False, repr=False)

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.objective.rules

    @property
    def turn(self) -> Turn:
        """The turn that the advice is about."""
        return turn_at(self.rules, self.card.state(self.rules), self.roll, self.rerolls)

    @property
    def best(self) -> Option:
        """The option with the greatest value."""
        return self.options[0]

    def option(self, decision: Decision) -> Option:
        """The option of a legal decision."""
        return next(one for one in self.options if one.decision == decision)

    def choices(self, taken: Decision | None = None) -> tuple[Option, ...]:
        """The options without the keep of all dice, unless that was taken: scoring is never worse."""
        return tuple(one for one in self.options if one.decision != self.roll or one.decision == taken)

    @overload
    def __getitem__(self, at: int) -> Option: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, at: int | slice) -> Option | tuple[Option, ...]:
        """An option by its place, or several."""
        return self.options[at]

    def __len__(self) -> int:
        """How many decisions are legal."""
        return len(self.options)

    def headline(self) -> str:
        """The best decision."""
        dice = f"{format_dice(self.roll)}:{self.rerolls}"
        return f"{dice}, {self.rules.name}: {self.best.words}, {self.objective.quantity} {self.best.value:.4f}"

    def parts(self) -> list[str | Table]:
        """A row for each decision."""
        quantity = self.objective.quantity
        form = FORMS.get(quantity, ".3f")
        rows: list[list[object]] = [
            [one.words, number(one.value, form), number(one.regret, form) if place else Cell(0.0, "best")]
            for place, one in enumerate(self.options)
        ]
        return [Table("decisions", "Decisions", ["Decision", quantity.capitalize(), "Regret"], rows, bold=(0,))]

    def chart(self) -> Any:
        """The best decisions by their regret."""
        from fivedice.charts.ranked import bars

        title = f"What {format_dice(self.roll)} is best used for, with {self.rerolls} rerolls left"
        rows = [(one.words, one.regret) for one in self.options[:CHARTED]]
        quantity = self.objective.quantity
        unit, digits = ("points", 1) if "score" in quantity else (quantity, 4)
        return bars(rows, title=title, unit=unit, x_title="Regret", digits=digits)

    def to_dict(self) -> dict[str, Any]:
        """Plain values: what `fivedice advise --json` prints."""
        goal = {"objective": self.objective.name, "quantity": self.objective.quantity}
        plain = {} if self.objective.name == "mean" else goal
        return {**plain, "value": self.best.value, "decisions": [one.as_dict() for one in self.options]}


def advise(
    source: AnySolution | Objective, card: Card, roll: Roll, rerolls: int, *, values: TurnValues | None = None
) -> Advice:
    """Every legal decision, that with the greatest value first.

    Of equal ones boxes come first, then keeps in the order in which strategies prefer them; the keep of all dice, which
    delays scoring, comes last. `values` are those of the card's turn, if they are known already.
    """
    objective = FromSolution(source) if isinstance(source, AnySolution) else source
    known = values or objective.turn_values(card)
    rules, tables, state = objective.rules, known.tables, card.state(objective.rules)
    served = turn_at(rules, state, roll, rerolls).served
    rows = preferred(rules, tables.roll_index(rules, roll, served=served)).tolist() if rerolls else []
    decisions: list[Decision] = [
        *legal_categories(rules, state, roll), *(tables.keep_at(rules, row) for row in rows)
    ]  # fmt: skip
    worth = [objective.shown(known.decision(one, roll, rerolls, served=served), card) for one in decisions]
    best = max(worth)
    options = [
        Option(decision, value, best - value if best - value > ALIKE * max(abs(best), abs(value)) else 0.0)
        for decision, value in zip(decisions, worth, strict=True)
    ]
    options.sort(key=lambda one: (one.regret, one.decision == roll))
    return Advice(objective, card, roll, rerolls, tuple(options), known)
