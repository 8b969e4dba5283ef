"""The review of a game: what each decision cost, what the dice brought, and who was ahead when.

For each seat score = V(start) + Σ luck − Σ regret, see `coach.luck`: chance and skill apart. Verhoeff's proficiency
test for Yahtzee (http://www-set.win.tue.nl/~wstomv/misc/yahtzee/) grades decisions in the same way.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import inf
from typing import Any

from fivedice.coach.advice import Option, advise
from fivedice.coach.explanation import Explanation, explain
from fivedice.coach.luck import expected_score
from fivedice.coach.played import Decided, Played
from fivedice.coach.win_points import WinPoint, card_after, win_points
from fivedice.objectives.objective import FromSolution
from fivedice.phrases import wired
from fivedice.progress import Progress
from fivedice.rules import Category, Rules, score_turn
from fivedice.solver import AnySolution
from fivedice.solver.prospect import Bonus

GRADES: tuple[tuple[str, float], ...] = (
    ("best", 0.01),
    ("good", 0.5),
    ("inaccuracy", 1.5),
    ("mistake", 4.0),
    ("blunder", inf),
)
"""Each grade with the regret, in points of the final score, at which the next one begins."""

LESSONS = 10
"""Number of the worst decisions that have all their alternatives, so that they can be tried again."""


def grade(regret: float) -> str:
    """The grade of a decision.

    >>> grade(0.0), grade(0.3), grade(12.0)
    ('best', 'good', 'blunder')
    """
    return next(name for name, limit in GRADES if regret < limit)


@dataclass(frozen=True)
class Reviewed:
    """A decision, with all options, best first; `before` is V before the throw that led here."""

    made: Decided
    taken: Option
    options: tuple[Option, ...]
    before: float

    @property
    def best(self) -> Option:
        """The best decision."""
        return self.options[0]

    @property
    def luck(self) -> float:
        """The luck of the throw before it."""
        return self.best.value - self.before

    @property
    def is_choice(self) -> bool:
        """Whether the player had a choice."""
        return len(self.options) > 1 and not self.made.deputy

    @property
    def grade(self) -> str:
        """How good the decision was."""
        return grade(self.taken.regret)

    def as_cells(self) -> tuple[object, ...]:
        """Value, best decision, its value, regret, grade and luck, for a table."""
        return self.taken.value, self.best.text, self.best.value, self.taken.regret, self.grade, self.luck

    def as_json(self, rules: Rules, lesson: Explanation | None = None) -> dict[str, Any]:
        """Plain values; a lesson has all alternatives too, and the reasons for the best."""
        made = self.made
        points = zip(rules.categories, made.card.points, strict=True)
        plain = {
            "seat": made.seat,
            "turn": made.turn,
            "throw": made.throw,
            "card": {category.name: had for category, had in points if had is not None},
            "yahtzee_bonuses": made.card.yahtzee_bonuses,
            "saved": made.card.saved,
            "dice": list(made.dice),
            "rerolls": made.point.rerolls,
            "kind": self.taken.kind,
            "decision": self.taken.text,
            "held": list(made.held),
            "points": made.scoring.points if made.scoring else None,
            "bonus": made.scoring.bonus if made.scoring else None,
            "before": self.before,
            "luck": self.luck,
            "value": self.taken.value,
            "best_kind": self.best.kind,
            "best": self.best.text,
            "best_value": self.best.value,
            "best_points": self._points(rules, self.best),
            "choice": self.is_choice,
            "deputy": made.deputy,
            "regret": self.taken.regret,
            "grade": self.grade,
        }
        if lesson:
            plain["why"] = list(lesson.sentences)
            plain["options"] = [{**one.as_dict(), "points": self._points(rules, one)} for one in self.options]
        return plain

    def _points(self, rules: Rules, option: Option) -> int | None:
        """What an option scores, a bonus for another five of a kind included; None for a keep."""
        if not isinstance(option.decision, Category):
            return None
        return score_turn(rules, self.made.point, option.decision).total


@dataclass(frozen=True)
class SeatReview:
    """What one seat did; `score` is the final one, or V after the last decision while the game is not over.

    `forgone` is the expected score of the boxes still open when the player resigned, or the game was ended early:
    score = V(start) + Σ luck − Σ regret − forgone.
    """

    number: int
    seat: Mapping[str, Any]
    start: float
    score: float
    decisions: tuple[Reviewed, ...]
    forgone: float = 0.0

    @cached_property
    def regret(self) -> float:
        """The sum of the regrets of all decisions."""
        return sum((one.taken.regret for one in self.decisions), 0.0)

    @cached_property
    def luck(self) -> float:
        """The sum of the luck of all throws."""
        return sum((one.luck for one in self.decisions), 0.0)

    @property
    def accuracy(self) -> float | None:
        """The share of decisions graded best, of those with a choice."""
        counts = self.grade_counts
        return counts["best"] / sum(counts.values()) if any(counts.values()) else None

    @cached_property
    def grade_counts(self) -> dict[str, int]:
        """How often each grade was given, to decisions with a choice."""
        found = Counter(one.grade for one in self.decisions if one.is_choice)
        return {name: found[name] for name, _ in GRADES}

    @property
    def lessons(self) -> list[Reviewed]:
        """The decisions to try again, the worst first."""
        costly = [one for one in self.decisions if one.grade not in ("best", "good") and not one.made.deputy]
        return sorted(costly, key=lambda one: -one.taken.regret)[:LESSONS]

    def as_json(self, solution: AnySolution, bonus: Bonus | None = None) -> dict[str, Any]:
        """Plain values; lessons are the indices of decisions."""
        rules, lessons = solution.rules, self.lessons
        reasons = {}
        for one in lessons:
            advice = advise(solution, one.made.card, one.made.point.roll, one.made.point.rerolls)
            reasons[one.made.key] = explain(advice, against=one.taken.decision, bonus=bonus)
        return {
            "seat": self.number,
            **self.seat,
            "start": self.start,
            "score": self.score,
            "regret": self.regret,
            "luck": self.luck,
            "forgone": self.forgone,
            "accuracy": self.accuracy,
            "grades": self.grade_counts,
            "decisions": [one.as_json(rules, reasons.get(one.made.key)) for one in self.decisions],
            "lessons": [self.decisions.index(one) for one in lessons],
        }


@dataclass(frozen=True)
class Review:
    """The review of all seats; `win` is empty for one seat, and starts at a later turn where it would take too long."""

    game: Played
    solution: AnySolution
    seats: tuple[SeatReview, ...]
    win: tuple[WinPoint, ...]

    @property
    def decisions(self) -> list[Reviewed]:
        """The decisions of all seats."""
        return [one for seat in self.seats for one in seat.decisions]

    def as_json(self, bonus: Bonus | None = None) -> dict[str, Any]:
        """Plain values; lessons have the chances of the upper bonus, if these are given."""
        rules = self.game.rules
        limits = [{"grade": name, "below": None if limit == inf else limit} for name, limit in GRADES]
        seats = [one.as_json(self.solution, bonus) for one in self.seats]
        return {
            "game": self.game.id,
            "variant": rules.name,
            "digest": rules.digest,
            "over": self.game.over,
            "grades": limits,
            "seats": seats,
            "phrases": wired(*(made["why"] for seat in seats for made in seat["decisions"] if "why" in made)),
            "win": [one.as_json() for one in self.win],
        }


def review(game: Played, solution: AnySolution, *, win: bool = True, progress: Progress | None = None) -> Review:
    """Review all decisions of a game so far by the solution of the mean; `win` adds the chances to win."""
    found, steps = list[SeatReview](), len(game.seats) + 1
    for number in range(len(game.seats)):
        found.append(_seat_review(game, solution, number))
        if progress:
            progress(number + 1, steps)
    return Review(game, solution, tuple(found), tuple(win_points(game)) if win and len(found) > 1 else ())


def _seat_review(game: Played, solution: AnySolution, number: int) -> SeatReview:
    rules, objective, found = game.rules, FromSolution(solution), list[Reviewed]()
    decisions = [one for one in game.decisions if one.seat == number]
    start = value = expected_score(solution, *game.start[number])
    score = value
    for card, turn in groupby(decisions, lambda one: one.card):
        values = objective.turn_values(card)
        for made in turn:
            advice = advise(objective, card, made.point.roll, made.point.rerolls, values=values)
            taken = advice.option(made.decision)
            found.append(Reviewed(made, taken, advice.choices(made.decision), value))
            score = value = taken.value
    forgone = 0.0
    if game.over:
        last = card_after(rules, decisions[-1]) if decisions else game.start[number][0]
        score = last.total(rules)
        forgone = value - score if last.state(rules).turns_played < rules.turns else 0.0
    return SeatReview(number, game.seats[number], start, score, tuple(found), forgone)
