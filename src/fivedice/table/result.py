"""A game as a result: the score of each seat by luck and by skill, and the cost of each decision."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from fivedice.coach.luck import expected_score, luck
from fivedice.coach.review import GRADES, Reviewed, SeatReview, review
from fivedice.reports.result import Result
from fivedice.reports.table import Table, number, plural
from fivedice.rules import format_dice
from fivedice.rules.decision import decision_text
from fivedice.rules.notation import format_card
from fivedice.solver import AnySolution
from fivedice.table.decisions import played_game
from fivedice.table.game import Game
from fivedice.table.marks import about_marks

COSTLIEST = 3
"""Number of decisions that are named for a seat."""
SMALLEST = 0.005
"""A regret below this prints as 0.00 and counts as none."""


class GameResult(Result):
    """A game, finished or not, reviewed by the solution of its rules; the scores only if they are too large."""

    def __init__(self, game: Game, solution: AnySolution | None) -> None:
        self.game, self.solution = game, solution

    @cached_property
    def seats(self) -> tuple[SeatReview, ...]:
        """The review of each seat; empty without a solution."""
        if self.solution is None:
            return ()
        return review(played_game(self.game), self.solution, win=False).seats

    def headline(self) -> str:
        """The variant, and the score of each seat."""
        scores = zip(self.game.seats, self.game.totals, strict=True)
        return f"{self.game.rules.name}: {', '.join(f'{seat.name} {total}' for seat, total in scores)}"

    def parts(self) -> Sequence[str | Table]:
        """Luck and regret of all seats, the grades of their decisions, the costliest of these, and who won."""
        grades = [name for name, _ in GRADES]
        found = [(one.seat["name"], Counter(made.grade for made in one.decisions)) for one in self.seats]
        lines = [line for one in self.seats for line in _costliest(one)]
        lines += about_marks(self.game)
        if len(self.game.seats) > 1 and self.game.is_over and not self.game.stopped:
            places = zip(self.game.seats, self.game.rank, strict=True)
            winners = " and ".join(seat.name for seat, place in places if place == 1)
            most = self.game.totals[self.game.rank.index(1)]
            lines.append(f"{winners} won with {plural(most, 'point')}.")
        if self.solution is None:
            rows = [[seat.name, total] for seat, total in zip(self.game.seats, self.game.totals, strict=True)]
            return [Table("players", "Scores", ["Player", "Score"], rows), *lines]
        columns = ["Player", "Score", "Expected", "Luck", "Regret"]
        return [
            Table("players", "Luck and regret", columns, [self._row(one) for one in self.seats]),
            Table(
                "grades",
                "Grades of decisions",
                ["Decisions", *map(str.capitalize, grades)],
                [[name, *(counts[grade] for grade in grades)] for name, counts in found],
            ),
            *lines,
        ]

    def to_dict(self) -> dict[str, Any]:
        """Plain values: what `fivedice play --terminal --json` prints."""
        game = self.game
        return {
            "game": game.id,
            "variant": game.rules.name,
            "digest": game.rules.digest,
            "finished": game.is_over,
            "position": game.position,
            "players": [self._player(number) for number in range(len(game.seats))],
        }

    def _row(self, one: SeatReview) -> list[object]:
        figures = (number(one.start, ".1f"), number(one.luck, "+.1f"), number(one.regret, ".1f"))
        return [one.seat["name"], self.game.totals[one.number], *figures]

    def _player(self, seat: int) -> dict[str, Any]:
        game, card = self.game, self.game.cards[seat]
        name = game.seats[seat].name
        known = {"name": name, "card": format_card(game.rules, card), "total": card.total(game.rules)}
        if self.solution is None:
            return known
        one = self.seats[seat]
        now = expected_score(self.solution, card, game.turn if seat == game.mover else None)
        return {
            **known,
            "start_value": one.start,
            "regret": one.regret,
            "luck": luck(one.start, now, one.regret),  # including the dice on the table
            "turns": [_turn(turn, list(made)) for turn, made in groupby(one.decisions, lambda each: each.made.turn)],
        }


def _turn(turn: int, decisions: Sequence[Reviewed]) -> dict[str, Any]:
    last = decisions[-1].made
    return {
        "turn": turn + 1,
        "decisions": [
            {
                "roll": format_dice(one.made.point.roll),
                "rerolls": one.made.point.rerolls,
                **one.taken.as_dict(),
                "best": one.best.text,
            }
            for one in decisions
        ],
        "category": decision_text(last.decision) if last.scoring else None,
        "points": last.scoring.points if last.scoring else None,
        "bonus": last.scoring.bonus if last.scoring else 0,
    }


def _costliest(seat: SeatReview) -> list[str]:
    head = f"{seat.seat['name']}: {plural(round(seat.score), 'point')}."
    costly = sorted((one for one in seat.decisions if one.taken.regret >= SMALLEST), key=lambda one: -one.taken.regret)
    if not costly:
        return [f"{head} Every decision was the best one."]
    return [f"{head} Costliest decisions:"] + [
        f"  {one.taken.regret:6.2f}  turn {one.made.turn + 1}, {format_dice(one.made.point.roll)}, "
        f"{plural(one.made.point.rerolls, 'reroll')} left: {one.taken.words}; best {one.best.words}"
        for one in costly[:COSTLIEST]
    ]
