"""`fd.win`: win probabilities, and the decision that wins most often; `fd.duel`: what playing to win gains."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fivedice.api.read import RulesLike, StrategyLike, read_players, read_rules
from fivedice.coach.chances import Win, win_chances
from fivedice.evaluation.outlook import Outlook
from fivedice.objectives.duel import Duel, duels
from fivedice.objectives.position import Position, parse_position
from fivedice.progress import Shown, announce, progress_bar
from fivedice.reports import Result, Table
from fivedice.rules import Rules
from fivedice.statistics.intervals import Interval, proportion_interval, t_interval


def win(
    position: Position | str | Sequence[str],
    rules: RulesLike = None,
    *,
    throw: str | None = None,
    mover: int | None = None,
    strategy: StrategyLike = "optimal",
    progress: Shown = None,
) -> Win:
    """Win probabilities of a position of two to eight players, and the decision that wins most often.

    A position has the cards in the order of play, the dice behind that of the player to move: "ones=3 / sixes=24
    55561:2"; or it is a list of cards, or the path of a file with a card on each line. Whose turn it is follows from
    the filled boxes; if all have equally many, `mover` is the number of the player to move, by default the first. All
    play on by `strategy`; a second figure is for the player to move playing to win.
    """
    [player], game = read_players([strategy], position.rules if isinstance(position, Position) else rules)
    if not isinstance(position, Position):
        texts = [position] if isinstance(position, str) else list(position)
        position = parse_position(game, texts, mover=None if mover is None else mover - 1, throw=throw)
    with progress_bar(f"Preparing {game.name}", progress) as shown:
        return win_chances(position, Outlook(game, player, shown, announce))


@dataclass(frozen=True, repr=False)
class Duels(Result):
    """Games of a player who plays to win against one who plays for the mean score."""

    rules: Rules
    seed: int
    games: tuple[Duel, ...]

    @property
    def gain(self) -> Interval:
        """What the decisions add to the win probability, as the mean over the games."""
        return t_interval([one.gain for one in self.games])

    @property
    def won(self) -> Interval:
        """The share of games won, a tie counted half."""
        return proportion_interval(sum(one.result for one in self.games), len(self.games))

    @property
    def decisions_changed(self) -> float:
        """Mean number of decisions per game that differ from those for the greatest mean."""
        return sum(one.changed for one in self.games) / len(self.games)

    def headline(self) -> str:
        """The gain."""
        gain = self.gain
        points = f"{100 * gain.estimate:.2f} ± {100 * gain.half_width:.2f} percentage points"
        return f"Playing to win gains {points} in {self.rules.name} (95 %, {len(self.games):,} games)"

    def parts(self) -> list[str | Table]:
        """The gain, and the share of games won, in a sentence each."""
        changed = f"{self.decisions_changed:.1f} decisions a game are not those of the greatest mean."
        won = f"Counted plainly, it won between {self.won.low:.1%} and {self.won.high:.1%} of the games."
        return [f"{self.headline()}; {changed}", won]

    def to_dict(self) -> dict[str, Any]:
        """The gain and the share of games won, with 95 % intervals."""
        return {
            "variant": self.rules.name,
            "games": len(self.games),
            "seed": self.seed,
            "gain": self.gain.estimate,
            "gain_low": self.gain.low,
            "gain_high": self.gain.high,
            "won": sum(one.result for one in self.games) / len(self.games),
            "won_low": self.won.low,
            "won_high": self.won.high,
            "decisions_changed": self.decisions_changed,
        }


def duel(rules: RulesLike = None, *, games: int = 100, seed: int = 1, progress: Shown = None) -> Duels:
    """What playing to win gains over playing for the mean, against an opponent who plays for the mean.

    The gain is the mean over the games of what their decisions add to the win probability, each known exactly. A game
    takes a second or two.
    """
    game = read_rules(rules)
    with progress_bar(f"Playing {game.name} to win", progress) as shown:
        return Duels(game, seed, tuple(duels(game, games, seed, progress=shown)))
