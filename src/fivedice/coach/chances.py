"""What there is to say about a position of several players."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from fivedice.coach.advice import Option, advise
from fivedice.evaluation.outlook import Outlook
from fivedice.objectives.position import Position
from fivedice.objectives.win import Winning, chances


@dataclass(frozen=True)
class PlayerChances:
    """One player of a position: what its card holds, and how it will end."""

    number: int
    to_move: bool
    boxes_left: int
    points: int
    mean: float
    win: float
    tie: float


@dataclass(frozen=True)
class WinReport:
    """Everybody's chances, and what the player to move can make of its own by playing to win.

    `value` is the win probability of the player to move under the common strategy, `best` when it plays to win; `exact`
    says whether that is the best reply itself or a look one turn ahead. Ties count half in both.
    """

    players: list[PlayerChances]
    mover: int
    value: float
    best: float | None
    exact: bool
    advice: Sequence[Option]

    def figures(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "players": [asdict(one) for one in self.players],
            "mover": self.mover,
            "value": self.value,
            "best": self.best,
            "exact": self.exact,
            "advice": [one.as_dict() for one in self.advice],
        }


def win_report(position: Position, outlook: Outlook) -> WinReport:
    """Work out a position."""
    rules, number, card = position.rules, position.mover + 1, position.cards[position.mover]
    objective = Winning(position, outlook)
    found = chances(objective.scores)
    players = [
        PlayerChances(
            player + 1,
            player == position.mover and not position.is_over,
            rules.turns - card.state(rules).turns_played,
            card.total(rules),
            score.mean,
            chance.win,
            chance.tie,
        )
        for player, (card, score, chance) in enumerate(zip(position.cards, objective.scores, found, strict=True))
    ]
    value = found[position.mover].value
    if players[position.mover].boxes_left == 0:
        return WinReport(players, number, value, None, True, ())
    values = objective.turn_values(card)
    advice = advise(objective, card, *position.throw, values=values) if position.throw else ()
    best = advice[0].value if advice else values.start
    return WinReport(players, number, value, best, objective.is_exact(card), advice)
