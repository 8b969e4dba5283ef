"""The outlook of a position for the page: the distribution of a final score as bars, and the chances to win.

States late in a game are evaluated at once. Early ones would take seconds with dice on the table, unless the table of
all early scores is on disk; without it the outlook is that of the card before the turn, which takes a second or two,
and chances are left out until each seat has a few boxes filled.
"""

from typing import Any

from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.final_score import final_score, outlook_of
from fivedice.evaluation.scores import scores_on_disk
from fivedice.evaluation.strengths import optimal_scores
from fivedice.objectives.win import chances
from fivedice.rules import Card, Roll, Rules
from fivedice.solver.by_points.cache import KEPT_LAYERS

BARS = 40
BEYOND = 0.0005
"""Share of the distribution that bars leave out at either end."""
QUICK_FROM = 3
"""Filled boxes from which a card is evaluated in about a second."""


def needs_start(rules: Rules, card: Card) -> bool:
    """Whether an outlook would have to evaluate a whole game first."""
    return card == Card.empty(rules) and not scores_on_disk(rules) and optimal_scores(rules, wait=False) is None


def forecast(rules: Rules, cards: list[Card], mover: int, roll: Roll, rerolls: int) -> dict[str, Any]:
    """The outlook of the seat to move, and the chances of all seats where that is quick."""
    own = cards[mover]
    late = own.state(rules).turns_played >= KEPT_LAYERS - 1
    in_turn = late or scores_on_disk(rules)
    score = outlook_of(rules).final_in_turn(own, roll, rerolls) if in_turn else final_score(rules, own)
    found = {"from": "dice" if in_turn else "card", **bars(score), "chances": None}
    others = [card for seat, card in enumerate(cards) if seat != mover]
    quick = scores_on_disk(rules) or all(card.state(rules).turns_played >= QUICK_FROM for card in cards)
    if others and quick:
        scores = [score if seat == mover else final_score(rules, card) for seat, card in enumerate(cards)]
        found["chances"] = [
            {"win": round(one.win, 4), "tie": round(one.tie, 4), "value": round(one.value, 4)}
            for one in chances(scores)
        ]
    return found


def bars(score: Distribution) -> dict[str, Any]:
    """A distribution as at most `BARS` bars of equal width, and the numbers that go with it."""
    least, most = score.quantile(BEYOND), score.quantile(1 - BEYOND)
    width = max(1, -(-(most - least + 1) // BARS))
    first = least // width * width
    edges = range(first, most + 1, width)
    shares = [score.at_least(edge) - score.at_least(edge + width) for edge in edges]
    return {
        "mean": round(score.mean, 2),
        "sd": round(score.sd, 2),
        "low": score.quantile(0.05),
        "high": score.quantile(0.95),
        "least": first,
        "width": width,
        "bars": [round(share, 5) for share in shares],
    }
