"""The chances of the players of a position, and what the player to move gains by playing to win."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from fivedice.coach.advice import Option, advise
from fivedice.evaluation.outlook import Outlook
from fivedice.objectives.position import Position, format_position
from fivedice.objectives.win import Chances, Winning, chances
from fivedice.reports import Charted, Table
from fivedice.reports.table import number

BEST = 3
"""Number of decisions shown to people."""


@dataclass(frozen=True)
class PlayerChances:
    """One player of a position: the total of its card, and the chances of its final result."""

    number: int
    to_move: bool
    boxes_left: int
    points: int
    mean: float
    win: float
    tie: float


@dataclass(frozen=True, repr=False)
class Win(Charted):
    """The chances of all players, and that of the player to move if it plays to win.

    `value` is the win probability of the player to move if all play on by `strategy`, `best` when it plays to win;
    `exact` says whether that is the exact best reply or a search one turn ahead. Ties count half in both.
    """

    position: Position
    strategy: str
    players: list[PlayerChances]
    value: float
    best: float | None
    exact: bool
    advice: Sequence[Option]

    @property
    def mover(self) -> int:
        """Number of the player to move; the first is 1."""
        return self.position.mover + 1

    @property
    def chances(self) -> list[Chances]:
        """Each player's probabilities to come first alone, and to share the first place."""
        return [Chances(one.win, one.tie) for one in self.players]

    def headline(self) -> str:
        """The chances."""
        wins = ", ".join(f"player {one.number} {one.win:.2%}" for one in self.players)
        return f"{self.position.rules.name}, to come first: {wins}"

    def parts(self) -> list[str | Table]:
        """A row for each player, and the decisions that win most often."""
        rows: list[list[object]] = [
            [
                f"{one.number}{' (to move)' if one.to_move else ''}",
                one.boxes_left,
                one.points,
                number(one.mean, ".1f"),
                number(one.win, ".2%"),
                number(one.tie, ".2%"),
            ]
            for one in self.players
        ]
        columns = ["Player", "Boxes left", "Points", "Expected", "Wins", "Ties"]
        table = Table("players", "Players", columns, rows)
        if self.best is None:
            return [table]
        how = "exactly" if self.exact else "one turn ahead"
        return [
            table,
            f"Playing on by {self.strategy}, player {self.mover} wins {self.value:.2%} (a tie counts half).",
            f"Playing to win ({how}): {self.best:.2%}.",
            *(f"  {one.words}: {one.value:.2%}" for one in self.advice[:BEST]),
        ]

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "players": [asdict(one) for one in self.players],
            "mover": self.mover,
            "value": self.value,
            "best": self.best,
            "exact": self.exact,
            "advice": [one.as_dict() for one in self.advice],
        }

    def chart(self) -> Any:
        """A bar for each player."""
        from fivedice.charts.ranked import bars

        rows = [(f"player {one.number}", 100 * (one.win + one.tie / 2)) for one in self.players]
        title = format_position(self.position)
        return bars(rows, title="Win probability", subtitle=title, unit="%", x_title="Wins, ties counted half")


def win_chances(position: Position, outlook: Outlook) -> Win:
    """The chances of all players if they play on by the outlook's strategy, and the mover's if it plays to win."""
    rules, card, name = position.rules, position.cards[position.mover], outlook.strategy.name
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
        return Win(position, name, players, value, None, True, ())
    values = objective.turn_values(card)
    advice = advise(objective, card, *position.throw, values=values) if position.throw else ()
    best = advice[0].value if advice else values.start
    return Win(position, name, players, value, best, objective.is_exact(card), advice)
