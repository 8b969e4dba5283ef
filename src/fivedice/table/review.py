"""The report on a game: what each decision cost, what the dice brought, and who was ahead when.

With V the expected final score of a seat under optimal play (see `coach`), for each seat

    score = V(start) + Σ luck − Σ regret,

luck summed over throws and regret over decisions: chance and skill apart. Verhoeff's proficiency test for Yahtzee
(http://www-set.win.tue.nl/~wstomv/misc/yahtzee/) grades decisions in the same way.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

from fivedice.coach import Advice, advise_by
from fivedice.objectives.objective import FromSolution
from fivedice.rules import Rules
from fivedice.solver import Solution
from fivedice.table.decisions import Decided, PlayedTurn, played_turns, turn_decisions
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.words import Bonus, Why, explain

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
"""So many of the worst decisions come with all their alternatives, so that they can be tried again."""

QUICK_UNTIL = 6
"""With at most so many open boxes, the distribution of a final score takes a tenth of a second."""


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
    taken: Advice
    options: tuple[Advice, ...]
    before: float

    @property
    def best(self) -> Advice:
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

    def as_json(self, rules: Rules, lesson: Why | None = None) -> dict[str, Any]:
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
            plain["options"] = [
                {"kind": one.kind, "decision": one.text, "value": one.value, "regret": one.regret}
                for one in self.options
            ]
        return plain


@dataclass(frozen=True)
class SeatReview:
    """What one seat did; `score` is the final one, or V after the last decision while the game is not over."""

    number: int
    seat: Seat
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
        rules, lessons, objective = solution.rules, self.lessons, FromSolution(solution)
        reasons = {
            one.made.key: explain(
                objective.turn_values(one.made.card),
                one.options,
                one.made.point,
                against=one.taken.decision,
                bonus=bonus,
            )
            for one in lessons
        }
        found = Counter(one.grade for one in self.decisions)
        return {
            "seat": self.number,
            **self.seat.as_json(),
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
    """Everybody's chance to win, a tie as half a win, once a seat has finished a turn; before the first: seat None."""

    seat: int | None
    turn: int | None
    chances: tuple[float, ...]

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"seat": self.seat, "turn": self.turn, "chances": list(self.chances)}


@dataclass(frozen=True)
class Review:
    """The report on all seats; `win` is empty for one seat, and begins late where it would take too long."""

    game: Game
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
            "over": self.game.is_over,
            "grades": limits,
            "accurate": ACCURATE,
            "seats": [one.as_json(self.solution, bonus) for one in self.seats],
            "win": [one.as_json() for one in self.win],
        }


def review(game: Game, solution: Solution, *, win: bool = True) -> Review:
    """Review all decisions of a game so far by the solution of the mean; `win` adds the chances to win."""
    turns = list(played_turns(game))
    seats = tuple(_seat_review(game, solution, number, turns) for number in range(len(game.seats)))
    return Review(game, solution, seats, tuple(_win_points(game, turns)) if win and len(game.seats) > 1 else ())


def _seat_review(game: Game, solution: Solution, number: int, turns: list[PlayedTurn]) -> SeatReview:
    start = value = solution.value
    found: list[Reviewed] = []
    for turn in turns:
        if turn.seat == number:
            for one in _reviewed(game, solution, turn, value):
                found.append(one)
                value = one.taken.value
    score = game.totals[number] if game.is_over else value
    return SeatReview(number, game.seats[number], start, score, tuple(found))


def _reviewed(game: Game, solution: Solution, turn: PlayedTurn, value: float) -> Iterator[Reviewed]:
    """The decisions of a turn that begins with this value."""
    objective = FromSolution(solution)
    values = objective.turn_values(turn.card)
    for made in turn_decisions(game, turn):
        advice = advise_by(objective, values, turn.card, made.point.roll, made.point.rerolls)
        taken = next(one for one in advice if one.decision == made.decision)
        options = tuple(one for one in advice if one is taken or one.decision != made.point.roll)
        yield Reviewed(made, taken, options, value)
        value = taken.value


def _win_points(game: Game, turns: list[PlayedTurn]) -> Iterator[WinPoint]:
    """Chances if everybody plays on by the strategy of the greatest mean, from where on they are quickly had."""
    from fivedice.evaluation.outlook import Outlook  # numba comes with it
    from fivedice.evaluation.scores import scores_on_disk
    from fivedice.objectives.win import chances

    rules = game.rules
    cheap = rules.turns <= QUICK_UNTIL or scores_on_disk(rules)
    outlook = Outlook(rules)
    at = Game.opened(game.began)
    scores = [outlook.final(card) for card in at.cards] if cheap else None
    if scores:
        yield WinPoint(None, None, tuple(one.value for one in chances(scores)))
    cards = list(at.cards)
    for turn in turns:
        if turn.filled is None:
            return
        last = turn.throws[-1]
        category = rules.categories[rules.index[turn.filled.category]]
        cards[turn.seat] = turn.card.score(rules, tuple(sorted(last.dice)), category)
        if scores is not None:
            scores[turn.seat] = outlook.final(cards[turn.seat])
        elif all(rules.turns - card.state(rules).turns_played <= QUICK_UNTIL for card in cards):
            scores = [outlook.final(card) for card in cards]
        if scores is not None:
            yield WinPoint(turn.seat, turn.number, tuple(one.value for one in chances(scores)))
