"""What there is to say about a position of several players."""

from dataclasses import asdict, dataclass
from typing import Any

from fivedice.evaluation.outlook import Outlook
from fivedice.objectives.position import Position
from fivedice.objectives.win import Winning, chances, final_score
from fivedice.rules import Category, format_dice, legal_decisions
from fivedice.rules.state import Turn


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
class Choice:
    """A decision of the player to move with its win probability."""

    kind: str
    decision: str
    value: float
    regret: float


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
    advice: list[Choice]

    def figures(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)


def win_report(position: Position, outlook: Outlook) -> WinReport:
    """Work out a position."""
    rules = position.rules
    scores = [final_score(position, outlook, player) for player in range(len(position.cards))]
    found = chances(scores)
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
        for player, (card, score, chance) in enumerate(zip(position.cards, scores, found, strict=True))
    ]
    value = found[position.mover].value
    card = position.cards[position.mover]
    if players[position.mover].boxes_left == 0:
        return WinReport(players, position.mover + 1, value, None, True, [])
    objective = Winning(position, outlook)
    values = objective.turn_values(card)
    if position.throw is None:
        return WinReport(players, position.mover + 1, value, values.start, objective.is_exact(card), [])
    roll, rerolls = position.throw
    decisions = legal_decisions(rules, Turn(card.state(rules), roll, rerolls))
    best = values.roll(roll, rerolls)
    advice = []
    for one in sorted(decisions, key=lambda one: (-values.decision(one, roll, rerolls), one == roll)):
        kind, text = ("category", one.name) if isinstance(one, Category) else ("keep", format_dice(one))
        worth = values.decision(one, roll, rerolls)
        advice.append(Choice(kind, text, worth, best - worth))
    return WinReport(players, position.mover + 1, value, best, objective.is_exact(card), advice)
