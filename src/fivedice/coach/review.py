"""The review of a game: what each decision cost, what the dice brought, and who was ahead when.

For each seat score = V(start) + Σ luck − Σ regret, see `coach.luck`: chance and skill apart. Verhoeff's proficiency
test for Yahtzee (http://www-set.win.tue.nl/~wstomv/misc/yahtzee/) grades decisions in the same way.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from math import inf
from typing import Any

from fivedice.coach.advice import Option, advise
from fivedice.coach.explanation import Bonus, Explanation, explain
from fivedice.coach.luck import expected_score
from fivedice.coach.played import Decided, Played
from fivedice.objectives.objective import FromSolution
from fivedice.rules import Card, Category, Rules
from fivedice.solver import Solution

GRADES: tuple[tuple[str, float], ...] = (
    ("best", 0.01),
    ("good", 0.5),
    ("inaccuracy", 1.5),
    ("mistake", 4.0),
    ("blunder", inf),
)
"""Each grade with the regret, in points of the final score, from which on the next one begins."""

ACCURATE = 0.05
"""A decision with less regret than this counts as accurate."""

LESSONS = 10
"""How many of the worst decisions come with all their alternatives, so that they can be tried again."""

QUICK_UNTIL = 6
"""With at most this many open boxes, the distribution of a final score takes a tenth of a second."""


def grade(regret: float) -> str:
    """The grade of a decision.

    >>> grade(0.0), grade(0.3), grade(12.0)
    ('best', 'good', 'blunder')
    """
    return next(name for name, limit in GRADES if regret < limit)


@dataclass(frozen=True)
class Reviewed:
    """A decision beside all that could have been decided, best first; `before` is V before the throw that led here."""

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
        """What the throw brought."""
        return self.best.value - self.before

    @property
    def is_choice(self) -> bool:
        """Whether there was something to decide."""
        return len(self.options) > 1

    @property
    def grade(self) -> str:
        """How good the decision was."""
        return grade(self.taken.regret)

    def as_cells(self) -> tuple[object, ...]:
        """Value, best decision, its value, regret, grade and luck, for a table."""
        return self.taken.value, self.best.text, self.best.value, self.taken.regret, self.grade, self.luck

    def as_json(self, rules: Rules, lesson: Explanation | None = None) -> dict[str, Any]:
        """Plain values; a lesson has all alternatives too, and what speaks for the best."""
        made = self.made
        points = zip(rules.categories, made.card.points, strict=True)
        plain = {
            "seat": made.seat,
            "turn": made.turn,
            "throw": made.throw,
            "card": {category.name: had for category, had in points if had is not None},
            "yahtzee_bonuses": made.card.yahtzee_bonuses,
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
            "regret": self.taken.regret,
            "grade": self.grade,
        }
        if lesson:
            plain["why"] = list(lesson.sentences)
            plain["options"] = [one.as_dict() for one in self.options]
        return plain


@dataclass(frozen=True)
class SeatReview:
    """What one seat did; `score` is the final one, or V after the last decision while the game is not over."""

    number: int
    seat: Mapping[str, Any]
    start: float
    score: float
    decisions: tuple[Reviewed, ...]

    @cached_property
    def regret(self) -> float:
        """What all decisions gave away."""
        return sum((one.taken.regret for one in self.decisions), 0.0)

    @cached_property
    def luck(self) -> float:
        """What all throws brought."""
        return sum((one.luck for one in self.decisions), 0.0)

    @property
    def accuracy(self) -> float | None:
        """The share of accurate decisions among those where there was something to decide."""
        choices = [one for one in self.decisions if one.is_choice]
        return sum(one.taken.regret < ACCURATE for one in choices) / len(choices) if choices else None

    @property
    def lessons(self) -> list[Reviewed]:
        """The decisions that are worth another try, the worst first."""
        costly = [one for one in self.decisions if one.grade not in ("best", "good")]
        return sorted(costly, key=lambda one: -one.taken.regret)[:LESSONS]

    def as_json(self, solution: Solution, bonus: Bonus | None = None) -> dict[str, Any]:
        """Plain values; lessons are the indices of decisions."""
        rules, lessons = solution.rules, self.lessons
        reasons = {}
        for one in lessons:
            advice = advise(solution, one.made.card, one.made.point.roll, one.made.point.rerolls)
            reasons[one.made.key] = explain(advice, against=one.taken.decision, bonus=bonus)
        found = Counter(one.grade for one in self.decisions)
        return {
            "seat": self.number,
            **self.seat,
            "start": self.start,
            "score": self.score,
            "regret": self.regret,
            "luck": self.luck,
            "accuracy": self.accuracy,
            "grades": {name: found[name] for name, _ in GRADES},
            "decisions": [one.as_json(rules, reasons.get(one.made.key)) for one in self.decisions],
            "lessons": [self.decisions.index(one) for one in lessons],
        }


@dataclass(frozen=True)
class WinPoint:
    """Each seat's chance to win, a tie as half a win, after a turn of `seat`; None before the first turn."""

    seat: int | None
    turn: int | None
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Review:
    """The review of all seats; `win` is empty for one seat, and begins late where it would take too long."""

    game: Played
    solution: Solution
    seats: tuple[SeatReview, ...]
    win: tuple[WinPoint, ...]

    @property
    def decisions(self) -> list[Reviewed]:
        """The decisions of all seats."""
        return [one for seat in self.seats for one in seat.decisions]

    def as_json(self, bonus: Bonus | None = None) -> dict[str, Any]:
        """Plain values; where chances of the upper bonus are given, lessons tell them."""
        rules = self.game.rules
        limits = [{"grade": name, "below": None if limit == inf else limit} for name, limit in GRADES]
        return {
            "game": self.game.id,
            "variant": rules.name,
            "digest": rules.digest,
            "over": self.game.over,
            "grades": limits,
            "accurate": ACCURATE,
            "seats": [one.as_json(self.solution, bonus) for one in self.seats],
            "win": [{**vars(one), "chances": list(one.chances)} for one in self.win],
        }


def review(game: Played, solution: Solution, *, win: bool = True) -> Review:
    """Review all decisions of a game so far by the solution of the mean; `win` adds the chances to win."""
    seats = tuple(_seat_review(game, solution, number) for number in range(len(game.seats)))
    return Review(game, solution, seats, tuple(_win_points(game)) if win and len(seats) > 1 else ())


def _seat_review(game: Played, solution: Solution, number: int) -> SeatReview:
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
    if game.over:
        last = _card_after(rules, decisions[-1]) if decisions else game.start[number][0]
        score = last.total(rules)
    return SeatReview(number, game.seats[number], start, score, tuple(found))


def _card_after(rules: Rules, made: Decided) -> Card:
    return made.card.score(rules, made.point.roll, made.decision) if isinstance(made.decision, Category) else made.card


def _win_points(game: Played) -> Iterator[WinPoint]:
    """Chances if all play on by the strategy of the greatest mean, from where on they are computed quickly."""
    from fivedice.evaluation.outlook import Outlook  # numba comes with it
    from fivedice.evaluation.scores import scores_on_disk
    from fivedice.objectives.win import chances

    rules, final, on_disk = game.rules, cache(Outlook(game.rules).final), scores_on_disk(game.rules)
    cards = [card for card, _ in game.start]

    def point(seat: int | None, turn: int | None) -> Iterator[WinPoint]:
        if on_disk or all(rules.turns - card.state(rules).turns_played <= QUICK_UNTIL for card in cards):
            yield WinPoint(seat, turn, tuple(one.value for one in chances([final(card) for card in cards])))

    yield from point(None, None)
    for made in game.decisions:
        if isinstance(made.decision, Category):
            cards[made.seat] = _card_after(rules, made)
            yield from point(made.seat, made.turn)
